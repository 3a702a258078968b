"""Markets and rankings by tables of all films, as the council's site gives them."""

import datetime
import re

from case import DAY, Case, case, step

LATER = 1181 * DAY
"""The first of September 2025, when all of these periods are over."""
ALL = "가#01-02@한국:100 나@미국:50,499 다:-3 라@한국:0"
MARKET = ("from,to,unit,nation,sales_at_least,sales_at_most,audience_at_least,audience_at_most,"
    "films_known,is_consistent")
SHARES = "nation,sales_at_least,sales_at_most,nation_share_at_least,nation_share_at_most"
RANKING = "rank,is_rank_sure,title,audience_at_least,audience_at_most,sales_at_least,sales_at_most"
MORE = f"{RANKING},open_date,audience_total,days_on_chart,best_rank,period"


def table(
    name: str, films: str, asked: str = "2025-06-01", nation: str = "전체", kind: str = "전체",
    total: bool = True,
) -> str:
    """The table of `2024-05-03`, `2024-05`, `2024` or `2024-05-03..2024-05-20`.

    Its films are `TITLE#OPENED@COUNTRY:ADMISSIONS,SALES/TOTAL`, of which only the title and the admissions
    must be there; sales are ten times the admissions, and those in all ten times the total.
    """
    rows = []
    for word in films.split():
        label, _, figures = word.partition(":")
        label, _, country = label.partition("@")
        title, _, opened = label.partition("#")
        figures, _, whole = figures.partition("/")
        audience, _, sales = figures.partition(",")
        rows.append((int(audience), int(sales or 10 * int(audience)), title.replace("_", " "),
                     f"2024-{opened}" if opened else "", int(whole) if whole else "", country))
    rows.sort(key=lambda row: -row[0])
    ranks = [1 + sum(other[0] > row[0] for other in rows) for row in rows]
    first, _, last = name.partition("..")
    chart, span, heading = {
        4: ("연도별", first, ""),
        7: ("월별", "~".join([first.replace("-", "")] * 2), f"● {first[:4]}년 {first[5:]}월,,,,,,,\n"),
        10: ("기간별" if last else "일별", f"{first}~{last or first}", "")}[len(first)]
    lines = [f"{rank},{title},{opened},{sales},{whole and 10 * whole},{audience},{whole},{country}"
             for rank, (audience, sales, title, opened, whole, country) in zip(ranks, rows)]
    lines += [f"합계,,,{sum(row[1] for row in rows)},,{sum(row[0] for row in rows)},,"] if total else []
    return "\n".join((f"■ {chart} 박스오피스", f"- 조회일: {asked}", "- 출처: 영화진흥위원회 통합전산망 (http://www.kobis.or.kr)",
                      f"▶ 검색조건 [ 조회기간: {span}   영화구분: {kind}   국적: {nation}   지역: 전체 ]",
                      f"{heading}순위,영화명,개봉일,매출액,누적매출액,관객수,누적관객수,대표국적", *lines, ""))


def days(first: str, last: str, films: str, asked: str = "2025-06-01") -> str:
    """The tables of each day."""
    start, end = map(datetime.date.fromisoformat, (first, last))
    return "".join(table(str(start + datetime.timedelta(day)), films, asked)
                   for day in range((end - start).days + 1))


def whole(name: str, *lines: str, in_full: bool = False, **tables: str) -> Case:
    """A case with tables in files; a line begins with the names of some, which take the place of its `@`."""
    steps = []
    for files, _, line in (each.partition(": ") for each in lines):
        paths = " ".join(f"-O path={file}.csv" for file in files.split(","))
        steps.append(step(line.replace("@", f"--source file {paths}"), later=LATER))
    files = {f"{file}.csv": text for file, text in tables.items()}
    return case(f"whole {name}", *steps, files=files, whole=in_full)


def january(*tables: str, asked: tuple[str, ...] = ()) -> str:
    """The tables of the first days of 2024, `-` for none, and of the days around them."""
    dates = (*asked, *("2025-06-01",) * 3)
    return "".join(table(f"2024-01-0{day}", films, date)
                   for day, (films, date) in enumerate(zip(tables, dates), 1) if films != "-") + "".join(
        table(day, "끝:1") for day in ("2023-12-31", "2024-01-04"))


def ranked(name: str, *texts: str, options: str = "") -> Case:
    """A case with a ranking of three days in each of the texts."""
    line = f"ranking @ --from 2024-01-01 --to 2024-01-03 --columns {RANKING} {options}"
    return whole(name, *(f"t{number}: {line}" for number in range(len(texts))),
                 **{f"t{number}": text for number, text in enumerate(texts)})


FEBRUARY = days("2024-02-01", "2024-02-29", "가@한국:5 나:1")
MARCH = "2025-03-01"
MONTHS = [table(f"2024-{month:02}", f"가:10/{month * 10} 나{month}:{month}") for month in range(1, 13)]
PARTNERS = ("가_나#01-01@한국:30 다:31 라:5", "가나@한국:20 라:5 마:15", "가나@한국:1 바:2")
TWO_DOWNLOADS = ("2025-01-01", "2025-02-01", "2025-02-01")

NARROW = re.sub(",(대표국적|한국|미국|)$", "", table("2024-02", "가@한국:7 나@미국:9"), flags=re.M)
UNDATED = table("2024-02", "가@한국:7").replace("개봉일,", "").replace("1,가,", "1,가").replace("합계,", "합계")

CASES = [
    whole("tables that lack what tells films apart", *(f"{files}: {command} @ --from 2024-01-01 "
        f"--to 2024-02-29 --columns {columns}" for files in ("a,narrow", "a,undated")
        for command, columns in (("ranking", RANKING), ("market", "from,films_known"))),
        a=table("2024-01", "가@한국:5 나@미국:6"), narrow=NARROW, undated=UNDATED),
    whole("tables of a day to come", "a: market @", a=table("2024-05", "가:5", "2031-06-01")),
    whole("markets", f"a: market @ --columns {MARKET},fetched_at",
        "a: market @ --from 2023-12-01 --to 2024-06-20",
        a="".join(table(name, ALL) for name in ("2024-05-02", "2024-05", "2023", "2024-06-01..2024-06-20"))),
    whole("markets of nations", *(f"{file}: market @ --nations --columns {SHARES},audience_at_least,"
        "audience_at_most,films_known" for file in "ab"), a=table("2024-05", "가@한국:100 나@미국:50 다:-3 라:7,80"),
        b=table("2024-05", "가@한국:100 나@미국:-3")),
    whole("markets of periods", *(f"{line} --columns {MARKET}" for line in ("d: market @ --by month",
        "d,j: market @ --by month", "d,j: market @ --by year", "s,j: market @ --by month",
        "w: market @ --by week")), d=FEBRUARY, j=table("2024-01", "가@한국:100 다@미국:9"),
        w=days("2024-02-01", "2024-02-06", "가@한국:5 나:1"), s=days("2024-02-04", "2024-02-29", "가@한국:5 나:1")),
    whole("markets that add up differently",
        *(f"d,{file}: market @ --by month --columns {MARKET}" for file in ("older", "newer", "equal")),
        d=days("2024-02-01", "2024-02-29", "가:5", MARCH), older=table("2024-02", "가:146", "2025-01-01"),
        newer=table("2024-02", "가:146", "2025-04-01"), equal=table("2024-02", "가:146", MARCH)),
    whole("markets of two downloads", f"b,c: market @ --columns {MARKET},fetched_at",
        b=table("2024-05", "가:5 나:6/9 다:1", "2024-08-01"),
        c=table("2024-05", "가:5 나:6/10 다:1", "2024-08-01")),
    whole("tables below later ones without a sum", *(f"{files}: {command} @ --columns {columns}"
        for files in ("p,a", "a,p,b") for command, columns in (("market", MARKET),
        ("ranking --month 2024-05", RANKING))), "e,d: daily @ --columns date,rank,title,audience_count",
        "d,e: market @ --columns " + MARKET, a=table("2024-05", "가:5 나:4 쌍:1 쌍:2", "2024-07-01"),
        p=table("2024-05", "가:6 나:4", "2024-08-01", total=False), b=table("2024-05", "가:7 나:4", "2024-09-01"),
        d=table("2024-05-01", "가:5 나:4", "2024-07-01"),
        e=table("2024-05-01", "가:6", "2024-08-01", total=False)),
    whole("tables that are left out",
        *(f"{files}: market @ --columns {MARKET}" for files in ("k,a,p", "k", "p")), a=table("2024-05", ALL),
        k=table("2024-06", ALL, nation="한국"), p=table("2024-07", ALL, total=False)),
    whole("markets of chosen periods", *(f"a: market @ {line} --columns from,to" for line in ("--last 2",
        "--last 5", "--date latest", "--month 2024-05", "--year 2024", "--year 2023", "--date 2024-05-04")),
        "m: market @ --by day",
        a="".join(table(name, "가:1") for name in ("2024-06-01", "2024-05-03", "2024-05", "2024-05-02")),
        m=table("2024-05", "가:1")),
    whole("markets and the year before", *(f"{line} --compare year --columns from,to,"
        "sales_change_rate_at_least,sales_change_rate_at_most" for line in ("m: market @ --by month",
        "m,d: market @ --by week --from 2025-02-24 --to 2025-03-02")),
        m="".join(table(name, f"가:{10 if name[:4] == '2023' else 11}") for name in ("2023-05", "2024-05",
        "2024-06", "2024-02-29", "2024-02-28", "2024-03-01")), d=days("2025-02-24", "2025-03-02", "가:22")
        + table("2024-02-24..2024-02-27", "가:11") + table("2024-03-02", "가:11")),
    whole("rankings", f"a: ranking @ --year 2024 --columns {MORE},fetched_at",
        a=table("2024", "가#01-02@한국:100/1000 나@미국:50 라:50 마:0 바:-3 바:-4")),
    ranked("rankings of days", january("가:10/500 나:5/5 다:7/7", "가:10/9 나:5/90", "나:6/96 가:-1/8 다:2/9"),
        january("나:5 가#03-01:5 가#02-01:5 라:9", "다:1", "다:0"), january("가:9 나:5 나:4 라:20", "나:3 마:12", "라:1")),
    ranked("rankings without a day", *(january(*each) for each in (("가:10/30", "-", "가:5/42"),
        ("가:10/30", "-", "가:5/33"), ("-", "가:10/8", "가:5/1"), ("가:10/30", "가:5/35", "-"),
        ("-", "가:10", "가:5/33")))),
    ranked("rankings of films that may be one", january(*PARTNERS, asked=TWO_DOWNLOADS),
        january("가@한국:30 다:29 라:5", "가@미국:20 마:25", "바:2", asked=TWO_DOWNLOADS)),
    whole("rankings of nations", *(f"{line} --year 2024 --columns {RANKING}"
        for line in ("a: ranking @ --nation korean", "a,k: ranking @ --nation korean", "a,k: ranking @",
        "a,art: ranking @ --nation foreign --kind art")),
        a=table("2024", "가@한국:100 나@미국:60 다@한국:50 라@한국:50 마:60 바@한국:70 사:1"),
        k=table("2024", "가:100 바:71", nation="한국"), art=table("2024", "가@한국:1 나@미국:2", kind="다양성영화")),
    ranked("rankings of a nation's days", january("가@한국:9 나@미국:20", "다@한국:8 나@미국:9", "다@한국:8"),
        options="--nation korean"),
    whole("rankings of months", *(f"{line} --columns {RANKING},period,audience_total,days_on_chart"
        for line in ("y: ranking @", "y: ranking @ --date 2024-05-05")), y="".join(MONTHS)),
    whole("tables in documents", *(f"a: {command} @ {line}" for command in ("market --nations",
        "ranking --year 2024") for line in ("", "--format markdown", "-o x.html", "-o x.svg", "-o x.xlsx",
        "--format singer", "-o x.sqlite")), "a: ranking --year 2024 --top 2 @",
        "a: market --columns period,currency,fetched_at,source --month 2024-02 @", in_full=True,
        a="".join(table(f"2024-0{month}", f"가@한국:{500_000 * month},{5_000_000_000 * month} "
        f"나|다@미국:{500_000 * month - 200_000} 라:{500_000 * month - 400_000}") for month in (1, 2, 3))),
    whole("that may still be corrected", "a: market @ --format text", "a: ranking @ --format text --lang ko",
        "a,b: market @ --by month --format html -O chart=none", "b: market @ --format text",
        a=table("2024-05", ALL, asked="2024-06-01"), b=table("2024-04", ALL, asked="2024-05-03"),
        in_full=True),
]
