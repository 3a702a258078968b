"""The charts that the service of a market gives, with trouble on chosen days."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from market import FIELDS, NATIONS, Market, Rows
from service import Answer, chart, day_of, told

CODES = dict(zip(("", "K", "F"), NATIONS))
"""The charts of a day by the code that KOBIS has for a nation."""


def _bare(rows: Rows) -> Rows:
    return [*rows[:9], *(row | dict.fromkeys(FIELDS[7:], "") for row in rows[9:10])]


def _off(rows: Rows) -> Rows:
    share = float(rows[0]["salesShare"])
    other = share - 20 if share > 50 else share + 20
    return [rows[0] | {"salesShare": f"{other:.1f}"}, *rows[1:10]]


def numbered(rows: Rows, *fields: str) -> Rows:
    """Rows whose numbers, or ranks too, are those of their places."""
    return [row | dict.fromkeys(fields, str(place)) for place, row in enumerate(rows, start=1)]


TROUBLES: dict[str, tuple[str, Callable[[Rows], Rows | None]]] = {
    "short": ("all", lambda rows: rows[:9]),
    "few": ("korean", lambda rows: rows[:7]),
    "bare": ("all", _bare),
    "bare korean": ("korean", _bare),
    "contradicts": ("all", _off),
    "stranger": ("all", lambda rows: [*rows[:9], rows[9] | {"movieCd": "1999Z999"}]),
    "hidden": ("all", lambda rows: numbered([*rows[:4], *rows[5:]], "rnum")),
    "fails": ("all", lambda rows: None),
    "fails foreign": ("foreign", lambda rows: None),
    "empty": ("korean", lambda rows: []),
}
"""The possible faults of a day: the chart concerned, and the answer to its request."""
DIFFERENCES = {"differs": -3, "differs above": 5, "differs once": -3}
"""Further ones: what the film at the top has more of in its nation's chart than in that of all."""
NAMES = (*TROUBLES, *DIFFERENCES)
Faults = Mapping[date, Mapping[str, Callable[[Rows], Rows]]]
"""What becomes of charts on their way, by day and nation."""


@dataclass(slots=True)
class Book:
    """The charts that a service has, and the trouble that is on some of its days."""

    chart: Callable[[date, str], Rows]
    films: Mapping[str, tuple[str, str]]
    """Title and opening day of each film."""
    troubles: Mapping[date, str] = field(default_factory=dict)
    faults: Faults = field(default_factory=dict)
    markets: tuple[Market, ...] = ()
    """The markets whose truth the charts show."""
    last: date = date.max - timedelta(1)
    """The last day that can be asked for."""
    asked: Counter[tuple[date, str]] = field(default_factory=Counter)
    """The number of requests for each chart."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def rows(self, day: date, nation: str, again: bool = False) -> Rows | None:
        """The chart that answers the first request, or one that asks again; None for a failure."""
        rows, trouble = self.chart(day, nation), self.troubles.get(day, "")
        about, changed = TROUBLES.get(trouble, ("", None))
        if nation == about:
            return changed(rows)
        if nation in self.faults.get(day, {}):
            return self.faults[day][nation](rows)
        if trouble in DIFFERENCES and nation != "all" and not (again and trouble == "differs once"):
            top = self.chart(day, "all")[0]
            other = {"audiCnt": str(int(top["audiCnt"]) + DIFFERENCES[trouble])}
            rows = [row | other if row["movieCd"] == top["movieCd"] else row for row in rows]
        return rows[:10]

    def answer(self, query: dict[str, str]) -> Answer:
        """The answer to a request for a chart or a film."""
        if code := query.get("movieCd"):
            title, opened = self.films[code]
            return told({"movieInfoResult": {"movieInfo": {
                "movieCd": code, "movieNm": title, "openDt": opened.replace("-", "")}}})
        day, nation = day_of(query), CODES[query.get("repNationCd", "")]
        with self._lock:
            rows = self.rows(day, nation, self.asked[day, nation] > 0)
            self.asked[day, nation] += 1
        return chart(day, rows)


def book_of(*markets: Market, **more: object) -> Book:
    """The charts of markets that have no day in common."""
    owners = {day: market for market in markets for day in market.days}
    films = {
        film.code: (film.title, f"{film.open_date or ''}")
        for market in reversed(markets) for film in market.films.values()}
    return Book(
        lambda day, nation: owners[day].chart(day, nation) if day in owners else [], films,
        markets=markets, **more)


def troubles_of(days: list[date], market: Market, names: tuple[str, ...]) -> dict[date, str]:
    """A trouble for each of some days that have three full charts."""
    return dict(zip([day for day in days if is_full(market, day)][1::2], names))


def is_full(market: Market, day: date) -> bool:
    """Whether a day has three full charts, with more films than they show."""
    return all(len(market.chart(day, nation)) == 11 for nation in NATIONS)
