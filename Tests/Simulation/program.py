"""The program under test: run with a clock of its own, killed at a moment, its files dated."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from service import KEY

LONGEST_RUN = 300
"""Seconds after which a run counts as hung."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The outcome of a run."""

    status: int
    """The exit status, or the number of the signal that ended it, negative."""
    output: str
    errors: str


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
        starts it, such as strace.
        """
        libraries = [] if clock is None else [self.preloads["clock"]]
        libraries += [] if nameless else [self.preloads["no_tmpfile"]]
        settings = {} if clock is None else {"SIMULATED_TIME": str(clock)}
        if libraries:
            settings["LD_PRELOAD"] = ":".join(map(str, libraries))
        command, environment = [str(self.file), *arguments], {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "TZ": "UTC", "LC_ALL": "C.UTF-8",
            "KOBIS_BASE_URL": self.url, "KOBIS_API_KEY": KEY}
        if through:
            # The command that starts the program keeps the real clock and its own files.
            pairs = (f"{name}={value}" for name, value in settings.items())
            command = [*through, "env", *pairs, *command]
        else:
            environment |= settings
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
        try:
            output, errors = process.communicate(timeout=kill_after or LONGEST_RUN)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
        return Ended(process.returncode, output, errors)


def compiled(names: Sequence[str], folder: Path) -> dict[str, Path]:
    """Compiles the libraries beside this file, to be loaded before a program."""
    libraries = {name: folder / f"{name}.so" for name in names}
    for name, library in libraries.items():
        source = Path(__file__).with_name(f"{name}.c")
        options = ["-O2", "-Wall", "-Werror", "-shared", "-fPIC"]
        subprocess.run(["cc", *options, "-o", str(library), str(source)], check=True)
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
