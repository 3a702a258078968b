"""JSON to JSON Lines with orjson: python3 orjson_jsonl.py FOLDER > FILE"""

import os
import sys

import orjson

folder = sys.argv[1]
output = sys.stdout.buffer
for name in sorted(os.listdir(folder)):
    with open(f"{folder}/{name}", "rb", buffering=0) as file:
        result = orjson.loads(file.read())["boxOfficeResult"]
    day = result["showRange"][:8]
    for row in result["dailyBoxOfficeList"]:
        del row["rnum"]
        output.write(orjson.dumps({"date": day, **row}, option=orjson.OPT_APPEND_NEWLINE))
