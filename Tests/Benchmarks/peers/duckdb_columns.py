"""JSON to CSV with DuckDB's read_json and its columns given: duckdb_columns.py FOLDER FILE"""

import sys

import duckdb

FIELDS = (
    "rank", "rankInten", "rankOldAndNew", "movieCd", "movieNm", "openDt", "salesAmt", "salesShare",
    "salesInten", "salesChange", "salesAcc", "audiCnt", "audiInten", "audiChange", "audiAcc",
    "scrnCnt", "showCnt",
)

folder, path = sys.argv[1:]
fields = ", ".join(f'"{name}" VARCHAR' for name in FIELDS)
answer = f'STRUCT("showRange" VARCHAR, "dailyBoxOfficeList" STRUCT({fields})[])'
duckdb.execute(
    f"""
    COPY (
        SELECT showRange[:8] AS date, unnest(dailyBoxOfficeList, recursive := true)
        FROM (
            SELECT unnest(boxOfficeResult)
            FROM read_json(
                '{folder}/*.json', format = 'newline_delimited',
                columns = {{boxOfficeResult: '{answer}'}})
        )
    ) TO '{path}' (FORMAT csv, HEADER)
    """
)
