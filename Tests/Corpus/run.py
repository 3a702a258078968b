"""The visible results of bo-export, recorded and compared: command lines with all their effects.

    python3 Tests/Corpus/run.py                     # compare with the records; 1 if anything differs
    python3 Tests/Corpus/run.py --only 'csv*'       # some cases, by name
    python3 Tests/Corpus/run.py --record            # write the records anew
    python3 Tests/Corpus/run.py --only 'xlsx week' --keep /tmp/a    # leave the files to look at

The cases are in cases/*.py, the records in records/*.json. README.md describes what is recorded. Every
command line that a hint proposes is run, too, and must work as it stands.
"""

from __future__ import annotations

import argparse
import fnmatch
import importlib
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from case import Case, Step  # noqa: E402
from difference import KINDS, differences  # noqa: E402
from playing import Stage, record_of  # noqa: E402
from program import compiled, executable  # noqa: E402
from services import Service  # noqa: E402

ROOT = HERE.parent.parent


def main() -> int:
    """Records or compares, as the command line says."""
    options = _options()
    groups = _groups(options.only)
    cases = [case for group in groups.values() for case in group]
    if not cases:
        sys.exit(f"no case is called '{options.only}'")
    os.umask(0o022)
    begun = time.monotonic()
    # The folder's name always has the same length, because some lines are laid out by it.
    with tempfile.TemporaryDirectory(prefix="corpus-") as folder:
        found, hints = _played(cases, Path(folder).resolve(), options)
    count = sum(len(case.steps) for case in cases)
    print(f"{len(cases)} cases, {count} steps, {len(hints)} hints, {time.monotonic() - begun:.1f} s",
          file=sys.stderr)
    useless = [step for step in hints if not _works(step)]
    for step in useless:
        print(f"=== a hint that ends with {step['status']}: {step['line']}", *step.get("wording", ()),
              sep="\n")
    if options.record:
        for name, group in groups.items():
            _write(name, {case.name: found[case.name] for case in group}, options.only == "*")
        return 0
    return max(_compare(groups, found, options.only == "*"), bool(useless))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n")[0],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", help="write the records anew")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="cases by name, with * and ?")
    parser.add_argument("--program", default=ROOT / ".build/release/bo-export", metavar="PATH")
    parser.add_argument("--service", default=ROOT / ".build/debug/loopback-kobis", metavar="PATH")
    parser.add_argument("--jobs", type=int, default=6, metavar="N")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER",
        help="leave all output there, to be compared with that of another program")
    options = parser.parse_args()
    options.program = executable(str(options.program))
    options.service = Path(options.service).resolve()
    if not options.service.is_file():
        sys.exit(f"'{options.service}' is not there: swift build --product loopback-kobis")
    return options


def _groups(pattern: str) -> dict[str, list[Case]]:
    groups: dict[str, list[Case]] = {}
    names: set[str] = set()
    for file in sorted((HERE / "cases").glob("*.py")):
        group = importlib.import_module(f"cases.{file.stem}").CASES
        for case in group:
            if case.name in names:
                sys.exit(f"two cases are called '{case.name}'")
            names.add(case.name)
        chosen = [case for case in group if fnmatch.fnmatchcase(case.name, pattern)]
        if chosen:
            groups[file.stem] = chosen
    return groups


def _played(
    cases: list[Case], folder: Path, options: argparse.Namespace
) -> tuple[dict[str, dict[str, object]], list[dict[str, object]]]:
    """The records of the cases by their names, and those of the hints in them."""
    for name in ("services", "cases"):
        (folder / name).mkdir()
    clock = compiled(["clock"], folder)["clock"]
    stage = Stage(options.program, clock, folder / "cases", options.keep)
    services = {name: Service(options.service, name, folder / "services", clock)
                for name in sorted({case.service for case in cases})}
    try:
        for service in services.values():
            service.wait()
        with ThreadPoolExecutor(max(1, options.jobs)) as pool:
            records = list(pool.map(
                lambda case: record_of(case, services[case.service], stage), cases))
            # A shell runs the hints, and finds the program by its name.
            (folder / "bin").mkdir()
            (folder / "bin/bo-export").symlink_to(options.program)
            shell = replace(stage, program=Path("/bin/sh"), keep=None)
            hints = pool.map(
                lambda case: record_of(case, services[case.service], shell)["steps"][0],
                _hints(cases, records, f"{folder}/bin:/usr/bin:/bin"))
            return {case.name: record for case, record in zip(cases, records)}, list(hints)
    finally:
        for service in services.values():
            service.stop()


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


def _read(group: str) -> dict[str, dict[str, object]]:
    file = HERE / "records" / f"{group}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def _write(group: str, records: dict[str, dict[str, object]], whole: bool) -> None:
    kept = {} if whole else _read(group)
    text = json.dumps(kept | records, ensure_ascii=False, indent=1, sort_keys=True)
    (HERE / "records" / f"{group}.json").write_text(text + "\n", encoding="utf-8")


def _compare(
    groups: dict[str, list[Case]], found: dict[str, dict[str, object]], whole: bool
) -> int:
    counts = dict.fromkeys(KINDS, 0)
    different = 0
    for group, cases in groups.items():
        records = _read(group)
        gone = sorted(records.keys() - {case.name for case in cases}) if whole else []
        for name in gone:
            print(f"=== {group}: {name}: recorded, but no case any more")
        different += len(gone)
        for case in cases:
            told = differences(records.get(case.name, {}), found[case.name])
            different += bool(told)
            for kind in KINDS:
                for text in told.get(kind, ()):
                    counts[kind] += 1
                    print(f"=== {group}: {case.name}: {kind}\n{text}\n")
    if different:
        kinds = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
        print(f"{different} of {len(found)} cases differ ({kinds})", file=sys.stderr)
        return 1
    print("no difference", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
