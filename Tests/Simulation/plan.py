"""The events of the simulated years, drawn from a seed before the first run.

The plan depends on nothing that the program does, so two programs meet the same years.
"""

import random
from dataclasses import dataclass, field
from datetime import date, timedelta

from figures import DAY, HOUR, start_of
from service import Conditions

FIRST_DAY = date(2019, 1, 1)
"""All years lie in the past, so that files dated by the kernel's clock stand out."""
QUIET_DAYS = 8
"""The days at the end, with a run a day and no mishap."""

_TROUBLES = {"down": 0.02, "days down": 0.02, "quota": 0.02, "cut off": 0.015, "page": 0.01, "slow": 0.005,
             "short": 0.03, "": 0.88}
_EVENTS = {"restore output": 0.02, "restore archive": 0.007, "restore all": 0.005,
           # Rare, because requesting everything again repairs all errors.
           "delete output": 0.002, "delete archive": 0.003}
_CLOCK_JUMPS = tuple(sign * hours for hours in (9, 24, 48) for sign in (-1, 1))


@dataclass(frozen=True, slots=True)
class Event:
    """A change that somebody makes to the files, so many seconds before a run.

    What is restored was copied so many `days` ago, and may keep the time it was written at.
    """

    kind: str
    before_run: int
    days: int
    keeps_time: bool


@dataclass(slots=True)
class Morning(Conditions):
    """One run of the job, and its conditions: also the seconds that the machine's clock is ahead of the true
    time, and those until SIGKILL."""

    clock_error: int = 0
    kill_after: float | None = None
    options: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @property
    def clock(self) -> int:
        """The time of the machine's clock."""
        return int(self.now) + self.clock_error

    @property
    def is_quiet(self) -> bool:
        """Whether nothing goes wrong in it, and neither clock nor service lies."""
        return (self.trouble in ("", "slow") and self.date != "wrong" and self.age == 0
                and self.clock_error == 0 and self.kill_after is None)


class Plan:
    """All runs of the years in order, followed by the quiet ones."""

    def __init__(self, years: float, seed: int) -> None:
        self._chance = chance = random.Random(f"plan {seed}")
        self._clock_error = self._runs_of_jump = 0
        self.runs: list[Morning] = []
        day, last = FIRST_DAY + timedelta(1), FIRST_DAY + timedelta(round(years * 365))
        while day <= last:
            if self._happens(0.012):
                day += timedelta(chance.randint(1, 10))  # The machine is off.
                continue
            count = chance.choices((1, 2, 3), (80, 14, 6))[0]
            for minute in sorted(chance.sample(range(10, 23 * 60 + 51), count)):
                self.runs.append(self._run(start_of(day) + minute * 60 + chance.randint(0, 59), day))
            day += timedelta(1)
        for number in range(QUIET_DAYS):
            moment = start_of(day + timedelta(number)) + chance.randint(8 * HOUR, 12 * HOUR)
            self.runs.append(Morning(moment))

    def _happens(self, share: float) -> bool:
        return self._chance.random() < share

    def _run(self, moment: int, day: date) -> Morning:
        chance = self._chance
        self._runs_of_jump -= 1
        if self._runs_of_jump < 0:
            self._clock_error = 0
            if self._happens(0.015):
                self._clock_error = chance.choice(_CLOCK_JUMPS) * HOUR
                self._runs_of_jump = chance.choice((0, 0, 1, 2, 4))
        kind = chance.choices(("right", "aged", "none", "broken", "wrong"), (84, 5, 5, 2, 4))[0]
        age = chance.randint(30, 6 * HOUR)
        error = chance.choice((-1, 1)) * chance.randint(HOUR, 30 * HOUR)
        # While the machine's clock is wrong, the service's is right: no program can know otherwise.
        told = "right" if kind == "aged" or self._clock_error else kind
        trouble = chance.choices([*_TROUBLES], [*_TROUBLES.values()])[0]
        days = frozenset(day - timedelta(back) for back in range(1, 5) if self._happens(0.4))
        run = Morning(
            moment, told, error if told == "wrong" else 0, age if kind == "aged" else 0, trouble,
            clock_error=self._clock_error, calls=chance.randint(0, 4), rows=len(self.runs) % 7,
            days=days if trouble in ("days down", "cut off", "page", "short") else frozenset())
        if self._happens(0.03):
            run.kill_after = chance.uniform(0.001, 0.05)
        if self._happens(0.04):
            run.options.append("--keep-going")
        # The waits between attempts are real time; a few runs try them.
        if trouble and not self._happens(0.1):
            run.options.append("--retries=0")
        since_last = int(run.now - self.runs[-1].now) if self.runs else 0
        for event, share in _EVENTS.items():
            if self._happens(share) and since_last >= 600:
                soon, before = self._happens(0.5), chance.randint(60, 300)
                run.events.append(Event(
                    event, before if soon else since_last - before, chance.choice((1, 7)),
                    self._happens(0.5)))
        return run


def copied_run(runs: list[Morning], index: int, event: Event) -> int | None:
    """The run after which the copy was made that `event`, before the run `index`, restores."""
    latest = runs[index].now - event.before_run - event.days * DAY
    return next((older for older in range(index - 1, -1, -1) if runs[older].now <= latest), None)
