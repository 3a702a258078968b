#!/usr/bin/env python3
"""Runs the Meltano project of the samples.

    Tests/Engines/singer_meltano.py [--environments DIR] [--program FILE]

Checked are: the first run loads the days that were asked for, further ones only what is new, and a run
whose tap fails, fails. The exit status is 1 if it is not so, and 77 if something cannot be installed.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import singer_targets
from singer_tap import Difference, expect

PROJECT = pathlib.Path(__file__).resolve().parents[2] / "Samples/meltano"


class Meltano:
    """The project, copied into a folder of its own."""

    def __init__(self, program, environments, folder):
        self.project = folder / "project"
        shutil.copytree(PROJECT, self.project)
        programs = singer_targets.environment(environments, "meltano==4.4.1")
        self.variables = dict(os.environ, HOME=str(folder))
        self.variables["PATH"] = f"{program.parent}:{programs}:{self.variables['PATH']}"

    def run(self, *arguments, **variables):
        """The exit status, and the output."""
        done = subprocess.run(
            ["meltano", *arguments], cwd=self.project, env=self.variables | variables,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout.decode()[-1500:]

    def load(self, **variables):
        return self.run("run", "tap-bo-export", "target-jsonl", **variables)

    def rows(self):
        lines = (self.project / "output/charts.jsonl").read_text().split("\n")[:-1]
        return [(row["from"], row["movie_code"]) for row in map(json.loads, lines)]


def check(meltano):
    status, said = meltano.run("install")
    if status != 0:
        raise singer_targets.Unavailable(f"Meltano cannot install the target: {said}")
    for last, days in (("2022-06-02", 4), ("2022-06-05", 7), ("2022-06-05", 7)):
        status, said = meltano.load(TAP_BO_EXPORT_TO=last)
        rows = meltano.rows()
        expect(status == 0, f"a run up to {last} ended with {status}: {said}")
        expect(len(rows) == len(set(rows)) == days * 10,
               f"up to {last} there are {len(set(rows))} rows in {len(rows)} lines")
    status, said = meltano.load(TAP_BO_EXPORT_SOURCE="nowhere")
    expect(status == 1 and "nowhere" in said, f"a tap that fails gave {status}: {said}")


if __name__ == "__main__":
    try:
        chosen = singer_targets.options(argparse.ArgumentParser(description=__doc__.split("\n")[0]))
        with tempfile.TemporaryDirectory() as home:
            check(Meltano(chosen.program, chosen.environments, pathlib.Path(home)))
        print("Meltano: each row once, in four runs of the sample")
    except Difference as reason:
        sys.exit(f"singer_meltano.py: {reason}")
    except singer_targets.Unavailable as reason:
        print(f"singer_meltano.py: not everything is checked: {reason}", file=sys.stderr)
        sys.exit(77)
