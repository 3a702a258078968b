"""JSON to CSV with orjson and the csv module: python3 orjson_csv.py FOLDER FIELD... > FILE"""

import csv
import os
import sys
from operator import itemgetter

import orjson

folder, *fields = sys.argv[1:]
cells = itemgetter(*fields)
writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(("date", *fields))
for name in sorted(os.listdir(folder)):
    with open(f"{folder}/{name}", "rb", buffering=0) as file:
        result = orjson.loads(file.read())["boxOfficeResult"]
    day = result["showRange"][:8]
    writer.writerows((day, *cells(row)) for row in result["dailyBoxOfficeList"])
