"""Pages in HTML: their time and memory beside Markdown's, and what a chart adds to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from bench import MEGABYTE, Bench, Outcome
from cells import Row
from measure import Command, in_turns, ratio

_FEW = 800
"""The days of a short page."""
_CHARTED = 62
"""The most days that a chart of ranks has room for."""


def page(bench: Bench) -> list[Outcome]:
    """All days as a page and as Markdown; with a chart asked for; and the memory of many days and few."""
    days = len(bench.archive.days)
    plain = _export(bench, days, "html", "chart=none")
    markdown = _export(bench, days, "markdown", "marker=plain")
    outcomes = [
        bench.pair(
            "JSON to HTML", plain, "bo-export: JSON to Markdown", "", markdown,
            lambda: _rows_of_page(plain.output), lambda: _rows_of_markdown(markdown.output)),
        bench.pair(
            f"JSON to HTML, a chart asked for, {days:,} days", _export(bench, days, "html", "chart=auto"),
            "bo-export: without a chart", "", plain),
        bench.pair(
            f"JSON to HTML, a chart of {_CHARTED} days", _export(bench, _CHARTED, "html", "chart=auto"),
            "bo-export: without a chart", "", _export(bench, _CHARTED, "html", "chart=none")),
    ]
    for chart in ("none", "auto"):
        work = f"peak memory, {days:,} days as a page, chart={chart}"
        print(f"  {work} …", flush=True)
        many, few = (_export(bench, each, "html", f"chart={chart}") for each in (days, _FEW))
        ones, others = in_turns(bench.launcher, [many, few], max(3, bench.runs // 2))
        outcomes.append(Outcome(
            work, f"{_FEW} days", "MB", ratio(ones, others, lambda sample: sample.peak / MEGABYTE),
            limit=40, note="–"))
    return outcomes


def _export(bench: Bench, days: int, form: str, option: str) -> Command:
    command = bench.export(days, "json", form, "-O", option)
    name = f"{form}-{option.replace('=', '-')}-{days}"
    return Command(command.arguments, bench.folder / name)


class _Rows(HTMLParser):
    """The texts of the cells below the headers of all tables."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Row] = []
        self._row: list[str] | None = None
        self._is_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self._row = []
        elif tag in ("td", "th") and self._row is not None:
            self._row.append("")
            # A header of a column is in the row that `found` leaves out.
            self._is_cell = True
            if ("scope", "col") in attrs:
                self._row = None

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._is_cell = False
        elif tag == "tr" and self._row is not None:
            self.found.append(self._row)
            self._row = None

    def handle_data(self, data: str) -> None:
        if self._is_cell and self._row:
            self._row[-1] += data


def _rows_of_page(path: Path) -> Iterator[Row]:
    parser = _Rows()
    with path.open(encoding="utf-8") as file:
        while text := file.read(1 << 20):
            parser.feed(text)
            yield from parser.found
            parser.found.clear()


def _rows_of_markdown(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8") as file:
        before = ""
        for line in file:
            is_head = not before.startswith("|")
            is_rule = re.match(r"\|[ :-]+\|", line) and not re.search(r"\w", line)
            if line.startswith("|") and not is_head and not is_rule:
                cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
                yield [re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", cell.strip()) for cell in cells]
            before = line
