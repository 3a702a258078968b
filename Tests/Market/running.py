"""Forty mornings of `market` and `ranking` while a month and a year are running: one copy of each.

python3 running.py PROGRAM [--seed N] [--mornings N]

Every morning the running month and year are added to a database, sent as Singer messages to a
table that knows nothing but their keys, and written as csv, with a range beside them that somebody
typed. At the end all three have exactly the rows that an empty home gets on the last morning of each period.
"""

from __future__ import annotations

import argparse
import csv
import json
import sqlite3
import tempfile
from collections import Counter, defaultdict
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

from bench import Bench, benches
from books import book_of
from figures import HOUR, start_of
from findings import Findings
from market import Market, Rows
from program import compiled, executable

FIRST, LATEST = date(2017, 12, 31), date(2018, 1, 12)
"""The first day of the market, and the first morning."""
TYPED = "--from", "2018-01-10", "--to", "2018-01-14"
"""A range within a month, which ends with a Sunday."""
TABLES = {"market": "market", "ranking": "film_rankings"}
"""The table or view of each command's rows in a database."""
Records = dict[str, dict[tuple[object, ...], dict[str, object]]]
"""What a loader has of each stream, by the keys of the records."""


def commands(today: date) -> dict[str, tuple[str, ...]]:
    """The commands of a morning, each with the name of its csv file."""
    yesterday = today - timedelta(1)
    month, year = ("--month", f"{yesterday:%Y-%m}"), ("--year", f"{yesterday:%Y}")
    wanted = [
        ("market", *month, "--by", "month"), ("market", *month, "--by", "week"),
        ("market", *year, "--by", "year"), ("ranking", *month), ("ranking", *year),
    ]
    if f"{today}" > TYPED[-1]:
        wanted += [("market", *TYPED, "--by", "month"), ("ranking", *TYPED)]
    return {"_".join(words).replace("--", "") + ".csv": words for words in wanted}


def write(bench: Bench, today: date) -> None:
    """Writes the csv files of a morning."""
    bench.moment = start_of(today) + 9 * HOUR
    for name, words in commands(today).items():
        bench.run(*words, "-o", name)


def load(records: Records, messages: str) -> None:
    """Adds the records of Singer messages, or replaces those with the same key."""
    keys: dict[str, list[str]] = {}
    for message in map(json.loads, messages.splitlines()):
        if message["type"] == "SCHEMA":
            keys[message["stream"]] = message["key_properties"]
        elif message["type"] == "RECORD":
            stream, record = message["stream"], message["record"]
            records[stream][tuple(record[name] for name in keys[stream])] = record


def text(name: str, value: object) -> str:
    """The value of a column as csv has it."""
    if value is None:
        return ""
    return str(bool(value)).lower() if name.startswith("is_") else str(value)


def written(bench: Bench, name: str) -> Rows:
    """The rows of a csv file; none if there is no such file."""
    file = bench.home / name
    return list(csv.DictReader(file.read_text("utf-8").splitlines())) if file.exists() else []


def check(program: Path, seed: int, mornings: int, folder: Path) -> Findings:
    """Runs all mornings, then an empty home on the last morning of each month and of all, and compares."""
    found, records = Findings(), defaultdict[str, dict](dict)
    days = [LATEST + timedelta(number) for number in range(mornings)]
    # The last morning of each month, and the last of all.
    ends = [day for day, after in zip(days, days[1:])
            if (day - timedelta(1)).month != (after - timedelta(1)).month] + days[-1:]
    books = {"charts": book_of(Market(seed, FIRST, calm=True))}
    with benches(program, found, "running", **books) as bench:
        kept, fresh = (bench("charts", compiled(["clock"], folder)) for _ in range(2))
        for today in days:
            write(kept, today)
            for words in commands(today).values():
                kept.run(*words, "-o", "all.sqlite")
                load(records, kept.run(*words, "--format", "singer").output)
        for today in ends:
            write(fresh, today)
        names = {name for today in ends for name in commands(today)}
        for name in names:
            found.check("csv", written(kept, name) == written(fresh, name), name)
        for command, table in TABLES.items():
            rows = [row for name in names if name.startswith(command) for row in written(fresh, name)]
            with closing(sqlite3.connect(kept.home / "all.sqlite")) as database:
                database.row_factory = sqlite3.Row
                stored = database.execute(f"SELECT * FROM {table}").fetchall()
            due = Counter(tuple(row.values()) for row in rows)
            for place, copies in (
                ("a database", stored), ("what Singer loads", records[command].values())
            ):
                got = Counter(tuple(text(name, row[name]) for name in rows[0]) for row in copies)
                found.check(
                    f"{command} in {place}", got == due,
                    f"{got.total()} rows, not {due.total()}: left over {list(got - due)[:3]}, "
                    f"missing {list(due - got)[:3]}")
    return found


def main() -> int:
    """Prints the findings; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=executable)
    parser.add_argument("--seed", type=int, default=1, help="another market")
    parser.add_argument("--mornings", type=int, default=40)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="running.") as folder:
        return check(options.program, options.seed, options.mornings, Path(folder)).tell()


if __name__ == "__main__":
    raise SystemExit(main())
