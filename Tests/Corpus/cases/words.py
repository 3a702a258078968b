"""Words that people type: terms, mistakes and the messages about them, help and lists."""

from case import case, each, step

TERMS = (
    "신작", "진입", "점유율", "확정", "순위확정", "잠정", "하한", "new entry", "rank change", "kind", "nation", "누적관객수",
    "running_minutes", "장르", "film_nation", "주말", "편집", "예매율", "점유울")
ABSENT = (
    "좌석수", "좌석 판매율", "좌석점유율 --top 3", "배급사점유율", "평점", "내일", "극장", "seats", "forecast", "--실시간",
    "--columns 날짜,예매율", "--columns 배급사점유율", "--columns 평점,리뷰", "어저께", "--date 어저께", "--date 지난달", "지난달",
    "last month", "--last 7일", "--last 4주", "weekend --last '4 weeks'", "this week", "quarterly",
    "upcoming", "통계", "저장",
    "설정", "gross", "market share", "login", "--source sample -o day.docx", "--source sample -o 어제.hwp",
    "--source sample --top 1 -o day.txt")
NO_KEY = {"KOBIS_API_KEY": None}
LINES = """
    week --formt csv
    주말박스오피스 --top 3
    쥬말 --last 2
    어제 --region 서울
    살인의 추억
    companies CJ ENM
    foo --help
    서울 -h
    2024 --help
    --title 기생충
    --lst 3
    -format csv
    movies --titel "it's"
    cache clean
    doctor x
    --지역 서울 --국적 한국
    search 기생충
    —date 어제
    2022-06-01 2022-06-05
    -o a --output b
    -v -v
    -q -q
    --api-key sesame
    --monthly 2022-05
    monthly --date 2022-05
    last-week -q
    --kind 독립
    --lang jp
    --header xx
    --jobs 65
    --timeout 0
    --max-calls 0
    --plugin-dir a --plugin-dir b
    weekdays --date 2022-06-01 --top
    --to 2022-06-01
    --record a --replay b
    --replay nowhere
    --update -o day.md
    순위 --year 2020
    지난 주
    person 송강호
    people 송강호
    company CJ
    rows --source sample
    cache prune --older 3
    --version --nope
    --source=file a.csv path=b.csv
"""
WORDS = (
    "week", "주간순위", "dayly", "2022-06-01", "2022-W22", "기생충", "trend", "포스터", "도움말", "2022-01..2022-03",
    "한국영화", "외국", "오늘", "실시간", "관객수", "시장", "목록", "manual", "hourly", "top10", "market", "ranking", "yearly",
    "작년", "지난주말", "이번주", "분기", "연간", "월간", "순위", "movie", "person", "company", "--help=daily", "--json",
    "--out=x", "-x", "지역=서울", "--token=sesame", "-ksesame", "--연간", "--update", "--deep", "''")
VALUES = {
    "weekly {}": (
        "help", "--limit 3", "연간", "--month 2003-11", "--month 지난주 --top 3", "--date 2021-W53",
        "--date 2022-06-08",
        "--date yesterday", "--days full", "--source sample"),
    "daily {}": ("weekly", "--weekly"),
    "columns {}": ("trand", "--json", "daily --format csv"),
    "plugins {}": ("nope", "chek x", "check", "check nowhere", "check --kind nope x"),
    "market {}": (
        "--kind art", "--update", "--month 2018-01..2018-02 -o {month}.csv",
        "--source sample --nations --date 2022-06-01"),
    "ranking {}": ("--year 2002", "--last 9 -o {date}.csv"),
    "help {}": ("foo --help", "help", "weekyl", "daily extra"),
    "man {}": ("--lang fr", "extra"),
    "codes {}": ("nope", "region --top 3"),
    "movie {}": ("기생충", "2020454", "20204548 --last 3", "''", "1 --columns rank"),
    "movies {}": (
        "기생충", "--title a b", "--title a -- --title", "--director 봉준호 --title", "--year 2020", "--opened 20",
        "--opened 2020..2010", "--nation", "--code 20204548", "--update -o x.csv"),
    "trend 20204548 {}": (
        "20204548", "--by month", "--pivot title", "--pivot nope",
        "--days 3 --from 2022-06-01 --to 2022-06-05",
        "--date 2022-06-01", "--region 서울", "--columns region", "--from 2004-01-01 --to 2022-06-01"),
    "trend {}": ("' '", "--source sample nobody", "20201234 --source sample"),
    "연간 {}": ("2021", "--date 2021", "--date 9999"),
    "월간 {}": ("2022-05", "--month=2021", "--from 2021-05-01 --to 2021-05-09"),
    "--date {}": (
        "2022-06-01 2022-06-02", "--top 3", "2022-06-01 --last 3", "2024-05", "+3d", "2022-W22",
        "06/01/2022", "2022-02-30", "오늘", "2030-01-01", "1999-01-01", "지난주"),
    "--from {}": (
        "2022-05-18 --days 3", "2022-W21 --to 2022-W22", "2020 --to 2021", "0601 --to 0605",
        "2022-06-01 --to +0d",
        "2022-06-01 --to -9d", "2003-11-10 --to 2003-11-12", "2022-06-01 --last 3"),
    "--month {}": ("2024년", "9999-01", "2022-05 --year 2022"),
    "--year {}": ("2003", "2024.5.1", "작년"),
    "--with {}": ("detial", "posters,details,lyrics"),
    "--nation {}": ("한구", "일본"),
    "--top {}": ("3 --top=4", "0", "11", "x"),
    "--source {}": ("kobis-xml weekly", "file hall.xls", "nope", "kobis-jsn", "sample,kobis-json"),
    "--format {}": ("nope", "excel"),
    "--region {}": ("서울, 부산", "서을", "부산,서을", "서울,,부산"),
    "--columns {}": (
        "날짜 순위 영화명", "rank nope", "''", "순위,제목", "순위,rank", "rank,rank", "titel", "directors", "poster_url"),
    "--last {}": ("3 2022-06-01", "0"),
    "--offline {}": ("--refresh", "--cross-check"),
    "--config{}": (" nowhere.json", "="),
    "--color{}": (" off", "=alway"),
    "-O 'delimiter={}' --formt csv": (",", "\t"),
    "bo-export {}=sesame": ("KOBIS_API_KEY", "key"),
    "--generate-completion-script{}": (" tcsh", "=bash extra"),
    "weekend {}": ("20220601", "--last 4주"),
    "--posters-{}": ("dir p", "from kmdb --top 1"),
    "--source sample {}": (
        "--", "-- extra", "-qO bom=true", "-qo", "-qo x.csv", "-qox.csv", "-qo a.csv -o b.csv", "-qx",
        "-xq", "-vvq",
        "-o -q", "-o=x.csv", "--quiet=true", "--keep-going=yes", "--no-quiet", "--verbose --quiet",
        "--days 3",
        "--forma csv", "--format CSV", "--top -3", "--top +3", "--top 3.0", "--top 99999999999999999999",
        "--jobs two", "--timeout 1s", "--retries -1", "--max-calls many", "--header=korean", "--profile exel",
        "--profile excel --format jsonl", "--lang en --lang ko", "--report r.json --report s.json",
        "--with details,details", "--columns rank --with posters", "--with posters --posters-dir '~/p'",
        "--format markdown -O marker=colour", "--format xlsx -O sheet=x", "--region 서울", "--date 2022-01-01",
        "--cross-check", "--state nowhere.json", "--replay /tmp", "'--report=~/r.json'", "'--out=~/x.csv'",
        "'--output=~/x.csv'", "'-o~/x.csv'", "-o x.xls --reprot r.json"),
    "--source sample -O {}": (
        "bom", "=true", "bom=", "bom=true -O bom=false", "delimiter=ab", "thousands=0", "nothing=1"),
    "--source sample -o {}": (
        "day.xls", "day.cvs", "day.pdf", "day.parquet", "'{dat}.csv'", "'{nothing}.csv'",
        "r.json --report r.json",
        "'~/{year}.csv'", "'~kim/x.csv'", "file:///x.csv", "postgresql://me:secret@host/x"),
}
"""Command lines that differ in what takes the place of the braces."""
COMMANDS = ("daily", "weekly", "weekend", "weekdays", "trend", "movies", "movie", "people", "person",
            "companies", "company", "codes", "doctor", "quota", "cache", "columns", "plugins", "rows",
            "man")
DATASETS = ("chart", "trend", "movies", "movie", "people", "person", "companies", "company", "codes",
            "posters")

CASES = [
    *(case(f"term {line}", f"help {line}", f"help {line} --lang ko") for line in TERMS),
    *(case(f"word {line}", line, step(line, environment={"LC_ALL": "ko_KR.UTF-8"})) for line in ABSENT),
    case("key kept", step("key", stdin="test\n", environment=NO_KEY),
         step("--date 2022-06-05 --top 1", environment=NO_KEY),
         step("key --offline --lang ko", stdin="other-key\nmore\n"), home=True),
    case("key of posters", step("key kmdb", stdin="kmdb-test-key\n"), step("key kakao -q",
    stdin="kakao-test\n"),
         step("doctor", environment=NO_KEY), home=True),
    case("key refused", step("key", stdin="no-such-key\n"), step("key kmdb", stdin="no-such-key\n"),
         step("key kakao --lang ko", stdin="no-such-key\n"),
         step("KOBIS_BASE_URL=http://127.0.0.1:1 key", stdin="test\n"), home=True),
    case("key that is none", step("key", stdin=""), step("key", stdin="two words\n"),
         step("key --offline", stdin="KOBIS_API_KEY=test\n"), step("key", stdin="test\n",
         environment={"HOME": None}),
         home=True),
    case("key in place of a folder", step("key --offline", stdin="no-such-key\n"),
         files={"home/.config/bo-export/kobis_api_key/other": "x\n"}, home=True),
    case("report in a folder", "--source sample --report p", files={"p/": ""}),
    case("options before the command",
         *each("--source sample", "--by day market", "--by film trend 범죄도시2 --lang ko"),
         "-q weekend --source sample --top 1", "--lang weekend --source sample",
         "--lang ko weekend --source sample --last 2", "help --lang ko weekend",
         "trend 범죄도시2 --source sample --until 2022-06-05"),
    case("keys beside the key", *each("KOBIS_API_KEY=abcdefghijklmnop1234",
        "movies --title abcdefghijklmnop1234 --dry-run",
        "--source sample -o abcdefghijklmnop1234.csv --report r.json -q")),
    case("key as a word", *each("key", "kobis sesame-key", "-- sesame-key", "--sesame-key", "--offlin",
        "sesame-key --lang ko")),
    *(case(f"misuse {line}", line, step(line, environment={"LC_ALL": "ko_KR.UTF-8"})) for line in (
        *map(str.strip, LINES.strip().splitlines()), *WORDS,
        *(line for form, values in VALUES.items() for line in each(form, *values)))),
    case("help", "--help", "help", "-h", "--help --lang ko", "LC_ALL=ko_KR.UTF-8 --help", whole=True),
    case("help of daily in full", "help daily", "help daily --lang ko", whole=True),
    case("help of trend in full", "help trend", "trend --help --lang ko", whole=True),
    *(case(f"help {name}", f"help {name}", f"{name} --help --lang ko") for name in COMMANDS),
    case("help of plugins check", "plugins check --help", "help plugins check"),
    case("help behind options", "--top 3 --help", "weekly --nope -h", "주간 --help"),
    case("man", "man", whole=True),
    case("man in Korean", "man --lang ko", whole=True),
    *(case(f"columns {name}", f"columns {name}", f"columns {name} --lang ko") for name in DATASETS),
    case("columns", "columns", whole=True),
    case("version", "--version", "weekly --version"),
    case("classes of codes", "codes --lang ko"),
    *(case(f"completion {shell}", f"--generate-completion-script {shell}")
         for shell in ("bash", "zsh", "fish", "nushell")),
    *(case(f"plugins {line}", f"plugins {line}") for line in ("csv", "markdown", "kobis-json",
        "sample --lang ko", "kakao-images", "xlsx --json")),
    *(case(f"columns {line}", f"columns {line}") for line in ("codes --format json",
        "movie --format json-schema", "movies --format sql", "--format yaml")),
    case("answers as JSON", "cache --json", "cache clear --json", "quota --json", "doctor --json"),
    case("plugins", "plugins", "plugins --lang ko", whole=True),
    case("columns as JSON", "columns --format json", whole=True),
    case("columns as SQL", "columns --format sql", "columns chart --format json-schema", whole=True),
    case("plugins as JSON", "plugins --json", "plugins --json --lang ko", whole=True),
]
