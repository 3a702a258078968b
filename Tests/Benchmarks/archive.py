"""The data of the benchmarks: a made-up film market as recordings, as plain bodies and as one big XML file.

It is made once and kept in a folder:

    replay/kobis/boxoffice/searchDailyBoxOfficeList.json/targetDt=20031111,itemPerPage=10.rec
    replay/kobis/boxoffice/searchDailyBoxOfficeList.xml/targetDt=20031111,itemPerPage=10.rec
    json/20031111.json
    xml/20031111.xml
    all.xml                the bodies of xml/ inside one root, without their XML declarations

Everything follows from the seed. Nothing here is a real figure; what is real is the shape: films
open, fall off and leave, accumulated sales pass 2^32, two films tie now and then, a code is not
always digits, and titles hold whatever titles hold.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from xml.sax.saxutils import escape

from cells import FIELDS

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bo-export-benchmarks"
"""Where the data, and the virtual environment of the Python peers, are kept."""
DAYS = 8410
ROWS_PER_DAY = 10

_SEED = 20031111
_FORM = 2
"""Counted up whenever the data would come out different for the same seed."""
_FIRST_DAY = date(2003, 11, 11)
"""The day KOBIS began to count."""
_DECLARATION = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'
_SERVICE = "boxoffice/searchDailyBoxOfficeList"

_WORDS = (
    "가을 감독 강철 거울 겨울 경성 고백 공작 괴물 국경 그림자 극장판 기억 길 꽃 나라 남자 낙원 내일 노래 "
    "눈물 달 대결 도시 동창회 로맨스 마녀 마지막 만남 명량 모험 무사 미로 바다 밤 방문자 배우 별 봄날 부활 "
    "비밀 사랑 사월 살인 서울 소년 소녀 수사 숲 시간 신과함께 아침 악녀 약속 어머니 여름 여행 연인 영웅 "
    "왕 우주 운명 유령 이별 인생 자정 작전 전설 전쟁 정원 제국 주말 집 천국 첫사랑 청춘 추격 친구 탐정 태양 "
    "편지 폭풍 하늘 학교 한강 해적 형사 호수 화려한 황금"
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

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Archive:
    """A folder with the data in it."""

    folder: Path
    days: tuple[date, ...]

    @property
    def replay(self) -> Path:
        """The folder for `bo-export --replay`, JSON and XML."""
        return self.folder / "replay"

    def body(self, form: str, day: date) -> Path:
        """The plain body of one day, `json` or `xml`."""
        return self.folder / form / f"{day:%Y%m%d}.{form}"


def prepare(cache: Path, days: int = DAYS) -> Archive:
    """The data of so many days, made in a folder below `cache` if it is not there yet."""
    folder = cache / f"archive-{_FORM}-{_SEED}-{days}"
    archive = Archive(folder, tuple(_FIRST_DAY + timedelta(number) for number in range(days)))
    finished = folder / "finished"
    if finished.exists():
        return archive
    print(f"making {days} days of data …", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    for form in ("json", "xml"):
        (folder / form).mkdir(parents=True)
        (archive.replay / "kobis" / f"{_SERVICE}.{form}").mkdir(parents=True)
    with (folder / "all.xml").open("w", encoding="utf-8") as whole:
        whole.write(f"{_DECLARATION}<archive>")
        for day, rows in _market(archive.days):
            xml = _xml(day, rows)
            for form, text in (("json", _json(day, rows)), ("xml", _DECLARATION + xml)):
                body = text.encode()
                archive.body(form, day).write_bytes(body)
                _record(archive.replay, form, day, body)
            whole.write(xml)
        whole.write("</archive>")
    finished.touch()
    return archive


def _json(day: date, rows: list[Row]) -> str:
    answer = {
        "boxOfficeResult": {
            "boxofficeType": "일별 박스오피스",
            "showRange": f"{day:%Y%m%d}~{day:%Y%m%d}",
            "dailyBoxOfficeList": rows,
        }
    }
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


def _xml(day: date, rows: list[Row]) -> str:
    lines = "".join(
        "<dailyBoxOffice>"
        + "".join(f"<{name}>{escape(text)}</{name}>" for name, text in row.items())
        + "</dailyBoxOffice>"
        for row in rows
    )
    return (
        f"<boxOfficeResult><boxofficeType>일별 박스오피스</boxofficeType>"
        f"<showRange>{day:%Y%m%d}~{day:%Y%m%d}</showRange>"
        f"<dailyBoxOfficeList>{lines}</dailyBoxOfficeList></boxOfficeResult>"
    )


def _record(replay: Path, form: str, day: date, body: bytes) -> None:
    """Keeps `body` in the one form in which bo-export keeps answers (Recording.swift)."""
    header = (
        "bo-export recording 1\n"
        f"request: kobis {_SERVICE}.{form}?targetDt={day:%Y%m%d}&itemPerPage=10\n"
        f"fetched: {day + timedelta(3)}T09:00:00+09:00\n"
        "status: 200\n"
        f"length: {len(body)}\n"
        f"crc32: {zlib.crc32(body):08x}\n"
    ).encode()
    path = replay / "kobis" / f"{_SERVICE}.{form}" / f"targetDt={day:%Y%m%d},itemPerPage=10.rec"
    path.write_bytes(header + f"header-crc32: {zlib.crc32(header):08x}\n\n".encode() + body)


@dataclass(slots=True)
class _Film:
    code: str
    title: str
    opened: date | None
    appeal: float
    """Admissions on a weekday in the first week."""
    decay: float
    price: int
    admissions: int = 0
    sales: int = 0
    admissions_total: int = 0
    sales_total: int = 0
    place: int | None = None
    """Rank the day before, or None for a film that was not in any cinema."""
    age: int = 0


def _market(days: tuple[date, ...]) -> Iterator[tuple[date, list[Row]]]:
    """The chart of each day, ten rows each."""
    chance = random.Random(_SEED)
    films: list[_Film] = []
    for day in days:
        while len(films) < 14 or chance.random() < 0.12:
            films.append(_new_film(chance, day))
        yield day, _one_day(chance, day, films)
        films.sort(key=lambda film: film.admissions, reverse=True)
        del films[18:]
        for place, film in enumerate(films, start=1):
            film.place = place


def _new_film(chance: random.Random, day: date) -> _Film:
    code = f"{day.year}{chance.randrange(10**4):04d}"
    if chance.random() < 0.15:
        code = f"{day.year}{chance.choice('ABCDEF')}{chance.randrange(10**3):03d}"
    words = chance.sample(_WORDS, k=chance.choice((1, 2, 2, 3, 3, 4)))
    title = " ".join(words) + chance.choice(_SUFFIXES)
    if chance.random() < 0.12:
        title = chance.choice(_WILD_TITLES)
    opened = None if chance.random() < 0.05 else day - timedelta(chance.choice((0, 0, 1)))
    return _Film(
        code=code, title=title, opened=opened, appeal=10 ** chance.uniform(2.2, 5.6),
        decay=chance.uniform(0.86, 0.985), price=chance.randrange(6500, 13000),
    )


def _one_day(chance: random.Random, day: date, films: list[_Film]) -> list[Row]:
    before = {id(film): (film.admissions, film.sales) for film in films}
    for film in films:
        crowd = film.appeal * film.decay**film.age * chance.uniform(0.8, 1.25)
        film.admissions = int(crowd * (2.6 if day.weekday() >= 5 else 1)) + chance.randrange(20)
        if film.age == 0 and chance.random() < 0.3:  # Previews.
            film.admissions_total += film.admissions // 7
            film.sales_total += film.admissions // 7 * film.price
        film.age += 1
    chosen = sorted(films, key=lambda film: film.admissions, reverse=True)[:ROWS_PER_DAY]
    if chance.random() < 0.02:  # Two films share a rank.
        place = chance.randrange(5, 9)
        chosen[place].admissions = chosen[place + 1].admissions
    for film in films:
        film.sales = film.admissions * film.price + chance.randrange(1000) * 10
        film.admissions_total += film.admissions
        film.sales_total += film.sales
    market_sales = sum(film.sales for film in films)
    rows: list[Row] = []
    rank = 0
    codes: set[str] = set()
    for number, film in enumerate(chosen, start=1):
        while film.code in codes:  # No film stands twice on a chart.
            film.code = film.code[:4] + f"{chance.randrange(10**4):04d}"
        codes.add(film.code)
        if number == 1 or film.admissions != chosen[number - 2].admissions:
            rank = number
        admissions, sales = before[id(film)]
        cells = (
            number, rank, 0 if film.place is None else film.place - rank,
            "NEW" if film.place is None else "OLD", film.code, film.title, film.opened or " ",
            film.sales, _percent(film.sales, market_sales), film.sales - sales,
            _change(film.sales, sales), film.sales_total, film.admissions,
            film.admissions - admissions, _change(film.admissions, admissions),
            film.admissions_total, film.admissions // 180 + 1, film.admissions // 45 + 3)
        rows.append(dict(zip(("rnum", *FIELDS), map(str, cells), strict=True)))
    return rows


def _percent(part: int, whole: int) -> str:
    """A share in percent with one decimal, rounded half up."""
    tenths = (2000 * part + whole) // (2 * whole)
    return f"{'-' * (tenths < 0)}{abs(tenths) // 10}.{abs(tenths) % 10}"


def _change(now: int, before: int) -> str:
    """The change in percent; a zero decimal is dropped, as daily answers do."""
    return "100" if before == 0 else _percent(now - before, before).removesuffix(".0")
