"""JSON to CSV with DuckDB's read_text and JSON functions: python3 duckdb_text.py FOLDER FILE"""

import sys

import duckdb

FIELDS = (
    "rank", "rankInten", "rankOldAndNew", "movieCd", "movieNm", "openDt", "salesAmt", "salesShare",
    "salesInten", "salesChange", "salesAcc", "audiCnt", "audiInten", "audiChange", "audiAcc",
    "scrnCnt", "showCnt",
)

folder, path = sys.argv[1:]
shape = "[{" + ", ".join(f'"{name}": "VARCHAR"' for name in FIELDS) + "}]"
duckdb.execute(
    f"""
    COPY (
        SELECT date, unnest(from_json(rows, '{shape}'), recursive := true)
        FROM (
            SELECT
                json_extract_string(content, '$.boxOfficeResult.showRange')[:8] AS date,
                content -> '$.boxOfficeResult.dailyBoxOfficeList' AS rows
            FROM read_text('{folder}/*.json')
        )
    ) TO '{path}' (FORMAT csv, HEADER)
    """
)
