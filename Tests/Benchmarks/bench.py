"""Whole processes measured in turns: wall time, processor time, peak memory, and what they wrote."""

from __future__ import annotations

import hashlib
import json
import math
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cells
import instructions
from archive import Archive
from tools import PEERS, Tools

Reader = Callable[[Path], Iterable[cells.Row]]


@dataclass(frozen=True, slots=True)
class Command:
    """A command, and the destination of its output."""

    arguments: Sequence[str]
    output: Path
    """The file (or folder of files) that its output is in afterwards, however it gets there."""
    writes_itself: bool = False
    """Whether the command opens the output itself, and standard output goes nowhere."""
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The program's name, for messages."""
        return Path(self.arguments[0]).name


@dataclass(frozen=True, slots=True)
class Sample:
    """One run: milliseconds from start to end, milliseconds of user and system time, its children's
    included, and the most memory it had at once, in MB."""

    wall: float
    cpu: float
    peak: float


class RunFailed(Exception):
    """A command that ended with an error, or gave another output than the time before."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A quantity of two commands that ran in turns: both medians, and the quartiles of the ratios of
    runs next to each other."""

    one: float
    other: float
    low: float
    high: float

    @property
    def value(self) -> float:
        """The ratio of the medians."""
        return self.one / self.other if self.other else math.nan


def ratio(ones: Sequence[float], others: Sequence[float]) -> Ratio:
    """The ratio of two series of numbers."""
    # Noise can leave nothing of a small cost, and nothing can be divided by that.
    ratios = [one / other for one, other in zip(ones, others, strict=True) if other > 0]
    low, _, high = (
        statistics.quantiles(ratios, n=4) if len(ratios) > 1 else (ratios or [math.nan]) * 3)
    return Ratio(statistics.median(ones), statistics.median(others), low, high)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one comparison: a task of bo-export, and the peer that it is compared with."""

    work: str
    peer: str
    ratio: Ratio | None = None
    """The medians and their ratio; None where the peer is missing."""
    unit: str = "ms"
    """The unit of the medians: ms, MB or µs/row."""
    cpu: Ratio | None = None
    """Processor time in ms, which a busy machine changes less."""
    peak: Ratio | None = None
    """Peak memory in MB."""
    instructions: tuple[float | None, float | None] = (None, None)
    """The instructions of both, in millions; None where they were not counted."""
    target: float | None = None
    """The upper limit of the ratio."""
    limit: float | None = None
    """The limit that bo-export's own median must stay below."""
    note: str = "–"
    """Whether the outputs are equal, or why there is no ratio."""
    is_wrong: bool = False
    """Whether the outputs differ, or a command failed."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The inputs of the comparisons."""

    program: str
    archive: Archive
    tools: Tools
    folder: Path
    """The folder of the outputs."""
    runs: int

    @property
    def environment(self) -> dict[str, str]:
        """The variables of all commands."""
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8"}

    def export(
        self, days: int, source: str = "json", form: str = "csv", *more: str, since: int = 0,
        environment: dict[str, str] | None = None,
    ) -> Command:
        """bo-export for that many days, from recordings unless there is an environment."""
        first, last = self.archive.days[since], self.archive.days[since + days - 1]
        arguments = [
            self.program, "--source", f"kobis-{source}", "--format", form,
            "--from", f"{first}", "--to", f"{last}", *more,
        ]
        if environment is None:
            arguments += ["--replay", str(self.archive.replay)]
        output = self.folder / "-".join(["ours", source, *more[1:2], f"{days}.{form}"])
        return Command(arguments, output, environment=environment or {})

    def python(self, script: str, *arguments: str) -> Command:
        """A peer that is a Python script, and writes to standard output."""
        path = self.folder / f"{script}.out"
        return Command([self.tools.programs["python"], str(PEERS / script), *arguments], path)

    def run(self, command: Command) -> Sample:
        """Runs a command once."""
        if command.output.is_file():
            command.output.unlink()
        report = self.folder / "report.json"
        launcher = [sys.executable, "-I", "-S", str(Path(__file__).with_name("launcher.py"))]
        with open(os.devnull if command.writes_itself else command.output, "wb") as output:
            ended = subprocess.run(
                [*launcher, str(report)], input=json.dumps(command.arguments), cwd=self.folder,
                env=self.environment | command.environment, stdout=output,
                stderr=subprocess.PIPE, text=True, errors="replace", check=False)
        if ended.returncode != 0:
            errors = " ".join(ended.stderr.split())[-1000:]
            raise RunFailed(f"{command.name} ended with {ended.returncode}: {errors}")
        return Sample(**json.loads(report.read_text(encoding="utf-8")))

    def in_turns(self, commands: Sequence[Command], runs: int) -> list[list[Sample]]:
        """Runs the commands A B A B …, `runs` times each after one run to warm up.

        Every run of a command must give the same output.
        """
        samples: list[list[Sample]] = [[] for _ in commands]
        digests: dict[int, str] = {}
        for _ in range(runs + 1):
            for number, command in enumerate(commands):
                samples[number].append(self.run(command))
                digest = _digest(command.output)
                if digests.setdefault(number, digest) != digest:
                    raise RunFailed(f"{command.name} gave another output than before")
        return [taken[1:] for taken in samples]

    def pair(
        self, work: str, ours: Command, peer: str, tool: str, theirs: Command,
        readers: tuple[Reader, Reader] | None = None, target: float | None = None, repeat: int = 1,
    ) -> Outcome:
        """Runs bo-export and a peer in turns, and compares what they wrote as `readers` read it."""
        outcome = Outcome(work, peer, target=target)
        if tool in self.tools.missing:
            return replace(outcome, note=f"missing: {self.tools.missing[tool]}")
        print(f"  {work} : {peer} …", flush=True)
        try:
            ones, others = self.in_turns([ours, theirs], self.runs * repeat)
        except RunFailed as error:
            return replace(outcome, note=f"FAILED: {error}", is_wrong=True)
        note, wrong = "no output to compare", None
        if readers:
            wrong = cells.difference(readers[0](ours.output), readers[1](theirs.output))
            note = f"DIFFERENT: {wrong}" if wrong else "equal"
        wall, cpu, peak = (_compared(ones, others, name) for name in ("wall", "cpu", "peak"))
        return replace(
            outcome, ratio=wall, cpu=cpu, peak=peak, note=note, is_wrong=wrong is not None,
            instructions=(self._counted(ours, cpu.one), self._counted(theirs, cpu.other)))

    def _counted(self, command: Command, cpu: float) -> float | None:
        """The instructions of a command that is quick enough to be counted, in millions."""
        if cpu > 400:
            return None
        return instructions.count(command.arguments, self.environment | command.environment)

    def memory(
        self, what: str, many: Command, few: Command, peer: str, limit: float,
        target: float | None = None,
    ) -> Outcome:
        """Compares the peak memory of many days and of few."""
        work = f"peak memory, {len(self.archive.days):,} days {what}"
        print(f"  {work} …", flush=True)
        ones, others = self.in_turns([many, few], self.runs)
        return Outcome(
            work, peer, _compared(ones, others, "peak"), "MB", target=target, limit=limit)


def _digest(output: Path) -> str:
    if not output.is_file():
        return ""
    with output.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _compared(ones: list[Sample], others: list[Sample], quantity: str) -> Ratio:
    return ratio(
        [getattr(one, quantity) for one in ones], [getattr(other, quantity) for other in others])
