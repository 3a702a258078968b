#!/usr/bin/env python3
"""Compares bo-export with the programs that people would use in its place.

README.md beside this file says how the program is built for it, where the Python peers come from, what
is compared, how, and how fair it is.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # Nothing is left in the project but RESULTS.md.

import archive  # noqa: E402
import report  # noqa: E402
import tools  # noqa: E402
from bench import Bench, RunFailed  # noqa: E402
from comparisons import GROUPS  # noqa: E402

_HERE = Path(__file__).resolve().parent
_RESULTS = _HERE / "RESULTS.md"
_ARTICLE = _HERE.parents[1] / "Sources/BoxOffice/BoxOffice.docc/Speed.md"


def main() -> int:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--program", type=Path, default=_HERE.parents[1] / ".build/release/bo-export",
        help="the bo-export to measure (default: the release build)")
    parser.add_argument(
        "--runs", type=int, default=10, help="runs of each command, at least (default: %(default)s)")
    parser.add_argument(
        "--only", action="append", choices=list(GROUPS), metavar="GROUP",
        help=f"one group of comparisons, repeatable: {', '.join(GROUPS)}; nothing is then written")
    options = parser.parse_args()
    program = options.program.resolve()
    if not program.exists():
        print("there is no bo-export: swift build -c release --product bo-export", file=sys.stderr)
        return 1
    data, found = archive.prepare(archive.CACHE), tools.find(archive.CACHE)
    for name, remedy in found.missing.items():
        print(f"{name} is missing: {remedy}")
    load = os.getloadavg()[0]

    # As it is installed; valgrind cannot read the symbols of the other.
    stripped = archive.CACHE / "bo-export"
    subprocess.run(["strip", "-o", stripped, program], check=True)
    outcomes = {}
    memory = Path("/dev/shm")
    outputs = memory if os.access(memory, os.W_OK) else archive.CACHE
    with tempfile.TemporaryDirectory(prefix="bo-export-outputs-", dir=outputs) as folder:
        bench = Bench(str(stripped), data, found, Path(folder), options.runs)
        try:
            for name in options.only or GROUPS:
                print(name, flush=True)
                outcomes[name] = GROUPS[name](bench)
        except RunFailed as error:
            print(f"error: {error}", file=sys.stderr)
            return 1

    everything = [outcome for group in outcomes.values() for outcome in group]
    targets = report.targets(everything)
    tables = [("Targets", targets)] + [
        (name.capitalize(), report.measured(group)) for name, group in outcomes.items()]
    sections = "".join(f"\n## {title}\n\n{table}" for title, table in tables)
    print(sections)
    if not options.only:
        machine = report.machine(found, options.runs, load)
        _RESULTS.write_text(f"# Results of the benchmarks\n\n{machine}{sections}", encoding="utf-8")
        report.put_into(_ARTICLE, f"{targets}\n{machine}")
    return 1 if any(outcome.is_wrong for outcome in everything) else 0


if __name__ == "__main__":
    sys.exit(main())
