"""The rules of rankings.py broken one by one: each has to be noticed."""

from __future__ import annotations

import functools
import itertools
import math
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from unittest import mock

import bounds
import cuts
import rankings
from bench import Findings
from market import Rows
from prove_ranking import cases_kept, check_rules, due_rows


def _caps_of_all(charts: bounds.Charts) -> dict[str, float]:
    caps = CAPS_OF_DAY(charts)
    if len(charts) == 1 or math.inf in caps.values():
        return caps
    return dict.fromkeys(caps, rankings.cap_of_chart(charts["all"]))


def _caps_of_missing(charts: bounds.Charts) -> dict[str, float]:
    caps = CAPS_OF_DAY(charts)
    return caps if rankings.is_had(charts) else dict.fromkeys(caps, 0)


CAPS_OF_DAY, CAP_OF_CHART = rankings.caps_of_day, rankings.cap_of_chart
IS_SURE, UNBOUNDED = rankings.is_sure, rankings.UNBOUNDED
BROKEN_RULES: dict[str, tuple[str, object]] = {
    "no day has a cap": ("cap_of_chart", lambda rows: UNBOUNDED),
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
    "gaps sold nothing": ("gap", lambda g, caps: (0, 0)),
    "gaps sold anything to the caps": ("gap", lambda g, caps: (0, caps)),
    "g is always sold": ("gap", lambda g, caps: (g, g)),
    "a g above the caps is sold": ("gap", lambda g, caps: (g, caps if g < 0 else g)),
    "a g above the caps is cut": ("gap", lambda g, caps: (g, caps) if g < 0 else (
        min(g, caps), min(g, caps))),
    "a g at the caps is above them": ("gap", lambda g, caps: (g, caps) if g < 0 else (
        0 if g >= caps else g, g)),
    "a negative g takes at_most too": ("gap", lambda g, caps: (
        (g, g + caps) if g < 0 else (0 if g > caps else g, g))),
    "a negative g is nothing": ("gap", lambda g, caps: (
        (0, caps) if g < 0 else (0 if g > caps else g, g))),
    "corrections are nothing": ("correction", lambda g: (0, 0)),
    "corrections are sold": ("correction", lambda g: (g, g)),
    "corrections go one way": ("correction", lambda g: (0, max(0, g))),
    "g of sales has caps": ("gap_of_sales", lambda g, people, caps: (
        (g, caps) if g < 0 else (0 if g > caps else g, g))),
    "g of sales stands alone": ("gap_of_sales", lambda g, people, caps: (
        (g, UNBOUNDED) if g < 0 else (g, g))),
    "g of sales, caps of admissions forgotten": ("gap_of_sales", lambda g, people, caps: (
        (min(0, g), UNBOUNDED) if g < 0 or people < 0 else (g, g))),
    "g of sales, admissions' negative g taken": ("gap_of_sales", lambda g, people, caps: (
        (g, UNBOUNDED) if g < 0 or people < 0 else (0 if people > caps else g, g))),
    "before: the caps": ("before", lambda earlier, caps: caps),
    "before: T less A": ("before", lambda earlier, caps: max(0, earlier)),
    "before: nothing": ("before", lambda earlier, caps: 0),
    "before: no sales": ("before_of_sales", lambda earlier: 0),
    "before: sales without end": ("before_of_sales", lambda earlier: UNBOUNDED),
    "T below A is nothing": ("first_correction", lambda earlier, is_inside: 0),
    "T below A counts before the period": (
        "first_correction", lambda earlier, is_inside: min(0, earlier)),
    "after: nothing": ("after", lambda caps: 0),
    "after: no bound": ("after", lambda caps: UNBOUNDED if caps else 0),
    "after: no sales": ("after_of_sales", lambda: 0),
    "no day before and after": ("days_asked", lambda period, last: period),
    "no day before": ("days_asked", lambda period, last: [
        *period, *(day for day in [period[-1] + timedelta(1)] if day <= last)]),
    "no day after": ("days_asked", lambda period, last: [
        *(day for day in [period[0] - timedelta(1)] if day >= bounds.FIRST_DAY), *period]),
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
"""Plausible wrong rules, and the parts of rankings.py that they replace."""


TRIALS = 10
"""The markets with faulty answers beside each seed."""


def broken_rule(name: str, seeds: int) -> dict[str, int]:
    """The number of times each check notices a broken rule, in both sets of seeds."""
    found, (rule, broken) = Findings(), BROKEN_RULES[name]
    for seed, anywhere in itertools.product(range(seeds), (False, True)):
        for case in cases_kept(seed, anywhere)[2]:
            due_rows(seed, anywhere, case)  # Kept while the rule is broken.
        with mock.patch.object(rankings, rule, broken):
            found.add(check_rules(seed, anywhere, is_broken=True))
    for trial in range(TRIALS * seeds):
        cuts.kept(trial)
        with mock.patch.object(rankings, rule, broken):
            found.add(cuts.check_rules(trial, is_broken=True, command="ranking"))
    return {check: len(messages) for check, messages in found.wrong.items()}


def check_broken_rules(seeds: int, jobs: int) -> int:
    """Checks that each broken rule is noticed."""
    status = 0
    with ProcessPoolExecutor(jobs) as pool:
        results = pool.map(functools.partial(broken_rule, seeds=seeds), BROKEN_RULES)
        for name, wrong in zip(BROKEN_RULES, results):
            noticed = ", ".join(f"{check} {number}" for check, number in wrong.items())
            print(f"ranking broken on purpose, {name}: wrong are {noticed or 'NONE'}")
            status |= not wrong
    return status
