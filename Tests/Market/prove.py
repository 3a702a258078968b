"""Proves `market`, `ranking` and `--deep` on simulated markets, by cell and against the truth.

python3 prove.py .build/release/bo-export [--seeds N] [--gaps | --cut] [--facts FILE]
python3 prove.py --self [--seeds N] [--gaps]    # the rules alone; that broken ones are noticed
"""

from __future__ import annotations

import argparse
import csv
import functools
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True

from bench import Bench, Findings, markets_of, over_seeds, ranged  # noqa: E402

import bounds  # noqa: E402
import broken_rankings  # noqa: E402
import cuts  # noqa: E402
import prove_ranking  # noqa: E402
from judge_market import expected_deep, judge_deep, judge_market  # noqa: E402
from market import NATIONS, Market, Rows  # noqa: E402
from program import Ended, compiled, executable  # noqa: E402
from service import DIFFERENCES, TROUBLES, Book, Service, book_of, book_of_facts  # noqa: E402

CUT_TRIALS = 5
"""The markets with faulty answers beside each seed."""
BY = ("day", "week", "month", "year")
NOT_HAD = ("fails", "fails foreign", "empty")
"""The troubles that mostly leave a day without bounds, and end a run that does not keep going."""
FACTS = {
    "all": ("59516096730", "59554636919"), "korean": ("44882008628", "44921106610"),
    "foreign": ("14625677038", "14646185272"),
}
"""The bounds of 2018-01-01 to 2018-01-07, worked out with awk, to the won."""


def short_charts(book: Book, days: list[date]) -> dict[date, set[str]]:
    """The charts of each day that have fewer rows than KOBIS gives."""
    return {day: {nation for nation in NATIONS if len(book.rows(day, nation) or ()) < bounds.FULL}
            for day in days}


# The rules alone


def check_rules(seed: int) -> Findings:
    """Checks the rules of bounds.py against the truth of a seed."""
    found, markets = Findings(), markets_of(seed)
    book, days = book_of(*markets), markets[0].days[:110]
    for by in BY:
        rows = bounds.market(book.rows, days[0], days[-1], by, nations=True, compare=True)
        judge_market(found, book, markets, rows)
    judge_deep(found, markets[0], expected_deep(book, days)[0])
    return found


def _whole(rows: Rows) -> bounds.Bounds:
    return bounds.Bounds(*[sum(int(row["salesAmt"] or 0) for row in rows)] * 2)


ANSWER, BOUNDS_OF_CHART = bounds.answer, bounds.bounds_of_chart
SHARES, TREND = bounds.shares, bounds.trend
BROKEN_RULES: dict[str, tuple[str, object]] = {
    "at_least rounded down": ("up", bounds.down),
    "at_most rounded up": ("down", bounds.up),
    "shares are exact": ("bounds_of_row", lambda sales, share: bounds.Bounds(
        1000 * sales // (share or 1), 1000 * sales // share if share else None)),
    "shares are cut, not rounded": ("bounds_of_row", lambda sales, share: bounds.Bounds(
        bounds.up(1000 * sales, share + 1), 1000 * sales // share if share else None)),
    "every chart of a nation is whole": ("bounds_of_chart", _whole),
    "a short chart is whole": ("bounds_of_chart", lambda rows: (
        BOUNDS_OF_CHART(rows) if len(rows) == bounds.FULL else _whole(rows))),
    "an empty chart is whole": ("bounds_of_chart", lambda rows: (
        BOUNDS_OF_CHART(rows) if rows else bounds.Bounds(0, 0))),
    "nothing is left for a nation": ("what_is_left", lambda nation, everything, other: nation),
    "a nation has at most all": ("what_is_left", lambda nation, everything, other: (
        nation if nation.high is not None else replace(nation, high=everything.high))),
    "a film on neither nation's chart contradicts nothing": ("strays", lambda charts: set()),
    "charts that contradict each other have shares": ("shares", lambda part, whole, fits: (
        SHARES(part, whole, True))),
    "an empty chart of a nation is never right": ("is_unpublished", lambda charts: any(
        not charts[nation] for nation in NATIONS)),
    "an empty chart of a nation is always right": ("is_unpublished", lambda charts: False),
    "an empty chart of all films is one": ("answer", lambda rows, nation: (
        [] if rows == [] else ANSWER(rows, nation))),
    "an eleventh row is cut off": ("answer", lambda rows, nation: ANSWER(rows[:10], nation)),
    "a film that is there twice counts once": ("answer", lambda rows, nation: ANSWER(
        list({row["movieCd"]: row for row in rows}.values()), nation)),
    "no row is missing in the middle": ("has_gap", lambda rows: False),
    "any order is a chart's": ("is_in_order", lambda rows: True),
    "a film that a short chart lacks was off it": (
        "trend", lambda *arguments: TREND(*arguments[:-1], {})),
    "a bound may have any size": ("LARGEST", 2 ** 200),
    "every film has a rank": ("bar", lambda charts: 0),
    "a short chart has all films that have a rank": ("bar", lambda charts: max(
        (int(charts[nation][-1]["audiCnt"]) for nation in NATIONS[1:]
         if len(charts[nation]) == bounds.FULL), default=0)),
}
"""Plausible wrong rules, and the parts of bounds.py that they replace."""


def check_broken_rules(seeds: int) -> int:
    """Checks that each broken rule is noticed."""
    status, trials, limits = 0, 15 * seeds, prove_ranking.book_of_limits()
    large = [prove_ranking.due_at_limits(limits[0], days) for days in limits[1]]
    for trial in range(trials):
        cuts.kept(trial)  # Kept while a rule is broken.
    for name, (rule, broken) in BROKEN_RULES.items():
        with mock.patch.object(bounds, rule, broken):
            found = over_seeds(check_rules, seeds, 1)
            found.add(over_seeds(functools.partial(cuts.check_rules, is_broken=True), trials, 1))
            found.check("cells of large figures", large == [
                prove_ranking.due_at_limits(limits[0], days) for days in limits[1]])
        noticed = ", ".join(f"{check} {len(messages)}" for check, messages in found.wrong.items())
        print(f"broken on purpose, {name}: wrong are {noticed or 'NONE'}")
        status |= not found.wrong
    return status


# The program


def run_market(
    bench: Bench, days: list[date], by: str, nations: bool = True, compare: bool = False,
    markets: list[Market] = [], status: int = 0,
) -> Ended:
    """Runs `market` over days, and checks it against the rules and the truth."""
    due = bounds.market(bench.book.rows, days[0], days[-1], by, nations, compare)
    arguments = ["market", *ranged(days), "--by", by] + ["--nations"] * nations
    arguments += ["--compare", "year"] * compare + ["--keep-going"] * (status == 2)
    rows, ended = bench.table(due, *arguments, status=status)
    judge_market(bench.found, bench.book, markets, rows)
    return ended


def check_program(seed: int, program: Path) -> Findings:
    """Runs the program on the markets of a seed."""
    found, markets = Findings(), markets_of(seed)
    books = {
        "plain": book_of(markets[0]), "compared": book_of(*markets),
        "troubled": book_of(markets[0], troubles=troubles_of(markets[0], seed))}
    with tempfile.TemporaryDirectory(prefix="market.") as folder, Service(**books) as service:
        def bench(name: str) -> Bench:
            return Bench(program, service, f"seed {seed} {name}", books[name], folder, found)

        check_plain(bench("plain"), markets[0])
        by = BY[seed % len(BY)]
        run_market(bench("compared"), markets[0].days[:110], by, compare=True, markets=markets)
        found.check("no day before KOBIS began", all(
            day >= bounds.FIRST_DAY for day, _ in books["compared"].asked), f"seed {seed}")
        check_troubles(bench("troubled"), markets[0])
        if seed % 10 == 0:
            check_each_trouble(bench("troubled"))
    return found


def check_plain(bench: Bench, market: Market) -> None:
    """A market without trouble: every cell, the truth, the calls, and the archive."""
    found, days, markets = bench.found, market.days, [market]
    by_day = run_market(bench, days, "day", markets=markets)
    found.check("three calls a day", bench.calls == 3 * len(days), bench.calls)
    run_market(bench, days, "week", markets=markets)
    run_market(bench, days, "month", markets=markets)
    run_market(bench, days, "week", nations=False, markets=markets)
    due, _ = expected_deep(bench.book, days)
    rows, deep = bench.table(due, "daily", "--deep", *ranged(days))
    judge_deep(found, market, rows)
    shown = days[20:60]
    codes = [row["movie_code"] for row in due if row["date"] == f"{shown[5]}" and row["open_date"]]
    films = [market.films[codes[at]] for at in sorted({0, len(codes) // 2, len(codes) - 1})]
    short = short_charts(bench.book, days)
    runs = [bounds.trend(shown, film.code, film.title, film.open_date, due, short)
            for film in films]
    bench.table(sum(runs, []), "trend", *(film.code for film in films), "--deep", *ranged(shown))
    # A short chart is asked for in every run.
    calls, again = bench.calls, 5 * sum(map(len, short.values()))
    found.check("no call for what was had", calls <= 3 * len(days) + again, calls)
    for command, online in ((("market", "--nations"), by_day), (("daily", "--deep"), deep)):
        ended = bench.run(*command, *ranged(days), "--format", "csv", "--offline")
        found.check("the same bytes offline, and no call",
                    ended.output == online.output and bench.calls == calls, command)


def troubles_of(market: Market, seed: int) -> dict[date, str]:
    """A trouble for each of some days that have three full charts, unavailable ones last."""
    full = [day for day in market.days
            if all(len(market.chart(day, nation)) == 11 for nation in NATIONS)]
    names = [name for name in (*TROUBLES, *DIFFERENCES) if name not in NOT_HAD]
    turn = seed % len(names)
    return dict(zip(full[1::2], (*names[turn:], *names[:turn], *NOT_HAD)))


def check_troubles(bench: Bench, market: Market) -> None:
    """Days with a warning, days that are missing, and the joined charts beside them."""
    book, days = bench.book, market.days
    gone = [day for day in book.troubles
            if not bounds.Day({nation: book.rows(day, nation) for nation in NATIONS}).is_had]
    told = [day for day in days if not gone or day < gone[0]]
    errors = run_market(bench, told, "day", markets=[market]).errors
    for row in bounds.market(book.rows, told[0], told[-1], "day", nations=True):
        if not row["sales_at_least"] or row["is_consistent"] == "false":
            bench.found.check("warnings name the day", row["from"] in errors, row["from"])
    for by in ("day", "week"):
        run_market(bench, days, by, markets=[market], status=2 if gone else 0)
    # The days before were asked for once, so that charts which differ are asked for once more.
    # Where a row without figures stands in a joined chart is not said.
    bare = {day for day, trouble in book.troubles.items() if trouble.startswith("bare")}
    rows, missing = expected_deep(book, [day for day in days if day not in bare], time=2)
    bench.table(rows, "daily", "--deep", *ranged(days), "--keep-going",
                status=2 if missing else 0, left_out={f"{day}" for day in bare})


def check_each_trouble(bench: Bench) -> None:
    """The exit status of each day with a trouble, in the first run that asks for it."""
    for day, trouble in bench.book.troubles.items():
        if trouble.startswith("bare"):
            continue
        bench.book.asked.clear()
        _, missing = expected_deep(bench.book, [day])
        bench.run("daily", "--deep", "--date", f"{day}", status=missing.get(day, 0))
        if trouble in NOT_HAD:
            bench.run("market", "--nations", "--date", f"{day}", status=missing.get(day, 0))


def check_years(program: Path) -> Findings:
    """Two whole years, one of them with 29 February, beside those before them."""
    found, market = Findings(), Market(1, date(2015, 1, 1), days=1096, films=600)
    book = book_of(market)
    with tempfile.TemporaryDirectory(prefix="market.") as folder, Service(years=book) as service:
        bench = Bench(program, service, "years", book, folder, found)
        for by in ("year", "month"):
            run_market(bench, market.days[365:], by, nations=False, compare=True, markets=[market])
    return found


def check_facts(program: Path, file: Path) -> Findings:
    """The week of facts: bounds that were worked out by hand, and the rows of the file."""
    found, book = Findings(), book_of_facts(file)
    days = bounds.days_of(date(2018, 1, 1), date(2018, 1, 7))
    with tempfile.TemporaryDirectory(prefix="market.") as folder, Service(facts=book) as service:
        bench = Bench(program, service, "facts", book, folder, found)
        ended = run_market(bench, days, "week")
        for row in csv.DictReader(ended.output.splitlines()):
            got = row["sales_at_least"], row["sales_at_most"]
            found.check("facts to the won", got == FACTS[row["nation"]], (row["nation"], got))
        rows, _ = bench.table(expected_deep(book, days)[0], "daily", "--deep", *ranged(days))
        for row in rows:
            lines = {nation: line for nation in NATIONS
                     for line in book.rows(date.fromisoformat(row["date"]), nation)
                     if line["movieCd"] == row["movie_code"]}
            national = lines.pop("all", {"rank": row["rank"]})
            found.check("deep rows beside the facts", (
                [row["film_nation"]] == list(lines) and national["rank"] == row["rank"]
                and all(line["salesAmt"] == row["sales_amount"] for line in lines.values())), row)
    return found


def check_seed(seed: int, program: Path | None, gaps: bool) -> Findings:
    """Checks a seed with the program, or the rules alone."""
    if program:
        found = prove_ranking.check_program(seed, program, gaps)
        found.add(Findings() if gaps else check_program(seed, program))
    else:
        found = prove_ranking.check_rules(seed, gaps)
        found.add(Findings() if gaps else check_rules(seed))
    return found


def check_cut(program: Path | None, trials: int, jobs: int) -> Findings:
    """Checks markets with faulty answers, with the program or the rules alone."""
    if not program:
        return over_seeds(cuts.check_rules, trials, jobs)
    with tempfile.TemporaryDirectory(prefix="market.") as folder:
        clock = compiled(["clock"], Path(folder))["clock"]
        return over_seeds(
            functools.partial(cuts.check_program, program=program, clock=clock), trials, jobs)


def main() -> int:
    """Runs the checks that the arguments choose; returns 1 if any failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", default=".build/release/bo-export")
    parser.add_argument("--self", action="store_true", help="only the rules, without a program")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--gaps", action="store_true",
                      help="only rankings, where corrections meet days off the chart")
    only.add_argument("--cut", action="store_true", help="only faulty answers, a market a seed")
    parser.add_argument("--facts", type=Path, help="a week of facts by nation, as CSV")
    options = parser.parse_args()
    begun, seeds, jobs = time.monotonic(), options.seeds, options.jobs
    program = None if options.self else executable(options.program)
    found = Findings()
    if not options.cut:
        check = functools.partial(check_seed, program=program, gaps=options.gaps)
        found.add(over_seeds(check, seeds, jobs))
    if not options.gaps:
        found.add(check_cut(program, seeds if options.cut else CUT_TRIALS * seeds, jobs))
    if program and not options.gaps and not options.cut:
        found.add(check_years(program))
        found.add(prove_ranking.check_once(program))
    if program and options.facts:
        found.add(check_facts(program, options.facts))
    status = found.tell()
    if options.self and not options.gaps:
        status |= check_broken_rules(min(seeds, 5))
        status |= broken_rankings.check_broken_rules(min(seeds, 3), jobs)
    verdict = "WRONG" if status else "right"
    print(f"{seeds} seeds, {time.monotonic() - begun:.0f} s: {verdict}")
    return status


if __name__ == "__main__":
    sys.exit(main())
