#!/usr/bin/env python3
"""Counts the instructions of the program and compares them with those of instructions.json.

Callgrind counts the same every time, however busy the machine is, so 10 % more is a change of the
program and not of the weather. After a change that is worth its instructions:

    Tests/Benchmarks/instructions.py --record
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.dont_write_bytecode = True
import archive  # noqa: E402

_ROOT = Path(__file__).resolve().parents[2]
_RECORDED = Path(__file__).with_name("instructions.json")
_MOST = 1.1
"""A count may be that many times the recorded one."""
_DAYS = 730


def count(arguments: Sequence[str], environment: dict[str, str], folder: str | Path) -> float | None:
    """The instructions of a command, in millions; None if valgrind does not know one of them, as in
    programs that are built for this very processor."""
    ended = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *arguments],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
        env=environment, cwd=folder, check=False)
    found = re.search(r"Collected : (\d+)", ended.stderr)
    return int(found[1]) / 10**6 if found and ended.returncode == 0 else None


def main() -> int:
    """Counts, prints and compares."""
    before, counts = json.loads(_RECORDED.read_text(encoding="utf-8")), {}
    with tempfile.TemporaryDirectory(prefix="bo-export-instructions-") as folder:
        program = f"{folder}/bo-export"
        subprocess.run(["strip", "-o", program, _ROOT / ".build/release/bo-export"], check=True)
        data = archive.prepare(Path(folder), days=_DAYS)
        replay = ["--replay", f"{data.folder}/replay", "--format", "csv", "--source"]
        span = ["--from", f"{data.days[0]}", "--to", f"{data.days[-1]}"]
        for name, arguments in {
            "--version": ["--version"],
            "one day to CSV": [*replay, "kobis-json", "--date", f"{data.days[-1]}"],
            f"{_DAYS} days of JSON to CSV": [*replay, "kobis-json", *span],
            f"{_DAYS} days of XML to CSV": [*replay, "kobis-xml", *span],
            "the council's days to CSV": [
                "--source", "file", "-O", f"path={_ROOT}/Samples/tables/site-days.xls"],
        }.items():
            environment = {"HOME": folder, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
            found = count([program, *arguments], environment, folder)
            if found is None:
                sys.exit(f"{name}: valgrind cannot run the program")
            counts[name] = round(found, 1)
            print(f"{name}: {found:.1f} M instructions, of the recorded {before.get(name, 0)} M")
    if sys.argv[1:] == ["--record"]:
        _RECORDED.write_text(json.dumps(counts, indent=2) + "\n", encoding="utf-8")
    elif any(found > before.get(name, 0) * _MOST for name, found in counts.items()):
        print(f"more than {_MOST:g} times what is recorded: Tests/Benchmarks/instructions.py --record "
              "if that is worth it")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
