#!/usr/bin/env python3
"""Counts the instructions of the program and compares them with those of instructions.json.

Callgrind counts the same every time, however busy the machine is, so 10 % more is a change of the
program and not of the weather. After a change that is worth its instructions:

    Tests/Benchmarks/instructions.py --record
"""

from __future__ import annotations

import argparse
import functools
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import archive

_HERE = Path(__file__).resolve().parent
_ROOT = _HERE.parents[1]
_RECORDED = _HERE / "instructions.json"
_MOST = 1.1
"""A count may be that many times the recorded one."""
_DAYS = 730
_MILLION = 10**6


@functools.cache
def count(arguments: tuple[str, ...], environment: tuple[tuple[str, str], ...]) -> float | None:
    """The instructions of a command, in millions; None without valgrind, or if the command fails."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        return None
    ended = subprocess.run(
        [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", *arguments],
        env=dict(environment), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        errors="replace", check=False)
    found = re.search(r"Collected : (\d+)", ended.stderr)
    return int(found[1]) / _MILLION if found and ended.returncode == 0 else None


def _cases(program: str, data: archive.Archive) -> dict[str, list[str]]:
    replay = [program, "--replay", str(data.replay), "--format", "csv"]
    span = ["--from", f"{data.days[0]}", "--to", f"{data.days[-1]}"]
    return {
        "--version": [program, "--version"],
        "one day to CSV": [*replay, "--source", "kobis-json", "--date", f"{data.days[-1]}"],
        f"{_DAYS} days of JSON to CSV": [*replay, "--source", "kobis-json", *span],
        f"{_DAYS} days of XML to CSV": [*replay, "--source", "kobis-xml", *span],
        "the council's days to CSV": [
            program, "--source", "file", "-O", f"path={_ROOT}/Samples/tables/site-days.xls"],
    }


def main() -> int:
    """Counts, prints and compares."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--program", type=Path, default=_ROOT / ".build/release/bo-export",
        help="the bo-export to count (default: that of .ci/release)")
    parser.add_argument("--record", action="store_true", help="write the counts to instructions.json")
    options = parser.parse_args()
    recorded = json.loads(_RECORDED.read_text(encoding="utf-8")) if _RECORDED.exists() else {}
    with tempfile.TemporaryDirectory(prefix="bo-export-instructions-") as folder:
        program = f"{folder}/bo-export"
        subprocess.run(["strip", "-o", program, options.program.resolve()], check=True)
        data = archive.prepare(Path(folder), days=_DAYS)
        environment = (("HOME", folder), ("LANG", "C.UTF-8"), ("PATH", "/usr/bin:/bin"))
        counts = {
            name: count(tuple(arguments), environment)
            for name, arguments in _cases(program, data).items()
        }
    failed = False
    for name, found in counts.items():
        if found is None:
            print(f"{name}: not counted (is valgrind installed?)")
            failed = True
            continue
        before = recorded.get(name)
        share = f", {found / before:.3f} of the recorded {before:.1f} M" if before else ""
        print(f"{name}: {found:.1f} M instructions{share}")
        failed |= not before or found > before * _MOST
    if options.record:
        rounded = {name: round(found or 0, 1) for name, found in counts.items()}
        _RECORDED.write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")
        return 0
    if failed:
        print(f"more than {_MOST:g} times what is recorded: Tests/Benchmarks/instructions.py --record "
              "if that is worth it")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
