"""Workbooks: the time of the whole archive, and how memory and temporary files grow."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import sheets
from bench import MEGABYTE, PEERS, Bench, Outcome
from measure import Command, RunFailed, in_turns, ratio, ratio_of
from tools import WORKBOOK_LIBRARY

_TARGET = 0.25
_FEW = 800
"""The days of a short workbook."""


def workbook(bench: Bench) -> list[Outcome]:
    """All days as a workbook, by bo-export and by Python; and the memory of many days and few."""
    work = "JSON to a workbook"
    peer = "Python orjson+XlsxWriter"
    if WORKBOOK_LIBRARY in bench.tools.missing:
        remedy = bench.tools.missing[WORKBOOK_LIBRARY]
        return [Outcome(work, peer, target=_TARGET, note=f"missing: {remedy}")]
    days = len(bench.archive.days)
    many, few = _export(bench, days), _export(bench, _FEW)
    path = bench.folder / "xlsxwriter.xlsx"
    theirs = Command(
        [bench.tools.python, str(PEERS / "orjson_xlsxwriter.py"),
         str(bench.archive.bodies("json")), str(path)], path, writes_itself=True,
        environment=_temporary(bench.folder))
    outcomes = [
        bench.pair(
            work, many, peer, "XlsxWriter", theirs,
            lambda: sheets.of_workbook(many.output), lambda: sheets.of_workbook(path), _TARGET),
    ]
    work = f"peak memory, {days:,} days as a workbook"
    print(f"  {work} …", flush=True)
    ones, others = in_turns(bench.launcher, [many, few], max(3, bench.runs // 2))
    outcomes.append(Outcome(
        work, f"{_FEW} days", "MB", ratio(ones, others, lambda sample: sample.peak / MEGABYTE),
        limit=80, note="–"))
    sizes = [[_temporary_bytes(command, bench.folder) / MEGABYTE] for command in (many, few)]
    outcomes.append(Outcome(
        f"temporary files, {days:,} days as a workbook", f"{_FEW} days", "MB",
        ratio_of(*sizes), note="–"))
    return outcomes


def _export(bench: Bench, days: int) -> Command:
    path = bench.folder / f"ours-{days}.xlsx"
    command = bench.export(days, "json", "xlsx", "-O", "chart=none", "-o", str(path))
    return Command(
        command.arguments, path, writes_itself=True, environment=_temporary(bench.folder))


def _temporary(folder: Path) -> dict[str, str]:
    """Temporary files lie where the outputs do, in memory if it can be."""
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    return {"TMPDIR": str(temporary)}


def _temporary_bytes(command: Command, folder: Path) -> int:
    """The most bytes that the files which `command` keeps open in TMPDIR have at once.

    They have no names, so they are found among the descriptors of the process.
    """
    most = 0
    environment = {"HOME": str(folder), **command.environment}
    process = subprocess.Popen(
        command.arguments, env=environment, cwd=folder, stderr=subprocess.DEVNULL)
    while process.poll() is None:
        most = max(most, _open_bytes(process.pid, f"{command.environment['TMPDIR']}/"))
        time.sleep(0.005)
    if process.returncode != 0:
        raise RunFailed(f"{command.name} ended with {process.returncode}")
    return most


def _open_bytes(process: int, prefix: str) -> int:
    sizes: dict[str, int] = {}
    descriptors = f"/proc/{process}/fd"
    try:
        for descriptor in os.listdir(descriptors):
            path = f"{descriptors}/{descriptor}"
            name = os.readlink(path)
            if name.startswith(prefix):
                status = os.stat(path)
                # Room may be taken before there is something in it.
                sizes[name] = max(status.st_size, status.st_blocks * 512)
    except OSError:  # It was closed meanwhile, or the process has ended.
        pass
    return sum(sizes.values())
