"""Charts, markets and rankings: their periods, filters and columns; and the recorded days of the sample."""

from case import DAY, case, each, step

SUNDAY = "--date 2022-06-05"
SIDE = "--pivot region --format markdown"
ROWS = """date,region,rank,title,audience_count
2022-06-03,서울,1,가,30
2022-06-03,서울,2,나,20
2022-06-03,서울,2,다,20
2022-06-03,부산,1,나,9
2022-06-04,서울,1,가,31
"""
WEEK = "--from 2018-01-01 --to 2018-01-07"
"""A week of the register whose charts of nations the stand-in service has."""
MORE = "--from 2017-12-31 --to 2018-01-02"
NATIONS = f"market {WEEK} --nations"
DEEP = f"--deep {WEEK}"
FEW = "--columns date,rank,rank_change,is_new,movie_code,title,film_nation,sales_share,audience_count"
DAYS = "ranking --from 2018-01-02 --to 2018-01-06"
"""Days of the register whose charts of nations the stand-in service has, with the two around them."""
FIRST = "--source sample --columns date,rank,title --top 1"
WEEKS = "--source sample --columns from,to,rank,title --top 1"
SUMS = "--source sample --columns default,period"

CASES = [
    case("periods of a day", *each("--date {} --dry-run", "어제", "최근", "-3d", "2022.6.1", "2022/06/01",
        "'2022년 6월 1일'", "20220601", "2003-11-11")),
    case("periods that are named", *each("{} --dry-run", "", "TZ=Asia/Tokyo", "TZ=America/Los_Angeles",
        "--last 4", "weekend --last 4", "weekly", "weekly --date 2022-W22", "weekend --date 2022-06-01",
        "--month 2022-02", "--month 2022-06", "--month 2022-01..2022-02", "--month '2022년 2월'",
        "weekly --year 2021", "weekend --year 2020", "weekly --year 2022", "weekdays --year 2020..2021")),
    case("periods of a range", *each("{} --dry-run", "--from 2022-05-30 --to 2022-06-05",
        "--from 2022-05-30 --to +3d", "--from 2022-06-04", "--from 2022-06-04 --to 2022-06-20",
        "weekly --from 2021-W50 --to 2022-W02", "weekly --from 2003-11-11 --to 2003-12-01")),
    case("periods of a dry run", "--source sample --dry-run",
         *each("--date 2022-06-01 {} --dry-run", "--source kobis-xml", "--cross-check", "--with details"),
         "--date 2022-06-01 --dry-run --lang ko", *each("--last 2 --dry-run", "-o '{date}.csv'", "-v", "-q"),
         "KMDB_API_KEY=kmdb-test-key --date 2022-06-01 --with posters --dry-run"),
    case("periods of the sample",
         *each("--source sample", "--date 2022-06-01 --top 2", "--last 2 --top 1", "--month 2022-05 --top 1")),
    case("periods that are running", "--from 2022-06-08", "weekly --from 2022-06-06"),
    case("filters of a dry run", *each(
        "{} --dry-run", "--date 2022-06-05 --region 서울,서울시", "--date 2022-06-05 --region each"),
         "weekly --date 2022-W22 --region each --dry-run --max-calls 17"),
    case("filters", *each(
        "--date 2022-06-05", "--region 서울 --top 2", "--region 서울,부산 --region 제주 --top 1", "--region 0105001 --top 1",
        "--region 모든지역 --top 1 --lang ko", "--region 제주,each --top 1 --columns region,rank",
        "--region each --top 1 -o '{region}.csv'", "--nation korean --top 2", "--nation 외국 --top 2",
        "--kind art --top 2", "--nation 한국 --kind 예술 --region 경기 --top 1",
        "--source kobis-xml --region 서울 --nation 한국 --top 2", "--cross-check --region 서울 --top 2"),
         "--region 모든지여", "--from 2022-06-01 --to 2022-06-03 --top 2",
         "weekly --date 2022-W22 --nation foreign --region 부산 --top 1"),
    case("chosen columns", *each("--date 2022-06-05 --columns", "date,rank,fetched_at --top 2",
        "chart,from,to,year_week,region,nation,kind,source,title --top 2", "title,genres",
        "chart,region,nation,kind,title --nation 한국 --region 서울 --top 2"),
         "--from 2022-06-03 --columns date,rank,확정 --top 1 --format jsonl",
         "--date 2022-06-05 --with details --columns title,title_en,genres,directors,rating --top 3", *each(
        "weekly --date 2022-W22 --columns", "year_week,rank,title --top 2", "title,release_day --top 2")),
    case("chosen columns of the sample", *each("--source sample --columns", "rank,title --top 2",
        "날짜,순위,변동,영화명,관객수 --header ko --top 2", "'순위, 영화,audience_count,점유율' --top 2",
        "title,release_day,ticket_price,audience_per_show,audience_per_screen",
        "rank,rank_change,is_new,rank_marker,title", "date,rank,fetched_at --top 2", ",")),
    case("two readings", "--date 2022-06-05 -o json.csv",
         "--date 2022-06-05 --source kobis-xml -o xml.csv", "--date 2022-06-05 --cross-check -o both.csv"),
    case("weekly both", "weekly --date 2019-W27 --cross-check", "weekend --date 2012-01-01 --cross-check"),
    case("filters in Korean", *each("--date 2022-06-01 --dry-run", "--nation 한국", "--nation 한국영화",
        "--nation 국내", "--nation 외국", "--nation 외국영화", "--nation 해외",
        "--nation \u1112\u1161\u11ab\u1100\u116e\u11a8", "--kind 상업", "--kind 상업영화", "--kind 예술영화",
        "--kind 다양성영화", "--kind=다양성", "--kind 독립예술", "--kind 독립·예술", "--kind 독립/예술영화")),
    case("filters together", "--date 2022-06-05 --region 서울 --region 0105011 --nation foreign --kind commercial --dry-run",
         "BO_EXPORT_REGION=대구 --date 2022-06-05 --region 서울,부산 --region '제주, 서울시' --dry-run"),
    case("periods with spaces", "--from '2022. 4. 24.' --to +2d --dry-run",
         "--from 2022-02-01 --to 2022.2.3 --top 1 --columns date,title -o x.csv",
         *(f"--month {month} --top 1 --columns date,title --update -o x.csv {more}"
           for month, more in (("2022-02", "--dry-run"), ("2022-02", ""), ("2022.2", "")))),
    case("chosen columns of a file", *(
        f"--source sample --columns 날짜,순위,영화 --top 1 --update -o x.csv --last {last}" for last in (2, 3))),
    case("regions side by side", f"{SUNDAY} --region each --top 3 {SIDE}", f"{SUNDAY} --region 제주,서울 --top 2 {SIDE} --lang ko --header en",
         f"weekend --last 2 --region 서울,부산 --top 2 {SIDE}", f"--last 2 --region 서울,부산 --nation korean --top 1 {SIDE} --report r.json",
         step(f"{SUNDAY} --region each --top 2 --pivot region", terminal=80), step(f"{SUNDAY} --region 서울,부산 --top 2 --pivot 지역", terminal=120),
         f"{SUNDAY} --region each --top 3 --pivot region --dry-run -o regions.html", f"{SUNDAY} --region 서울,부산 --pivot region --cross-check --top 2 -o x.md"),
    case("regions in documents", f"{SUNDAY} --region each --top 3 --pivot region -o regions.html", f"{SUNDAY} --region each --top 3 --pivot region -o regions.xlsx",
         f"--last 2 --region 서울,부산 --top 2 --pivot region -o '{{chart}} {{from}}.html' -O layout=mail --header en"),
    case("regions that are missing", f"--date 2022-04-29 --region 서울,부산 --top 2 {SIDE}", f"--date 2022-04-29 --region 서울,부산 --top 2 {SIDE} --keep-going",
         f"--from 2022-04-27 --to 2022-04-29 --region 부산,서울 --top 1 {SIDE} --keep-going --jobs 1", f"--date 2022-04-29 --region 부산,서울 --pivot region -o x.html --keep-going -q",
         service="troubled"),
    case("regions that cannot be side by side", f"{SUNDAY} --pivot region -o x.html", f"{SUNDAY} --region 서울 --pivot region -o x.html --lang ko", f"{SUNDAY} --region each --pivot region",
         f"{SUNDAY} --region each --pivot region --format jsonl --lang ko", f"{SUNDAY} --region each --pivot region -o x.sqlite", f"{SUNDAY} --region each --pivot region -o x.html --columns title",
         f"{SUNDAY} --region each --pivot region -o x.html --with details", f"{SUNDAY} --region each --pivot region -o x.csv --update", f"{SUNDAY} --region each --pivot region --format singer --state s",
         f"--last 2 --region each --pivot region -o '{{date}}.html'", f"{SUNDAY} --region each --pivot region -o '{{region}}.html'", f"{SUNDAY} --region each --pivot rank -o x.html",
         f"{SUNDAY} --region each --pivot region -o x.html --source kobis-json,kobis-xml", "trend 20204548 --pivot region"),
    case("regions without films", f"{SUNDAY} --region 서울,부산 -o x.md", f"{SUNDAY} --region 서울,부산 --pivot region -o x.md", service="all empty"),
    case("regions of a file", f"--source file -O path=rows.csv --region each --date 2022-06-03 {SIDE}", f"--source file -O path=rows.csv {SIDE}",
         f"--source file -O path=rows.csv --region each --from 2022-06-03 --to 2022-06-04 {SIDE}",
         f"--source file -O path=rows.csv --region each --from 2022-06-03 --to 2022-06-04 {SIDE} --keep-going", files={"rows.csv": ROWS}),
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
    case("market that cannot be", *each("market", "--region 서울", "--nation korean", "--kind art --lang ko",
        "--update -o x.csv", "--by quarter", "--compare month", "--with posters", "--deep",
        "--source kobis-json,kobis-xml", "--source sample --nations",
        "--source csvchart --plugin-dir plugins", "--date 2003-11-10", "--last 0", "-o '{year}.csv'", "2018"),
         "시장", "마켓", "market --columns share", "market --columns from,sales_at_lest", "columns market",
         "columns market --lang ko", "help market", "help market --lang ko"),
    case("deep in rows", DEEP, f"{DEEP} --format jsonl --top 12", f"{DEEP} {FEW} --top 20", f"--deep --date 2022-06-05", f"{DEEP} --columns all --top 11",
         f"{DEEP} --profile excel", f"{DEEP} --with details --columns title,film_nation,genres --date 2018-01-01", whole=True),
    case("deep in documents", f"{DEEP} --format markdown", f"{DEEP} -o x.html", f"{DEEP} -o x.xlsx", f"{DEEP} -o x.sqlite", f"{WEEK} -o x.sqlite", f"{DEEP} --top 12 -o x.sqlite",
         f"{DEEP} --format singer", f"{DEEP} --header en --format markdown", f"{DEEP} -O layout=cards -o cards.html"),
    case("deep that was read before", f"{DEEP} -q -o a.csv", f"{DEEP} -q -o b.csv --offline --report r.json", f"{DEEP} --dry-run", f"{DEEP} --update -o a.csv",
         f"{WEEK} --update -o a.csv", f"{WEEK} -q -o d.csv", f"{DEEP} --update -o d.csv", f"{DEEP} --cross-check -q", f"{DEEP} --max-calls 4 --refresh --jobs 1"),
    case("deep runs", "trend 20204548 --deep --from 2022-05-30 --to 2022-06-05", "trend 20204548 20206061 --deep --from 2022-05-30 --to 2022-06-05 --format markdown",
         "trend 20204548 --deep --from 2022-05-30 --to 2022-06-05 --pivot rank", "trend 20204548 --deep --columns title,on_chart,on_deep_chart,rank --from 2022-05-30 --days 3", "trend 20204548 --columns on_deep_chart"),
    case("deep that cannot be", "--deep --nation korean", "--deep --region 서울", "--deep --kind art --lang ko",
         "weekly --deep", "weekend --deep --lang ko", "trend 20150976 --deep --by week",
         "--deep --source sample", "--deep --source kobis-json,abroad --plugin-dir plugins",
         "--deep --top 21", "--top 20", "--top 20 --lang ko", "--columns film_nation",
         "--deep --source kobis-json,kobis-xml", "movies --deep"),
    case("market that lacks a nation", f"{NATIONS} --keep-going --columns from,nation,매출액하한", service="troubled"),
    case("market of ranges in a database", *(
        f"market --from 2018-01-01 --to 2018-01-0{last} --by {unit} -o m.sqlite"
        for last, unit in ((1, "day"), (3, "week"), (5, "week"), (5, "month"), (7, "week"), (7, "week")))),
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
    case("ranking that cannot be", *each("ranking", "--region 서울", "--update -o x.csv",
        "--update -o x.csv --lang ko", "--top 0", "--state s", "--by week", "--with posters",
        "--deep --nation korean", "--date 2003-11-10", "--year 2002 --lang ko",
        "--source kobis-json,kobis-xml", "--source sample --deep", "--source csvchart --plugin-dir plugins",
        "-o '{date}.csv' --source sample --last 3", "2018"), "순위", "연간", "yearly", "연도별 --lang ko", "월간",
         "--year 2018 --top 20", "--month 2018-01 --top 20 --lang ko", "columns ranking",
         "columns ranking --lang ko", "help ranking", "help ranking --lang ko"),
    case("ranking with few calls", f"{DAYS} --max-calls 3 --jobs 1", f"{DAYS} --max-calls 4 --jobs 1 --top 1"),
    case("sample days", *each(FIRST, "", "--nation korean", "--deep", "--last 3", "--last 7", "--last 8",
        "--last 2 --nation foreign", "--last 8 --nation foreign", "--month 2018-01",
        "--month 2022-04..2022-06", "--month 2018-02", "--year 2018", "--year 2019 --lang ko",
        "--from 2018-01-06", "--from 2018-01-06 --to 2022-05-31", "--date yesterday", "--date 2019-07-01",
        "--nation korean --date 2022-06-01", "--deep --date 2022-06-01", "--region 서울 --lang ko",
        "--kind art"), f"-q {FIRST}", "--deep --source sample --date latest --columns rank,title,film_nation",
         "--source sample --deep --last 1 --dry-run"),
    case("sample weeks", *each(f"weekly {WEEKS}", "", "--last 2", "--month 2019-07"), f"weekend {WEEKS}",
         f"weekend {WEEKS} --year 2011", "weekdays --source sample"),
    case("sample markets", *each(f"market {SUMS}", "", "--nations --last 1", "--month 2018-01 --by month",
        "--date 2022-06-01", "--nations --date 2022-06-01", "--last 8", "--last 1 --compare year")),
    case("sample rankings",
         *each(f"ranking {SUMS} --top 3", "", "--deep", "--nation korean --last 2", "--month 2022-06")),
    case("sample runs", *each("trend", "범죄도시2 --source sample --days 2 --columns release_day,date",
        "범죄도시2 20206061 --source sample --pivot audience_total", "범죄도시2 --source sample --by week",
        "범죄도시2 --source sample --from 2018-01-01", "범죄도시2 --source sample --deep",
        "20150976 --source sample")),
    case("sample register", *each("{} --source sample", "people", "companies", "company 20100001", "codes",
        "codes regions", "codes nations", "codes 2204"), "person 10000001 --source sample --lang ko", *each(
        "movies --source sample", "--limit 3", "--title 범죄 --lang ko",
        "--director 신 --opened 2022 --produced 2021..2021"),
         "movie 20204548 20206061 --source sample --format jsonl", "movie 20150976 --source sample"),
    case("sample details", "--source sample --with details --top 2 --columns title,genres,directors",
         "--source sample --date 2018-01-01 --with details --top 1"),
    case("sample brought up to date", f"{FIRST} --last 2 --update -o x.csv", f"{FIRST} --year 2022 --update -o x.csv",
         "--source sample --date 2018-01-01 --top 1 -o x.sqlite", "--source sample --last 1 --top 1 -o x.sqlite"),
    case("sample in other zones", *(step("--source sample --last 7 -o x.csv", environment=facts) for facts in (
        {}, {"TZ": "America/New_York"}, {"TZ": "Pacific/Kiritimati"}, {"LC_ALL": "C"},
        {"TZ": "nonsense", "HOME": ""}))),
]
