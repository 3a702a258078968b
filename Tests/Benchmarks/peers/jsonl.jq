# JSON to JSON Lines: jq -c -f jsonl.jq FOLDER/*.json > FILE
.boxOfficeResult
| {date: .showRange[:8]} + (.dailyBoxOfficeList[] | del(.rnum))
