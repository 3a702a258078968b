"""Compares two outputs: every cell of every row, in the same order.

bo-export's peers write the texts that KOBIS sent. Here those are converted to the format that bo-export
promises: ISO dates, an empty cell for unknown values, titles without white space at their ends, one
decimal in every percentage. The output of bo-export is taken as it is.
"""

from __future__ import annotations

import csv
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

Row = Sequence[str]

COLUMNS = (
    "date", "rank", "rank_change", "is_new", "movie_code", "title", "open_date", "sales_amount",
    "sales_share", "sales_change", "sales_change_rate", "sales_total", "audience_count",
    "audience_change", "audience_change_rate", "audience_total", "screen_count", "show_count",
)
"""bo-export's columns of a daily chart."""

_WIRE = (
    "date", "rank", "rankInten", "rankOldAndNew", "movieCd", "movieNm", "openDt", "salesAmt",
    "salesShare", "salesInten", "salesChange", "salesAcc", "audiCnt", "audiInten", "audiChange",
    "audiAcc", "scrnCnt", "showCnt",
)
"""KOBIS's fields, those of the columns in the same places."""

_PERCENTAGES = [_WIRE.index(name) for name in ("salesShare", "salesChange", "audiChange")]

_SPACE = " \t\r\n\u00a0\u3000"


def difference(ours: Iterable[Row], theirs: Iterable[Row]) -> str | None:
    """The first difference of the outputs, or None if they are equal and have rows."""
    number = 0
    for number, (one, other) in enumerate(itertools.zip_longest(ours, theirs), start=1):
        if one is None or other is None:
            return f"only one of them has a row {number}"
        if tuple(one) != tuple(other):
            pairs = zip(COLUMNS, one, other)
            wrong = ((name, a, b) for name, a, b in pairs if a != b)
            name, a, b = next(wrong, ("width", str(len(one)), str(len(other))))
            return f"row {number}, {name}: {a!r} and {b!r}"
    return None if number > 0 else "there are no rows"


def of_csv(path: Path) -> Iterator[Row]:
    """The rows of bo-export's CSV."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        if tuple(next(rows)) != COLUMNS:
            raise ValueError("bo-export has other columns than it had")
        yield from rows


def of_jsonl(path: Path) -> Iterator[Row]:
    """The rows of bo-export's JSON Lines."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line, parse_float=str, parse_int=str)
            if tuple(row) != COLUMNS:
                raise ValueError("bo-export has other columns than it had")
            yield [_text(value) for value in row.values()]


def of_peer_csv(path: Path) -> Iterator[Row]:
    """The rows of a peer's CSV, with a header or without."""
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.reader(file):
            if row[0] != "date":
                yield _row(row)


def of_peer_jsonl(path: Path) -> Iterator[Row]:
    """The rows of a peer's JSON Lines."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            yield _row([row[name] for name in _WIRE])


def of_bodies(paths: Iterable[Path]) -> Iterator[Row]:
    """The rows in plain JSON bodies."""
    for path in paths:
        answer: Mapping[str, object] = json.loads(path.read_bytes())
        result = answer["boxOfficeResult"]
        assert isinstance(result, dict)
        for row in result["dailyBoxOfficeList"]:
            yield _row([result["showRange"][:8], *[row[name] for name in _WIRE[1:]]])


def _row(wire: Sequence[str]) -> Row:
    cells = [cell.strip(_SPACE) for cell in wire]
    cells[0] = f"{cells[0][:4]}-{cells[0][4:6]}-{cells[0][6:]}"
    is_new = cells[3] == "NEW"
    cells[2] = "" if is_new else cells[2]
    cells[3] = "true" if is_new else "false"
    for place in _PERCENTAGES:
        if "." not in cells[place]:
            cells[place] += ".0"
    return cells


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
