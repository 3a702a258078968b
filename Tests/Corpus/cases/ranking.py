"""The films of a period by their admissions, with proved bounds."""

from case import DAY, case, step

DAYS = "ranking --from 2018-01-02 --to 2018-01-06"
"""Days of the register whose charts of nations the stand-in service has, with the two around them."""

CASES = [
    case("ranking in rows", DAYS, f"{DAYS} --deep", f"{DAYS} --nation korean", f"{DAYS} --nation 외국 --top 3 --format jsonl", f"{DAYS} --kind art --top 30", f"{DAYS} --header ko --top 2",
         f"{DAYS} --profile excel", f"{DAYS} --columns all", f"{DAYS} --columns 순위,영화명,관객수,매출액,kind", "ranking --date 2018-01-02", "ranking --source sample",
         "ranking --source sample --last 7", "ranking --source sample --top 1 --last 3 --profile excel", whole=True),
    case("ranking of periods", *(f"ranking {days} --top 1 --columns from,to,집계단위,period,title" for days in (
        "--date 2018-01-03", "--month 2022-06", "--from 2022-06-01", "--from 2018-01-03 --to 2018-01-03", "--last 2")),
         "ranking --month 2022-06 -o r.sqlite", step("ranking --month 2022-06 -o r.sqlite", later=DAY), whole=True),
    case("ranking in documents", f"{DAYS} --format markdown", f"{DAYS} --format markdown --header en --deep --top 12", step(DAYS, terminal=100), step(DAYS, terminal=60),
         f"{DAYS} -o x.html", f"{DAYS} --deep -o x.html --header en", f"{DAYS} -O layout=mail -o mail.html", f"{DAYS} -O layout=cards -o cards.html", f"{DAYS} -o x.xlsx",
         f"{DAYS} -o x.sqlite", f"{DAYS} --deep -o x.sqlite", f"{DAYS} -o x.sqlite", f"{DAYS} --deep --top 3 -o x.sqlite", f"{DAYS} --nation korean -o x.sqlite",
         f"{DAYS} --format singer --top 2"),
    case("ranking that was read before", f"{DAYS} -q -o a.csv", f"{DAYS} -q -o b.csv --offline --report r.json", f"{DAYS} --dry-run", f"{DAYS} --deep --dry-run", f"{DAYS} --cross-check --top 2",
         f"{DAYS} --refresh --max-calls 4 --jobs 1", "ranking --from 2017-12-31 --to 2018-01-02 --offline", "ranking --from 2017-12-31 --to 2018-01-02 --offline --keep-going --report r.json",
         f"{DAYS} -o '{{from}}-{{to}}-{{source}}-{{chart}}.csv'"),
    case("ranking that cannot be", "ranking --region 서울", "ranking --update -o x.csv", "ranking --update -o x.csv --lang ko", "ranking --top 0", "ranking --state s", "ranking --by week", "ranking --with posters",
         "ranking --deep --nation korean", "ranking --date 2003-11-10", "ranking --year 2002 --lang ko", "ranking --source kobis-json,kobis-xml", "ranking --source sample --deep", "ranking --source csvchart --plugin-dir plugins",
         "ranking -o '{date}.csv' --source sample --last 3", "ranking 2018", "순위", "연간", "yearly", "연도별 --lang ko", "월간", "--year 2018 --top 20", "--month 2018-01 --top 20 --lang ko",
         "columns ranking", "columns ranking --lang ko", "help ranking", "help ranking --lang ko", plugins=True),
    case("ranking with few calls", f"{DAYS} --max-calls 3 --jobs 1", f"{DAYS} --max-calls 4 --jobs 1 --top 1"),
]
