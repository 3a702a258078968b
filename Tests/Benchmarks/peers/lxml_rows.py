"""XML with lxml to CSV or to JSON Lines: python3 lxml_rows.py csv|jsonl FOLDER FIELD... > FILE"""

import os
import sys

from lxml import etree

form, folder, *fields = sys.argv[1:]


def charts():
    parser = etree.XMLParser(collect_ids=False, resolve_entities=False)
    for name in sorted(os.listdir(folder)):
        with open(f"{folder}/{name}", "rb", buffering=0) as file:
            result = etree.fromstring(file.read(), parser)
        yield result.findtext("showRange")[:8], result.find("dailyBoxOfficeList")


if form == "csv":
    import csv
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("date", *fields))
    for day, rows in charts():
        # The fields are taken in their order, because looking them up by name is slower.
        writer.writerows((day, *[field.text for field in row][1:]) for row in rows)
else:
    import orjson
    output = sys.stdout.buffer
    for day, rows in charts():
        for row in rows:
            cells = {"date": day, **{field.tag: field.text for field in row}}
            del cells["rnum"]
            output.write(orjson.dumps(cells, option=orjson.OPT_APPEND_NEWLINE))
