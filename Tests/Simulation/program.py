"""The program under test: run with a clock of its own, killed at a moment, its files dated."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
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
    seconds: float
    """The real duration."""

    @property
    def is_killed(self) -> bool:
        """Whether it was ended by SIGKILL."""
        return self.status == -9


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
        settings = self._settings(clock, nameless)
        command, environment = [str(self.file), *arguments], self._environment()
        if through:
            # The command that starts the program keeps the real clock and its own files.
            command = [*through, "env", *(f"{name}={value}" for name, value in settings.items()),
                       *command]
        else:
            environment |= settings
        begun = time.monotonic()
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
        try:
            output, errors = process.communicate(timeout=kill_after or LONGEST_RUN)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
        return Ended(process.returncode, output, errors, time.monotonic() - begun)

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "TZ": "UTC", "LC_ALL": "C.UTF-8",
            "KOBIS_BASE_URL": self.url, "KOBIS_API_KEY": KEY,
        }

    def _settings(self, clock: int | None, nameless: bool) -> dict[str, str]:
        settings = {}
        libraries = []
        if clock is not None:
            settings["SIMULATED_TIME"] = str(clock)
            libraries.append(self.preloads["clock"])
        if not nameless:
            libraries.append(self.preloads["no_tmpfile"])
        if libraries:
            settings["LD_PRELOAD"] = ":".join(map(str, libraries))
        return settings


def compiled(names: Sequence[str], folder: Path) -> dict[str, Path]:
    """Compiles the libraries beside this file, to be loaded before a program."""
    compiler = needed("cc", "gcc or clang")
    libraries = {}
    for name in names:
        library = folder / f"{name}.so"
        source = Path(__file__).with_name(f"{name}.c")
        options = ["-O2", "-Wall", "-Werror", "-shared", "-fPIC"]
        subprocess.run([compiler, *options, "-o", str(library), str(source)], check=True)
        libraries[name] = library
    return libraries


def needed(name: str, package: str) -> str:
    """The path of a tool, or the end of this script with a message that names it."""
    path = shutil.which(name)
    if path is None:
        sys.exit(f"{name} is needed and is not there: install {package}")
    return path


def executable(text: str) -> Path:
    """The program that `--program` names."""
    path = Path(text).resolve()
    if not os.access(path, os.X_OK) or path.is_dir():
        sys.exit(f"'{text}' is not a program: swift build -c release --product bo-export")
    return path


def date_files(folders: Sequence[Path], clock: float, dated_after: float) -> None:
    """Redates by `clock` the files that the kernel dated by the real clock: all after `dated_after`."""
    for folder in folders:
        for parent, folders_inside, files in os.walk(folder):
            for name in (*files, *folders_inside):
                path = os.path.join(parent, name)
                if os.lstat(path).st_mtime > dated_after:
                    os.utime(path, (clock, clock), follow_symlinks=False)


def strays(folder: Path) -> list[Path]:
    """The unfinished files that the program has left in a folder or below it."""
    return sorted(folder.rglob(".bo-export.*.tmp"))
