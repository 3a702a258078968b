"""The program, the samples' plugins and a service on the loopback, in a folder that is removed."""

from __future__ import annotations

import argparse
import csv
import datetime
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
PLUGIN = "bo-export-format-parquet"
"""The plugin under test."""


class Differs(Exception):
    """An error with a sentence about the difference."""


def expect(what: str, found: object, wanted: object) -> None:
    """Fails with a sentence if the two are not equal."""
    if found != wanted:
        raise Differs(f"{what}: {str(found)[:400]} instead of {str(wanted)[:400]}")


def text(value: object) -> str:
    """A value as the CSV has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "|".join(value)
    return value.isoformat() if isinstance(value, datetime.date) else str(value)


def read_csv(path: Path) -> tuple[list[str], list[list[str]]]:
    """The header and the rows of a file."""
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return header, rows


def options(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """The paths of the two programs."""
    for name, folder in ("bo-export", "release"), ("loopback-kobis", "debug"):
        parser.add_argument(
            "--program" if name == "bo-export" else "--loopback", type=Path,
            default=_ROOT / ".build" / folder / name, help=f"{name} (default: the {folder} build)")
    return parser.parse_args()


class Fixture:
    """A folder with a copy of the plugin, and an environment that leads there."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        """Copies the plugin, because the checkout's folders may be writable by others."""
        self.program, self._loopback = chosen.program.resolve(), chosen.loopback.resolve()
        self._service: subprocess.Popen[str] | None = None
        self._port = "0"
        self.folder = Path(tempfile.mkdtemp(prefix="bo-export-engines-"))
        self.plugins = self.folder / "plugins"
        self.plugins.mkdir(mode=0o755)
        shutil.copy(_ROOT / "Samples/plugins" / PLUGIN, self.plugins)
        os.chmod(self.plugins / PLUGIN, 0o755)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("XDG_")},
            **{f"XDG_{kind}_HOME": str(self.folder / kind.lower())
               for kind in ("CACHE", "STATE", "CONFIG", "DATA")},
            "BO_EXPORT_PLUGIN_PATH": str(self.plugins), "LC_ALL": "C.UTF-8",
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}"}
        self._python("")

    def _python(self, arguments: str) -> None:
        """Plugins get only PATH: python3 on it is the one that runs this script, with its packages."""
        file = self.folder / "bin" / "python3"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/bin/sh\nPYTHONPATH='{os.environ.get('PYTHONPATH', '')}' "
                        f"exec '{sys.executable}' {arguments} \"$@\"\n")
        file.chmod(0o755)

    def without_packages(self) -> None:
        """From now on, plugins have only Python's own library."""
        self._python("-I -S")

    def __enter__(self) -> Fixture:
        """Starts the service."""
        self.serve()
        return self

    def serve(self, *troubles: str) -> None:
        """Restarts the service at the same address, with these troubles and an unused quota."""
        self._stop()
        shutil.rmtree(self.folder / "state", ignore_errors=True)
        self._service = subprocess.Popen(
            [self._loopback, self._port, *troubles], stdout=subprocess.PIPE, text=True)
        assert self._service.stdout
        for _ in "KOBIS", "Kakao", "KMDb":
            settings = self._service.stdout.readline().split()
            self.environment.update(setting.split("=", 1) for setting in settings)
        # It says every request, and would stop at a full pipe.
        threading.Thread(target=self._service.stdout.read, daemon=True).start()
        self._port = self.environment["KOBIS_BASE_URL"].rpartition(":")[2]

    def _stop(self) -> None:
        if self._service:
            self._service.kill()
            self._service.wait()

    def __exit__(self, *_: object) -> None:
        """Ends the service, and removes the folder."""
        self._stop()
        shutil.rmtree(self.folder)

    def start(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs the program."""
        return subprocess.run([self.program, *arguments], env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=600)

    def run(self, *arguments: str) -> str:
        """The program's standard output; it has to end with 0."""
        ended = self.start(*arguments)
        expect(f"the status of bo-export {' '.join(arguments)}",
               (ended.returncode, ended.stderr if ended.returncode else ""), (0, ""))
        return ended.stdout

    def types(self) -> dict[str, str]:
        """The type of every column of charts, with the details and the posters of films."""
        # Notes about the figures follow the table, after an empty line.
        tables = (self.run("columns", name).partition("\n\n")[0]
                  for name in ("posters", "movie", "chart"))
        rows = (line.split() for table in tables for line in table.splitlines())
        return {row[0]: row[1] for row in rows}
