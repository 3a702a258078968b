"""One day from a service to CSV with requests and the csv module: python3 requests_csv.py URL"""

import csv
import sys
from operator import itemgetter

import requests

FIELDS = (
    "rank", "rankInten", "rankOldAndNew", "movieCd", "movieNm", "openDt", "salesAmt", "salesShare",
    "salesInten", "salesChange", "salesAcc", "audiCnt", "audiInten", "audiChange", "audiAcc",
    "scrnCnt", "showCnt",
)

response = requests.get(sys.argv[1], timeout=30)
response.raise_for_status()
result = response.json()["boxOfficeResult"]
day = result["showRange"][:8]
writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(("date", *FIELDS))
writer.writerows((day, *itemgetter(*FIELDS)(row)) for row in result["dailyBoxOfficeList"])
