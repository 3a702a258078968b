"""What is asked of services: the archive, reports, troubles, odd answers, and an assistant."""

import json
import re
from collections.abc import Mapping
from zlib import crc32

from case import DAY, Case, case, each, step
from services import SERVICES

DAYS = "--from 2022-06-04 --to 2022-06-05 --top 1"
CHART = "boxoffice/searchDailyBoxOfficeList.json/targetDt=20220605,itemPerPage=10.rec"
REPORT = '{"archive_hits": 0, "status": 0}\n'
DAY5 = "--date 2022-06-05 --top 1"
_DAYS = {day: trouble for day, trouble in SERVICES["troubled"].items() if re.fullmatch("2022[0-9]{4}", day)}


def recording(form: str, body: bytes) -> Mapping[str, bytes]:
    """A recording of the chart of 2022-06-01 with that body."""
    target = f"boxoffice/searchDailyBoxOfficeList.{form}"
    header = (
        f"bo-export recording 1\nrequest: kobis {target}?targetDt=20220601&itemPerPage=10\n"
        "fetched: 2022-06-08T09:00:00+09:00\nstatus: 200\n"
        f"length: {len(body)}\ncrc32: {crc32(body):08x}\n").encode()
    return {f"r/kobis/{target}/targetDt=20220601,itemPerPage=10.rec":
            header + f"header-crc32: {crc32(header):08x}\n\n".encode() + body}


def answers(form: str, *bodies: bytes):
    """A step that replays each of these answers."""
    line = f"--source kobis-{form} --replay r --date 2022-06-01 --columns rank"
    return (step(line, before=recording(form, body)) for body in bodies)


def xml(encoding: str, body: bytes) -> bytes:
    """A document that claims to have this encoding."""
    return f'<?xml version="1.0" encoding="{encoding}"?>\n'.encode() + body


def chart(count: int) -> bytes:
    """A chart of so many films."""
    ones = ("salesAmt", "salesAcc", "audiCnt", "audiAcc", "scrnCnt", "showCnt")
    zeros = ("rankInten", "salesInten", "salesChange", "audiInten", "audiChange")
    rows = [{"rnum": str(rank), "rank": str(rank), "rankOldAndNew": "OLD", "movieCd": str(20_000_000 + rank),
             "movieNm": "t", "openDt": "2022-05-18", "salesShare": "0.1"}
            | dict.fromkeys(ones, "1") | dict.fromkeys(zeros, "0") for rank in range(1, count + 1)]
    return json.dumps({"boxOfficeResult": {
        "boxofficeType": "일별 박스오피스", "showRange": "20220601~20220601", "dailyBoxOfficeList": rows}}).encode()


def question(
    name: str, tool: str, server: str = "--source sample", files: Mapping[str, str] = {}, **arguments: object,
) -> Case:
    """A case of one call of a tool, by a server with these options, or this command line."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
               "params": {"name": tool, "arguments": arguments}}
    line = server if server.endswith("mcp") else f"mcp {server}"
    return case(f"assistant {name}", line, files=files, stdin=json.dumps(message) + "\n", codes=False)

CASES = [
    case("archive in full", DAY5, "--date 2022-06-07 --top 1", "movie 20204548", "cache status",
        step("cache status", later=DAY), step("cache prune", later=60 * DAY), "cache clear", home=True,
        whole=True),
    case("archive yesterday again", "--top 1 --report a.json", "--top 1 --report b.json",
        *(step(f"--date 2022-06-07 --top 1 --report {name}.json", later=round(days * DAY))
        for name, days in (("c", 0.1), ("d", 5), ("e", 6)))),
    case("archive cleared in Korean", f"{DAY5} -q", *each("cache {}--lang ko", "", "clear ")),
    case("archive damaged", f"{DAY5} -v", f"{DAY5} --offline", "cache",
        before={f"@ARCHIVE@/{CHART}": "hello\n"}),
    case("archive offline",
        *(f"{line} --offline" for line in ("", DAYS, "movie 20204548", "movies --title 범죄")),
        f"{DAYS} --offline --keep-going"),
    case("record and replay", f"{DAYS} --record r", f"{DAYS} --replay r -o x.csv",
        step(f"{DAYS} --replay r", environment={"KOBIS_API_KEY": None}), "--date 2022-06-03 --replay r",
        "--from 2022-06-03 --to 2022-06-04 --top 1 --replay r --keep-going",
        f"{DAYS} --replay r --source kobis-xml", f"{DAYS} --replay r --dry-run"),
    case("record a run", *each("trend 범죄도시2 --from 2022-06-01 --to +1d", "--record r -q", "--replay r")),
    case("record a search", "movies --title 범죄 --record r -q", "movies --title 범죄 --replay r",
        "movies --title 도시 --replay r"),
    case("replay what is damaged", f"{DAY5} --replay r", "--date 2022-06-04 --top 1 --replay r",
        files={f"r/kobis/{CHART}": "hello\n",
        f"r/kobis/{CHART.replace('0605', '0604')}": "bo-export recording 1\n"
        "request: kobis boxoffice/searchDailyBoxOfficeList.json?targetDt=20220604&itemPerPage=10\n"
        "fetched: 2022-06-08T12:00:00+09:00\nstatus: 200\nlength: 2\n\n{}"}),
    case("calls", *each("--last 3 --max-calls 2 --jobs 1", "-o x.csv", "-o x.csv", "--keep-going --refresh"),
        "quota"),
    case("fewer calls than charts that may change", "--last 3 --max-calls 1 --jobs 1 -o x.csv",
        "--last 3 --max-calls 1 --jobs 1 -o x.csv --lang ko",
        *(f"trend 범죄도시2 --from 2022-06-01 --to 2022-06-07 --max-calls {count} --jobs 1 -o x.csv"
            for count in (1, 2, 3)),
        "--from 2022-06-05 --to 2022-06-07 --update -o u.csv",
        *each("--from 2022-06-02 --to 2022-06-07 --update -o u.csv --jobs 1", "--max-calls 1", "--max-calls 2")),
    case("calls of a key and another", "--date 2022-06-05 -q -o a.csv",
        "KOBIS_API_KEY=wrong --date 2022-06-05 --refresh -q", "quota"),
    case("calls with a damaged ledger", "--date 2022-06-05 --top 1 --report r.json", "quota", "doctor",
        files={"home/.local/state/bo-export/quota/kobis-9f86d081884c7d65-2022-06-08": "what?\n"}),
    *(case(f"said {line}", f"{DAY5} {line}") for line in ("-vv --source kobis-xml", "--progress never")),
    case("report of what failed", "--date 20220414 --report r.json",
        "--from 20220426 --to 20220429 --keep-going --jobs 1 -o x.csv --report r.json",
        "--date 20220420 --report r.json", "--date 20220414 --report r.json --lang ko",
        "--date 20220402 --report r.json", service="troubled"),
    case("report of a used-up quota",
        "--from 2022-06-03 --to 2022-06-05 --top 1 --max-calls 1 --jobs 1 --report r.json"),
    case("report over what is none", "--source sample -q -o x.csv --report r.json",
        files={"r.json": "my notes\n"}),
    case("report of a failed run", *("--from 2022-03-30 --to 2022-04-02 --top 1 --jobs 1 --report "
        f"r{number}.json -o {output}"
        for number, output in enumerate(("-", "- --format xlsx", "x.csv", "'{date}.csv'"))),
        service="troubled"),
    case("report of mistakes", *(step(line, before={"r.json": REPORT})
        for line in ("--jobs=x --report r.json -- a", "-q --report r.json -v",
        "weekly --last x --report r.json", "codes nope --report r.json", "--from --report r.json --jobs 0",
        "--source sample --report r.json -o nowhere/x",
        "--source sample --report r.json --config nowhere.json", "BO_EXPORT_REPORT=r.json --jobs 0")),
        step("--report r.json", environment={"KOBIS_API_KEY": None})),
    case("report of none", "--jobs 0 -- --report r.json", "quota --report r.json", "--help --report r.json",
        "--jobs 0 --reports r.json", files={"r.json": REPORT}),
    case("report of a configuration", step("--source sample --top 1 --columns rank --config c.json",
        before={"c.json": '{"report": "s.json", "jobs": 0}'}),
        step("BO_EXPORT_REPORT=t.json --source sample --config c.json", before={"c.json": "{"})),
    case("report in place of an old document",
        *each("--source sample -q {} -o x.csv --report ./x.csv", "", "--jobs 0", "--nope", "--source nope"),
        files={"x.csv": "old\n"}),
    *(case(f"trouble {trouble}", *(step(f"--date {day} --top 1 --source {source} --timeout 1",
        codes=source == "kobis-json") for source in ("kobis-json", "kobis-xml")), service="troubled")
        for day, trouble in _DAYS.items()),
    *(case(f"trouble in Korean {trouble}", f"--date {day} --top 1 --timeout 1 --lang ko", codes=False,
        service="troubled") for day, trouble in _DAYS.items() if trouble != "slow:3000"),
    case("trouble with retries", "--date 20220414 --retries 1 -v", "--date 20220420 --retries 1",
        "--date 20220401 --retries 1 -v", service="troubled"),
    case("trouble going on", *each("--from 20220426 --to 20220429 --keep-going --jobs 1 --top 1",
        "--report r.json", "-o days.csv", "-o '{date}.csv'"), *each("--from 20220426 --to",
        "20220429 --jobs 1 --top 1 -o none.csv", "20220427 --keep-going --jobs 1 --top 1 -o none.csv",
        "20220429 --keep-going --jobs 1 --top 1 --lang ko"), service="troubled"),
    case("trouble with the latest chart", "--date yesterday --top 1",
        "--date latest --top 1 --columns date,rank --report r.json",
        "--date 최근 --top 1 --columns date,rank --lang ko -o '{date}.csv'", "market --date latest",
        "ranking --date latest --top 1", "--deep --date latest --top 1 --columns date,rank",
        "weekly --date latest --top 1 --columns year_week,rank",
        *each("--date latest --top 1 --columns date,rank", "--cross-check --keep-going -q", "--offline"),
        "--from 2022-06-01 --to 최근", service="not yet"),
    case("trouble of one region",
        *each("--date 20220429 --region 서울,부산 --top 1 --jobs 1", "", "--keep-going --format markdown"),
        "--date 20220428 --region 서울,부산 --top 1 --jobs 1", service="troubled"),
    case("trouble after which the quota is known", "--date 20220402", "--date 20220430 --top 1", "quota",
        "quota --lang ko", "doctor", step("quota", later=86400), step("--date 20220430 --top 1", later=86400),
        service="troubled"),
    case("trouble after which the key is known", "--date 20220401", "doctor", "--date 20220430 --top 1",
        service="troubled"),
    case("trouble of both readings", "--date 20220414 --cross-check", "--date 20220427 --cross-check",
        "--date 20220421 --cross-check --top 1", service="troubled"),
    case("trouble an empty chart", *each("--date 20220427", "", "--allow-empty", "--region 서울",
        "--nation korean -o x.csv", "--nation korean -o x.csv --allow-empty"), service="troubled",
        files={"x.csv": "there was something\n"}),
    case("trouble an empty yesterday", "--top 1", "--last 2 --keep-going", "-q", "doctor --online", "weekly",
        service="all empty"),
    case("trouble a page for everything", "--top 1", "movies --title 범죄", "movie 20204548", "codes regions",
        "--top 1 --lang ko", service="all html"),
    case("trouble nobody there", *each("KOBIS_BASE_URL=http://127.0.0.1:9", "--top 1",
        "--last 2 --keep-going --jobs 1", "--top 1 --lang ko",
        "--month 2022-05 --keep-going --jobs 1 --report r.json -o x.csv"), "quota"),
    case("trouble a wrong address", *each("KOBIS_BASE_URL={} --top 1", "ftp://127.0.0.1", "nowhere",
        "http://", "@KOBIS@/deeper", "@KOBIS@/")),
    case("trouble a wrong key", *each("KOBIS_API_KEY=wrong-key", "--top 1", "--top 1 --source kobis-xml",
        "doctor --online", "--last 3 --keep-going --jobs 1", "--top 1 --lang ko", "movies --title 범죄")),
    case("trouble no key", *(step(line, environment={"KOBIS_API_KEY": None}) for line in ("--top 1",
        "--top 1 --lang ko", "doctor", "doctor --online", "quota", "--dry-run", "--offline",
        "movies --title 범죄", "codes", "--source sample --top 1"))),
    case("trouble an odd key", "KOBIS_API_KEY='a b' --top 1", "KOBIS_API_KEY= --top 1",
        step("--top 1", environment={"KOBIS_API_KEY": "two\nlines"})),
    case("trouble a proxy", *each("http_proxy=http://127.0.0.1:9", "--top 1", "no_proxy=127.0.0.1 --top 1")),
    case("trouble full output", step("--source sample", output="/dev/full"),
        step("--source sample --format markdown", output="/dev/full"),
        step("--source sample --format xlsx", output="/dev/full"), step("--source sample", output="closed"),
        step("--help", output="/dev/full"), step("columns", output="closed"),
        step("quota", output="/dev/full")),
    case("command answers that are no XML", *answers("xml", *(xml(encoding,
        b"<boxOfficeResult>" + bad + b"</boxOfficeResult>") for encoding, bad in (("EUC-KR", b"\xff "),
        ("CP949", b"\xb1 "), ("UTF-8", b"\xb1\xe2"), ("UTF-8", b"&CANARY;"))),
        xml("EUC-KR", b"<boxOfficeResult/>\xff\xff"), xml("no-such", b"<boxOfficeResult/>"),
        xml("UTF-16", b"<boxOfficeResult/>"), xml("UTF-8", b"<boxOfficeResult/>\0<boxOfficeResult/>"),
        b"\xff\xfe" + "<boxOfficeResult>".encode("utf-16-le") + b"\x00\xd8\x20\x00")),
    case("command answers that are no charts", *answers("json", b'{"boxOfficeResult":{\n"showRange":NaN}}',
        b'{"boxOfficeResult":{"showRange":"20220601' + b"1" * 100_000 + b'"}}', chart(10), chart(11)),
        *answers("json", b"<script>location.href='/m'</script>",
        b"<!-- <a> " + b"x" * 1100 + b" -->\n<HTML>down</HTML>", b"<center><h1>503</h1></center>",
        b"<br><b>Fatal error</b>", b"<boxOfficeResult/>")),
    question("some rows from an offset on", "box_office", columns=["rank", "title"], offset=4, rows=3),
    question("a word", "explain", word="진입"),
    question("too many films", "film", "--max-calls 2", codes=["20204548", "20212866", "20212869"]),
    question("too many titles", "film_run", "--max-calls 2", films=["범죄도시2", "브로커", "마녀"], days=3),
    question("too many weeks of a film", "film_run", "--max-calls 2", films=["범죄도시2"], days=60, by="week"),
    question("too many days and those of the year before", "market", "--max-calls 20", month="2022-05",
        compare="year"),
    question("too many regions in Korean", "box_office", "--max-calls 3 --lang ko", last=2, region=["each"]),
    question("too many days", "ranking", "--max-calls 3", month="2022-05"),
    question("a command", "explain", word="market"),
    question("too many days of two films", "film_run", "--max-calls 10", films=["쥬라기 월드: 도미니언", "20204548"],
        days=10),
    question("a film that is not there", "film_run", "--source kobis-json", films=["없는 영화"]),
    question("a key that is refused", "box_office", "KOBIS_API_KEY=wrong-key mcp", date="2022-06-01"),
    question("settings of its own", "box_office", "mcp", columns=["rank", "title"], rows=2,
        files={"home/.config/bo-export/config.json": '{"mcp": {"source": "sample"}}'}),
    question("no columns", "box_office", columns=[]),
    question("too few films", "box_office", top=0),
    question("a column in capitals", "box_office", columns=["AUDIENCE_COUNT"]),
    question("a column that no source has", "box_office", columns=["예매율"]),
    question("a tool that is not there", "forecast"),
]
