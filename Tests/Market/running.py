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
from collections import Counter
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

from bench import Findings
from figures import HOUR, start_of
from market import Market
from program import Program, compiled, executable
from service import Service, book_of

FIRST, LATEST = date(2017, 12, 31), date(2018, 1, 12)
"""The first day of the market, and the first morning."""
TYPED = "--from", "2018-01-10", "--to", "2018-01-14"
"""A range within a month, which ends with a Sunday."""
TABLES = {"market": "market", "ranking": "film_rankings"}
"""The table or view of each command's rows in a database."""
Row = tuple[object, ...]


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
    return {"_".join(words).replace("--", ""): words for words in wanted}


class Copies:
    """A home with a database, a table fed by Singer messages, and csv files."""

    def __init__(self, file: Path, url: str, clock: Path, folder: str, found: Findings) -> None:
        self._home = Path(tempfile.mkdtemp(dir=folder))
        self._program = Program(file, self._home, url, {"clock": clock})
        self._found = found
        self._records: dict[str, dict[Row, dict[str, object]]] = {}

    def _run(self, today: date, *arguments: str) -> str:
        ended = self._program.run(
            arguments, folder=self._home, clock=start_of(today) + 9 * HOUR)
        self._found.check("exit statuses", ended.status == 0, f"{arguments}: {ended.errors[:300]}")
        return ended.output

    def add(self, today: date) -> None:
        """Does what a job does every morning."""
        for words in commands(today).values():
            self._run(today, *words, "-o", "all.sqlite")
            self._load(self._run(today, *words, "--format", "singer"))
        self.write(today)

    def write(self, today: date) -> None:
        """Writes the csv files alone."""
        for name, words in commands(today).items():
            self._run(today, *words, "-o", f"{name}.csv")

    def _load(self, messages: str) -> None:
        """Adds the records of messages, or replaces those with the same key."""
        keys: dict[str, list[str]] = {}
        for message in map(json.loads, messages.splitlines()):
            if message["type"] == "SCHEMA":
                keys[message["stream"]] = message["key_properties"]
            elif message["type"] == "RECORD":
                stream, record = message["stream"], message["record"]
                key = tuple(record[name] for name in keys[stream])
                self._records.setdefault(stream, {})[key] = record

    def csv(self, name: str) -> list[dict[str, str]]:
        """The rows of a csv file; none if there is no such file."""
        file = self._home / f"{name}.csv"
        return list(csv.DictReader(file.read_text("utf-8").splitlines())) if file.exists() else []

    def loaded(self, stream: str, columns: list[str]) -> Counter[Row]:
        """The records that the messages left."""
        return Counter(
            tuple(_text(record[name]) for name in columns)
            for record in self._records.get(stream, {}).values())

    def kept(self, command: str, columns: list[str]) -> Counter[Row]:
        """The rows of the database."""
        with closing(sqlite3.connect(self._home / "all.sqlite")) as database:
            database.row_factory = sqlite3.Row
            return Counter(
                tuple(_text(bool(row[name]) if name.startswith("is_") else row[name])
                      for name in columns)
                for row in database.execute(f"SELECT * FROM {TABLES[command]}"))


def _text(value: object) -> str:
    """A value as csv has it."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def check(program: Path, seed: int, mornings: int) -> Findings:
    """Runs all mornings, then an empty home on the last morning of each month and of all, and compares."""
    found = Findings()
    market = Market(seed, FIRST, calm=True)
    days = [LATEST + timedelta(number) for number in range(mornings)]
    with (tempfile.TemporaryDirectory(prefix="running.") as folder,
          Service(charts=book_of(market)) as service):
        clock = compiled(["clock"], Path(folder))["clock"]
        copies, fresh = (
            Copies(program, service.url("charts"), clock, folder, found) for _ in range(2))
        for today in days:
            copies.add(today)
        # The last morning of each month, and the last of all.
        ends = [day for day, next_day in zip(days, days[1:])
                if (day - timedelta(1)).month != (next_day - timedelta(1)).month]
        names: list[str] = []
        for today in (*ends, days[-1]):
            names += [name for name in commands(today) if name not in names]
            fresh.write(today)
        for name in names:
            found.check("csv", copies.csv(name) == fresh.csv(name), name)
        for command in TABLES:
            rows = [row for name in names if name.startswith(command) for row in fresh.csv(name)]
            columns = list(rows[0]) if rows else []
            due = Counter(tuple(row.values()) for row in rows)
            for place, got in (("a database", copies.kept(command, columns)),
                               ("what Singer loads", copies.loaded(command, columns))):
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
    return check(options.program, options.seed, options.mornings).tell()


if __name__ == "__main__":
    raise SystemExit(main())
