"""JSON with orjson to CSV or to JSON Lines: python3 orjson_rows.py csv|jsonl FOLDER FIELD... > FILE"""

import os
import sys
from operator import itemgetter

import orjson

form, folder, *fields = sys.argv[1:]


def charts():
    for name in sorted(os.listdir(folder)):
        with open(f"{folder}/{name}", "rb", buffering=0) as file:
            result = orjson.loads(file.read())["boxOfficeResult"]
        yield result["showRange"][:8], result["dailyBoxOfficeList"]


if form == "csv":
    import csv
    cells = itemgetter(*fields)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("date", *fields))
    for day, rows in charts():
        writer.writerows((day, *cells(row)) for row in rows)
else:
    output = sys.stdout.buffer
    for day, rows in charts():
        for row in rows:
            del row["rnum"]
            output.write(orjson.dumps({"date": day, **row}, option=orjson.OPT_APPEND_NEWLINE))
