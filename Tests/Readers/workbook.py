"""Reads workbooks with openpyxl and writes their contents as JSON: ReadWorkbook.swift."""

import datetime
import json
import sys
import warnings
import zipfile
from xml.etree import ElementTree
from xml.sax.saxutils import escape

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
    places = [int(point.get("idx")) for point in series.iterfind("{*}val//{*}pt")]
    hidden = [int(label.get("val")) for label in series.iterfind("{*}dLbls/{*}dLbl/{*}idx")]
    has_labels = series.find("{*}dLbls") is not None
    return {"name": series.findtext("{*}tx//{*}v"), "colour": series.find("{*}spPr//{*}srgbClr").get("val"),
            "places": [place + 1 for place in places],
            "named": [place + 1 for place in places if has_labels and place not in hidden]}


def plot_of(tree):
    """The contents of a chart, read from its XML: openpyxl keeps no labels of points."""
    return {
        "titles": ["".join(texts(tree, path)) for path in (
            "{*}chart/{*}title", ".//{*}catAx/{*}title", ".//{*}valAx/{*}title")],
        "order": tree.find(".//{*}valAx/{*}scaling/{*}orientation").get("val"),
        "format": tree.find(".//{*}valAx/{*}numFmt").get("formatCode"),
        "hasLegend": tree.find(".//{*}legend") is not None,
        "labels": texts(tree, ".//{*}ser[1]/{*}cat//{*}v"),
        "lines": [line_of(line) for line in tree.iterfind(".//{*}ser")],
    }


def workbook_of(path):
    formulas, plots = 0, []
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        for part in archive.namelist():
            if part.endswith((".xml", ".rels")):
                tree = ElementTree.fromstring(archive.read(part))
                plots += [plot_of(tree)] if part.startswith("xl/charts/") else []
                formulas += len(tree.findall(".//{*}f")) if part.startswith("xl/worksheets/") else 0
    return {"sheets": [sheet_of(sheet) for sheet in load_workbook(path).worksheets],
            "formulas": formulas, "plots": plots}


def lines_of(archive):
    """The cells of each sheet, a line for each row: the places and the values, as they stand in the file."""
    def placed(cell):
        text = "".join(cell.itertext())
        return f"{cell.get('r')}={escape(shared[int(text)] if cell.get('t') == 's' else text)}"

    names = archive.namelist()
    shared = strings(archive.open("xl/sharedStrings.xml")) if "xl/sharedStrings.xml" in names else []
    for name in names:
        if name.startswith("xl/worksheets/sheet"):
            rows = ElementTree.fromstring(archive.read(name)).iterfind(".//{*}row")
            yield name, "\n".join(" | ".join(map(placed, row)).replace("\n", "\\n") for row in rows)


def looks(path):
    """The filled cells of a large first sheet with columns and looks; the last row is its panes and filter.

    Numbers have fifteen digits, as many as a spreadsheet keeps. Whether titles wrap is not there: only
    bo-export knows which are too long.
    """
    known = {}
    for row in load_workbook(open(path, "rb"), read_only=True).worksheets[0]:
        for cell in (filled := [cell for cell in row if cell.value is not None]):
            if cell.style_array not in known:
                font, align = cell.font, cell.alignment
                known[cell.style_array] = str((
                    cell.number_format, font.color and font.color.value, font.b, cell.fill.fgColor.value,
                    align.horizontal, align.vertical, align.indent))
        yield [
            (cell.column_letter, known[cell.style_array],
             f"{cell.value:.15g}" if isinstance(cell.value, float) else repr(cell.value)) for cell in filled]
    with zipfile.ZipFile(path) as parts:
        sheet = ElementTree.fromstring(parts.read("xl/worksheets/sheet1.xml"))
    yield [found.attrib for path in (".//{*}pane", "{*}autoFilter") for found in sheet.iterfind(path)]


openpyxl.reader.excel.read_string_table = strings
warnings.simplefilter("ignore")
if __name__ == "__main__":
    json.dump([workbook_of(path) for path in sys.argv[1:]], sys.stdout)
