"""JSON Lines, and JSON arrays."""

from case import cases_of

CASES = cases_of("jsonl", """
    a day: --source sample --format jsonl
    a file: --source sample --top 3 -o day.jsonl
    ndjson: --source sample --top 3 -o day.ndjson
    details: --date 2022-06-05 --with details --top 3 --format jsonl
    Korean header is no matter: --source sample --header ko --top 2 --format jsonl
    marker in English: --source sample --header en --columns rank,rank_marker,title --format jsonl
    marker: --source sample --columns rank,rank_marker,title --format jsonl
    movies: movies --title 범죄 --format jsonl
    movie: movie 20204548 --format jsonl
    large movie: movie 20190217 --format jsonl
    person: person 10000001 --format jsonl
    company: company 20100001 --format jsonl
    codes: codes regions --format jsonl
    trend: trend 20204548 --from 2022-05-30 --to +4d --format jsonl
    columns: --source sample --top 1 --format jsonl -O columns=true
    columns of a pivot: trend 20204548 "쥬라기 월드: 도미니언" --from 2022-06-03 --to +1d --pivot audience_count --format jsonl -O columns=true
    columns and update: --source sample --top 1 -o day.jsonl -O columns=true --update
    option that it has not: --source sample --format jsonl -O bom=true
    profile: --source sample --format jsonl --profile excel
""") + cases_of("json", """
    a day: --source sample --format json
    a file: --source sample --top 3 -o day.json
    nothing: movies --title 없는영화 --format json
    details: --date 2022-06-05 --with details --top 2 --format json
    an update: --source sample -o day.json --update
    option that it has not: --source sample --format json -O bom=true
""")
