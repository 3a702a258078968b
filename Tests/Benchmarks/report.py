"""The outcomes as tables."""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench import Outcome
from measure import Ratio
from tools import Tools

Table = list[list[str]]


def tables(outcomes: Mapping[str, Sequence[Outcome]]) -> list[tuple[str, Table]]:
    """A table of the targets, and one of everything that was measured in each group."""
    everything = [outcome for group in outcomes.values() for outcome in group]
    targets: Table = [["comparison", "at most", "measured", "quartiles", ""]]
    for outcome in everything:
        targets += _targets(outcome)
    result = [("Targets", targets)]
    for name, group in outcomes.items():
        table: Table = [
            ["bo-export", "peer", "bo-export", "peer", "ratio", "quartiles", "CPU ms",
             "M instructions", "peak MB", "outputs"]
        ]
        table += [_measured(outcome) for outcome in group]
        result.append((name[0].upper() + name[1:], table))
    return result


def _targets(outcome: Outcome) -> Table:
    rows: Table = []
    name = f"{outcome.work} : {outcome.peer}"
    if outcome.target is not None:
        if outcome.ratio is None:
            rows.append([name, f"{outcome.target:.2f}", "–", "–", outcome.note])
        else:
            value, ratio = outcome.ratio.value, outcome.ratio
            passed = value <= outcome.target and not outcome.is_wrong
            rows.append([
                name, f"{outcome.target:.2f}", _ratio(value), _quartiles(ratio), _mark(passed),
            ])
    if outcome.limit is not None and outcome.ratio is not None:
        measured = outcome.ratio.one
        rows.append([
            outcome.work, f"{outcome.limit:g} {outcome.unit}", f"{measured:.1f} {outcome.unit}", "",
            _mark(measured < outcome.limit),
        ])
    return rows


def _mark(passed: bool) -> str:
    return "pass" if passed else "**fail**"


def _measured(outcome: Outcome) -> list[str]:
    ratio, unit = outcome.ratio, outcome.unit
    if ratio is None:
        return [outcome.work, outcome.peer, *["–"] * 7, outcome.note]
    both = [
        " : ".join("–" if value is None else _number(value) for value in values) if values else "–"
        for values in (outcome.cpus, outcome.instructions, outcome.peaks)
    ]
    return [
        outcome.work, outcome.peer,
        f"{_number(ratio.one)} {unit}", f"{_number(ratio.other)} {unit}",
        _ratio(ratio.value), _quartiles(ratio), *both, outcome.note,
    ]


def _ratio(value: float) -> str:
    return f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def _quartiles(ratio: Ratio) -> str:
    return f"{_ratio(ratio.low)}–{_ratio(ratio.high)}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def markdown(table: Table) -> str:
    """A table in Markdown."""
    head, *rows = [[cell.replace("|", "\\|") for cell in row] for row in table]
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


_BEGINNING = "<!-- The benchmarks write what is between these lines. -->\n"
_END = "<!-- end of the benchmarks -->\n"


def put_into(path: Path, table: Table, machine: str) -> None:
    """Puts a table, and with what it was measured, between the marks in the file at `path`."""
    before, _, rest = path.read_text(encoding="utf-8").partition(_BEGINNING)
    _, _, after = rest.partition(_END)
    if not after:
        print(f"{path} has no place for the table")
        return
    content = f"{markdown(table)}\n\n{machine}"
    path.write_text(f"{before}{_BEGINNING}{content}{_END}{after}", encoding="utf-8")


def text(table: Table) -> str:
    """A table for a terminal."""
    widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    )


def machine(tools: Tools, runs: int, load: float) -> str:
    """The kind of machine and the versions, without naming the machine; `load` is that before."""
    model = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    versions = ", ".join(f"{name} {version}" for name, version in sorted(
        tools.versions.items(), key=lambda item: item[0].lower()))
    return (
        f"- {datetime.date.today()}, {model[1] if model else 'unknown processor'}, "
        f"{os.cpu_count()} cores, Linux {os.uname().release.split('-')[0]}, "
        f"load {load:.1f} before and {os.getloadavg()[0]:.1f} after\n"
        f"- {versions}\n"
        f"- at least {runs} runs each in turns, after one to warm up\n"
    )
