"""Command lines about the days of a book: what each is to write, and the truth about it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import NamedTuple

import bounds
import rankings
from books import Book
from findings import Findings
from market import NATIONS, Market, Rows

COMMANDS: dict[str, tuple[str, ...]] = {
    "market": NATIONS[:1], "market --nations": NATIONS,
    "ranking": NATIONS[:1], "ranking --nation korean": ("korean",),
    "ranking --nation foreign": ("foreign",), "ranking --deep": NATIONS,
    "daily": NATIONS[:1], "daily --nation korean": ("korean",), "daily --deep": NATIONS,
    "trend --deep": NATIONS,
}
"""The commands, and the charts that each reads."""
RANKINGS = tuple(name for name in COMMANDS if name.startswith("ranking"))


class Due(NamedTuple):
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

    def has_strays(self, book: Book, day: date) -> bool:
        """Whether `market` asks again: where a film of the national chart is on neither nation's."""
        try:
            return self.name == "market --nations" and bool(bounds.strays(self.charts(book, day)))
        except bounds.Missing:
            return False

    def judge(self, found: Findings, book: Book, rows: Rows, where: str) -> None:
        """Checks rows against the truth, if the charts show one; rankings unless there are many troubles."""
        if not book.markets:
            return
        if self.name.startswith("market"):
            judge_market(found, book, rows)
        elif self.name == "daily --deep":
            judge_deep(found, book.markets[0], rows)
        elif self.name.startswith("ranking") and len(book.troubles) <= 1:
            judge_ranking(found, book, self, rows, where)


# The truth


def judge_market(found: Findings, book: Book, rows: Rows) -> None:
    """Checks that the truth lies within the rows of `market`."""
    owners = {day: market for market in book.markets for day in market.days}

    def total(days: list[date], nation: str, figure: str = "sales") -> int:
        return sum(owners[day].total([day], nation, figure) for day in days)

    for row in rows:
        days = bounds.days_of(date.fromisoformat(row["from"]), date.fromisoformat(row["to"]))
        nation, where = row["nation"], f"{row['from']}..{row['to']} {row['nation']}"
        if any(day in book.troubles or day not in owners for day in days):
            continue
        least = int(row["audience_at_least"])
        found.check("admissions at least", least <= total(days, nation, "admissions"), where)
        is_cut = any(day in book.faults for day in days)
        if not row["sales_at_least"]:
            is_short = any(len(owners[day].truth[day]) < bounds.FULL for day in days)
            found.check("rows without bounds", is_cut or is_short, where)
            continue
        sales, everything = total(days, nation), total(days, "all")
        found.check("no contradiction", is_cut or row["is_consistent"] == "true", where)
        quotients = {"sales": (sales, 1)}
        if "nation_share_at_least" in row and everything:
            quotients["nation_share"] = 10_000 * sales, everything
        before = bounds.a_year_before(days) if "sales_change_rate_at_least" in row else []
        if before and before[0] in owners and (old := total(before, nation)):
            quotients["sales_change_rate"] = 1000 * (sales - old), old
        for column, (part, whole) in quotients.items():
            for end, sign in (("at_least", 1), ("at_most", -1)):
                if cell := row[f"{column}_{end}"]:
                    is_right = sign * int(cell.replace(".", "")) * whole <= sign * part
                    found.check(f"truth within {column} {end}", is_right, f"{where}: {cell}")


def judge_deep(found: Findings, market: Market, rows: Rows) -> None:
    """Checks the nations, and each rank that is given."""
    for row in rows:
        code = row["movie_code"]
        where = f"{market.name} {list(row.values())[:6]}"
        if row["rank"]:
            true = market.ranks(date.fromisoformat(row["date"]), "all")[code]
            depth = "in" if row["sales_share"] else "below"
            found.check(f"ranks {depth} the national chart", int(row["rank"]) == true, where)
        found.check("nations", row["film_nation"] == market.films[code].nation, where)


def judge_ranking(found: Findings, book: Book, question: Question, rows: Rows, where: str) -> None:
    """Checks that the truth lies within the bounds of each film, and that sure ranks are true."""
    market, period, nations = book.markets[0], question.days, question.nations
    days = {day: rankings.Day({nation: question.chart(book, day, nation) for nation in nations})
            for day in question.days_read(book)}
    codes = {code for day in days.values() for code in day.rows}
    films = {code: rankings.Film(code, days, period) for code in codes}
    rows = [row for row in rows if row["movie_code"] in films]  # Others are WRONG cells.
    is_all_seen = True
    for row in rows:
        code = row["movie_code"]
        for figure, column in (("admissions", "audience"), ("sales", "sales")):
            # A correction that cannot be seen may leave the truth outside.
            if market.anywhere and _is_hidden(market, films[code], figure):
                is_all_seen &= figure == "sales"
                continue
            # Both truths: that all charted figures are right, and that corrections mend them.
            truths = [market.true(code, period, known, figure) for known in (None, films[code].charted[-1])]
            low, high = (row[f"{column}_at_{end}"] for end in ("least", "most"))
            is_within = int(low) <= min(truths) and (not high or max(truths) <= int(high))
            found.check(f"truth within {column} of a ranking", is_within,
                        f"{where} {code}: {low}..{high}, truth {truths}")
    if not is_all_seen:
        return
    # Ranks are among all films, those never charted too.
    every = [code for code, film in market.films.items() if {"all", film.nation} & {*nations}]
    for is_mended in (False, True):
        known = {code: film.charted[-1] for code, film in films.items()} if is_mended else {}
        true = {code: market.true(code, period, known.get(code)) for code in every}
        for row in rows:
            if row["is_rank_sure"] == "true":
                code, rank = row["movie_code"], int(row["rank"])
                more = sum(people > true[code] for people in true.values())
                equal = list(true.values()).count(true[code])
                found.check("sure ranks are true", (more, equal) == (rank - 1, 1),
                            f"{where} {code}: {rank}, not {more + 1}")


def _is_hidden(market: Market, film: rankings.Film, figure: str) -> bool:
    """Whether a correction meets days off the chart and leaves no trace, or a misleading one."""
    shown = [(each.shown, getattr(each, figure)) for each in market.corrections if each.code == film.code]
    for first, last in pairwise(film.charted):
        off = [day for day in film.days if first < day < last]
        parts = [part for day, part in shown if first < day <= last]
        if not off or not any(parts):
            continue
        people = film.growth(first, last, "audi")
        own = people if figure == "admissions" else film.growth(first, last, "sales")
        is_above = people > sum(film.caps(off)) and sum(parts) > 0
        if min(parts) < 0 < max(parts) or not (people < 0 or own < 0 or is_above):
            return True
    first = film.charted[0]
    return film.period[0] < first and sum(part for day, part in shown if day <= first) != 0
