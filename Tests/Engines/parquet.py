#!/usr/bin/env python3
"""Compares the Parquet partitions, as DuckDB, pyarrow and Spark read them, with the CSV.

    python3 Tests/Engines/parquet.py [--spark] [--program FILE] [--loopback FILE]

Spark is asked with --spark alone, and needs Java.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

from fixture import WEEK, Fixture, expect, needs, options, proving, text

needs("duckdb", "pyarrow")
import duckdb  # noqa: E402
import pyarrow.dataset  # noqa: E402
import pyarrow.parquet  # noqa: E402

PLUGIN = "bo-export-format-parquet"
ENGINES = ["DuckDB", "pyarrow", "Spark"]
# The types of a column in these, by the type that `bo-export columns` names.
WHOLE = ("BIGINT", "int64", "bigint")
DECIMAL = ("DECIMAL(19,1)", "decimal128(19, 1)", "decimal(19,1)")
QUOTIENT = ("DECIMAL(19,2)", "decimal128(19, 2)", "decimal(19,2)")
TEXT = ("VARCHAR", "string", "string")
TYPES = {
    "date": ("DATE", "date32[day]", "date"), "boolean": ("BOOLEAN", "bool", "boolean"),
    "integer": WHOLE, "amount": WHOLE, "year": WHOLE, "percent": DECIMAL, "decimal": DECIMAL,
    "fraction": ("DECIMAL(3,2)", "decimal128(3, 2)", "decimal(3,2)"), "share": QUOTIENT, "ratio": QUOTIENT,
    "text": TEXT, "marker": TEXT, "list": ("VARCHAR[]", "list<element: string>", "array<string>"),
}
CASES = {
    "sample": WEEK,
    "details": ["--from", "2022-05-31", "--to", "2022-06-01", "--with", "details,posters"],
    "narrowed": ["weekend", "--last", "2", "--region", "서울,부산", "--columns",
                 "rank_marker,title,release_day,ticket_price,audience_per_show,audience_per_screen,"
                 "year_week,from,to,region,rank,sales_change_rate,nation,kind,source"],
    "turn-of-the-year": ["--from", "2021-12-28", "--to", "2022-01-03"],
}


def check_rows(fixture: Fixture, name: str, spark: object) -> None:
    """The same rows as CSV and in partitions: equal types and texts for every engine, and exact sums."""
    folder = fixture.folder / name
    header, rows = fixture.table(fixture.folder / f"{name}.csv", *CASES[name])
    fixture.run(*CASES[name], "-o", f"{folder}/chart={{chart}}/year={{year}}/{{date}}.parquet")
    kinds = fixture.types()

    def compare(engine: str, columns: list[str], found_types: list, found: list, *of_folders: str) -> None:
        wanted = [*(TYPES[kinds[column]][ENGINES.index(engine)] for column in header), *of_folders]
        expect(f"{name}: columns and types of {engine}", [*zip(columns, map(str, found_types))],
               [*zip([*header, "chart", "year"], wanted)])
        texts = [[text(value) for value in row[:len(header)]] for row in found]
        expect(f"{name}: rows of {engine}", sorted(texts), sorted(rows))

    source = f"read_parquet('{folder}/**/*.parquet', hive_partitioning = true)"
    found = duckdb.sql(f"from {source}")
    compare("DuckDB", found.columns, found.types, found.fetchall(), "VARCHAR", "BIGINT")
    found = pyarrow.dataset.dataset(folder, partitioning="hive")
    found_rows = [tuple(row.values()) for row in found.to_table(columns=header).to_pylist()]
    compare("pyarrow", found.schema.names, found.schema.types, found_rows, "string", "int32")
    totals = f"select year, count(*), sum(audience_count), 10 * sum(sales_share) from {source} group by year"
    asked = [duckdb.sql(totals).fetchall()] if "sales_share" in header else []
    if spark:
        frame = spark.read.parquet(str(folder))
        compare("Spark", *zip(*frame.dtypes), frame.collect(), "string", "int")
        frame.createOrReplaceTempView("charts")
        asked += [spark.sql(totals.replace(source, "charts")).collect()] if asked else []
    for years in asked:
        for year, *found in years:
            days = [dict(zip(header, row)) for row in rows if row[0].startswith(str(year))]
            expect(f"{name}: rows, admissions and tenths of shares of {year}", found,
                   [len(days), sum(int(day["audience_count"]) for day in days),
                    sum(round(float(day["sales_share"]) * 10) for day in days)])
    schema = pyarrow.parquet.read_schema(next(folder.glob("**/*.parquet")))
    expect("the Korean header of 'title'", schema.field("title").metadata[b"korean"].decode(), "영화명")
    files = len(list(folder.rglob("*.parquet")))
    print(f"{name}: {len(rows)} rows, {len(header)} columns, {files} files", flush=True)


def check_bytes(fixture: Fixture) -> None:
    """The same rows are the same bytes."""
    files = [fixture.folder / name for name in ("first.parquet", "second.parquet")]
    for file in files:
        fixture.run(*WEEK, "-o", file)
    expect("the bytes of the second run", files[1].read_bytes(), files[0].read_bytes())


def converse(fixture: Fixture, kind: str, decimals: list[int], values: list[str], status: int = 0) -> bytes:
    """The plugin's document for one column, of sources with those decimal places; 65 without an end."""
    lines = ['{"hello":{"protocol":1}}\n', json.dumps({
        "columns": [{"name": "x", "korean": "수", "type": kind}], "header": None,
        "document": {"figures": [{"decimals": places} for places in decimals]},
        "options": {"compression": "none"}}) + "\n",
        *(f'{{"row":{{"x":{value}}}}}\n' for value in values), '{"end":{}}\n' * (status == 0)]
    ended = subprocess.run([fixture.plugins / PLUGIN], input="".join(lines).encode(),
                           capture_output=True, env=fixture.environment, timeout=120)
    expect(f"the status for {len(values)} of {kind}", ended.returncode, status)
    return ended.stdout.partition(b"\n")[2]


def check_documents(fixture: Fixture) -> None:
    """No rows have the schema, many have row groups, half a document has no end, amounts are exact."""
    for rows, groups in (0, 0), (64_000, 1), (84_100, 2):
        document = converse(fixture, "percent", [0], ["51.9"] * rows)
        file = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(document))
        expect(f"the size and the type of {rows} rows",
               (file.metadata.num_rows, file.metadata.num_row_groups, str(file.schema_arrow.field("x").type)),
               (rows, groups, "decimal128(19, 1)"))
    document = converse(fixture, "percent", [0], ["51.9"] * 70_000, status=65)
    expect("a footer where the rows break off", document.endswith(b"PAR1"), False)
    # Amounts have the decimals of their currency, or of the one with most.
    for kind, decimals, values, *wanted in [
        ("won", [0], ["12345", "null"], "int64", ["12345", "None"]),
        ("amount", [0], ["9223372036854775807"], "int64", ["9223372036854775807"]),
        ("amount", [2], ["12345.50", "-0.05", "92233720368547758.07", "null"],
         "decimal128(21, 2)", ["12345.50", "-0.05", "92233720368547758.07", "None"]),
        ("amount", [0, 2], ["9223372036854775807", "0.10"], "decimal128(21, 2)",
         ["9223372036854775807.00", "0.10"]),
        ("amount", [2, 3], ["1.25", "1.005"], "decimal128(22, 3)", ["1.250", "1.005"]),
    ]:
        table = pyarrow.parquet.read_table(pyarrow.BufferReader(converse(fixture, kind, decimals, values)))
        expect(f"the type and the amounts of {values}",
               [str(table.schema.field("x").type), [str(value) for value in table["x"].to_pylist()]], wanted)


def check_failures(fixture: Fixture) -> None:
    """The plugin follows the protocol, and without pyarrow it says that pyarrow is missing."""
    fixture.run("plugins", "check", fixture.plugins / PLUGIN)
    output = fixture.folder / "none.parquet"
    fixture.python("-I -S")  # It has only Python's own library.
    ended = fixture.start(*WEEK, "-o", output)
    expect("the status and the file without pyarrow", (ended.returncode, output.exists()), (78, False))
    expect(f"the message without pyarrow: {ended.stderr}",
           ("Parquet needs pyarrow" in ended.stderr, "Traceback" in ended.stderr), (True, False))
    fixture.run("plugins", "parquet")


def session(folder: Path) -> object:
    """A Spark in this process."""
    needs("pyspark")
    from pyspark.sql import SparkSession

    return (SparkSession.builder.master("local[2]").appName("bo-export")
            .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.warehouse.dir", str(folder / "warehouse")).getOrCreate())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Parquet for DuckDB, pyarrow and Spark.")
    parser.add_argument("--spark", action="store_true", help="ask Spark, too")
    chosen = options(parser)
    with proving(chosen) as fixture:
        fixture.plug(PLUGIN)
        spark = session(fixture.folder) if chosen.spark else None
        for name in CASES:
            check_rows(fixture, name, spark)
        check_bytes(fixture)
        check_documents(fixture)
        check_failures(fixture)
    print("equal")
