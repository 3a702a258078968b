"""One day from a service to CSV with requests and the csv module: python3 requests_csv.py URL FIELD..."""

import csv
import sys
from operator import itemgetter

import requests

url, *fields = sys.argv[1:]
response = requests.get(url, timeout=30)
response.raise_for_status()
result = response.json()["boxOfficeResult"]
day = result["showRange"][:8]
writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(("date", *fields))
writer.writerows((day, *itemgetter(*fields)(row)) for row in result["dailyBoxOfficeList"])
