"""Command lines about the days of a book: what each is to write, and the truth about it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import date

import bounds
import rankings
from books import Book
from findings import Findings
from judges import RankingJudge, judge_deep, judge_market
from market import NATIONS, Rows

COMMANDS: dict[str, tuple[str, ...]] = {
    "market": NATIONS[:1], "market --nations": NATIONS,
    "ranking": NATIONS[:1], "ranking --nation korean": ("korean",),
    "ranking --nation foreign": ("foreign",), "ranking --deep": NATIONS,
    "daily": NATIONS[:1], "daily --nation korean": ("korean",), "daily --deep": NATIONS,
    "trend --deep": NATIONS,
}
"""The commands, and the charts that each reads."""


@dataclass(frozen=True, slots=True)
class Due:
    """The rows that a command is to write, and the statuses of days that are missing."""

    rows: Rows
    missing: dict[date, int]


def ranged(days: list[date]) -> tuple[str, ...]:
    """The options for a range of days."""
    return "--from", f"{days[0]}", "--to", f"{days[-1]}"


@dataclass(frozen=True, slots=True)
class Question:
    """A command and the days that it is about."""

    name: str
    days: list[date]
    by: str = "day"
    """The periods of `market`."""
    is_compared: bool = False
    """Whether `market` compares its periods with those of a year before."""
    films: tuple[tuple[str, str, date], ...] = ()
    """Code, title and opening day of the films of `trend`."""
    period: tuple[str, ...] = ()
    """The options that ask for the days, if they are no range."""

    @property
    def nations(self) -> tuple[str, ...]:
        """The charts that are read."""
        return COMMANDS[self.name]

    @property
    def words(self) -> list[str]:
        """The command line."""
        command, *options = self.name.split()
        by = ["--by", self.by] if command == "market" else []
        return [command, *(code for code, _, _ in self.films), *options,
                *(self.period or ranged(self.days)), *by, *["--compare", "year"] * self.is_compared]

    def rows(self, book: Book, day: date, nation: str) -> Rows | None:
        """The answer to the next request; what joins charts asks again for those that differ."""
        return book.rows(day, nation, "--deep" in self.name and book.asked[day, nation] > 0)

    def chart(self, book: Book, day: date, nation: str) -> Rows | None:
        """The chart that the next request gets; None if there is none."""
        return bounds.answer(self.rows(book, day, nation), nation)

    def charts(self, book: Book, day: date) -> bounds.Charts:
        """The charts of a day; raises what keeps one back, or from being joined."""
        if None in [self.rows(book, day, nation) for nation in self.nations]:
            raise bounds.Missing(69)
        charts = {nation: self.chart(book, day, nation) for nation in self.nations}
        if None in charts.values():
            raise bounds.Missing(65)
        if self.name.startswith("ranking") or "--deep" in self.name:
            bounds.check(charts)
        elif len(charts) > 1 and bounds.is_unpublished(charts):
            raise bounds.Missing(75)
        return charts

    def days_read(self, book: Book) -> list[date]:
        """The days whose charts are read."""
        if self.name.startswith("ranking"):
            return rankings.days_asked(self.days, book.last)
        periods = bounds.periods(self.days[0], self.days[-1], self.by) if self.is_compared else []
        before = [day for period in periods for day in bounds.a_year_before(period)]
        return [*self.days, *before]

    def due(self, book: Book) -> Due:
        """What is due for the answers to the next requests."""
        found: dict[date, bounds.Charts] = {}
        missing: dict[date, int] = {}
        for day in self.days_read(book):
            try:
                found[day] = self.charts(book, day)
            except bounds.Missing as reason:
                missing[day], = reason.args
        chart, had = functools.partial(self.chart, book), [day for day in self.days if day in found]
        if self.name.startswith("market"):
            rows = bounds.market(chart, self.days[0], self.days[-1], self.by, len(self.nations) > 1,
                                 self.is_compared)
        elif self.name.startswith("ranking"):
            rows = rankings.ranking(chart, self.days, self.nations, book.last)
        elif len(self.nations) == 1:
            rows = [row for day in had for row in bounds.daily(day, found[day][self.nations[0]])]
        else:
            rows = [row for day in had if not self.is_left_out(book, day)
                    for row in bounds.deep(day, found[day])]
        if self.films:
            short = {day: {nation for nation in charts if len(charts[nation]) < bounds.FULL}
                     for day, charts in found.items()}
            rows = [row for code, title, opened in self.films for row in bounds.trend(
                self.days, code, title, opened, rows, short)
                    if date.fromisoformat(row["date"]) in short]
        return Due(rows, missing)

    def is_left_out(self, book: Book, day: date) -> bool:
        """Whether it is not said what is due: where a row without figures stands with `--deep`."""
        return self.name == "daily --deep" and book.troubles.get(day, "").startswith("bare")

    def doubtful(self, book: Book, day: date) -> set[str]:
        """The charts of a day that are short, out of order or without figures."""
        charts = {nation: self.chart(book, day, nation) or [] for nation in self.nations}
        return {nation for nation, rows in charts.items()
                if len(rows) < bounds.FULL or not bounds.is_in_order(rows)
                or not all(row["audiCnt"] for row in rows)}

    def judge(self, found: Findings, book: Book, rows: Rows, where: str) -> None:
        """Checks rows against the truth, if the charts show one; rankings unless there are many troubles."""
        if not book.markets:
            return
        if self.name.startswith("market"):
            judge_market(found, book, rows)
        elif self.name == "daily --deep":
            judge_deep(found, book.markets[0], rows)
        elif self.name.startswith("ranking") and len(book.troubles) <= 1:
            RankingJudge(found, book, self.days, self.nations, where).judge(rows)
