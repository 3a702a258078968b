"""A made-up film market: ten films a day, with the figures and the titles that KOBIS has.

Everything follows from the seed. Nothing here is a real figure; what is real is the shape: films
open, fall off and leave, accumulated sales pass 2^32, two films tie now and then, a code is not
always digits, and titles hold whatever titles hold.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from dataclasses import dataclass

FIRST_DAY = datetime.date(2003, 11, 11)
"""The day KOBIS began to count."""

FIELDS = (
    "rnum", "rank", "rankInten", "rankOldAndNew", "movieCd", "movieNm", "openDt", "salesAmt",
    "salesShare", "salesInten", "salesChange", "salesAcc", "audiCnt", "audiInten", "audiChange",
    "audiAcc", "scrnCnt", "showCnt",
)
"""The 18 fields of a row, in the order KOBIS sends them."""

Row = tuple[str, ...]

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


@dataclass(slots=True)
class _Film:
    code: str
    title: str
    opened: datetime.date | None
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


def market(seed: int, days: int) -> Iterator[tuple[datetime.date, list[Row]]]:
    """The charts of `days` days from the first one on, ten rows each."""
    chance = random.Random(seed)
    films: list[_Film] = []
    for number in range(days):
        day = FIRST_DAY + datetime.timedelta(days=number)
        while len(films) < 14 or chance.random() < 0.12:
            films.append(_new_film(chance, day))
        yield day, _one_day(chance, day, films)
        films.sort(key=lambda film: film.admissions, reverse=True)
        del films[18:]
        for place, film in enumerate(films, start=1):
            film.place = place


def _new_film(chance: random.Random, day: datetime.date) -> _Film:
    code = f"{day.year}{chance.randrange(10**4):04d}"
    if chance.random() < 0.15:
        code = f"{day.year}{chance.choice('ABCDEF')}{chance.randrange(10**3):03d}"
    words = chance.sample(_WORDS, k=chance.choice((1, 2, 2, 3, 3, 4)))
    title = " ".join(words) + chance.choice(_SUFFIXES)
    if chance.random() < 0.12:
        title = chance.choice(_WILD_TITLES)
    opened = None if chance.random() < 0.05 else day - datetime.timedelta(chance.choice((0, 0, 1)))
    return _Film(
        code=code, title=title, opened=opened, appeal=10 ** chance.uniform(2.2, 5.6),
        decay=chance.uniform(0.86, 0.985), price=chance.randrange(6500, 13000),
    )


def _one_day(chance: random.Random, day: datetime.date, films: list[_Film]) -> list[Row]:
    before = {id(film): (film.admissions, film.sales) for film in films}
    for film in films:
        crowd = film.appeal * film.decay**film.age * chance.uniform(0.8, 1.25)
        film.admissions = int(crowd * (2.6 if day.weekday() >= 5 else 1)) + chance.randrange(20)
        if film.age == 0 and chance.random() < 0.3:  # Previews.
            film.admissions_total += film.admissions // 7
            film.sales_total += film.admissions // 7 * film.price
        film.age += 1
    chosen = sorted(films, key=lambda film: film.admissions, reverse=True)[:10]
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
        rows.append(_row(film, number, rank, market_sales, *before[id(film)]))
    return rows


def _row(
    film: _Film, number: int, rank: int, market_sales: int, admissions: int, sales: int
) -> Row:
    is_new = film.place is None
    return (
        str(number),
        str(rank),
        "0" if film.place is None else str(film.place - rank),
        "NEW" if is_new else "OLD",
        film.code,
        film.title,
        film.opened.isoformat() if film.opened else " ",
        str(film.sales),
        _share(film.sales, market_sales),
        str(film.sales - sales),
        _change(film.sales, sales),
        str(film.sales_total),
        str(film.admissions),
        str(film.admissions - admissions),
        _change(film.admissions, admissions),
        str(film.admissions_total),
        str(film.admissions // 180 + 1),
        str(film.admissions // 45 + 3),
    )


def _share(part: int, whole: int) -> str:
    tenths = (2000 * part + whole) // (2 * whole)
    return f"{tenths // 10}.{tenths % 10}"


def _change(now: int, before: int) -> str:
    """The change in percent, rounded half up; a zero decimal is dropped, as daily answers do."""
    if before == 0:
        return "100"
    tenths = (2000 * (now - before) + before) // (2 * before)
    whole, tenth = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole}.{tenth}" if tenth else f"{sign}{whole}"
