"""The rules of bounds.py and rankings.py in the place of the program, and broken one by one.

Each rule that is broken on purpose has to be noticed, by the cells of some question or by the truth.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import timedelta
from itertools import product
from unittest import mock

import bounds
import rankings
from bench import over_seeds
from books import Book
from cuts import Trial
from findings import Findings
from market import NATIONS, Rows
from questions import Due, Question
from rankings import UNBOUNDED
from seeds import asked_of, book_of_limits

CUT_TRIALS = 15
"""The markets with faulty answers beside each seed."""
ANSWER, BOUNDS_OF_CHART, SHARES, TREND = (
    bounds.answer, bounds.bounds_of_chart, bounds.shares, bounds.trend)
CAPS_OF_DAY, CAP_OF_CHART, GAP, IS_SURE = (
    rankings.caps_of_day, rankings.cap_of_chart, rankings.gap, rankings.is_sure)


def _whole(rows: Rows) -> bounds.Bounds:
    return bounds.Bounds(*[sum(int(row["salesAmt"] or 0) for row in rows)] * 2)


def _caps_of_all(charts: bounds.Charts) -> dict[str, float]:
    caps = CAPS_OF_DAY(charts)
    if len(charts) == 1 or math.inf in caps.values():
        return caps
    return dict.fromkeys(caps, rankings.cap_of_chart(charts["all"]))


def _caps_of_missing(charts: bounds.Charts) -> dict[str, float]:
    caps = CAPS_OF_DAY(charts)
    return caps if rankings.is_had(charts) else dict.fromkeys(caps, 0)


def _gap_of(kind: str, rule: Callable[[int, int, float], rankings.Interval]) -> object:
    """What was sold between charted days, by another rule for admissions or for sales."""
    return lambda which, g, people, caps: (
        rule(g, people, sum(caps)) if which == kind else GAP(which, g, people, caps))


def _days_asked(before: int, after: int) -> object:
    return lambda period, last: [
        day for day in bounds.days_of(period[0] - timedelta(before), period[-1] + timedelta(after))
        if bounds.FIRST_DAY <= day <= last]


RULES_OF_BOUNDS: dict[str, tuple[str, object]] = {
    "at_least rounded down": ("up", bounds.down),
    "at_most rounded up": ("down", bounds.up),
    "shares are cut, not rounded": ("bounds_of_row", lambda sales, share: bounds.Bounds(
        bounds.up(1000 * sales, share + 1), 1000 * sales // share if share else UNBOUNDED)),
    "a short chart is whole": ("bounds_of_chart", lambda rows: (
        BOUNDS_OF_CHART(rows) if len(rows) == bounds.FULL else _whole(rows))),
    "an empty chart is whole": ("bounds_of_chart", lambda rows: (
        BOUNDS_OF_CHART(rows) if rows else bounds.Bounds(0, 0))),
    "nothing is left for a nation": ("what_is_left", lambda nation, everything, other: nation),
    "a nation has at most all": ("what_is_left", lambda nation, everything, other: (
        nation if nation.high < UNBOUNDED else replace(nation, high=everything.high))),
    "a film on neither nation's chart contradicts nothing": ("strays", lambda charts: set()),
    "charts that contradict each other have shares": ("shares", lambda part, whole, fits: (
        SHARES(part, whole, True))),
    "an empty chart of a nation is never right": ("is_unpublished", lambda charts: any(
        not charts[nation] for nation in NATIONS)),
    "an empty chart of a nation is always right": ("is_unpublished", lambda charts: False),
    "an empty chart of all films is one": ("answer", lambda rows, nation: (
        [] if rows == [] else ANSWER(rows, nation))),
    "an eleventh row is cut off": ("answer", lambda rows, nation: ANSWER(rows and rows[:10], nation)),
    "a film that is there twice counts once": ("answer", lambda rows, nation: ANSWER(
        rows and list({row["movieCd"]: row for row in rows}.values()), nation)),
    "no row is missing in the middle": ("has_gap", lambda rows: False),
    "any order is a chart's": ("is_in_order", lambda rows: True),
    "a film that a short chart lacks was off it": (
        "trend", lambda *arguments: TREND(*arguments[:-1], {})),
    "a bound may have any size": ("LARGEST", 2 ** 200),
    "a short chart has all films that have a rank": ("bar", lambda charts: max(
        (int(charts[nation][-1]["audiCnt"]) for nation in NATIONS[1:]
         if len(charts[nation]) == bounds.FULL), default=0)),
}
RULES_OF_RANKINGS: dict[str, tuple[str, object]] = {
    "a short chart has all films": ("cap_of_chart", lambda rows: (
        0 if 0 < len(rows) < bounds.FULL else CAP_OF_CHART(rows))),
    "an empty chart has all films": ("cap_of_chart", lambda rows: (
        CAP_OF_CHART(rows) if rows else 0)),
    "a short chart has no cap": ("cap_of_chart", lambda rows: (
        CAP_OF_CHART(rows) if len(rows) == bounds.FULL else UNBOUNDED)),
    "an empty chart has no cap beside others": (
        "cap_beside_empty", lambda national: UNBOUNDED),
    "an empty chart has all films beside others": ("cap_beside_empty", lambda national: 0),
    "the cap is below the last row": ("cap_of_chart", lambda rows: max(0, CAP_OF_CHART(rows) - 1)),
    "a row without figures is ignored": ("cap_of_chart", lambda rows: CAP_OF_CHART(
        [row for row in rows if rankings.has_figures(row)])),
    "bounds are below 0": ("at_least_nothing", lambda low, high: (low, high)),
    "the cap is that of all films": ("caps_of_day", _caps_of_all),
    "the cap is the smaller one of two nations": ("cap_of_film", min),
    "nothing was sold on a missing day": ("caps_of_day", _caps_of_missing),
    "charts that differ are joined": ("is_had", lambda charts: None not in charts.values()),
    "a g above the caps is sold": ("gap", _gap_of("audi", lambda g, people, caps: (
        g, caps if g < 0 else g))),
    "a g above the caps is cut": ("gap", _gap_of("audi", lambda g, people, caps: (
        (g, caps) if g < 0 else (min(g, caps), min(g, caps))))),
    "a g at the caps is above them": ("gap", _gap_of("audi", lambda g, people, caps: (
        (g, caps) if g < 0 else (0 if g >= caps else g, g)))),
    "a negative g takes at_most too": ("gap", _gap_of("audi", lambda g, people, caps: (
        (g, g + caps) if g < 0 else (0 if g > caps else g, g)))),
    "a negative g is nothing": ("gap", _gap_of("audi", lambda g, people, caps: (
        (0, caps) if g < 0 else (0 if g > caps else g, g)))),
    "corrections are sold": ("correction", lambda g: (g, g)),
    "corrections go one way": ("correction", lambda g: (0, max(0, g))),
    "g of sales has caps": ("gap", _gap_of("sales", lambda g, people, caps: (
        (g, caps) if g < 0 else (0 if g > caps else g, g)))),
    "g of sales stands alone": ("gap", _gap_of("sales", lambda g, people, caps: (
        (g, UNBOUNDED) if g < 0 else (g, g)))),
    "g of sales, caps of admissions forgotten": ("gap", _gap_of("sales", lambda g, people, caps: (
        (min(0, g), UNBOUNDED) if g < 0 or people < 0 else (g, g)))),
    "g of sales, admissions' negative g taken": ("gap", _gap_of("sales", lambda g, people, caps: (
        (g, UNBOUNDED) if g < 0 or people < 0 else (0 if people > caps else g, g)))),
    "before: the caps": ("before", lambda kind, earlier, caps: rankings.limit(kind, caps)),
    "before: T less A": ("before", lambda kind, earlier, caps: max(0, earlier)),
    "before: nothing": ("before", lambda kind, earlier, caps: 0),
    "T below A is nothing": ("first_correction", lambda earlier, is_inside: 0),
    "T below A counts before the period": (
        "first_correction", lambda earlier, is_inside: min(0, earlier)),
    "off the chart: nothing": ("limit", lambda kind, caps: 0),
    "off the chart: no bound": ("limit", lambda kind, caps: UNBOUNDED if caps else 0),
    "off the chart: no sales": ("limit", lambda kind, caps: sum(caps) if kind == "audi" else 0),
    "no day before": ("days_asked", _days_asked(0, 1)),
    "no day after": ("days_asked", _days_asked(1, 0)),
    "films never charted are forgotten": ("never_charted", lambda days: -1),
    "films never charted of the smaller nation": ("never_charted", lambda days: min(
        sum(day.caps[nation] for day in days) for nation in days[0].caps)),
    "films never charted of both nations": ("never_charted", lambda days: sum(
        sum(day.caps.values()) for day in days)),
    "sure of those below alone": ("is_sure", lambda film, above, below, never: (
        film.people[0] > never and all(film.people[0] > other.people[1] for other in below))),
    "sure of those above alone": ("is_sure", lambda film, above, below, never: (
        film.people[0] > never and all(film.people[1] < other.people[0] for other in above))),
    "sure of neighbours alone": ("is_sure", lambda film, above, below, never: IS_SURE(
        film, above[-1:], below[:1], never)),
    "sure where equal": ("is_sure", lambda film, above, below, never: (
        film.people[0] >= never and all(film.people[0] >= other.people[1] for other in below)
        and all(film.people[1] <= other.people[0] for other in above))),
    "order by at_most": ("place", lambda film: (-film.people[1], -film.people[0], film.code)),
    "order: no bound is the smallest": ("place", lambda film: (
        -film.people[0], 0 if film.people[1] == UNBOUNDED else -film.people[1], film.code)),
    "order: at_most the smallest first": ("place", lambda film: (
        -film.people[0], film.people[1], film.code)),
    "order: codes backwards": ("place", lambda film: (
        -film.people[0], -film.people[1], [-ord(letter) for letter in film.code])),
}
"""Plausible wrong rules, and the parts of bounds.py and rankings.py that they replace."""


@functools.cache
def dues(seed: int, gaps: bool) -> list[tuple[Book, Question, Due]]:
    """What is due for a seed: of its markets, of faulty answers, and of figures at the limits."""
    books, asked = asked_of(seed, gaps)
    pairs = [(books[name], question) for name, question in asked]
    if not gaps:
        limits, questions = book_of_limits()
        pairs += [(limits, question) for question in questions]
        for trial in (Trial(CUT_TRIALS * seed + number) for number in range(CUT_TRIALS)):
            pairs += [(trial.book(trial.sick), question) for question in trial.questions.values()]
    return [(book, question, question.due(book)) for book, question in pairs]


def check_rules(seed: int) -> Findings:
    """Checks the rules against the truth of a seed."""
    found = Findings()
    for book, question, due in dues(seed, False) + dues(seed, True):
        question.judge(found, book, due.rows, f"seed {seed} {question.words}")
    return found


def check_broken(name: str, seeds: int) -> str:
    """The checks that notice a broken rule, with how often each does."""
    found, module = Findings(), rankings if name in RULES_OF_RANKINGS else bounds
    for seed, gaps in product(range(seeds), (False, True)):
        for book, question, right in dues(seed, gaps):
            with mock.patch.object(module, *(RULES_OF_BOUNDS | RULES_OF_RANKINGS)[name]):
                due = question.due(book)
                found.check("cells", due == right)
                if due != right:
                    question.judge(found, book, due.rows, name)
    return ", ".join(f"{check} {len(messages)}" for check, messages in found.wrong.items())


def check(seeds: int, jobs: int) -> int:
    """Checks the rules, and that each broken one is noticed."""
    status = over_seeds(check_rules, seeds, jobs).tell()
    names = [*RULES_OF_BOUNDS, *RULES_OF_RANKINGS]
    with ProcessPoolExecutor(jobs) as pool:
        noticed = pool.map(functools.partial(check_broken, seeds=min(seeds, 3)), names)
        for name, checks in zip(names, noticed):
            print(f"broken on purpose, {name}: wrong are {checks or 'NONE'}")
            status |= not checks
    return status
