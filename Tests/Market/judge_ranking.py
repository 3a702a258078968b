"""Whether the truth lies within the bounds of `ranking`, and sure ranks are true."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

import bounds
from bench import Findings
from market import NATIONS, Correction, Market, Rows
from service import Book

READINGS = {
    "plain": (("all",), ()), "korean": (("korean",), ("--nation", "korean")),
    "foreign": (("foreign",), ("--nation", "foreign")), "deep": (NATIONS, ("--deep",)),
}
"""The charts that are read, and the options for them."""
FIGURES = {"admissions": "audience", "sales": "sales"}
"""The true figures of a film, and the prefixes of the columns with its bounds."""
WIDTHS = {0: "0 %", 0.001: "0.1 %", 0.01: "1 %", 0.1: "10 %"}
"""The distance of bounds, as a fraction of the upper one."""
NOT_SEEN = ("within", "cancel out", "before and T below A", "before")
"""The kinds of corrections that meet days off the chart, where the truth may lie outside."""


@dataclass(frozen=True, slots=True)
class Case:
    """A requested period, its book, and the expected exit status."""

    name: str
    book: str
    reading: str
    period: tuple[date, ...]
    options: tuple[str, ...]
    status: int = 0
    is_judged: bool = True
    """Whether the charts are true, so that the truth lies within the bounds."""


class Answers:
    """What a reading shows of a market around a period: the charted days of each film, and caps."""

    def __init__(
        self, market: Market, book: Book, period: tuple[date, ...], nations: tuple[str, ...]
    ) -> None:
        self.market, self.book, self.period, self.nations = market, book, period, nations
        around = bounds.days_of(period[0] - timedelta(1), period[-1] + timedelta(1))
        self.asked = [day for day in around if day >= bounds.FIRST_DAY and day in market.truth]
        self.charted: dict[str, list[date]] = {}
        for day in self.asked:
            charts = [book.rows(day, nation) for nation in nations]
            if None not in charts:
                for code in sorted({row["movieCd"] for rows in charts for row in rows
                                    if row["audiCnt"]}):
                    self.charted.setdefault(code, []).append(day)

    def known(self, code: str) -> date | None:
        """The day up to which the answers tell of corrections of a film."""
        return self.charted.get(code, [None])[-1]

    def caps(self, code: str, days: list[date]) -> float:
        """The most that a film sold on days off the chart, without the day and what it lacks."""
        nation = self.nations[0] if len(self.nations) == 1 else self.market.films[code].nation
        return sum(self._cap(day, nation) for day in days)

    def _cap(self, day: date, nation: str) -> float:
        order = list(self.market.ranks(day, nation)) or self._order_beside(day)
        is_short = "all" in self.nations and len(self.market.truth[day]) < bounds.FULL
        if day in self.book.troubles or is_short:
            return math.inf
        last = order[:bounds.FULL][-1:]
        return self.market.truth[day][last[0]].admissions if last else math.inf

    def _order_beside(self, day: date) -> list[str]:
        """The films of the chart that bounds those of a nation without any."""
        return list(self.market.ranks(day, "all")) if len(self.nations) > 1 else []

    def off(self, code: str) -> tuple[list[date], list[date]]:
        """The period's days before the first charted day of a film, and after the last."""
        charted = self.charted[code]
        return ([day for day in self.period if day < charted[0]],
                [day for day in self.period if day > charted[-1]])

    def gaps(self, code: str) -> Iterator[tuple[date, date, list[date]]]:
        """Neighbouring charted days of a film, with the days off the chart between them."""
        for first, last in pairwise(self.charted[code]):
            if off := [day for day in self.asked if first < day < last]:
                yield first, last, off


def not_seen(answers: Answers, code: str, figure: str, counts: Counter[str]) -> set[str]:
    """What the corrections of a figure are that meet days off the chart; counts all of them."""
    market, kinds = answers.market, []
    shown = [each for each in market.corrections if each.code == code]
    for first, last, off in answers.gaps(code):
        parts = [getattr(each, figure) for each in shown if first < each.shown <= last]
        people, own = (
            getattr(market.truth[last][code], f"{name}_total")
            - getattr(market.truth[last][code], name)
            - getattr(market.truth[first][code], f"{name}_total")
            for name in ("admissions", figure))
        kinds.append(_kind(parts, people, own, answers.caps(code, off)))
    before, _ = answers.off(code)
    first = answers.charted[code][0]
    if before and sum(getattr(each, figure) for each in shown if each.shown <= first):
        now = market.truth[first][code]
        is_below = getattr(now, f"{figure}_total") < getattr(now, figure)
        kinds.append("before and T below A" if is_below else "before")
    counts.update(kinds)
    return set(kinds) & set(NOT_SEEN)


def _kind(parts: list[int], people: int, own: int, caps: float) -> str:
    """What corrections within a gap are by its g, which of sales goes with that of admissions."""
    if not any(parts):
        return "not corrected"
    if min(parts) < 0 < max(parts):
        return "cancel out"
    if people < 0 or own < 0:
        return "negative"
    return "above" if people > caps and sum(parts) > 0 else "within"


def judge(found: Findings, market: Market, book: Book, case: Case, rows: Rows) -> None:
    """Checks that the truth lies within the bounds of each film, and that sure ranks are true."""
    answers = Answers(market, book, case.period, READINGS[case.reading][0])
    label, is_all_seen = case.reading, True
    where = f"{market.name} {case.name} {case.reading}"
    known = [row for row in rows if row["movie_code"] in answers.charted]  # Others are WRONG cells.
    for row in known:
        code = row["movie_code"]
        for figure in FIGURES:
            gaps: Counter[str] = Counter()
            hidden = not_seen(answers, code, figure, gaps) if market.anywhere else set()
            for what, number in gaps.items():
                found.tally(f"days off the chart, {label}, {figure}", what, number)
            is_all_seen &= figure != "admissions" or not hidden
            _judge_bounds(found, answers, label, row, figure, "+".join(sorted(hidden)), where)
        if not market.anywhere and not book.faults:
            _judge_narrow(found, answers, row, where)
        if not book.troubles:
            _tally(found, label, case.name, row)
    _judge_ranks(found, answers, label, known, where, is_all_seen)


def _tally(found: Findings, label: str, name: str, row: dict[str, str]) -> None:
    """Counts ranks that are sure, and how narrow bounds are; those of the first ten once more."""
    width = _width(row["audience_at_least"], row["audience_at_most"])
    sure = "sure" if row["is_rank_sure"] == "true" else "not sure"
    found.tally(f"ranks, {label}, {name}", sure)
    found.tally(f"width of admissions, {label}", width)
    if int(row["rank"]) <= 10:
        found.tally(f"ranks, {label}, {name}, the first ten", sure)
        found.tally(f"width of admissions, {label}, the first ten", width)


def _width(low: str, high: str) -> str:
    if not high:
        return "without end"
    width = (int(high) - int(low)) / max(int(high), 1)
    return next((name for most, name in WIDTHS.items() if width <= most), "more")


def _judge_bounds(
    found: Findings, answers: Answers, label: str, row: dict[str, str], figure: str, hidden: str,
    where: str,
) -> None:
    """Checks both truths: that all charted figures are right, and that corrections mend them."""
    code = row["movie_code"]
    low, high = (row[f"{FIGURES[figure]}_at_{end}"] for end in ("least", "most"))
    truths = [answers.market.true(code, list(answers.period), known, figure)
              for known in (None, answers.known(code))]
    is_within = int(low) <= min(truths) and (not high or max(truths) <= int(high))
    if hidden:
        found.tally(f"films with what cannot be seen, {label}, {figure}, {hidden}",
                    "truth within" if is_within else "truth outside")
    else:
        found.check(f"truth within {FIGURES[figure]} of a ranking", is_within,
                    f"{where} {code}: {low}..{high}, truth {truths}")


def _judge_narrow(found: Findings, answers: Answers, row: dict[str, str], where: str) -> None:
    """Checks that bounds are as wide as corrections and the days before and after make them."""
    code, market = row["movie_code"], answers.market
    charted, (before, after) = answers.charted[code], answers.off(code)
    inside = [day for day in answers.period if charted[0] <= day <= charted[-1]]
    # What shows on the first charted day counts only where it is the film's first day of all.
    shown = [each for each in market.corrections if each.code == code and (
        charted[0] < each.shown <= charted[-1]
        or each.shown == charted[0] and charted[0] in inside and _opens(market, each))]
    for figure, name in FIGURES.items():
        sold = market.true(code, inside, None, figure)
        parts = [getattr(each, figure) for each in shown]
        low = sold + sum(part for part in parts if part < 0)
        high = sold + sum(part for part in parts if part > 0)
        cells = row[f"{name}_at_least"], row[f"{name}_at_most"]
        most = int(cells[1]) if cells[1] else math.inf
        open_to = answers.caps(code, before) + answers.caps(code, after)
        if figure == "sales":
            open_to = math.inf if before or after else 0
        is_narrow = int(cells[0]) == max(0, low) and high <= most <= high + open_to
        if figure == "sales" and after:
            is_narrow &= most == math.inf
        found.check(f"{name} of a ranking is narrow", is_narrow,
                    f"{where} {code}: {cells}, due {low}..{high} + {open_to}")


def _opens(market: Market, correction: Correction) -> bool:
    now = market.truth[correction.shown][correction.code]
    return now.admissions_total < now.admissions


def _judge_ranks(
    found: Findings, answers: Answers, label: str, rows: Rows, where: str, is_all_seen: bool
) -> None:
    """Checks sure ranks among all films, those never charted too."""
    market, days = answers.market, list(answers.period)
    films = [code for code, film in market.films.items()
             if len(answers.nations) > 1 or answers.nations[0] in ("all", film.nation)]
    for is_mended in (False, True):
        true = {code: market.true(code, days, answers.known(code) if is_mended else None)
                for code in films}
        for row in rows:
            if row["is_rank_sure"] != "true":
                continue
            code, rank = row["movie_code"], int(row["rank"])
            more = sum(people > true[code] for people in true.values())
            equal = sum(people == true[code] for people in true.values())
            is_true = (more, equal) == (rank - 1, 1)
            if is_all_seen:
                found.check("sure ranks are true", is_true, f"{where} {code}: {rank}, not {more}")
            else:
                found.tally(f"sure ranks beside what cannot be seen, {label}",
                            "true" if is_true else "not true")
