"""Databases that already have rows, with charts of chosen films."""

import sqlite3

from case import case

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


CASES = [
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
]
