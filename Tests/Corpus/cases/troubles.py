"""All that may go wrong between the program and the service."""

from case import case, step
from services import SERVICES

_DAYS = [subject for subject in SERVICES["troubled"] if len(subject) == 8 and subject.startswith("2022")]

CASES = [
    *(case(f"trouble {SERVICES['troubled'][day]}",
           *(step(f"--date {day} --top 1 --source {source} --timeout 1", codes=source == "kobis-json")
             for source in ("kobis-json", "kobis-xml")), service="troubled")
      for day in _DAYS),
    *(case(f"trouble in Korean {SERVICES['troubled'][day]}",
           step(f"--date {day} --top 1 --timeout 1 --lang ko", codes=False), service="troubled")
      for day in _DAYS if not SERVICES["troubled"][day].startswith("slow")),
    case("trouble with retries", "--date 20220414 --retries 1 -v", "--date 20220420 --retries 1",
         "--date 20220401 --retries 1 -v", service="troubled"),
    case("trouble going on", "--from 20220426 --to 20220429 --keep-going --jobs 1 --top 1 --report r.json",
         "--from 20220426 --to 20220429 --keep-going --jobs 1 --top 1 -o days.csv",
         "--from 20220426 --to 20220429 --keep-going --jobs 1 --top 1 -o '{date}.csv'",
         "--from 20220426 --to 20220429 --jobs 1 --top 1 -o none.csv",
         "--from 20220426 --to 20220427 --keep-going --jobs 1 --top 1 -o none.csv",
         "--from 20220426 --to 20220429 --keep-going --jobs 1 --top 1 --lang ko", service="troubled"),
    case("trouble with the latest chart", "--date yesterday --top 1", "--date latest --top 1 --columns date,rank --report r.json",
         "--date 최근 --top 1 --columns date,rank --lang ko -o '{date}.csv'", "market --date latest", "ranking --date latest --top 1",
         "--deep --date latest --top 1 --columns date,rank", "weekly --date latest --top 1 --columns year_week,rank",
         "--date latest --top 1 --columns date,rank --cross-check --keep-going -q",
         "--date latest --top 1 --columns date,rank --offline", "--from 2022-06-01 --to 최근", service="not yet"),
    case("trouble of one region", "--date 20220429 --region 서울,부산 --top 1 --jobs 1",
         "--date 20220429 --region 서울,부산 --top 1 --jobs 1 --keep-going --format markdown",
         "--date 20220428 --region 서울,부산 --top 1 --jobs 1", service="troubled"),
    case("trouble after which the quota is known", "--date 20220402", "--date 20220430 --top 1",
         "quota", "quota --lang ko", "doctor", step("quota", later=86400),
         step("--date 20220430 --top 1", later=86400), service="troubled"),
    case("trouble after which the key is known", "--date 20220401", "doctor", "--date 20220430 --top 1",
         service="troubled"),
    case("trouble of both readings", "--date 20220414 --cross-check", "--date 20220427 --cross-check",
         "--date 20220421 --cross-check --top 1", service="troubled"),
    case("trouble an empty chart", "--date 20220427", "--date 20220427 --allow-empty",
         "--date 20220427 --region 서울", "--date 20220427 --nation korean -o x.csv",
         "--date 20220427 --nation korean -o x.csv --allow-empty", service="troubled",
         files={"x.csv": "there was something\n"}),
    case("trouble an empty yesterday", "--top 1", "--last 2 --keep-going", "-q", "doctor --online",
         "weekly", service="all empty"),
    case("trouble a page for everything", "--top 1", "movies --title 범죄", "movie 20204548",
         "codes regions", "--top 1 --lang ko", service="all html"),
    case("trouble nobody there", "KOBIS_BASE_URL=http://127.0.0.1:9 --top 1",
         "KOBIS_BASE_URL=http://127.0.0.1:9 --last 2 --keep-going --jobs 1",
         "KOBIS_BASE_URL=http://127.0.0.1:9 --top 1 --lang ko",
         "KOBIS_BASE_URL=http://127.0.0.1:9 --month 2022-05 --keep-going --jobs 1 --report r.json -o x.csv", "quota"),
    case("trouble a wrong address", "KOBIS_BASE_URL=ftp://127.0.0.1 --top 1",
         "KOBIS_BASE_URL=nowhere --top 1", "KOBIS_BASE_URL=http:// --top 1",
         "KOBIS_BASE_URL=@KOBIS@/deeper --top 1", "KOBIS_BASE_URL=@KOBIS@/ --top 1"),
    case("trouble a wrong key", "KOBIS_API_KEY=wrong-key --top 1", "KOBIS_API_KEY=wrong-key --top 1 --source kobis-xml",
         "KOBIS_API_KEY=wrong-key doctor --online", "KOBIS_API_KEY=wrong-key --last 3 --keep-going --jobs 1",
         "KOBIS_API_KEY=wrong-key --top 1 --lang ko", "KOBIS_API_KEY=wrong-key movies --title 범죄"),
    case("trouble no key", *(step(line, environment={"KOBIS_API_KEY": None}) for line in (
        "--top 1", "--top 1 --lang ko", "doctor", "doctor --online", "quota", "--dry-run", "--offline",
        "movies --title 범죄", "codes", "--source sample --top 1"))),
    case("trouble an odd key", "KOBIS_API_KEY='a b' --top 1", "KOBIS_API_KEY= --top 1",
         step("--top 1", environment={"KOBIS_API_KEY": "two\nlines"})),
    case("trouble a proxy", "http_proxy=http://127.0.0.1:9 --top 1",
         "http_proxy=http://127.0.0.1:9 no_proxy=127.0.0.1 --top 1"),
    case("trouble full output", step("--source sample", output="/dev/full"),
         step("--source sample --format markdown", output="/dev/full"),
         step("--source sample --format xlsx", output="/dev/full"),
         step("--source sample", output="closed"), step("--help", output="/dev/full"),
         step("columns", output="closed"), step("quota", output="/dev/full")),
]
