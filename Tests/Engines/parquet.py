#!/usr/bin/env python3
"""Compares the Parquet partitions, as DuckDB and pyarrow read them, with the CSV.

    pip install pyarrow duckdb
    python3 Tests/Engines/parquet.py --program .build/release/bo-export \
        --loopback .build/debug/loopback-kobis

It ends with 0, with 1 and a sentence about the difference, or with 77 if pyarrow or duckdb is missing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from fixture import PLUGIN, Differs, Fixture, expect, options, read_csv, text  # noqa: E402

# The types of a column in DuckDB and in Arrow, by the type that `bo-export columns` names.
DECIMAL = ("DECIMAL(19,1)", "decimal128(19, 1)")
TYPES = {
    "date": ("DATE", "date32[day]"), "boolean": ("BOOLEAN", "bool"),
    "integer": ("BIGINT", "int64"), "amount": ("BIGINT", "int64"), "year": ("BIGINT", "int64"),
    "percent": DECIMAL, "decimal": DECIMAL, "fraction": ("DECIMAL(3,2)", "decimal128(3, 2)"),
    "share": ("DECIMAL(19,2)", "decimal128(19, 2)"),
    "ratio": ("DECIMAL(19,2)", "decimal128(19, 2)"),
    "text": ("VARCHAR", "string"), "marker": ("VARCHAR", "string"),
    "list": ("VARCHAR[]", "list<element: string>"),
}
WEEK = ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"]
TURN = ["--from", "2021-12-28", "--to", "2022-01-03"]
COLUMNS = ("rank_marker,title,release_day,ticket_price,audience_per_show,audience_per_screen,"
           "year_week,from,to,region,rank,sales_change_rate,nation,kind,source")
PARTITIONS = "chart={chart}/year={year}/{date}.parquet"


def check_rows(fixture: Fixture, name: str, arguments: list[str]) -> Path:
    """The same rows as CSV and in partitions: equal types and texts for DuckDB and pyarrow."""
    import duckdb
    import pyarrow.dataset

    folder = fixture.folder / name
    table = fixture.folder / f"{name}.csv"
    fixture.run(*arguments, "-o", str(table))
    fixture.run(*arguments, "-o", f"{folder}/{PARTITIONS}")
    header, rows = read_csv(table)
    kinds = fixture.types()

    found = duckdb.sql(f"from read_parquet('{folder}/**/*.parquet', hive_partitioning = true)")
    expect(f"{name}: DuckDB's columns", found.columns, [*header, "chart", "year"])
    expect(f"{name}: DuckDB's types", [str(kind) for kind in found.types],
           [*(TYPES[kinds[column]][0] for column in header), "VARCHAR", "BIGINT"])
    texts = sorted([text(value) for value in row[:-2]] for row in found.fetchall())
    expect(f"{name}: DuckDB's rows", texts, sorted(rows))

    dataset = pyarrow.dataset.dataset(folder, partitioning="hive")
    expect(f"{name}: pyarrow's types", {field.name: str(field.type) for field in dataset.schema},
           {**{column: TYPES[kinds[column]][1] for column in header},
            "chart": "string", "year": "int32"})
    found = dataset.to_table(columns=header).to_pylist()
    texts = sorted([text(value) for value in row.values()] for row in found)
    expect(f"{name}: pyarrow's rows", texts, sorted(rows))
    print(f"{name}: {len(rows)} rows, {len(header)} columns, "
          f"{len(list(folder.glob('**/*.parquet')))} files", flush=True)
    return folder


def check_queries(fixture: Fixture, folder: Path) -> None:
    """Sums are exact, a year is found by its folder, and fields know their Korean header."""
    import duckdb
    import pyarrow.parquet

    source = f"read_parquet('{folder}/**/*.parquet', hive_partitioning = true)"
    header, rows = read_csv(fixture.folder / f"{folder.name}.csv")
    shares = sum(round(float(row[header.index("sales_share")]) * 10) for row in rows)
    found = duckdb.sql(f"select sum(sales_share) from {source}").fetchall()[0][0]
    expect("the sum of the shares in tenths", int(found * 10), shares)
    days = sum(row[0].startswith("2022") for row in rows)
    found = duckdb.sql(f"select count(*) from {source} where year = 2022").fetchall()[0][0]
    expect("the rows of the partition year=2022", found, days)
    schema = pyarrow.parquet.read_schema(next(folder.glob("**/*.parquet")))
    expect("the Korean header of 'title'", schema.field("title").metadata[b"korean"].decode(),
           "영화명")


def check_bytes(fixture: Fixture) -> None:
    """The same rows are the same bytes."""
    for name in "first.parquet", "second.parquet":
        fixture.run(*WEEK, "-o", str(fixture.folder / name))
    expect("the bytes of the second run", (fixture.folder / "second.parquet").read_bytes(),
           (fixture.folder / "first.parquet").read_bytes())


def converse(fixture: Fixture, kind: str, decimals: list[int], values: list[str], ends: bool = True
             ) -> tuple[int, bytes]:
    """The status and the document of the plugin for one column, of sources with those decimal places."""
    lines = ['{"hello":{"protocol":1}}\n', json.dumps({
        "columns": [{"name": "x", "korean": "수", "type": kind}], "header": None,
        "document": {"figures": [{"decimals": places} for places in decimals]},
        "options": {"compression": "none"}}) + "\n",
        *(f'{{"row":{{"x":{value}}}}}\n' for value in values), '{"end":{}}\n' * ends]
    ended = subprocess.run([fixture.plugins / PLUGIN], input="".join(lines).encode(),
                           capture_output=True, env=fixture.environment, timeout=120)
    return ended.returncode, ended.stdout.partition(b"\n")[2]


def check_documents(fixture: Fixture) -> None:
    """No rows have the schema, many have several row groups, and half a document has no end."""
    import pyarrow
    from pyarrow import parquet

    for rows, groups in (0, 0), (64_000, 1), (84_100, 2):
        status, document = converse(fixture, "percent", [0], ["51.9"] * rows)
        expect(f"the status for {rows} rows", status, 0)
        file = parquet.ParquetFile(pyarrow.BufferReader(document))
        expect(f"the size of {rows} rows", (file.metadata.num_rows, file.metadata.num_row_groups),
               (rows, groups))
        expect(f"the type of {rows} rows", str(file.schema_arrow.field("x").type),
               "decimal128(19, 1)")
    status, document = converse(fixture, "percent", [0], ["51.9"] * 70_000, ends=False)
    expect("the status where the rows break off", status, 65)
    expect("a footer where the rows break off", document.endswith(b"PAR1"), False)


def check_amounts(fixture: Fixture) -> None:
    """Amounts are exact, with the decimals of their currency, or of the one with most."""
    import pyarrow
    from pyarrow import parquet

    for kind, decimals, values, wanted, found in [
        ("won", [0], ["12345", "null"], "int64", ["12345", "None"]),
        ("amount", [0], ["9223372036854775807"], "int64", ["9223372036854775807"]),
        ("amount", [2], ["12345.50", "-0.05", "92233720368547758.07", "null"],
         "decimal128(21, 2)", ["12345.50", "-0.05", "92233720368547758.07", "None"]),
        ("amount", [0, 2], ["9223372036854775807", "0.10"], "decimal128(21, 2)",
         ["9223372036854775807.00", "0.10"]),
        ("amount", [2, 3], ["1.25", "1.005"], "decimal128(22, 3)", ["1.250", "1.005"]),
    ]:
        status, document = converse(fixture, kind, decimals, values)
        expect(f"the status for {values}", status, 0)
        table = parquet.read_table(pyarrow.BufferReader(document))
        expect(f"the type of {values}", str(table.schema.field("x").type), wanted)
        expect(f"the amounts of {values}", [str(x) for x in table["x"].to_pylist()], found)


def check_failures(fixture: Fixture) -> None:
    """The plugin follows the protocol, and without pyarrow it says that pyarrow is missing."""
    fixture.run("plugins", "check", str(fixture.plugins / PLUGIN))
    output = fixture.folder / "none.parquet"
    fixture.without_packages()
    ended = fixture.start(*WEEK, "-o", str(output))
    expect("the status without pyarrow", ended.returncode, 78)
    expect("the file without pyarrow", output.exists(), False)
    if "Parquet needs pyarrow" not in ended.stderr or "Traceback" in ended.stderr:
        raise Differs(f"the message without pyarrow is: {ended.stderr}")
    fixture.run("plugins", "parquet")


def main() -> int:
    """Checks all, and prints the first difference."""
    chosen = options(argparse.ArgumentParser(description="Parquet for DuckDB and pyarrow."))
    try:
        import duckdb
        import pyarrow
    except ImportError as error:
        print(f"left out: {error}; pip install pyarrow duckdb", file=sys.stderr)
        return 77
    print(f"duckdb {duckdb.__version__}, pyarrow {pyarrow.__version__}")
    with Fixture(chosen) as fixture:
        try:
            check_rows(fixture, "sample", WEEK)
            check_queries(fixture, check_rows(fixture, "turn-of-the-year", TURN))
            check_rows(fixture, "details", [
                "--from", "2022-05-31", "--to", "2022-06-01", "--with", "details,posters"])
            check_rows(fixture, "narrowed", [
                "weekend", "--last", "2", "--region", "서울,부산", "--columns", COLUMNS])
            check_bytes(fixture)
            check_documents(fixture)
            check_amounts(fixture)
            check_failures(fixture)
        except Differs as difference:
            print(f"parquet.py: {difference}", file=sys.stderr)
            return 1
    print("equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
