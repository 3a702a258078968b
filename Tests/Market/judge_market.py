"""Whether the truth lies within the bounds of `market`, and the ranks of `--deep` are true."""

from __future__ import annotations

from datetime import date

import bounds
from bench import Findings
from market import NATIONS, Market, Rows
from service import Book

STATUSES = {
    bounds.Malformed: 65, bounds.Disagreement: 65, bounds.NotPublished: 75, ConnectionError: 69}


def judge_market(found: Findings, book: Book, markets: list[Market], rows: Rows) -> None:
    """Checks that the truth lies within the rows of `market`, and that they are narrow."""
    owners = {day: market for market in markets for day in market.days}
    shown = {(row["from"], row["to"], row["nation"]): row for row in rows}

    def total(days: list[date], nation: str, figure: str = "sales") -> int:
        return sum(owners[day].total([day], nation, figure) for day in days)

    for (first, last, nation), row in shown.items():
        days = bounds.days_of(date.fromisoformat(first), date.fromisoformat(last))
        where = f"{first}..{last} {nation}"
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
        _judge_quotient(found, where, row, "sales", sales, 1)
        if "nation_share_at_least" in row and everything:
            _judge_quotient(found, where, row, "nation_share", 10_000 * sales, everything)
        before = bounds.a_year_before(days) if "sales_change_rate_at_least" in row else []
        if before and before[0] in owners and (old := total(before, nation)):
            _judge_quotient(found, where, row, "sales_change_rate", 1000 * (sales - old), old)
        if first == last and not is_cut:
            parts = {name: shown[first, last, name] for name in NATIONS[1:]
                     if (first, last, name) in shown}
            _judge_narrow(found, where, row, nation, parts,
                          {name: book.rows(days[0], name) for name in NATIONS})


def _judge_quotient(
    found: Findings, where: str, row: dict[str, str], column: str, part: int, whole: int
) -> None:
    """Checks that a true quotient lies between the cells of two columns."""
    for end, sign in (("at_least", 1), ("at_most", -1)):
        if cell := row[f"{column}_{end}"]:
            is_right = sign * int(cell.replace(".", "")) * whole <= sign * part
            found.check(f"truth within {column} {end}", is_right, f"{where}: {cell}")


def _judge_narrow(
    found: Findings, where: str, row: dict[str, str], nation: str, parts: dict[str, dict[str, str]],
    charts: bounds.Charts,
) -> None:
    """Checks that all rows allow both bounds of a day, and nothing beyond them."""
    lines, everything = (
        [(int(line["salesAmt"]), int(line["salesShare"].replace(".", ""))) for line in charts[name]]
        for name in (nation, "all"))
    known = sum(sales for sales, _ in lines)
    low, high = int(row["sales_at_least"]), row["sales_at_most"]
    lows = [int(part["sales_at_least"]) for part in parts.values()]
    highs = [part["sales_at_most"] for part in parts.values()]

    def is_below(total: int, lines: list[tuple[int, int]]) -> bool:
        return all(total * (2 * share - 1) <= 2000 * sales for sales, share in lines
                   if sales and share)

    def is_allowed(total: int) -> bool:
        if total < known or any(2000 * sales > total * (2 * share + 1) for sales, share in lines):
            return False
        if nation == "all":
            return is_below(total, lines) and (
                not lows or sum(lows) <= total and ("" in highs or total <= sum(map(int, highs))))
        if any(sales and share for sales, share in lines):
            return is_below(total, lines)
        # A nation that no share bounds has at most what the other one leaves.
        return total == low or is_below(total + sum(lows) - low, everything)

    is_narrow = is_allowed(low) and not is_allowed(low - 1) and (
        is_allowed(int(high)) and not is_allowed(int(high) + 1) if high else is_allowed(10 ** 16))
    found.check("bounds are narrow", is_narrow, f"{where}: {low}..{high}")


def judge_deep(found: Findings, market: Market, rows: Rows) -> None:
    """Checks the order, the nations and each rank that is given."""
    people: dict[str, int] = {}
    for row in rows:
        code, count = row["movie_code"], int(row["audience_count"])
        where = f"{market.name} {list(row.values())[:6]}"
        if row["rank"]:
            true = market.ranks(date.fromisoformat(row["date"]), "all")[code]
            depth = "in" if row["sales_share"] else "below"
            found.check(f"ranks {depth} the national chart", int(row["rank"]) == true, where)
        found.counts["ranks left empty"] += not row["rank"]
        found.check("nations", row["film_nation"] == market.films[code].nation, where)
        found.check("order", count <= people.get(row["date"], count), where)
        people[row["date"]] = count


def charts_of(book: Book, day: date, nations: tuple[str, ...], time: int = 1) -> bounds.Charts:
    """The charts of a day as they answer the request of that number; raises what keeps one back."""
    charts = {nation: book.rows(day, nation, time) for nation in nations}
    if None in charts.values():
        raise ConnectionError
    charts = {nation: bounds.answer(rows, nation) for nation, rows in charts.items()}
    if None in charts.values():
        raise bounds.Malformed
    return charts


def expected_deep(book: Book, days: list[date], time: int = 1) -> tuple[Rows, dict[date, int]]:
    """The rows of `daily --deep`, and the exit status of each day that has none."""
    rows, missing = [], {}
    for day in days:
        try:
            rows += bounds.deep(day, charts_of(book, day, NATIONS, time))
        except tuple(STATUSES) as reason:
            missing[day] = STATUSES[type(reason)]
    return rows, missing
