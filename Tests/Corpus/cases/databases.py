"""Databases, and messages for warehouses, with and without a state."""

import sqlite3

from case import DAY, case, each, step

SUNDAY = "--source sample --date 2022-06-05 --top 3"
WON = "-O source=test -O currency=KRW"
HEAD = "date,movie_code,title,rank,audience_count"


def chart(*rows: str, more: str = "") -> str:
    """A table: each row is a day of June, a film, its rank and its admissions, and further cells."""
    lines = (",".join((f"2022-06-0{day}", film, f"film {film}", rank, *(others or ("100",))))
             for day, film, rank, *others in (row.split() for row in rows))
    return "\n".join((HEAD + more, *lines, ""))


def joined(*rows: str) -> str:
    """A table of two sources: a row is source, currency, country, day, film, title, sales and buzz."""
    lines = (f"{source},{currency},{country},2022-06-0{day},{film},{title},1,{sales},{buzz}"
             for source, currency, country, day, film, title, sales, buzz in (row.split("/") for row in rows))
    return "\n".join(("source,currency,country,date,movie_code,title,rank,sales_amount,buzz", *lines, ""))


def run(day: str, currency: str, amount: str) -> str:
    """The table of a film's day."""
    return f"date,rank,title,movie_code,sales_amount,currency\n2022-06-0{day},1,x,1,{amount},{currency}\n"


def made_by(statements: str) -> bytes:
    """The database that these statements make."""
    database = sqlite3.connect(":memory:")
    database.executescript(statements)
    return database.serialize()


def databases(name: str, *files: str, options: str = WON):
    """A case that adds the files to one database."""
    numbered = {f"{number}.csv": text for number, text in enumerate(files, 1)}
    return case(f"databases {name}", *each(f"--source file -O path={{}} {options} -o a.db", *numbered),
                files=numbered)


STATE = "--format singer --state state.json"
SAMPLE = "--source sample --top 1 --format singer"


def state(day: str, more: str = "") -> str:
    """A state of the sample's daily charts that ends with the day."""
    return ('{"bookmarks": {"charts": {"partitions": [{"context": {"source": "sample", "chart": "daily", '
            '"region": "all", "nation": "all", "kind": "all"}, "replication_key": "to", '
            f'"replication_key_value": "{day}"{more}}}]}}}}}}\n')

CASES = [
    case("sqlite a day", "--source sample --top 3 -o films.sqlite", "--source sample --top 2 --format sqlite",
        *each("--source sample -o films.{}", "sqlite3", "duckdb")),
    *(case(f"sqlite of {line}", f"{line} -o films.sqlite") for line in ("movies --title 범죄",
        "movie 20204548 20190217", "people --name 송강호", "company 20100001",
        "trend 20204548 20206061 --from 2022-06-01 --to +2d --pivot audience_count")),
    case("sqlite fewer rows", "--source sample --date 2022-06-05 -o films.sqlite",
        f"{SUNDAY} -o films.sqlite"),
    case("sqlite regions", "--date 2022-06-05 --region 서울,부산 --nation korean --top 2 -o films.sqlite",
        "--date 2022-06-05 --kind art --top 2 -o films.sqlite"),
    case("sqlite missing", "--from 2022-04-16 --to 2022-04-17 --keep-going --jobs 1 --top 2 -o films.sqlite",
        service="troubled"),
    case("sqlite an empty file, and one of a byte", *(f"{SUNDAY} -o {name}.sqlite" for name in ("films", "x")),
        files={"films.sqlite": "", "x.sqlite": "x"}),
    case("databases that nothing would replace", "--source sample --top 2 -o a.db",
        "movies --title zzznosuch -o a.db -O replace=true"),
    case("databases with views of others", *["--source sample --top 2 -o a.db -O replace=true"] * 2,
        files={"a.db": made_by("CREATE TABLE their(a); CREATE VIEW film_runs AS SELECT a FROM their; CREATE "
        "VIEW film_rankings AS SELECT 1 x")}),
    databases("with decimals of their own", chart("1 A 1 9 2", more=",decimals")),
    databases("with further columns", chart("1 A 1", "1 B 2"),
        chart("2 A 1 9 5 드라마", "2 B 2 9 6", more=",buzz,genres").replace(",6\n", ",6,\n"),
        chart("2 A 2", "2 C 1")),
    databases("of films that change", "\n".join((f"{HEAD},open_date", "2022-06-01,A,old,1,9,2022-05-01",
        "2022-06-01,B,b,2,9,", "2022-06-02,A,old,1,9,", "2022-06-02,B,c,2,9,",
        "2022-06-03,A,new,1,9,2022-05-02", ""))),
    databases("of two sources", joined("a/KRW/KR/1/1/x/10/", "a/KRW/KR/2/1/x/20/", "c/KWD/KW/2/1/z/0.005/"),
        joined("a/KRW/KR/2/2/x/30/", "b/USD/US/2/1/y/-0.05/7", "b/USD/US/2/9/y/1234.50/"),
        joined("b/USD/US/2/1/y/0.07/8"), joined("a/KRW/KR/2/1/x/40/", "b/USD/US/2/1/y/0.09/8",
        "b/USD/US/3/1/y/0.10/9", "b/USD/US/4/1/new/0.10/9"), options=""),
    case("databases of runs in two currencies", *(f"trend 1 --source file -O path={name}.csv -O "
        f"file.source={name} --from 2022-06-01 --to 2022-06-01 -o a.db" for name in "ab"),
        files={"a.csv": run("1", "KRW", "12345"), "b.csv": run("1", "USD", "123.45")}),
    *(case(f"databases of another program: {statements}", "--source sample --top 1 -o a.db",
        files={"a.db": made_by(statements)}) for statements in ("CREATE TABLE charts (a)",
        "CREATE TABLE box_office (a)", "CREATE TABLE charts_by_film (a)",
        "CREATE TABLE x (a); PRAGMA user_version = 2")),
    case("singer of other datasets", *each("{} --format singer", "people --name 송강호", "codes regions",
        "trend 20204548 --from 2022-06-01 --to +1d --pivot rank"), "--source sample --state state.json",
        *each("{} --format singer --state state.json", "--source sample", "movies --title 범죄")),
    case("singer an empty state", f"--from 2022-06-01 --top 1 {STATE}", files={"state.json": ""}),
    case("singer a state in lines", f"--from 2022-06-01 --top 1 {STATE} -o one.singer",
        step("--from 2022-06-01 --top 1 --format singer --state one.singer -o two.singer", later=DAY),
        step("--from 2022-06-01 --top 2 --format singer --state two.singer", later=2 * DAY),
        step("--from 2022-06-01 --top 1 --refresh --format singer --state two.singer", later=2 * DAY),
        files={"state.json": ""}, whole=True),
    case("singer damaged corrections", f"--date 2022-06-01 --top 1 {STATE}",
        "--date 2022-06-01 --top 1 --format singer --lang ko -o x.singer", "cache clear", "cache clear",
        files={"state.json": "", "home/.cache/bo-export/archive/corrections": "damaged\n"}),
    case("singer a state with corrections", *each(f"--date 2022-06-01 --top 1 {STATE}", "", "--lang ko"),
        files={"state.json": '{"bookmarks": {"charts": {"partitions": [{"context": {"source": "kobis-json", '
        '"chart": "daily", "region": "all", "nation": "all", "kind": "all"}, "replication_key": "to", '
        '"replication_key_value": "2022-05-31", "top": 1, "corrections": -1}]}}}\n'}),
    case("singer from run to run", f"--from 2022-05-30 --to 2022-06-01 {SAMPLE} --state none -o one.singer",
        *each(f"{SAMPLE} --state", "one.singer -o two.singer", "two.singer", "other -v"),
        step(f"{SAMPLE} --state /dev/stdin", stdin=state("2022-06-04")),
        files={"none": "", "other": state("2022-06-04").replace("sample", "elsewhere")}),
    case("singer a range after a state",
        *each("{} --top 1 --format singer --state s", "--date 2022-06-04", "--from -0d"),
        files={"s": state("2022-06-01", ', "top": 1').replace("sample", "kobis-json")}),
    case("singer a state that cannot be", *each("--source sample --state", "folder --format singer",
        "long --format singer", "text --format csv", "empty --format singer -o empty",
        "empty --format singer --report empty", "empty --format singer --from 2022-06-01 -o '{date}.singer'"),
        files={"folder/": "", "long": "a" * (5 << 20), "text": "hello", "empty": ""}),
]
