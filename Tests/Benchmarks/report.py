"""The results of comparisons, as tables in Markdown."""

import datetime
import math
import os
import re
import statistics
from collections import namedtuple
from collections.abc import Sequence
from pathlib import Path

_BEGINNING = "<!-- The benchmarks write what is between these lines. -->\n"
_END = "<!-- end of the benchmarks -->\n"

Ratio = namedtuple("Ratio", "one other value low high")
"""A quantity of two commands that ran in turns: both medians, the ratio of these, and the quartiles of the
ratios of runs next to each other."""


def ratio(ones: Sequence[float], others: Sequence[float]) -> Ratio:
    """The ratio of two series of numbers."""
    # Noise can leave nothing of a small cost, and nothing can be divided by that.
    ratios = [one / other for one, other in zip(ones, others, strict=True) if other > 0] or [math.nan]
    low, _, high = statistics.quantiles(ratios if len(ratios) > 1 else 2 * ratios, n=4)
    one, other = statistics.median(ones), statistics.median(others)
    return Ratio(one, other, one / other if other else math.nan, low, high)


class Tables:
    """The table of targets, and one for each group of comparisons."""

    def __init__(self) -> None:
        self.targets = [["comparison", "at most", "measured", "quartiles", ""]]
        self.groups: dict[str, list[list[str]]] = {}
        self.is_wrong = False

    def begin(self, group: str) -> None:
        """Begins the table of a group."""
        head = "bo-export,peer,bo-export,peer,ratio,quartiles,CPU ms,M instructions,peak MB,outputs"
        self.groups[group] = [head.split(",")]

    def add(
        self, work: str, peer: str, found: Ratio, unit: str = "ms", cpu: Ratio | None = None,
        counts: Sequence[float | None] = (None, None), peak: Ratio | None = None, note: str = "–",
        target: float | None = None, limit: float | None = None, is_wrong: bool = False,
    ) -> None:
        """Adds a comparison: a task of bo-export, the peer, and what was found.

        `target` is the upper limit of the ratio, `limit` that of bo-export's own median, and `counts` has
        the instructions of both, in millions.
        """
        self.is_wrong |= is_wrong
        own, value = f"{_number(found.one)} {unit}", _ratio(found.value)
        quartiles = f"{_ratio(found.low)}–{_ratio(found.high)}"
        both = [f"{_number(pair[0])} : {_number(pair[1])}" if pair else "–" for pair in (cpu, counts, peak)]
        [*self.groups.values()][-1].append(
            [work, peer, own, f"{_number(found.other)} {unit}", value, quartiles, *both, note])
        if target is not None:
            passes = found.value <= target and not is_wrong
            self.targets.append([f"{work} : {peer}", f"{target:.2f}", value, quartiles, _mark(passes)])
        if limit is not None:
            self.targets.append([work, f"{limit:g} {unit}", own, "", _mark(found.one < limit)])


def _mark(passes: bool) -> str:
    return "pass" if passes else "**fail**"


def _ratio(value: float) -> str:
    return f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.{0 if value >= 100 else 1}f}"


def markdown(rows: list[list[str]]) -> str:
    """A table; the first row is its head."""
    lines = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def put_into(path: Path, content: str) -> None:
    """Puts content between the marks in the file at `path`."""
    before, rest = path.read_text(encoding="utf-8").split(_BEGINNING)
    path.write_text(before + _BEGINNING + content + _END + rest.split(_END)[1], encoding="utf-8")


def machine(versions: dict[str, str], runs: int, load: float) -> str:
    """The kind of machine and the versions, without naming the machine; `load` is that before."""
    model = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    tools = ", ".join(f"{name} {versions[name]}" for name in sorted(versions, key=str.lower))
    return (
        f"- {datetime.date.today()}, {model[1]}, "
        f"{os.cpu_count()} cores, Linux {os.uname().release.split('-')[0]}, "
        f"load {load:.1f} before and {os.getloadavg()[0]:.1f} after\n"
        f"- {tools}\n- at least {runs} runs each in turns, after one to warm up\n")
