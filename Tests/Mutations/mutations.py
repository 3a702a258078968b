"""Faults put into the program on purpose, one at a time: are they caught by a test?

mutations.toml has them. README.md says how to start this and what it does, and has the table of the last run.
"""

import argparse
import functools
import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

ACTIVE = "active-mutation"
"""The file of a build that has the number of the active mutation."""

TIMEOUT = 300
"""Seconds after which a part of a run counts as hanging."""

PARTS = (
    ["swift", "test", "--skip-build", "--skip", "^CommandTests[.]"],
    ["swift", "test", "--skip-build", "--filter", "^CommandTests[.]"],
    [sys.executable, "Tests/Corpus/run.py"],
)
"""The commands of a run: the tests that start no program, those that do, and the corpus."""

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


def main() -> int:
    """Checks, builds or runs, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only check that each place is there")
    parser.add_argument("command", nargs="?", choices=("build", "run"))
    parser.add_argument("folder", nargs="?", type=lambda path: Path(path).resolve())
    parser.add_argument("--only", metavar="N,…", help="numbers; 0 is the run without a mutation")
    options = parser.parse_args()
    mutations = tomllib.loads((HERE / "mutations.toml").read_text(encoding="utf-8"))["mutation"]
    if faults := list(_faults(mutations)):
        print(*faults, sep="\n", file=sys.stderr)
        return 1
    if options.check:
        print(f"{len(mutations)} mutations, each at one place")
        return 0
    if not options.folder:
        parser.error("say --check, build FOLDER or run FOLDER")
    if options.command == "build":
        return _build(mutations, options.folder)
    return _run(mutations, options.folder, options.only)


def _faults(mutations: list[dict]) -> Iterator[str]:
    """What is wrong with the data file."""
    for number, each in enumerate(mutations, 1):
        path = ROOT / each["file"]
        count = path.read_text(encoding="utf-8").count(each["original"]) if path.is_file() else 0
        if count != 1:
            yield f"{number}: the original is {count} times in {each['file']}"
        if each["number"] != number or {*re.findall(r"mutant\((\d+)\)", each["mutated"])} != {f"{number}"}:
            yield f"{number}: its number is {each['number']}, or the condition is not mutant({number})"


def _build(mutations: list[dict], folder: Path) -> int:
    """Copies the tree with all mutations in it, and compiles tests and the program.

    Files keep their times, so that little is compiled again.
    """
    shutil.copytree(
        ROOT, folder, symlinks=True, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".git", ".build"))
    if not (folder / ".build").exists():
        # What the dependencies are made from, so that nothing is downloaded again.
        for name in ("checkouts", "repositories"):
            shutil.copytree(ROOT / ".build" / name, folder / ".build" / name, symlinks=True)
        shutil.copy(ROOT / ".build/workspace-state.json", folder / ".build")
    for each in mutations:
        path, is_swift = folder / each["file"], each["file"].endswith(".swift")
        text = path.read_text(encoding="utf-8").replace(each["original"], each["mutated"])
        if not is_swift and "mutant.h" not in text:
            text = '#include "mutant.h"\n' + text
        path.write_text(text, encoding="utf-8")
        own = folder.joinpath(*path.relative_to(folder).parts[:2], "Mutant.swift" if is_swift else "mutant.h")
        own.write_text((SWIFT if is_swift else C) % (folder / ACTIVE))
        newest = max(ROOT / each["file"], HERE / "mutations.toml", key=lambda file: file.stat().st_mtime)
        shutil.copystat(newest, path)
        shutil.copystat(HERE / "mutations.toml", own)
    (folder / ACTIVE).write_text("0\n")
    for product in (["--build-tests"], ["-c", "release", "--product", "bo-export"]):
        subprocess.run(["swift", "build", *product], cwd=folder, check=True)
    return 0


def _run(mutations: list[dict], folder: Path, only: str | None) -> int:
    """Runs part after part with each mutation that no part has caught, and prints a table."""
    names = ["no mutation", *(each["name"] for each in mutations)]
    chosen = [int(number) for number in only.split(",")] if only else range(len(names))
    caught = dict.fromkeys(chosen, "")
    for command in PARTS:
        for number in [number for number in chosen if not caught[number]]:
            (folder / ACTIVE).write_text(f"{number}\n")
            caught[number] = _first(command, folder)
            print(f"{number}: {caught[number] or 'passes'}", file=sys.stderr, flush=True)
            if number == 0 and caught[0]:
                sys.exit("this fails without a mutation, so nothing else can be learned")
    print("| | what is wrong | caught by |\n| --: | --- | --- |")
    for number in chosen:
        cells = f"{number}", names[number], caught[number] or "not caught"
        print("|", " | ".join(cell.replace("|", "\\|") for cell in cells), "|")
    return int(not all(caught[number] for number in chosen if number))


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
    # The whole session ends, because `swift test` has its tests in another group.
    end = functools.partial(subprocess.run, ["pkill", "-KILL", "--session", f"{process.pid}"], check=False)
    timer = threading.Timer(TIMEOUT, end)
    timer.start()
    try:
        for line in process.stdout:
            if found := _failed(re.sub(r"\x1b\[[\d;]*m", "", line.rstrip("\n"))):
                return found
        status = process.wait()
        if status == -9:
            return f"hangs ({command[1]})"
        return f"{command[1]} ends with {status}" if status else ""
    finally:
        timer.cancel()
        end()
        process.wait()


if __name__ == "__main__":
    sys.exit(main())
