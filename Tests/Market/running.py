"""Forty mornings of `market` and `ranking` while a month and a year are running: one copy of each.

python3 running.py PROGRAM

Every morning the running month and year are added to a database, sent as Singer messages to a
table that knows nothing but their keys, and written as csv, with a range beside them that somebody
typed. At the end all three have exactly the rows that an empty home gets on the last morning of each period.
"""

import csv
import sys
import tempfile
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

from bench import benches
from books import book_of
from figures import HOUR, start_of
from findings import Findings
from market import Market
from program import compiled, executable

sys.path.append(str(Path(__file__).resolve().parents[1] / "Readers"))
import database  # noqa: E402
import messages  # noqa: E402

FIRST, LATEST = date(2017, 12, 31), date(2018, 1, 12)
"""The first day of the market, and the first morning."""
MORNINGS = 40
TYPED = "--from", "2018-01-10", "--to", "2018-01-14"
"""A range within a month, which ends with a Sunday."""
TABLES = {"market": "market", "ranking": "film_rankings"}
"""The table or view of each command's rows in a database."""


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


def text(name: str, value: object) -> str:
    """The value of a column as csv has it."""
    if value is None:
        return ""
    return str(bool(value)).lower() if name.startswith("is_") else str(value)


def check(program: Path, folder: Path) -> Findings:
    """Runs all mornings, then an empty home on the last morning of each month and of all, and compares."""
    found, tables = Findings(), {}
    days = [LATEST + timedelta(number) for number in range(MORNINGS)]
    # The last morning of each month, and the last of all.
    ends = [day for day, after in zip(days, days[1:])
            if (day - timedelta(1)).month != (after - timedelta(1)).month] + days[-1:]
    with benches(program, found, "running", charts=book_of(Market(1, FIRST, calm=True))) as bench:
        kept, fresh = (bench("charts", compiled(["clock"], folder)) for _ in range(2))
        for today in days:
            kept.moment = start_of(today) + 9 * HOUR
            for name, words in commands(today).items():
                kept.run(*words, "-o", name)
                kept.run(*words, "-o", "all.sqlite")
                messages.load(tables, kept.run(*words, "--format", "singer").output.splitlines())
        due: dict[str, list[dict[str, str]]] = {}
        for today in ends:
            fresh.moment = start_of(today) + 9 * HOUR
            due |= {name: fresh.rows(*words) for name, words in commands(today).items()}
        for name, rows in due.items():
            written = (kept.home / name).read_text("utf-8").splitlines()
            found.check("csv", list(csv.DictReader(written)) == rows, name)
        for command, table in TABLES.items():
            rows = [row for name in due if name.startswith(command) for row in due[name]]
            with database.opened(kept.home / "all.sqlite") as everything:
                stored = everything.execute(f"SELECT * FROM {table}").fetchall()
            right = Counter(tuple(row.values()) for row in rows)
            for place, copies in (
                ("a database", stored), ("what Singer loads", tables[command].values())
            ):
                got = Counter(tuple(text(name, row[name]) for name in rows[0]) for row in copies)
                found.check(
                    f"{command} in {place}", got == right,
                    f"{got.total()} rows, not {right.total()}: left over {list(got - right)[:3]}, "
                    f"missing {list(right - got)[:3]}")
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="running.") as folder:
        raise SystemExit(check(executable(sys.argv[1]), Path(folder)).tell())
