"""Tables as people and programs save them: other words, other forms of cells, and broken files."""

import json
from collections.abc import Mapping

from case import Case, case, each

FILE = "--source file -O path="
HEAD = "date,rank,title\n"
ROW = "2024-05-03,1,가\n"
PREAMBLE = ("■ 일별 박스오피스,,,\n- 조회일: 2021-04-02,,,\n- 출처: 영화진흥위원회 통합전산망 (http://www.kobis.or.kr),,,\n"
            "▶ 검색조건 [ 조회기간: 2021-03-10~2021-03-10   영화구분: 전체   국적: 전체   지역: 전체 ],,,\n")
SITE = "순위,영화명,매출액,관객수,대표국적\n"
FILMS = "1,가,90,9,한국\n"
SUM = "합계,,90,9,\n"
BOTH = "1,가,100,10,한국\n2,나,50,9,미국\n합계,,150,19,\n"


def of_each(name: str, files: Mapping[str, str | bytes], options: str = "--format jsonl") -> Case:
    """A case that reads each of the files."""
    return case(f"saved {name}", *(f"{FILE}{file} {options}" for file in files), files=files)


def in_words(*texts: str | bytes) -> dict[str, str | bytes]:
    """The texts as files."""
    return {f"{number}.csv": text for number, text in enumerate(texts, 1)}


def shares(*written: str, total: bool = True, first: int = 1) -> str:
    """A table of the council's site with these shares, with or without its sum."""
    rows = [f"{first + row},가{row},{sales},{9 - row},{share},한국\n"
            for row, (share, sales) in enumerate(zip(written, (900, 100, 0)))]
    end = f"합계,,{sum((900, 100, 0)[:len(rows)])},{24 if len(rows) == 3 else 17},,\n" if total else ""
    return f"{PREAMBLE}순위,영화명,매출액,관객수,매출액점유율,대표국적\n{''.join(rows)}{end}"


def days(*written: str) -> str:
    """A table of days with these shares."""
    rows = (f"2024-05-0{day},1,가,{share},한국\n" for day, share in enumerate(written, 1))
    return f"날짜,순위,영화명,매출액점유율,대표국적\n{''.join(rows)}"


def table(day: int, nation: str) -> str:
    """A table of the council's site of a day in March and of films of a nation."""
    return f"{PREAMBLE.replace('03-10', f'03-{day}').replace('국적: 전체', f'국적: {nation}')}{SITE}{FILMS}{SUM}"


def download(day: str, count: int) -> str:
    """A table of the council's site that was downloaded on the day."""
    return f"{PREAMBLE.replace('2021-04-02', day)}{SITE}1,가,100,{count},한국\n합계,,100,{count},\n"


def fields(count: int) -> str:
    """Two rows of JSON, each with so many fields that the other does not have."""
    return "\n".join(json.dumps({"date": f"2024-05-0{day}", "rank": 1, "title": "가"}
                                | {f"{day}-{number}": 1 for number in range(count)}) for day in (3, 4))


OF_SITE = ('{"순위":1,"영화명":"가","관객수증감":5,"날짜":"2024-05-03","매출액점유율":0.9}',
           '{"순위":2,"영화명":"나","날짜":"2024-05-03","대표국적":"한국","매출액점유율":0.1}')
PAGE = "<html><body><table><tr><th>날짜</th><th>순위</th><th>영화명</th></tr>{}</table></body></html>"
TWO_DAYS = PREAMBLE.replace("2021-03-10~", "2021-03-09~")

CASES = [
    of_each("what spreadsheets make of cells", in_words(*("date,rank,title,audience_count\n"
        f"2022-06-01,1,{title},10\n" for title in ("Million Dollar Community", "[만원]")),
        *(f'date,rank,title,audience_count\n2022-06-01,1,가,"{count}"\n' for count in ("1,234.0,0",
        "1,234.0")), "date,rank,title,sales_share,audience_change,distributors,source,전주대비 메모\n"
        "2022-06-01,1,가,60.0,5,\"Warner Bros., Inc.|두물\",kobis-json,ok\n",
        "날짜,순위,영화명,관객수증감율,주간증감율\n2022-06-01,1,가,12.5,높음\n", "period,rank,title\n2024-W53,1,가\n",
        "date,기간,rank,title\n2024-05-03,1주차,1,가\n", "날짜,순위,영화명,신규진입\n2022-06-01,1,가,참\n2022-06-01,2,나,거짓\n",
        "date,rank,title,movie_code\n2022-06-01,1,가,2.02E+07\n", *(f"date,rank,title\n{day},1,가\n"
        for day in ("2024-01-05(금요일)", "2024-01-05 (Fri)", "2024. 1. 5. (Friday)", "2024-01-05(목요일)",
        "2024-01-05(Th)")))),
    case("saved rankings are no charts", "ranking --source sample --columns default,from,to -o r.xlsx",
        "weekly --source file -O path=r.xlsx", "--source file -O path=r.xlsx --lang ko",
        *each("market --source", "sample -o m.csv", "file -O path=m.csv", "sample -o m.xlsx"),
        "--source file -O path=m.xlsx --lang ko"),
    of_each("headings and notes above a header", in_words(f"{TWO_DAYS}● 2021년 03월 10일(수)\n{SITE}{FILMS}● "
        "2021년 03월 09일(화)\n1,나,80,8,한국\n",
        f"{TWO_DAYS}● 2021년 03월 10일(수)\n14,편\n1,2,3,4,5\n{SITE}{FILMS}{SUM}", f"● 메모\n{HEAD}{ROW}"),
        "--columns date,title"),
    case("saved the same table with and without a sum", f"ranking {FILE}2.csv -O file.path=1.csv",
        files=in_words(f"{PREAMBLE}{SITE}{FILMS}{SUM}", f"{PREAMBLE}{SITE}{FILMS}")),
    of_each("at midnight, and as XML", in_words(*(f"{HEAD}2024-05-03{time},1,가\n"
        for time in (" 00:00:00+09:00", "T00:00:00.")),
        '<?xml version="1.0" encoding="UTF-8"?><boxOfficeResult></boxOfficeResult>\n')),
    of_each("by different programs", in_words('날 짜,순위 ,"영화\n명",관객수(명)\n2024년 5월 3일(금),1,\u00a0가\u3000,1234\n',
        "출처: 누군가\n\n날짜;순위;영화명;관객수\n;;;(명)\n2024-05-03 00:00:00;1;가;1,234\n",
        "날짜|순위|영화명|관객\n||| 수\n2024/05/03|1|가|1234\n",
        "period,rank,title,audience_count\n2024-05-03,1,가,1.234E3\n"),
        "--columns date,rank,title,audience_count"),
    of_each("in other encodings", in_words(("날짜,순위,영화명\n" + ROW).encode("cp949"),
        HEAD.encode() + "2024-05-03,1,가\n".encode("cp949")[:-2] + b"\xa1\n")),
    case("saved in the words of the site", f'{FILE}1.csv -O date=2024-05-03 --format jsonl --columns '
        'source,currency,film_nation,nations,audience_change',
        files=in_words('순위,영화명,대표국적,국적,관객수증감(전일대비)\n1,가,미국,"미국,영국",7\n')),
    of_each("but not understood", {"thousands.csv": "날짜,순위,영화명,매출액(천원)\n",
        "zero.csv": "날짜,순위,영화명,관객수\n2024-05-03,0,가,1\n", "untitled.csv": "날짜,순위,영화명\n2024-05-03,1,\n",
        "weekday.csv": "날짜,순위,영화명\n2024년 5월 3일(토),1,가\n",
        "after.csv": "날짜,순위,영화명,관객수\n2024-05-03,1,가,3\n,합계,,3\n2024-05-03,2,나,1\n",
        "ever.csv": "■ 역대 박스오피스\n", "heading.csv": f"{PREAMBLE}● 2021년 03월 10일(목),,,\n{SITE}",
        "distributor.csv": PREAMBLE.replace("지역: 전체", "배급사: 가나다") + SITE,
        "seats.csv": PREAMBLE.replace("지역: 전체", "좌석: 전체") + SITE,
        "range.csv": PREAMBLE.replace("2021-03-10~", "2021-03-09~") + SITE + "1,가,100,10,한국\n",
        "ranks.csv": f"{PREAMBLE}{SITE}1,가,100,10,한국\n1,나,50,9,한국\n합계,,150,19,\n",
        "refusal.csv": '{"faultInfo":{"message":"유효하지않은 키값입니다.","errorCode":"320010"}}',
        "true.csv": '{"date":"2024-05-03","rank":1,"title":true}', "pdf.csv": "%PDF-1.4",
        "cell.csv": "날짜,순위,영화명\n2022-06-05,1,Err:509\n"}),
    of_each("with shares by their sums",
        in_words(*(days(*each.split()) for each in ("0.291 29.1", "0.2915"))), "--columns date,sales_share"),
    of_each("with shares and their unit", in_words(*(shares(*each.split()) for each in ("0.9 0.1 0",
        "0.9 10.0%")), shares("0.4", "0.2", total=False, first=8)), "--columns rank,sales_share"),
    of_each("with weeks", in_words(*(f"targetDt,rank,movieNm,{more}\n"
        for more in ("yearWeekTime,showRange\n20220601,1,가,202222,20220530~20220605",
        "yearWeekTime\n20220601,1,가,202222", "showRange\n20220601,1,가,20220602~20220602")))),
    of_each("in multiples, with sums, and by programs", in_words(*(text for line in ("(단위: 억원/만명)",
        "(Unit: thousand won)") for text in (f"{PREAMBLE}{SITE}{FILMS}{SUM}{line}\n",)),
        f"{PREAMBLE}{SITE},,억원,천명,\n{FILMS}", *(f"{PREAMBLE}{line}\n{SITE}{FILMS}{SUM}"
        for line in ('"(단위: 명, 천원)"', "단위: 백만원, 천명", "단위 천원", "※ 단위: 천원", "(천원)", "비고,단위: 천원")),
        *(f"날짜,순위,영화명,관객수,누적매출액\n2022-06-05,1,가,5,{figure}\n"
        for figure in ("1.39566E+11", "1.39565890466E+11")), *("날짜,순위,영화명,관객수\n2022-06-01,1,가,100\n"
        f"2022-06-01,,{word},{count}\n" for word in ("총합계", "Total", "소계", "합 계") for count in (99,)),
        "날짜,순위,영화명,관객수\n2022-06-01,1,계,\n2022-06-01,2,가,\n",
        ",targetDt,rank,movieCd,movieNm\n0,20220605,1,20204548.0,가\n",
        '[{"targetDt":20220605,"rank":1,"movieNm":"가"}]', "<표 1> 일별\n날짜,순위,영화명\n2022-06-05,1,가\n")),
    of_each("in other units", in_words(
        *(f"{PREAMBLE}{line}\n{SITE}{FILMS}{SUM}" for line in ("(단위: 백억원)", "단위: $", "（단위: 억달러）", "Unit: USD",
            f"※ {'담당자가 정리한 표입니다. ' * 8}관객수와 매출액의 단위: 명, 천원", '"집계 단위: 일별 (단위: 원, 명)"')),
        *(f"날짜,순위,영화명,{header}\n2022-06-05,1,가,12\n"
            for header in ("매출액（천원）", "매출액/백만달러", "관객수(백명)", "매출액（원）", "매출액(전국)")))),
    of_each("with all films or without", in_words(*(PREAMBLE.replace(*change) + SITE + rows
        for change, rows in ((("", ""), f"{FILMS}합계,,,,\n"), (("조회일: 2021-04-02", "조회일: 2021-03-10"), BOTH),
        (("지역: 전체", "지역: 서울시"), BOTH), (("박스오피스", "박스오피스 (공식통계 기준)"), BOTH)))),
        "--format jsonl --columns title,audience_count,film_nation,nation,region"),
    of_each("one after the other",
        in_words(*(table(10, "한국") + second for second in (f"\ufeff{table(11, '전체')}",))),
        "--format jsonl --columns date,nation,title"),
    case("saved twice", f"{FILE}b.csv -O path=a.csv --format jsonl",
        files={"a.csv": download("2021-04-02", 10), "b.csv": download("2021-05-02", 11)}),
    of_each("but broken", {"nul.csv": "\0" * 1000, "head.csv": HEAD,
        "undated.csv": "rank,title,from\n1,가,2024-05-03\n", "others.csv": "이름,값\n가,1\n",
        "object.csv": '{"a":1}\n', "endless.csv": f"{HEAD}2024-05-03,1,{'a' * (1 << 20)}",
        "inside.csv": f'{HEAD}2024-05-03,1,가"나"\n', "behind.csv": f'{HEAD}2024-05-03,1,"가"나\n',
        "no-day.csv": f"{HEAD},1,가\n",
        "day-of-period.csv": "from,to,date,rank,title\n2024-05-03,2024-05-05,2024-05-04,1,가\n",
        "chart.csv": "date,chart,rank,title\n2024-05-03,weekend,1,가\n",
        "week.csv": "date,year_week,rank,title\n2024-05-03,202417,1,가\n",
        "twice.csv": "date,rank,title,순위\n2024-05-03,1,가,1\n",
        "unnamed.csv": "date,rank,title,,\n2024-05-03,1,가,x,\n",
        "yes.csv": "date,rank,title,is_new\n2024-05-03,1,가,yes\n",
        "share.csv": "date,rank,title,sales_share\n2024-05-03,1,가,1.25\n",
        "french.csv": "date,rank,title,nation\n2024-05-03,1,가,french\n",
        "won.csv": "date,rank,title,currency\n2024-05-03,1,가,WON\n",
        "decimals.csv": "date,rank,title,sales_amount,currency\n2024-05-03,1,가,1.5,KRW\n",
        "currencies.csv": "date,rank,title,currency\n2024-05-03,1,가,KRW\n2024-05-04,1,가,USD\n",
        "today.csv": "date,rank,title,fetched_at\n2024-05-03,1,가,today\n",
        "scattered.csv": f"{HEAD}{ROW}2024-05-04,1,가\n{ROW}",
        "twice.jsonl": '{"date":"2024-05-03","rank":1,"title":"가","순위":1}\n'}),
    case("saved but broken by the options", f"{FILE}2.csv -O file.currency=USD",
        files=in_words('date,rank,title,audience_count\n2024-05-03,1,가,"12,34"\n',
        "date,rank,title,sales_amount\n2024-05-03,1,가,1.505\n")),
    case("saved under the names of two readings",
        *(f"{FILE}1.csv -O path={other}.csv --columns source,title" for other in (3,)),
        files=in_words(*(f"date,rank,title,source\n2024-05-03,1,가,{name}\n" for name in ("kobis-json",
        "kobis-json", "kobis-xml")))),
    of_each("with columns in any order",
        in_words('\ufeffdate\trank\t"영화"\tmemo\n2024-05-03 \t 1\t가\t"007"\n\n'),
        "--format jsonl --columns default,source,currency,chart"),
    case("saved with options of csv", f"{FILE}1.csv -O null=NA -O thousands=. -O list=; --format jsonl",
        files=in_words('date,rank,title,movie_code,sales_amount,genres,rank_marker\n2024-05-03,'
        '1,"NA",NA,"1.234",a;b,NEW\n',
        *(f"{mark}{HEAD}2024-05-03,1,'=1\n2024-05-03,2,'가\n2024-05-03,3,''=1\n" for mark in ("\ufeff", "")))),
    of_each("with words for nations and kinds", in_words(*(f"날짜,순위,영화명,{column}\n2024-05-03,1,가,{word}\n"
        for column, words in (("국적구분", ("한국영화", "외국영화")),
        ("영화구분", ("상업영화", "다양성", "독립예술", "독립·예술", "독립예술영화", "독립·예술영화"))) for word in words)),
        "--columns title,nation,kind"),
    of_each("with derived columns and films twice", in_words("date,rank,title,rank_change,"
        "is_new,open_date,rank_marker\n2024-05-03,1,가,2,false,,▼9\n",
        "date,rank,title,rank_change,is_new,rank_marker\n2024-05-03,1,가,,true,신작\n",
        f"날짜,{SITE}2021-03-10,{FILMS}2021-03-10,{FILMS}")),
    of_each("JSON of the council's tables, and answers without rows", {
        "1.json": '[{"날짜":"2021-03-10","순위":1,"영화명":"가","매출액":600,"매출액점유율":0.6,"관객수":60,'
        '"매출액증감":5,"대표국적":"한국","배급사":"a,b"},{"날짜":"2021-03-10","순위":2,"영화명":"나","매출액":400,'
        '"매출액점유율":0.4,"관객수":40,"매출액증감":5,"대표국적":"미국","배급사":""}]',
        "2.jsonl": '{"boxOfficeResult":{"boxofficeType":"일별 박스오피스","showRange":"20220603~20220603",'
        '"dailyBoxOfficeList":[{"rank":"1","movieCd":"A1","movieNm":"가"}]}}\n'
        '{"boxOfficeResult":{"boxofficeType":"일별 박스오피스","showRange":"20220604~20220604",'
        '"dailyBoxOfficeList":[]}}\n'}),
    of_each("names of the Open API with underscores", in_words("target_dt,rank,movie_nm,"
        "sales_amt,sales_inten,sales_change,audi_cnt\n20220530,1,가,100,5,-71.1,9\n",
        "date,rank,title,관객수,관객수(%),관객수(전일대비)\n2022-05-30,1,가,5,50,3\n")),
    case("saved headers that are hard to type", f"{FILE}a.csv", f"{FILE}a.csv -O 'file.rename=제=목 줄=title'",
        f"{FILE}a.csv -O file.rename=title", files={"a.csv": '날짜,순위,"제=목\n줄",관객수\n2021-03-10,1,가,5\n'}),
    of_each("JSON whose later rows tell what earlier ones mean",
        {f"{number}.jsonl": "\n".join(rows) for number, rows in enumerate((OF_SITE,), 1)},
        "--columns rank,source,sales_share,sales_change,sales_change_rate,audience_change"),
    case("saved ranges without an end",
        *(f"{FILE}1.csv -O file.date={days}" for days in ("2024-05-03..", "..2024-05-03", "2024-05-03~")),
        files=in_words("rank,title\n1,가\n", "period,rank,title\n2024-05-03..,1,가\n",
        f"{PREAMBLE.replace('~2021-03-10', '~')}{SITE}{FILMS}")),
    of_each("amounts above the row that says their currency", in_words(
        *(f"date,rank,title,sales_amount,currency\n{rows}"
        for rows in ("2024-05-03,1,가,812.5,\n2024-05-03,2,나,100.505,\n2024-05-04,1,가,8,USD\n",
        "2024-05-03,1,가,812.5,\n2024-05-03,2,나,100.500,\n2024-05-04,1,가,8,USD\n")))),
    of_each("JSON of many fields", {f"{count}.jsonl": fields(count) for count in (498, 499)},
        "--columns date,title -q"),
    case("saved lists that are empty", f"{FILE}1.csv -O null=NA --format jsonl",
        files=in_words('date,rank,title,genres\n2024-05-03,1,가,\n2024-05-03,2,나,NA\n2024-05-03,3,다,"a|"\n')),
    of_each("lists with a comma too many", in_words('날짜,순위,영화명,대표국적,배우,감독\n2024-05-03,1,가,한국,"나루,",", 김"\n'),
        "--format jsonl --columns actors,directors"),
    of_each("in UTF-16 with a guard", in_words(f"\ufeff{HEAD}2024-05-03,1,'=1\n".encode("utf-16-le"))),
    of_each("one title with marks in several tables", {"1.xls": PAGE.format(
        "".join(f"<tr><td>2024-05-0{day}</td><td>1</td><td><HADES></td></tr>" for day in (3, 4)))}),
]
