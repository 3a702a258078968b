"""Answers that no service would give, as recordings of it."""

from collections.abc import Mapping
from zlib import crc32

from case import case, step


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
    return (step(f"--source kobis-{form} --replay r --date 2022-06-01 --columns rank", before=recording(form, body))
            for body in bodies)


def xml(encoding: str, body: bytes) -> bytes:
    """A document that claims to have this encoding."""
    return f'<?xml version="1.0" encoding="{encoding}"?>\n'.encode() + body


def chart(count: int) -> bytes:
    """A chart of so many films."""
    rows = (f'{{"rnum":"{rank}","rank":"{rank}","rankInten":"0","rankOldAndNew":"OLD","movieCd":"{20_000_000 + rank}",'
            '"movieNm":"t","openDt":"2022-05-18","salesAmt":"1","salesShare":"0.1","salesInten":"0","salesChange":"0",'
            '"salesAcc":"1","audiCnt":"1","audiInten":"0","audiChange":"0","audiAcc":"1","scrnCnt":"1","showCnt":"1"}'
            for rank in range(1, count + 1))
    return ('{"boxOfficeResult":{"boxofficeType":"일별 박스오피스","showRange":"20220601~20220601",'
            f'"dailyBoxOfficeList":[{",".join(rows)}]}}}}').encode()


CASES = [
    case("command answers that are no XML", *answers(
        "xml", *(xml(encoding, b"<boxOfficeResult>" + bad + b"</boxOfficeResult>") for encoding, bad in (
            ("EUC-KR", b"\xff "), ("CP949", b"\xb1 "), ("UTF-8", b"\xb1\xe2"), ("UTF-8", b"&CANARY;"))),
        xml("EUC-KR", b"<boxOfficeResult/>\xff\xff"), xml("no-such", b"<boxOfficeResult/>"),
        xml("UTF-16", b"<boxOfficeResult/>"), xml("UTF-8", b"<boxOfficeResult/>\0<boxOfficeResult/>"),
        b"\xff\xfe" + "<boxOfficeResult>".encode("utf-16-le") + b"\x00\xd8\x20\x00")),
    case("command answers that are no chart", *answers(
        "json", b'{"boxOfficeResult":{\n"showRange":NaN}}',
        b'{"boxOfficeResult":{"showRange":"20220601' + b"1" * 100_000 + b'"}}', chart(10), chart(11))),
    case("command answers that are pages", *answers(
        "json", b"<script>location.href='/m'</script>", b"<!-- <a> " + b"x" * 1100 + b" -->\n<HTML>down</HTML>", b"<center><h1>503</h1></center>", b"<br><b>Fatal error</b>", b"<boxOfficeResult/>")),
]
