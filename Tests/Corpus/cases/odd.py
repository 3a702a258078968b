"""Workbooks and web pages with tables that are not as they should be."""

import io
import warnings
import zipfile
from collections.abc import Mapping

from case import Case, case

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PARTS = {
    "_rels/.rels": f'<Relationships><Relationship Id="a" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels":
        f'<p:Relationships xmlns:p="p"><p:Relationship Id="r1" Type="{OFFICE}/worksheet" Target="/xl/sheets/1.xml"/>'
        f'<p:Relationship Id="r2" Type="{OFFICE}/sharedStrings" Target="Texts.xml"/></p:Relationships>',
    "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/texts.xml": "<sst><si><t>date</t></si><si><t>rank</t></si><si><r><t>ti</t></r><rPh><t>x</t></rPh>"
                    '<r><t xml:space="preserve">tle _x000D_</t></r></si></sst>',
}
HEADER = '<x:row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="inlineStr"><is><t>is_new</t></is></c><c t="str"><v>memo</v></c></x:row>'


def workbook(rows: str = "", parts: Mapping[str, str] = {}, more: Mapping[str, str | bytes] = {}, packed: bool = True) -> bytes:
    """A workbook of one sheet; an empty part is left out, and `more` comes at the end, even twice."""
    sheet = ('<x:worksheet xmlns:x="x"><x:sheetData>' + rows + "</x:sheetData><extLst><row><c><v>1</v></c></row></extLst></x:worksheet>")
    output = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with zipfile.ZipFile(output, "w", method, compresslevel=1) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, text in [*(PARTS | {"xl/sheets/1.xml": sheet} | parts).items(), *more.items()]:
            if text:
                archive.writestr(name, text)
    return output.getvalue()


def page(body: str) -> str:
    """A web page."""
    return f"<html><body>\n{body}\n</body></html>\n"


def odd(name: str, files: Mapping[str, str | bytes]) -> Case:
    """A case that reads each of the files."""
    return case(f"odd {name}", *(f"--source file -O path='{file}' --format jsonl" for file in files), files=files)


CASES = [
    odd("workbooks that are whole", {"a.xlsx": workbook(
        HEADER + '<row r="5"><c r="A5" t="d"><v>2024-02-29T00:00:00</v></c><c><v>1</v></c><c t="inlineStr"><is><r><t>a_x005F_x0041_</t></r></is></c>'
        '<c t="b"><v>0</v></c><c t="d"><v>2024-02-29T01:00:00</v></c></row>'
        '<row><c t="d"><v>2024-02-29</v></c><c r="B6"><v>2</v></c><c t="str"><f>A1</f><v>b</v></c><c t="b"><v>1</v></c><c t="str"><f>A1</f><v/></c></row>')}),
    odd("sheets", {f"{number}.xlsx": workbook(rows) for number, rows in enumerate((
        '<row r="2"/><row r="2"/>', '<row r="x"/>', '<row><c r="A2"/></row>', '<row><c r="B1"/><c r="A1"/></row>', '<row><c t="s"><v>3</v></c></row>',
        "<row><c><v>x</v></c></row>", '<row><c t="z"><v>1</v></c></row>', "<row><c><v>1</v><v>2</v></c></row>", "<row><c><f>A2</f></c></row>",
        '<row><c r="ALM1"><v>1</v></c></row>', "</x>", "<x>" * 10_000,
        "<row>" + f'<c t="str"><v>{"x" * 30_000}</v></c>' * 40 + "</row>"), 1)}),
    odd("archives", {
        "zip.xlsx": workbook(parts={"_rels/.rels": ""}), "document.xlsx": workbook(parts={"xl/workbook.xml": "<document/>"}),
        "sheet.xlsx": workbook(parts={"xl/sheets/1.xml": ""}), "type.xlsx": workbook(parts={"xl/texts.xml": "<!DOCTYPE sst><sst/>"}),
        "twice.xlsx": workbook(more={"XL/Workbook.xml": "<workbook/>"}), "cut.xlsx": workbook(HEADER)[:-30],
        "texts.xlsx": workbook(parts={"xl/texts.xml": ""}), "bomb.xlsx": workbook(parts={"xl/texts.xml": ""}, more={"xl/texts.xml": bytes(257 << 20)}),
        "changed.xlsx": workbook(parts={"xl/texts.xml": "<sst><si><t>19876</t></si></sst>"}, packed=False).replace(b"19876", b"19886")}),
    odd("pages", {f"{number}.xls": page(body) for number, body in enumerate((
        "<table><tr><td>1<td>2</td></tr></table>", "<table><tr><td>1</td><tr><td>2</td></tr></table>", "<table><tr><td>1</tr></table>",
        "<table><tbody><tr><td>1</td></tr></table>", "<table><tr>1<td>1</td></tr></table>", "<table><td>1</td></table>", "<tr><td>1</td></tr>",
        "<table><table></table></table>", "<table><tr><td><table></table></td></tr></table>", "<table><tr><th><b>1</b></th></tr></table>",
        "<table><tr><td colspan=2>1</td></tr></table>", "</body></html>A", "</body></html><p>"), 1)}),
]
