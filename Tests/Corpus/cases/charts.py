"""Charts, markets and rankings: their periods, filters and columns; and the recorded days of the sample."""

from case import case, each, step

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
NATIONS = f"market {WEEK} --nations"
DEEP = f"--deep {WEEK}"
DAYS = "ranking --from 2018-01-02 --to 2018-01-06"
"""Days of the register whose charts of nations the stand-in service has, with the two around them."""
FIRST = "--source sample --columns date,rank,title --top 1"
WEEKS = "--source sample --columns from,to,rank,title --top 1"

CASES = [
    case("periods of dry runs", *each("--date {} --dry-run", "어제", "2022.6.1", "'2022년 6월 1일'"),
        *each("{} --dry-run", "TZ=Asia/Tokyo", "TZ=America/Los_Angeles", "--month 2022-01..2022-02",
        "--month '2022년 2월'", "weekly --year 2021", "weekend --year 2020", "weekdays --year 2020..2021"),
        "weekly --from 2003-11-11 --to 2003-12-01 --dry-run", "--source sample --dry-run",
        *each("--date 2022-06-01 {} --dry-run", "--source kobis-xml", "--with details"),
        "--date 2022-06-01 --dry-run --lang ko"),
    case("filters", "--date 2022-06-05 --region 서울,서울시 --dry-run",
        "--date 2022-06-05 --nation 한국 --kind 예술 --region 경기 --top 1", "--region 모든지여"),
    case("chosen columns", "--date 2022-06-05 --columns title,genres",
        "--from 2022-06-03 --columns date,rank,확정 --top 1 --format jsonl",
        *each("--source sample --columns", "날짜,순위,변동,영화명,관객수 --header ko --top 2",
        "'순위, 영화,audience_count,점유율' --top 2", ",")),
    case("filters in Korean", *each("--date 2022-06-01 --dry-run", "--nation 한국", "--nation 한국영화",
        "--nation 국내", "--nation 외국", "--nation 외국영화", "--nation 해외",
        "--nation \u1112\u1161\u11ab\u1100\u116e\u11a8", "--kind 상업", "--kind 상업영화", "--kind 예술영화",
        "--kind 다양성영화", "--kind=다양성", "--kind 독립예술", "--kind 독립·예술", "--kind 독립/예술영화")),
    case("filters together",
        "--date 2022-06-05 --region 서울 --region 0105011 --nation foreign --kind commercial --dry-run",
        "BO_EXPORT_REGION=대구 --date 2022-06-05 --region 서울,부산 --region '제주, 서울시' --dry-run"),
    case("periods with spaces", "--from '2022. 4. 24.' --to +2d --dry-run",
        "--from 2022-02-01 --to 2022.2.3 --top 1 --columns date,title -o x.csv",
        *(f"--month {month} --top 1 --columns date,title --update -o x.csv {more}"
        for month, more in (("2022-02", "--dry-run"), ("2022-02", ""), ("2022.2", "")))),
    case("chosen columns of a file",
        *each("--source sample --columns 날짜,순위,영화 --top 1 --update -o x.csv --last", "2", "3")),
    case("regions side by side", f"{SUNDAY} --region each --top 3 {SIDE}",
        f"{SUNDAY} --region 제주,서울 --top 2 {SIDE} --lang ko --header en",
        step(f"{SUNDAY} --region each --top 2 --pivot region", terminal=80),
        step(f"{SUNDAY} --region 서울,부산 --top 2 --pivot 지역", terminal=120)),
    case("regions in documents", f"{SUNDAY} --region each --top 3 --pivot region -o regions.html"),
    case("regions that are missing", f"--date 2022-04-29 --region 서울,부산 --top 2 {SIDE}",
        f"--from 2022-04-27 --to 2022-04-29 --region 부산,서울 --top 1 {SIDE} --keep-going --jobs 1",
        service="troubled"),
    case("regions that cannot be side by side", f"{SUNDAY} --pivot region -o x.html",
        *each(f"{SUNDAY} --region", "서울 --pivot region -o x.html --lang ko", "each --pivot region",
        "each --pivot region --format jsonl --lang ko", "each --pivot region -o x.sqlite",
        "each --pivot region -o x.html --columns title", "each --pivot region -o x.html --with details",
        "each --pivot region -o x.csv --update", "each --pivot region --format singer --state s"),
        f"--last 2 --region each --pivot region -o '{{date}}.html'",
        *each(f"{SUNDAY} --region each --pivot", f"region -o '{{region}}.html'", "rank -o x.html")),
    case("regions of a file", *each("--source file -O path=rows.csv",
        f"--region each --date 2022-06-03 {SIDE}", f"{SIDE}",
        f"--region each --from 2022-06-03 --to 2022-06-04 {SIDE}",
        f"--region each --from 2022-06-03 --to 2022-06-04 {SIDE} --keep-going"), files={"rows.csv": ROWS}),
    case("market in rows", f"market {WEEK}", NATIONS, f"{NATIONS} --by month --format jsonl",
        f"{NATIONS} --profile excel", whole=True),
    case("market of periods", *(f"market {days} --by {unit} --columns from,to,집계단위,period"
        for days, unit in ((WEEK, "month"), ("--from 2018-01-01 --to 2018-01-03", "week"),
        ("--month 2022-06", "month"), ("--month 2022-06", "week"), ("--date 2022-06-01", "day"))),
        "market --month 2022-06 --by month -o m.sqlite", whole=True),
    case("market in documents", f"{NATIONS} --by week --format markdown --header en",
        step(f"{NATIONS}", terminal=100), f"{NATIONS} -o x.sqlite", f"{NATIONS} --by week -o x.sqlite",
        f"{NATIONS} --format singer"),
    case("market that cannot be", *each(f"market {WEEK} --format singer --state s", "", "--lang ko"),
        *each("market", "--region 서울", "--nation korean", "--by quarter", "--compare month", "--with posters",
        "--deep", "2018"), "마켓", "market --columns share", "market --columns from,sales_at_lest",
        "columns market", "help market", "help market --lang ko"),
    case("deep in rows", DEEP, f"{DEEP} --with details --columns title,film_nation,genres --date 2018-01-01",
        whole=True),
    case("deep in documents", f"{DEEP} --format markdown", f"{DEEP} -o x.html", f"{DEEP} -o x.sqlite",
        f"{DEEP} --format singer", f"{DEEP} --header en --format markdown"),
    case("deep that was read before", f"{DEEP} -q -o a.csv", f"{DEEP} -q -o b.csv --offline --report r.json",
        f"{DEEP} --dry-run", f"{DEEP} --update -o a.csv", f"{WEEK} --update -o a.csv", f"{WEEK} -q -o d.csv",
        f"{DEEP} --update -o d.csv", f"{DEEP} --cross-check -q", f"{DEEP} --max-calls 4 --refresh --jobs 1"),
    case("deep runs", "trend 20204548 20206061 --deep --from 2022-05-30 --to 2022-06-05 --format markdown",
        "trend 20204548 --columns on_deep_chart"),
    case("deep that cannot be", "--deep --region 서울", "--deep --kind art --lang ko", "weekly --deep",
        "weekend --deep --lang ko", "trend 20150976 --deep --by week", "--columns film_nation",
        "--deep --source kobis-json,kobis-xml", "movies --deep"),
    case("market that lacks a nation", f"{NATIONS} --keep-going --columns from,nation,매출액하한",
        service="troubled"),
    case("ranking in rows", DAYS, f"{DAYS} --deep", f"{DAYS} --nation korean",
        f"{DAYS} --nation 외국 --top 3 --format jsonl", f"{DAYS} --columns 순위,영화명,관객수,매출액,kind", whole=True),
    case("ranking in documents", f"{DAYS} --format markdown --header en --deep --top 12",
        step(DAYS, terminal=100), step(DAYS, terminal=60), f"{DAYS} -o x.sqlite",
        f"{DAYS} --deep -o x.sqlite", f"{DAYS} -o x.sqlite"),
    case("ranking that was read before", f"{DAYS} -q -o a.csv",
        f"{DAYS} -q -o b.csv --offline --report r.json", f"{DAYS} --dry-run", f"{DAYS} --deep --dry-run",
        f"{DAYS} --cross-check --top 2", f"{DAYS} --refresh --max-calls 4 --jobs 1",
        *each("ranking --from 2017-12-31 --to 2018-01-02 --offline", "", "--keep-going --report r.json")),
    case("ranking that cannot be", *each("ranking", "--region 서울", "--update -o x.csv",
        "--update -o x.csv --lang ko", "--top 0", "--state s", "--by week", "--with posters",
        "--deep --nation korean", "2018"), "연도별 --lang ko", "--year 2018 --top 20",
        "--month 2018-01 --top 20 --lang ko", "help ranking", "help ranking --lang ko"),
    case("sample days, weeks, runs and films",
        *each(FIRST, "--nation korean --date 2022-06-01", "--kind art"), f"weekly {WEEKS} --last 2",
        "weekdays --source sample",
        *each("trend", "범죄도시2 --source sample --by week", "범죄도시2 --source sample --deep"),
        *each("{} --source sample", "codes regions", "codes nations", "codes 2204"),
        "person 10000001 --source sample --lang ko", *each("movies --source sample", "--limit 3",
        "--title 범죄 --lang ko", "--director 신 --opened 2022 --produced 2021..2021"),
        "--source sample --date 2018-01-01 --with details --top 1"),
    case("sample in other zones", *(step("--source sample --last 7 -o x.csv", environment=facts)
        for facts in ({}, {"TZ": "America/New_York"}, {"TZ": "Pacific/Kiritimati"}, {"LC_ALL": "C"},
        {"TZ": "nonsense", "HOME": ""}))),
]
