"""Documents of chosen charts, whose figures, titles and pictures are hard to show; and sentences."""

from collections.abc import Mapping

from case import Case, case, each, step

CHART = "date,rank,title,movie_code,"
SUNDAY = "2022-06-05,"
LONG = "길고 긴" * 100
POSTERS = (f"{CHART}poster_url,poster_thumbnail_url,source\n" + "".join(f"{SUNDAY}{film},kobis-json\n"
    for film in ('1,"a]b|c",20183782,https://x.kr/a(b).jpg?x=1&y=|,https://x.kr/t.jpg',
    "2,a,1,https://x.kr/a.jpg,", "3,b,2,javascript:alert(1),")))
STATE = ('{{"context":{{"source":"test","chart":"daily","region":"all","nation":"all",'
    '"kind":"all"{}}},"replication_key":"to","replication_key_value":"{}"{}}}')


def state(more: str = "", context: str = "", day: str = "2022-06-05") -> str:
    """A state of a daily chart with further fields."""
    return f'{{"bookmarks":{{"charts":{{"partitions":[{STATE.format(context, day, more)}]}}}}}}'


def of(name: str, files: Mapping[str, str], *lines: str) -> Case:
    """A case in which each line names a file before its options; it is recorded in full."""
    return case(f"documents {name}", *each("--source file -O path={}", *lines), files=files, whole=True)


def korean(*rows: str) -> str:
    """A chart of Korean films: rank, title, admissions, accumulated admissions, whether the film is new."""
    head = "date,rank,title,audience_count,audience_total,is_new,nation\n"
    return head + "".join(f"{SUNDAY}{row},korean\n" for row in rows)


def sales(*rows: str) -> str:
    """A chart of two sources: source, currency, day of June, film, amount."""
    return "source,currency,date,rank,movie_code,title,sales_amount\n" + "".join(
        f"{source},{currency},2022-06-0{day},{rank},{film},{film},{amount.removesuffix('-')}\n"
        for rank, (source, currency, day, film, amount) in enumerate((row.split() for row in rows), 1))


WEEK = "--from 2018-01-01 --to 2018-01-07"
"""A week of the register whose charts of nations the stand-in service has."""


def both(*lines: str) -> list[str]:
    """The sentences of each command line in both languages."""
    return [f"{line} --format text --lang {language}" for line in lines for language in ("ko", "en")]


CASES = [
    of("with links and pictures", {"a.csv": POSTERS}, *("a.csv --format markdown --columns title,poster_url "
        f"{line}" for line in ("-O title-link=true", "-O layout=grid -O cards=2"))),
    of("with averages", {"a.csv": f"{CHART}audience_per_show\n" + "".join(f"{SUNDAY}{row}\n"
        for row in ("1,a,1,1234567.8", "2,b,2,-0.4", "3,c,3,"))}, *("a.csv --columns "
        f"title,audience_per_show {line}" for line in ("-O csv.delimiter=.",
        "--format markdown --header en"))),
    of("in sentences", {"unknown.csv": korean("1,괴물,,,", "2,영화,7,,", "3,F1,,,"),
        "total.csv": korean("1,기생충,,12345,"),
        "new.csv": korean(*(f"{rank},영화 {rank},1,,true" for rank in range(1, 8))),
        "long.csv": korean(*(f"{rank},{LONG} {rank},12345678,123456789,true" for rank in range(1, 10)))},
        *(f"{name}.csv --format text -O films={films} --lang {language}" for name, films in (("unknown", 3),
        ("total", 3), ("new", 1), ("long", 5)) for language in ("ko", "en"))),
    case("documents in sentences without films", *(f"--date 2022-06-05 --region 서울 --allow-empty {line}"
        for line in ("--format text --lang ko", "--format text --lang en", "--format markdown --header en",
        "--format markdown")), service="all empty"),
    case("documents with all filters in the heading", "weekly --date 2022-W22 --region 서울 --nation korean "
        "--kind art --top 1 --columns title --format markdown --header en"),
    of("of two sources", {"a.csv": sales("a KRW 5 x 1234567", "b USD 5 y 1234567.50", "b USD 5 z 1.5"),
        "b.csv": sales("b USD 5 y 1234.5"), "c.csv": sales("b USD 5 y 1234.5", "c USD 5 x 1.00")},
        *(f"{name}.csv {line}" for name in "abc" for line in ("--format markdown --header en",
        "--format text --lang ko"))),
    case("documents of two sources of which one lacks days", *(step(line,
        later=637 * 24 * 3600 if line.startswith("weekend") else 0)
        for line in (*("--source kobis-json,abroad --plugin-dir plugins --date 2022-06-07 --top 1 "
        f"--keep-going --format text --lang {language}" for language in ("ko", "en")),
        "weekend --source kobis-json,cinemart --plugin-dir plugins --date 2024-01-26 --top 1 --header en "
        "--format markdown", "trend y --source file -O path=b.csv --from 2022-06-05 --to 2022-06-05 --format "
        "markdown -O pad=false --columns sales_total,sales_amount")),
        files={"b.csv": sales("b USD 5 y 1234.5")}, whole=True),
    of("of two sources as messages", {"none": "",
        "1.csv": sales("a KRW 1 x 10", "b USD 1 y 0.05", "b USD 1 z 0.07"),
        "2.csv": sales("a KRW 1 x 10", "b USD 1 x -0.05", "b USD 1 z -"),
        "3.csv": f"{CHART}is_removed\n{SUNDAY}1,x,1,yes\n",
        "4.csv": f'{CHART}genres\n{SUNDAY}1,"가 ""b""",1,액션|x\n'}, "1.csv --format singer --state none -o one",
        "2.csv --format singer --state one", "3.csv -O file.source=a --format singer",
        "4.csv -O file.source=a --format singer"),
    case("documents after a state that is wrong", *(step("--source sample --format singer --state s",
        before={"s": text}) for text in ("x", "[]", "1", '{"type":"STATE"}', '{"x":1}', '{"bookmarks":1}',
        '{"bookmarks":{"users":{}}}', '{"bookmarks":{"charts":{"to":"2022-06-05"}}}',
        '{"bookmarks":{"charts":{"partitions":[{}]}}}', '{"bookmarks":', "\0",
        '{"type":"STATE","value":{"bookm', state(',"provisionaL":[]'), state(',"tpp":5'),
        state(',"provisional":[{"to":"2022-06-06","movie_code":[]}]'), state(context=',"regoin":"all"'),
        state(',"top":null,"deep":1'), '{"bookmarks":{"market":{"partitions":[]}}}',
        state(',"provisional":[]').replace('"source":"test",', ""), state(day="2022-06-31"),
        state(day="2022-06-01T00:00:00Z"), *(state(day=day).replace("daily", chart)
        for chart, day in (("weekly", "2022-06-04"), ("weekend", ""), ("monthly", "2022-06-05")))))),
    case("text of charts, markets, rankings and runs",
        *both(f"{WEEK} --deep --top 12", "weekly --date 2022-W22", "weekend --last 2"),
        *both(f"market {WEEK} --nations", f"market {WEEK} --by year --compare year --keep-going"),
        *both(f"ranking {WEEK}", f"ranking {WEEK} --nation korean --top 2"),
        *both("trend 20204548 20206061 --from 2022-05-30 --to 2022-06-05", "trend 20206061 --by film",
        "trend 20206061 --by week --days 14"), whole=True),
    case("text of what is missing",
        *both("trend 20204548 --from 20220426 --to 20220429 --keep-going --jobs 1"), service="troubled",
        whole=True),
    case("text of tables that people sorted", *both("--source file -O path=t.csv"),
        "--source file -O path=r.csv -o r.svg", "--source file -O path=bars.csv -o bars.svg",
        files={"bars.csv": "date,rank,title,audience_count\n" + "".join("2022-06-01,"
        f"{rank},{title},{2000 - rank}\n" for rank, title in [*((n, f"영화 {n}") for n in range(2, 21)),
        (21, "가"), (1, "가")]), "t.csv": "date,rank,title,is_new,audience_count\n2022-06-01,4,라,true,700\n"
        "2022-06-01,1,나,true,1000\n"
        "2022-06-01,3,다,false,900\n2022-06-01,1,가,false,1000\n",
        "r.csv": "date,rank,title,open_date,audience_count\n" + "".join(f"2022-06-0{row}\n"
        for row in ("1,1,리턴,2007-08-08,1000", "1,2,리턴,2022-05-01,900", "2,1,리턴,2022-05-01,950",
        "2,2,리턴,2007-08-08,940"))}, whole=True),
    case("text in files", "--source sample --format text -o day.text"),
    case("text that cannot be",
        *both("movies --title 범죄", "codes regions", "movie 20204548", "market --last 7 --compare year"),
        "people --name 마동석 --format text",
        *each("--source sample --format text -O", "films=0", "films=6", "title=x"),
        "--format text --update -o x.txt", "--source sample --format text --columns rank",
        "--source towns --plugin-dir plugins --format text", "--format txt"),
]
