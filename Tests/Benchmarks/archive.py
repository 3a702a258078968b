"""The data of the benchmarks: a made-up film market as recordings (replay), as plain bodies (json, xml) and
as one big XML file (all.xml).

It is made once, from the seeds of simulated markets (Tests/Market), and kept in a folder. No figure is real;
the shape is, as README.md says.
"""

import os
import random
import shutil
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from xml.sax.saxutils import escape

_TESTS = Path(__file__).resolve().parents[1]
sys.path += [str(_TESTS / "Simulation"), str(_TESTS / "Market")]
from market import Market  # noqa: E402
from service import chart  # noqa: E402

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bo-export-benchmarks"
"""Where the data, and the virtual environment of the Python peers, are kept."""
ROWS_PER_DAY = 10

_FORM = 3
"""Counted up whenever the data would come out different."""
_FIRST_DAY = date(2003, 11, 11)
_SPAN = 120
"""The days of one market, after which another one follows."""
_DECLARATION = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'

_WORDS = (
    "가을 감독 강철 거울 겨울 경성 고백 공작 괴물 그림자 극장판 기억 길 꽃 나라 낙원 내일 노래 눈물 달 대결 도시 "
    "동창회 로맨스 마녀 마지막 모험 미로 바다 밤 방문자 별 봄날 비밀 사랑 서울 소년 수사 숲 시간 신과함께 아침 약속 "
    "어머니 여름 여행 왕 우주 운명 이별 인생 자정 전설 전쟁 정원 첫사랑 청춘 추격 탐정 태양 편지 하늘 학교 화려한 황금"
).split()
_SUFFIXES = (
    "", "", "", "", "", "", "", " 2", " 3: 최후의 심판", ": 더 비기닝", " - 무삭제판", " 1~2부", "!", "?",
    " (재개봉)", ": 디 오리지널", " THE MOVIE", " ", "\t",
)
_WILD_TITLES = (
    "1987", "300", "2012", "1~2부", "#살아있다", "아치의 노래, 정태춘", '"나"라는 사람', "로미오 & 줄리엣",
    "<8월의 크리스마스>", "「너의 이름은」", "A < B > C & D", "D-War ", "8½", "말아톤\t", "R&B, 그리고 나",
    "Mr. & Mrs. 스미스", "'그'의 이야기", "10,000 BC", "베이비 드라이버™", "É 아멜리에", '"끝", 그리고 <시작> & 다시',
)


@dataclass(frozen=True, slots=True)
class Archive:
    """A folder with the data in it."""

    folder: Path
    days: tuple[date, ...]

    @property
    def bodies(self) -> list[str]:
        """The plain bodies in JSON, in the order of their days."""
        return [f"{self.folder}/json/{day:%Y%m%d}.json" for day in self.days]


def prepare(cache: Path, days: int = 8410) -> Archive:
    """The data of so many days, made in a folder below `cache` if it is not there yet."""
    folder = cache / f"archive-{_FORM}-{days}"
    archive = Archive(folder, tuple(_FIRST_DAY + timedelta(number) for number in range(days)))
    if (folder / "finished").exists():
        return archive
    print(f"making {days} days of data …", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    whole = [_DECLARATION, "<archive>"]
    for form in ("json", "xml"):
        (folder / form).mkdir(parents=True)
    for day, rows in _charts(archive.days):
        whole.append(_xml(day, rows))
        for form, body in (("json", chart(day, rows).body), ("xml", (_DECLARATION + whole[-1]).encode())):
            (folder / form / f"{day:%Y%m%d}.{form}").write_bytes(body)
            _record(folder / "replay/kobis", form, day, body)
    (folder / "all.xml").write_text("".join([*whole, "</archive>"]), encoding="utf-8")
    (folder / "finished").touch()
    return archive


def _xml(day: date, rows: list[dict[str, str]]) -> str:
    cells = ["".join(f"<{name}>{escape(text)}</{name}>" for name, text in row.items()) for row in rows]
    lines = "".join(f"<dailyBoxOffice>{row}</dailyBoxOffice>" for row in cells)
    return (
        f"<boxOfficeResult><boxofficeType>일별 박스오피스</boxofficeType>"
        f"<showRange>{day:%Y%m%d}~{day:%Y%m%d}</showRange>"
        f"<dailyBoxOfficeList>{lines}</dailyBoxOfficeList></boxOfficeResult>")


def _record(service: Path, form: str, day: date, body: bytes) -> None:
    """Keeps `body` in the one form in which bo-export keeps answers (Recording.swift)."""
    header = (
        "bo-export recording 1\n"
        f"request: kobis boxoffice/searchDailyBoxOfficeList.{form}?targetDt={day:%Y%m%d}&itemPerPage=10\n"
        f"fetched: {day + timedelta(3)}T09:00:00+09:00\n"
        f"status: 200\nlength: {len(body)}\ncrc32: {zlib.crc32(body):08x}\n"
    ).encode()
    folder = service / f"boxoffice/searchDailyBoxOfficeList.{form}"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"targetDt={day:%Y%m%d},itemPerPage=10.rec"
    path.write_bytes(header + f"header-crc32: {zlib.crc32(header):08x}\n\n".encode() + body)


def _charts(days: tuple[date, ...]) -> Iterator[tuple[date, list[dict[str, str]]]]:
    """The chart of each day, ten rows each."""
    for seed, first in enumerate(days[::_SPAN]):
        market = Market(seed, first, _SPAN, calm=True)
        titles = {code: _title(random.Random(f"{seed} {code}")) for code in market.films}
        for day in market.days[:len(days) - _SPAN * seed]:
            rows = market.chart(day, "all")[:ROWS_PER_DAY]
            yield day, [row | {"movieNm": titles[row["movieCd"]]} for row in rows]


def _title(chance: random.Random) -> str:
    if chance.random() < 0.12:
        return chance.choice(_WILD_TITLES)
    return " ".join(chance.sample(_WORDS, k=chance.choice((1, 2, 2, 3, 3, 4)))) + chance.choice(_SUFFIXES)
