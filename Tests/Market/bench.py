"""Seeds, the program on a bench, and the findings."""

from __future__ import annotations

import csv
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]
sys.path.append(str(HERE.parent / "Simulation"))
sys.dont_write_bytecode = True

from market import Market, Rows  # noqa: E402
from program import Ended, Program  # noqa: E402
from service import Book, Service  # noqa: E402

FIRST_DAYS = (
    date(2018, 1, 1), date(2017, 11, 15), date(2003, 11, 11), date(2016, 1, 20), date(2017, 1, 20),
    date(2004, 10, 1))
"""The first days of markets. Some include New Year or 29 February, or began before KOBIS a year earlier, or
on its first day."""


class Findings:
    """The checks, their number, and the failures."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.tallies: dict[str, Counter[str]] = {}
        self.wrong: dict[str, list[str]] = {}

    def check(self, name: str, is_right: bool, message: object = "") -> None:
        """Counts a check, and keeps the message of one that failed."""
        self.counts[name] += 1
        if not is_right:
            self.wrong.setdefault(name, []).append(str(message))

    def tally(self, name: str, kind: str, number: int = 1) -> None:
        """Counts things that are neither right nor wrong, by kind."""
        self.tallies.setdefault(name, Counter())[kind] += number

    def add(self, other: Findings) -> None:
        """Adds the findings of another one."""
        self.counts += other.counts
        for name, kinds in other.tallies.items():
            self.tallies.setdefault(name, Counter()).update(kinds)
        for name, messages in other.wrong.items():
            self.wrong.setdefault(name, []).extend(messages)

    def tell(self) -> int:
        """Prints a line for each check and tally, and the first failures; returns 1 if there were any."""
        for name in sorted(self.counts):
            wrong = self.wrong.get(name, [])
            print(f"{name}: {self.counts[name]}" + f", {len(wrong)} WRONG" * bool(wrong))
            for message in wrong[:3]:
                print(f"    {message}")
        for name, kinds in sorted(self.tallies.items()):
            print(f"{name}: " + ", ".join(f"{kind} {kinds[kind]}" for kind in sorted(kinds)))
        return int(bool(self.wrong))


def market_of(seed: int, anywhere: bool = False) -> Market:
    """The market of a seed; `anywhere`, 2 % of the days of running films are corrected."""
    first = FIRST_DAYS[seed % len(FIRST_DAYS)]
    return Market(seed, first, corrected=0.02, anywhere=True) if anywhere else Market(seed, first)


def markets_of(seed: int) -> list[Market]:
    """The market of a seed, and another one a year before it."""
    first = FIRST_DAYS[seed % len(FIRST_DAYS)]
    return [market_of(seed), Market(seed + 1_000_000, first.replace(year=first.year - 1))]


def over_seeds(check: Callable[[int], Findings], seeds: int, jobs: int) -> Findings:
    """The findings of a check with each seed; in this process for one job."""
    found = Findings()
    with ProcessPoolExecutor(jobs) as pool:
        for result in (pool.map if jobs > 1 else map)(check, range(seeds)):
            found.add(result)
    return found


class Bench:
    """A program with a fresh home, the book of the service that it asks, and the findings."""

    def __init__(
        self, program: Path, service: Service, name: str, book: Book, folder: str, found: Findings,
        preloads: Mapping[str, Path] = {},
    ) -> None:
        home = Path(tempfile.mkdtemp(dir=folder))
        url = service.url(name.split()[-1])
        self._program, self._name = Program(program, home, url, preloads), name
        self.moment: int | None = None
        """What the program's clock says; the real time if None."""
        self.book, self.found = book, found
        self.had: set[tuple[date, str]] = set()
        """The charts requested by earlier runs."""

    @property
    def calls(self) -> int:
        """The number of charts requested."""
        return sum(self.book.asked.values())

    def run(self, *arguments: str, status: int | set[int] = 0) -> Ended:
        """Runs it, and checks its exit status."""
        ended = self._program.run(
            [*arguments, "--retries", "0"], folder=self._program.home, clock=self.moment)
        told = f"{self._name}: {' '.join(arguments)}: {ended.status}, not {status}: {ended.errors}"
        statuses = status if isinstance(status, set) else {status}
        self.found.check("exit statuses", ended.status in statuses, told[:500])
        return ended

    def table(
        self, expected: Rows, *arguments: str, status: int = 0, left_out: set[str] = set()
    ) -> tuple[Rows, Ended]:
        """Runs it, and compares the cells of all rows except days left out."""
        ended = self.run(*arguments, "--format", "csv", status=status)
        rows = [row for row in csv.DictReader(ended.output.splitlines())
                if row.get("date") not in left_out]
        topic = f"rows of {arguments[0]}"
        where = f"{self._name}: {' '.join(arguments)}"
        self.found.check(f"{topic}, their number", len(rows) == len(expected),
                         f"{where}: {len(rows)} rows, not {len(expected)}")
        for row, due in zip(rows, expected):
            cells = {column: (row.get(column), due.get(column)) for column in {**due, **row}
                     if row.get(column) != due.get(column)}
            self.found.check(topic, list(row) == list(due) and not cells,
                             f"{where}: {list(due.values())[:5]}: got and due {cells or list(row)}")
        return rows, ended


def ranged(days: list[date]) -> tuple[str, ...]:
    """The options for a range of days."""
    return "--from", f"{days[0]}", "--to", f"{days[-1]}"
