#!/usr/bin/env python3
"""Compares bo-export with the programs that people would use in its place.

README.md beside this file says how the program is built for it, where the Python peers come from, what
is compared, how, and how fair it is.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # Nothing is left in the project but RESULTS.md.

import archive  # noqa: E402
import report  # noqa: E402
from bench import PEERS, Bench  # noqa: E402
from comparisons import GROUPS  # noqa: E402

_ROOT = Path(__file__).resolve().parents[2]
_RESULTS = _ROOT / "Tests/Benchmarks/RESULTS.md"
_ARTICLE = _ROOT / "Sources/BoxOffice/BoxOffice.docc/Speed.md"
_PYTHON = ("orjson", "lxml", "duckdb", "requests", "xlsxwriter")
_DEBIAN = ("curl", "jq", "libxlsxwriter4", "libxml2-utils", "miller", "nginx")


def _tools(cache: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The paths of Python and of the peers in C++, which are built; and the versions of all peers."""
    python = str(cache / "venv/bin/python")
    natives = {name: str(cache / name) for name in ("minimal_csv", "read_files")}
    for name, built in natives.items():
        subprocess.run(
            ["g++", "-O3", "-march=native", "-DNDEBUG", "-std=c++17", PEERS / f"{name}.cpp", "-lsimdjson",
             "-o", built], check=True)
    told = subprocess.check_output([python, "-m", "pip", "freeze"], text=True).replace("==", " ")
    told += subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${source:Upstream-Version}\n", *_DEBIAN],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    versions = dict(line.split(" ") for line in told.lower().splitlines())
    return natives | {"python": python}, {"Python": sys.version.split()[0]} | {
        name: versions[name] for name in (*_PYTHON, *_DEBIAN) if name in versions}


def main() -> int:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--runs", type=int, default=10, help="runs of each command, at least")
    parser.add_argument("--only", action="append", choices=GROUPS,
                        help="one group of comparisons, repeatable; nothing is then written")
    options = parser.parse_args()
    data, (programs, versions) = archive.prepare(archive.CACHE), _tools(archive.CACHE)
    load, tables = os.getloadavg()[0], report.Tables()

    memory = Path("/dev/shm")
    outputs = memory if os.access(memory, os.W_OK) else archive.CACHE
    with tempfile.TemporaryDirectory(prefix="bo-export-outputs-", dir=outputs) as folder:
        # As it is installed; valgrind cannot read the symbols of the other.
        stripped = archive.CACHE / "bo-export"
        subprocess.run(["strip", "-o", stripped, _ROOT / ".build/release/bo-export"], check=True)
        # Temporary files lie where the outputs do, in memory if it can be.
        environment = {
            "PATH": os.environ["PATH"], "HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8"}
        bench = Bench(str(stripped), data, programs, Path(folder), options.runs, environment, tables)
        for name in options.only or GROUPS:
            print(name, flush=True)
            tables.begin(name)
            GROUPS[name](bench)

    sections = "".join(f"\n## {title.capitalize()}\n\n{report.markdown(rows)}"
                       for title, rows in {"targets": tables.targets, **tables.groups}.items())
    print(sections)
    if not options.only:
        machine = report.machine(versions, options.runs, load)
        _RESULTS.write_text(f"# Results of the benchmarks\n\n{machine}{sections}", encoding="utf-8")
        report.put_into(_ARTICLE, f"{report.markdown(tables.targets)}\n{machine}")
    return int(tables.is_wrong)


if __name__ == "__main__":
    sys.exit(main())
