"""Proves `market`, `ranking` and `--deep` on simulated markets, by cell and against the truth.

python3 prove.py .build/release/bo-export [--seeds N] [--gaps | --cut] [--facts FILE]
python3 prove.py --self [--seeds N]    # the rules alone; that broken ones are noticed
"""

from __future__ import annotations

import argparse
import csv
import functools
import os
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import bounds
import broken
import cuts
from bench import Bench, benches, over_seeds
from books import book_of, book_of_facts
from findings import Findings
from market import NATIONS, Market
from program import executable
from questions import Question
from seeds import NOT_HAD, asked_of, book_of_limits

CUT_TRIALS = 5
"""The markets with faulty answers beside each seed."""
FACTS = {
    "all": ("59516096730", "59554636919"), "korean": ("44882008628", "44921106610"),
    "foreign": ("14625677038", "14646185272"),
}
"""The bounds of 2018-01-01 to 2018-01-07, worked out with awk, to the won."""
REFUSED = (
    ("--year", "2016", "--region", "서울"), ("--year", "2016", "--deep", "--nation", "korean"),
    ("--year", "2016", "--top", "0"), ("--date", "2003-11-10"), ("--year", "2016", "--by", "month"),
    ("--year", "2016", "-o", "ranking.csv", "--update"))
"""The rankings that end with 64."""


def check_seed(seed: int, program: Path, gaps: bool) -> Findings:
    """Asks the program about the market of a seed; an archive for each book, and for each ranking."""
    found = Findings()
    books, asked = asked_of(seed, gaps)
    with benches(program, found, f"seed {seed}", **books) as bench:
        kept = functools.cache(lambda book, command: bench(book))
        for book, question in asked:
            is_ranking = question.name.startswith("ranking")
            asking = kept(book, question.name if is_ranking else "")
            if book == "missing":
                asking.refuse(question)
            asking.ask(question)
        if not gaps and seed % 10 == 0:
            check_each_trouble(bench("troubled"))
    return found


def check_each_trouble(bench: Bench) -> None:
    """The exit status of each day with a trouble, in the first run that asks for it."""
    for day, trouble in bench.book.troubles.items():
        if not trouble.startswith("bare"):
            bench.refuse(Question("daily --deep", [day], period=("--date", f"{day}")))
        if trouble in NOT_HAD:
            bench.refuse(Question("market --nations", [day], period=("--date", f"{day}")))


def check_once(program: Path) -> Findings:
    """Whole years, also beside those before them, days up to yesterday, limits, and refusals."""
    found, yesterday = Findings(), datetime.now(timezone(timedelta(hours=9))).date() - timedelta(1)
    years = Market(1, date(2015, 1, 1), days=1096, films=600)
    year = Market(8, date(2015, 12, 1), days=400, films=300)
    late = Market(2, yesterday - timedelta(119))
    large, periods = book_of_limits()
    books = {"years": book_of(years), "year": book_of(year), "late": book_of(late, last=yesterday),
             "limits": large}
    days = [day for day in year.days if day.year == 2016]
    with benches(program, found, "once", **books) as bench:
        asking = bench("years")
        for by in ("year", "month"):
            asking.ask(Question("market", years.days[365:], by, is_compared=True))
        for name in ("ranking", "ranking --deep"):
            bench("year").ask(Question(name, days, period=("--year", "2016")))
            bench("late").ask(Question(name, late.days[-30:]))
        for refused in REFUSED:
            asking.run("ranking", *refused, status=64)
        asking = bench("limits")
        for question in periods:
            ended = asking.ask(question)
            found.check("bounds that do not fit are told", ended.errors or question not in periods[:2])
    return found


def check_facts(program: Path, file: Path) -> Findings:
    """The week of facts: bounds that were worked out by hand, and the rows of the file."""
    found, book = Findings(), book_of_facts(file)
    days = bounds.days_of(date(2018, 1, 1), date(2018, 1, 7))
    with benches(program, found, "facts", facts=book) as bench:
        asking = bench("facts")
        ended = asking.ask(Question("market --nations", days, "week"))
        for row in csv.DictReader(ended.output.splitlines()):
            got = row["sales_at_least"], row["sales_at_most"]
            found.check("facts to the won", got == FACTS[row["nation"]], (row["nation"], got))
        ended = asking.ask(Question("daily --deep", days))
        for row in csv.DictReader(ended.output.splitlines()):
            lines = {nation: line for nation in NATIONS
                     for line in book.rows(date.fromisoformat(row["date"]), nation)
                     if line["movieCd"] == row["movie_code"]}
            national = lines.pop("all", {"rank": row["rank"]})
            found.check("deep rows beside the facts", (
                [row["film_nation"]] == list(lines) and national["rank"] == row["rank"]
                and all(line["salesAmt"] == row["sales_amount"] for line in lines.values())), row)
    return found


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
    found, seeds, jobs = Findings(), options.seeds, options.jobs
    if options.self:
        return broken.check(seeds, jobs)
    program = executable(options.program)
    if not options.cut:
        found.add(over_seeds(
            functools.partial(check_seed, program=program, gaps=options.gaps), seeds, jobs))
    if not options.gaps:
        found.add(cuts.check(program, seeds if options.cut else CUT_TRIALS * seeds, jobs))
    if not options.gaps and not options.cut:
        found.add(check_once(program))
    if options.facts:
        found.add(check_facts(program, options.facts))
    return found.tell()


if __name__ == "__main__":
    raise SystemExit(main())
