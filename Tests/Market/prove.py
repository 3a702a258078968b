"""Proves `market`, `ranking` and `--deep` on simulated markets, by cell and against the truth.

python3 prove.py .build/release/bo-export [--seeds N] [--jobs N]
"""

from __future__ import annotations

import csv
import functools
import random
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import bounds
import cuts
from bench import Bench, benches, over_seeds, seeds_of
from books import CODES, NAMES, Book, book_of, is_full, troubles_of
from findings import Findings
from market import FIRST_DAYS, NATIONS, Market, Rows, market_of
from program import compiled
from questions import RANKINGS, Question, ranged
from service import day_of

CUT_TRIALS = 5
"""The markets with faulty answers beside each seed."""
FACTS_FILE = Path(__file__).parent.parent / "Loopback" / "Fixtures" / "daily-nations-2018-01-01.csv"
"""Real charts of a week: the fields of KOBIS after the day and the nation."""
FACTS = {
    "all": ("59516096730", "59554636919"), "korean": ("44882008628", "44921106610"),
    "foreign": ("14625677038", "14646185272"),
}
"""The bounds of that week, 2018-01-01 to 2018-01-07, worked out with awk, to the won."""
REFUSED = (
    ("--year", "2016", "--region", "서울"), ("--year", "2016", "--deep", "--nation", "korean"),
    ("--year", "2016", "--top", "0"), ("--date", "2003-11-10"), ("--year", "2016", "--by", "month"),
    ("--year", "2016", "-o", "ranking.csv", "--update"))
"""The rankings that end with 64."""
BY = ("day", "week", "month", "year")
NOT_HAD = ("fails", "fails foreign", "empty")
"""The troubles that mostly leave a day without bounds, and end a run that does not keep going."""
Asked = list[tuple[str, Question]]
"""Questions, each with the name of its book."""


def asked_of(seed: int) -> tuple[dict[str, Book], Asked]:
    """The books of a seed, and the questions about them."""
    books, asked = rankings_of(seed)
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


def rankings_of(seed: int) -> tuple[dict[str, Book], Asked]:
    """The charts of a seed's market, without and with trouble, and the rankings asked of them."""
    books: dict[str, Book] = {}
    asked: Asked = []
    # In the one of the two corrections meet days off the chart.
    for name, anywhere in (("gaps", True), ("ranked", False)):
        market, chance = market_of(seed, anywhere), random.Random(f"ranking {seed}")
        books[name] = book_of(market)
        asked += [(name, Question(ranking, days, period=period))
                  for days, period in periods_of(market, chance) for ranking in RANKINGS]
    quiet = [day for day in market.days[10:-10] if is_quiet(market, day)]
    if quiet:
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


# The checks


def check_seed(seed: int, program: Path) -> Findings:
    """Asks the program about the market of a seed; an archive for each book, and for each ranking."""
    found = Findings()
    books, asked = asked_of(seed)
    with benches(program, found, f"seed {seed}", **books) as bench:
        kept = functools.cache(lambda book, command: bench(book))
        for book, question in asked:
            is_ranking = question.name.startswith("ranking")
            asking = kept(book, question.name if is_ranking else "")
            asking.ask(question, is_refused=book == "missing")
        if seed % 10 == 0:
            check_each_trouble(bench("troubled"))
    return found


def check_each_trouble(bench: Bench) -> None:
    """The exit status of each day with a trouble, in the first run that asks for it."""
    for day, trouble in bench.book.troubles.items():
        if not trouble.startswith("bare"):
            bench.refuse(Question("daily --deep", [day], period=("--date", f"{day}")))
        if trouble in NOT_HAD:
            bench.refuse(Question("market --nations", [day], period=("--date", f"{day}")))


def check_once(program: Path) -> Findings:
    """Whole years, also beside those before them, days up to yesterday, limits, and refusals."""
    found, yesterday = Findings(), datetime.now(timezone(timedelta(hours=9))).date() - timedelta(1)
    years = Market(1, date(2015, 1, 1), days=1096, films=600)
    year = Market(8, date(2015, 12, 1), days=400, films=300)
    late = Market(2, yesterday - timedelta(119))
    large, periods = book_of_limits()
    books = {"years": book_of(years), "year": book_of(year), "late": book_of(late, last=yesterday),
             "limits": large}
    days = [day for day in year.days if day.year == 2016]
    with benches(program, found, "once", **books) as bench:
        asking = bench("years")
        for by in ("year", "month"):
            asking.ask(Question("market", years.days[365:], by, is_compared=True))
        for name in ("ranking", "ranking --deep"):
            bench("year").ask(Question(name, days, period=("--year", "2016")))
            bench("late").ask(Question(name, late.days[-30:]))
        for refused in REFUSED:
            asking.run("ranking", *refused, status=64)
        asking = bench("limits")
        for question in periods:
            ended = asking.ask(question)
            found.check("bounds that do not fit are told", ended.errors or question not in periods[:2])
    return found


def check_facts(program: Path) -> Findings:
    """A week of facts: bounds that were worked out by hand."""
    found, charts = Findings(), defaultdict[tuple[date, str], Rows](list)
    with FACTS_FILE.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            charts[day_of(row), CODES[row["repNationCd"]]].append(row)
    days = bounds.days_of(date(2018, 1, 1), date(2018, 1, 7))
    with benches(program, found, "facts", facts=Book(lambda *which: charts[which], {})) as bench:
        bench("facts").ask(Question("daily --deep", days))
        ended = bench("facts").ask(Question("market --nations", days, "week"))
        for row in csv.DictReader(ended.output.splitlines()):
            got = row["sales_at_least"], row["sales_at_most"]
            found.check("facts to the won", got == FACTS[row["nation"]], (row["nation"], got))
    return found


if __name__ == "__main__":
    options = seeds_of(__doc__)
    found = over_seeds(check_seed, options)
    with tempfile.TemporaryDirectory(prefix="market.") as folder:
        clock = compiled(["clock"], Path(folder))["clock"]
        found.add(over_seeds(cuts.check_trial, options, CUT_TRIALS, clock=clock))
    found.add(check_once(options.program))
    found.add(check_facts(options.program))
    raise SystemExit(found.tell())
