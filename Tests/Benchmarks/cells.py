"""The rows of outputs, and what differs between two: every cell of every row, in the same order.

bo-export's peers write the texts that KOBIS sent. Here those are converted to the format that bo-export
promises: ISO dates, an empty cell for unknown values, titles without white space at their ends, one
decimal in every percentage. The output of bo-export is taken as it is.
"""

from __future__ import annotations

import csv
import html
import itertools
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

Row = Sequence[str]

COLUMNS = (
    "date", "rank", "rank_change", "is_new", "movie_code", "title", "open_date", "sales_amount",
    "sales_share", "sales_change", "sales_change_rate", "sales_total", "audience_count",
    "audience_change", "audience_change_rate", "audience_total", "screen_count", "show_count",
)
"""bo-export's columns of a daily chart."""

FIELDS = (
    "rank", "rankInten", "rankOldAndNew", "movieCd", "movieNm", "openDt", "salesAmt", "salesShare",
    "salesInten", "salesChange", "salesAcc", "audiCnt", "audiInten", "audiChange", "audiAcc",
    "scrnCnt", "showCnt",
)
"""KOBIS's fields, those of the columns after the date, in the order in which it sends them."""

_PERCENTAGES = [place for place, name in enumerate(COLUMNS) if name.endswith(("_share", "_rate"))]
_SPACE = " \t\r\n\u00a0\u3000"
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def difference(ours: Iterable[Row], theirs: Iterable[Row]) -> str | None:
    """The first difference of the outputs, or None if they are equal and have rows."""
    number = 0
    for number, (one, other) in enumerate(itertools.zip_longest(ours, theirs), start=1):
        if one is None or other is None:
            return f"only one of them has a row {number}"
        if list(one) != list(other):
            cells = enumerate(itertools.zip_longest(one, other), start=1)
            place, (a, b) = next((place, pair) for place, pair in cells if pair[0] != pair[1])
            return f"row {number}, cell {place}: {a!r} and {b!r}"
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
    texts = {None: "", True: "true", False: "false"}
    with path.open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line, parse_float=str, parse_int=str)
            if tuple(row) != COLUMNS:
                raise ValueError("bo-export has other columns than it had")
            yield [texts.get(value, value) for value in row.values()]


def of_peer_csv(path: Path) -> Iterator[Row]:
    """The rows of a peer's CSV, with a header or without."""
    with path.open(newline="", encoding="utf-8") as file:
        yield from (_row(row) for row in csv.reader(file) if row[0] != "date")


def of_peer_jsonl(path: Path) -> Iterator[Row]:
    """The rows of a peer's JSON Lines."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
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


def of_page(path: Path) -> Iterator[Row]:
    """The texts of the cells below the headers of all tables of bo-export's page."""
    for row in re.finditer(r"<tr[^>]*>(.*?)</tr>", path.read_text(encoding="utf-8"), re.DOTALL):
        if 'scope="col"' not in row[1]:
            cells = re.findall(r"<t[dh]\b[^>]*>(.*?)</t[dh]>", row[1], re.DOTALL)
            yield [html.unescape(re.sub(r"<[^>]*>", "", cell)) for cell in cells]


def of_markdown(path: Path) -> Iterator[Row]:
    """The same of bo-export's Markdown."""
    with path.open(encoding="utf-8") as file:
        before = ""
        for line in file:
            is_head = not before.startswith("|")
            is_rule = re.match(r"\|[ :-]+\|", line) and not re.search(r"\w", line)
            if line.startswith("|") and not is_head and not is_rule:
                cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
                yield [re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", cell.strip()) for cell in cells]
            before = line


def of_workbook(path: Path) -> Iterator[Row]:
    """The rows of the first sheet: of each cell its column, content, number format and colour.

    The last row is the frozen panes and the filter. Empty cells are left out. Numbers have fifteen
    digits, as many as a spreadsheet keeps. Both programs write texts into the cells, so there is no
    table of shared texts to read.
    """
    with zipfile.ZipFile(path) as book:
        looks = _looks(ElementTree.fromstring(book.read("xl/styles.xml")))
        layout = {"pane": "", "autoFilter": ""}
        with book.open("xl/worksheets/sheet1.xml") as sheet:
            for _, element in ElementTree.iterparse(sheet):
                name = element.tag.removeprefix(_SHEET)
                if name == "row":
                    yield [_cell(cell, looks) for cell in element]
                    element.clear()
                elif name in layout:
                    layout[name] = str(sorted(element.items()))
        yield list(layout.values())


def _cell(cell: ElementTree.Element, looks: list[str]) -> str:
    kind = cell.get("t", "n")
    content = "".join(cell.itertext())
    if kind == "n":
        content = f"{float(content):.15g}"
    column = cell.get("r", "").rstrip("0123456789")
    return f"{column} {kind} {content!r} {looks[int(cell.get('s', '0'))]}"


def _looks(styles: ElementTree.Element) -> list[str]:
    """The number format, colour and alignment of every style, by its number; not whether it wraps,
    because only bo-export knows which titles are too long."""
    own = {found.get("numFmtId"): found.get("formatCode") for found in styles.iter(f"{_SHEET}numFmt")}
    fonts = styles.findall(f"{_SHEET}fonts/{_SHEET}font")
    result = []
    for style in styles.findall(f"{_SHEET}cellXfs/{_SHEET}xf"):
        number, font = style.get("numFmtId"), fonts[int(style.get("fontId", "0"))]
        colour, bold = (font.find(f"{_SHEET}{name}") for name in ("color", "b"))
        alignment = style.find(f"{_SHEET}alignment")
        items = [] if alignment is None else sorted(alignment.items())
        result.append(str((
            own.get(number, number), None if colour is None else colour.get("rgb"), bold is not None,
            [item for item in items if item[0] != "wrapText"])))
    return result
