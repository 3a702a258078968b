"""A market of films, drawn from a seed, and the charts that KOBIS would give of it."""

from __future__ import annotations

import functools
import random
import sys
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

from bounds import NATIONS, Rows

sys.path.append(str(Path(__file__).resolve().parent.parent / "Simulation"))
from figures import FIELDS  # noqa: E402

FIRST_DAYS = (
    date(2018, 1, 1), date(2017, 11, 15), date(2003, 11, 11), date(2016, 1, 20), date(2017, 1, 20),
    date(2004, 10, 1))
"""The first days of markets. Some include New Year or 29 February, or began before KOBIS a year earlier, or
on its first day."""


@dataclass(frozen=True, slots=True)
class Film:
    """A film; `peak` and `decay` make its admissions, `place` its order among equal films."""

    code: str
    title: str
    nation: str
    open_date: date | None
    peak: float
    decay: float
    price: int
    place: float


@dataclass(frozen=True, slots=True)
class Figures:
    """The true figures of a film on a day."""

    admissions: int
    sales: int
    admissions_total: int
    sales_total: int
    shows: int


@dataclass(frozen=True, slots=True)
class Correction:
    """The change of a film's accumulated figures on a day, beside that day's sales."""

    code: str
    shown: date
    belongs: date | None
    """The day whose figures it corrects; None if that was before the market."""
    admissions: int
    sales: int


def rounded(part: int, whole: int) -> str:
    """Percent with one decimal, a half rounded up; 0.0 of nothing."""
    tenths = (2000 * part + whole) // (2 * whole) if whole else 0
    return f"{'-' * (tenths < 0)}{abs(tenths) // 10}.{abs(tenths) % 10}"


class Market:
    """Films and their figures on each day; the same seed and first day give the same market.

    On 3 % of film-days the council corrects accumulated figures, where the film is on the national
    chart and was on the day before; or on 2 % `anywhere`, while the film runs. A `calm` market has
    no corrections, and no days with few films in all.
    """

    def __init__(
        self, seed: int, first: date, days: int = 120, films: int = 90, anywhere: bool = False,
        calm: bool = False,
    ) -> None:
        self._chance = chance = random.Random(f"market {seed} {first}")
        self._error = random.Random(f"corrections {seed} {first}")
        self._corrected = 0 if calm else 0.02 if anywhere else 0.03
        self.anywhere, self._calm = anywhere, calm
        self.name = f"seed {seed}{' anywhere' * anywhere}"
        self.days = [first + timedelta(number) for number in range(days)]
        korean = chance.choice((0.1, 0.25, 0.5, 0.5, 0.85))
        drawn = [self._film(number, korean) for number in range(films)]
        self.films = {film.code: film for film in drawn}
        self.truth: dict[date, dict[str, Figures]] = {}
        """The figures of each film that anybody saw on a day, as that day's charts have them."""
        self.corrections: list[Correction] = []
        self._draw()
        # Kept as long as the market is, and no longer.
        self.ranks, self.chart = functools.cache(self.ranks), functools.cache(self.chart)

    def _film(self, number: int, korean: float) -> Film:
        chance = self._chance
        opening = self.days[0] + timedelta(chance.randint(-70, len(self.days) - 3))
        return Film(
            code=f"{opening.year}{chance.choice('0123456789ABC')}{number:03}",
            title=f'{chance.choice(("영화", "1987", "#별 & 달"))}, "{number}"',
            nation="korean" if chance.random() < korean else "foreign",
            open_date=None if chance.random() < 0.03 else opening,
            peak=10 ** chance.uniform(1.3, 5.8), decay=chance.uniform(0.88, 0.98),
            price=chance.randint(3000, 11_000), place=chance.random())

    def _draw(self) -> None:
        chance, tiny_from = self._chance, self._chance.choice(self.days)
        tiny = range(chance.choice((0, 2, 4)) * (not self._calm))
        # On that day the films of a nation are free, so that no share bounds their sales.
        free = chance.choice(self.days), chance.choice(("", "korean", "foreign"))
        runs = {film.code: self._run(film) for film in self.films.values()}
        sold = {code: [day for day in self.days if run[day]] for code, run in runs.items()}
        totals = {}  # What earlier days brought; old films have much of it.
        for code, film in self.films.items():
            people = int(film.peak * chance.choice((0, 0, 3, 20)))
            totals[code] = [people, people * film.price]
        charted: set[str] = set()
        for day in self.days:
            admissions = {code: run[day] for code, run in runs.items() if run[day] > 0}
            if (day - tiny_from).days in tiny:
                few = min(len(admissions), chance.randint(3, 14))
                admissions = {
                    code: chance.randint(1, 12) for code in chance.sample(sorted(admissions), few)}
            for nation in NATIONS:
                # Some films are equal, mostly the last of a chart and the first that is not in it.
                order, place = self._order(admissions, nation), chance.choice((9, 9, 9, 4, 12))
                if chance.random() < 0.2 and len(order) > place + 1:
                    admissions[order[place]] = admissions[order[place + 1]]
            before, charted = charted, set(self._order(admissions, "all")[:10])
            for code in self.films if self.anywhere else sorted(before & charted):
                is_running = sold[code] and sold[code][0] < day <= sold[code][-1]
                if is_running and self._error.random() < self._corrected:
                    self._correct(code, day, totals[code])
            self.truth[day] = {
                code: self._figures(
                    self.films[code], people, totals[code], free == (day, self.films[code].nation))
                for code, people in admissions.items()}
            for code in [] if self._calm else sorted(charted - before):
                if totals[code][0] == admissions[code] and self._error.random() < 0.2:
                    self._correct_opening(code, day, totals[code])

    def _correct(self, code: str, day: date, totals: list[int]) -> None:
        """Changes accumulated figures before the sales of a day: by little or much, up or down."""
        chance = self._error
        people = chance.choice((-1, 1)) * int((2 + totals[0] // 50) ** chance.random())
        amount = int(people * self.films[code].price * chance.uniform(0.5, 1.5))
        # Mostly both go the same way.
        people, amount = chance.choice((
            *[(people, amount)] * 4, (people, -amount), (0, amount), (people, 0)))
        people, amount = max(people, -totals[0]), max(amount, -totals[1])
        earlier = [other for other in self.days if other < day and code in self.truth[other]]
        belongs = chance.choice((None, *earlier[-9:]))
        self._record(Correction(code, day, belongs, people, amount), totals)

    def _correct_opening(self, code: str, day: date, totals: list[int]) -> None:
        """Has the accumulated figures of a first day fall short of the day's own."""
        now = self.truth[day][code]
        people = self._error.randint(1, 1 + now.admissions // 20)
        amount = min(now.sales, people * self.films[code].price)
        belongs = self._error.choice((None, day))
        self._record(Correction(code, day, belongs, -people, -amount), totals)
        self.truth[day][code] = replace(now, admissions_total=totals[0], sales_total=totals[1])

    def _record(self, correction: Correction, totals: list[int]) -> None:
        days = [correction.belongs] if correction.belongs else []
        if days and min(self.true(correction.code, days, correction.shown, figure)
                        + getattr(correction, figure) for figure in ("admissions", "sales")) < 0:
            correction = replace(correction, belongs=None)
        totals[:] = totals[0] + correction.admissions, totals[1] + correction.sales
        self.corrections.append(correction)

    def true(
        self, code: str, days: list[date], known: date | None, figure: str = "admissions"
    ) -> int:
        """The sales of a film on days, with the corrections shown up to a day, if any."""
        sold = sum(
            getattr(self.truth[day][code], figure) for day in days if code in self.truth[day])
        return sold + sum(
            getattr(correction, figure) for correction in self.corrections
            if known and correction.code == code and correction.shown <= known
            and correction.belongs in days)

    def _run(self, film: Film) -> dict[date, int]:
        """The admissions of a film by day, with previews, a second release and a long tail."""
        chance, run = self._chance, {}
        opening = film.open_date or self.days[len(self.days) // 2]
        again = opening + timedelta(chance.randint(40, 90)) if chance.random() < 0.2 else date.max
        previews = chance.sample(range(-9, 0), chance.choice((0, 0, 1, 3)))
        never_ends = chance.random() < 0.3
        for day in self.days:
            age = (day - opening).days
            people = film.peak * film.decay ** age if age >= 0 else 0.0
            if age in previews:
                people = film.peak * chance.uniform(0.002, 0.05)
            if day >= again:
                people += film.peak * 0.03 * 0.85 ** (day - again).days
            people *= (1, 1, 1, 0.9, 1.3, 1.9, 1.8)[day.weekday()] * chance.uniform(0.8, 1.2)
            if never_ends and age > 0 and people < 60:
                people = chance.choice((0, chance.randint(1, 60)))
            run[day] = int(people)
        return run

    def _order(self, admissions: dict[str, int], nation: str) -> list[str]:
        codes = (code for code in admissions if nation in ("all", self.films[code].nation))
        return sorted(codes, key=lambda code: (-admissions[code], self.films[code].place))

    def _figures(self, film: Film, people: int, totals: list[int], is_free: bool) -> Figures:
        chance = self._chance
        is_free |= chance.random() < (0.1 if people < 50 else 0.003)
        sales = 0 if is_free else int(people * film.price * chance.uniform(0.85, 1.15))
        totals[:] = totals[0] + people, totals[1] + sales
        return Figures(people, sales, *totals, 1 + people // 60)

    def ranks(self, day: date, nation: str) -> dict[str, int]:
        """The rank of each film of a nation, or of all, in their order; equal films share one."""
        admissions = {code: figures.admissions for code, figures in self.truth.get(day, {}).items()}
        ranks: dict[str, int] = {}
        firsts: dict[int, int] = {}
        for number, code in enumerate(self._order(admissions, nation), start=1):
            ranks[code] = firsts.setdefault(admissions[code], number)
        return ranks

    def total(self, days: list[date], nation: str, figure: str = "sales") -> int:
        """The true sum of a figure over days and all films of a nation, or of all."""
        return sum(
            getattr(self.truth[day][code], figure) for day in days
            for code in self.ranks(day, nation))

    def chart(self, day: date, nation: str) -> Rows:
        """The chart as KOBIS sends it, with one row more than it sends."""
        ranks, before = self.ranks(day, nation), self.ranks(day - timedelta(1), nation)
        total = self.total([day], nation) if ranks else 0
        return [
            self._row(day, number, code, ranks[code], before.get(code), total)
            for number, code in enumerate(list(ranks)[:11], start=1)]

    def _row(
        self, day: date, number: int, code: str, rank: int, before: int | None, total: int
    ) -> dict[str, str]:
        film, now = self.films[code], self.truth[day][code]
        old = self.truth.get(day - timedelta(1), {}).get(code, Figures(0, 0, 0, 0, 0))
        screens = 1 + now.shows // 4
        values = (
            number, rank, before - rank if before else 0, "OLD" if before else "NEW", code,
            film.title, film.open_date or " ", now.sales, rounded(now.sales, total),
            *_change(now.sales, old.sales), now.sales_total, now.admissions,
            *_change(now.admissions, old.admissions), now.admissions_total, screens, now.shows)
        return dict(zip(FIELDS, map(str, values), strict=True))


def _change(now: int, before: int) -> tuple[int, str]:
    """The change against the day before and its rate, as daily answers have them."""
    return now - before, rounded(now - before, before).removesuffix(".0") if before else "100"


def market_of(seed: int, anywhere: bool = False) -> Market:
    """The market of a seed."""
    return Market(seed, FIRST_DAYS[seed % len(FIRST_DAYS)], anywhere=anywhere)
