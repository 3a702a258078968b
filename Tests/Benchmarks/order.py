#!/usr/bin/env python3
"""Writes the order in which the linker puts the functions of a release.

    .ci/release                                       leaves the program in .build/release
    python3 Tests/Benchmarks/order.py >/tmp/functions
    mv /tmp/functions .ci/functions

Code that usual runs need is scattered over 15 MB otherwise: more pages are read at the start, and the
processor's caches of addresses are too small for it. The order is that of the calls: what an answer
runs through first, then what a run needs once. Names that the program no longer has are ignored, so
the list need not be made for every change. It needs Valgrind.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

sys.dont_write_bytecode = True  # Nothing is left in the project.

import archive  # noqa: E402
import services  # noqa: E402
import tools  # noqa: E402

_PROGRAM = Path(__file__).resolve().parents[2] / ".build/release/bo-export"
_YEAR = "--from 2003-11-11 --to 2004-11-10 --jobs 2"
_DAYS = 366


class Calls:
    """Which functions of one program called which, and how often, in several runs."""

    def __init__(self) -> None:
        self.most: Counter[str] = Counter()
        """How often each function was called in the run that called it most."""
        self._callees: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def read(self, profile: Path, program: str) -> None:
        """Adds one run, as Callgrind writes it."""
        texts: dict[str, dict[str, str]] = {"fn": {}, "ob": {}}

        def named(kind: str, text: str) -> str:
            number, _, name = text.partition(" ")
            if name:
                texts[kind][number] = name
            return texts[kind][number]

        counts: Counter[str] = Counter()
        caller = callee = holder = target = ""
        for line in profile.read_text().splitlines():
            key, _, text = line.partition("=")
            if key == "ob":
                holder = named("ob", text)
            elif key == "fn":
                caller = named("fn", text).partition("'")[0]
                target = holder
                if holder == program:
                    counts[caller] += 0
            elif key == "cob":
                target = named("ob", text)
            elif key == "cfn":
                callee = named("fn", text).partition("'")[0]
            elif key == "calls":
                if target == program:
                    counts[callee] += int(text.split()[0])
                self._callees[caller][callee] += int(text.split()[0])
                target = holder
        for name, count in counts.items():
            self.most[name] = max(self.most[name], count)

    def order(self, names: Iterable[str]) -> list[str]:
        """`names`, each behind its caller, the most frequent callee first."""
        wanted = {name: None for name in sorted(names, key=lambda name: (-self.most[name], name))}
        ordered: dict[str, None] = {}
        seen: set[str] = set()
        for root in ("main", *wanted):
            waiting = [root]
            while waiting:
                name = waiting.pop()
                if name in seen:
                    continue
                seen.add(name)
                if name in wanted:
                    ordered[name] = None
                callees = self._callees.get(name, Counter())
                waiting += sorted(callees, key=lambda callee: (callees[callee], callee))
        return list(ordered)


def main() -> int:
    """Runs the program under Callgrind and prints the names."""
    parser = argparse.ArgumentParser(description="Prints the functions of usual runs in order.")
    parser.add_argument("--program", type=Path, default=_PROGRAM, help="a program with symbols")
    parser.add_argument("--data", type=Path, default=archive.CACHE, help="the data of run.py")
    options = parser.parse_args()
    data = archive.prepare(options.data.resolve())
    nginx = tools.find(options.data.resolve()).path("nginx")
    calls = Calls()
    with tempfile.TemporaryDirectory() as name, services.quick(data, nginx, Path(name)) as service:
        folder = Path(name)
        program = folder / "bo-export"
        # Valgrind cannot read the debugging information of this compiler.
        subprocess.run(["objcopy", "--strip-debug", options.program, program], check=True)
        environment = {
            "PATH": os.environ["PATH"], "HOME": name, "LANG": "C.UTF-8",
            "KOBIS_BASE_URL": service.base_url, "KOBIS_API_KEY": "order",
        }
        day = "--from 2022-06-05 --to 2022-06-05 --format csv"
        replay = f"--replay {data.replay} {_YEAR}"
        for arguments in (
            "--version", day, day, f"{replay} --format csv", f"{replay} --format jsonl",
            f"{replay} --format markdown", f"{replay} --source kobis-xml --format csv",
        ):
            profile = folder / "profile"
            subprocess.run(
                ["valgrind", "-q", "--tool=callgrind", "--demangle=no",
                 f"--callgrind-out-file={profile}", program, *arguments.split()],
                check=True, stdout=subprocess.DEVNULL, env=environment)
            calls.read(profile, str(program))
    # The linker numbers some names anew in every build.
    names = [name for name in calls.most if re.fullmatch(r"[\w$]+", name)]
    often = [name for name in names if calls.most[name] >= _DAYS / 2]
    ordered = dict.fromkeys(calls.order(often) + calls.order(names))
    print("# Made by Tests/Benchmarks/order.py, which says what it is for.")
    print("\n".join(ordered))
    return 0


if __name__ == "__main__":
    sys.exit(main())
