#!/usr/bin/env python3
"""Compares the Parquet partitions, as Spark reads them, with the CSV. Run by hand.

    pip install pyarrow pyspark
    python3 Tests/Engines/spark.py --program .build/release/bo-export \
        --loopback .build/debug/loopback-kobis

It ends with 0, with 1 and a sentence about the difference, or with 77 if pyarrow, pyspark or Java is
missing.
"""

from __future__ import annotations

import argparse
import shutil
import sys

sys.dont_write_bytecode = True

from fixture import Fixture, Differs, expect, options, read_csv, text  # noqa: E402

TYPES = {
    "date": "date", "boolean": "boolean", "integer": "bigint", "amount": "bigint", "year": "bigint",
    "percent": "decimal(19,1)", "decimal": "decimal(19,1)", "fraction": "decimal(3,2)",
    "share": "decimal(19,2)", "ratio": "decimal(19,2)",
    "text": "string", "marker": "string", "list": "array<string>",
}
DAYS = ["--from", "2021-12-28", "--to", "2022-01-03"]
FILMS = ["--from", "2022-05-31", "--to", "2022-06-01", "--with", "details,posters"]


def check(fixture: Fixture, spark: object, name: str, arguments: list[str]) -> None:
    """The same rows as CSV and in partitions: equal types and texts for Spark."""
    table, folder = fixture.folder / f"{name}.csv", fixture.folder / name
    fixture.run(*arguments, "-o", str(table))
    fixture.run(*arguments, "-o", f"{folder}/chart={{chart}}/year={{year}}/{{date}}.parquet")
    header, rows = read_csv(table)
    kinds = fixture.types()
    frame = spark.read.parquet(str(folder))
    frame.printSchema()
    expect(f"{name}: Spark's types", frame.dtypes,
           [*((column, TYPES[kinds[column]]) for column in header),
            ("chart", "string"), ("year", "int")])
    found = sorted([text(value) for value in row] for row in frame.select(*header).collect())
    expect(f"{name}: Spark's rows", found, sorted(rows))
    frame.createOrReplaceTempView("charts")
    first = header.index("audience_count")
    for year, in spark.sql("select distinct year from charts").collect():
        found = spark.sql(
            f"select sum(audience_count) from charts where year = {year}").collect()[0][0]
        expect(f"{name}: the admissions of {year}", found,
               sum(int(row[first]) for row in rows if row[0].startswith(str(year))))
    spark.sql("select year, count(*), sum(audience_count), avg(sales_share) from charts "
              "group by year order by year").show()
    print(f"{name}: {len(rows)} rows, {len(header)} columns", flush=True)


def main() -> int:
    """Checks all, and prints the first difference."""
    chosen = options(argparse.ArgumentParser(description="Parquet for Spark."))
    try:
        import pyarrow  # noqa: F401
        from pyspark.sql import SparkSession
    except ImportError as error:
        print(f"left out: {error}; pip install pyarrow pyspark", file=sys.stderr)
        return 77
    if not shutil.which("java"):
        print("left out: there is no java", file=sys.stderr)
        return 77
    with Fixture(chosen) as fixture:
        spark = (SparkSession.builder.master("local[2]").appName("bo-export")
                 .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
                 .config("spark.sql.warehouse.dir", str(fixture.folder / "warehouse")).getOrCreate())
        print(f"Spark {spark.version}")
        try:
            check(fixture, spark, "turn-of-the-year", DAYS)
            check(fixture, spark, "films", FILMS)
        except Differs as difference:
            print(f"spark.py: {difference}", file=sys.stderr)
            return 1
        finally:
            spark.stop()
    print("equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
