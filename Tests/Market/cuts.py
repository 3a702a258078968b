"""Answers that come cut, empty, twice or out of order, and a service that is well again.

Whatever the answers, the truth lies within what is written, and no rank is wrong. Once the service
is well, the program writes what it writes with a fresh archive.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import bounds
from bench import benches
from books import Book, Faults, book_of, numbered
from figures import DAY, HOUR, start_of
from findings import Findings
from market import NATIONS, Market, Rows
from questions import COMMANDS, Question

Fault = Callable[[Rows], Rows]


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


SOON, A_DAY = HOUR // 6, DAY + HOUR
STORIES: dict[str, Callable[[Faults], list[Phase]]] = {
    "next run": lambda sick: [Phase(0, sick, sick), Phase(SOON, {}, {}), Phase(SOON + A_DAY, {}, {})],
    "next day": lambda sick: [
        Phase(0, sick, sick), Phase(SOON, cut_further(sick), sick), Phase(A_DAY, {}, {})],
    "refreshed": lambda sick: [
        Phase(0, {}, {}), Phase(SOON, sick, {}, ("--refresh",)), Phase(2 * SOON, {}, {})],
    "confirmed": lambda sick: [
        Phase(0, sick, sick), Phase(A_DAY, sick, sick), Phase(A_DAY + SOON, sick, sick),
        Phase(2 * A_DAY, {}, {}, ("--refresh",))],
}
"""When the service is well again; or what it has sent before."""


class Trial:
    """A market, a story, and some of the commands."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(f"cut {seed}")
        self.market = Market(seed, date(2018, 1, 1), days=8, films=60, calm=True)
        self.days = self.market.days[1:-1]
        story = [*STORIES][seed % len(STORIES)]
        self.name = f"seed {seed} {story}"
        self.sick = draw_faults(self.market, SHORTENING if story == "refreshed" else KINDS, chance)
        self.phases = STORIES[story](self.sick)
        self.commands = chance.sample(tuple(COMMANDS), 5)
        film = chance.choice([
            row for nation in NATIONS for row in self.market.chart(self.days[2], nation)[:10]
            if row["openDt"].strip()])
        films = ((film["movieCd"], film["movieNm"], date.fromisoformat(film["openDt"])),)
        self.questions = {
            name: Question(name, self.days, films=films if name.startswith("trend") else ())
            for name in COMMANDS}

    def book(self, faults: Faults) -> Book:
        """The charts with faults."""
        return book_of(self.market, faults=faults)

    def confirmed(self, phase: Phase, day: date) -> set[str]:
        """The charts of a day that were the same a day before."""
        earlier = [each for each in self.phases if each.after + DAY <= phase.after]
        return {nation for nation in NATIONS for each in earlier if self.book(each.had).rows(
            day, nation) == self.book(phase.had).rows(day, nation)}

    def is_disputed(self, day: date) -> bool:
        """Whether the charts of a day cannot be joined, as long as faults are."""
        return day in self.questions["daily --deep"].due(self.book(self.sick)).missing


def check_trial(seed: int, program: Path, clock: Path) -> Findings:
    """Runs all phases of a trial: an archive that goes on, and a fresh one for each."""
    found, trial = Findings(), Trial(seed)
    begun = start_of(trial.days[-1]) + 40 * DAY + HOUR
    books = {name: trial.book({}) for name in ("cut", "well")}
    with benches(program, found, trial.name, **books) as bench:
        cut = bench("cut", {"clock": clock})
        for phase in trial.phases:
            well = bench("well", {"clock": clock})
            cut.moment = well.moment = begun + phase.after
            cut.book.faults = phase.sent
            had = None if phase.had == phase.sent else trial.book(phase.had)
            for name in trial.commands:
                question = trial.questions[name]
                ended = cut.ask(
                    question, *phase.options, had=had, is_refused=not phase.after,
                    confirmed=functools.partial(trial.confirmed, phase), is_disputed=trial.is_disputed)
                if phase.after and not phase.sent:
                    same = well.run(*question.words, "--format", "csv").output
                    found.check("equal to an undisturbed run", ended.output == same,
                                f"{trial.name} {name} after {phase.after} s")
    return found
