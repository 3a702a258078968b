"""Years of mornings of a job that keeps a file up to date, with mishaps, on a simulated clock."""

import argparse
import csv
import functools
import itertools
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date, timedelta
from pathlib import Path

sys.dont_write_bytecode = True

from figures import COMPARED, DAY, HOUR, Figures, day_at, in_seoul, start_of
from findings import Findings
from plan import FIRST_DAY, Event, Morning, Plan, copied_run
from program import Program, compiled, date_files, executable, strays
from service import Changing, Service

COLUMNS = ("default", "default,fetched_at")
"""The columns of the two jobs."""
_STATUSES_OF = {
    "down": {69}, "days down": {69}, "quota": {75}, "cut off": {65, 69}, "page": {65, 69},
}
"""The exit statuses of a run that meets a trouble, besides success."""
_SHORT = -1
"""The revision of a chart without some of its rows or figures."""


def read(document: Path, figures: Figures) -> dict[date, int]:
    """The revision of each day that a document has; _SHORT of a chart that came short.

    Raises ValueError if it is not whole: half a line, charts out of order, or figures that never existed.
    """
    text = document.read_bytes().decode() if document.exists() else "date\n"
    if not text.endswith("\n"):
        raise ValueError("the last line has no end")
    header, *lines = text[:-1].split("\n")
    if header != "date" and not {"date", *COMPARED} <= set(header.split(",")):
        raise ValueError(f"the header is '{header[:60]}'")
    charts = [(date.fromisoformat(day), tuple(group))
              for day, group in itertools.groupby(lines, key=lambda line: line[:10])]
    days = [day for day, _ in charts]
    if days != sorted(set(days)):
        raise ValueError("a day is there twice, or days are out of order")
    return {day: _revision(figures, header, day, lines) for day, lines in charts}


@functools.cache  # Taken apart only where the lines of a chart are new.
def _revision(figures: Figures, header: str, day: date, lines: tuple[str, ...]) -> int:
    rows = list(csv.DictReader(lines, fieldnames=header.split(","), strict=True))
    if len(rows) > 10 or any(None in row or None in row.values() for row in rows):
        raise ValueError(f"{day} has {len(rows)} rows, or rows of another width")
    is_short = False
    for number in range(figures.last_revision(day) + 1):
        whole = figures.rows(day, number)
        pairs = [[(row[column], due[field]) for column, field in COMPARED.items()]
                 for row, due in zip(rows, whole)]
        if len(rows) == len(whole) and all(cell == due for row in pairs for cell, due in row):
            return number
        is_short |= len(rows) <= len(whole) and all(cell in ("", due) for row in pairs for cell, due in row)
    if not is_short:
        raise ValueError(f"{day} has figures that never were")
    return _SHORT


class Job:
    """A machine with its files, through all its mornings."""

    def __init__(
        self, program: Program, source: Changing, runs: list[Morning], folder: Path, columns: str
    ) -> None:
        self._program, self._source, self._figures = program, source, source.figures
        self._runs, self._columns, self._folder, self._work = runs, columns, folder, folder / "work"
        self._work.mkdir()
        self._files = {"output": self._work / "year.csv", "archive": program.home / ".cache"}
        self._begun = time.time() - DAY
        self._revisions: dict[date, int] = {}
        """The revision of each day that the document has."""
        self._asked: dict[date, float] = {}
        self._frozen, self._quota_until = set[date](), 0.0
        self._log: list[tuple[float, str, dict[date, int], dict[date, int]]] = []
        """Runs and events: the time, a line, the revisions that were answered, and those that are new."""
        self.findings = Findings()

    def live(self) -> None:
        """Runs all mornings, and compares the result with the final figures."""
        restored = {copied_run(self._runs, index, event) for index, run in enumerate(self._runs)
                    for event in run.events}
        for index, morning in enumerate(self._runs):
            for event in morning.events:
                self._meet(event, morning.now - event.before_run, copied_run(self._runs, index, event))
            self._run(morning)
            for name, path in self._files.items():
                if path.exists() and index in restored:
                    _replace(self._folder / f"{name} {index}", path)
        for day in self._final_days(morning.now):
            self._check_final("final days at the end", day, "")

    def _meet(self, event: Event, moment: float, copied: int | None) -> None:
        verb, what = event.kind.split()
        for name, path in self._files.items():
            copy = self._folder / f"{name} {copied}"
            if what in (name, "all") and (verb == "delete" or copy.exists()):
                _replace(path, copy if verb == "restore" else None, event.keeps_time)
        date_files([self._work, self._program.home], moment, self._begun)
        self._log.append((moment, f"{in_seoul(moment)} {event}", {}, {}))

    def _run(self, morning: Morning) -> None:
        self._source.begin(morning)
        # Somebody may have restored the file since it was read.
        before = set()
        if morning.trouble == "short" and not self._read():
            before = {day for day, known in self._revisions.items() if known != _SHORT}
        ended = self._program.run(
            [f"--from={FIRST_DAY}", "--update", "-o", "year.csv", "--columns", self._columns,
             *morning.options],
            folder=self._work, clock=morning.clock, kill_after=morning.kill_after)
        date_files([self._program.home, self._work], morning.clock, self._begun)
        if self._source.met_quota:
            self._quota_until = morning.now + 3 * DAY
        self._asked |= dict.fromkeys(self._source.revisions, morning.now)
        known, torn = self._revisions, self._read()
        label, check = f"{in_seoul(morning.now)} → {ended.status}", self.findings.check
        self._log.append((
            morning.now, f"{label}, {morning}", self._source.revisions,
            {day: found for day, found in self._revisions.items() if known.get(day) != found}))
        check("exit statuses", ended.status in self._expected(morning),
              f"{label}, {morning}: {ended.errors.strip()[:200]}")
        check("whole files", not torn, f"{label}: {torn}")
        for day in before:
            is_whole = self._revisions.get(day, _SHORT) != _SHORT
            check("whole charts that a short answer leaves", is_whole, f"{label}: {day}")
        if ended.status == 0 and not torn:
            left = [stray.name for stray in strays(self._work)]
            check("no unfinished files", not left, f"{label}: {left}")
            for day in self._final_days(morning.now) if morning.is_quiet else ():
                # What was asked for within the hour before is asked for again by the next run.
                rests = day in self._revisions and morning.now - self._asked.get(day, 0) < HOUR
                if not rests and day not in self._frozen:
                    self._check_final("final days after a quiet run", day, label)

    def _read(self) -> str:
        """Reads the document, and returns what is torn about it."""
        try:
            self._revisions = read(self._files["output"], self._figures)
        except ValueError as error:
            return str(error)
        return ""

    def _expected(self, morning: Morning) -> set[int]:
        """The allowed exit statuses of the run."""
        kept_going = {2} if "--keep-going" in morning.options else set()
        later = {75} | kept_going
        statuses = {0} | _STATUSES_OF.get(morning.trouble, set()) | (kept_going if morning.trouble else set())
        statuses |= set() if morning.kill_after is None else {-9}
        if morning.clock_error or morning.age or morning.date == "wrong":
            statuses |= later | {65}  # Days without a chart yet are requested.
        yesterday = day_at(morning.clock) - timedelta(1)
        if self._figures.revision(yesterday, morning.now) < 0 or morning.now < self._quota_until:
            statuses |= later
        return statuses

    def _check_final(self, name: str, day: date, label: str) -> None:
        due, revision = self._figures.last_revision(day), self._revisions.get(day)
        story = [f"{label}: {day} has {revision}, not {due}"]
        if revision != due:
            self._frozen.add(day)
            story += [f"{line}: answered {answered.get(day)}, new in the file {new.get(day)}"
                      for moment, line, answered, new in self._log if 0 <= moment - start_of(day) < 9 * DAY]
        self.findings.check(name, revision == due, "\n        ".join(story))

    def _final_days(self, now: float) -> Iterator[date]:
        day = FIRST_DAY
        while start_of(day) + 3 * DAY <= now:
            yield day
            day += timedelta(1)


def _replace(target: Path, source: Path | None, keeps_time: bool = True) -> None:
    """Puts a copy of a file or folder in the place of another one, or nothing."""
    if target.is_dir():
        shutil.rmtree(target)
    target.unlink(missing_ok=True)
    copy = shutil.copy2 if keeps_time else shutil.copy
    if source and source.is_dir():
        shutil.copytree(source, target, copy_function=copy)
    elif source:
        copy(source, target)


def lived(options: argparse.Namespace, folder: Path, columns: str) -> Findings:
    """The years of one job, in a folder of its own."""
    home, runs = folder / "home", Plan(options.years, options.seed).runs
    home.mkdir(parents=True)
    source = Changing(Figures(options.seed), runs[0])
    with Service(kobis=source) as service:
        own = Program(options.program, home, service.url("kobis"), compiled(["clock"], folder))
        job = Job(own, source, runs, folder, columns)
        job.live()
    return job.findings


def main() -> int:
    """Runs both jobs side by side; returns 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=executable, required=True, help="the bo-export to try")
    parser.add_argument("--years", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = Findings()
    with tempfile.TemporaryDirectory(prefix="mornings.") as folder, ProcessPoolExecutor() as pool:
        for life in [pool.submit(lived, options, Path(folder, columns), columns) for columns in COLUMNS]:
            found.add(life.result())
    return found.tell()


if __name__ == "__main__":
    sys.exit(main())
