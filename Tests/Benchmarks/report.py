"""The outcomes as tables in Markdown."""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench import Outcome, Ratio
from tools import Tools

_BEGINNING = "<!-- The benchmarks write what is between these lines. -->\n"
_END = "<!-- end of the benchmarks -->\n"


def targets(outcomes: Iterable[Outcome]) -> str:
    """A table of the targets, and whether they are met."""
    rows = [["comparison", "at most", "measured", "quartiles", ""]]
    for each in outcomes:
        name, found = f"{each.work} : {each.peer}", each.ratio
        if each.target is not None and found is None:
            rows.append([name, f"{each.target:.2f}", "–", "–", each.note])
        elif each.target is not None:
            rows.append([
                name, f"{each.target:.2f}", _ratio(found.value), _quartiles(found),
                _mark(found.value <= each.target and not each.is_wrong)])
        if each.limit is not None and found is not None:
            rows.append([
                each.work, f"{each.limit:g} {each.unit}", f"{found.one:.1f} {each.unit}", "",
                _mark(found.one < each.limit)])
    return _markdown(rows)


def measured(outcomes: Iterable[Outcome]) -> str:
    """A table of everything that was measured."""
    head = "bo-export,peer,bo-export,peer,ratio,quartiles,CPU ms,M instructions,peak MB,outputs"
    rows = [head.split(",")]
    for each in outcomes:
        figures = ["–"] * 7
        if found := each.ratio:
            figures = [
                f"{_number(found.one)} {each.unit}", f"{_number(found.other)} {each.unit}",
                _ratio(found.value), _quartiles(found), _both(each.cpu),
                " : ".join("–" if count is None else _number(count) for count in each.instructions),
                _both(each.peak)]
        rows.append([each.work, each.peer, *figures, each.note])
    return _markdown(rows)


def _mark(passed: bool) -> str:
    return "pass" if passed else "**fail**"


def _ratio(value: float) -> str:
    return f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def _quartiles(found: Ratio) -> str:
    return f"{_ratio(found.low)}–{_ratio(found.high)}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _both(found: Ratio | None) -> str:
    return f"{_number(found.one)} : {_number(found.other)}" if found else "–"


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    lines = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def put_into(path: Path, content: str) -> None:
    """Puts content between the marks in the file at `path`."""
    before, _, rest = path.read_text(encoding="utf-8").partition(_BEGINNING)
    _, end, after = rest.partition(_END)
    if not end:
        raise SystemExit(f"{path} has no place for the table")
    path.write_text(f"{before}{_BEGINNING}{content}{_END}{after}", encoding="utf-8")


def machine(tools: Tools, runs: int, load: float) -> str:
    """The kind of machine and the versions, without naming the machine; `load` is that before."""
    model = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    names = sorted(tools.versions, key=str.lower)
    return (
        f"- {datetime.date.today()}, {model[1] if model else 'unknown processor'}, "
        f"{os.cpu_count()} cores, Linux {os.uname().release.split('-')[0]}, "
        f"load {load:.1f} before and {os.getloadavg()[0]:.1f} after\n"
        f"- {', '.join(f'{name} {tools.versions[name]}' for name in names)}\n"
        f"- at least {runs} runs each in turns, after one to warm up\n"
    )
