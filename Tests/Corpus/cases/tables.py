"""Tables in files as a source, and workbooks and web pages that are not as they should be."""

import io
import warnings
import zipfile
from collections.abc import Mapping

from case import Case, case, each

HALL = """시작일,종료일,순위,영화명,관객수,출처
2022-06-03,2022-06-05,1,범죄도시2,412,우리극장
2022-06-03,2022-06-05,2,"여행, 그리고 밤",187,우리극장
"""
DAYS = ('date,rank,title,movie_code,sales_amount,메모\n2022-06-03,1,가,1,1000,x\n'
        '2022-06-03,2,"나, ""다""",2,500,\n2022-06-05,1,가,1,900,"=1+1"\n')
US = """from,to,rank,title,sales_amount,currency,country,source,movie_code
2022-06-03,2022-06-05,1,Top Gun: Maverick,90.10,USD,US,us,TG
2022-06-03,2022-06-05,2,Jurassic World,7.65,USD,US,us,JW
2022-06-10,2022-06-12,1,Top Gun: Maverick,51.90,USD,US,us,TG
"""
LINES = """{"date":"2022-06-03","rank":1,"title":"가","genres":["a","b"],"note":null}
{"date":"2022-06-03","rank":2,"title":"나","genres":[],"note":"\\u2028"}
"""
REGIONS = """date,region,rank,title
2022-06-03,,1,가
2022-06-03,서울,1,나
2022-06-03,부산,1,다
"""
FILES = {"hall.csv": HALL, "days.csv": DAYS, "us.csv": US, "lines.jsonl": LINES, "regions.csv": REGIONS}
FILE = "--source file -O path="
DAY = ("■ 일별 박스오피스\n- 조회일: {0}\n▶ 검색조건 [ 조회기간: 20220501~20220501 ]\n순위,영화명,개봉일,매출액,관객수,대표국적\n"
       "1,가,2022-05-01,{1}0,{1},한국\n합계,,,{1}0,{1},\n")
SURE = "date,rank,movie_code,title,audience_count,is_final,source,currency\n2024-05-01,1,1,가,5,{},us,KRW\n"
SEOUL = "date,region,rank,title,fetched_at\n2024-05-01,서울,1,가,2024-05-0{}T09:00:00+09:00\n"


def tables(name: str, *lines, **facts):
    """A case with the tables above."""
    return case(f"tables {name}", *lines, files=FILES | facts.pop("more", {}), **facts)


OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PARTS = {"_rels/.rels": f'<Relationships><Relationship Id="a" Type="{OFFICE}/officeDocument" '
    'Target="xl/workbook.xml"/></Relationships>', "xl/_rels/workbook.xml.rels": '<p:Relationships '
    f'xmlns:p="p"><p:Relationship Id="r1" Type="{OFFICE}/worksheet" Target="/xl/sheets/1.xml"/>'
    f'<p:Relationship Id="r2" Type="{OFFICE}/sharedStrings" Target="Texts.xml"/></p:Relationships>',
    "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="r1"/>'
    '</sheets></workbook>', "xl/texts.xml": "<sst><si><t>date</t></si><si><t>rank</t>"
    "</si><si><r><t>ti</t></r><rPh><t>x</t></rPh>"
    '<r><t xml:space="preserve">tle _x000D_</t></r></si></sst>'}
HEADER = ('<x:row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="inlineStr">'
    '<is><t>is_new</t></is></c><c t="str"><v>memo</v></c></x:row>')


def workbook(
    rows: str = "", parts: Mapping[str, str] = {}, more: Mapping[str, str | bytes] = {}, packed: bool = True,
) -> bytes:
    """A workbook of one sheet; an empty part is left out, and `more` comes at the end, even twice."""
    sheet = (f'<x:worksheet xmlns:x="x"><x:sheetData>{rows}</x:sheetData>'
             "<extLst><row><c><v>1</v></c></row></extLst></x:worksheet>")
    output = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with zipfile.ZipFile(output, "w", method, compresslevel=1) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, text in [*(PARTS | {"xl/sheets/1.xml": sheet} | parts).items(), *more.items()]:
            if text:
                archive.writestr(name, text)
    return output.getvalue()


def page(body: str) -> str:
    """A web page."""
    return f"<html><body>\n{body}\n</body></html>\n"


def odd(name: str, files: Mapping[str, str | bytes]) -> Case:
    """A case that reads each of the files."""
    return case(f"odd {name}", *each("--source file -O path='{}' --format jsonl", *files), files=files)


CASES = [
    tables("that say whether they are final", *(f"{FILE}{name}.csv --format {form}" for name in ("sure", "open")
        for form in ("text", "singer")), more={"sure.csv": SURE.format("true"), "open.csv": SURE.format("false")}),
    tables("of older downloads under final lines", "--update -o o.csv --source file -O path=whole.csv "
        "--columns default,is_final", "--update -o o.csv --source file -O path=early.csv",
        more={"whole.csv": DAY.format("2022-06-01", 9), "early.csv": DAY.format("2022-05-02", 8)}),
    tables("with a film called as a sum", f"{FILE}a.csv", f"{FILE}a.csv -O rename=관객=audience_count",
        more={"a.csv": "date,rank,movie_code,title,audience_count\n2024-05-01,1,1,가,5\n2024-05-01,2,2,계,5\n"}),
    tables("of a ranking of ours", "ranking --from 2022-06-03 --to 2022-06-04 --source sample -o r.csv",
        f"{FILE}r.csv"),
    tables("in rows and documents", f"{FILE}lines.jsonl", f"weekend {FILE}hall.csv --format markdown",
        *each(f"weekend {FILE}us.csv", "-O path=hall.csv -o x.html", "-O path=hall.csv -o x.xlsx",
        "--format singer"), f"{FILE}days.csv -O source=a -O currency=KRW -o y.sqlite"),
    tables("of two films of one title in a plot", f"{FILE}a.csv --format svg", whole=True,
        more={"a.csv": "date,rank,title\n2024-05-01,1,가\n2024-05-01,2,나\n2024-05-01,3,나\n"
        "2024-05-02,1,나\n2024-05-02,2,가\n"}),
    tables("of some periods",
        *each(f"{FILE}days.csv", "--last 1", "--last 3", "--from 2022-06-03 --to 2022-06-05 --lang ko"),
        f"weekly {FILE}days.csv", f"weekly {FILE}days.csv --lang ko"),
    tables("of regions", f"{FILE}regions.csv --region 대구", f"{FILE}regions.csv --nation 한국",
        f"--source sample,file -O path=regions.csv --date 2022-06-03 --top 1 --columns source,region,title"),
    tables("beside others", *each("weekend --source",
        "kobis-json,file -O path=hall.csv --from 2022-05-27 --to 2022-06-05 --top 1",
        "kobis-json,file -O path=hall.csv --from 2022-05-27 --to 2022-06-05 --top 1 --keep-going --report "
        "r.json")),
    tables("with details", "--date 2022-06-05 --top 1 --columns default,source -o k.csv",
        f"{FILE}days.csv --with details", f"trend 가 {FILE}days.csv --from 2022-06-05"),
    tables("that cannot be", f"market {FILE}days.csv", f"ranking --year 2022 {FILE}days.csv --lang ko",
        f"{FILE}days.csv --deep", f"{FILE}days.csv --cross-check", f"movies --title 가 {FILE}days.csv",
        "--source file", f"{FILE}none.csv", f"{FILE}.", "--source file,file -O path=days.csv",
        f"{FILE}days.csv --record r", f"{FILE}days.csv --format sqlite -o x.db",
        f"weekend {FILE}hall.csv --format singer", f"{FILE}days.csv -O file.currency=WON",
        f"{FILE}days.csv -O file.delimiter=ab"),
    tables("saved by other programs", *(line for name in ("split", "values")
        for line in (f"{FILE}{name}.json", f"{FILE}{name}.json --lang ko")), f"{FILE}cr.csv",
        "-O file.path=days.csv", "-O file.path=days.csv --lang ko",
        more={"split.json": '{"columns":["date","rank","title"],"index":[0],"data":[["2022-06-03",1,"가"]]}',
        "values.json": '[["2022-06-03",1,"가"]]',
        "cr.csv": 'date,rank,title\r2022-06-03,1,가\r2022-06-03,2,"나,\r다"\r'}),
    tables("that are broken", *(line for name in ("cells", "quote", "type", "period", "columns", "empty",
        "twice") for line in (f"{FILE}{name}.csv -o x.csv", f"{FILE}{name}.csv --lang ko")),
        more={"cells.csv": "date,rank,title\n2022-06-03,1\n",
        "quote.csv": "date,rank,title\n2022-06-03,1,\"가\n", "type.csv": "date,rank,title\n2022-06-03,x,가\n",
        "period.csv": "from,to,rank,title\n2022-06-03,2022-06-06,1,가\n",
        "columns.csv": "date,title\n2022-06-03,가\n", "empty.csv": "",
        "twice.csv": "date,rank,title,movie_code\n2022-06-03,1,가,1\n2022-06-03,2,가,1\n"}),
    tables("said", "plugins file --lang ko"),
    tables("with lists",
        *each(f"{FILE}lists.csv -O", "list-separator=;", "file.list=; -O csv.list-separator=;"),
        more={"lists.csv": "date,rank,title,genres\n2024-05-01,1,가,a;b|c\n"}),
    tables("twice", "--last 2 --columns default,source -q -o k.csv",
        "--source kobis-json,file -O path=k.csv --last 1 -o out.csv",
        "--source kobis-xml,file -O path=k.csv --last 1 -o out.csv"),
    tables("with rows of other charts",
        "--source sample,file -O path=mixed.csv --date 2022-06-03 --columns source,title",
        more={"mixed.csv": "from,to,region,rank,title\n2022-06-03,2022-06-03,,1,a\n"
        "2022-06-03,2022-06-05,,1,b\n2022-06-03,2022-06-03,서울,1,c\n"}),
    tables("of regions of two sources",
        *each(f"{FILE}two.csv", "-o {region}.csv", "--region 서울,부산 -q -o {region}.csv", "-q -o a.html"),
        more={"two.csv": "date,region,source,rank,title,movie_code\n2022-06-03,,a,1,x,1\n"
        "2022-06-04,서울,a,1,y,2\n2022-06-04,부산,a,1,z,3\n2022-06-04,부산,b,1,w,4\n"}, whole=True),
    tables("in other money", f"{FILE}usd.csv -O source=hall -O currency=USD -o a.db",
        f"{FILE}a.csv --update -o c.csv", f"{FILE}b.csv --update -o c.csv",
        more={"usd.csv": "date,rank,title,movie_code,매출액,메모\n"
        "2024-05-01,1,가,1,1000,x\n2024-05-01,2,나,2,5.5,\n",
        "a.csv": "date,rank,title,sales_amount,currency\n2024-05-01,1,가,1.25,USD\n",
        "b.csv": "date,rank,title,sales_amount\n2024-05-01,1,가,1.5\n"}),
    tables("with sums of amounts", f"{FILE}d.csv",
        more={"d.csv": "date,rank,title,sales_amount\n2024-05-01,1,가,5.25\n2024-05-01,2,나,6\n합계,,,5.31\n"}),
    tables("with rows without a day", f"{FILE}a.csv -O date=2024-05-02", f"{FILE}b.csv -O date=2024-05-01",
        f"{FILE}c.csv", f"{FILE}c.csv --lang ko", more={"a.csv": "date,rank,title\n2024-05-01,1,가\n,1,나\n",
        "b.csv": "from,rank,title\n2024-05-02,1,가\n", "c.csv": "날자,rank,title,it's\n2024-05-01,1,가,x\n"}),
    tables("of a film", "--source sample --last 7 -q -o a.csv",
        f"trend 범죄도시2 --from 2022-05-30 --to 2022-06-05 {FILE}a.csv -q",
        f"trend 1 {FILE}typed.csv --from 2022-05-01 --to 2022-05-02 --columns date,on_chart,rank",
        more={"typed.csv": "date,rank,title,movie_code\n2022-05-01,1,가,1\n2022-05-02,2,가,1\n"}),
    tables("with words of markers",
        "trend 브로커 --from 2022-06-02 --to 2022-06-02 --header en --source sample --columns rank,rank_marker"),
    tables("that lack columns and rows",
        "--source sample --last 2 --top 3 --columns default,source -q -o whole.csv",
        f"{FILE}whole.csv --top 2 -q -o top.csv",
        f"{FILE}whole.csv --columns date,rank,movie_code,title,source -q -o bare.csv",
        "--source sample --last 2 --top 3 -q -o a.db",
        *each(f"{FILE}top.csv", "-O file.currency=KRW -o a.db", "--update -o whole.csv")),
    tables("that lack a region", f"{FILE}lack.csv --region 서울,부산 ",
        more={"lack.csv": "date,region,rank,title,source\n2024-05-01,서울,1,가,hall\n"
        "2024-05-01,부산,1,가,hall\n2024-05-02,서울시,1,나,hall\n"}),
    tables("with a new region", f"{FILE}older.csv --update -o doc.csv",
        more={"doc.csv": SEOUL.format(3), "older.csv": SEOUL.format(2)}),
    tables("that one of two has", *each("--source {} -O path=a.csv --columns source,title --keep-going "
        "--date 2022-05-01", "file,sample", "sample,file"),
        more={"a.csv": "date,rank,title\n2022-05-01,1,가\n"}),
    tables("with several filters", f"{FILE}kinds.csv --format singer",
        more={"kinds.csv": "date,nation,kind,rank,title,movie_code,source,fetched_at\n"
        + "".join(f"2010-01-0{row},hall,2022-01-01T09:00:00+09:00\n" for row in ("1,korean,,1,가,1",
        "1,,art,1,나,2", "2,,art,1,나,2"))}),
    tables("over itself", f"{FILE}2024-05-01.csv -o {{date}}.csv",
        more={"2024-05-01.csv": "date,rank,title\n2024-05-01,1,가\n2024-05-02,1,나\n"}),
    tables("of sources of one name", f"{FILE}a.csv -o {{source}}.csv",
        more={"a.csv": "date,rank,title,source\n2024-05-01,1,가,a/b\n2024-05-01,1,가,a_b\n"}),
    tables("of a region in a document", *(f"{FILE}{name}.csv --update -o c.csv" for name in "aab"),
        more={"a.csv": "date,region,rank,title\n2024-05-01,,1,가\n2024-05-01,부산,1,나\n",
        "b.csv": "date,region,rank,title\n2024-05-01,부산,1,나\n"}),
    tables("with details of their own",
        f"{FILE}a.csv --with details --columns source,title,genres,directors --record r",
        more={"a.csv": "date,rank,title,movie_code,source,genres\n2022-06-05,1,범죄도시2,20204548,kobis-json,x\n"
        "2022-06-05,1,Top Gun: Maverick,1,hall,y\n2022-06-06,1,Top Gun: Maverick,1,hall,y\n"}),
    tables("without codes in a plot", f"{FILE}a.csv --format svg",
        more={"a.csv": "date,rank,title\n2024-05-01,1,가\n2024-05-01,2,나\n2024-05-02,1,나\n2024-05-02,2,가\n"},
        whole=True),
    tables("of a part of a month", f"{FILE}days.csv --month 2022-06 --top 1 --lang ko",
        f"{FILE}days.csv --month 2022-05..2022-06 --columns date,title"),
    tables("of an export that begins with its columns",
        "--source sample --last 1 --top 2 --columns default,source -q -o a.jsonl -O columns=true",
        f"{FILE}a.jsonl --format jsonl"),
    case("tables to the end of the calendar", "--source sample --year 9999",
        f"ranking {FILE}p.csv -O date=9999",
        files={"p.csv": "period,rank,title,audience_count\n9999,1,a,5\n"}),
    odd("workbooks that are whole", {"a.xlsx": workbook(HEADER + '<row r="5"><c r="A5" '
        't="d"><v>2024-02-29T00:00:00</v></c><c><v>1</v></c><c t="inlineStr"><is>'
        '<r><t>a_x005F_x0041_</t></r></is></c><c t="b"><v>0</v></c><c t="d"><v>2024-02-29T01:00:00</v>'
        '</c></row><row><c t="d"><v>2024-02-29</v></c><c r="B6"><v>2</v></c><c t="str">'
        '<f>A1</f><v>b</v></c><c t="b"><v>1</v></c><c t="str"><f>A1</f><v/></c></row>')}),
    odd("sheets", {f"{number}.xlsx": workbook(rows)
        for number, rows in enumerate(('<row r="2"/><row r="2"/>', '<row r="x"/>', '<row><c r="A2"/></row>',
        '<row><c r="B1"/><c r="A1"/></row>', '<row><c t="s"><v>3</v></c></row>', "<row><c><v>x</v></c></row>",
        '<row><c t="z"><v>1</v></c></row>', "<row><c><v>1</v><v>2</v></c></row>",
        "<row><c><f>A2</f></c></row>", '<row><c r="ALM1"><v>1</v></c></row>', "</x>", "<x>" * 10_000,
        "<row>" + f'<c t="str"><v>{"x" * 30_000}</v></c>' * 40 + "</row>"), 1)}),
    odd("archives", {"zip.xlsx": workbook(parts={"_rels/.rels": ""}),
        "document.xlsx": workbook(parts={"xl/workbook.xml": "<document/>"}),
        "sheet.xlsx": workbook(parts={"xl/sheets/1.xml": ""}),
        "type.xlsx": workbook(parts={"xl/texts.xml": "<!DOCTYPE sst><sst/>"}),
        "twice.xlsx": workbook(more={"XL/Workbook.xml": "<workbook/>"}), "cut.xlsx": workbook(HEADER)[:-30],
        "texts.xlsx": workbook(parts={"xl/texts.xml": ""}),
        "bomb.xlsx": workbook(parts={"xl/texts.xml": ""}, more={"xl/texts.xml": bytes(257 << 20)}),
        "changed.xlsx": workbook(
            parts={"xl/texts.xml": "<sst><si><t>19876</t></si></sst>"}, packed=False).replace(
        b"19876", b"19886")}),
    odd("pages", {f"{number}.xls": page(body)
        for number, body in enumerate(("<table><tbody><tr><td>1</td></tr></table>",
        "<table><tr>1<td>1</td></tr></table>", "<tr><td>1</td></tr>",
        "<table><tr><td colspan=2>1</td></tr></table>", "</body></html><p>"), 1)}),
]
