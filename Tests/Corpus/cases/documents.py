"""Documents of chosen charts: films whose figures, titles and pictures are hard to show."""

from collections.abc import Mapping

from case import Case, case, step

CHART = "date,rank,title,movie_code,"
DAY = "2022-06-05,"
LONG = "길고 긴" * 100
POSTERS = (f"{CHART}poster_url,poster_thumbnail_url,source\n" + "".join(f"{DAY}{film},kobis-json\n" for film in (
    '1,"a]b|c",20183782,https://x.kr/a(b).jpg?x=1&y=|,https://x.kr/t.jpg', "2,a,1,https://x.kr/a.jpg,", "3,b,2,javascript:alert(1),")))
STATE = '{{"context":{{"source":"test","chart":"daily","region":"all","nation":"all","kind":"all"{}}},"replication_key":"to","replication_key_value":"{}"{}}}'


def state(more: str = "", context: str = "", day: str = "2022-06-05") -> str:
    """A state of a daily chart with further fields."""
    return f'{{"bookmarks":{{"charts":{{"partitions":[{STATE.format(context, day, more)}]}}}}}}'


def of(name: str, files: Mapping[str, str], *lines: str) -> Case:
    """A case in which each line names a file before its options; it is recorded in full."""
    return case(f"documents {name}", *(f"--source file -O path={line}" for line in lines), files=files, whole=True)


def korean(*rows: str) -> str:
    """A chart of Korean films: rank, title, admissions, accumulated admissions and whether the film is new."""
    return "date,rank,title,audience_count,audience_total,is_new,nation\n" + "".join(f"{DAY}{row},korean\n" for row in rows)


def sales(*rows: str) -> str:
    """A chart of two sources: source, currency, day of June, film, amount."""
    return "source,currency,date,rank,movie_code,title,sales_amount\n" + "".join(
        f"{source},{currency},2022-06-0{day},{rank},{film},{film},{amount.removesuffix('-')}\n"
        for rank, (source, currency, day, film, amount) in enumerate((row.split() for row in rows), 1))


CASES = [
    of("with links and pictures", {"a.csv": POSTERS}, *(
        f"a.csv --format markdown --columns title,poster_url {line}" for line in (
            "-O title-link=true -O pad=false", "-O title-link=true", "-O layout=grid -O cards=2"))),
    of("with averages", {"a.csv": f"{CHART}audience_per_show\n" + "".join(
        f"{DAY}{row}\n" for row in ("1,a,1,1234567.8", "2,b,2,-0.4", "3,c,3,"))}, *(
            f"a.csv --columns title,audience_per_show {line}" for line in (
                "", "-O csv.delimiter=.", "--format jsonl", "--format markdown --header en", "--format markdown --header none"))),
    of("in sentences", {
        "unknown.csv": korean("1,괴물,,,", "2,영화,7,,", "3,F1,,,"), "total.csv": korean("1,기생충,,12345,"), "third.csv": korean(",괴물,5,,", "3,F1,4,,"),
        "none.csv": korean(",괴물,5,,"), "new.csv": korean(*(f"{rank},영화 {rank},1,,true" for rank in range(1, 8))), "one.csv": korean("1,영화 1,1,,true"),
        "long.csv": korean(*(f"{rank},{LONG} {rank},12345678,123456789,true" for rank in range(1, 10)))},
       *(f"{name}.csv --format text -O films={films} --lang {language}" for name, films in (
           ("unknown", 3), ("total", 3), ("third", 3), ("none", 3), ("new", 1), ("one", 1), ("long", 1), ("long", 3), ("long", 5))
         for language in ("ko", "en"))),
    case("documents in sentences without films", *(f"--date 2022-06-05 --region 서울 --allow-empty {line}" for line in (
        "--format text --lang ko", "--format text --lang en", "--format markdown --header en", "--format markdown")), service="all empty"),
    case("documents with all filters in the heading", *(
        f"weekly --date 2022-W22 --region 서울 --nation korean --kind art --top 1 --columns title --format markdown {line}" for line in ("", "--header en"))),
    of("of two sources", {"a.csv": sales("a KRW 5 x 1234567", "b USD 5 y 1234567.50", "b USD 5 z 1.5"), "b.csv": sales("b USD 5 y 1234.5"),
                          "c.csv": sales("b USD 5 y 1234.5", "c USD 5 x 1.00")},
       *(f"{name}.csv {line}" for name in "abc" for line in (
           "--format markdown -O pad=false", "--format markdown --header en", "--format text --lang ko", "--format markdown --columns title,rank"))),
    case("documents of two sources of which one lacks days", *(
        step(line, later=637 * 24 * 3600 if line.startswith("weekend") else 0) for line in (
            *(f"--source kobis-json,abroad --plugin-dir plugins --date 2022-06-07 --top 1 --keep-going --format text --lang {language}" for language in ("ko", "en")),
            "weekend --source kobis-json,cinemart --plugin-dir plugins --date 2024-01-26 --top 1 --header en --format markdown",
            "trend y --source file -O path=b.csv --from 2022-06-05 --to 2022-06-05 --format markdown -O pad=false --columns sales_total,sales_amount")),
         files={"b.csv": sales("b USD 5 y 1234.5")}, plugins=True, whole=True),
    of("of two sources as messages", {"none": "", "1.csv": sales("a KRW 1 x 10", "b USD 1 y 0.05", "b USD 1 z 0.07"), "2.csv": sales("a KRW 1 x 10", "b USD 1 x -0.05", "b USD 1 z -"),
                                      "3.csv": f"{CHART}is_removed\n{DAY}1,x,1,yes\n", "4.csv": f'{CHART}genres\n{DAY}1,"가 ""b""",1,액션|x\n', "5.csv": sales("b USD 1 x 1.00")},
       "1.csv --format singer --state none -o one", "2.csv --format singer --state one", "3.csv -O file.source=a --format singer",
       "4.csv -O file.source=a --format singer", "5.csv --format singer --columns rank", "5.csv --format singer --columns source,currency,sales_amount"),
    case("documents after a state that is wrong", *(step("--source sample --format singer --state s", before={"s": text}) for text in (
        "x", "[]", "1", '{"type":"STATE"}', '{"x":1}', '{"bookmarks":1}', '{"bookmarks":{"users":{}}}', '{"bookmarks":{"charts":{"to":"2022-06-05"}}}',
        '{"bookmarks":{"charts":{"partitions":[{}]}}}', '{"bookmarks":', "\0", '{"type":"STATE","value":{"bookm', state(',"provisionaL":[]'),
        state(',"tpp":5'), state(',"provisional":[{"to":"2022-06-06","movie_code":[]}]'), state(context=',"regoin":"all"'), state(',"top":null,"deep":1'),
        '{"bookmarks":{"market":{"partitions":[]}}}', state(',"provisional":[]').replace('"source":"test",', ""), state(day="2022-06-31"),
        state(day="2022-06-01T00:00:00Z"), *(state(day=day).replace("daily", chart) for chart, day in (
            ("weekly", "2022-06-04"), ("weekend", ""), ("monthly", "2022-06-05")))))),
]
