"""The program under test: run with a clock of its own, killed at a moment, its files dated."""

import os
import signal
import subprocess
import sys
from collections import namedtuple
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from service import KEY

LONGEST_RUN = 300
"""Seconds after which a run counts as hung."""

Ended = namedtuple("Ended", "status output errors")
"""The outcome of a run. The status is the exit status, or minus the number of the signal that ended it."""


@dataclass(slots=True)
class Program:
    """An executable with a home of its own."""

    file: Path
    home: Path
    url: str
    preloads: Mapping[str, Path] = field(default_factory=dict)

    def run(
        self, arguments: Sequence[str], *, folder: Path, clock: int | None = None,
        kill_after: float | None = None, nameless: bool = True, through: Sequence[str] = (),
    ) -> Ended:
        """Runs the program in a folder.

        `clock` is what its clock says when it begins, `kill_after` the seconds until SIGKILL,
        `nameless` whether the file system has nameless files, and `through` the command that
        starts it, such as strace; that keeps the real clock and its own files.
        """
        libraries = ["clock"] * (clock is not None) + ["no_tmpfile"] * (not nameless)
        own = {"LD_PRELOAD": ":".join(str(self.preloads[name]) for name in libraries)} if libraries else {}
        own |= {} if clock is None else {"SIMULATED_TIME": str(clock)}
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "TZ": "UTC", "LC_ALL": "C.UTF-8",
            "KOBIS_BASE_URL": self.url, "KOBIS_API_KEY": KEY}
        command = [self.file, *arguments]
        if through:
            command = [*through, "env", *(f"{name}={value}" for name, value in own.items()), *command]
        else:
            environment |= own
        try:
            run = subprocess.run(
                command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                encoding="utf-8", errors="replace", timeout=kill_after or LONGEST_RUN)
        except subprocess.TimeoutExpired:
            return Ended(-signal.SIGKILL, "", "")
        return Ended(run.returncode, run.stdout, run.stderr)


def compiled(names: Sequence[str], folder: Path) -> dict[str, Path]:
    """Compiles the libraries beside this file, to be loaded before a program."""
    libraries = {name: folder / f"{name}.so" for name in names}
    for name, library in libraries.items():
        subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library,
                        Path(__file__).with_name(f"{name}.c")], check=True)
    return libraries


def executable(text: str) -> Path:
    """The program that an argument names."""
    path = Path(text).resolve()
    if not os.access(path, os.X_OK) or path.is_dir():
        sys.exit(f"'{text}' is not a program: swift build -c release --product bo-export")
    return path


def date_files(folders: Sequence[Path], clock: float, dated_after: float) -> None:
    """Redates by `clock` the files that the kernel dated by the real clock: all after `dated_after`."""
    for path in (path for folder in folders for path in folder.rglob("*")):
        if path.lstat().st_mtime > dated_after:
            os.utime(path, (clock, clock), follow_symlinks=False)


def strays(folder: Path) -> list[Path]:
    """The unfinished files that the program has left in a folder or below it."""
    return sorted(folder.rglob(".bo-export.*.tmp"))
