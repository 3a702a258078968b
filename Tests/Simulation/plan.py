"""The events of the simulated years, drawn from a seed before the first run.

The plan depends on nothing that the program does, so two programs meet the same years.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date, timedelta

from figures import DAY, HOUR, start_of
from service import Conditions

FIRST_DAY = date(2019, 1, 1)
"""The first day of the chart.

All years lie in the past, so that files dated by the kernel's clock stand out."""

QUIET_DAYS = 8
"""The days at the end, with a run a day and no mishap."""

_TROUBLES = (
    ("down", 0.02), ("days down", 0.02), ("quota", 0.02), ("cut off", 0.015), ("page", 0.01),
    ("slow", 0.005), ("short", 0.03),
)
_CLOCK_JUMPS = tuple(sign * hours for hours in (9, 24, 48) for sign in (-1, 1))


@dataclass(frozen=True, slots=True)
class Event:
    """A change that somebody makes to the files between two runs."""

    kind: str
    """`restore output`, `restore archive`, `restore all`, `delete output` or `delete archive`."""
    before_run: int
    """The number of seconds before the run, in true time."""
    days: int = 1
    """The age of the restored copy."""
    keeps_time: bool = False
    """Whether the restored files keep the time they were written at."""

    def __str__(self) -> str:
        if not self.kind.startswith("restore"):
            return self.kind
        return f"{self.kind} of {self.days} d ago, {'old' if self.keeps_time else 'new'} mtime"


@dataclass(slots=True)
class Morning:
    """One run of the job, and its conditions."""

    conditions: Conditions
    clock_error: int = 0
    """The number of seconds that the machine's clock is ahead of the true time."""
    kill_after: float | None = None
    """Seconds until SIGKILL."""
    options: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    is_snapshot: bool = False
    """Whether a copy of the archive is to be made after it, which is restored later."""

    @property
    def now(self) -> float:
        """The true time."""
        return self.conditions.now

    @property
    def clock(self) -> int:
        """The time of the machine's clock."""
        return int(self.now) + self.clock_error

    @property
    def is_quiet(self) -> bool:
        """Whether nothing goes wrong in it, and neither clock nor service lies."""
        conditions = self.conditions
        return (
            conditions.trouble in ("", "slow") and conditions.date != "wrong"
            and conditions.age == 0 and self.clock_error == 0 and self.kill_after is None
        )

    @property
    def time_told(self) -> str:
        """The clocks that are wrong in it."""
        if self.clock_error:
            return f"clock {self.clock_error // HOUR:+d} h"
        if self.conditions.age:
            return "Age"
        return f"Date {self.conditions.date}"

    def __str__(self) -> str:
        conditions = self.conditions
        parts = [
            f"clock {self.clock_error // HOUR:+d} h" if self.clock_error else "",
            f"Date {conditions.date}" if conditions.date != "right" else "",
            f"by {conditions.date_error / HOUR:+.1f} h" if conditions.date_error else "",
            f"Age {conditions.age} s" if conditions.age else "",
            conditions.trouble, "kill" if self.kill_after is not None else "", *self.options,
        ]
        return " ".join(part for part in parts if part) or "quiet"


def mornings(years: float, seed: int, both_lie: bool) -> list[Morning]:
    """All runs of the years in order, followed by the quiet ones.

    `both_lie` allows the service to lie about the time, or not to tell it, while the machine's
    clock is wrong; then no clock is right, and no program can know.
    """
    return _Plan(seed, both_lie).drawn(round(years * 365))


class _Plan:
    def __init__(self, seed: int, both_lie: bool) -> None:
        self._chance = random.Random(f"plan {seed}")
        self._both_lie = both_lie
        self._clock_error = 0
        self._runs_of_jump = 0
        self._runs: list[Morning] = []

    def drawn(self, days: int) -> list[Morning]:
        day = FIRST_DAY + timedelta(1)
        last = FIRST_DAY + timedelta(days)
        while day <= last:
            if self._happens(0.012):
                day += timedelta(self._chance.randint(1, 10))  # The machine is off.
                continue
            self._draw_runs(day)
            day += timedelta(1)
        for _ in range(QUIET_DAYS):
            moment = start_of(day) + self._chance.randint(8 * HOUR, 12 * HOUR)
            self._runs.append(Morning(Conditions(now=moment)))
            day += timedelta(1)
        self._mark_snapshots()
        return self._runs

    def _happens(self, share: float) -> bool:
        return self._chance.random() < share

    def _draw_runs(self, day: date) -> None:
        count = self._chance.choices((1, 2, 3), (80, 14, 6))[0]
        minutes = sorted(self._chance.sample(range(10, 23 * 60 + 51), count))
        for minute in minutes:
            moment = start_of(day) + minute * 60 + self._chance.randint(0, 59)
            self._runs.append(self._run(moment, day))

    def _run(self, moment: int, day: date) -> Morning:
        self._draw_jump()
        date_kind, date_error, age = self._time_told()
        trouble = self._trouble()
        days = frozenset(day - timedelta(back) for back in range(1, 5) if self._happens(0.4))
        conditions = Conditions(
            now=moment, date=date_kind, date_error=date_error, age=age, trouble=trouble,
            days=days if trouble in ("days down", "cut off", "page", "short") else frozenset(),
            calls=self._chance.randint(0, 4), rows=len(self._runs) % 7)
        run = Morning(conditions, clock_error=self._clock_error)
        if self._happens(0.03):
            run.kill_after = self._chance.uniform(0.001, 0.05)
        if self._happens(0.04):
            run.options.append("--keep-going")
        # The waits between attempts are real time; a few runs try them.
        if trouble and not self._happens(0.1):
            run.options.append("--retries=0")
        self._draw_events(run)
        return run

    def _draw_jump(self) -> None:
        if self._runs_of_jump > 0:
            self._runs_of_jump -= 1
            return
        self._clock_error = 0
        if self._happens(0.015):
            self._clock_error = self._chance.choice(_CLOCK_JUMPS) * HOUR
            self._runs_of_jump = self._chance.choice((0, 0, 1, 2, 4))

    def _time_told(self) -> tuple[str, int, int]:
        """The kind of the `Date` header, its error, and the age of the answers."""
        kind = self._chance.choices(
            ("right", "aged", "none", "broken", "wrong"), (84, 5, 5, 2, 4))[0]
        age = self._chance.randint(30, 6 * HOUR)
        error = self._chance.choice((-1, 1)) * self._chance.randint(HOUR, 30 * HOUR)
        if kind == "aged":
            return "right", 0, age
        if self._clock_error and not self._both_lie:
            return "right", 0, 0
        return kind, error if kind == "wrong" else 0, 0

    def _trouble(self) -> str:
        draw = self._chance.random()
        for trouble, share in _TROUBLES:
            if draw < share:
                return trouble
            draw -= share
        return ""

    def _draw_events(self, run: Morning) -> None:
        chances = (
            ("restore output", 0.02), ("restore archive", 0.007), ("restore all", 0.005),
            # Rare, because requesting everything again repairs all errors.
            ("delete output", 0.002), ("delete archive", 0.003),
        )
        since_last = int(run.now - self._runs[-1].now) if self._runs else 0
        for kind, share in chances:
            if not self._happens(share) or since_last < 600:
                continue
            soon = self._happens(0.5)
            before = self._chance.randint(60, 300)
            run.events.append(
                Event(
                    kind, before_run=before if soon else since_last - before,
                    days=self._chance.choice((1, 7)), keeps_time=self._happens(0.5)))

    def _mark_snapshots(self) -> None:
        for index, run in enumerate(self._runs):
            for event in run.events:
                if event.kind in ("restore archive", "restore all"):
                    older = copied_run(self._runs, index, event)
                    if older is not None:
                        self._runs[older].is_snapshot = True


def copied_run(runs: list[Morning], index: int, event: Event) -> int | None:
    """The run after which the copy was made that `event`, before the run `index`, restores."""
    latest = runs[index].now - event.before_run - event.days * DAY
    return next((older for older in range(index - 1, -1, -1) if runs[older].now <= latest), None)
