"""Whole processes measured: wall time, processor time and peak memory, in turns."""

from __future__ import annotations

import hashlib
import json
import math
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_LONGEST = 300
"""Seconds after which a command is killed."""


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
    """One run."""

    wall: float
    """Seconds from start to end."""
    cpu: float
    """Seconds of user and system time, its children's included."""
    peak: int
    """The most memory it had at once, in bytes."""


class RunFailed(Exception):
    """A command that ended with an error, or gave another output than the time before."""


class Launcher:
    """The process that starts the commands."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._folder = folder
        self.environment = environment
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(Path(__file__).with_name("launcher.py"))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )

    def run(self, command: Command) -> Sample:
        """Runs `command` once."""
        errors = self._folder / "errors.txt"
        if command.output.is_file():
            command.output.unlink()
        job = {
            "arguments": list(command.arguments),
            "environment": self.environment | command.environment,
            "folder": str(self._folder),
            "output": "/dev/null" if command.writes_itself else str(command.output),
            "errors": str(errors),
            "seconds": _LONGEST,
        }
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RunFailed(f"{command.name} cannot be started")
        report = json.loads(line)
        if report["status"] != 0:
            print(errors.read_text(errors="replace")[-1000:], file=sys.stderr)
            raise RunFailed(f"{command.name} ended with {report['status']}")
        return Sample(report["wall"], report["cpu"], report["peak"])

    def close(self) -> None:
        """Ends the process."""
        if self._process.stdin:
            self._process.stdin.close()
        self._process.wait()


def in_turns(
    launcher: Launcher, commands: Sequence[Command], runs: int
) -> list[list[Sample]]:
    """Runs the commands A B A B …, `runs` times each after one run to warm up.

    Every run of a command must give the same output.
    """
    samples: list[list[Sample]] = [[] for _ in commands]
    digests: list[str] = []
    for command in commands:
        launcher.run(command)
        digests.append(_digest(command.output))
    for _ in range(runs):
        for command, taken, digest in zip(commands, samples, digests, strict=True):
            taken.append(launcher.run(command))
            if _digest(command.output) != digest:
                raise RunFailed(f"{command.name} gave another output than before")
    return samples


def _digest(output: Path) -> str:
    if not output.is_file():
        return ""
    with output.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Ratio:
    """A quantity of two commands that ran in turns."""

    one: float
    """The first command's median."""
    other: float
    """The second command's median."""
    low: float
    """The lower quartile of the ratios of runs next to each other."""
    high: float
    """The upper quartile of them."""

    @property
    def value(self) -> float:
        """The ratio of the medians."""
        return self.one / self.other if self.other else math.nan


def ratio(
    ones: Sequence[Sample], others: Sequence[Sample], quantity: Callable[[Sample], float]
) -> Ratio:
    """The ratio of a quantity in two series of runs."""
    return ratio_of([quantity(one) for one in ones], [quantity(other) for other in others])


def ratio_of(ones: Sequence[float], others: Sequence[float]) -> Ratio:
    """The ratio of two series of numbers."""
    # Noise can leave nothing of a small cost, and nothing can be divided by that.
    ratios = [one / other for one, other in zip(ones, others, strict=True) if other > 0]
    low, _, high = (
        statistics.quantiles(ratios, n=4) if len(ratios) > 1 else (ratios or [math.nan]) * 3)
    return Ratio(statistics.median(ones), statistics.median(others), low, high)
