"""Kills the program while it replaces files, and checks the files that are left."""

import argparse
import json
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from itertools import product
from pathlib import Path

sys.dont_write_bytecode = True

from figures import Figures
from findings import Findings
from program import Ended, Program, compiled, executable, strays
from service import Changing, Conditions, Service

_RANGE = ("--from=2024-05-01", "--to=2024-05-30")
_COMMIT = ("fsync", "linkat", "rename", "renameat", "renameat2", "unlink", "unlinkat")
"""The system calls around a commit."""
COMMANDS = {
    "one file": (*_RANGE, "-o", "out/x.csv"),
    "update": (*_RANGE, "--update", "-o", "out/x.csv"),
    "a file a day": (*_RANGE, "-o", "out/{date}.csv"),
    "report": (*_RANGE, "-o", "out/x.csv", "--report", "reports/run.json"),
}
"""Commands that replace files: those that the same one wrote of other figures, but for the update."""
BEFORE_UPDATE = ("--from=2024-05-01", "--to=2024-05-20", "-o", "out/x.csv")
SETTINGS = [*product(COMMANDS, ("full", "empty"), (True, False))]
"""The command of a run; the archive, which is `full` for a run that does nothing but write; and whether the
file system has nameless files (O_TMPFILE)."""


class Yard:
    """A home and a folder in which the program is killed again and again."""

    def __init__(self, folder: Path, program: Path, service: Service) -> None:
        self._references, self._work = folder / "references", folder / "work"
        self._source = service.sources["kobis"]
        self._program = Program(
            program, folder / "home", service.url("kobis"), compiled(["no_tmpfile"], folder))
        self.findings = Findings()
        for command, arguments in COMMANDS.items():
            is_update = command == "update"
            for name in ("out", "reports"):
                (self._work / name).mkdir(parents=True)
            self._make(f"{command}/old", BEFORE_UPDATE if is_update else arguments, int(is_update))
            # The archive must not have the old figures, but an update continues from the old file.
            shutil.rmtree(self._program.home)
            self._make(f"{command}/new", arguments, 1)
            shutil.move(self._program.home, self._references / command / "home")
            shutil.rmtree(self._work)

    def _make(self, reference: str, arguments: tuple[str, ...], figures: int) -> None:
        self._program.home.mkdir()
        self._source.figures = Figures(figures)
        ended = self._program.run(arguments, folder=self._work)
        if ended.status != 0:
            sys.exit(f"{reference}: it ends with {ended.status} by itself: {ended.errors}")
        shutil.copytree(self._work, self._references / reference)

    def run(self, setting: tuple, **how: object) -> Ended:
        """Runs the command on the old documents, with the archive that it is to find."""
        references, home = self._references / setting[0], self._program.home
        for folder in (home, self._work):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(references / "old", self._work)
        home.mkdir()
        if setting[1] == "full":
            shutil.copytree(references / "home", home, dirs_exist_ok=True)
        return self._run(setting, **how)

    def _run(self, setting: tuple, **how: object) -> Ended:
        return self._program.run(COMMANDS[setting[0]], folder=self._work, nameless=setting[2], **how)

    def calls(self, setting: tuple) -> dict[str, int]:
        """The largest number of times that a thread makes each system call of a commit."""
        log = self._references / "strace.log"
        ended = self.run(setting, through=straced(log, f"trace={','.join(_COMMIT)}"))
        if ended.status != 0:
            sys.exit(f"{setting}: it ends with {ended.status} under strace: {ended.errors}")
        made = Counter(re.findall(r"^(\d+) +(\w+)\(", log.read_text(), re.MULTILINE))
        return {call: count for (_, call), count in reversed(made.most_common())}

    def is_killed(self, label: str, setting: tuple, **how: object) -> bool:
        """Kills a run, and checks the files; False if it had ended before."""
        if self.run(setting, **how).status != -9:
            return False
        where, check = f"{label} of {setting}", self.findings.check
        old, new = (documents(self._references / setting[0] / which) for which in ("old", "new"))
        found = documents(self._work)
        for name in old | new | found:
            is_whole = found.get(name) in (old.get(name), new.get(name))
            check("documents after a kill", is_whole, f"{where}: {name}: {str(found.get(name))[-80:]}")
        ended = self._program.run(["cache", "status"], folder=self._work)
        damaged = re.search(r"(\d+) damaged", ended.output)
        check("archives after a kill", ended.status == 0 and (not damaged or damaged[1] == "0"),
              f"{where}: {ended}")
        ended = self._run(setting)
        # One of the days has a short chart, which every run tells.
        others = re.sub(r".*only \d+ of 10 rows.*", "", ended.errors)
        check("next runs", ended.status == 0 and "warning" not in others, f"{where}: {ended}")
        found = documents(self._work)
        for name in new | found:
            check("documents after the next run", found.get(name) == new.get(name), f"{where}: {name}")
        left = strays(self._work)
        check("no unfinished files after the next run", not left, f"{where}: {left}")
        return True


def documents(folder: Path) -> dict[str, bytes]:
    """The files in a folder and below it, but for unfinished ones. Reports have times in them, so a whole
    one is like any other."""
    found = {}
    for path in {path for path in folder.rglob("*") if path.is_file()} - {*strays(folder)}:
        found[str(path.relative_to(folder))] = content = path.read_bytes()
        with suppress(ValueError):
            if path.suffix == ".json" and isinstance(json.loads(content), dict):
                found[str(path.relative_to(folder))] = b"a report"
    return found


def straced(log: Path, *expressions: str) -> list[str]:
    """The command that starts another under strace, with those `-e` expressions."""
    return ["strace", "-f", "-qq", "-o", str(log), *(f"-e{each}" for each in expressions)]


def kill_at_random(yard: Yard, count: int, chance: random.Random) -> None:
    """Kills at moments drawn from the whole length of a run."""
    lengths = {}
    for setting in SETTINGS:
        begun = time.monotonic()
        yard.run(setting)
        lengths[setting] = time.monotonic() - begun
    while count > 0:
        setting = chance.choice(SETTINGS)
        after = chance.uniform(0.0005, 1.05 * lengths[setting])
        count -= yard.is_killed(f"random after {after} s", setting, kill_after=after)


def kill_around_commits(yard: Yard, count: int, chance: random.Random) -> None:
    """Kills when a thread enters a system call of a commit, mostly one of its last three."""
    calls = {setting: yard.calls(setting) for setting in SETTINGS}
    while count > 0:
        setting = chance.choice(SETTINGS)
        call = chance.choice(sorted(calls[setting]))
        most = calls[setting][call]
        number = chance.randint(max(1, most - 2) if chance.random() < 0.7 else 1, most)
        through = straced(Path("/dev/null"), f"trace={call}", f"inject={call}:signal=KILL:when={number}")
        count -= yard.is_killed(f"aimed {call} {number}", setting, through=through)


def main() -> int:
    """Kills as often as the arguments say; returns 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=executable, required=True, help="the bo-export to kill")
    parser.add_argument("--random", type=int, default=1000, help="kills at random moments")
    parser.add_argument("--aimed", type=int, default=200, help="kills around a commit")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    source = Changing(Figures(1), Conditions(now=time.time()))
    with tempfile.TemporaryDirectory(prefix="kills.") as folder, Service(kobis=source) as service:
        yard = Yard(Path(folder), options.program, service)
        kill_at_random(yard, options.random, random.Random(f"random {options.seed}"))
        kill_around_commits(yard, options.aimed, random.Random(f"aimed {options.seed}"))
    return yard.findings.tell()


if __name__ == "__main__":
    sys.exit(main())
