"""Kills the program while it replaces files, and checks the files that are left.

python3 kills.py --program FILE [--random 1000] [--aimed 200] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True

from figures import Figures
from program import executable, needed
from service import Conditions, Service
from yard import SETTINGS, Yard, straced


def kill_at_random(yard: Yard, count: int, chance: random.Random) -> None:
    """Kills at moments drawn from the whole length of a run."""
    lengths = {setting: yard.seconds(setting) for setting in SETTINGS}
    while count > 0:
        setting = chance.choice(SETTINGS)
        after = chance.uniform(0.0005, 1.05 * lengths[setting])
        count -= yard.kill(
            "random", setting, after=after, label=f"{setting}, after {after * 1000:.1f} ms")


def kill_around_commits(yard: Yard, count: int, chance: random.Random) -> None:
    """Kills when a thread enters a system call of a commit, mostly one of its last three."""
    strace = needed("strace", "strace")
    calls = {setting: yard.calls(setting, strace) for setting in SETTINGS}
    while count > 0:
        setting = chance.choice(SETTINGS)
        call = chance.choice(sorted(calls[setting]))
        most = calls[setting][call]
        first = max(1, most - 2) if chance.random() < 0.7 else 1
        number = chance.randint(first, most)
        through = straced(
            strace, Path("/dev/null"), f"trace={call}",
            f"inject={call}:signal=KILL:when={number}")
        count -= yard.kill(
            "aimed", setting, through=through, label=f"{setting}, at {call} {number} of {most}")


def main() -> int:
    """Kills as often as the arguments say; returns 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the bo-export to kill")
    parser.add_argument("--random", type=int, default=1000, help="kills at random moments")
    parser.add_argument("--aimed", type=int, default=200, help="kills around a commit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--stray-age", type=int, default=0, metavar="SECONDS",
        help="make what a kill left so much older before the next run")
    options = parser.parse_args()
    program = executable(options.program)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kills.") as folder, Service(Figures(1)) as service:
        service.begin(Conditions(now=time.time()))
        yard = Yard(Path(folder), program, service, options.stray_age)
        kill_at_random(yard, options.random, random.Random(f"random {options.seed}"))
        kill_around_commits(yard, options.aimed, random.Random(f"aimed {options.seed}"))
    findings = yard.findings
    for kind in ("torn", "failed", "strays"):
        for text in getattr(findings, kind)[:20]:
            print(f"{kind}: {text}")
    print(json.dumps({
        "seed": options.seed, "kills": findings.kills, "left_strays": findings.left_by_kill,
        "documents_old": findings.kept, "documents_new": findings.replaced,
        "torn": len(findings.torn), "failed_next_runs": len(findings.failed),
        "strays": len(findings.strays), "archive_strays": findings.archive_strays,
        "seconds": round(time.monotonic() - begun),
    }))
    print(
        f"{findings.kills.total()} kills, {len(findings.torn)} torn, {len(findings.strays)} strays "
        "after the next run")
    return 0 if findings.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
