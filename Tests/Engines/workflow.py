#!/usr/bin/env python3
"""Runs the DAG of Samples/airflow in Airflow against a service on the loopback. Run by hand.

    pip install apache-airflow
    python3 Tests/Engines/workflow.py --program .build/release/bo-export \
        --loopback .build/debug/loopback-kobis

It ends with 0, with 1 and a sentence about the difference, or with 77 if Airflow is missing.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.dont_write_bytecode = True

from fixture import Fixture, Differs, expect, options  # noqa: E402

_DAG = Path(__file__).resolve().parents[2] / "Samples/airflow/box_office.py"
_LONGEST_RUN = 180
"""Seconds after which a run counts as hung."""


class Workflow:
    """Airflow with a database of its own, and the files that the DAG keeps up to date."""

    def __init__(self, fixture: Fixture) -> None:
        """Makes the database. A copy of the DAG waits seconds, not an hour, before another attempt."""
        self._bench = fixture
        self.lake = fixture.folder / "lake"
        today = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=9)
        self.days = [(today - datetime.timedelta(days=back)).date() for back in range(8, 0, -1)]
        dags = fixture.folder / "dags"
        dags.mkdir()
        code = _DAG.read_text(encoding="utf-8")
        hasty = code.replace("retry_delay=timedelta(hours=1)", "retry_delay=timedelta(seconds=3)")
        expect("the delay of the DAG is found", hasty != code, True)
        (dags / _DAG.name).write_text(hasty, encoding="utf-8")
        program = fixture.folder / "bin" / "bo-export"
        program.symlink_to(fixture.program)
        fixture.environment |= {
            "AIRFLOW_HOME": str(fixture.folder / "airflow"), "AIRFLOW__CORE__DAGS_FOLDER": str(dags),
            "AIRFLOW__CORE__LOAD_EXAMPLES": "False", "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([sys.executable, "-m", "airflow", "db", "migrate"], check=True,
                       env=fixture.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def run(self, at_retry: Callable[[], None] | None = None) -> tuple[bool, int, str]:
        """Whether a run of the DAG succeeded, how often it was tried, and its log.

        `at_retry` is called once, when an attempt has failed and there will be another one.
        """
        log = self._bench.folder / "log"
        settings = {"from": str(self.days[0]), "output": f"{self.lake}/year={{year}}/daily.csv"}
        with open(log, "w", encoding="utf-8") as file:
            running = subprocess.Popen(
                [sys.executable, "-m", "airflow", "dags", "test", "box_office", "--conf",
                 json.dumps(settings)], env=self._bench.environment, stdout=file,
                stderr=subprocess.STDOUT, start_new_session=True)
        started = time.monotonic()
        while running.poll() is None:
            if at_retry and "[up_for_retry]" in log.read_text(encoding="utf-8"):
                at_retry()
                at_retry = None
            if time.monotonic() - started > _LONGEST_RUN:
                os.killpg(running.pid, signal.SIGKILL)
                raise Differs(f"a run takes over {_LONGEST_RUN} s: {log.read_text()[-400:]}")
            time.sleep(0.2)
        text = log.read_text(encoding="utf-8")
        return running.returncode == 0, text.count("[DAG TEST] running task"), text

    def files(self) -> dict[str, bytes]:
        """The bytes of every file. Its time is that of the program's last check."""
        return {str(path.relative_to(self.lake)): path.read_bytes()
                for path in sorted(self.lake.glob("**/*.csv"))}

    def rows(self) -> str:
        """All files in one, without their headers."""
        return "".join(data.decode().partition("\n")[2] for data in self.files().values())


def check(fixture: Fixture, workflow: Workflow) -> None:
    """Missing days are filled, a second run changes nothing, and each status does what it should."""
    first, last = str(workflow.days[0]), str(workflow.days[-1])
    wanted = fixture.run("--from", first, "--to", last).partition("\n")[2]

    expect("the first run", workflow.run()[:2], (True, 1))
    expect("the rows of the first run", workflow.rows(), wanted)
    written = workflow.files()
    print(f"first run: {len(wanted.splitlines())} rows in {len(written)} files", flush=True)
    expect("the second run", workflow.run()[:2], (True, 1))
    expect("the files of the second run", workflow.files(), written)
    print("second run: the same bytes", flush=True)

    for path in workflow.lake.glob("**/*.csv"):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = (line for line in lines if not line.startswith(str(workflow.days[3])))
        path.write_text("".join(kept), encoding="utf-8")
    expect("the rows without a day", workflow.rows() == wanted, False)
    expect("the run after a day was lost", workflow.run()[:2], (True, 1))
    expect("the rows after a day was lost", workflow.rows(), wanted)
    print("a lost day is filled", flush=True)

    for name, trouble, attempts in (
            ("75, the quota", f"{workflow.days[4]:%Y%m%d}=fault:320011", 2),
            ("2, a day is missing", f"{workflow.days[4]:%Y%m%d}=html", 2)):
        shutil.rmtree(workflow.lake)
        shutil.rmtree(fixture.folder / "cache")
        fixture.serve(trouble)
        between: list[str] = []

        def heal() -> None:
            between.append(workflow.rows())
            fixture.serve()

        expect(f"{name}: success and attempts", workflow.run(heal)[:2], (True, attempts))
        expect(f"{name}: the rows between the attempts", len(between[0].splitlines()),
               70 if name.startswith("2") else 0)
        expect(f"{name}: the rows at the end", workflow.rows(), wanted)
        print(f"{name}: tried again, and whole then", flush=True)

    written = workflow.files()
    shutil.rmtree(fixture.folder / "cache")
    fixture.serve("*=fault:320010")
    succeeded, attempts, log = workflow.run()
    expect("77, a refused key: success and attempts", (succeeded, attempts), (False, 1))
    expect("77: the log names the reason", "KOBIS refused the key" in log, True)
    expect("77: the files", workflow.files(), written)
    for name in "KOBIS_API_KEY", "KOBIS_API_KEY_FILE":
        fixture.environment.pop(name, None)
    expect("78, no key: success and attempts", workflow.run()[:2], (False, 1))
    print("77 and 78: failed at once, and the files are as they were", flush=True)


def main() -> int:
    """Checks all, and prints the first difference."""
    chosen = options(argparse.ArgumentParser(description="The sample's DAG in Airflow."))
    if not importlib.util.find_spec("airflow"):
        print("left out: Airflow is missing; pip install apache-airflow", file=sys.stderr)
        return 77
    with Fixture(chosen) as fixture:
        try:
            check(fixture, Workflow(fixture))
        except Differs as difference:
            print(f"workflow.py: {difference}", file=sys.stderr)
            return 1
    print("as it should be")
    return 0


if __name__ == "__main__":
    sys.exit(main())
