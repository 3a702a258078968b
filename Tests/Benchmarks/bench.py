"""The inputs of the comparisons, and their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import cells
import instructions
from archive import Archive
from measure import Command, Launcher, Ratio, RunFailed, Sample, in_turns, ratio
from tools import Tools

PEERS = Path(__file__).with_name("peers")
"""The folder of the peers' scripts."""
MEGABYTE = 10**6
_LONGEST_COUNTED = 0.4
"""Seconds of processor time; callgrind takes fifty times as long."""

Rows = Callable[[], Iterable[cells.Row]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one comparison."""

    work: str
    """The task of bo-export."""
    peer: str
    """The peer that it is compared with."""
    unit: str = "ms"
    """The unit of the medians: ms, MB or µs/row."""
    ratio: Ratio | None = None
    """The medians in that unit and their ratio; None where the peer is missing."""
    peaks: tuple[float, float] | None = None
    """The median peak memory of both, in MB."""
    cpus: tuple[float, float] | None = None
    """The median processor time of both, in ms, which a busy machine changes less."""
    instructions: tuple[float | None, float | None] = (None, None)
    """The instructions of both, in millions; None where they were not counted."""
    target: float | None = None
    """The upper limit of the ratio."""
    limit: float | None = None
    """The limit that bo-export's own median must stay below."""
    note: str = ""
    """Whether the outputs are equal, or why there is no ratio."""
    is_wrong: bool = False
    """Whether the outputs differ, or a command failed."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The inputs of the comparisons."""

    program: str
    archive: Archive
    tools: Tools
    launcher: Launcher
    folder: Path
    """The folder of the outputs."""
    runs: int

    def export(
        self, days: int, source: str = "json", form: str = "csv", *more: str,
        since: int = 0, environment: dict[str, str] | None = None,
    ) -> Command:
        """bo-export for that many days, from recordings unless there is an environment."""
        first, last = self.archive.days[since], self.archive.days[since + days - 1]
        arguments = [
            self.program, "--source", f"kobis-{source}", "--format", form,
            "--from", f"{first}", "--to", f"{last}", *more,
        ]
        if environment is None:
            arguments += ["--replay", str(self.archive.replay)]
        output = self.folder / f"ours-{source}-{days}.{form}"
        return Command(arguments, output, environment=environment or {})

    def python(self, script: str, *arguments: str, itself: bool = False) -> Command:
        """A peer that is a Python script, and perhaps opens its output itself."""
        path = self.folder / f"{Path(script).stem}.out"
        more = [str(path)] if itself else []
        return Command([self.tools.python, str(PEERS / script), *arguments, *more], path, itself)

    def pair(
        self, work: str, ours: Command, peer: str, tool: str, theirs: Command,
        our_rows: Rows | None = None, their_rows: Rows | None = None,
        target: float | None = None, repeat: int = 1,
    ) -> Outcome:
        """Runs bo-export and a peer in turns, and compares what they wrote."""
        return self.pairs(
            work, ours, peer, tool, theirs, our_rows, their_rows, target, repeat)[0]

    def pairs(
        self, work: str, ours: Command, peer: str, tool: str, theirs: Command,
        our_rows: Rows | None = None, their_rows: Rows | None = None,
        target: float | None = None, repeat: int = 1, cpu_target: float | None = None,
    ) -> list[Outcome]:
        """Does the same, and compares wall time and then processor time."""
        if tool in self.tools.missing:
            return [Outcome(
                work, peer, target=target, note=f"missing: {self.tools.missing[tool]}")]
        print(f"  {work} : {peer} …", flush=True)
        try:
            ones, others = in_turns(self.launcher, [ours, theirs], self.runs * repeat)
        except RunFailed as error:
            return [Outcome(work, peer, target=target, note=f"FAILED: {error}", is_wrong=True)]
        note, wrong = "no output to compare", None
        if our_rows and their_rows:
            wrong = cells.difference(our_rows(), their_rows())
            note = "equal" if wrong is None else f"DIFFERENT: {wrong}"
        wall = Outcome(
            work, peer, ratio=ratio(ones, others, lambda sample: sample.wall * 1000),
            peaks=medians(ones, others, lambda sample: sample.peak / MEGABYTE),
            cpus=medians(ones, others, lambda sample: sample.cpu * 1000),
            instructions=(self._instructions(ours, ones), self._instructions(theirs, others)),
            target=target, note=note, is_wrong=wrong is not None)
        processor = Outcome(
            f"processor time, {work}", peer,
            ratio=ratio(ones, others, lambda sample: sample.cpu * 1000), target=cpu_target,
            note="–")
        return [wall, processor]

    def _instructions(self, command: Command, samples: list[Sample]) -> float | None:
        """The instructions of a command that is quick enough to be counted, in millions."""
        if min(sample.cpu for sample in samples) > _LONGEST_COUNTED:
            return None
        environment = self.launcher.environment | command.environment
        return instructions.count(tuple(command.arguments), tuple(environment.items()))


def medians(
    ones: list[Sample], others: list[Sample], quantity: Callable[[Sample], float]
) -> tuple[float, float]:
    """The medians of a quantity in two series of runs."""
    both = ratio(ones, others, quantity)
    return both.one, both.other
