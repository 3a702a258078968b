"""JSON to a workbook with orjson and XlsxWriter: python3 orjson_xlsxwriter.py FOLDER FIELD... > FILE"""

import datetime
import os
import sys
from operator import itemgetter

import orjson
import xlsxwriter

HEADERS = (
    "날짜", "순위", "변동", "영화명", "개봉일", "관객수", "누적관객수", "매출액", "매출액점유율",
    "스크린수", "상영횟수", "순위증감", "신규진입", "영화코드", "매출액증감", "매출액증감률",
    "누적매출액", "관객수증감", "관객수증감률",
)
WIDTHS = (13, 7, 7, 39, 13, 12, 16, 17, 15, 11, 11, 11, 11, 11, 16, 15, 18, 16, 15)
FIRST = datetime.date(1899, 12, 30).toordinal()

folder, *fields = sys.argv[1:]
book = xlsxwriter.Workbook(sys.stdout.buffer, {"constant_memory": True})
# Otherwise every run would give other bytes.
book.set_properties({"created": datetime.datetime(1980, 1, 1)})


def style(**properties):
    return book.add_format({"valign": "vcenter", **properties})


header = style(bold=True, align="center", bg_color="#E7E9EE", bottom=1)
text = style(num_format="@", align="left", indent=1)
date = style(num_format="yyyy-mm-dd", align="center")
number = style(num_format="#,##0")
percent = style(num_format="0.0%")
boolean = style(num_format='"TRUE";"TRUE";"FALSE"', align="center")
plain = style(num_format="@", align="center")
red = style(num_format="@", align="center", font_color="#C00000")
blue = style(num_format="@", align="center", font_color="#0050C8")

sheet = book.add_worksheet("일별 박스오피스")
sheet.set_row(0, 20)
for column, (name, width) in enumerate(zip(HEADERS, WIDTHS)):
    sheet.set_column(column, column, width)
    sheet.write_string(0, column, name, header)
sheet.freeze_panes(1, 0)

cells = itemgetter(*fields)
write_number, write_string, write_boolean = (
    sheet.write_number, sheet.write_string, sheet.write_boolean)
row = 0
for name in sorted(os.listdir(folder)):
    with open(f"{folder}/{name}", "rb", buffering=0) as answer:
        result = orjson.loads(answer.read())["boxOfficeResult"]
    day = result["showRange"][:8]
    today = datetime.date(int(day[:4]), int(day[4:6]), int(day[6:])).toordinal() - FIRST
    for entry in result["dailyBoxOfficeList"]:
        (rank, change, new, code, title, opened, sales, share, sales_change, sales_rate,
         sales_total, audience, audience_change, audience_rate, audience_total, screens,
         shows) = cells(entry)
        row += 1
        opened = opened.strip()
        opening = datetime.date.fromisoformat(opened).toordinal() - FIRST if opened else None
        write_number(row, 0, today, date)
        write_number(row, 1, int(rank), number)
        if new == "NEW":
            is_film_new = opening is not None and opening >= today - 14
            write_string(row, 2, "신작" if is_film_new else "진입", red)
            write_boolean(row, 12, True, boolean)
        else:
            places = int(change)
            write_number(row, 11, places, number)
            if places > 0:
                write_string(row, 2, f"▲{places}", red)
            elif places < 0:
                write_string(row, 2, f"▼{-places}", blue)
            else:
                write_string(row, 2, "-", plain)
            write_boolean(row, 12, False, boolean)
        write_string(row, 13, code, text)
        write_string(row, 3, title.strip(), text)
        if opening is not None:
            write_number(row, 4, opening, date)
        write_number(row, 7, int(sales), number)
        write_number(row, 8, float(share) / 100, percent)
        write_number(row, 14, int(sales_change), number)
        write_number(row, 15, float(sales_rate) / 100, percent)
        write_number(row, 16, int(sales_total), number)
        write_number(row, 5, int(audience), number)
        write_number(row, 17, int(audience_change), number)
        write_number(row, 18, float(audience_rate) / 100, percent)
        write_number(row, 6, int(audience_total), number)
        write_number(row, 9, int(screens), number)
        write_number(row, 10, int(shows), number)
sheet.autofilter(0, 0, row, len(HEADERS) - 1)
book.close()
