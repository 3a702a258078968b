"""Reads workbooks with openpyxl and writes what is in them as JSON: ReadWorkbook.swift."""

import datetime
import json
import sys
import warnings
import zipfile
from xml.etree import ElementTree

import openpyxl.reader.excel
from openpyxl import load_workbook
from openpyxl.utils.escape import unescape

KINDS = {"s": "text", "inlineStr": "text", "n": "number", "d": "date", "b": "boolean",
         "f": "formula", "e": "error"}


def strings(source):
    """The shared texts as they are; openpyxl decodes one of their escapes and leaves the others."""
    items = ElementTree.fromstring(source.read())
    return ["".join(item.itertext()) for item in items]


def value(cell):
    if isinstance(cell.value, datetime.datetime):
        return cell.value.isoformat(sep=" ").removesuffix(" 00:00:00")
    return unescape(cell.value) if isinstance(cell.value, str) else repr(cell.value)


def cell_of(cell):
    if cell.value is None:
        return None
    colour = cell.font.color.rgb if cell.font.color and cell.font.color.type == "rgb" else None
    return {
        "kind": KINDS.get(cell.data_type, cell.data_type), "value": value(cell),
        "numberFormat": cell.number_format, "colour": colour and colour[2:],
        "isBold": bool(cell.font.b),
        "link": cell.hyperlink.target if cell.hyperlink else None,
    }


def sheet_of(sheet):
    return {
        "name": sheet.title, "freeze": sheet.freeze_panes, "filter": sheet.auto_filter.ref,
        "titles": sheet.print_title_rows, "charts": len(sheet._charts),
        "majorUnit": sheet._charts[0].y_axis.majorUnit if sheet._charts else None,
        "rows": [[cell_of(cell) for cell in row] for row in sheet.iter_rows()],
        "widths": {name: column.width for name, column in sheet.column_dimensions.items()},
    }


def workbook_of(path):
    formulas = 0
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        for part in archive.namelist():
            if not part.endswith((".xml", ".rels")):
                continue
            tree = ElementTree.fromstring(archive.read(part))
            if part.startswith("xl/worksheets/"):
                formulas += sum(element.tag.endswith("}f") for element in tree.iter())
        parts = sorted(archive.namelist())
        times = sorted({"%04d-%02d-%02d" % entry.date_time[:3] for entry in archive.infolist()})
    book = load_workbook(path)
    own = book.properties
    return {
        "sheets": [sheet_of(sheet) for sheet in book.worksheets], "parts": parts, "times": times,
        "formulas": formulas,
        "properties": {name: str(getattr(own, name) or "") for name in (
            "title", "subject", "description", "creator", "created", "modified")},
    }


openpyxl.reader.excel.read_string_table = strings
warnings.simplefilter("ignore")
json.dump([workbook_of(path) for path in sys.argv[1:]], sys.stdout)
