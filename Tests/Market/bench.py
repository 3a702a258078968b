"""Seeds, and the program on a bench."""

from __future__ import annotations

import argparse
import csv
import functools
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import bounds
from books import Book
from findings import Findings
from program import Ended, Program, executable
from questions import Question
from service import Service


def over_seeds(
    check: Callable[..., Findings], options: argparse.Namespace, times: int = 1, **more: object
) -> Findings:
    """The findings of a check of the program with each seed, or with so many for each."""
    found, run = Findings(), functools.partial(check, program=options.program, **more)
    with ProcessPoolExecutor(options.jobs) as pool:
        for result in pool.map(run, range(times * options.seeds)):
            found.add(result)
    return found


def seeds_of(description: str) -> argparse.Namespace:
    """The arguments of a script that tries a program with seeds."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("program", type=executable)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1, help="the number of seeds tried at once")
    return parser.parse_args()


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
        self.run(*question.words, status=set(question.due(self.book).missing.values()) or 0)

    def ask(
        self, question: Question, *options: str, had: Book | None = None, is_refused: bool = False,
        confirmed: Callable[[date], set[str]] = lambda day: set(),
        is_disputed: Callable[[date], bool] = lambda day: False,
    ) -> Ended:
        """Runs a command: its cells, the truth about them, its requests and warnings.

        `had` has the answers that the program has in the end, if not those of the service; `confirmed`
        the charts of a day that were the same a day before. The charts of a disputed day may be asked
        for again. It may have been refused first, without --keep-going.
        """
        found, book, earlier = self.found, self.book, self.book.asked.copy()
        due = question.due(had or book)
        if is_refused and due.missing:
            self.refuse(question)
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
        question.judge(found, had or book, rows, where)
        asked, days = book.asked - earlier, {*question.days_read(book)}
        found.check("no request beside the period, and none before KOBIS began",
                    {day for day, _ in asked} <= days and min(days) >= bounds.FIRST_DAY, f"{where}: {asked}")
        unsure = {
            row["from"] for row in due.rows if not had and row.get("from", "") == row.get("to")
            and (not row["sales_at_least"] or row["is_consistent"] == "false")}
        for day in sorted(days):
            doubtful = question.doubtful(book, day)
            if had:
                doubtful |= question.doubtful(had, day)
            told, said = f"{where}: {day}: {ended.errors}"[:500], f"{day}" in ended.errors
            is_doubtful = doubtful - confirmed(day) and not question.is_left_out(book, day)
            if day in due.missing or is_doubtful or f"{day}" in unsure:
                # After twenty warnings of a kind the number of the others follows.
                is_cut = f"{day}" not in unsure and "more of these" in ended.errors
                found.check("warnings name the day", said or is_cut, told)
            elif book.markets and not (book.troubles or is_disputed(day) or "all" in doubtful):
                found.check("no warning of another day", not said, told)
            if book.troubles:
                continue
            charts = {nation: asked[day, nation] for nation in question.nations if asked[day, nation]}
            wanted = {nation for nation in question.nations if (day, nation) not in self._settled
                      or question.has_strays(had or book, day)}
            if day not in due.missing and "--refresh" not in options:
                is_right = charts.keys() >= wanted if is_disputed(day) else (
                    charts.keys() == wanted and (is_refused or max(charts.values(), default=1) == 1))
                found.check("exactly what was not had is asked for, once", is_right,
                            f"{told}: {wanted}, {charts}")
            self._settled = {
                (other, nation) for other, nation in self._settled if other != day or nation not in charts}
            self._settled |= {
                (day, nation) for nation in charts if question.chart(book, day, nation) is not None
                and (nation not in doubtful or nation in confirmed(day))}
        if not (book.troubles or due.missing or options or had):
            self._run_offline(question, ended, where)
        return ended

    def _run_offline(self, question: Question, ended: Ended, where: str) -> None:
        """Checks that the same run gives the same bytes without the service, and asks for nothing."""
        calls, words = self.book.asked.total(), (*question.words, "--format", "csv", "--offline")
        is_same = self.run(*words).output == ended.output and self.book.asked.total() == calls
        self.found.check("the same bytes offline, and no call", is_same, where)
        if question.name.startswith("ranking"):
            top = self.run(*words, "--top", "5").output.splitlines()
            self.found.check("the first five alone", top == ended.output.splitlines()[:6], where)


@contextmanager
def benches(
    program: Path, found: Findings, name: str, **books: Book
) -> Iterator[Callable[..., Bench]]:
    """A service with books, and what makes benches that ask one of them, by its name."""
    with tempfile.TemporaryDirectory(prefix="market.") as folder, Service(**books) as service:
        yield functools.partial(Bench, program, service, found, folder, name)
