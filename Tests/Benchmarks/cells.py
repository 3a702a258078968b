"""The rows of outputs, and what differs between two: every cell of every row, in the same order.

bo-export's peers write the texts that KOBIS sent. Here those are converted to the format that bo-export
promises: ISO dates, an empty cell for unknown values, titles without white space at their ends, one
decimal in every percentage. The output of bo-export is taken as it is.
"""

import csv
import itertools
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

sys.path += [str(Path(__file__).resolve().parents[1] / name) for name in ("Readers", "Simulation")]
import figures  # noqa: E402
import page  # noqa: E402
from workbook import looks as of_workbook  # noqa: E402, F401

Row = Sequence[str]

COLUMNS = (
    "date", "rank", "rank_change", "is_new", "movie_code", "title", "open_date", "sales_amount",
    "sales_share", "sales_change", "sales_change_rate", "sales_total", "audience_count",
    "audience_change", "audience_change_rate", "audience_total", "screen_count", "show_count",
)
"""bo-export's columns of a daily chart."""

FIELDS = figures.FIELDS[1:]
"""KOBIS's fields, those of the columns after the date, in the order in which it sends them."""

_PERCENTAGES = [place for place, name in enumerate(COLUMNS) if name.endswith(("_share", "_rate"))]
_SPACE = " \t\r\n\u00a0\u3000"


def difference(ours: Iterable[Row], theirs: Iterable[Row]) -> str | None:
    """The first difference of the outputs, or None if they are equal and have rows."""
    number = 0
    for number, (one, other) in enumerate(itertools.zip_longest(ours, theirs), start=1):
        if one is None or other is None or list(one) != list(other):
            return f"row {number}: {one} and {other}"
    return None if number > 0 else "there are no rows"


def of_csv(path: Path) -> list[Row]:
    """The rows of bo-export's CSV."""
    header, *rows = csv.reader(path.open(newline="", encoding="utf-8"))
    if tuple(header) != COLUMNS:
        raise ValueError("bo-export has other columns than it had")
    return rows


def of_jsonl(path: Path) -> Iterator[Row]:
    """The rows of bo-export's JSON Lines."""
    texts = {None: "", True: "true", False: "false"}
    for line in path.open(encoding="utf-8"):
        row = json.loads(line, parse_float=str, parse_int=str)
        if tuple(row) != COLUMNS:
            raise ValueError("bo-export has other columns than it had")
        yield [texts.get(value, value) for value in row.values()]


def of_peer_csv(path: Path) -> Iterator[Row]:
    """The rows of a peer's CSV, with a header or without."""
    rows = csv.reader(path.open(newline="", encoding="utf-8"))
    return (_row(row) for row in rows if row[0] != "date")


def of_peer_jsonl(path: Path) -> Iterator[Row]:
    """The rows of a peer's JSON Lines."""
    for row in map(json.loads, path.open(encoding="utf-8")):
        yield _row([row[name] for name in ("date", *FIELDS)])


def of_bodies(paths: Iterable[Path]) -> Iterator[Row]:
    """The rows in plain JSON bodies."""
    for path in paths:
        result = json.loads(path.read_bytes())["boxOfficeResult"]
        for row in result["dailyBoxOfficeList"]:
            yield _row([result["showRange"][:8], *[row[name] for name in FIELDS]])


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


def of_page(path: Path) -> list[Row]:
    """The texts of the cells below the headers of all tables of a page, which are alike."""
    header, *rows = page.cells(path.read_text(encoding="utf-8"))[0]
    return [row for row in rows if row != header]


def of_markdown(path: Path) -> list[Row]:
    """The same of a Markdown document, as cmark makes a page of it."""
    made = path.with_suffix(".html")
    made.write_bytes(subprocess.check_output(["cmark-gfm", "-e", "table", path]))
    return of_page(made)
