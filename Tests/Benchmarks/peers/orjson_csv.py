"""JSON to CSV with orjson and the csv module: python3 orjson_csv.py FOLDER > FILE"""

import csv
import os
import sys
from operator import itemgetter

import orjson

FIELDS = (
    "rank", "rankInten", "rankOldAndNew", "movieCd", "movieNm", "openDt", "salesAmt", "salesShare",
    "salesInten", "salesChange", "salesAcc", "audiCnt", "audiInten", "audiChange", "audiAcc",
    "scrnCnt", "showCnt",
)

folder = sys.argv[1]
cells = itemgetter(*FIELDS)
writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(("date", *FIELDS))
for name in sorted(os.listdir(folder)):
    with open(f"{folder}/{name}", "rb", buffering=0) as file:
        result = orjson.loads(file.read())["boxOfficeResult"]
    day = result["showRange"][:8]
    writer.writerows((day, *cells(row)) for row in result["dailyBoxOfficeList"])
