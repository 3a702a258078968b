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
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


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


def line_of(series):
    """A line of a chart; the place that has its name, from 1 up, if one alone has a label."""
    places = [int(point.get("idx")) for point in series.iterfind(CHART + "val//" + CHART + "pt")]
    labels = series.find(CHART + "dLbls")
    hidden = [] if labels is None else [
        int(label.find(CHART + "idx").get("val")) for label in labels.iterfind(CHART + "dLbl")]
    named = [] if labels is None else [place + 1 for place in places if place not in hidden]
    colour = series.find(CHART + "spPr").find(".//" + DRAWING + "srgbClr").get("val")
    return {"name": texts(series, CHART + "tx//" + CHART + "v")[0], "colour": colour,
            "places": [place + 1 for place in places], "named": named}


def plot_of(tree):
    """The contents of a chart, read from its XML: openpyxl keeps no labels of points."""
    values = tree.find(".//" + CHART + "valAx")
    scale = values.find(CHART + "scaling")
    titles = [("".join(texts(tree, path))) for path in (
        CHART + "chart/" + CHART + "title", ".//" + CHART + "catAx/" + CHART + "title",
        ".//" + CHART + "valAx/" + CHART + "title")]
    lines = list(tree.iter(CHART + "ser"))
    labels = lines[0].find(CHART + "cat") if lines else tree
    return {
        "titles": titles, "order": scale.find(CHART + "orientation").get("val"),
        "format": values.find(CHART + "numFmt").get("formatCode"),
        "hasLegend": tree.find(".//" + CHART + "legend") is not None,
        "labels": texts(labels, ".//" + CHART + "v"), "lines": [line_of(line) for line in lines],
    }


def workbook_of(path):
    formulas = 0
    plots = []
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        for part in archive.namelist():
            if not part.endswith((".xml", ".rels")):
                continue
            tree = ElementTree.fromstring(archive.read(part))
            if part.startswith("xl/charts/"):
                plots.append(plot_of(tree))
            if part.startswith("xl/worksheets/"):
                formulas += sum(element.tag.endswith("}f") for element in tree.iter())
        parts = sorted(archive.namelist())
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
