"""XML to JSON Lines with lxml and orjson: python3 lxml_jsonl.py FOLDER > FILE"""

import os
import sys

import orjson
from lxml import etree

folder = sys.argv[1]
parser = etree.XMLParser(collect_ids=False, resolve_entities=False)
output = sys.stdout.buffer
for name in sorted(os.listdir(folder)):
    with open(f"{folder}/{name}", "rb", buffering=0) as file:
        result = etree.fromstring(file.read(), parser)
    day = result.findtext("showRange")[:8]
    for row in result.find("dailyBoxOfficeList"):
        cells = {"date": day, **{field.tag: field.text for field in row}}
        del cells["rnum"]
        output.write(orjson.dumps(cells, option=orjson.OPT_APPEND_NEWLINE))
