"""The visible results of bo-export, recorded and compared: command lines with all their effects.

    python3 Tests/Corpus/run.py                     # compare with the records; 1 if anything differs
    python3 Tests/Corpus/run.py --only 'csv*'       # some cases, by name
    python3 Tests/Corpus/run.py --record            # write the records anew
    python3 Tests/Corpus/run.py --only 'xlsx weeks' --keep /tmp/a   # leave the files to look at

The cases are in cases/*.py, the records in records/*.json. README.md describes what is recorded. Every
command line that a hint proposes is run, too, and must work as it stands.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import fnmatch
import importlib
import json
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import takewhile, zip_longest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from case import Case, Step  # noqa: E402
from playing import Stage, record_of  # noqa: E402
from program import compiled, executable  # noqa: E402
from services import Service  # noqa: E402

BUILT = HERE.parent.parent / ".build"
KINDS = ("status", "codes", "wording", "stdout", "files")
"""The kinds of differences, the gravest first."""


def main() -> int:
    """Records or compares, as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--record", action="store_true", help="write the records anew")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="cases by name, with * and ?")
    parser.add_argument("--program", default=str(BUILT / "release/bo-export"), metavar="PATH")
    parser.add_argument("--keep", type=Path, metavar="FOLDER",
                        help="leave all output there, to be compared with that of another program")
    options = parser.parse_args()
    program, service = executable(options.program), BUILT / "debug/loopback-kobis"
    if not service.is_file():
        sys.exit(f"'{service}' is not there: swift build --product loopback-kobis")
    groups = _groups(options.only)
    cases = [case for group in groups.values() for case in group]
    if not cases:
        sys.exit(f"no case is called '{options.only}'")
    os.umask(0o022)
    begun = time.monotonic()
    # The folder's name always has the same length, because some lines are laid out by it.
    with tempfile.TemporaryDirectory(prefix="corpus-") as folder:
        found, hints = _played(cases, Path(folder).resolve(), program, options.keep, service)
    steps = sum(len(case.steps) for case in cases)
    print(f"{len(cases)} cases, {steps} steps, {len(hints)} hints, {time.monotonic() - begun:.1f} s",
          file=sys.stderr)
    useless = [step for step in hints if not _works(step)]
    for step in useless:
        print(f"=== a hint that ends with {step['status']}: {step['line']}", *step.get("wording", ()),
              sep="\n")
    if options.only == "*":
        # A file of records without a module is one whose cases are gone.
        groups = {file.stem: [] for file in (HERE / "records").glob("*.json")} | groups
    different = set[str]()
    told = Counter[str]()
    for group, chosen in groups.items():
        file = HERE / "records" / f"{group}.json"
        old = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        new = {case.name: found[case.name] for case in chosen}
        if options.record:
            # Where some cases are chosen, the records of the others stay.
            file.write_text(_json(new if options.only == "*" else old | new) + "\n", encoding="utf-8")
            continue
        for name in sorted(old.keys() | new.keys() if options.only == "*" else new):
            for kind, text in _differences(old.get(name, {}), new.get(name, {})):
                different.add(name)
                told[kind] += 1
                print(f"=== {group}: {name}: {kind}\n{text}\n")
    if different:
        kinds = ", ".join(f"{told[kind]} {kind}" for kind in KINDS if told[kind])
        print(f"{len(different)} of {len(found)} cases differ ({kinds})", file=sys.stderr)
    elif not options.record:
        print("no difference", file=sys.stderr)
    return int(bool(different or useless))


def _groups(pattern: str) -> dict[str, list[Case]]:
    groups: dict[str, list[Case]] = {}
    for file in sorted((HERE / "cases").glob("*.py")):
        groups[file.stem] = list(importlib.import_module(f"cases.{file.stem}").CASES)
    for name, count in Counter(case.name for group in groups.values() for case in group).items():
        if count > 1:
            sys.exit(f"two cases are called '{name}'")
    chosen = {name: [case for case in group if fnmatch.fnmatchcase(case.name, pattern)]
              for name, group in groups.items()}
    return {name: group for name, group in chosen.items() if group}


def _played(
    cases: list[Case], folder: Path, program: Path, keep: Path | None, service: Path,
) -> tuple[dict[str, dict[str, object]], list[dict[str, object]]]:
    """The records of the cases by their names, and those of the hints in them."""
    for name in ("services", "cases", "bin"):
        (folder / name).mkdir()
    clock = compiled(["clock"], folder)["clock"]
    stage = Stage(program, clock, folder / "cases", keep)
    with contextlib.ExitStack() as stack:
        services: dict[str, Service] = {}
        for name in sorted({case.service for case in cases}):
            services[name] = Service(service, name, folder / "services", clock)
            stack.callback(services[name].stop)
        pool = stack.enter_context(ThreadPoolExecutor(6))
        records = list(pool.map(lambda case: record_of(case, services[case.service], stage), cases))
        # A shell runs the hints, and finds the program by its name.
        (folder / "bin/bo-export").symlink_to(program)
        shell = replace(stage, program=Path("/bin/sh"), keep=None)
        hints = pool.map(
            lambda case: record_of(case, services[case.service], shell)["steps"][0],
            _hints(cases, records, f"{folder}/bin:/usr/bin:/bin"))
        return {case.name: record for case, record in zip(cases, records)}, list(hints)


def _hints(cases: list[Case], records: list[dict[str, object]], path: str) -> Iterable[Case]:
    """A case for each command line that a hint proposes, in a fresh folder."""
    hints: dict[str, Case] = {}
    for case, record in zip(cases, records):
        for step, seen in zip(case.steps, record["steps"]):
            for line in _proposed(seen.get("wording", [])):
                line = line.replace("DIR/", "@DIR@/")
                once = Step(("-c", line), {"PATH": path}, later=step.later, codes=False)
                hints.setdefault(line, replace(case, name=f"hint {line}", steps=(once,), files={}))
    return hints.values()


def _proposed(messages: list[str]) -> Iterable[str]:
    """The command lines of hints: at their end, quoted in them, or together below one."""
    for number, message in enumerate(messages):
        if message.startswith("bo-export: hint: "):
            yield from re.findall(r".*: ((?:bo-export|mkdir|touch) .*)$", message)
            yield from re.findall(r"'(bo-export [^']*)'", message)
            below = list(takewhile(lambda line: line.startswith("    "), messages[number + 1:]))
            if below:
                yield "\n".join(["set -e", *below])


def _works(step: dict[str, object]) -> bool:
    return step["status"] in (0, 75, 78) or (
        step["status"] == 65 and "there is no file" in " ".join(step.get("wording", ())))


def _differences(old: Mapping[str, object], new: Mapping[str, object]) -> list[tuple[str, str]]:
    """The differences between two records of a case: the kind of each, and the lines that tell it."""
    found = []
    for number, pair in enumerate(zip_longest(old.get("steps", ()), new.get("steps", ()), fillvalue={}), 1):
        # Each file is a fact of its own.
        one, other = (step | {f"files: {name}": data for name, data in step.get("files", {}).items()}
                      for step in pair)
        for name in sorted((one.keys() | other.keys()) - {"files"}):
            if one.get(name) != other.get(name):
                kind = next((kind for kind in KINDS if name.startswith(kind)), "status")
                lines = difflib.unified_diff(
                    *(_json(side[name]).split("\n") if name in side else [] for side in (one, other)),
                    f"{name}, recorded", f"{name}, now", lineterm="", n=2)
                heading = f"step {number}: {other.get('line', one.get('line'))}"
                found.append((kind, "\n  ".join([heading, *lines])))
    return sorted(found, key=lambda pair: KINDS.index(pair[0]))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True)


if __name__ == "__main__":
    sys.exit(main())
