"""Whole processes measured in turns: wall time, processor time, peak memory, and what they wrote."""

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import cells
import instructions
from archive import Archive
from report import Ratio, Tables, ratio

PEERS = Path(__file__).with_name("peers")
Command = Sequence[str]
"""A program and its arguments; it writes to standard output."""
Sample = dict[str, float]
"""One run, as launcher.py says: `wall` and `cpu` in milliseconds, `peak` in MB."""
Reader = Callable[[Path], Iterable[cells.Row]]

_LONGEST_COUNTED = 400
"""Milliseconds of processor time; the instructions of slower commands are not counted."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What all comparisons need: the paths of peers, the folder of the outputs, the variables of all
    commands, and the tables of the results."""

    program: str
    archive: Archive
    programs: dict[str, str]
    folder: Path
    runs: int
    environment: dict[str, str]
    tables: Tables

    def export(
        self, days: Sequence[date], source: str = "json", form: str = "csv", *more: str, replays: bool = True
    ) -> Command:
        """bo-export for these days, from recordings or from a service."""
        return [
            self.program, "--source", f"kobis-{source}", "--format", form, "--from", f"{days[0]}",
            "--to", f"{days[-1]}", *(["--replay", f"{self.archive.folder}/replay"] if replays else []), *more]

    def peer(self, tool: str, *arguments: str) -> Command:
        """The command of a peer, with paths from the folder of scripts."""
        return [self.programs.get(tool) or shutil.which(tool), *arguments]

    def run(self, command: Command, output: Path) -> Sample:
        """Runs a command once, with its standard output in that file."""
        report = self.folder / "report.json"
        output.unlink(missing_ok=True)
        with output.open("wb") as file:
            ended = subprocess.run(
                [sys.executable, "-I", "-S", Path(__file__).with_name("launcher.py"), report],
                input=json.dumps(command), cwd=PEERS, env=self.environment, stdout=file,
                stderr=subprocess.PIPE, text=True, errors="replace", check=False)
        if ended.returncode != 0:
            sys.exit(f"error: {command[0]} ended with {ended.returncode}: {ended.stderr[-1000:]}")
        return json.loads(report.read_text(encoding="utf-8"))

    def in_turns(self, commands: Sequence[Command], runs: int) -> list[list[Sample]]:
        """Runs the commands A B A B …, `runs` times each after one run to warm up.

        Every run of a command must give the same output; `output-0`, `output-1` … have the last ones.
        """
        samples: list[list[Sample]] = [[] for _ in commands]
        digests: dict[int, str] = {}
        for _ in range(runs + 1):
            for number, command in enumerate(commands):
                output = self.folder / f"output-{number}"
                samples[number].append(self.run(command, output))
                digest = hashlib.sha256(output.read_bytes()).hexdigest()
                if digests.setdefault(number, digest) != digest:
                    sys.exit(f"error: {command[0]} gave another output than before")
        return [taken[1:] for taken in samples]

    def pair(
        self, work: str, ours: Command, peer: str, theirs: Command,
        readers: tuple[Reader, Reader] | None = None, target: float | None = None, repeat: int = 1,
    ) -> Ratio:
        """Runs bo-export and a peer in turns, and compares what they wrote as `readers` read it; returns the
        processor time."""
        print(f"  {work} : {peer} …", flush=True)
        ones, others = self.in_turns([ours, theirs], self.runs * repeat)
        wall, cpu, peak = (compared(ones, others, name) for name in ("wall", "cpu", "peak"))
        note, wrong = "no output to compare", None
        if readers:
            wrong = cells.difference(*(
                read(self.folder / f"output-{number}") for number, read in enumerate(readers)))
            note = f"DIFFERENT: {wrong}" if wrong else "equal"
        counts = [
            instructions.count(command, self.environment, PEERS) if time <= _LONGEST_COUNTED else None
            for command, time in zip((ours, theirs), cpu)]
        self.tables.add(work, peer, wall, "ms", cpu, counts, peak, note, target, is_wrong=wrong is not None)
        return cpu

    def memory(
        self, what: str, many: Command, few: Command, peer: str, limit: float, target: float | None = None
    ) -> None:
        """Compares the peak memory of many days and of few."""
        work = f"peak memory, {len(self.archive.days):,} days {what}"
        print(f"  {work} …", flush=True)
        found = compared(*self.in_turns([many, few], self.runs), "peak")
        self.tables.add(work, peer, found, "MB", target=target, limit=limit)


def compared(ones: list[Sample], others: list[Sample], quantity: str) -> Ratio:
    """The ratio of one quantity of the samples."""
    return ratio([one[quantity] for one in ones], [other[quantity] for other in others])
