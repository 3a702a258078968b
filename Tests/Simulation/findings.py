"""The failures of the simulated mornings, and their report."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date

from figures import DAY, start_of


@dataclass(slots=True)
class Findings:
    """The failures, and the history of each day."""

    runs: int = 0
    quiet_runs: int = 0
    statuses: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    torn: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    """The days whose rows a short answer has replaced."""
    unexpected: list[str] = field(default_factory=list)
    strays: list[str] = field(default_factory=list)
    frozen: dict[date, str] = field(default_factory=dict)
    """The days that a quiet run left wrong although they were final, and the first such run."""
    last_told: Counter[str] = field(default_factory=Counter)
    """The frozen days, by the clocks that were wrong at their last request."""
    resting: set[date] = field(default_factory=set)
    """The same for days requested less than an hour before, which the next run may repair."""
    wrong: list[date] = field(default_factory=list)
    missing: list[date] = field(default_factory=list)
    history: dict[date, list[str]] = field(default_factory=lambda: defaultdict(list))
    mishaps: list[tuple[float, str]] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not (
            self.wrong or self.frozen or self.missing or self.torn or self.lost
            or self.unexpected or self.strays)


def story(findings: Findings, day: date) -> list[str]:
    """The events of a day, and around it."""
    begin = start_of(day)
    around = [text for moment, text in findings.mishaps if begin <= moment < begin + 24 * DAY]
    return [*findings.history[day], *(f"mishap: {text}" for text in around)]


def summary(findings: Findings) -> dict[str, object]:
    """The figures of one variant."""
    return {
        "runs": findings.runs, "quiet_runs": findings.quiet_runs,
        "statuses": {str(key): count for key, count in sorted(findings.statuses.items())},
        "wrong": len(findings.wrong), "frozen": len(findings.frozen),
        "frozen_after": findings.last_told, "resting": len(findings.resting),
        "missing": len(findings.missing), "torn": len(findings.torn), "lost": len(findings.lost),
        "unexpected": len(findings.unexpected),
        "strays": len({text.rsplit(" ", 1)[1] for text in findings.strays}),
    }


def tell(name: str, findings: Findings, most: int = 20) -> None:
    """Prints the failures of one variant, the first of each kind."""
    for kind in ("torn", "lost", "unexpected", "strays"):
        for text in getattr(findings, kind)[:most]:
            print(f"{name}: {kind}: {text}")
    wrong = [*findings.wrong, *findings.missing]
    days = wrong + [day for day in findings.frozen if day not in wrong]
    for day in days[:most]:
        kind = "frozen" if day not in wrong else "wrong at the end"
        print(f"{name}: {day} is {kind}; {findings.frozen.get(day, '')}")
        for line in story(findings, day):
            print(f"    {line}")
