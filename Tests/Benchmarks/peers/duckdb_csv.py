"""JSON to CSV with DuckDB, by read_text and JSON functions: python3 duckdb_csv.py FOLDER FIELD... > FILE"""

import sys

import duckdb

folder, *fields = sys.argv[1:]
shape = "[{" + ", ".join(f'"{name}": "VARCHAR"' for name in fields) + "}]"
rows = f"""
    SELECT date, unnest(from_json(rows, '{shape}'), recursive := true)
    FROM (
        SELECT
            json_extract_string(content, '$.boxOfficeResult.showRange')[:8] AS date,
            content -> '$.boxOfficeResult.dailyBoxOfficeList' AS rows
        FROM read_text('{folder}/*.json')
    )"""
duckdb.execute(f"COPY ({rows}) TO '/dev/stdout' (FORMAT csv, HEADER)")
