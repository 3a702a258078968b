"""The archive, recordings, the ledger of calls, and the report of a run."""

from case import DAY, case, cases_of, step

DAYS = "--from 2022-06-04 --to 2022-06-05 --top 1"
CHART = "boxoffice/searchDailyBoxOfficeList.json/targetDt=20220605,itemPerPage=10.rec"

REPORT = '{"archive_hits": 0, "status": 0}\n'

CASES = [
    case("archive filled and used", DAYS, DAYS, f"{DAYS} -v", f"{DAYS} --offline", f"{DAYS} --refresh -v --jobs 1",
         f"{DAYS} --dry-run", "cache", "quota"),
    case("archive in full", "--date 2022-06-05 --top 1", "--date 2022-06-07 --top 1", "movie 20204548",
         "cache status", step("cache status", later=DAY), step("cache prune", later=60 * DAY), "cache clear", "cache",
         home=True, whole=True),
    case("archive of XML", "--date 2022-06-05 --top 1 --source kobis-xml", "--date 2022-06-05 --top 1 --offline",
         "--date 2022-06-05 --top 1 --source kobis-xml --offline", "cache"),
    case("archive yesterday again", "--top 1 --report a.json", "--top 1 --report b.json",
         step("--date 2022-06-07 --top 1 --report c.json", later=round(0.1 * DAY)),
         step("--date 2022-06-07 --top 1 --report d.json", later=5 * DAY),
         step("--date 2022-06-07 --top 1 --report e.json", later=6 * DAY)),
    case("archive cleared in Korean", "--date 2022-06-05 --top 1 -q", "cache --lang ko", "cache clear --lang ko",
         "cache --lang ko", "cache prune --lang ko"),
    case("archive damaged", *(step(line, before={f"@ARCHIVE@/{CHART}": "hello\n"}) for line in (
        "--date 2022-06-05 --top 1 -v", "--date 2022-06-05 --top 1 --offline", "cache", "doctor", "cache prune"))),
    case("archive that is empty", "cache", "cache status", "cache prune", "cache clear", "cache --lang ko"),
    case("archive offline", "--offline", f"{DAYS} --offline", f"{DAYS} --offline --keep-going", "movie 20204548 --offline",
         f"{DAYS} --offline --lang ko", "movies --title 범죄 --offline"),
    case("record and replay", f"{DAYS} --record r", f"{DAYS} --replay r -o x.csv",
         step(f"{DAYS} --replay r", environment={"KOBIS_API_KEY": None}),
         "--date 2022-06-03 --replay r", "--from 2022-06-03 --to 2022-06-04 --top 1 --replay r --keep-going",
         f"{DAYS} --replay r --source kobis-xml", f"{DAYS} --replay r --dry-run"),
    case("record in full", "--date 2022-06-05 --top 1 --record r", "movie 20204548 --record r",
         "codes regions --record r --source kobis-xml", whole=True),
    case("record details", "--date 2022-06-05 --top 2 --with details --record r -q",
         "--date 2022-06-05 --top 2 --with details --replay r"),
    case("record a search", "movies --title 범죄 --record r -q", "movies --title 범죄 --replay r",
         "movies --title 도시 --replay r"),
    case("record a trend", "trend 범죄도시2 --from 2022-06-01 --to +1d --record r -q",
         "trend 범죄도시2 --from 2022-06-01 --to +1d --replay r"),
    case("replay what is damaged", "--date 2022-06-05 --top 1 --replay r", "--date 2022-06-04 --top 1 --replay r",
         files={"r/kobis/boxoffice/searchDailyBoxOfficeList.json/targetDt=20220605,itemPerPage=10.rec": "hello\n",
                "r/kobis/boxoffice/searchDailyBoxOfficeList.json/targetDt=20220604,itemPerPage=10.rec":
                    "bo-export recording 1\nrequest: kobis boxoffice/searchDailyBoxOfficeList.json?targetDt=20220604&itemPerPage=10\n"
                    "fetched: 2022-06-08T12:00:00+09:00\nstatus: 200\nlength: 2\n\n{}"}),
    case("calls", "--last 3 --max-calls 2 --jobs 1 -o x.csv", "--last 3 --max-calls 2 --jobs 1 -o x.csv",
         "--last 3 --max-calls 2 --jobs 1 --keep-going --refresh", "quota"),
    case("calls of a key and another", "--date 2022-06-05 -q -o a.csv", "KOBIS_API_KEY=wrong --date 2022-06-05 --refresh -q",
         "quota", "KOBIS_API_KEY=wrong quota", step("quota", later=DAY)),
    case("calls with a damaged ledger", "--date 2022-06-05 --top 1 --report r.json", "quota", "doctor",
         files={"home/.local/state/bo-export/quota/kobis-9f86d081884c7d65-2022-06-08": "what?\n"}),
    *cases_of("said", """
        quiet: --date 2022-06-05 --top 1 -q -o x.csv
        much: --date 2022-06-05 --top 1 -v
        all: --date 2022-06-05 --top 1 -vv
        all in XML: --date 2022-06-05 --top 1 -vv --source kobis-xml
        quiet and much: --date 2022-06-05 --top 1 -q -v
        much of a file: --from 2022-06-04 --to 2022-06-05 --top 1 -v --jobs 1 -o '{date}.csv'
        much of the sample: --source sample --top 1 -v
        much of details: --date 2022-06-05 --top 1 -v --jobs 1 --with details
        in colour: --source sample --format nope --color always
        progress never: --date 2022-06-05 --top 1 --progress never
    """),
    *cases_of("report", """
        of a day: --date 2022-06-05 --top 1 --report r.json
        of a file: --date 2022-06-05 --top 1 -o x.csv --report r.json
        of files: --source sample --from 2022-05-30 --to 2022-06-02 -o '{month}.csv' --report r.json
        of a workbook: --source sample -o x.xlsx --report r.json
        of regions: --date 2022-06-05 --region 서울,부산 --top 1 --report r.json
        of a dry run: --date 2022-06-05 --dry-run --report r.json
        of what is wrong: --jobs 0 --report r.json
        of an option that is not: --nope --report r.json
        of a source that is not: --source nope --report r.json
        of a film: movie 20204548 29999999 --keep-going --report r.json
        of an unknown film: movie 29999999 --report r.json
        in Korean: --date 2022-06-05 --top 1 -o x.csv --report r.json --lang ko
        in place of the output: --source sample -o r.json --report r.json
        in place of the output csv: --source sample -o r.csv --report r.csv
        nowhere: --source sample --report nowhere/r.json
        of quota: quota --report r.json
        of a search: movies --title 범죄 --report r.json
        of both readings: --date 2022-06-05 --top 1 --cross-check --report r.json
        of a trend: trend 20204548 --from 2022-06-01 --to +2d --report r.json
    """),
    case("report of what failed", "--date 20220414 --report r.json",
         "--from 20220426 --to 20220429 --keep-going --jobs 1 -o x.csv --report r.json",
         "--date 20220420 --report r.json", "--date 20220414 --report r.json --lang ko",
         "--date 20220402 --report r.json", service="troubled"),
    case("report of an update", "--date 2022-06-04 --top 1 -q -o x.csv",
         "--from 2022-06-03 --to 2022-06-05 --top 1 -q -o x.csv --update --report r.json",
         "--from 2022-06-03 --to 2022-06-05 --top 1 -q -o x.csv --update --report s.json",
         "--date 2022-06-05 --top 1 -q -o y.csv --update --report t.json"),
    case("report of a used-up quota", "--from 2022-06-03 --to 2022-06-05 --top 1 --max-calls 1 --jobs 1 --report r.json"),
    case("report over what is none", "--source sample -q -o x.csv --report r.json", files={"r.json": "my notes\n"}),
    case("report over an older one", "--source sample -q -o x.csv --report r.json",
         "--source sample --jobs 0 -o x.csv --report r.json", "--source sample --top 1 -q -o x.csv --report r.json"),
    case("report of a failed run", *(
        f"--from 2022-03-30 --to 2022-04-02 --top 1 --jobs 1 --report r{number}.json -o {output}" for number, output in enumerate((
            "-", "- --format xlsx", "x.csv", "'{date}.csv'", "'{date}.csv' --keep-going"))), service="troubled"),
    case("report of mistakes", *(step(line, before={"r.json": REPORT}) for line in (
        "--jobs=x --report r.json -- a", "-q --report r.json -v", "weekly --last x --report r.json",
        "codes nope --report r.json", "--from --report r.json --jobs 0", "--source sample --report r.json "
        "-o nowhere/x", "--source sample --report r.json --config nowhere.json",
        "BO_EXPORT_REPORT=r.json --jobs 0")), step("--report r.json", environment={"KOBIS_API_KEY": None})),
    case("report of none", "--jobs 0 -- --report r.json", "quota --report r.json", "--help --report r.json",
         "--jobs 0 --report", "--jobs 0 --report=", "--jobs 0 --reports r.json", files={"r.json": REPORT}),
    case("report of a configuration", *(
        step(f"--source sample --top 1 --columns rank --config c.json {more}", before={"c.json": text})
        for text in ('{"report": "s.json", "jobs": 0}', '{"report": "s.json", "jbos": 1}',
                     '{"report": "s.json", "daily": {"tpo": 1}}') for more in ("", "--report r.json")),
         step("BO_EXPORT_REPORT=t.json --source sample --config c.json", before={"c.json": "{"})),
    case("report in place of an old document", *(
        f"--source sample -q {mistake} -o x.csv --report ./x.csv"
        for mistake in ("", "--jobs 0", "--nope", "--source nope", "--config nowhere.json")),
         "--source sample -o x.csv --report nowhere/r.json", files={"x.csv": "old\n"}),
]
