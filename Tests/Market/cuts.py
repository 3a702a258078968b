"""Answers that come cut, empty, twice or out of order, and a service that is well again.

Whatever the answers, the truth lies within what is written, and no rank is wrong. Once the service
is well, the program writes what it writes with a fresh archive.
"""

from __future__ import annotations

import csv
import functools
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import bounds
import rankings
from bench import Bench, Findings, ranged
from figures import DAY, HOUR, start_of
from judge_market import STATUSES, charts_of, expected_deep, judge_deep, judge_market
from judge_ranking import READINGS, Case, judge
from market import NATIONS, Market, Rows
from program import Ended
from service import Book, Faults, Service, book_of

Fault = Callable[[Rows], Rows]
COMMANDS: dict[str, tuple[str, ...]] = {
    "market": NATIONS[:1], "market --nations": NATIONS,
    "ranking": NATIONS[:1], "ranking --nation korean": ("korean",),
    "ranking --nation foreign": ("foreign",), "ranking --deep": NATIONS,
    "daily": NATIONS[:1], "daily --nation korean": ("korean",), "daily --deep": NATIONS,
    "trend --deep": NATIONS,
}
"""The commands, and the charts that each reads."""
STORIES = ("next run", "next day", "refreshed", "confirmed")
"""When the service is well again; or what it has sent before."""


def numbered(rows: Rows, *fields: str) -> Rows:
    """Rows whose numbers, or ranks too, are those of their places."""
    return [row | dict.fromkeys(fields, str(place)) for place, row in enumerate(rows, start=1)]


def draw_fault(rows: Rows, kind: str, chance: random.Random) -> Fault | None:
    """A fault of a chart, which has eleven rows if KOBIS has; None where it cannot have it."""
    size = min(len(rows), bounds.FULL)
    at, many = chance.randrange(max(1, size - 1)), chance.randint(1, 3)
    if kind == "last" and size > 1:
        left = size - min(many, size - 1) if chance.random() < 0.6 else chance.randrange(1, size)
        return lambda rows: rows[:left]
    if kind == "empty" and size:
        return lambda rows: []
    if kind == "twice" and size:
        return chance.choice((
            lambda rows: rows[:10] * 2,
            lambda rows: [*rows[:at + 1], *rows[at:9]],
            lambda rows: numbered([*rows[:at + 1], *rows[at:9]], "rnum", "rank")))
    if kind == "order" and size > 2 and rows[at]["audiCnt"] != rows[at + 1]["audiCnt"]:
        return lambda rows: numbered(
            [*rows[:at], rows[at + 1], rows[at], *rows[at + 2:10]], "rnum", "rank")
    if kind == "shuffled" and size > 2:
        order = chance.sample(range(size), size)
        return lambda rows: [rows[place] for place in order]
    if kind == "eleventh" and len(rows) > bounds.FULL:
        return lambda rows: rows[:11]
    if kind == "middle" and size > 3:
        fields = chance.choice(((), ("rnum",)))
        return lambda rows: numbered([*rows[:at + 1], *rows[at + 1 + many:10]], *fields)
    return None


KINDS = (
    "last", "last", "last", "empty", "empty", "middle", "middle", "twice", "order", "shuffled",
    "eleventh")
SHORTENING = ("last", "last", "empty", "middle", "shuffled")
"""Faults of charts of which a fuller one is kept; an empty chart of all films is refused."""


def draw_faults(
    market: Market, kinds: tuple[str, ...], chance: random.Random, found: Findings
) -> Faults:
    """The faults of at least one chart, and of none on the first days."""
    faults: dict[date, dict[str, Fault]] = {}
    rate = chance.choice((0.05, 0.15, 0.3))
    while not faults:
        for day in market.days[3:]:
            first = {market.films[row["movieCd"]].nation for row in market.chart(day, "all")[:10]}
            for nation in NATIONS:
                rows, kind, often = market.chart(day, nation), chance.choice(kinds), rate
                if nation not in ("all", *first) and "empty" in kinds:
                    # Otherwise few charts are empty beside others that lack nothing.
                    kind, often = "empty", 0.5
                if (nation, kind, kinds) == ("all", "empty", SHORTENING):
                    kind = "last"
                if chance.random() < often and (fault := draw_fault(rows, kind, chance)):
                    faults.setdefault(day, {})[nation] = fault
                    found.tally("charts with faults", kind)
    return faults


def cut_further(faults: Faults) -> Faults:
    """The same faults, where charts that were cut have one row less."""
    def further(fault: Fault, rows: Rows) -> Rows:
        left = fault(rows)
        return left[:-1] if 1 < len(left) < min(len(rows), bounds.FULL) else left

    return {day: {nation: functools.partial(further, fault) for nation, fault in of.items()}
            for day, of in faults.items()}


@dataclass(frozen=True, slots=True)
class Phase:
    """What the service sends at a time, and which answers the program then has."""

    after: int
    """The seconds since the first phase."""
    sent: Faults
    had: Faults
    options: tuple[str, ...] = ()


def phases_of(story: str, sick: Faults) -> list[Phase]:
    """The phases of a story."""
    soon, day = HOUR // 6, DAY + HOUR
    if story == "next run":
        return [Phase(0, sick, sick), Phase(soon, {}, {}), Phase(soon + day, {}, {})]
    if story == "next day":
        return [Phase(0, sick, sick), Phase(soon, cut_further(sick), sick), Phase(day, {}, {})]
    if story == "refreshed":
        return [Phase(0, {}, {}), Phase(soon, sick, {}, ("--refresh",)), Phase(2 * soon, {}, {})]
    return [Phase(0, sick, sick), Phase(day, sick, sick),
            Phase(day + soon, sick, sick), Phase(2 * day, {}, {}, ("--refresh",))]


@dataclass(frozen=True, slots=True)
class Due:
    """The rows that a command is to write, and the statuses of days that are missing."""

    rows: Rows
    missing: dict[date, int]


def days_read(name: str, days: list[date]) -> list[date]:
    """The days that a command reads for a period."""
    return rankings.days_asked(days, date.max) if name.startswith("ranking") else days


def due_of(name: str, book: Book, days: list[date], film: dict[str, str]) -> Due:
    """What a command is to write of the charts of a book."""
    nations, missing = COMMANDS[name], {}

    def chart(day: date, nation: str) -> Rows | None:
        return bounds.answer(book.rows(day, nation), nation)

    for day in days_read(name, days):
        try:
            charts = charts_of(book, day, nations)
            if name.startswith("ranking") or "--deep" in name:
                (bounds.check_agreement if len(charts) > 1 else bounds.check_order)(charts)
            elif len(charts) > 1 and bounds.is_unpublished(charts):
                raise bounds.NotPublished
        except tuple(STATUSES) as reason:
            missing[day] = STATUSES[type(reason)]
    had = [day for day in days if day not in missing]
    if name.startswith("market"):
        rows = bounds.market(chart, days[0], days[-1], nations=len(nations) > 1)
    elif name.startswith("ranking"):
        rows = rankings.ranking(chart, days, nations)
    elif len(nations) == 1:
        rows = [row for day in had for row in bounds.daily(day, chart(day, nations[0]))]
    else:
        rows, _ = expected_deep(book, days)
    if name.startswith("trend"):
        short = {day: {nation for nation in nations if len(chart(day, nation)) < bounds.FULL}
                 for day in had}
        rows = [row for row in bounds.trend(
            days, film["movieCd"], film["movieNm"], date.fromisoformat(film["openDt"]), rows, short)
            if date.fromisoformat(row["date"]) in had]
    return Due(rows, missing)


class Trial:
    """A market, a story, and some of the commands."""

    def __init__(self, seed: int, found: Findings) -> None:
        chance, self.found = random.Random(f"cut {seed}"), found
        self.market = Market(seed, date(2018, 1, 1), days=8, films=60, calm=True)
        self.days = self.market.days[1:-1]
        story = STORIES[seed % len(STORIES)]
        self.name = f"seed {seed} {story}"
        kinds = SHORTENING if story == "refreshed" else KINDS
        self.sick = draw_faults(self.market, kinds, chance, found)
        self.phases = phases_of(story, self.sick)
        self.commands = chance.sample(tuple(COMMANDS), 5)
        self._film = chance.choice([
            row for nation in NATIONS for row in self.market.chart(self.days[2], nation)[:10]
            if row["openDt"].strip()])

    def words(self, name: str) -> list[str]:
        """The words of a command."""
        words = [*name.split(), *ranged(self.days)]
        return [words[0], self._film["movieCd"], *words[1:]] if words[0] == "trend" else words

    def book(self, faults: Faults) -> Book:
        """The charts with faults."""
        return book_of(self.market, faults=faults)

    def due(self, name: str, faults: Faults) -> Due:
        """What a command is to write of charts with faults."""
        return due_of(name, self.book(faults), self.days, self._film)

    def answer(self, day: date, nation: str, faults: Faults) -> Rows | None:
        """A chart with faults; None if it cannot be one."""
        return bounds.answer(self.book(faults).rows(day, nation), nation)

    def doubtful(self, day: date, *faults: Faults) -> set[str]:
        """The charts of a day that are short or out of order, with one or another set of faults."""
        answers = [(nation, self.answer(day, nation, each) or [])
                   for nation in NATIONS for each in faults]
        return {nation for nation, rows in answers
                if len(rows) < bounds.FULL or not bounds.is_in_order(rows)}

    def confirmed(self, day: date, phase: Phase) -> set[str]:
        """The charts of a day that were the same a day before."""
        earlier = [each for each in self.phases if each.after + DAY <= phase.after]
        return {nation for nation in NATIONS for each in earlier if self.book(each.had).rows(
            day, nation) == self.book(phase.had).rows(day, nation)}

    def is_disputed(self, day: date) -> bool:
        """Whether charts of a day contradict each other, or one is none, as long as faults are."""
        try:
            charts = charts_of(self.book(self.sick), day, NATIONS)
            bounds.check_agreement(charts)
        except tuple(STATUSES):
            return True
        return not bounds.Day(charts).is_consistent

    def has_strays(self, day: date, faults: Faults) -> bool:
        """Whether a film of the national chart is on neither nation's."""
        charts = {nation: self.answer(day, nation, faults) for nation in NATIONS}
        return None not in charts.values() and bool(bounds.strays(charts))

    def judge(self, name: str, faults: Faults, rows: Rows) -> None:
        """Checks rows against the truth."""
        if name.startswith("market"):
            judge_market(self.found, self.book(faults), [self.market], rows)
        elif name.startswith("ranking"):
            reading = next(
                key for key, (nations, _) in READINGS.items() if nations == COMMANDS[name])
            case = Case("cut", "cut", reading, tuple(self.days), ())
            judge(self.found, self.market, self.book(faults), case, rows)
        elif name == "daily --deep":
            judge_deep(self.found, self.market, rows)


@functools.lru_cache(maxsize=500)
def kept(seed: int) -> tuple[Trial, dict[str, Due]]:
    """A trial, and what its commands are to write as long as there are faults."""
    trial = Trial(seed, Findings())
    return trial, {name: trial.due(name, trial.sick) for name in COMMANDS}


def check_rules(seed: int, is_broken: bool = False, command: str = "") -> Findings:
    """Checks the rules alone on the charts of a seed, and broken ones against them."""
    (trial, dues), found = kept(seed), Findings()
    trial.found = found
    for name, due in dues.items():
        if not name.startswith(command):
            continue
        if is_broken:
            kept_due, due = due, trial.due(name, trial.sick)
            found.check("cells of cut charts", due == kept_due, f"{trial.name} {name}")
        trial.judge(name, trial.sick, due.rows)
    return found


class Runs:
    """The runs of a trial: an archive of its own, a clock, and the answers of each phase."""

    def __init__(self, trial: Trial, program: Path, clock: Path) -> None:
        self._trial, self._program, self._preloads = trial, program, {"clock": clock}
        self._settled: set[tuple[date, str]] = set()
        """The charts that are not asked for again."""
        self._begun = start_of(trial.days[-1]) + 40 * DAY + HOUR

    def check(self) -> None:
        """Runs all phases."""
        trial, books = self._trial, {name: self._trial.book({}) for name in ("cut", "well")}
        with tempfile.TemporaryDirectory(prefix="market.") as folder, Service(**books) as service:
            def bench(name: str) -> Bench:
                return Bench(self._program, service, f"{trial.name} {name}", books[name], folder,
                             trial.found, self._preloads)

            cut = bench("cut")
            for number, phase in enumerate(trial.phases):
                well = bench("well")
                cut.moment = well.moment = self._begun + phase.after
                cut.book.faults = phase.sent
                for name in trial.commands:
                    ended = self._run(cut, name, phase)
                    if number and not phase.sent:
                        same = well.run(*trial.words(name), "--format", "csv").output
                        trial.found.check("equal to an undisturbed run", ended.output == same,
                                          f"{trial.name} {name} after {phase.after} s")

    def _run(self, bench: Bench, name: str, phase: Phase) -> Ended:
        trial, found, due = self._trial, self._trial.found, self._trial.due(name, phase.had)
        words = *trial.words(name), *phase.options
        bench.book.asked.clear()
        if due.missing and not phase.after:
            bench.run(*words, status=set(due.missing.values()))
        status = 2 if due.missing else 0
        rows, ended = bench.table(due.rows, *words, "--keep-going", status=status)
        trial.judge(name, phase.had, rows)
        for day in days_read(name, trial.days):
            self._check_day(bench, name, phase, day, due, ended)
        if not (due.missing or phase.options or phase.sent != phase.had):
            offline = bench.run(*words, "--format", "csv", "--offline")
            found.check("the same bytes offline", offline.output == ended.output, words)
        return ended

    def _check_day(
        self, bench: Bench, name: str, phase: Phase, day: date, due: Due, ended: Ended
    ) -> None:
        """Checks what was said of a day, and which of its charts were asked for."""
        trial, found, nations = self._trial, self._trial.found, {*COMMANDS[name]}
        doubtful = trial.doubtful(day, phase.had, phase.sent) & nations
        confirmed, is_told = trial.confirmed(day, phase), f"{day}" in ended.errors
        where = f"{trial.name} {name} after {phase.after} s: {day}: {ended.errors}"[:500]
        asked = {nation for other, nation in bench.book.asked if other == day}
        if day in due.missing or doubtful - confirmed:
            found.check("warnings name the day", is_told, where)
        elif not (trial.is_disputed(day) or "all" in doubtful):
            found.check("no warning of what is confirmed", not is_told, where)
        due_asked = {nation for nation in nations if (day, nation) not in self._settled
                     or name == "market --nations" and trial.has_strays(day, phase.had)}
        if day not in due.missing and "--refresh" not in phase.options:
            found.check("what is provisional is asked for", due_asked <= asked, where)
            if not trial.is_disputed(day):
                found.check("no call for what was had", asked <= due_asked, f"{where}: {asked}")
        self._settled -= {(day, nation) for nation in asked}
        self._settled |= {
            (day, nation) for nation in asked if trial.answer(day, nation, phase.sent) is not None
            and (nation not in doubtful or nation in confirmed)}


def check_program(seed: int, program: Path, clock: Path) -> Findings:
    """Runs the program on the charts of a seed."""
    found = Findings()
    Runs(Trial(seed, found), program, clock).check()
    return found
