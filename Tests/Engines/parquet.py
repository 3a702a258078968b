#!/usr/bin/env python3
"""Reads the partitions of Parquet that bo-export writes with DuckDB and pyarrow, and compares them with the CSV.

    pip install pyarrow duckdb
    python3 Tests/Engines/parquet.py --program .build/release/bo-export --loopback .build/debug/loopback-kobis

It ends with 0, with 1 and a sentence for what differs, or with 77 if pyarrow or duckdb is missing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from bench import PLUGIN, Bench, Differs, expect, options, read_csv, text  # noqa: E402

# The types of a column in DuckDB and in Arrow, by the type that `bo-export columns` names.
DECIMAL = ("DECIMAL(19,1)", "decimal128(19, 1)")
TYPES = {
    "date": ("DATE", "date32[day]"), "boolean": ("BOOLEAN", "bool"),
    "integer": ("BIGINT", "int64"), "won": ("BIGINT", "int64"), "year": ("BIGINT", "int64"),
    "percent": DECIMAL, "decimal": DECIMAL, "fraction": ("DECIMAL(3,2)", "decimal128(3, 2)"),
    "text": ("VARCHAR", "string"), "marker": ("VARCHAR", "string"),
    "list": ("VARCHAR[]", "list<element: string>"),
}
WEEK = ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"]
TURN = ["--from", "2021-12-28", "--to", "2022-01-03"]
COLUMNS = ("rank_marker,title,release_day,ticket_price,audience_per_show,audience_per_screen,"
           "year_week,from,to,region,rank,sales_change_rate,nation,kind,source")
PARTITIONS = "chart={chart}/year={year}/{date}.parquet"


def check_rows(bench: Bench, name: str, arguments: list[str]) -> Path:
    """The same rows as CSV and in partitions: equal types and texts for DuckDB and pyarrow."""
    import duckdb
    import pyarrow.dataset

    folder = bench.folder / name
    table = bench.folder / f"{name}.csv"
    bench.run(*arguments, "-o", str(table))
    bench.run(*arguments, "-o", f"{folder}/{PARTITIONS}")
    header, rows = read_csv(table)
    kinds = bench.types()

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


def check_queries(bench: Bench, folder: Path) -> None:
    """Sums are exact, a year is found by its folder, and fields know their Korean header."""
    import duckdb
    import pyarrow.parquet

    source = f"read_parquet('{folder}/**/*.parquet', hive_partitioning = true)"
    header, rows = read_csv(bench.folder / f"{folder.name}.csv")
    shares = sum(round(float(row[header.index("sales_share")]) * 10) for row in rows)
    found = duckdb.sql(f"select sum(sales_share) from {source}").fetchall()[0][0]
    expect("the sum of the shares in tenths", int(found * 10), shares)
    days = sum(row[0].startswith("2022") for row in rows)
    found = duckdb.sql(f"select count(*) from {source} where year = 2022").fetchall()[0][0]
    expect("the rows of the partition year=2022", found, days)
    schema = pyarrow.parquet.read_schema(next(folder.glob("**/*.parquet")))
    expect("the Korean header of 'title'", schema.field("title").metadata[b"korean"].decode(),
           "영화명")


def check_bytes(bench: Bench) -> None:
    """The same rows are the same bytes."""
    for name in "first.parquet", "second.parquet":
        bench.run(*WEEK, "-o", str(bench.folder / name))
    expect("the bytes of the second run", (bench.folder / "second.parquet").read_bytes(),
           (bench.folder / "first.parquet").read_bytes())


def converse(bench: Bench, rows: int, ends: bool) -> tuple[int, bytes]:
    """The status and the document of the plugin for so many rows of one column."""
    row = '{"row":{"share":51.9}}\n'
    lines = ['{"hello":{"protocol":1}}\n', json.dumps({
        "columns": [{"name": "share", "korean": "점유율", "type": "percent"}], "header": None,
        "options": {"compression": "none"}}) + "\n", row * rows, '{"end":{}}\n' * ends]
    ended = subprocess.run([bench.plugins / PLUGIN], input="".join(lines).encode(),
                           capture_output=True, env=bench.environment, timeout=120)
    return ended.returncode, ended.stdout.partition(b"\n")[2]


def check_documents(bench: Bench) -> None:
    """No rows still have the schema, many are several row groups, and half a document has no end."""
    import pyarrow
    from pyarrow import parquet

    for rows, groups in (0, 0), (64_000, 1), (84_100, 2):
        status, document = converse(bench, rows, True)
        expect(f"the status for {rows} rows", status, 0)
        file = parquet.ParquetFile(pyarrow.BufferReader(document))
        expect(f"the size of {rows} rows", (file.metadata.num_rows, file.metadata.num_row_groups),
               (rows, groups))
        expect(f"the type of {rows} rows", str(file.schema_arrow.field("share").type),
               "decimal128(19, 1)")
    status, document = converse(bench, 70_000, False)
    expect("the status where the rows break off", status, 65)
    expect("a footer where the rows break off", document.endswith(b"PAR1"), False)


def check_failures(bench: Bench) -> None:
    """The plugin keeps to the protocol, and says what it lacks without pyarrow."""
    bench.run("plugins", "check", str(bench.plugins / PLUGIN))
    output = bench.folder / "none.parquet"
    bench.without_packages()
    ended = bench.start(*WEEK, "-o", str(output))
    expect("the status without pyarrow", ended.returncode, 78)
    expect("the file without pyarrow", output.exists(), False)
    if "Parquet needs pyarrow" not in ended.stderr or "Traceback" in ended.stderr:
        raise Differs(f"the message without pyarrow is: {ended.stderr}")
    bench.run("plugins", "parquet")


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
    with Bench(chosen) as bench:
        try:
            check_rows(bench, "sample", WEEK)
            check_queries(bench, check_rows(bench, "turn-of-the-year", TURN))
            check_rows(bench, "details", [
                "--from", "2022-05-31", "--to", "2022-06-01", "--with", "details,posters"])
            check_rows(bench, "narrowed", [
                "weekend", "--last", "2", "--region", "서울,부산", "--columns", COLUMNS])
            check_bytes(bench)
            check_documents(bench)
            check_failures(bench)
        except Differs as difference:
            print(f"parquet.py: {difference}", file=sys.stderr)
            return 1
    print("equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
