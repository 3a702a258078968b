"""Answers that come cut, empty, twice or out of order, and a service that is well again.

Whatever the answers, the truth lies within what is written, and no rank is wrong. Once the service
is well, the program writes what it writes with a fresh archive.
"""

from __future__ import annotations

import functools
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import bounds
from bench import Bench, benches, over_seeds
from books import Book, Faults, book_of, numbered
from figures import DAY, HOUR, start_of
from findings import Findings
from market import NATIONS, Market, Rows
from program import compiled
from questions import COMMANDS, Question

Fault = Callable[[Rows], Rows]
STORIES = ("next run", "next day", "refreshed", "confirmed")
"""When the service is well again; or what it has sent before."""


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


def draw_faults(market: Market, kinds: tuple[str, ...], chance: random.Random) -> Faults:
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


class Trial:
    """A market, a story, and some of the commands."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(f"cut {seed}")
        self.market = Market(seed, date(2018, 1, 1), days=8, films=60, calm=True)
        self.days = self.market.days[1:-1]
        story = STORIES[seed % len(STORIES)]
        self.name = f"seed {seed} {story}"
        self.sick = draw_faults(self.market, SHORTENING if story == "refreshed" else KINDS, chance)
        self.phases = phases_of(story, self.sick)
        self.commands = chance.sample(tuple(COMMANDS), 5)
        film = chance.choice([
            row for nation in NATIONS for row in self.market.chart(self.days[2], nation)[:10]
            if row["openDt"].strip()])
        films = ((film["movieCd"], film["movieNm"], date.fromisoformat(film["openDt"])),)
        self.questions = {
            name: Question(name, self.days, films=films if name.startswith("trend") else ())
            for name in COMMANDS}
        self._settled: set[tuple[date, str]] = set()
        """The charts that are not asked for again."""

    def book(self, faults: Faults) -> Book:
        """The charts with faults."""
        return book_of(self.market, faults=faults)

    def confirmed(self, day: date, phase: Phase) -> set[str]:
        """The charts of a day that were the same a day before."""
        earlier = [each for each in self.phases if each.after + DAY <= phase.after]
        return {nation for nation in NATIONS for each in earlier if self.book(each.had).rows(
            day, nation) == self.book(phase.had).rows(day, nation)}

    def is_disputed(self, day: date) -> bool:
        """Whether charts of a day contradict each other, or one is none, as long as faults are."""
        try:
            charts = self.questions["daily --deep"].charts(self.book(self.sick), day)
        except bounds.Missing:
            return True
        return not bounds.Day(charts).is_consistent

    def has_strays(self, day: date, faults: Faults) -> bool:
        """Whether a film of the national chart is on neither nation's."""
        try:
            return bool(bounds.strays(self.questions["market --nations"].charts(self.book(faults), day)))
        except bounds.Missing:
            return False

    def check(self, program: Path, clock: Path, found: Findings) -> None:
        """Runs all phases: an archive that goes on, and a fresh one for each."""
        begun = start_of(self.days[-1]) + 40 * DAY + HOUR
        books = {name: self.book({}) for name in ("cut", "well")}
        with benches(program, found, self.name, **books) as bench:
            cut = bench("cut", {"clock": clock})
            for phase in self.phases:
                well = bench("well", {"clock": clock})
                cut.moment = well.moment = begun + phase.after
                cut.book.faults = phase.sent
                for name in self.commands:
                    output = self._run(cut, self.questions[name], phase)
                    if phase.after and not phase.sent:
                        same = well.run(*self.questions[name].words, "--format", "csv").output
                        found.check("equal to an undisturbed run", output == same,
                                    f"{self.name} {name} after {phase.after} s")

    def _run(self, bench: Bench, question: Question, phase: Phase) -> str:
        had = self.book(phase.had)
        missing = question.due(had).missing
        bench.book.asked.clear()
        if missing and not phase.after:
            bench.refuse(question)
        ended = bench.ask(question, *phase.options, shown=had)
        for day in question.days_read(had):
            self._check_day(bench, question, phase, day, missing, ended.errors)
        if not (missing or phase.options or phase.sent != phase.had):
            bench.check_offline(ended, self.name, *question.words)
        return ended.output

    def _check_day(
        self, bench: Bench, question: Question, phase: Phase, day: date, missing: dict[date, int],
        errors: str,
    ) -> None:
        """Checks what was said of a day, and which of its charts were asked for."""
        check, nations = bench.found.check, {*question.nations}
        doubtful = {nation for faults in (phase.had, phase.sent)
                    for nation in question.doubtful(self.book(faults), day)}
        confirmed, is_told = self.confirmed(day, phase), f"{day}" in errors
        where = f"{self.name} {question.name} after {phase.after} s: {day}: {errors}"[:500]
        asked = {nation for other, nation in bench.book.asked if other == day}
        if day in missing or doubtful - confirmed:
            check("warnings name the day", is_told, where)
        elif not (self.is_disputed(day) or "all" in doubtful):
            check("no warning of what is confirmed", not is_told, where)
        due = {nation for nation in nations if (day, nation) not in self._settled
               or question.name == "market --nations" and self.has_strays(day, phase.had)}
        if day not in missing and "--refresh" not in phase.options:
            check("what is provisional is asked for", due <= asked, where)
            if not self.is_disputed(day):
                check("no request for what was had", asked <= due, f"{where}: {asked}")
        self._settled -= {(day, nation) for nation in asked}
        sent = self.book(phase.sent)
        self._settled |= {
            (day, nation) for nation in asked
            if bounds.answer(sent.rows(day, nation), nation) is not None
            and (nation not in doubtful or nation in confirmed)}


def check(program: Path, trials: int, jobs: int) -> Findings:
    """Runs the program on the faulty answers of seeds."""
    with tempfile.TemporaryDirectory(prefix="market.") as folder:
        clock = compiled(["clock"], Path(folder))["clock"]
        return over_seeds(functools.partial(_check, program=program, clock=clock), trials, jobs)


def _check(seed: int, program: Path, clock: Path) -> Findings:
    found = Findings()
    Trial(seed).check(program, clock, found)
    return found
