"""The inputs that the fuzzers begin with: answers of the loopback services, files that the program
keeps and writes, and plugin output."""
import argparse
import contextlib
import pathlib
import re
import shutil
import sys
import urllib.request

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Engines"))
from fixture import Fixture  # noqa: E402

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
READERS = ("json", "xml", "yaml", "recordings", "documents", "dialogue", "states", "tables")
TOKENS = [
    b'"', b"\0", b"\n", b"\r\n", b"\t", b"\x1b", b";", b"'=", b"\xef\xbb\xbf", b"\xfe\xff", b"2022-06-05",
    b"202222", b"null", b"NaN", b"-0.5", b"1e5", b"1e999", b"-9223372036854775808", b"9223372036854775808",
    b"18446744073709551616", b"\\u0000", b"\\ud83d\\ude00", b"320010", b"documents", b"image_url", b"meta",
    b"<!--", b"-->", b"<!-->", b"<![CDATA[", b"]]>", b"<?", b"?>", b"<!DOCTYPE", b"&amp;", b"&#0;",
    b"xmlns:a=", b'encoding="EUC-KR"', b'encoding="UTF-16"', b"\x4c\x6f\xa7\x94", b"<faultInfo>", b"- ",
    b": ", b"? ", b"|", b">-", b"&a", b"*a", b"!!str", b"---", b"...", b"{", b"[", b"~", b"<<",
    b"freshness: ", b"good until ", b"expires: ", b"clock-difference: ", "날짜".encode(), b"weekend",
    b"currency", b"KRW", b'{"row":{', b'{"date":', b'{"end":{}}', b'"protocol":1', b'"partitions":[',
    b'"context":',
    b'"replication_key":"to"',
]
"""What the dictionaries have besides the words of the inputs."""


def answers(url, form):
    """The answers of the services, in that form, to a right key and a wrong one."""
    for number, service in enumerate(SERVICES):
        for key in ("test", "wrong"):
            with urllib.request.urlopen(f"{url}/{service % form}&key={key}", timeout=30) as answer:
                yield bytes([number]) + answer.read()


def written(fixture, *options):
    """The bytes of a document."""
    fixture.run(*options, "-o", "written")
    return (fixture.folder / "written").read_bytes()


def write(folder, root, program, server):
    """Puts the inputs of every reader, and its dictionary, below `folder`."""
    chosen, home = argparse.Namespace(program=program, loopback=server), folder / "home"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    with contextlib.closing(Fixture(chosen, home)) as fixture:
        url = fixture.environment["KOBIS_BASE_URL"]
        json, xml = (list(answers(url, form)) for form in ("json", "xml"))
        documents = [
            written(fixture, *options, "--from", "2022-05-23", "--to", "2022-06-05", "--top", "3")
            for options in (
                ["--format", "csv"], ["--format", "csv", "--profile", "excel"], ["--format", "jsonl"],
                ["--format", "csv", "-O", "delimiter=tab"], ["weekly", "--format", "csv"],
                ["--format", "csv", "--region", "서울,부산"],
                ["--format", "csv", "--columns", "date,rank,title,fetched_at"])]
        messages = written(fixture, "--source", "sample", "--from", "2022-05-30", "--format", "singer")
    # States as the program sends them: as messages, lines and alone.
    sent = [line for line in messages.splitlines(keepends=True) if b'"STATE"' in line]
    states = [*sent[:2], b"".join(sent), sent[0].partition(b'"value":')[2].rstrip()[:-1]]
    week = root / "Samples/week-2022-05-30/recordings"
    recordings = [*sorted(home.rglob("*.rec"))[:12], *sorted(week.rglob("*.rec"))]
    kept = [
        json, xml, [text.encode() for text in CONFIGURATIONS], [file.read_bytes() for file in recordings],
        documents, [text.encode() for text in PLUGINS], states, documents]
    for name, inputs in zip(READERS, kept, strict=True):
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(inputs):
            (place / f"seed-{number}").write_bytes(data)
        words = {*TOKENS, *re.findall(rb"[A-Za-z][\w-]{1,40}", b" ".join(inputs))}
        lines = ('"' + "".join(f"\\x{byte:02X}" for byte in word) + '"\n' for word in sorted(words))
        (folder / f"{name}.dict").write_text("".join(lines))
