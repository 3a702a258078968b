"""The contents of the simulated job's document, and the check that it is whole."""

from __future__ import annotations

import csv
import functools
import itertools
from datetime import date
from pathlib import Path

from figures import COMPARED, Figures

SHORT = -1
"""The revision of a chart without some of its rows or figures."""


class Torn(Exception):
    """The document is not one that the program may leave."""


class Document:
    """The CSV file of the job, read again after every run."""

    def __init__(self, path: Path, figures: Figures) -> None:
        self.path, self._figures = path, figures
        self.revisions: dict[date, int] = {}
        """The revision of each day that the document has."""
        # Taken apart only where the lines of a chart are new.
        self._revision = functools.cache(self._revision)

    def read(self) -> None:
        """Reads it.

        Raises Torn if it is not whole: half a line, charts out of order, or figures that never
        existed. The revision of a chart that came short is SHORT.
        """
        text = self.path.read_bytes().decode() if self.path.exists() else "date\n"
        if not text.endswith("\n"):
            raise Torn("the last line has no end")
        header, *lines = text[:-1].split("\n")
        if header != "date" and not {"date", *COMPARED} <= set(header.split(",")):
            raise Torn(f"the header is '{header[:60]}'")
        groups = itertools.groupby(lines, key=lambda line: line[:10])
        blocks = [(date.fromisoformat(day), tuple(group)) for day, group in groups]
        days = [day for day, _ in blocks]
        if days != sorted(set(days)):
            raise Torn("a day is there twice, or days are out of order")
        self.revisions = {
            day: self._revision(header, day, lines) for day, lines in blocks}

    def _revision(self, header: str, day: date, lines: tuple[str, ...]) -> int:
        rows = list(csv.DictReader(lines, fieldnames=header.split(","), strict=True))
        if len(rows) > 10 or any(None in row or None in row.values() for row in rows):
            raise Torn(f"{day} has {len(rows)} rows, or rows of another width")
        cells = tuple(tuple(row[column] for column in COMPARED) for row in rows)
        known = [self._figures.cells(day, number) for number in range(self._figures.last_revision(day) + 1)]
        if cells in known:
            return known.index(cells)
        if not any(_is_part(cells, whole) for whole in known):
            raise Torn(f"{day} has figures that never were")
        return SHORT


def _is_part(cells: tuple[tuple[str, ...], ...], whole: tuple[tuple[str, ...], ...]) -> bool:
    """Whether a chart is another one without some of its last rows, or of its figures."""
    return len(cells) <= len(whole) and all(
        cell in ("", known) for row, due in zip(cells, whole) for cell, known in zip(row, due))
