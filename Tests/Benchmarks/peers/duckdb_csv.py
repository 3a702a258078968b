"""JSON to CSV with DuckDB, by read_json with its columns given, or by read_text and JSON functions:
python3 duckdb_csv.py read_json|read_text FOLDER FILE FIELD..."""

import sys

import duckdb

way, folder, path, *fields = sys.argv[1:]
if way == "read_json":
    columns = ", ".join(f'"{name}" VARCHAR' for name in fields)
    answer = f'STRUCT("showRange" VARCHAR, "dailyBoxOfficeList" STRUCT({columns})[])'
    rows = f"""
        SELECT showRange[:8] AS date, unnest(dailyBoxOfficeList, recursive := true)
        FROM (
            SELECT unnest(boxOfficeResult)
            FROM read_json(
                '{folder}/*.json', format = 'newline_delimited',
                columns = {{boxOfficeResult: '{answer}'}})
        )"""
else:
    shape = "[{" + ", ".join(f'"{name}": "VARCHAR"' for name in fields) + "}]"
    rows = f"""
        SELECT date, unnest(from_json(rows, '{shape}'), recursive := true)
        FROM (
            SELECT
                json_extract_string(content, '$.boxOfficeResult.showRange')[:8] AS date,
                content -> '$.boxOfficeResult.dailyBoxOfficeList' AS rows
            FROM read_text('{folder}/*.json')
        )"""
duckdb.execute(f"COPY ({rows}) TO '{path}' (FORMAT csv, HEADER)")
