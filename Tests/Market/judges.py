"""Whether the truth lies within the bounds of `market` and `ranking`, and sure ranks are true."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise

import bounds
from books import Book
from findings import Findings
from market import NATIONS, Correction, Market, Rows

FIGURES = {"admissions": "audience", "sales": "sales"}
"""The true figures of a film, and the prefixes of the columns with its bounds."""


def judge_market(found: Findings, book: Book, rows: Rows) -> None:
    """Checks that the truth lies within the rows of `market`, and that they are narrow."""
    owners = {day: market for market in book.markets for day in market.days}
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
            parts = [shown[first, last, name] for name in NATIONS[1:] if (first, last, name) in shown]
            charts = [book.rows(days[0], name) for name in (nation, "all")]
            _judge_narrow_day(found, where, row, nation, parts, *charts)


def _judge_quotient(
    found: Findings, where: str, row: dict[str, str], column: str, part: int, whole: int
) -> None:
    """Checks that a true quotient lies between the cells of two columns."""
    for end, sign in (("at_least", 1), ("at_most", -1)):
        if cell := row[f"{column}_{end}"]:
            is_right = sign * int(cell.replace(".", "")) * whole <= sign * part
            found.check(f"truth within {column} {end}", is_right, f"{where}: {cell}")


def _judge_narrow_day(
    found: Findings, where: str, row: dict[str, str], nation: str, parts: Rows, *charts: Rows
) -> None:
    """Checks that all rows allow both bounds of a day, and nothing beyond them."""
    lines, everything = (
        [(int(line["salesAmt"]), int(line["salesShare"].replace(".", ""))) for line in chart]
        for chart in charts)
    known = sum(sales for sales, _ in lines)
    low, high = int(row["sales_at_least"]), row["sales_at_most"]
    lows = [int(part["sales_at_least"]) for part in parts]
    highs = [part["sales_at_most"] for part in parts]

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
        found.check("nations", row["film_nation"] == market.films[code].nation, where)
        found.check("order", count <= people.get(row["date"], count), where)
        people[row["date"]] = count


class RankingJudge:
    """What charts show of a market around a period: the charted days of each film, and caps."""

    def __init__(
        self, found: Findings, book: Book, days: tuple[date, ...], nations: tuple[str, ...], where: str
    ) -> None:
        self.found, self.book, self.period, self.nations = found, book, days, nations
        self.market, self.where = book.markets[0], where
        around = bounds.days_of(days[0] - timedelta(1), days[-1] + timedelta(1))
        self.asked = [
            day for day in around if day >= bounds.FIRST_DAY and day in self.market.truth]
        self.charted: dict[str, list[date]] = {}
        for day in self.asked:
            charts = [book.rows(day, nation) for nation in nations]
            if None not in charts:
                for code in {row["movieCd"] for rows in charts for row in rows if row["audiCnt"]}:
                    self.charted.setdefault(code, []).append(day)

    def judge(self, rows: Rows) -> None:
        """Checks that the truth lies within the bounds of each film, and that sure ranks are true."""
        rows = [row for row in rows if row["movie_code"] in self.charted]  # Others are WRONG cells.
        is_all_seen = True
        for row in rows:
            for figure in FIGURES:
                # A correction that cannot be seen may leave the truth outside.
                is_seen = not (self.market.anywhere and self._is_hidden(row["movie_code"], figure))
                is_all_seen &= is_seen or figure == "sales"
                if is_seen:
                    self._judge_bounds(row, figure)
                if not self.market.anywhere and not self.book.faults:
                    self._judge_narrow(row, figure)
        if is_all_seen:
            self._judge_ranks(rows)

    def _caps(self, code: str, days: list[date]) -> float:
        """The most that a film sold on days off the chart, without the day and what it lacks."""
        nation = self.nations[0] if len(self.nations) == 1 else self.market.films[code].nation
        return sum(self._cap(day, nation) for day in days)

    def _cap(self, day: date, nation: str) -> float:
        order = list(self.market.ranks(day, nation))
        if not order and len(self.nations) > 1:
            order = list(self.market.ranks(day, "all"))  # Its chart bounds those of an empty one.
        is_short = "all" in self.nations and len(self.market.truth[day]) < bounds.FULL
        if day in self.book.troubles or is_short or not order:
            return math.inf
        return self.market.truth[day][order[:bounds.FULL][-1]].admissions

    def _ends(self, code: str) -> tuple[list[date], list[date]]:
        """The period's days before the first charted day of a film, and after the last."""
        charted = self.charted[code]
        return ([day for day in self.period if day < charted[0]],
                [day for day in self.period if day > charted[-1]])

    def _corrections(self, code: str) -> Iterator[Correction]:
        return (each for each in self.market.corrections if each.code == code)

    def _is_hidden(self, code: str, figure: str) -> bool:
        """Whether a correction meets days off the chart and leaves no trace, or a misleading one."""
        truth, charted = self.market.truth, self.charted[code]
        for first, last in pairwise(charted):
            off = [day for day in self.asked if first < day < last]
            parts = [getattr(each, figure) for each in self._corrections(code)
                     if first < each.shown <= last]
            if not off or not any(parts):
                continue
            people, own = (
                getattr(truth[last][code], f"{name}_total") - getattr(truth[last][code], name)
                - getattr(truth[first][code], f"{name}_total") for name in ("admissions", figure))
            is_above = people > self._caps(code, off) and sum(parts) > 0
            if min(parts) < 0 < max(parts) or not (people < 0 or own < 0 or is_above):
                return True
        earlier = [getattr(each, figure) for each in self._corrections(code)
                   if each.shown <= charted[0]]
        return bool(self._ends(code)[0] and sum(earlier))

    def _judge_bounds(self, row: dict[str, str], figure: str) -> None:
        """Checks both truths: that all charted figures are right, and that corrections mend them."""
        code = row["movie_code"]
        low, high = (row[f"{FIGURES[figure]}_at_{end}"] for end in ("least", "most"))
        truths = [self.market.true(code, self.period, known, figure)
                  for known in (None, self.charted[code][-1])]
        is_within = int(low) <= min(truths) and (not high or max(truths) <= int(high))
        self.found.check(f"truth within {FIGURES[figure]} of a ranking", is_within,
                         f"{self.where} {code}: {low}..{high}, truth {truths}")

    def _judge_narrow(self, row: dict[str, str], figure: str) -> None:
        """Checks that bounds are as wide as corrections and the days before and after make them."""
        code, name = row["movie_code"], FIGURES[figure]
        charted, (before, after) = self.charted[code], self._ends(code)
        inside = [day for day in self.period if charted[0] <= day <= charted[-1]]
        # What shows on the first charted day counts only where it is the film's first day of all.
        parts = [getattr(each, figure) for each in self._corrections(code) if (
            charted[0] < each.shown <= charted[-1]
            or each.shown == charted[0] and charted[0] in inside and self._opens(each))]
        sold = self.market.true(code, inside, None, figure)
        low = sold + sum(part for part in parts if part < 0)
        high = sold + sum(part for part in parts if part > 0)
        cells = row[f"{name}_at_least"], row[f"{name}_at_most"]
        most = int(cells[1]) if cells[1] else math.inf
        open_to = self._caps(code, before) + self._caps(code, after)
        if figure == "sales":
            open_to = math.inf if before or after else 0
        is_narrow = int(cells[0]) == max(0, low) and high <= most <= high + open_to
        if figure == "sales" and after:
            is_narrow &= most == math.inf
        self.found.check(f"{name} of a ranking is narrow", is_narrow,
                         f"{self.where} {code}: {cells}, due {low}..{high} + {open_to}")

    def _opens(self, correction: Correction) -> bool:
        now = self.market.truth[correction.shown][correction.code]
        return now.admissions_total < now.admissions

    def _judge_ranks(self, rows: Rows) -> None:
        """Checks sure ranks among all films, those never charted too."""
        films = [code for code, film in self.market.films.items()
                 if {"all", film.nation} & set(self.nations)]
        for is_mended in (False, True):
            true = {code: self.market.true(
                code, self.period, self.charted.get(code, [None])[-1] if is_mended else None)
                for code in films}
            for row in rows:
                if row["is_rank_sure"] == "true":
                    code, rank = row["movie_code"], int(row["rank"])
                    more = sum(people > true[code] for people in true.values())
                    equal = sum(people == true[code] for people in true.values())
                    self.found.check("sure ranks are true", (more, equal) == (rank - 1, 1),
                                     f"{self.where} {code}: {rank}, not {more + 1}")
