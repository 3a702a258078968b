"""Reads workbooks with openpyxl and writes their contents as JSON: ReadWorkbook.swift."""

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
        "isBold": bool(cell.font.b), "hasBorder": cell.border.right.style == "thin",
        "link": cell.hyperlink.target if cell.hyperlink else None,
    }


def sheet_of(sheet):
    return {
        "name": sheet.title, "freeze": sheet.freeze_panes, "filter": sheet.auto_filter.ref,
        "titles": sheet.print_title_rows, "charts": len(sheet._charts),
        "majorUnit": sheet._charts[0].y_axis.majorUnit if sheet._charts else None,
        "pages": pages_of(sheet), "hasGridLines": bool(sheet.sheet_view.showGridLines),
        "bordersOfEmptyCells": " ".join(str(area.sqref) for area in sheet.conditional_formatting),
        "heights": {str(row): size.height for row, size in sheet.row_dimensions.items() if size.height},
        "rows": [[cell_of(cell) for cell in row] for row in sheet.iter_rows()],
        "widths": {name: column.width for name, column in sheet.column_dimensions.items()},
    }


def pages_of(sheet):
    setup = sheet.page_setup
    # A missing value means one page.
    width, height = (1 if number is None else number
                     for number in (setup.fitToWidth, setup.fitToHeight))
    fits = sheet.sheet_properties.pageSetUpPr.fitToPage
    return {
        "paper": f"{setup.paperSize} {setup.orientation} {fits and width} x {height}",
        "header": [sheet.oddHeader.left.text or "", sheet.oddHeader.right.text or ""],
        "footer": sheet.oddFooter.center.text or "", "area": " ".join(sheet.print_area or []) or None,
    }


def texts(element, path):
    return ["".join(found.itertext()) for found in element.iterfind(path)]


def said(element, path):
    """The value of an element of a chart's XML."""
    return element.find(path).get("val")


def line_of(series):
    """A line of a chart; the place that has its name, from 1 up, if one alone has a label."""
    places = [int(point.get("idx")) for point in series.iterfind("{*}val//{*}pt")]
    labels = series.find("{*}dLbls")
    hidden = places if labels is None else [
        int(said(label, "{*}idx")) for label in labels.iterfind("{*}dLbl")]
    return {"name": texts(series, "{*}tx//{*}v")[0], "colour": said(series, "{*}spPr//{*}srgbClr"),
            "places": [place + 1 for place in places],
            "named": [place + 1 for place in places if place not in hidden]}


def plot_of(tree):
    """The contents of a chart, read from its XML: openpyxl keeps no labels of points."""
    lines = list(tree.iterfind(".//{*}ser"))
    return {
        "titles": ["".join(texts(tree, path)) for path in (
            "{*}chart/{*}title", ".//{*}catAx/{*}title", ".//{*}valAx/{*}title")],
        "order": said(tree, ".//{*}valAx/{*}scaling/{*}orientation"),
        "format": tree.find(".//{*}valAx/{*}numFmt").get("formatCode"),
        "hasLegend": tree.find(".//{*}legend") is not None,
        "labels": texts(lines[0], "{*}cat//{*}v") if lines else [],
        "lines": [line_of(line) for line in lines],
    }


def workbook_of(path):
    formulas, plots = 0, []
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        parts = sorted(archive.namelist())
        for part in archive.namelist():
            if part.endswith((".xml", ".rels")):
                tree = ElementTree.fromstring(archive.read(part))
                plots += [plot_of(tree)] if part.startswith("xl/charts/") else []
                formulas += len(tree.findall(".//{*}f")) if part.startswith("xl/worksheets/") else 0
        times = sorted({"%04d-%02d-%02d" % entry.date_time[:3] for entry in archive.infolist()})
    book = load_workbook(path)
    own = book.properties
    return {
        "sheets": [sheet_of(sheet) for sheet in book.worksheets], "parts": parts, "times": times,
        "formulas": formulas, "plots": plots,
        "properties": {name: str(getattr(own, name) or "") for name in (
            "title", "subject", "description", "creator", "created", "modified")},
    }


openpyxl.reader.excel.read_string_table = strings
warnings.simplefilter("ignore")
json.dump([workbook_of(path) for path in sys.argv[1:]], sys.stdout)
