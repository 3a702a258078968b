"""Faults put into the program on purpose, one at a time: are they caught by a test?

    python3 Tests/Mutations/mutations.py --check            # each place is in the sources, once
    python3 Tests/Mutations/mutations.py build FOLDER       # a copy with all of them, compiled
    python3 Tests/Mutations/mutations.py run FOLDER         # all of them, after a run without any
    python3 Tests/Mutations/mutations.py run FOLDER --only 3,17

mutations.toml has them. README.md describes what a run does, and has the table of the last one.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

ACTIVE = "active-mutation"
"""The file of a build that has the number of the active mutation."""

TIMEOUT = 300
"""Seconds after which a part of a run counts as hanging."""

TESTS = ["swift", "test", "--skip-build"]

OF_PROGRAM = "^CommandTests[.]"
"""The tests that start the program, which take most of the time."""

TARGETS = {
    "Assistant": "CommandTests", "BoxOfficeCommand": "CommandTests", "CProcess": "ExecutablesTests",
    "CTransfer": "CurlTests", "CWire": "WireTests", "Engine": "BoxOfficeTests",
}
"""The tests of modules that have none of the same name."""

SWIFT = """\
internal import Glibc

private let active: Int = {
    guard let file = unsafe fopen("%s", "r") else { return 0 }
    defer { unsafe fclose(file) }
    var number = 0
    while case let digit = unsafe fgetc(file), (48...57).contains(digit) {
        number = number * 10 + Int(digit) - 48
    }
    return number
}()

func mutant(_ number: Int) -> Bool { number == active }
"""
"""The source that is added to each module of Swift."""

C = """\
#include <stdio.h>

static int mutant(int number) {
    static int active = -1;
    FILE *file = active < 0 ? fopen("%s", "r") : NULL;
    if (file != NULL && fscanf(file, "%%d", &active) != 1) active = 0;
    if (file != NULL) fclose(file);
    return number == active;
}
"""
"""The header that is included by each file of C or C++."""


@dataclass(frozen=True)
class Mutation:
    """A fault, and its place in the sources."""

    number: int
    name: str
    file: str
    original: str
    mutated: str


def main() -> int:
    """Checks, builds or runs, as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="only check that each place is there")
    commands = parser.add_subparsers(dest="command")
    for name, text in (("build", "compile a copy"), ("run", "run tests and corpus there")):
        command = commands.add_parser(name, help=text)
        command.add_argument("folder", type=Path, metavar="FOLDER")
    command.add_argument("--only", metavar="N,…", help="numbers; 0 is the run without a mutation")
    options = parser.parse_args()
    with (HERE / "mutations.toml").open("rb") as file:
        mutations = [Mutation(**each) for each in tomllib.load(file)["mutation"]]
    if faults := list(_faults(mutations)):
        print(*faults, sep="\n", file=sys.stderr)
        return 1
    if options.command == "build":
        return _build(mutations, options.folder.resolve())
    if options.command == "run":
        return _run(mutations, options.folder.resolve(), options.only)
    if not options.check:
        parser.error("say --check, build or run")
    print(f"{len(mutations)} mutations, each at one place")
    return 0


def _faults(mutations: list[Mutation]) -> Iterator[str]:
    """What is wrong with the data file."""
    if [each.number for each in mutations] != list(range(1, len(mutations) + 1)):
        yield "the numbers are not those from 1 on"
    for each in mutations:
        path = ROOT / each.file
        count = path.read_text(encoding="utf-8").count(each.original) if path.is_file() else 0
        if count != 1:
            yield f"{each.number}: the original is {count} times in {each.file}"
        if set(re.findall(r"mutant\((\d+)\)", each.mutated)) != {f"{each.number}"}:
            yield f"{each.number}: the condition is not mutant({each.number})"


def _build(mutations: list[Mutation], folder: Path) -> int:
    """Copies the tree with all mutations in it, and compiles tests and the program."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True).stdout
    files = [name for name in os.fsdecode(listed).split("\0") if name and (ROOT / name).exists()]
    texts: dict[str, str] = {}
    for each in mutations:
        is_swift = each.file.endswith(".swift")
        if each.file not in texts:
            first = "" if is_swift else '#include "mutant.h"\n'
            texts[each.file] = first + (ROOT / each.file).read_text(encoding="utf-8")
        texts[each.file] = texts[each.file].replace(each.original, each.mutated)
        source, name = (SWIFT, "Mutant.swift") if is_swift else (C, "mutant.h")
        texts["/".join([*each.file.split("/")[:2], name])] = source % (folder / ACTIVE)
    for name in files:
        if name not in texts:
            _write(folder / name, (ROOT / name).read_bytes(), like=ROOT / name)
    for name, text in texts.items():
        _write(folder / name, text.encode())
    # What the dependencies are made from, so that nothing is downloaded again.
    for name in ("checkouts", "repositories"):
        if (ROOT / ".build" / name).is_dir() and not (folder / ".build" / name).exists():
            shutil.copytree(ROOT / ".build" / name, folder / ".build" / name, symlinks=True)
    for name in ("Package.resolved", ".build/workspace-state.json"):
        if (ROOT / name).is_file() and not (folder / name).exists():
            shutil.copy(ROOT / name, folder / name)
    _write(folder / ACTIVE, b"0\n")
    for product in (["--build-tests"], ["-c", "release", "--product", "bo-export"]):
        if status := subprocess.run(["swift", "build", *product], cwd=folder).returncode:
            return status
    return 0


def _write(path: Path, content: bytes, like: Path | None = None) -> None:
    """Writes a file unless it is the same already, so that little is compiled again."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    if like:
        shutil.copymode(like, path)


def _run(mutations: list[Mutation], folder: Path, only: str | None) -> int:
    """Runs part after part with each mutation that no part has caught, and prints a table."""
    if not (folder / ACTIVE).is_file():
        sys.exit(f"'{folder}' is not there: mutations.py build {folder}")
    known = {0: Mutation(0, "no mutation", "", "", "")} | {each.number: each for each in mutations}
    chosen = [int(number) for number in only.split(",")] if only else list(known)
    caught = dict.fromkeys(chosen, "")
    seconds = dict.fromkeys(chosen, 0.0)
    for part in range(4):
        for number in [number for number in chosen if not caught[number]]:
            begun = time.monotonic()
            (folder / ACTIVE).write_text(f"{number}\n")
            try:
                caught[number] = _first(_parts(known[number])[part], folder)
            finally:
                (folder / ACTIVE).write_text("0\n")
            seconds[number] += time.monotonic() - begun
            print(f"{number}: {caught[number] or 'passes'}", file=sys.stderr, flush=True)
            if number == 0 and caught[0]:
                sys.exit("this fails without a mutation, so nothing else can be learned")
    print("| | what is wrong | caught by | seconds |\n| --: | --- | --- | --: |")
    for number in chosen:
        told = caught[number] or "not caught"
        cells = f"{number}", known[number].name, told, f"{seconds[number]:.0f}"
        print("|", " | ".join(cell.replace("|", "\\|") for cell in cells), "|")
    return int(not all(caught[number] for number in chosen if number))


def _parts(each: Mutation) -> list[list[str]]:
    """The commands of a run: first the module's own tests, then the others, then those that start the
    program, then the corpus."""
    kind, module = [*each.file.split("/"), "", ""][:2]
    own = "PluginTests" if kind == "Plugins" else TARGETS.get(module, f"{module}Tests")
    return [
        [*TESTS, "--filter", f"^{own}[.]"],
        [*TESTS, "--skip", f"^{own}[.]", "--skip", OF_PROGRAM],
        [*TESTS, "--filter", OF_PROGRAM],
        [sys.executable, "Tests/Corpus/run.py"],
    ]


def _failed(line: str) -> str:
    """What a line of `swift test` or of the corpus says has failed; empty if nothing has."""
    if found := re.search(r"Test (.*?) recorded an issue.*? at ([\w+]+)\.swift:", line):
        return f"{found[2]}: {found[1]}"
    if found := re.match(r"=== (?:(.*): [\w ]+$|a hint that ends with \d+: (.*))", line):
        return f"corpus: {found[1] or found[2]}"
    return "a crash" if re.search(r"Fatal error|unexpected signal|Segmentation", line) else ""


def _first(command: list[str], folder: Path) -> str:
    """Runs `command` until a line of its output says what failed; empty if all passes."""
    variables = {name: text for name, text in os.environ.items() if name != "BO_EXPORT_SLOW"}
    process = subprocess.Popen(
        command, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace", start_new_session=True)
    begun = time.monotonic()
    timer = threading.Timer(TIMEOUT, _end, [process])
    timer.start()
    try:
        for line in process.stdout or ():
            if found := _failed(re.sub(r"\x1b\[[\d;]*m", "", line.rstrip("\n"))):
                return found
        if time.monotonic() - begun >= TIMEOUT:
            return f"hangs ({command[1]})"
        return f"{command[1]} ends with {process.returncode}" if process.wait() else ""
    finally:
        timer.cancel()
        _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    """Ends the session that a process leads: `swift test` has its tests in another group."""
    subprocess.run(["pkill", "-KILL", "--session", str(process.pid)], check=False)
    process.wait()


if __name__ == "__main__":
    sys.exit(main())
