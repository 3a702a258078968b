"""The contents of the simulated job's document, and the check that it is whole."""

from __future__ import annotations

import csv
import itertools
from datetime import date
from pathlib import Path

from figures import COMPARED, Figures


SHORT = -1
"""The revision of a chart without some of its rows or figures."""


class Torn(Exception):
    """The document is not one that the program may leave."""


class Document:
    """The CSV file of the job, read again after every run.

    Only the charts whose lines have changed since the last reading are taken apart.
    """

    def __init__(self, path: Path, figures: Figures) -> None:
        self.path = path
        self.revisions: dict[date, int] = {}
        """The revision of each day that the document has."""
        self._figures = figures
        self._header: list[str] = []
        self._known: dict[str, tuple[str, ...]] = {}

    def read(self) -> list[date]:
        """Reads it, and returns the days whose lines have changed.

        Raises Torn if it is not whole: half a line, charts out of order, or figures that never
        existed. The revision of a chart that came short is SHORT.
        """
        blocks = self._blocks()
        changed = [text for text, lines in blocks.items() if self._known.get(text) != lines]
        revisions = {}
        for text in blocks:
            day = date.fromisoformat(text)
            known = self.revisions.get(day)
            is_known = known is not None and self._known.get(text) == blocks[text]
            revisions[day] = known if is_known else self._revision(day, blocks[text])
        self.revisions, self._known = revisions, blocks
        return [date.fromisoformat(text) for text in changed]

    def _blocks(self) -> dict[str, tuple[str, ...]]:
        """The lines of each day."""
        if not self.path.exists():
            return {}
        text = self.path.read_bytes().decode()
        if not text.endswith("\n"):
            raise Torn("the last line has no end")
        header, *lines = text[:-1].split("\n")
        self._header = next(csv.reader([header]))
        if self._header[0] != "date" or not set(COMPARED) <= set(self._header):
            raise Torn(f"the header is '{header[:60]}'")
        blocks: dict[str, tuple[str, ...]] = {}
        for day, group in itertools.groupby(lines, key=lambda line: line[:10]):
            if day in blocks:
                raise Torn(f"{day} is there twice")
            blocks[day] = tuple(group)
        if list(blocks) != sorted(blocks):
            raise Torn("the days are out of order")
        return blocks

    def _revision(self, day: date, lines: tuple[str, ...]) -> int:
        rows = list(csv.DictReader(lines, fieldnames=self._header, strict=True))
        if len(rows) > 10 or any(None in row or None in row.values() for row in rows):
            raise Torn(f"{day} has {len(rows)} rows, or rows of another width")
        cells = tuple(tuple(row[column] for column in COMPARED) for row in rows)
        revision = self._figures.revision_of(day, cells)
        if revision is None and self._figures.is_short_of(day, cells):
            return SHORT
        if revision is None:
            raise Torn(f"{day} has figures that never were")
        return revision
