"""Tables drawn from seeds, given to the program: what the scripts here share."""
import argparse
import collections
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile


def try_seeds(description, trial):
    """Makes a trial for each seed, and ends the script with 1 if one finds something wrong.

    `trial(rng, path, run)` writes a table to `path`, runs the program with arguments, and returns the kinds
    of its case and what is wrong, or None.
    """
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1)
    given = parser.parse_args()
    counts, failures = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as home:
        path = pathlib.Path(home, "table")

        def run(*arguments):
            return subprocess.run(
                [given.program.resolve(), *arguments], capture_output=True, cwd=home, timeout=20,
                env={"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"})

        for seed in range(given.first, given.first + given.seeds):
            try:
                kinds, wrong = trial(random.Random(seed), path, run)
            except subprocess.TimeoutExpired:
                kinds, wrong = [], "it hangs"
            counts.update(kinds)
            if wrong:
                failures += 1
                print(f"seed {seed}, {shutil.copy(path, f'/tmp/table-{seed}')}: {wrong}")
    print(f"{given.seeds} seeds from {given.first} on: {dict(counts)}; {failures} differ")
    sys.exit(1 if failures else 0)
