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
    """A table of two sources: each row is a source, its currency, a day of June, a film, its title, an amount and a buzz."""
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
    return case(f"databases {name}", *(f"--source file -O path={number}.csv {options} -o a.db" for number in range(1, len(files) + 1)),
                files={f"{number}.csv": text for number, text in enumerate(files, 1)})


STATE = "--format singer --state state.json"
SAMPLE = "--source sample --top 1 --format singer"


def state(day: str, more: str = "") -> str:
    """A state of the sample's daily charts that ends with the day."""
    return ('{"bookmarks": {"charts": {"partitions": [{"context": {"source": "sample", "chart": "daily", '
            '"region": "all", "nation": "all", "kind": "all"}, "replication_key": "to", '
            f'"replication_key_value": "{day}"{more}}}]}}}}}}\n')

CASES = [
    case("sqlite a day", "--source sample --top 3 -o films.sqlite"),
    *(case(f"sqlite with {line}", f"--source sample --top 2 {line} -o films.sqlite")
         for line in ("--columns rank,title,release_day", "--header ko")),
    case("sqlite on standard output", "--source sample --top 2 --format sqlite"),
    case("sqlite with other endings", "--source sample --top 2 -o films.db",
         *each("--source sample -o films.{}", "sqlite3", "duckdb")),
    *(case(f"sqlite of {line}", f"{line} -o films.sqlite") for line in ("movies --title 범죄",
        "movie 20204548 20190217", "people --name 송강호", "company 20100001", "codes regions",
        "trend 20204548 20206061 --from 2022-06-01 --to +2d",
        "trend 20204548 20206061 --from 2022-06-01 --to +2d --pivot audience_count",
        "--date 2022-06-05 --with details --top 3")),
    case("sqlite more days", f"{SUNDAY} -o films.sqlite",
         "--source sample --date 2022-06-04 --top 2 -o films.sqlite",
         "weekend --date 2012-01-01 --top 2 -o films.sqlite", "movies --title 범죄 -o films.sqlite",
         "--source sample --date 2022-06-05 --top 4 -O replace=true -o films.sqlite"),
    case("sqlite fewer rows", "--source sample --date 2022-06-05 -o films.sqlite",
         f"{SUNDAY} -o films.sqlite"),
    case("sqlite regions", "--date 2022-06-05 --region 서울,부산 --nation korean --top 2 -o films.sqlite",
         "--date 2022-06-05 --kind art --top 2 -o films.sqlite"),
    case("sqlite missing", "--from 2022-04-16 --to 2022-04-17 --keep-going --jobs 1 --top 2 -o films.sqlite",
         "--from 2022-04-26 --to 2022-04-28 --keep-going --jobs 1 --top 2 -o films.sqlite",
         service="troubled"),
    *(case(f"sqlite {name}", f"{SUNDAY} -o films.sqlite", files={"films.sqlite": content}) for name, content in (
        ("no database", "date,rank\n"), ("an empty file", ""),
        ("half a database", b"SQLite format 3\0" + bytes(84)))),
    case("sqlite a file a day",
         "--source sample --from 2022-06-04 --to 2022-06-05 --top 2 -o '{date}.sqlite'",
         f"{SUNDAY} --dry-run -o films.sqlite"),
    case("sqlite details later", "--date 2022-06-05 --top 2 -o films.sqlite",
         "--date 2022-06-05 --top 2 --with details -o films.sqlite",
         step("--date 2022-06-05 --top 2 -o films.sqlite", later=86400)),
    case("databases that nothing would replace", "--source sample --top 2 -o a.db", *(f"movies --title zzznosuch -o a.db -O replace=true{more}" for more in ("", " --allow-empty"))),
    case("databases with views of others", *["--source sample --top 2 -o a.db -O replace=true"] * 2, files={
        "a.db": made_by("CREATE TABLE their(a); CREATE VIEW film_runs AS SELECT a FROM their; CREATE VIEW film_rankings AS SELECT 1 x")}),
    databases("with decimals of their own", chart("1 A 1 9 2", more=",decimals")),
    databases("of periods that come again", chart("1 A 1", "1 B 2", "2 A 1"), chart("1 K 1 9 korean", more=",nation"),
              chart("1 A 7").replace("count\n", "count,source\n").replace("100", "100,other"), chart("1 C 1", "1 A 2"), chart("1 C 1", "1 A 2")),
    databases("with further columns", chart("1 A 1", "1 B 2"), chart("2 A 1 9 5 드라마", "2 B 2 9 6", more=",buzz,genres").replace(",6\n", ",6,\n"),
              chart("2 A 2", "2 C 1")),
    databases("of films that change", "\n".join((
        f"{HEAD},open_date", "2022-06-01,A,old,1,9,2022-05-01", "2022-06-01,B,b,2,9,", "2022-06-02,A,old,1,9,", "2022-06-02,B,c,2,9,",
        "2022-06-03,A,new,1,9,2022-05-02", "")), chart("4 B 1")),
    databases("with details of a film", "\n".join((
        f"{HEAD},open_date,genres,running_minutes", "2022-06-01,A,a,1,9,2022-05-01,드라마,97", "2022-06-02,A,a,1,9,2022-05-01,,", ""))),
    databases("of two sources", joined("a/KRW/KR/1/1/x/10/", "a/KRW/KR/2/1/x/20/", "c/KWD/KW/2/1/z/0.005/"),
              joined("a/KRW/KR/2/2/x/30/", "b/USD/US/2/1/y/-0.05/7", "b/USD/US/2/9/y/1234.50/"), joined("b/USD/US/2/1/y/0.07/8"),
              joined("a/KRW/KR/2/1/x/40/", "b/USD/US/2/1/y/0.09/8", "b/USD/US/3/1/y/0.10/9", "b/USD/US/4/1/new/0.10/9"), options=""),
    databases("of won alone, then of dollars", joined("a/KRW/KR/1/1/x/10/"), joined("a/KRW/KR/1/1/x/10/", "b/USD/US/1/1/y/0.10/"),
              joined("a/KRW/KR/1/1/x/10/"), options=""),
    case("databases of runs in two currencies", *(
        f"trend 1 --source file -O path={name}.csv -O file.source={name} --from 2022-06-01 --to 2022-06-01 -o a.db" for name in "ab"),
         files={"a.csv": run("1", "KRW", "12345"), "b.csv": run("1", "USD", "123.45")}),
    *(case(f"databases of another program: {statements}", *(
        f"--source sample --top 1 {option} -o a.db" for option in ("", "-O replace=true")), files={"a.db": made_by(statements)})
      for statements in ("CREATE TABLE charts (a)", "CREATE TABLE box_office (a)", "CREATE TABLE charts_by_film (a)",
                         "CREATE TABLE x (a); PRAGMA user_version = 7", "CREATE TABLE x (a); PRAGMA user_version = 2")),
    case("singer of charts", *each("{} --format singer", "--source sample --top 2",
        "--source sample --from 2022-06-04 --to 2022-06-05 --top 1",
        "--source sample --top 1 --columns rank,title", "--date 2022-06-05 --region 서울,부산 --top 1",
        "--date 2022-06-05 --top 1 --with details", "weekend --date 2012-01-01 --top 1"),
         "--source sample --from 2022-06-04 --to 2022-06-05 --top 1 --format singer -o '{date}.singer'"),
    case("singer of other datasets", *each("{} --format singer", "trend 20204548 --from 2022-06-01 --to +1d",
        "movies --title 범죄", "people --name 송강호", "codes regions",
        "trend 20204548 --from 2022-06-01 --to +1d --pivot rank")),
    case("singer without a state", "--source sample --state state.json",
         *each("{} --format singer --state state.json", "--source sample", "movies --title 범죄")),
    case("singer an empty state", f"--from 2022-06-01 --top 1 {STATE}", files={"state.json": ""}),
    case("singer a state in lines",
         f"--from 2022-06-01 --top 1 {STATE} -o one.singer",
         step("--from 2022-06-01 --top 1 --format singer --state one.singer -o two.singer", later=DAY),
         step("--from 2022-06-01 --top 2 --format singer --state two.singer", later=2 * DAY),
         step("--from 2022-06-01 --top 1 --refresh --format singer --state two.singer", later=2 * DAY),
         files={"state.json": ""}, whole=True),
    case("singer a missing day",
         f"--from 2022-04-25 --to 2022-04-29 --keep-going --jobs 1 --top 1 {STATE}",
         service="troubled", files={"state.json": ""}),
    case("singer damaged corrections", f"--date 2022-06-01 --top 1 {STATE}",
         "--date 2022-06-01 --top 1 --format singer --lang ko -o x.singer", "cache clear", "cache clear",
         files={"state.json": "", "home/.cache/bo-export/archive/corrections": "damaged\n"}),
    case("singer a state with corrections", f"--date 2022-06-01 --top 1 {STATE}",
         f"--date 2022-06-01 --top 1 {STATE} --lang ko",
         files={"state.json": '{"bookmarks": {"charts": {"partitions": [{"context": {"source": "kobis-json", "chart":'
                ' "daily", "region": "all", "nation": "all", "kind": "all"}, "replication_key": "to",'
                ' "replication_key_value": "2022-05-31", "top": 1, "corrections": -1}]}}}\n'}),
    case("singer a dry run", f"--from 2022-06-01 --top 1 --dry-run {STATE}",
         files={"state.json": ""}),
    case("singer from run to run", f"--from 2022-05-30 --to 2022-06-01 {SAMPLE} --state none -o one.singer",
         *each(f"{SAMPLE} --state", "one.singer -o two.singer", "two.singer", "two.singer -q", "other -v",
        "other -q"), step(f"{SAMPLE} --state /dev/stdin", stdin=state("2022-06-04")),
         files={"none": "", "other": state("2022-06-04").replace("sample", "elsewhere")}),
    case("singer a range after a state",
         *each("{} --top 1 --format singer --state s", "--date 2022-06-04", "--from -0d"),
         "--from -0d --format singer --state none",
         files={"s": state("2022-06-01", ', "top": 1').replace("sample", "kobis-json"), "none": ""}),
    case("singer what is not final", "--last 6 --top 1 --format singer -o one.singer",
         "--top 1 --format singer --state one.singer"),
    case("singer a state with fewer rows", "--source sample --format singer --state s",
         *each(f"{SAMPLE} --state s {{}} --to 2022-06-01", "--from 2022-05-31", ""),
         files={"s": state("2022-05-30", ', "top": 1')}),
    case("singer a state that cannot be", *each("--source sample --state", "folder --format singer",
        "long --format singer", "text --format csv", "empty --format singer -o empty",
        "empty --format singer --report empty", "empty --format singer --from 2022-06-01 -o '{date}.singer'"),
         files={"folder/": "", "long": "a" * (5 << 20), "text": "hello", "empty": ""}),
    case("singer a day that fails", "--from 2018-01-02 --to 2018-01-04 --nation foreign --top 1 --keep-going "
         "--format singer", service="troubled"),
]
