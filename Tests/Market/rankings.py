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


def is_had(charts: Charts) -> bool:
    """Whether all charts of a day were available, and fit together."""
    if None in charts.values():
        return False
    try:
        bounds.check(charts)
    except bounds.Missing:
        return False
    return True


def cap_of_chart(rows: Rows) -> float:
    """The most that a film sold which a chart leaves out, however short that is."""
    if not rows or bounds.has_gap(rows) or not all(map(has_figures, rows)):
        return UNBOUNDED
    return int(rows[-1]["audiCnt"])


def cap_beside_empty(national: Rows) -> float:
    """The cap of a nation without rows, where the other one's chart has all national ones."""
    return cap_of_chart(national)


def caps_of_day(charts: Charts) -> dict[str, float]:
    """The cap of a day for the films of each chart; of the two nations where all were read."""
    nations = [nation for nation in charts if nation != "all" or len(charts) == 1]
    national = charts.get("all")
    if not is_had(charts) or national is not None and (
            len(national) < FULL or bounds.has_gap(national)):
        return dict.fromkeys(nations, UNBOUNDED)
    caps = {nation: cap_of_chart(charts[nation]) for nation in nations}
    if len(nations) > 1:
        for nation in nations:
            if not charts[nation]:
                caps[nation] = cap_beside_empty(charts["all"])
    return caps


def at_least_nothing(low: int, high: float) -> Interval:
    """Bounds that are not below 0, the upper one not below the lower."""
    return max(0, low), max(0, low, high)


class Day:
    """A day as its charts tell it: the one that was asked for, or those of all and both nations."""

    def __init__(self, charts: Charts) -> None:
        self.caps = caps_of_day(charts)
        self.rows: dict[str, dict[str, str]] = {}
        """A row of each film that has figures; charts that fit together have the same."""
        self.nations: dict[str, set[str]] = {}
        """The caps that hold for each film of the day's charts."""
        self.ranks: dict[str, int] = {}
        """The ranks of the first chart."""
        for nation, rows in reversed(charts.items() if is_had(charts) else {}.items()):
            self.ranks = {row["movieCd"]: int(row["rank"]) for row in rows}
            for row in rows:
                self.nations.setdefault(row["movieCd"], set()).update({nation} & self.caps.keys())
                if has_figures(row):
                    self.rows[row["movieCd"]] = row


def correction(g: int) -> Interval:
    """What accumulated figures say that change from one charted day to the next."""
    return min(0, g), max(0, g)


def limit(kind: str, caps: list[float]) -> float:
    """The most that was sold on days off the chart, by the caps of admissions; nothing bounds sales."""
    return sum(caps) if kind == "audi" else UNBOUNDED if caps else 0


def gap(kind: str, g: int, people: int, caps: list[float]) -> Interval:
    """What was sold on days off the chart between two charted ones; `people` is the g of admissions."""
    if g < 0 or people < 0:
        return min(0, g), limit(kind, caps)
    return (0 if people > sum(caps) else g), g


def before(kind: str, earlier: int, caps: list[float]) -> float:
    """The most that was sold on days off the chart before the first charted day."""
    return min(limit(kind, caps), max(0, earlier))


def first_correction(earlier: int, is_inside: bool) -> int:
    """What at_least takes where the first charted day sold more than all days up to it."""
    return min(0, earlier) if is_inside else 0


def cap_of_film(caps: list[float]) -> float:
    """The cap of a day, from those of the nations that a film was seen in."""
    return max(caps, default=UNBOUNDED)


class Film:
    """A film, the days that were asked for, and which of them are the period's."""

    def __init__(self, code: str, days: dict[date, Day], period: list[date]) -> None:
        self.code, self._days, self._period = code, days, period
        self._charted = [day for day in days if code in days[day].rows]
        self.shown = [day for day in self._charted if day in period]
        """The period's days that it was charted on."""
        self._nations = set().union(*(day.nations.get(code, ()) for day in days.values()))
        if self.shown:
            self.people, self.sales = map(self._sold, AMOUNTS)

    def _sold(self, kind: str) -> Interval:
        """The bounds of admissions or of sales."""
        first, last = self._charted[0], self._charted[-1]
        charted = sum(int(self._days[day].rows[self.code][AMOUNTS[kind]]) for day in self.shown)
        earlier = self._earlier(first, kind)
        parts = [
            (charted, charted),
            (first_correction(earlier, first in self._period), before(
                kind, earlier, self._caps([day for day in self._period if day < first]))),
            (0, limit(kind, self._caps([day for day in self._period if day > last])))]
        for first, last in pairwise(self._charted):
            g = self._growth(first, last, kind)
            caps = self._caps([day for day in self._days if first < day < last])
            people = self._growth(first, last, "audi")
            parts.append(gap(kind, g, people, caps) if caps else correction(g))
        lows, highs = zip(*parts)
        return at_least_nothing(sum(lows), sum(highs))

    def _earlier(self, day: date, kind: str) -> int:
        """What a charted day says that all days before it sold: T − A."""
        row = self._days[day].rows[self.code]
        return int(row[f"{kind}Acc"]) - int(row[AMOUNTS[kind]])

    def _growth(self, first: date, last: date, kind: str) -> int:
        return self._earlier(last, kind) - int(self._days[first].rows[self.code][f"{kind}Acc"])

    def _caps(self, days: list[date]) -> list[float]:
        return [cap_of_film([self._days[day].caps[nation] for nation in self._nations])
                for day in days]

    def cells(self) -> dict[str, str]:
        """The cells of its row that other films have no part in."""
        last = self._days[self.shown[-1]].rows[self.code]
        ranks = [self._days[day].ranks[self.code] for day in self.shown
                 if self.code in self._days[day].ranks]
        return {
            "movie_code": self.code, "title": last["movieNm"].strip(),
            "open_date": last["openDt"].strip(),
            "audience_at_least": text(self.people[0]), "audience_at_most": text(self.people[1]),
            "sales_at_least": text(self.sales[0]), "sales_at_most": text(self.sales[1]),
            "audience_total": last["audiAcc"], "days_on_chart": str(len(self.shown)),
            "best_rank": str(min(ranks, default=""))}


def place(film: Film) -> tuple[float, float, str]:
    """The sort key of films."""
    return -film.people[0], -film.people[1], film.code


def never_charted(days: list[Day]) -> float:
    """The most that a film can have sold in a period without ever being charted."""
    return max(sum(day.caps[nation] for day in days) for nation in days[0].caps)


def is_sure(film: Film, above: list[Film], below: list[Film], never: float) -> bool:
    """Whether the rank of a film follows from the bounds."""
    low, high = film.people
    return (low > never and all(low > other.people[1] for other in below)
            and all(high < other.people[0] for other in above))


def days_asked(period: list[date], last: date) -> list[date]:
    """The days that are asked for: also the one before and the one after, where they can be."""
    around = bounds.days_of(period[0] - timedelta(1), period[-1] + timedelta(1))
    return [day for day in around if FIRST_DAY <= day <= last]


def ranking(
    chart: Callable[[date, str], Rows | None], period: list[date], nations: tuple[str, ...],
    last: date = date.max - timedelta(1),
) -> Rows:
    """The rows of `ranking`, cell by cell, from the charts of nations; `last` is yesterday."""
    days = {day: Day({nation: chart(day, nation) for nation in nations})
            for day in days_asked(period, last)}
    codes = {code for day in period for code in days[day].rows}
    films = sorted((Film(code, days, period) for code in codes), key=place)
    never = never_charted([days[day] for day in period])
    return [
        {"rank": str(number + 1)} | film.cells() | {"is_rank_sure": str(
            is_sure(film, films[:number], films[number + 1:], never)).lower()}
        for number, film in enumerate(films)]
