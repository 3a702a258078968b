"""Runs `ranking` on the markets of seeds, or its rules alone, and compares."""

from __future__ import annotations

import functools
import random
import tempfile
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import bounds
import rankings
from bench import Bench, Findings, market_of, ranged
from judge_ranking import READINGS, Case, judge
from market import NATIONS, Market, Rows
from service import DIFFERENCES, TROUBLES, Book, Service, book_of

# The markets and the periods


def is_quiet(market: Market, day: date) -> bool:
    """Whether all three charts are full, and no correction shows on the day or the next."""
    after = {day, day + timedelta(1)}
    return all(len(market.chart(day, nation)) == 11 for nation in NATIONS) and not any(
        correction.shown in after for correction in market.corrections)


def periods_of(market: Market, chance: random.Random) -> Iterator[tuple[str, list[date]]]:
    """The name of a period, and its days; with the day before it, if KOBIS has that."""
    inside = market.days[market.days[0] > bounds.FIRST_DAY:-1]
    month = (inside[-1].replace(day=1) - timedelta(1)).replace(day=1)
    yield "month", [day for day in inside if (day.year, day.month) == (month.year, month.month)]
    yield "whole", inside
    yield "day", [chance.choice(inside)]
    begin = 0 if market.days[0] == bounds.FIRST_DAY else chance.randrange(80)
    yield "range", inside[begin:begin + chance.randint(3, 40)]


def asking(name: str, days: list[date]) -> tuple[str, ...]:
    """The options that ask for a period."""
    if name == "month":
        return "--month", f"{days[0]:%Y-%m}"
    return ("--date", f"{days[0]}") if len(days) == 1 else ranged(days)


def cases_of(seed: int, anywhere: bool) -> tuple[Market, dict[str, Book], list[Case]]:
    """The market of a seed, its charts without and with trouble, and the requests for them."""
    market, chance = market_of(seed, anywhere), random.Random(f"ranking {seed}")
    books = {"ranked": book_of(market)}
    cases = [
        Case(name, "ranked", reading, tuple(days), asking(name, days))
        for name, days in periods_of(market, chance) for reading in READINGS]
    quiet = [day for day in market.days[10:-10] if is_quiet(market, day)]
    if not anywhere and quiet:
        for name, troubles, found in _troubled(market, quiet, chance, seed):
            books[name] = book_of(market, troubles=troubles)
            cases += found
        days = market.days[20:60]
        books["swapped"] = Book(swapped(market), books["ranked"].films)
        cases.append(Case(
            "swapped", "swapped", "deep", tuple(days), ranged(days), is_judged=False))
    return market, books, cases


def swapped(market: Market) -> Callable[[date, str], Rows]:
    """The charts of a market that takes Korean films for foreign ones on every other day."""
    other = dict(zip(NATIONS, ("all", "foreign", "korean")))
    return lambda day, nation: market.chart(day, other[nation] if day.day % 2 else nation)


def _leaves(market: Market, day: date) -> bool:
    """Whether the last film of the national chart is on no chart the day after."""
    last = market.films[market.chart(day, "all")[9]["movieCd"]]
    after = market.chart(day + timedelta(1), last.nation)[:10]
    return last.code not in [row["movieCd"] for row in after]


def _troubled(
    market: Market, quiet: list[date], chance: random.Random, seed: int
) -> Iterator[tuple[str, dict[date, str], list[Case]]]:
    """A day that is missing, short, or lacks figures, and all troubles at once."""
    day = chance.choice(quiet)
    missing, reading = (("fails", "plain"), ("fails foreign", "foreign"))[seed % 2]
    yield "missing", {day: missing}, _near(
        day, "missing", (reading, "deep"), ((-3, 4), (1, 7), (-6, -1)), status=2)
    yield "short", {day: "short"}, _near(
        day, "short", ("plain", "deep"), ((-3, 4), (1, 7), (-6, -1), (0, 0)))
    bare, reading = (("bare", "plain"), ("bare korean", "korean"))[seed % 2]
    day = next((day for day in quiet if _leaves(market, day)), day)
    yield "bare", {day: bare}, _near(day, "bare", (reading, "deep"), ((-3, 4), (-2, 0), (0, 2)))
    names = (*TROUBLES, *DIFFERENCES)
    full = [day for day in market.days[1:-1]
            if all(len(market.chart(day, nation)) == 11 for nation in NATIONS)]
    troubles = dict(zip(full[1::2], names[seed % len(names):] + names[:seed % len(names)]))
    days = market.days[1:-1]
    book = book_of(market, troubles=troubles)
    yield "troubled", troubles, [
        Case("all troubles", "troubled", name, tuple(days), ranged(days), is_judged=False,
             status=2 * bool(missing_days(book, days, nations)))
        for name, (nations, _) in READINGS.items()]


def _near(
    day: date, book: str, readings: tuple[str, str], spans: tuple[tuple[int, int], ...],
    status: int = 0,
) -> list[Case]:
    """Periods around a day, each by how many days it begins and ends after it."""
    periods = [bounds.days_of(day + timedelta(first), day + timedelta(last))
               for first, last in spans]
    return [Case(f"{book} {number}", book, reading, tuple(days), asking("", days), status)
            for number, days in enumerate(periods) for reading in readings]


def missing_days(book: Book, days: list[date], nations: tuple[str, ...]) -> list[date]:
    """The days that are not available, in the first run that requests them."""
    return [day for day in days
            if not rankings.is_had({nation: book.rows(day, nation) for nation in nations})]


# The program

REFUSED = (
    ("--year", "2016", "--region", "서울"), ("--year", "2016", "--deep", "--nation", "korean"),
    ("--year", "2016", "--top", "0"), ("--date", "2003-11-10"), ("--year", "2016", "--by", "month"),
    ("--year", "2016", "-o", "ranking.csv", "--update"))
"""The commands that end with 64."""


def check_program(seed: int, program: Path, anywhere: bool = False) -> Findings:
    """Runs `ranking` for each case of a seed, every book and reading with an archive of its own."""
    found = Findings()
    market, books, cases = cases_of(seed, anywhere)
    with tempfile.TemporaryDirectory(prefix="market.") as folder, Service(**books) as service:
        benches: dict[tuple[str, str], Bench] = {}
        for case in cases:
            key = case.book, case.reading
            if key not in benches:
                name = f"{market.name} {case.reading} {case.book}"
                benches[key] = Bench(program, service, name, books[case.book], folder, found)
            rows = check_case(benches[key], case)
            if case.is_judged:
                judge(found, market, books[case.book], case, rows)
    return found


def check_case(bench: Bench, case: Case, last: date = date(2026, 1, 1)) -> Rows:
    """Runs a case: its cells, requests and warnings, and the same without a network."""
    found, book, (nations, options) = bench.found, bench.book, READINGS[case.reading]
    arguments = ["ranking", *case.options, *options]
    book.asked.clear()
    due = rankings.ranking(book.rows, list(case.period), nations, last)
    if case.status and case.is_judged:
        bench.run(*arguments, status=69)
        book.asked.clear()
    going = ["--keep-going"] if case.status else []
    rows, ended = bench.table(due, *arguments, *going, status=case.status)
    around = bounds.days_of(case.period[0] - timedelta(1), case.period[-1] + timedelta(1))
    asked = {(day, nation) for day in around if bounds.FIRST_DAY <= day <= last
             for nation in nations}
    where = f"{case.name} {case.reading}: {len(asked)} due, {book.asked}"[:300]
    if case.name in ("month", "year", "late"):
        found.check("exactly the days of a period, the one before and after",
                    book.asked == dict.fromkeys(asked, 1), where)
    found.check("no call beside a period", book.asked.keys() <= asked, where)
    if not book.troubles:
        # A short chart is asked for in every run.
        again = {(day, nation) for day, nation in bench.had & book.asked.keys()
                 if len(book.rows(day, nation)) == bounds.FULL}
        found.check("no call for a day of an earlier period", not again, f"{where}: {again}")
        bench.had |= book.asked.keys()
    for day, trouble in book.troubles.items():
        if trouble in ("short", "bare", "fails") and "all" in nations and day in around:
            # After twenty warnings of a kind the number of the others follows.
            is_told = f"{day}" in ended.errors or "more of these" in ended.errors
            found.check("ranking warns of a day", is_told, f"{where}: {day} {trouble}")
    calls = bench.calls
    if case.name in ("month", "whole", "late"):
        again = bench.run(*arguments, "--format", "csv", "--offline")
        found.check("the same ranking offline, and no call",
                    again.output == ended.output and bench.calls == calls, where)
        bench.table(due[:5], *arguments, "--top", "5", "--offline")
    return rows


def check_once(program: Path) -> Findings:
    """A whole year, days up to yesterday, and refusals."""
    found, yesterday = Findings(), datetime.now(timezone(timedelta(hours=9))).date() - timedelta(1)
    markets = {
        "year": Market(8, date(2015, 12, 1), days=400, films=300),
        "late": Market(2, yesterday - timedelta(119))}
    books = {name: book_of(market) for name, market in markets.items()}
    year = tuple(day for day in markets["year"].days if day.year == 2016)
    late = tuple(markets["late"].days[-30:])
    cases = [
        Case("year", "year", reading, year, ("--year", "2016")) for reading in ("plain", "deep")]
    cases += [
        Case("late", "late", reading, late, ranged(list(late))) for reading in ("plain", "deep")]
    with tempfile.TemporaryDirectory(prefix="market.") as folder, Service(**books) as service:
        for case in cases:
            book = books[case.book]
            bench = Bench(program, service, f"{case.reading} {case.book}", book, folder, found)
            judge(found, markets[case.book], book, case, check_case(bench, case, yesterday))
        for refused in REFUSED:
            bench.run("ranking", *refused, status=64)
    check_limits(program, found)
    return found


def book_of_limits() -> tuple[Book, list[list[date]]]:
    """Charts with a film whose figures are too large for bounds, then too small, and periods."""
    market = Market(3, date(2018, 1, 1), days=16, films=60, calm=True)
    large = dict.fromkeys(("salesAmt", "salesAcc", "audiCnt", "audiAcc"), f"{9 * 10 ** 17}")
    small = {"salesAcc": "1", "audiAcc": "1"}
    faults = {day: {"all": lambda rows, row=large if day.day < 13 else small: [
        rows[0] | {"movieCd": "20180000", "salesShare": "99.9"} | row, *rows[1:10]]}
        for day in market.days}
    return book_of(market, faults=faults), [market.days[1:12], market.days[12:15]]


def due_at_limits(book: Book, days: list[date]) -> dict[str, Rows]:
    """The rows of both commands."""
    return {"ranking": rankings.ranking(book.rows, days, NATIONS[:1]),
            "market": bounds.market(book.rows, days[0], days[-1], "month")}


def check_limits(program: Path, found: Findings) -> None:
    """Bounds that do not fit 64 bits, and those that would be below 0."""
    book, periods = book_of_limits()
    with tempfile.TemporaryDirectory(prefix="market.") as folder, Service(limits=book) as service:
        bench = Bench(program, service, "limits", book, folder, found)
        for days in periods:
            for command, due in due_at_limits(book, days).items():
                by = ("--by", "month") * (command == "market")
                _, ended = bench.table(due, command, *ranged(days), *by)
                found.check("bounds that do not fit are told", ended.errors or days != periods[0])


# The rules alone


@functools.lru_cache(maxsize=8)
def cases_kept(seed: int, anywhere: bool) -> tuple[Market, dict[str, Book], list[Case]]:
    """The same, drawn once."""
    return cases_of(seed, anywhere)


@functools.lru_cache(maxsize=500)
def due_rows(seed: int, anywhere: bool, case: Case) -> Rows:
    """The rows of a case as rankings.py has them."""
    _, books, _ = cases_kept(seed, anywhere)
    return rankings.ranking(books[case.book].rows, list(case.period), READINGS[case.reading][0])


def check_rules(seed: int, anywhere: bool = False, is_broken: bool = False) -> Findings:
    """Checks the rules of rankings.py against the truth of a seed, and broken ones against them."""
    found = Findings()
    market, books, cases = cases_kept(seed, anywhere)
    for case in cases:
        rows, nations = due_rows(seed, anywhere, case), READINGS[case.reading][0]
        if is_broken:
            due, rows = rows, rankings.ranking(books[case.book].rows, list(case.period), nations)
            found.check("cells", rows == due, case.name)
            if rows == due:
                continue
        if case.is_judged:
            judge(found, market, books[case.book], case, rows)
    return found
