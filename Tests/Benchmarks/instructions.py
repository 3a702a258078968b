#!/usr/bin/env python3
"""Counts the instructions of the program and compares them with those of instructions.json.

Callgrind counts the same every time, however busy the machine is, so 10 % more is a change of the
program and not of the weather. After a change that is worth its instructions:

    Tests/Benchmarks/instructions.py --record
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.dont_write_bytecode = True
import archive  # noqa: E402

_HERE = Path(__file__).resolve().parent
_ROOT = _HERE.parents[1]
_RECORDED = _HERE / "instructions.json"
_MOST = 1.1
"""A count may be that many times the recorded one."""
_DAYS = 730


def count(arguments: Sequence[str], environment: dict[str, str]) -> float | None:
    """The instructions of a command, in millions; None if it fails or valgrind is not there."""
    if shutil.which("valgrind") is None:
        return None
    ended = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *arguments],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
        env=environment, check=False)
    found = re.search(r"Collected : (\d+)", ended.stderr)
    return int(found[1]) / 10**6 if found and ended.returncode == 0 else None


def _counted(folder: str, program: Path) -> dict[str, float]:
    """The instructions of each case, in millions."""
    subprocess.run(["strip", "-o", f"{folder}/bo-export", program], check=True)
    data = archive.prepare(Path(folder), days=_DAYS)
    replay = ["--replay", str(data.replay), "--format", "csv", "--source"]
    span = ["--from", f"{data.days[0]}", "--to", f"{data.days[-1]}"]
    table = f"path={_ROOT}/Samples/tables/site-days.xls"
    cases = {
        "--version": ["--version"],
        "one day to CSV": [*replay, "kobis-json", "--date", f"{data.days[-1]}"],
        f"{_DAYS} days of JSON to CSV": [*replay, "kobis-json", *span],
        f"{_DAYS} days of XML to CSV": [*replay, "kobis-xml", *span],
        "the council's days to CSV": ["--source", "file", "-O", table],
    }
    counts = {}
    for name, arguments in cases.items():
        environment = {"HOME": folder, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
        found = count([f"{folder}/bo-export", *arguments], environment)
        if found is None:
            sys.exit(f"{name}: not counted (is valgrind installed?)")
        counts[name] = found
    return counts


def main() -> int:
    """Counts, prints and compares."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--program", type=Path, default=_ROOT / ".build/release/bo-export",
        help="the bo-export to count (default: that of .ci/release)")
    parser.add_argument("--record", action="store_true", help="write the counts to instructions.json")
    options = parser.parse_args()
    recorded = json.loads(_RECORDED.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="bo-export-instructions-") as folder:
        counts = _counted(folder, options.program.resolve())
    failed = False
    for name, found in counts.items():
        before = recorded.get(name, 0)
        share = f", {found / before:.3f} of the recorded {before:.1f} M" if before else ""
        print(f"{name}: {found:.1f} M instructions{share}")
        failed |= found > before * _MOST
    if options.record:
        rounded = {name: round(found, 1) for name, found in counts.items()}
        _RECORDED.write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")
        return 0
    if failed:
        print(f"more than {_MOST:g} times what is recorded: Tests/Benchmarks/instructions.py --record "
              "if that is worth it")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
