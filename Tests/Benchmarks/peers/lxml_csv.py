"""XML to CSV with lxml and the csv module: python3 lxml_csv.py FOLDER FIELD... > FILE"""

import csv
import os
import sys

from lxml import etree

folder, *fields = sys.argv[1:]
parser = etree.XMLParser(collect_ids=False, resolve_entities=False)
writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(("date", *fields))
for name in sorted(os.listdir(folder)):
    with open(f"{folder}/{name}", "rb", buffering=0) as file:
        result = etree.fromstring(file.read(), parser)
    day = result.findtext("showRange")[:8]
    # The fields are taken in their order, because looking them up by name is slower.
    writer.writerows(
        (day, *[field.text for field in row][1:]) for row in result.find("dailyBoxOfficeList")
    )
