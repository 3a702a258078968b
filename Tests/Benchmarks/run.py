#!/usr/bin/env python3
"""Compares bo-export with the programs that people would use in its place.

    python3 Tests/Benchmarks/run.py --install     once, for the Python peers
    python3 Tests/Benchmarks/run.py

README.md beside this file says how the program is built for it, what is compared, how, and how fair
it is.
"""

from __future__ import annotations

import argparse
import datetime
import os
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # Nothing is left in the project but RESULTS.md.

import archive  # noqa: E402
import bench  # noqa: E402
import comparisons  # noqa: E402
import report  # noqa: E402
import tools  # noqa: E402
from measure import Launcher, RunFailed  # noqa: E402

_HERE = Path(__file__).resolve().parent


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Compares bo-export with the programs that people would use in its place.")
    parser.add_argument(
        "--program", type=Path, default=_HERE.parents[1] / ".build/release/bo-export",
        help="the bo-export to measure (default: the release build)")
    parser.add_argument(
        "--data", type=Path, default=archive.CACHE, help=f"where the data is kept (default: {archive.CACHE})")
    parser.add_argument(
        "--runs", type=int, default=10, help="runs of each command, at least (default: 10)")
    parser.add_argument(
        "--only", action="append", choices=list(comparisons.GROUPS), metavar="GROUP",
        help="one group of comparisons, repeatable: " + ", ".join(comparisons.GROUPS)
        + "; nothing is then written")
    parser.add_argument(
        "--results", type=Path, default=_HERE / "RESULTS.md", help="the Markdown file to write")
    parser.add_argument(
        "--article", type=Path,
        default=_HERE.parents[1] / "Sources/BoxOffice/BoxOffice.docc/Speed.md",
        help="the article whose table of targets is to be written")
    parser.add_argument(
        "--install", action="store_true",
        help="put the Python peers into a virtual environment in the data's folder, and stop")
    return parser.parse_args()


def main() -> int:
    """Measures, prints and writes."""
    options = _options()
    cache = options.data.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    if options.install:
        tools.install(cache)
        return 0
    program = options.program.resolve()
    if not program.exists():
        print("there is no bo-export: swift build -c release --product bo-export", file=sys.stderr)
        return 1
    data = archive.prepare(cache)
    today = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=9))).date()
    if today <= data.days[-1]:
        print(f"bo-export refuses days to come, and the last is {data.days[-1]}", file=sys.stderr)
        return 1
    found = tools.find(cache)
    for name, remedy in found.missing.items():
        print(f"{name} is missing: {remedy}")
    load = os.getloadavg()[0]

    outcomes: dict[str, list[bench.Outcome]] = {}
    memory = Path("/dev/shm")
    outputs = memory if os.access(memory, os.W_OK) else cache
    with tempfile.TemporaryDirectory(prefix="bo-export-outputs-", dir=outputs) as folder:
        environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": folder, "LANG": "C.UTF-8",
        }
        launcher = Launcher(Path(folder), environment)
        needs = bench.Bench(
            str(program), data, found, launcher, Path(folder), max(1, options.runs))
        try:
            for name in options.only or comparisons.GROUPS:
                print(name, flush=True)
                outcomes[name] = comparisons.GROUPS[name](needs)
        except RunFailed as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
        finally:
            launcher.close()

    found_tables = report.tables(outcomes)
    for title, table in found_tables:
        print(f"\n{title}\n\n{report.text(table)}")
    if not options.only:
        sections = [f"## {title}\n\n{report.markdown(table)}\n" for title, table in found_tables]
        machine = report.machine(found, options.runs, load)
        options.results.write_text(
            "\n".join(["# Results of the benchmarks\n", machine, *sections]), encoding="utf-8")
        report.put_into(options.article, found_tables[0][1], machine)
    return 1 if any(outcome.is_wrong for group in outcomes.values() for outcome in group) else 0


if __name__ == "__main__":
    sys.exit(main())
