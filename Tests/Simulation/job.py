"""The job of the simulated mornings: a machine with its files, and the changes to them."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import plan
from document import SHORT, Document, Torn
from figures import DAY, HOUR, day_at, in_seoul
from findings import Findings
from plan import FIRST_DAY, Event, Morning
from program import Ended, Program, date_files, strays
from service import Service

_STATUSES_OF = {
    "down": {69}, "days down": {69}, "quota": {75}, "cut off": {65, 69}, "page": {65, 69},
}
"""The exit statuses of a run that meets a trouble, besides success."""


@dataclass(slots=True)
class Copies:
    """Copies that are restored: of the document after every run, of the archive after some."""

    documents: dict[int, tuple[bytes, float]] = field(default_factory=dict)
    archives: dict[int, Path] = field(default_factory=dict)


class Job:
    """One job, through all its mornings."""

    def __init__(
        self, program: Path, library: Path, service: Service, runs: list[Morning],
        folder: Path, columns: tuple[str, ...], stray_age: int,
    ) -> None:
        self._service = service
        self._figures = service.figures
        self._runs = runs
        self._folder = folder
        self._home, self._work = folder / "home", folder / "work"
        self._home.mkdir()
        self._work.mkdir()
        self._program = Program(program, self._home, service.url, {"clock": library})
        self._document = Document(self._work / "year.csv", self._figures)
        self._columns = columns
        self._stray_age = stray_age
        self._begun = time.time() - DAY
        self._copies = Copies()
        self._asked: dict[date, Morning] = {}
        self._quota_until = 0.0
        self.findings = Findings()

    @property
    def _archive(self) -> Path:
        return self._home / ".cache"

    def live(self) -> Findings:
        """Runs all mornings, and compares the result with the final figures."""
        for index, morning in enumerate(self._runs):
            for event in morning.events:
                self._meet(event, index)
            self._run(index, morning)
        self._compare(self._runs[-1].now)
        return self.findings

    # MARK: Between the runs

    def _meet(self, event: Event, index: int) -> None:
        morning = self._runs[index]
        moment = morning.now - event.before_run
        copied = plan.copied_run(self._runs, index, event)
        match event.kind:
            case "delete output":
                self._document.path.unlink(missing_ok=True)
            case "delete archive":
                shutil.rmtree(self._archive, ignore_errors=True)
            case "restore output":
                self._restore_document(copied, moment, event)
            case "restore archive":
                self._restore_archive(copied, moment, event)
            case "restore all":
                self._restore_document(copied, moment, event)
                self._restore_archive(copied, moment, event)
        self._note(moment, str(event))

    def _restore_document(self, copied: int | None, moment: float, event: Event) -> None:
        copy = self._copies.documents.get(copied) if copied is not None else None
        if copy is None:
            return
        content, written_at = copy
        self._document.path.write_bytes(content)
        time_shown = written_at if event.keeps_time else moment
        os.utime(self._document.path, (time_shown, time_shown))

    def _restore_archive(self, copied: int | None, moment: float, event: Event) -> None:
        copy = self._copies.archives.get(copied) if copied is not None else None
        if copy is None:
            return
        shutil.rmtree(self._archive, ignore_errors=True)
        shutil.copytree(
            copy, self._archive, copy_function=shutil.copy2 if event.keeps_time else shutil.copy)
        date_files([self._archive], moment, self._begun)

    def _copy(self, index: int, morning: Morning) -> None:
        path = self._document.path
        if path.exists():
            self._copies.documents[index] = (path.read_bytes(), path.stat().st_mtime)
        for old in [old for old in self._copies.documents
                    if self._runs[old].now < morning.now - 25 * DAY]:
            del self._copies.documents[old]
        if morning.is_snapshot and self._archive.exists():
            self._copies.archives[index] = self._folder / f"archive {index}"
            shutil.copytree(self._archive, self._copies.archives[index])

    # MARK: A run

    def _run(self, index: int, morning: Morning) -> None:
        findings = self.findings
        self._service.begin(morning.conditions)
        before = self._whole_days() if morning.conditions.trouble == "short" else set()
        arguments = [
            f"--from={FIRST_DAY}", "--update", "-o", "year.csv", "--columns",
            ",".join(self._columns), *morning.options,
        ]
        ended = self._program.run(
            arguments, folder=self._work, clock=morning.clock, kill_after=morning.kill_after)
        date_files([self._home, self._work], morning.clock, self._begun)
        findings.runs += 1
        findings.quiet_runs += morning.is_quiet
        findings.statuses[ended.status] += 1
        label = f"{in_seoul(morning.now)} [{morning}] → {ended.status}"
        if str(morning) != "quiet":
            self._note(morning.now, f"[{morning}] → {ended.status}")
        if self._service.seen.met_quota:
            self._quota_until = morning.now + 3 * DAY
        if ended.status not in self._expected(morning):
            findings.unexpected.append(f"{label}: {ended.errors.strip()[:200]}")
        self._log_answers(morning, label)
        self._read(morning, ended, label)
        findings.lost += [
            f"{label}: {day}" for day in sorted(before)
            if self._document.revisions.get(day, SHORT) == SHORT]
        self._copy(index, morning)

    def _whole_days(self) -> set[date]:
        """The days of which the document has a whole chart."""
        try:
            self._document.read()
        except (Torn, ValueError):
            return set()
        return {day for day, known in self._document.revisions.items() if known != SHORT}

    def _expected(self, morning: Morning) -> set[int]:
        """The allowed exit statuses of the run."""
        conditions = morning.conditions
        keeps_going = "--keep-going" in morning.options
        later = {2, 75} if keeps_going else {75}
        statuses = {0} | _STATUSES_OF.get(conditions.trouble, set())
        if conditions.trouble and keeps_going:
            statuses.add(2)
        if morning.kill_after is not None:
            statuses.add(-9)
        if morning.clock_error or conditions.age or conditions.date == "wrong":
            statuses |= later | {65}  # Days without a chart yet are requested.
        yesterday = day_at(morning.clock) - timedelta(1)
        if self._figures.revision(yesterday, morning.now) < 0 or morning.now < self._quota_until:
            statuses |= later
        return statuses

    def _log_answers(self, morning: Morning, label: str) -> None:
        for day, revision in sorted(self._service.seen.revisions.items()):
            self._asked[day] = morning
            last = self._figures.last_revision(day)
            self.findings.history[day].append(f"{label}: answered {revision} of {last}")

    def _read(self, morning: Morning, ended: Ended, label: str) -> None:
        findings, document = self.findings, self._document
        try:
            changed = document.read()
        except (Torn, ValueError) as torn:
            findings.torn.append(f"{label}: {torn}")
            return
        for day in changed:
            findings.history[day].append(f"{label}: the file has {document.revisions[day]}")
        if ended.status != 0:
            return
        for stray in strays(self._work):
            if morning.clock - stray.stat().st_mtime >= self._stray_age:
                findings.strays.append(f"{label}: {stray.name}")
        if morning.is_quiet:
            self._look_for_frozen(morning, label)

    def _look_for_frozen(self, morning: Morning, label: str) -> None:
        for day in self._final_days(morning.now):
            revision = self._document.revisions.get(day)
            if revision == self._figures.last_revision(day):
                continue
            asked = self._asked.get(day)
            if revision is not None and asked and morning.now - asked.now < HOUR:
                self.findings.resting.add(day)
            elif day not in self.findings.frozen:
                self.findings.frozen[day] = label
                self.findings.last_told[asked.time_told if asked else "never asked"] += 1

    def _final_days(self, now: float) -> Iterator[date]:
        day = FIRST_DAY
        while self._figures.final_from(day) <= now:
            yield day
            day += timedelta(1)

    def _compare(self, now: float) -> None:
        for day in self._final_days(now):
            revision = self._document.revisions.get(day)
            if revision is None:
                self.findings.missing.append(day)
            elif revision != self._figures.last_revision(day):
                self.findings.wrong.append(day)

    def _note(self, moment: float, text: str) -> None:
        self.findings.mishaps.append((moment, f"{in_seoul(moment)} {text}"))
