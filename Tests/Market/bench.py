"""Seeds, and the program on a bench."""

from __future__ import annotations

import csv
import functools
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import bounds
from books import Book
from findings import Findings
from program import Ended, Program
from questions import Question
from service import Service


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
        self, program: Path, service: Service, found: Findings, folder: str, name: str, book: str,
        preloads: Mapping[str, Path] = {},
    ) -> None:
        self.home = Path(tempfile.mkdtemp(dir=folder))
        self._program = Program(program, self.home, service.url(book), preloads)
        self._name, self.book, self.found = f"{name} {book}", service.sources[book], found
        self.moment: int | None = None
        """What the program's clock says; the real time if None."""
        self._settled: set[tuple[date, str]] = set()
        """The charts that are not asked for again."""
        self.book.asked.clear()

    def run(self, *arguments: str, status: int | set[int] = 0) -> Ended:
        """Runs it, and checks its exit status."""
        ended = self._program.run([*arguments, "--retries", "0"], folder=self.home, clock=self.moment)
        told = f"{self._name}: {' '.join(arguments)}: {ended.status}, not {status}: {ended.errors}"
        statuses = status if isinstance(status, set) else {status}
        self.found.check("exit statuses", ended.status in statuses, told[:500])
        return ended

    def rows(self, *arguments: str) -> list[dict[str, str]]:
        """The rows of a csv document."""
        return list(csv.DictReader(self.run(*arguments, "--format", "csv").output.splitlines()))

    def refuse(self, question: Question) -> None:
        """Checks the status of a run that ends at the first day that is missing."""
        missing = question.due(self.book).missing
        self.run(*question.words, status=set(missing.values()) or 0)

    def ask(self, question: Question, *options: str, shown: Book | None = None) -> Ended:
        """Runs a command: its cells, the truth about them, its requests and warnings.

        `shown` has the answers that the program has in the end, if not those of the service.
        """
        found, book = self.found, self.book
        due, asked = question.due(shown or book), book.asked.copy()
        told = {day for day in question.days_read(book)
                if day in due.missing or question.doubtful(book, day)
                and not question.is_left_out(book, day)}
        unsure = {
            date.fromisoformat(row["from"]) for row in due.rows
            if "from" in row and row["from"] == row["to"]
            and (not row["sales_at_least"] or row["is_consistent"] == "false")}
        words = *question.words, *options, *["--keep-going"] * bool(due.missing)
        where = f"{self._name}: {' '.join(words)}"
        ended = self.run(*words, "--format", "csv", status=2 if due.missing else 0)
        rows = [row for row in csv.DictReader(ended.output.splitlines()) if "date" not in row
                or not question.is_left_out(book, date.fromisoformat(row["date"]))]
        topic = f"rows of {words[0]}"
        found.check(f"{topic}, their number", len(rows) == len(due.rows),
                    f"{where}: {len(rows)} rows, not {len(due.rows)}")
        for row, right in zip(rows, due.rows):
            found.check(topic, list(row.items()) == list(right.items()), f"{where}: {row}, not {right}")
        question.judge(found, shown or book, rows, where)
        if not shown:
            for day in told | unsure:
                # After twenty warnings of a kind the number of the others follows.
                is_told = f"{day}" in ended.errors or day not in unsure and "more of these" in ended.errors
                found.check("warnings name the day", is_told, f"{where}: {day}: {ended.errors[:500]}")
            self._look_at_requests(question, ended, book.asked - asked, where)
        return ended

    def _look_at_requests(
        self, question: Question, ended: Ended, asked: Counter[tuple[date, str]], where: str
    ) -> None:
        found, book = self.found, self.book
        charts = {(day, nation) for day in question.days_read(book) for nation in question.nations}
        found.check("no request beside the period, and none before KOBIS began",
                    asked.keys() <= charts and min(charts)[0] >= bounds.FIRST_DAY, f"{where}: {asked}")
        if book.troubles:
            return
        due = dict.fromkeys(charts - self._settled, 1)
        found.check("exactly what was not had is asked for, once", asked == due,
                    f"{where}: {due.keys() ^ asked.keys()}, {asked}"[:500])
        self._settled |= {(day, nation) for day, nation in asked
                          if len(book.rows(day, nation)) == bounds.FULL}
        self.check_offline(ended, where, *question.words)
        if question.name.startswith("ranking"):
            top = self.run(*question.words, "--top", "5", "--format", "csv", "--offline").output
            found.check("the first five alone", top.splitlines() == ended.output.splitlines()[:6], where)

    def check_offline(self, ended: Ended, where: str, *words: str) -> None:
        """Checks that the same run gives the same bytes without the service, and asks for nothing."""
        calls = self.book.asked.total()
        again = self.run(*words, "--format", "csv", "--offline")
        self.found.check("the same bytes offline, and no call",
                         again.output == ended.output and self.book.asked.total() == calls, where)


@contextmanager
def benches(
    program: Path, found: Findings, name: str, **books: Book
) -> Iterator[Callable[..., Bench]]:
    """A service with books, and what makes benches that ask one of them, by its name."""
    with tempfile.TemporaryDirectory(prefix="market.") as folder, Service(**books) as service:
        yield functools.partial(Bench, program, service, found, folder, name)
