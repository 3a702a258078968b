"""A home and a folder in which the program is killed again and again."""

from __future__ import annotations

import json
import os
import re
import shutil
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from figures import Figures
from program import Ended, Program, compiled, strays
from service import Service

_RANGE = ("--from=2024-05-01", "--to=2024-05-30")
_COMMIT = ("fsync", "linkat", "rename", "renameat", "renameat2", "unlink", "unlinkat")
"""The system calls around a commit."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A command that replaces files."""

    name: str
    arguments: tuple[str, ...]
    before: tuple[str, ...] | None = None
    """The command that wrote what is there; None for the same one, with other figures."""


SCENARIOS = (
    Scenario("one file", (*_RANGE, "-o", "out/x.csv")),
    Scenario(
        "update", (*_RANGE, "--update", "-o", "out/x.csv"),
        before=("--from=2024-05-01", "--to=2024-05-20", "-o", "out/x.csv")),
    Scenario("a file a day", (*_RANGE, "-o", "out/{date}.csv")),
    Scenario("report", (*_RANGE, "-o", "out/x.csv", "--report", "reports/run.json")),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """The task of a killed run, and its starting conditions."""

    scenario: Scenario
    is_warm: bool
    """Whether the archive has all answers, so that the run is nothing but writing."""
    nameless: bool
    """Whether the file system has nameless files (O_TMPFILE)."""

    def __str__(self) -> str:
        archive = "full archive" if self.is_warm else "empty archive"
        return f"{self.scenario.name}, {archive}{'' if self.nameless else ', no O_TMPFILE'}"


@dataclass(slots=True)
class Findings:
    """The results of the kills."""

    kills: Counter[str] = field(default_factory=Counter)
    """The number of kills of each kind: `random`, `aimed`, with or without O_TMPFILE."""
    kept: int = 0
    """The number of documents that were the old ones after a kill."""
    replaced: int = 0
    """The number of those that were the new ones."""
    left_by_kill: Counter[str] = field(default_factory=Counter)
    """The number of kills of each kind that left an unfinished file beside the output or report."""
    torn: list[str] = field(default_factory=list)
    strays: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    """The next runs that did not end well, and archives with damaged answers."""
    archive_strays: int = 0
    """The number of unfinished files in the archives after the next run; it is not judged."""

    @property
    def is_clean(self) -> bool:
        return not (self.torn or self.strays or self.failed)


class Yard:
    """A home and a folder in which the program is killed again and again."""

    def __init__(self, folder: Path, program: Path, service: Service, stray_age: int) -> None:
        self._references = folder / "references"
        self._home, self._work = folder / "home", folder / "work"
        self._service = service
        self._stray_age = stray_age
        preloads = compiled(["no_tmpfile"], folder)
        self._program = Program(program, self._home, service.url, preloads)
        self._old_figures, self._new_figures = Figures(0), Figures(1)
        self.findings = Findings()
        for scenario in SCENARIOS:
            self._make_references(scenario)

    # MARK: The old documents, and the expected ones

    def _make_references(self, scenario: Scenario) -> None:
        figures = self._new_figures if scenario.before else self._old_figures
        self._clear()
        self._make("old", scenario, scenario.before or scenario.arguments, figures)
        # The archive must not have the old figures, but an update continues from the old file.
        shutil.rmtree(self._home)
        self._make("new", scenario, scenario.arguments, self._new_figures)
        shutil.copytree(self._home, self._reference(scenario, "home"))

    def _make(
        self, which: str, scenario: Scenario, arguments: tuple[str, ...], figures: Figures
    ) -> None:
        self._home.mkdir(exist_ok=True)
        self._service.figures = figures
        ended = self._program.run(arguments, folder=self._work)
        if ended.status != 0:
            sys.exit(f"'{scenario.name}' ends with {ended.status} by itself: {ended.errors}")
        shutil.copytree(self._work, self._reference(scenario, which))

    def _reference(self, scenario: Scenario, which: str) -> Path:
        return self._references / scenario.name.replace(" ", "-") / which

    def _clear(self) -> None:
        for folder in (self._home, self._work):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        (self._work / "out").mkdir()
        (self._work / "reports").mkdir()

    def _prepare(self, setting: Setting) -> None:
        """The old documents, and the archive that the run is to find."""
        for folder in (self._home, self._work):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self._reference(setting.scenario, "old"), self._work)
        if setting.is_warm:
            shutil.copytree(self._reference(setting.scenario, "home"), self._home)
        else:
            self._home.mkdir()

    # MARK: A kill

    def seconds(self, setting: Setting) -> float:
        """The duration of a run that is not killed."""
        times = []
        for _ in range(3):
            self._prepare(setting)
            times.append(self._run(setting).seconds)
        return statistics.median(times)

    def calls(self, setting: Setting, strace: str) -> dict[str, int]:
        """The largest number of times that a thread makes each system call of a commit."""
        self._prepare(setting)
        log = self._home / "strace.log"
        ended = self._run(setting, through=straced(strace, log, f"trace={','.join(_COMMIT)}"))
        if ended.status != 0:
            sys.exit(f"{setting}: it ends with {ended.status} under strace: {ended.errors}")
        made = Counter(re.findall(r"^(\d+) +(\w+)\(", log.read_text(), re.MULTILINE))
        most: dict[str, int] = {}
        for (_, call), count in made.items():
            most[call] = max(most.get(call, 0), count)
        return most

    def kill(
        self, kind: str, setting: Setting, *, after: float | None = None,
        through: tuple[str, ...] = (), label: str,
    ) -> bool:
        """Kills a run, and checks the files; returns False if the run had already ended."""
        self._prepare(setting)
        if not self._run(setting, kill_after=after, through=through).is_killed:
            return False
        kind = f"{kind}{'' if setting.nameless else ', no O_TMPFILE'}"
        self.findings.kills[kind] += 1
        self._look_at_documents(setting, label)
        left = strays(self._work)
        self.findings.left_by_kill[kind] += bool(left)
        for stray in left:
            moment = time.time() - self._stray_age
            os.utime(stray, (moment, moment))
        self._look_at_archive(label)
        self._look_at_next_run(setting, label)
        return True

    def _run(
        self, setting: Setting, kill_after: float | None = None, through: tuple[str, ...] = ()
    ) -> Ended:
        self._service.begin(self._service.conditions)
        return self._program.run(
            setting.scenario.arguments, folder=self._work, kill_after=kill_after,
            nameless=setting.nameless, through=through)

    # MARK: The files that are left

    def _look_at_documents(self, setting: Setting, label: str) -> None:
        old, new = (self._documents(self._reference(setting.scenario, which))
                    for which in ("old", "new"))
        found = self._documents(self._work)
        for name in sorted(old.keys() | new.keys() | found.keys()):
            content = found.get(name)
            if content == new.get(name) or (name.endswith(".json") and _is_json(content)):
                self.findings.replaced += 1
            elif content == old.get(name):
                self.findings.kept += 1
            else:
                size = "not there" if content is None else f"{len(content)} bytes"
                self.findings.torn.append(f"{label}: {name}: {size}")

    @staticmethod
    def _documents(folder: Path) -> dict[str, bytes]:
        unfinished = set(strays(folder))
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*") if path.is_file() and path not in unfinished
        }

    def _look_at_archive(self, label: str) -> None:
        ended = self._program.run(["cache", "status"], folder=self._work)
        damaged = re.search(r"(\d+) damaged", ended.output)
        if ended.status != 0 or (damaged and damaged[1] != "0"):
            self.findings.failed.append(f"{label}: cache status: {ended.output}{ended.errors}")

    def _look_at_next_run(self, setting: Setting, label: str) -> None:
        ended = self._run(setting)
        # One of the days has a short chart, which every run tells.
        others = re.sub(r".*only \d+ of 10 rows.*", "", ended.errors)
        if ended.status != 0 or "warning" in others:
            self.findings.failed.append(f"{label}: next run: {ended.status} {ended.errors}")
        new = self._documents(self._reference(setting.scenario, "new"))
        found = self._documents(self._work)
        for name in sorted(new.keys() | found.keys()):
            if not name.endswith(".json") and found.get(name) != new.get(name):
                self.findings.torn.append(f"{label}: {name} after the next run")
        if left := strays(self._work):
            self.findings.strays.append(
                f"{label}: {', '.join(str(stray.relative_to(self._work)) for stray in left)}")
        self.findings.archive_strays += len(strays(self._home))


def _is_json(content: bytes | None) -> bool:
    try:
        return content is not None and isinstance(json.loads(content), dict)
    except ValueError:
        return False


def straced(strace: str, log: Path, *expressions: str) -> tuple[str, ...]:
    """The command that starts another under strace, with those `-e` expressions."""
    options = [part for expression in expressions for part in ("-e", expression)]
    return (strace, "-f", "-qq", "-o", str(log), *options)


SETTINGS = tuple(
    Setting(scenario, is_warm, nameless)
    for scenario in SCENARIOS for is_warm in (True, False) for nameless in (True, False))
