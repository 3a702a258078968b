"""The expected output of `market` and `--deep`, computed from the contract with whole numbers only.

Nothing here is taken from the program. Where the contract leaves a choice, README.md says which
reading this is.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import permutations, takewhile

Rows = list[dict[str, str]]
"""A chart: the fields of each row, as KOBIS sends them."""
Charts = dict[str, Rows | None]
"""The charts of a day by nation; None for one that was not available."""

NATIONS = ("all", "korean", "foreign")
"""The charts of a day, as the column `nation` calls them."""
FULL = 10
"""The most rows that a chart can have."""
UNBOUNDED = math.inf
"""The upper bound where nothing limits a total; no number is divided by it."""
Interval = tuple[int, float]
"""The parts of at_least and at_most."""
LARGEST = 2 ** 63 - 1
"""The largest bound; one above it stays empty."""
FIRST_DAY = date(2003, 11, 11)
"""The first day that KOBIS has."""
FIGURES = {
    "sales_amount": "salesAmt", "sales_share": "salesShare", "sales_change": "salesInten",
    "sales_change_rate": "salesChange", "sales_total": "salesAcc", "audience_count": "audiCnt",
    "audience_change": "audiInten", "audience_change_rate": "audiChange",
    "audience_total": "audiAcc", "screen_count": "scrnCnt", "show_count": "showCnt",
}
"""The figures of a row by the names of their columns, in order."""


class Missing(Exception):
    """What keeps a day back, by the exit status of a run that needs it."""


def up(part: int, whole: int) -> int:
    """The quotient, rounded up."""
    return -(-part // whole)


def answer(rows: Rows | None, nation: str) -> Rows | None:
    """A chart in the order of its row numbers; None for an answer that cannot be one."""
    if rows is None or nation == "all" and not rows or len(rows) > FULL:
        return None
    rows = sorted(rows, key=lambda row: int(row["rnum"]))
    ranks = [int(row["rank"]) for row in rows]
    is_chart = ranks == sorted(ranks) and all(
        len({row[field] for row in rows}) == len(rows) for field in ("rnum", "movieCd"))
    return rows if is_chart else None


def has_gap(rows: Rows) -> bool:
    """Whether rows are missing in the middle: equal films make ranks smaller, never larger."""
    return any(int(row[field]) > place for place, row in enumerate(rows, start=1)
               for field in ("rnum", "rank"))


def is_in_order(rows: Rows) -> bool:
    """Whether a chart is ordered by admissions, from which caps and ranks follow."""
    people = [int(row["audiCnt"]) for row in rows if row["audiCnt"]]
    return people == sorted(people, reverse=True)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a total."""

    low: int
    high: float
    is_consistent: bool = True


def bounds_of_row(sales: int, share: int) -> Bounds:
    """The bounds that one row allows: 2000·S ≤ N·(2t + 1), and N·(2t − 1) ≤ 2000·S where t > 0."""
    high = 2000 * sales // (2 * share - 1) if share > 0 else UNBOUNDED
    return Bounds(up(2000 * sales, 2 * share + 1), high)


def intersection(parts: list[Bounds]) -> Bounds:
    """The bounds that all parts allow; if there are none, the smallest interval that contains all."""
    lows = [part.low for part in parts]
    highs = [part.high for part in parts if part.high < UNBOUNDED]
    low, high = max(lows, default=0), min(highs, default=UNBOUNDED)
    if low <= high:
        return Bounds(low, high)
    ends = min(lows), max(highs)
    return Bounds(min(ends), max(ends), is_consistent=False)


def bounds_of_chart(rows: Rows) -> Bounds:
    """The total sales within a chart's filter, as far as it shows them; an answer may be cut."""
    known = [
        (int(row["salesAmt"]), int(row["salesShare"].replace(".", "")))
        for row in rows if row["salesAmt"] and row["salesShare"]]
    total = sum(sales for sales, _ in known)
    found = intersection([bounds_of_row(sales, share) for sales, share in known if sales > 0])
    if found.high < total:
        return Bounds(total, total, is_consistent=False)
    return Bounds(max(found.low, total), found.high, found.is_consistent)


def completed(own: dict[str, Bounds]) -> dict[str, Bounds]:
    """The bounds of a day by those of its three charts; a nation without one has what the other leaves."""
    everything, *nations = (own[nation] for nation in NATIONS)
    parts = [
        nation if nation.high < UNBOUNDED
        else replace(nation, high=max(nation.low, everything.high - other.low))
        for nation, other in zip(nations, reversed(nations))]
    both = Bounds(sum(part.low for part in parts), sum(part.high for part in parts))
    return dict(zip(NATIONS, (intersection([everything, both]), *parts)))


def codes_of(charts: Charts, nation: str) -> set[str]:
    """The films on a chart."""
    return {row["movieCd"] for row in charts[nation]}


def strays(charts: Charts) -> set[str]:
    """The films of the national chart that are on neither nation's."""
    return codes_of(charts, "all") - codes_of(charts, "korean") - codes_of(charts, "foreign")


def is_unpublished(charts: Charts) -> bool:
    """Whether a chart of one nation is empty, and the other lacks a film of the national one."""
    return any(
        not charts[empty] and not codes_of(charts, "all") <= codes_of(charts, other)
        for empty, other in permutations(NATIONS[1:]))


class Day:
    """A day of the market, as its charts tell it."""

    def __init__(self, charts: Charts) -> None:
        # Nothing after a chart that was not available is requested.
        read = dict(takewhile(lambda chart: chart[1] is not None, charts.items()))
        everything = [row for rows in read.values() for row in rows]
        fewest: dict[str, int] = {}
        for row in everything:
            if row["audiCnt"]:
                code, people = row["movieCd"], int(row["audiCnt"])
                fewest[code] = min(people, fewest.get(code, people))
        self.films = {
            nation: {row["movieCd"]: fewest.get(row["movieCd"], 0) for row in rows}
            for nation, rows in (read | {"all": everything}).items()}
        """The films read for each nation, with their admissions."""
        self.is_told = len(read.get("all", ())) < FULL or any(
            not row[field] for row in everything for field in FIGURES.values())
        """Whether the national chart is short, or a row has no figures."""
        is_read = read.keys() == charts.keys()
        self.is_had = is_read and (len(read) == 1 or not is_unpublished(read))
        own = {nation: bounds_of_chart(rows) for nation, rows in read.items()}
        self.bounds = completed(own) if len(own) == len(NATIONS) else own
        """The bounds of each nation, for a day that was had."""
        self.is_consistent = all(
            part.is_consistent for part in (*own.values(), *self.bounds.values())) and not (
                len(read) == len(NATIONS) and strays(read))
        """Whether nothing on it contradicts anything: true or false of all its rows."""


def days_of(first: date, last: date) -> list[date]:
    """All days of a range."""
    return [first + timedelta(number) for number in range((last - first).days + 1)]


def periods(first: date, last: date, by: str) -> list[list[date]]:
    """The days of a range, by day, week, month or year."""
    groups: dict[object, list[date]] = {}
    for day in days_of(first, last):
        keys = {"day": day, "week": day.isocalendar()[:2], "month": (day.year, day.month)}
        groups.setdefault(keys.get(by, day.year), []).append(day)
    return list(groups.values())


def a_year_before(days: list[date]) -> list[date]:
    """The days that those of a row are compared with; none if it has no rate."""
    first, last, year = days[0], days[-1], days[0].year
    before = []
    if not any((day.month, day.day) == (2, 29) for day in days):
        before = [day.replace(year=day.year - 1) for day in days]
    for month, end in ((2, date(year, 3, 1)), (1, date(year + 1, 1, 1))):
        if first == date(year, month, 1) and last == end - timedelta(1):
            before = days_of(first.replace(year=year - 1), end.replace(year=end.year - 1) - timedelta(1))
    return before if before and before[0] >= FIRST_DAY else []


def market(
    chart: Callable[[date, str], Rows | None], first: date, last: date, by: str = "day",
    nations: bool = False, compare: bool = False,
) -> Rows:
    """The rows of `market`, cell by cell."""
    asked = NATIONS if nations else NATIONS[:1]
    read = functools.cache(lambda day: Day({nation: chart(day, nation) for nation in asked}))
    rows = []
    for dates in periods(first, last, by):
        before = a_year_before(dates) if compare else []
        around = periods(dates[0] - timedelta(1), dates[-1] + timedelta(1), by)
        unit = by if len(around) == 3 else "range"
        rows += [
            {"from": f"{dates[0]}", "to": f"{dates[-1]}", "unit": unit, "nation": nation}
            | _cells([*map(read, dates)], [*map(read, before)], nation, nations, compare)
            for nation in asked]
    return rows


def _cells(
    days: list[Day], before: list[Day], nation: str, nations: bool, compare: bool
) -> dict[str, str]:
    now, everything = _sum(days, nation), _sum(days, "all")
    cells = _ends("sales", now or (None, None))
    if nations:
        share: tuple[int | None, ...] = (None, None)
        if nation == "all" and now:
            share = 10_000, 10_000
        elif now and all(day.is_consistent for day in days):
            low, high = everything
            share = (
                min(10_000, 10_000 * now[0] // high) if 0 < high < UNBOUNDED else None,
                min(10_000, up(10_000 * now[1], low)) if now[1] < UNBOUNDED and low else None)
        cells |= _ends("nation_share", share, places=2)
    films = [day.films.get(nation, {}) for day in days]
    had = [day.is_consistent for day in days if day.is_had]
    cells["audience_at_least"] = text(sum(sum(day.values()) for day in films))
    cells["films_known"] = str(len({code for day in films for code in day}))
    cells["is_consistent"] = str(all(had)).lower() if had else ""
    if compare:
        old = _sum(before, nation) or (0, 0)
        cells |= _ends("sales_change_rate", (
            1000 * (now[0] - old[1]) // old[1] if now and 0 < old[1] < UNBOUNDED else None,
            up(1000 * (now[1] - old[0]), old[0]) if now and now[1] < UNBOUNDED and old[0] else None,
        ), places=1)
    return cells


def _sum(days: list[Day], nation: str) -> Interval | None:
    if not days or any(day.is_told or not day.is_had for day in days):
        return None
    parts = [day.bounds[nation] for day in days]
    return sum(part.low for part in parts), sum(part.high for part in parts)


def _ends(name: str, ends: tuple[float | None, ...], places: int = 0) -> dict[str, str]:
    return {f"{name}_at_{end}": text(number, places) for end, number in zip(("least", "most"), ends)}


def text(number: float | None, places: int = 0) -> str:
    """The text of a number that counts units of the last place."""
    if number is None or number > LARGEST:
        return ""
    if not places:
        return str(number)
    whole, rest = divmod(abs(number), 10 ** places)
    return f"{'-' * (number < 0)}{whole}.{rest:0{places}}"


def check(charts: Charts) -> None:
    """Raises what keeps caps and ranks from following from the charts of a day, or their being joined."""
    if not all(map(is_in_order, charts.values())):
        raise Missing(65)
    if len(charts) == 1:
        return
    if is_unpublished(charts):
        raise Missing(75)
    national = {row["movieCd"]: row for row in charts["all"]}
    others = {row["movieCd"]: row for nation in NATIONS[1:] for row in charts[nation]}
    shared = [field for field in FIGURES.values() if field != "salesShare"]
    for code, row in national.items():
        # A figure that one chart lacks contradicts none.
        if code not in others or any(
                row[field] != others[code][field] for field in shared
                if row[field] and others[code][field]):
            raise Missing(65)
    last = charts["all"][-1]["audiCnt"] if len(national) == FULL else ""
    if last and any(row["audiCnt"] and _people(row) > int(last)
                    for code, row in others.items() if code not in national):
        raise Missing(65)


def deep(day: date, charts: Charts) -> Rows:
    """The rows of `daily --deep` for a day, cell by cell, from charts that can be joined."""
    national = {row["movieCd"]: row for row in charts["all"]}
    others = {row["movieCd"]: (nation, row) for nation in NATIONS[1:] for row in charts[nation]}
    is_full = len(national) == FULL and not any(map(has_gap, charts.values()))
    # The admissions that no film outside of the charts of both nations can exceed.
    bar = max(_people(charts[nation][-1]) for nation in NATIONS[1:] if charts[nation])
    place = list(national)
    order = sorted(others, key=lambda code: (
        -_people(others[code][1]), place.index(code) if code in place else FULL, code))
    joined = []
    for nation, row in map(others.get, order):
        more = sum(_people(other) > _people(row) for _, other in others.values())
        rank = str(1 + more) if is_full and _people(row) >= bar else ""
        joined.append(_deep_row(day, nation, row, national.get(row["movieCd"], {}), rank))
    return joined


def _people(row: dict[str, str]) -> int:
    return int(row["audiCnt"])


def daily(day: date, rows: Rows) -> Rows:
    """The rows of `daily` for a day, cell by cell."""
    joined = [_deep_row(day, "", row, row, "") for row in rows]
    return [{column: row[column] for column in row if column != "film_nation"} for row in joined]


def _deep_row(
    day: date, nation: str, row: dict[str, str], national: dict[str, str], rank: str
) -> dict[str, str]:
    """A row by its fields in the chart of its nation, and in the national one if it is there."""
    is_new = national.get("rankOldAndNew") == "NEW"
    figures = {column: row[field] for column, field in FIGURES.items()}
    figures["sales_share"] = national.get("salesShare", "")
    for column in ("sales_change_rate", "audience_change_rate"):
        figures[column] += "" if "." in figures[column] else ".0"
    return {
        "date": f"{day}", "rank": national.get("rank", rank),
        "rank_change": "" if is_new else national.get("rankInten", ""),
        "is_new": str(is_new).lower() if national else "", "movie_code": row["movieCd"],
        "title": row["movieNm"].strip(), "film_nation": nation, "open_date": row["openDt"].strip(),
    } | figures


def trend(
    days: list[date], code: str, title: str, opened: date, charts: Rows,
    short: dict[date, set[str]],
) -> Rows:
    """The rows of `trend --deep --from` for a film, cell by cell, from the joined charts.

    Whether a film was on a chart is not known where it may be one of those left out: `short` has
    the short charts of each day.
    """
    known = {row["date"]: row for row in charts if row["movie_code"] == code}
    rows = []
    for number, day in enumerate(days, start=1):
        row, cut = known.get(f"{day}", {}), short.get(day, set())
        rows.append({
            "day": str(number), "release_day": str((day - opened).days + 1), "date": f"{day}",
            "movie_code": code, "title": title,
            "on_chart": "true" if row.get("is_new") else "" if "all" in cut else "false",
            "on_deep_chart": "true" if row else "" if cut else "false",
        } | {column: row.get(column, "") for column in (
            "rank", "rank_change", "audience_count", "audience_total", "sales_amount", "sales_total",
            "screen_count", "show_count")})
    return rows
