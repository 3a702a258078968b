"""The market with its bounds, and charts of all, of Korean and of foreign films joined into one."""

from case import DAY, case, step

WEEK = "--from 2018-01-01 --to 2018-01-07"
"""A week of the register whose charts of nations the stand-in service has."""
MORE = "--from 2017-12-31 --to 2018-01-02"
NATIONS = f"market {WEEK} --nations"
DEEP = f"--deep {WEEK}"
FEW = "--columns date,rank,rank_change,is_new,movie_code,title,film_nation,sales_share,audience_count"

CASES = [
    case("market in rows", f"market {WEEK}", NATIONS, f"{NATIONS} --by week", f"{NATIONS} --by month --format jsonl", f"market {WEEK} --by year --header ko",
         f"{NATIONS} --profile excel", f"{NATIONS} --columns all", f"market {WEEK} --columns from,매출액,currency,fetched_at", "market --source sample",
         "market --source sample --last 7 --by week", "market --source sample --compare year", whole=True),
    case("market of periods", *(f"market {days} --by {unit} --columns from,to,집계단위,period" for days, unit in (
        (WEEK, "month"), ("--from 2018-01-01 --to 2018-01-03", "week"), ("--month 2022-06", "month"), ("--month 2022-06", "week"),
        ("--from 2022-06-01 --to 2022-06-07", "month"), ("--from 2022-06-01", "month"), ("--last 3", "week"), ("--date 2022-06-01", "day"))),
         "market --month 2022-06 --by month -o m.sqlite", step("market --month 2022-06 --by month -o m.sqlite", later=DAY), whole=True),
    case("market in documents", f"{NATIONS} --format markdown", f"{NATIONS} --by week --format markdown --header en", step(f"{NATIONS}", terminal=100),
         f"{NATIONS} -o x.html", f"{NATIONS} -o x.html --header en -O chart=none", f"{NATIONS} -O layout=mail -o mail.html", f"{NATIONS} -O layout=cards -o cards.html",
         f"{NATIONS} -o x.xlsx", f"{NATIONS} -o x.sqlite", f"{NATIONS} --by week -o x.sqlite", f"{NATIONS} --format singer", f"{NATIONS} --compare year --keep-going -o y.xlsx"),
    case("market that was read before", f"{NATIONS} -q -o a.csv", f"{NATIONS} -q -o b.csv --offline --report r.json", f"{NATIONS} --dry-run", f"{DEEP} -q -o c.csv --offline",
         f"market {WEEK} --compare year --dry-run", f"market {MORE} --nations --offline", f"market {MORE} --nations --offline --keep-going --report r.json",
         f"{NATIONS} --cross-check", f"{NATIONS} --refresh --max-calls 4 --jobs 1", f"{NATIONS} -o '{{from}}-{{to}}-{{source}}.csv'"),
    case("market in parts", f"market {WEEK} --format singer --state s", f"market {WEEK} --format singer --state s --lang ko"),
    case("market that cannot be", "market --region 서울", "market --nation korean", "market --kind art --lang ko", "market --update -o x.csv", "market --by quarter",
         "market --compare month", "market --with posters", "market --deep", "market --source kobis-json,kobis-xml", "market --source sample --nations",
         "market --source csvchart --plugin-dir plugins", "market --date 2003-11-10", "market --last 0", "market -o '{year}.csv'", "market 2018", "시장", "마켓", "market --columns share",
         "market --columns from,sales_at_lest", "columns market", "columns market --lang ko", "help market", "help market --lang ko", plugins=True),
    case("deep in rows", DEEP, f"{DEEP} --format jsonl --top 12", f"{DEEP} {FEW} --top 20", f"--deep --date 2022-06-05", f"{DEEP} --columns all --top 11",
         f"{DEEP} --profile excel", f"{DEEP} --with details --columns title,film_nation,genres --date 2018-01-01", whole=True),
    case("deep in documents", f"{DEEP} --format markdown", f"{DEEP} -o x.html", f"{DEEP} -o x.xlsx", f"{DEEP} -o x.sqlite", f"{WEEK} -o x.sqlite", f"{DEEP} --top 12 -o x.sqlite",
         f"{DEEP} --format singer", f"{DEEP} --header en --format markdown", f"{DEEP} -O layout=cards -o cards.html"),
    case("deep that was read before", f"{DEEP} -q -o a.csv", f"{DEEP} -q -o b.csv --offline --report r.json", f"{DEEP} --dry-run", f"{DEEP} --update -o a.csv",
         f"{WEEK} --update -o a.csv", f"{WEEK} -q -o d.csv", f"{DEEP} --update -o d.csv", f"{DEEP} --cross-check -q", f"{DEEP} --max-calls 4 --refresh --jobs 1"),
    case("deep runs", "trend 20204548 --deep --from 2022-05-30 --to 2022-06-05", "trend 20204548 20206061 --deep --from 2022-05-30 --to 2022-06-05 --format markdown",
         "trend 20204548 --deep --from 2022-05-30 --to 2022-06-05 --pivot rank", "trend 20204548 --deep --columns title,on_chart,on_deep_chart,rank --from 2022-05-30 --days 3", "trend 20204548 --columns on_deep_chart"),
    case("deep that cannot be", "--deep --nation korean", "--deep --region 서울", "--deep --kind art --lang ko", "weekly --deep", "weekend --deep --lang ko", "trend 20150976 --deep --by week",
         "--deep --source sample", "--deep --source kobis-json,abroad --plugin-dir plugins", "--deep --top 21", "--top 20", "--top 20 --lang ko", "--columns film_nation", "--deep --source kobis-json,kobis-xml",
         "movies --deep", plugins=True),
    case("market that lacks a nation", f"{NATIONS} --keep-going --columns from,nation,매출액하한", service="troubled"),
    case("market of ranges in a database", *(
        f"market --from 2018-01-01 --to 2018-01-0{last} --by {unit} -o m.sqlite"
        for last, unit in ((1, "day"), (3, "week"), (5, "week"), (5, "month"), (7, "week"), (7, "week")))),
]
