#!/usr/bin/env python3
"""Runs the DAG of Samples/airflow in Airflow against a service on the loopback. Run by hand.

    python3 Tests/Engines/workflow.py [--program FILE] [--loopback FILE]
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable

from fixture import ROOT, Differs, Fixture, expect, needs, options, proving

AIRFLOW = [sys.executable, "-m", "airflow"]
LONGEST_RUN = 180
"""Seconds after which a run counts as hung."""


class Workflow:
    """Airflow with a database of its own, and the files that the DAG keeps up to date."""

    def __init__(self, fixture: Fixture) -> None:
        """Makes the database. A copy of the DAG waits seconds, not an hour, before another attempt."""
        self.fixture, self.lake = fixture, fixture.folder / "lake"
        today = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=9)
        self.days = [(today - datetime.timedelta(days=back)).date() for back in range(8, 0, -1)]
        dags = fixture.folder / "dags"
        dags.mkdir()
        code = (ROOT / "Samples/airflow/box_office.py").read_text(encoding="utf-8")
        hasty = code.replace("retry_delay=timedelta(hours=1)", "retry_delay=timedelta(seconds=3)")
        expect("the delay of the DAG is found", hasty != code)
        (dags / "box_office.py").write_text(hasty, encoding="utf-8")
        (fixture.folder / "bin/bo-export").symlink_to(fixture.program)
        fixture.environment |= {
            "AIRFLOW_HOME": str(fixture.folder / "airflow"), "AIRFLOW__CORE__DAGS_FOLDER": str(dags),
            "AIRFLOW__CORE__LOAD_EXAMPLES": "False", "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([*AIRFLOW, "db", "migrate"], check=True, env=fixture.environment,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def run(self, what: str, succeeds: bool, attempts: int, at_retry: Callable | None = None) -> str:
        """The log of a run of the DAG, which has to succeed or to fail after so many attempts.

        `at_retry` is called once, when an attempt has failed and there will be another one.
        """
        log = self.fixture.folder / "log"
        settings = {"from": str(self.days[0]), "output": f"{self.lake}/year={{year}}/daily.csv"}
        with open(log, "w", encoding="utf-8") as file:
            running = subprocess.Popen(
                [*AIRFLOW, "dags", "test", "box_office", "--conf", json.dumps(settings)],
                env=self.fixture.environment, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
        started = time.monotonic()
        while running.poll() is None:
            if at_retry and "[up_for_retry]" in log.read_text(encoding="utf-8"):
                at_retry()
                at_retry = None
            if time.monotonic() - started > LONGEST_RUN:
                os.killpg(running.pid, signal.SIGKILL)
                raise Differs(f"{what} takes over {LONGEST_RUN} s: {log.read_text()[-400:]}")
            time.sleep(0.2)
        said = log.read_text(encoding="utf-8")
        tried = said.count("[DAG TEST] running task")
        expect(f"{what}: success and attempts", (running.returncode == 0, tried), (succeeds, attempts))
        print(f"{what}: as it should be", flush=True)
        return said

    def files(self) -> dict[str, bytes]:
        """The bytes of every file. Its time is that of the program's last check."""
        return {str(path): path.read_bytes() for path in sorted(self.lake.rglob("*.csv"))}

    def rows(self) -> str:
        """All files in one, without their headers."""
        return "".join(data.decode().partition("\n")[2] for data in self.files().values())


def check(fixture: Fixture, workflow: Workflow) -> None:
    """Missing days are filled, a second run changes nothing, and each status does what it should."""
    wanted = fixture.run("--from", workflow.days[0], "--to", workflow.days[-1]).partition("\n")[2]

    workflow.run("the first run", True, 1)
    expect("the rows of the first run", workflow.rows(), wanted)
    written = workflow.files()
    workflow.run("the second run", True, 1)
    expect("the files of the second run", workflow.files(), written)

    for path in workflow.lake.rglob("*.csv"):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = (line for line in lines if not line.startswith(str(workflow.days[3])))
        path.write_text("".join(kept), encoding="utf-8")
    expect("the rows without a day", workflow.rows() == wanted, False)
    workflow.run("the run after a day was lost", True, 1)
    expect("the rows after a day was lost", workflow.rows(), wanted)

    for name, trouble, kept in ("75, the quota", "fault:320011", 0), ("2, a day is missing", "html", 70):
        shutil.rmtree(workflow.lake)
        fixture.fresh()
        fixture.serve(f"{workflow.days[4]:%Y%m%d}={trouble}")
        between: list[str] = []

        def heal() -> None:
            between.append(workflow.rows())
            fixture.serve()

        workflow.run(name, True, 2, heal)
        expect(f"{name}: the rows between the attempts", len(between[0].splitlines()), kept)
        expect(f"{name}: the rows at the end", workflow.rows(), wanted)

    written = workflow.files()
    fixture.fresh()
    fixture.serve("*=fault:320010")
    log = workflow.run("77, a refused key", False, 1)
    expect("77: the log names the reason", "KOBIS refused the key" in log)
    expect("77: the files", workflow.files(), written)
    for name in "KOBIS_API_KEY", "KOBIS_API_KEY_FILE":
        fixture.environment.pop(name, None)
    workflow.run("78, no key", False, 1)


if __name__ == "__main__":
    chosen = options(argparse.ArgumentParser(description="The sample's DAG in Airflow."))
    needs("airflow")
    with proving(chosen) as fixture:
        check(fixture, Workflow(fixture))
