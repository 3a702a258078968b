"""Years of mornings of a job that keeps a file up to date, with mishaps, on a simulated clock.

python3 mornings.py --program FILE [--years 5] [--seed 1]
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date, timedelta
from pathlib import Path

sys.dont_write_bytecode = True

from document import SHORT, Document, Torn
from figures import DAY, HOUR, Figures, day_at, in_seoul
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


class Job:
    """A machine with its files, through all its mornings."""

    def __init__(
        self, program: Program, source: Changing, runs: list[Morning], folder: Path, columns: str
    ) -> None:
        self._program, self._source, self._figures = program, source, source.figures
        self._runs, self._columns, self._folder = runs, columns, folder
        self._archive, self._work = program.home / ".cache", folder / "work"
        self._work.mkdir()
        self._document = Document(self._work / "year.csv", self._figures)
        self._begun = time.time() - DAY
        self._documents: dict[int, tuple[bytes, float]] = {}
        """The document after each run of late, and its time, to be restored."""
        self._restored = {copied_run(runs, index, event) for index, run in enumerate(runs)
                          for event in run.events}
        self._asked: dict[date, float] = {}
        self._frozen: set[date] = set()
        self._quota_until = 0.0
        self._history: dict[date, list[str]] = defaultdict(list)
        self.findings = Findings()

    def live(self) -> None:
        """Runs all mornings, and compares the result with the final figures."""
        for index, morning in enumerate(self._runs):
            for event in morning.events:
                moment = morning.now - event.before_run
                self._meet(event, moment, copied_run(self._runs, index, event))
                self._note(day_at(moment), f"{in_seoul(moment)} {event}")
            self._run(morning)
            self._copy(index, morning)
        for day in self._final_days(morning.now):
            self._check_final("final days at the end", day, "")

    def _note(self, day: date, text: str) -> None:
        self._history[day].append(text)

    # MARK: Between the runs

    def _meet(self, event: Event, moment: float, copied: int | None) -> None:
        what, path = event.kind.split()[1], self._document.path
        if event.kind == "delete output":
            path.unlink(missing_ok=True)
        elif event.kind == "delete archive":
            shutil.rmtree(self._archive, ignore_errors=True)
        if event.kind.startswith("restore") and what != "archive" and copied in self._documents:
            content, written_at = self._documents[copied]
            path.write_bytes(content)
            os.utime(path, (written_at if event.keeps_time else moment,) * 2)
        copy = self._folder / f"archive {copied}"
        if event.kind.startswith("restore") and what != "output" and copy.exists():
            shutil.rmtree(self._archive, ignore_errors=True)
            shutil.copytree(
                copy, self._archive, copy_function=shutil.copy2 if event.keeps_time else shutil.copy)
            date_files([self._archive], moment, self._begun)

    def _copy(self, index: int, morning: Morning) -> None:
        """Keeps what is restored later."""
        path = self._document.path
        if path.exists() and index in self._restored:
            self._documents[index] = (path.read_bytes(), path.stat().st_mtime)
        if index in self._restored and self._archive.exists():
            shutil.copytree(self._archive, self._folder / f"archive {index}")

    # MARK: A run

    def _run(self, morning: Morning) -> None:
        found, document = self.findings, self._document
        self._source.begin(morning)
        # Somebody may have restored the file since it was read.
        before = set()
        if morning.trouble == "short" and not self._read():
            before = {day for day, known in document.revisions.items() if known != SHORT}
        ended = self._program.run(
            [f"--from={FIRST_DAY}", "--update", "-o", "year.csv", "--columns", self._columns,
             *morning.options],
            folder=self._work, clock=morning.clock, kill_after=morning.kill_after)
        date_files([self._program.home, self._work], morning.clock, self._begun)
        label = f"{in_seoul(morning.now)} → {ended.status}"
        if not morning.is_quiet:
            self._note(day_at(morning.now), f"{label}, {morning}")
        if self._source.met_quota:
            self._quota_until = morning.now + 3 * DAY
        found.check("exit statuses", ended.status in self._expected(morning),
                    f"{label}, {morning}: {ended.errors.strip()[:200]}")
        for day, revision in self._source.revisions.items():
            self._asked[day] = morning.now
            self._note(day, f"{label}: answered {revision} of {self._figures.last_revision(day)}")
        known, torn = document.revisions, self._read()
        found.check("whole files", not torn, f"{label}: {torn}")
        for day, revision in document.revisions.items():
            if known.get(day) != revision:
                self._note(day, f"{label}: the file has {revision}")
        for day in before:
            found.check("whole charts that a short answer leaves",
                        document.revisions.get(day, SHORT) != SHORT, f"{label}: {day}")
        if ended.status == 0 and not torn:
            left = [stray.name for stray in strays(self._work)]
            found.check("no unfinished files", not left, f"{label}: {left}")
            if morning.is_quiet:
                self._look_for_frozen(morning, label)

    def _read(self) -> str:
        """Reads the document, and returns what is torn about it."""
        try:
            self._document.read()
        except (Torn, ValueError) as error:
            return str(error)
        return ""

    def _expected(self, morning: Morning) -> set[int]:
        """The allowed exit statuses of the run."""
        keeps_going = "--keep-going" in morning.options
        later = {2, 75} if keeps_going else {75}
        statuses = {0} | _STATUSES_OF.get(morning.trouble, set())
        if morning.trouble and keeps_going:
            statuses.add(2)
        if morning.kill_after is not None:
            statuses.add(-9)
        if morning.clock_error or morning.age or morning.date == "wrong":
            statuses |= later | {65}  # Days without a chart yet are requested.
        yesterday = day_at(morning.clock) - timedelta(1)
        if self._figures.revision(yesterday, morning.now) < 0 or morning.now < self._quota_until:
            statuses |= later
        return statuses

    # MARK: The figures

    def _look_for_frozen(self, morning: Morning, label: str) -> None:
        for day in self._final_days(morning.now):
            # What was asked for within the hour before is asked for again by the next run.
            rests = day in self._document.revisions and morning.now - self._asked.get(day, 0) < HOUR
            if not rests and day not in self._frozen:
                self._check_final("final days after a quiet run", day, label)

    def _check_final(self, name: str, day: date, label: str) -> None:
        due, revision = self._figures.last_revision(day), self._document.revisions.get(day)
        story = [f"{label}: {day} has {revision}, not {due}"]
        if revision != due:
            self._frozen.add(day)
            for number in range(24):
                story += self._history[day + timedelta(number)]
        self.findings.check(name, revision == due, "\n        ".join(story))

    def _final_days(self, now: float) -> Iterator[date]:
        day = FIRST_DAY
        while self._figures.final_from(day) <= now:
            yield day
            day += timedelta(1)


def lived(program: Path, library: Path, folder: Path, columns: str, years: float, seed: int) -> Findings:
    """The years of one job, in a folder of its own."""
    home = folder / "home"
    home.mkdir(parents=True)
    runs = Plan(years, seed).runs
    source = Changing(Figures(seed), runs[0])
    with Service(kobis=source) as service:
        own = Program(program, home, service.url("kobis"), {"clock": library})
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
        library = compiled(["clock"], Path(folder))["clock"]
        lives = [pool.submit(lived, options.program, library, Path(folder, columns), columns,
                             options.years, options.seed) for columns in COLUMNS]
        for life in lives:
            found.add(life.result())
    return found.tell()


if __name__ == "__main__":
    sys.exit(main())
