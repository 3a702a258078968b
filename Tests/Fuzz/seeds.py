"""The inputs that the fuzzers begin with: answers of the loopback services, files that the program
keeps and writes, and plugin output."""
import contextlib
import os
import subprocess
import threading
import urllib.request

# The first byte of an input chooses the request, in the order of Answers.swift.
SERVICES = [
    "movie/searchMovieList.%s?curPage=1&itemPerPage=100",
    "movie/searchMovieInfo.%s?movieCd=20204548",
    "people/searchPeopleList.%s?curPage=1&itemPerPage=100",
    "people/searchPeopleInfo.%s?peopleCd=10056783",
    "company/searchCompanyList.%s?curPage=1&itemPerPage=100",
    "company/searchCompanyInfo.%s?companyCd=20122501",
    "code/searchCodeList.%s?comCode=0105000000",
    "boxoffice/searchDailyBoxOfficeList.%s?targetDt=20220605",
    "boxoffice/searchWeeklyBoxOfficeList.%s?targetDt=20220605&weekGb=0",
    "boxoffice/searchWeeklyBoxOfficeList.%s?targetDt=20220605&weekGb=1",
    "boxoffice/searchWeeklyBoxOfficeList.%s?targetDt=20220605&weekGb=2",
]
CONFIGURATIONS = [
    '{"format": "csv", "top": 5, "columns": ["date", "title"]}',
    "format: csv\ntop: 5\ncolumns:\n  - date\n  - title\nposters-dir: 'a b'\n",
    "# a comment\nformat: \"jsonl\"\nregion: [서울, 경기]\nupdate: true\nretries: ~\n",
    "a: |\n  text\n  more\nb: >-\n  folded\n? c\n: d\n...\n",
]
PLUGINS = [
    '{"manifest":{"protocol":1,"name":"fuzz","summary":"s","dataset":"chart","charts":["daily"],'
    '"from":"2022-06-01","to":"2022-06-30","columns":[{"name":"date"},{"name":"rank"},'
    '{"name":"title"},{"name":"rank_change"},{"name":"is_new"},{"name":"m","type":"marker",'
    '"korean":"=1+1"}],"options":[{"name":"n","type":"integer","minimum":1,"maximum":9,'
    '"default":3,"help":"h"}]}}\n'
    '{"row":{"date":"2022-06-01","rank":1,"title":"기생충","rank_change":-2,"is_new":false,'
    '"m":"▲1"}}\n{"row":{"date":"2022-06-01","rank":2,"title":"a\\n\\"b","rank_change":null,'
    '"is_new":true,"m":null}}\n{"end":{}}\n',
    '{"manifest":{"protocol":1,"name":"fuzz","summary":"s","dataset":"list","columns":['
    '{"name":"a","type":"text"},{"name":"b","type":"percent"},{"name":"c","type":"list"},'
    '{"name":"d","type":"fraction"},{"name":"e","type":"won"},{"name":"f","type":"year"},'
    '{"name":"g","type":"decimal"},{"name":"h","type":"ratio"}],'
    '"variables":["X"],"options":[{"name":"o","type":"choice","choices":["x","y"],"default":"x",'
    '"help":"h"},{"name":"p","type":"boolean","default":true,"help":"h"}]}}\n'
    '{"row":{"a":"x","b":-1.5,"c":["p","q"],"d":0.87,"e":139565890466,"f":2022,"g":-0.4,"h":3.02}}\n'
    '{"end":{}}\n',
    '{"manifest":{"protocol":1,"name":"fuzz","summary":"s","charts":["daily"],"from":"2024-01-26",'
    '"country":"US","currency":"USD","day_ends":"34:00","language":"en","columns":[{"name":"currency"},'
    '{"name":"sales_amount"},{"name":"h","type":"amount"}]}}\n'
    '{"row":{"currency":"USD","sales_amount":12345.50,"h":-0.05}}\n{"end":{}}\n',
    '{"manifest":{"protocol":1,"name":"fuzz","summary":"s","columns":["title","rank"],"options":'
    '[{"name":"t","type":"text","default":"","help":"h"}]}}\n',
]
WORDS = {
    "json": ["faultInfo", "message", "errorCode", "320010", "boxOfficeResult", "showRange",
             "dailyBoxOfficeList", "rankOldAndNew", "NEW", "documents", "image_url", "meta",
             "\\\\u0000", "\\\\ud83d\\\\ude00", "1e999", "18446744073709551616", "NaN"],
    "xml": ["<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<!DOCTYPE", "<!-->", "&amp;", "&#0;",
            "encoding=\\\"EUC-KR\\\"", "encoding=\\\"UTF-16\\\"", "<boxOfficeResult>", "xmlns:a=",
            "<faultInfo>", "\\x00", "\\xFE\\xFF", "\\x4C\\x6F\\xA7\\x94"],
    "yaml": ["- ", ": ", "? ", "|", ">-", "&a", "*a", "!!str", "---", "...", "{", "[", "~", "<<"],
    "recordings": ["bo-export recording 1", "request: ", "fetched: ", "freshness: ", "good until ",
                   "expires: ", "clock-difference: ", "header-crc32: ", "length: ", "status: "],
    "documents": ["\\\"", "\\x0D\\x0A", "\\xEF\\xBB\\xBF", "2022-06-05", "202222",
                  "\\xEB\\x82\\xA0\\xEC\\xA7\\x9C", "null", "fetched_at", "region",
                  "{\\\"date\\\":", "\\\\u0000"],
    "dialogue": ["{\\\"row\\\":{", "{\\\"end\\\":{}}", "\\\"protocol\\\":1", "\\\"default\\\":",
                 "\\\"minimum\\\":", "-9223372036854775808", "9223372036854775808", "1e5", "\\x1B"],
    "states": ["{\\\"type\\\":\\\"STATE\\\",\\\"value\\\":", "\\\"bookmarks\\\":", "\\\"charts\\\":",
               "\\\"partitions\\\":[", "\\\"context\\\":", "\\\"replication_key\\\":\\\"to\\\"", "weekend",
               "2022-06-05", "\\x0A"],
    "tables": ["\\\"", "\\x0D\\x0A", "\\xEF\\xBB\\xBF", "date", "rank", "title", "from", "to",
               "2022-06-05", ";", "\\x09", "region", "source", "currency", "KRW", "{\\\"date\\\":",
               "null", "-0.5", "'="],
}


@contextlib.contextmanager
def loopback(program):
    """Runs the loopback KOBIS; yields its address."""
    server = subprocess.Popen([program, "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().split()[0].removeprefix("KOBIS_BASE_URL=")
        # It says every request, and would stop at a full pipe.
        threading.Thread(target=server.stdout.read, daemon=True).start()
        yield address
    finally:
        server.kill()
        server.wait()


def answers(url, form):
    """The answers of the services, in that form, to a right key and a wrong one."""
    for number, service in enumerate(SERVICES):
        for key in ("test", "wrong"):
            with urllib.request.urlopen(f"{url}/{service % form}&key={key}", timeout=30) as answer:
                yield bytes([number]) + answer.read()


def documents(program, url, folder):
    """Charts as the program writes them; its archive is left in `folder`."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "KOBIS_BASE_URL": url,
                   "KOBIS_API_KEY": "test"}
    for options in (["--format", "csv"], ["--format", "csv", "--profile", "excel"],
                    ["--format", "jsonl"], ["--format", "csv", "-O", "delimiter=tab"],
                    ["weekly", "--format", "csv"], ["--format", "csv", "--region", "서울,부산"],
                    ["--format", "csv", "--columns", "date,rank,title,fetched_at"]):
        yield subprocess.run(
            [program, *options, "--from", "2022-05-23", "--to", "2022-06-05", "--top", "3"],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120,
            check=False).stdout


def states(program):
    """States as the program sends them, as messages, lines and alone."""
    command = [program, "--source", "sample", "--from", "2022-05-30", "--format", "singer"]
    messages = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              timeout=120, check=True).stdout.splitlines(keepends=True)
    lines = [line for line in messages if b'"STATE"' in line]
    yield from lines[:2]
    yield b"".join(lines)
    yield lines[0].partition(b'"value":')[2].rstrip()[:-1]


def write(folder, root, program, server):
    """Puts the inputs of every reader, and its dictionary, below `folder`."""
    home = folder / "home"
    home.mkdir(parents=True, exist_ok=True)
    with loopback(server) as url:
        json, xml = (list(answers(url, form)) for form in ("json", "xml"))
        written = list(documents(program, url, home))
    week = root / "Samples/week-2022-05-30/recordings"
    recordings = [*sorted(home.rglob("*.rec"))[:12], *sorted(week.rglob("*.rec"))]
    kept = {
        "json": json, "xml": xml, "yaml": [text.encode() for text in CONFIGURATIONS],
        "recordings": [file.read_bytes() for file in recordings], "documents": written,
        "dialogue": [text.encode() for text in PLUGINS], "states": states(program), "tables": written,
    }
    for name, words in WORDS.items():
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(kept[name]):
            if data:
                (place / f"seed-{number}").write_bytes(data)
        dictionary = "".join(f'"{word}"\n' for word in words)
        (folder / f"{name}.dict").write_text(dictionary, encoding="utf-8")
