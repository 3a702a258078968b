"""What is asked of the market of a seed: books with and without trouble, and the questions about them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import date, timedelta

import bounds
from books import NAMES, Book, book_of, is_full, troubles_of
from market import FIRST_DAYS, NATIONS, Market, Rows, market_of
from questions import COMMANDS, Question, ranged

BY = ("day", "week", "month", "year")
NOT_HAD = ("fails", "fails foreign", "empty")
"""The troubles that mostly leave a day without bounds, and end a run that does not keep going."""
RANKINGS = tuple(name for name in COMMANDS if name.startswith("ranking"))
Asked = list[tuple[str, Question]]
"""Questions, each with the name of its book."""


def asked_of(seed: int, gaps: bool) -> tuple[dict[str, Book], Asked]:
    """The books of a seed, and the questions; only rankings where corrections meet days off the chart."""
    books, asked = rankings_of(seed, gaps)
    if gaps:
        return books, asked
    market, first = market_of(seed), FIRST_DAYS[seed % len(FIRST_DAYS)]
    earlier = Market(seed + 1_000_000, first.replace(year=first.year - 1))
    # Unavailable days are the last ones.
    names = tuple(name for name in NAMES if name not in NOT_HAD)
    turn = seed % len(names)
    troubles = troubles_of(market.days, market, (*names[turn:], *names[:turn], *NOT_HAD))
    books |= {"plain": book_of(market), "compared": book_of(market, earlier),
              "troubled": book_of(market, troubles=troubles)}
    days, shown = market.days, market.days[20:60]
    deep = Question("daily --deep", days)
    films = [row for row in deep.due(books["plain"]).rows
             if row["date"] == f"{shown[5]}" and row["open_date"]]
    films = [films[at] for at in sorted({0, len(films) // 2, len(films) - 1})]
    trend = Question("trend --deep", shown, films=tuple(
        (row["movie_code"], market.films[row["movie_code"]].title, date.fromisoformat(row["open_date"]))
        for row in films))
    asked += [("plain", Question("market --nations", days, by)) for by in BY[:3]]
    asked += [("plain", Question("market", days, "week")), ("plain", deep), ("plain", trend)]
    asked.append(("compared", Question("market --nations", days[:110], BY[seed % len(BY)], is_compared=True)))
    gone = min(Question("market --nations", days).due(books["troubled"]).missing, default=date.max)
    told = [day for day in days if day < gone]
    asked += [("troubled", Question("market --nations", told))]
    asked += [("troubled", Question("market --nations", days, by)) for by in BY[:2]]
    # The days before were asked for once, so that charts which differ are asked for once more.
    asked.append(("troubled", deep))
    return books, asked


def rankings_of(seed: int, anywhere: bool) -> tuple[dict[str, Book], Asked]:
    """The charts of a seed's market, without and with trouble, and the rankings asked of them."""
    market, chance = market_of(seed, anywhere), random.Random(f"ranking {seed}")
    books = {"ranked": book_of(market)}
    asked = [("ranked", Question(name, days, period=period))
             for days, period in periods_of(market, chance) for name in RANKINGS]
    quiet = [day for day in market.days[10:-10] if is_quiet(market, day)]
    if not anywhere and quiet:
        day = chance.choice(quiet)
        leaving = next((day for day in quiet if _leaves(market, day)), day)
        spans = ((-3, 4), (1, 7), (-6, -1))
        for name, day, trouble, reading, spans in (
            ("missing", day, ("fails", "fails foreign")[seed % 2],
             ("ranking", "ranking --nation foreign")[seed % 2], spans),
            ("short", day, "short", "ranking", (*spans, (0, 0))),
            ("bare", leaving, ("bare", "bare korean")[seed % 2],
             ("ranking", "ranking --nation korean")[seed % 2], ((-3, 4), (-2, 0), (0, 2))),
        ):
            books[name] = book_of(market, troubles={day: trouble})
            asked += [
                (name, Question(command, bounds.days_of(day + timedelta(first), day + timedelta(last))))
                for first, last in spans for command in (reading, "ranking --deep")]
        days = market.days[1:-1]
        turn = seed % len(NAMES)
        books["troubles"] = book_of(
            market, troubles=troubles_of(days, market, NAMES[turn:] + NAMES[:turn]))
        asked += [("troubles", Question(name, days)) for name in RANKINGS]
        books["swapped"] = Book(swapped(market), books["ranked"].films)
        asked.append(("swapped", Question("ranking --deep", market.days[20:60])))
    return books, asked


def periods_of(market: Market, chance: random.Random) -> Iterator[tuple[list[date], tuple[str, ...]]]:
    """Periods with a day before them, if KOBIS has that, and the options that ask for them."""
    inside = market.days[market.days[0] > bounds.FIRST_DAY:-1]
    month = inside[-1].replace(day=1) - timedelta(1)
    yield ([day for day in inside if (day.year, day.month) == (month.year, month.month)],
           ("--month", f"{month:%Y-%m}"))
    yield inside, ranged(inside)
    day = chance.choice(inside)
    yield [day], ("--date", f"{day}")
    begin = 0 if market.days[0] == bounds.FIRST_DAY else chance.randrange(80)
    days = inside[begin:begin + chance.randint(3, 40)]
    yield days, ranged(days)


def is_quiet(market: Market, day: date) -> bool:
    """Whether all three charts are full, and no correction shows on the day or the next."""
    after = {day, day + timedelta(1)}
    return is_full(market, day) and not any(
        correction.shown in after for correction in market.corrections)


def swapped(market: Market) -> Callable[[date, str], Rows]:
    """The charts of a market that takes Korean films for foreign ones on every other day."""
    other = dict(zip(NATIONS, ("all", "foreign", "korean")))
    return lambda day, nation: market.chart(day, other[nation] if day.day % 2 else nation)


def _leaves(market: Market, day: date) -> bool:
    """Whether the last film of the national chart is on no chart the day after."""
    last = market.films[market.chart(day, "all")[9]["movieCd"]]
    after = market.chart(day + timedelta(1), last.nation)[:10]
    return last.code not in [row["movieCd"] for row in after]


def book_of_limits() -> tuple[Book, list[Question]]:
    """Charts with a film whose figures are too large for bounds, then too small, and questions."""
    market = Market(3, date(2018, 1, 1), days=16, films=60, calm=True)
    large = dict.fromkeys(("salesAmt", "salesAcc", "audiCnt", "audiAcc"), f"{9 * 10 ** 17}")
    small = {"salesAcc": "1", "audiAcc": "1"}
    faults = {day: {"all": lambda rows, row=large if day.day < 13 else small: [
        rows[0] | {"movieCd": "20180000", "salesShare": "99.9"} | row, *rows[1:10]]}
        for day in market.days}
    chart = book_of(market, faults=faults).rows
    return Book(chart, {}), [
        Question(name, days, "month") for days in (market.days[1:12], market.days[12:15])
        for name in ("ranking", "market")]
