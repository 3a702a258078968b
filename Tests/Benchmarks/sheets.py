"""The cells of a workbook's first sheet, and how they look, read from its XML.

Both programs write texts into the cells, so there is no table of shared texts to read.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

_SPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def of_workbook(path: Path) -> Iterator[list[str]]:
    """The rows of the first sheet: of each cell its column, content, number format and colour.

    The last row is the frozen panes and the filter. Empty cells are left out. Numbers have fifteen
    digits, as many as a spreadsheet keeps.
    """
    with zipfile.ZipFile(path) as book:
        looks = _looks(ElementTree.fromstring(book.read("xl/styles.xml")))
        layout: dict[str, str] = {}
        with book.open("xl/worksheets/sheet1.xml") as sheet:
            for _, element in ElementTree.iterparse(sheet):
                name = element.tag.removeprefix(_SPACE)
                if name == "row":
                    yield [_cell(cell, looks) for cell in element]
                    element.clear()
                elif name in ("pane", "autoFilter"):
                    layout[name] = str(sorted(element.items()))
        yield [layout.get("pane", ""), layout.get("autoFilter", "")]


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
    own = {
        found.get("numFmtId", ""): found.get("formatCode", "")
        for found in styles.iter(f"{_SPACE}numFmt")
    }
    fonts = styles.findall(f"{_SPACE}fonts/{_SPACE}font")
    result = []
    for style in styles.findall(f"{_SPACE}cellXfs/{_SPACE}xf"):
        number = style.get("numFmtId", "0")
        font = fonts[int(style.get("fontId", "0"))]
        colour = font.find(f"{_SPACE}color")
        alignment = style.find(f"{_SPACE}alignment")
        result.append(" ".join([
            own.get(number, number),
            "" if colour is None else colour.get("rgb", ""),
            "" if font.find(f"{_SPACE}b") is None else "bold",
            "" if alignment is None else str(sorted(
                item for item in alignment.items() if item[0] != "wrapText")),
        ]))
    return result
