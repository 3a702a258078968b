"""The expected output of `ranking`, computed from the contract with whole numbers only.

Nothing here is taken from the program. Where the contract leaves a choice, README.md says which
reading this is.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise

import bounds
from bounds import FIRST_DAY, FULL, UNBOUNDED, Charts, Interval, Rows, text

AMOUNTS = {"audi": "audiCnt", "sales": "salesAmt"}
"""The field of what a day sold, by how the accumulated one begins."""


def has_figures(row: dict[str, str]) -> bool:
    """Whether a row has all figures; one without is a day off the chart."""
    return all(row[field] for field in bounds.FIGURES.values())


def cap_of_chart(rows: Rows) -> float:
    """The most that a film sold which a chart leaves out, however short that is."""
    if not rows or bounds.has_gap(rows) or not all(map(has_figures, rows)):
        return UNBOUNDED
    return int(rows[-1]["audiCnt"])


class Day:
    """A day as its charts tell it: the one that was asked for, or those of all and both nations."""

    def __init__(self, charts: Charts) -> None:
        national = charts.get("all")
        try:
            is_had = None not in charts.values()
            if is_had:
                bounds.check(charts)
        except bounds.Missing:
            is_had = False
        has_caps = is_had and (
            national is None or len(national) == FULL and not bounds.has_gap(national))
        self.caps = {
            # The national chart bounds a nation without rows, where the other one's has all of its films.
            nation: cap_of_chart(charts[nation] or national or []) if has_caps else UNBOUNDED
            for nation in charts if nation != "all" or len(charts) == 1}
        """The caps for the films of each chart; of the two nations where all were read."""
        self.rows: dict[str, dict[str, str]] = {}
        """A row of each film that has figures; charts that fit together have the same."""
        self.nations: dict[str, set[str]] = {}
        """The caps that hold for each film of the day's charts."""
        self.ranks: dict[str, int] = {}
        """The ranks of the first chart."""
        for nation, rows in reversed(charts.items() if is_had else {}.items()):
            self.ranks = {row["movieCd"]: int(row["rank"]) for row in rows}
            for row in rows:
                self.nations.setdefault(row["movieCd"], set()).update({nation} & self.caps.keys())
                if has_figures(row):
                    self.rows[row["movieCd"]] = row


class Film:
    """A film, the days that were asked for, and which of them are the period's."""

    def __init__(self, code: str, days: dict[date, Day], period: list[date]) -> None:
        self.code, self.days, self.period = code, days, period
        self.charted = [day for day in days if code in days[day].rows]
        self.shown = [day for day in self.charted if day in period]
        """The period's days that it was charted on."""
        self._nations = set().union(*(day.nations.get(code, ()) for day in days.values()))
        self.people, self.sales = map(self._sold, AMOUNTS)

    def _sold(self, kind: str) -> Interval:
        """The bounds of admissions or of sales."""
        first, last = self.charted[0], self.charted[-1]
        low = high = sum(int(self.days[day].rows[self.code][AMOUNTS[kind]]) for day in self.shown)
        earlier = self._earlier(first, kind)
        if first in self.period:
            low += min(0, earlier)
        high += min(max(0, earlier), _most(kind, self.caps([day for day in self.period if day < first])))
        high += _most(kind, self.caps([day for day in self.period if day > last]))
        for day, after in pairwise(self.charted):
            g, people = self.growth(day, after, kind), self.growth(day, after, "audi")
            caps = self.caps([between for between in self.days if day < between < after])
            if not caps or g < 0 or people < 0:
                # A correction, which may hide what was sold on days off the chart.
                low += min(0, g)
                high += _most(kind, caps) if caps else max(0, g)
            else:
                low += 0 if people > sum(caps) else g
                high += g
        return max(0, low), max(0, low, high)

    def _earlier(self, day: date, kind: str) -> int:
        """What a charted day says that all days before it sold: T − A."""
        row = self.days[day].rows[self.code]
        return int(row[f"{kind}Acc"]) - int(row[AMOUNTS[kind]])

    def growth(self, first: date, last: date, kind: str) -> int:
        """What accumulated figures say was sold between two charted days: g."""
        return self._earlier(last, kind) - int(self.days[first].rows[self.code][f"{kind}Acc"])

    def caps(self, days: list[date]) -> list[float]:
        """The cap of each day, from those of the nations that the film was seen in."""
        return [max(self.days[day].caps[nation] for nation in self._nations) for day in days]

    def cells(self) -> dict[str, str]:
        """The cells of its row that other films have no part in."""
        last = self.days[self.shown[-1]].rows[self.code]
        ranks = [self.days[day].ranks[self.code] for day in self.shown
                 if self.code in self.days[day].ranks]
        return {
            "movie_code": self.code, "title": last["movieNm"].strip(),
            "open_date": last["openDt"].strip(),
            "audience_at_least": text(self.people[0]), "audience_at_most": text(self.people[1]),
            "sales_at_least": text(self.sales[0]), "sales_at_most": text(self.sales[1]),
            "audience_total": last["audiAcc"], "days_on_chart": str(len(self.shown)),
            "best_rank": str(min(ranks, default=""))}


def _most(kind: str, caps: list[float]) -> float:
    """The most that was sold on days off the chart, by caps of admissions; nothing bounds sales."""
    return sum(caps) if kind == "audi" else UNBOUNDED if caps else 0


def days_asked(period: list[date], last: date) -> list[date]:
    """The days that are asked for: also the one before and the one after, where they can be."""
    around = bounds.days_of(period[0] - timedelta(1), period[-1] + timedelta(1))
    return [day for day in around if FIRST_DAY <= day <= last]


def ranking(
    chart: Callable[[date, str], Rows | None], period: list[date], nations: tuple[str, ...], last: date,
) -> Rows:
    """The rows of `ranking`, cell by cell, from the charts of nations; `last` is yesterday."""
    days = {day: Day({nation: chart(day, nation) for nation in nations})
            for day in days_asked(period, last)}
    films = sorted(
        (Film(code, days, period) for code in {code for day in period for code in days[day].rows}),
        key=lambda film: (-film.people[0], -film.people[1], film.code))
    # The most that a film can have sold in the period without ever being charted.
    never = max(sum(days[day].caps[nation] for day in period) for nation in days[period[0]].caps)
    rows = []
    for number, film in enumerate(films):
        low, high = film.people
        is_sure = (low > never and all(high < other.people[0] for other in films[:number])
                   and all(low > other.people[1] for other in films[number + 1:]))
        rows.append({"rank": str(number + 1)} | film.cells() | {"is_rank_sure": str(is_sure).lower()})
    return rows
