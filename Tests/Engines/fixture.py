"""What the scripts share: the program with a KOBIS on this machine, in a folder that is removed; the
comparison, and the end of a script."""

from __future__ import annotations

import argparse
import contextlib
import csv
import datetime
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLUGINS = ROOT / "Samples/plugins"
WEEK = ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"]
"""The recorded week: seven periods of ten films."""


class Differs(Exception):
    """An error with a sentence about the difference."""


def expect(what: str, found: object, wanted: object = True) -> None:
    """Fails with a sentence if the two are not equal."""
    if found != wanted:
        raise Differs(f"{what}: {str(found)[:400]} instead of {str(wanted)[:400]}")


def validator(schema: dict) -> object:
    """What judges values by a JSON Schema, which has to be one."""
    import jsonschema  # Not every script has it.

    kind = jsonschema.Draft202012Validator
    kind.check_schema(schema)
    return kind(schema, format_checker=kind.FORMAT_CHECKER)


def fits(what: str, value: object, judge: object) -> None:
    """Fails with a sentence if a value does not fit the schema of `validator`."""
    wrong = next(judge.iter_errors(value), None)
    expect(what, wrong and f"{wrong.json_path}: {wrong.message}", None)


def needs(*packages: str) -> None:
    """Ends the script with 77 if a package is missing."""
    if missing := [name for name in packages if not importlib.util.find_spec(name)]:
        print(f"left out, because it is not installed: {', '.join(missing)}", file=sys.stderr)
        sys.exit(77)


def text(value: object) -> str:
    """A value as the CSV has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "|".join(value)
    return f"{value:%Y-%m-%d}" if isinstance(value, datetime.date) else str(value)


def read_csv(path: Path) -> tuple[list[str], list[list[str]]]:
    """The header and the rows of a file."""
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return header, rows


def options(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """The paths of the two programs, and what else the parser knows."""
    for name, build in ("program", "release/bo-export"), ("loopback", "debug/loopback-kobis"):
        parser.add_argument(f"--{name}", type=Path, default=ROOT / ".build" / build, help=f"default: {build}")
    return parser.parse_args()


@contextlib.contextmanager
def proving(chosen: argparse.Namespace, kind: type[Fixture] | None = None) -> Iterator[Fixture]:
    """The fixture of a script; ends it with 1 and a sentence about a difference."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        with (tempfile.TemporaryDirectory(prefix="bo-export-engines-") as folder,
              contextlib.closing((kind or Fixture)(chosen, Path(folder))) as fixture):
            yield fixture
    except Differs as difference:
        sys.exit(f"{Path(sys.argv[0]).name}: {difference}")


class Fixture:
    """The program and a KOBIS, in a folder with all that it keeps, and an environment that leads there."""

    def __init__(self, chosen: argparse.Namespace, folder: Path) -> None:
        self.program, self._loopback = chosen.program.absolute(), chosen.loopback.absolute()
        self.folder, self.plugins = folder, folder / "plugins"
        self._service: subprocess.Popen[str] | None = None
        self._port = "0"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("XDG_")},
            **{f"XDG_{kind}_HOME": str(self.folder / kind.lower())
               for kind in ("CACHE", "STATE", "CONFIG", "DATA")},
            "BO_EXPORT_PLUGIN_PATH": str(self.plugins), "LC_ALL": "C.UTF-8",
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}"}
        for path in self.plugins, folder / "bin":
            path.mkdir(mode=0o755)
        self.python("")
        self.serve()

    def python(self, arguments: str) -> None:
        """Plugins get only PATH: python3 on it is the one that runs this script, with its packages."""
        file = self.folder / "bin" / "python3"
        file.write_text(f"#!/bin/sh\nPYTHONPATH='{os.environ.get('PYTHONPATH', '')}' "
                        f"exec '{sys.executable}' {arguments} \"$@\"\n")
        file.chmod(0o755)

    def plug(self, *names: str) -> None:
        """Copies plugins of the samples, because the checkout's folders may be writable by others."""
        for name in names:
            shutil.copy(PLUGINS / name, self.plugins)
            (self.plugins / name).chmod(0o755 if name.startswith("bo-export-") else 0o644)

    def fresh(self) -> None:
        """Forgets what the program has fetched and counted."""
        for name in "cache", "state":
            shutil.rmtree(self.folder / name, ignore_errors=True)

    def serve(self, *troubles: str) -> None:
        """Restarts the service at the same address, with these troubles and an unused quota."""
        self.close()
        shutil.rmtree(self.folder / "state", ignore_errors=True)
        self._service = subprocess.Popen(
            [self._loopback, self._port, *troubles], stdout=subprocess.PIPE, text=True)
        for _ in "KOBIS", "Kakao", "KMDb":
            settings = self._service.stdout.readline().split()
            self.environment.update(setting.split("=", 1) for setting in settings)
        # It says every request, and would stop at a full pipe.
        threading.Thread(target=self._service.stdout.read, daemon=True).start()
        self._port = self.environment["KOBIS_BASE_URL"].rpartition(":")[2]

    def close(self) -> None:
        """Ends the service."""
        if self._service:
            self._service.kill()
            self._service.wait()

    def start(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Runs the program in the folder."""
        return subprocess.run([self.program, *map(str, arguments)], env=self.environment, encoding="utf-8",
                              cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=600)

    def run(self, *arguments: object) -> str:
        """The program's standard output; it has to end with 0."""
        ended = self.start(*arguments)
        expect(f"the status of bo-export {' '.join(map(str, arguments))} ({ended.stderr[-500:]})",
               ended.returncode, 0)
        return ended.stdout

    def table(self, name: str, *arguments: object) -> tuple[list[str], list[list[str]]]:
        """The header and the rows of the CSV file that the program writes."""
        self.run(*arguments, "-o", name)
        return read_csv(self.folder / name)

    def columns(self, dataset: str) -> dict[str, str]:
        """The type of every column of a dataset."""
        return {column["name"]: column["type"]
                for column in json.loads(self.run("columns", dataset, "--format", "json"))}

    def types(self) -> dict[str, str]:
        """The type of every column of charts, with the details and the posters of films."""
        return self.columns("posters") | self.columns("movie") | self.columns("chart")
