#!/usr/bin/env python3
"""Counts what usual runs do, and writes the profile for which a release is laid out.

    .ci/program --counting               leaves a program that counts in .build/counting
    python3 Tests/Benchmarks/counts.py   writes .ci/profile.gz

Counts of functions that have changed since are ignored, so this need not be done for every change,
but it should be after one to what is called for every row.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # Nothing is left in the project.

import archive  # noqa: E402
import services  # noqa: E402
import tools  # noqa: E402

_PROJECT = Path(__file__).resolve().parents[2]
_PROGRAM = _PROJECT / ".build/counting/release/bo-export"
_PROFILE = _PROJECT / ".ci/profile.gz"
_DAY = "--from 2022-06-05 --to 2022-06-05"
_YEAR = "--from 2003-11-11 --to 2004-11-10"
# The program ends without the exit handlers, and one of them writes the counts.
_ENDING = "#include <stdlib.h>\nvoid _exit(int status) { exit(status); }\n"


def _runs(replay: Path, folder: Path) -> list[str]:
    """The arguments of usual runs, those that are the most usual several times."""
    year = f"--replay {replay} {_YEAR}"
    often = 3 * [f"{year} --format csv", f"{year} --format csv", f"{year} --format jsonl"]
    seldom = [
        f"{year} --source kobis-xml --format csv", f"{year} --format markdown",
        f"{year} --format csv --profile excel", f"{year} --format html", f"{year} --format singer",
        f"{year} --format xlsx -o {folder}/year.xlsx", f"{year} --format sqlite -o {folder}/year.sqlite",
        f"{year} --format csv -o {folder}/{{year}}/{{date}}.csv",
        f"{_DAY} --source kobis-xml", "--source sample --from 2022-05-30 --to 2022-06-05",
        "--version", "--help", "doctor", "columns", "--from 2022-06-31",
    ]
    return often + seldom + 20 * [f"{_DAY} --format csv --refresh", f"{_DAY} --format csv", "--version"]


def _llvm_profdata() -> Path:
    """The tool of the toolchain that made the program; another version may not read its counts."""
    ended = subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True)
    resources = Path(json.loads(ended.stdout)["paths"]["runtimeResourcePath"])
    return resources.parent.parent / "bin/llvm-profdata"


def main() -> int:
    """Runs the program and writes the profile."""
    parser = argparse.ArgumentParser(description="Writes the profile of usual runs.")
    parser.add_argument("--program", type=Path, default=_PROGRAM, help="a program that counts")
    parser.add_argument("--data", type=Path, default=archive.CACHE, help="the data of run.py")
    parser.add_argument("--profile", type=Path, default=_PROFILE, help="the file to write")
    options = parser.parse_args()
    data = archive.prepare(options.data.resolve())
    nginx = tools.find(options.data.resolve()).path("nginx")
    with tempfile.TemporaryDirectory() as name, services.quick(data, nginx, Path(name)) as service:
        folder = Path(name)
        counts, ending, merged = folder / "counts", folder / "ending.so", folder / "merged"
        counts.mkdir()
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-w", "-x", "c", "-", "-o", ending], check=True, input=_ENDING.encode())
        environment = {
            "PATH": os.environ["PATH"], "HOME": name, "LANG": "C.UTF-8", "LD_PRELOAD": str(ending),
            "LLVM_PROFILE_FILE": f"{counts}/%m.profraw",
            "KOBIS_BASE_URL": service.base_url, "KOBIS_API_KEY": "counts",
        }
        for arguments in _runs(data.replay, folder):
            ended = subprocess.run(
                [options.program.resolve(), *arguments.split()], check=False, cwd=folder,
                stdin=subprocess.DEVNULL, capture_output=True, env=environment)
            if ended.returncode not in (0, 64):
                sys.exit(f"{arguments}: {ended.returncode}: {ended.stderr.decode()[-400:]}")
        # Functions that late passes of the compiler make have names with the folder of this build.
        subprocess.run(
            [_llvm_profdata(), "merge", "-sparse", "--no-function=^/", counts, "-o", merged],
            check=True, capture_output=True)
        options.profile.write_bytes(gzip.compress(merged.read_bytes(), mtime=0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
