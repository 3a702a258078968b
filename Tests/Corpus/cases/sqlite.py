"""Databases."""

from case import case, cases_of, step

DAY = "--source sample --date 2022-06-05 --top 3"

CASES = [
    *cases_of("sqlite", """
        a day: --source sample --top 3 -o films.sqlite
        db: --source sample --top 2 -o films.db
        standard output: --source sample --top 2 --format sqlite
        columns: --source sample --top 2 --columns rank,title,release_day -o films.sqlite
        Korean header: --source sample --top 2 --header ko -o films.sqlite
        movies: movies --title 범죄 -o films.sqlite
        movie: movie 20204548 20190217 -o films.sqlite
        people: people --name 송강호 -o films.sqlite
        company: company 20100001 -o films.sqlite
        codes: codes regions -o films.sqlite
        trend: trend 20204548 20206061 --from 2022-06-01 --to +2d -o films.sqlite
        pivot: trend 20204548 20206061 --from 2022-06-01 --to +2d --pivot audience_count -o films.sqlite
        details: --date 2022-06-05 --with details --top 3 -o films.sqlite
        update: --source sample --update -o films.sqlite
        wrong ending: --source sample -o films.sqlite3
        ending duckdb: --source sample -o films.duckdb
        option: --source sample --top 1 -O replace=maybe -o films.sqlite
    """),
    case("sqlite twice", f"{DAY} -o films.sqlite", f"{DAY} -o films.sqlite"),
    case("sqlite more days", f"{DAY} -o films.sqlite",
         "--source sample --date 2022-06-04 --top 2 -o films.sqlite",
         "weekend --date 2012-01-01 --top 2 -o films.sqlite", "movies --title 범죄 -o films.sqlite",
         "--source sample --date 2022-06-05 --top 4 -O replace=true -o films.sqlite"),
    case("sqlite fewer rows", "--source sample --date 2022-06-05 -o films.sqlite",
         f"{DAY} -o films.sqlite"),
    case("sqlite regions", "--date 2022-06-05 --region 서울,부산 --nation korean --top 2 -o films.sqlite",
         "--date 2022-06-05 --kind art --top 2 -o films.sqlite"),
    case("sqlite missing", "--from 2022-04-16 --to 2022-04-17 --keep-going --jobs 1 --top 2 -o films.sqlite",
         "--from 2022-04-26 --to 2022-04-28 --keep-going --jobs 1 --top 2 -o films.sqlite",
         service="troubled"),
    case("sqlite no database", f"{DAY} -o films.sqlite", files={"films.sqlite": "date,rank\n"}),
    case("sqlite an empty file", f"{DAY} -o films.sqlite", files={"films.sqlite": ""}),
    case("sqlite half a database", f"{DAY} -o films.sqlite",
         files={"films.sqlite": b"SQLite format 3\0" + bytes(84)}),
    case("sqlite a file a day",
         "--source sample --from 2022-06-04 --to 2022-06-05 --top 2 -o '{date}.sqlite'"),
    case("sqlite dry run", f"{DAY} --dry-run -o films.sqlite"),
    case("sqlite details later", "--date 2022-06-05 --top 2 -o films.sqlite",
         "--date 2022-06-05 --top 2 --with details -o films.sqlite",
         step("--date 2022-06-05 --top 2 -o films.sqlite", later=86400)),
]
