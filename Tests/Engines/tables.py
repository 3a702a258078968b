#!/usr/bin/env python3
"""What engines make of tables: Parquet partitions as DuckDB and pyarrow read them, every dataset's rows by
its JSON Schema, and its CSV in tables made by its SQL. All of it is compared with the CSV.

PostgreSQL is asked, too, where psql knows of one: `pg_virtualenv -t` of Debian starts one for a command.
"""

import argparse
import decimal
import json
import os
import subprocess

from fixture import PLUGINS, WEEK, Fixture, expect, fits, needs, options, proving, read_csv, text, validator

needs("duckdb", "jsonschema", "pyarrow")
import duckdb  # noqa: E402
import pyarrow.dataset  # noqa: E402
import pyarrow.parquet  # noqa: E402

HAS_POSTGRES = "PGPORT" in os.environ
DAYS = WEEK[2:]
PLUGIN = "bo-export-format-parquet"
# The type of a column in DuckDB and in pyarrow, by the type that `bo-export columns` names.
TYPES = {
    "date": ("DATE", "date32[day]"), "boolean": ("BOOLEAN", "bool"),
    **dict.fromkeys(("integer", "amount", "year"), ("BIGINT", "int64")),
    **dict.fromkeys(("percent", "decimal"), ("DECIMAL(19,1)", "decimal128(19, 1)")),
    **dict.fromkeys(("share", "ratio"), ("DECIMAL(19,2)", "decimal128(19, 2)")),
    "fraction": ("DECIMAL(3,2)", "decimal128(3, 2)"),
    **dict.fromkeys(("text", "marker"), ("VARCHAR", "string")),
    "list": ("VARCHAR[]", "list<element: string>")}
CASES = {
    "sample": WEEK,
    "details": ["--from", "2022-05-31", "--to", "2022-06-01", "--with", "details,posters"],
    "narrowed": ["weekend", "--last", "2", "--region", "서울,부산", "--columns",
                 "rank_marker,title,release_day,ticket_price,audience_per_show,audience_per_screen,"
                 "year_week,from,to,region,rank,sales_change_rate,nation,kind,source"],
    "turn-of-the-year": ["--from", "2021-12-28", "--to", "2022-01-03"],
}
# The commands whose rows a dataset has; the name of a plugin stands for its rows.
COMMANDS: list[tuple[str, list[str]]] = [
    *(("chart", ["daily", *DAYS, *more]) for more in ([], ["--with", "details,posters"], ["--deep"])),
    ("chart", ["weekend", "--date", "2022-06-03"]), ("trend", ["trend", "20204548", *DAYS]),
    ("trend", ["trend", "20204548", *DAYS, "--by", "week"]),
    ("runs", ["trend", "20204548", "--by", "film", "--days", "10"]),
    ("market", ["market", *DAYS, "--nations"]), ("ranking", ["ranking", *DAYS]),
    ("movies", ["movies", "--title", "범죄"]), ("movie", ["movie", "20204548"]),
    ("people", ["people", "--name", "송강호"]), ("person", ["person", "10000001"]),
    ("companies", ["companies"]), ("company", ["company", "20100001"]), ("codes", ["codes", "regions"]),
    ("cinemart", ["weekend", "--source", "cinemart", "--date", "2024-02-04"]),
    ("towns", ["daily", "--source", "towns", "--from", "2024-02-01", "--to", "2024-02-03"]),
]


def check_rows(fixture: Fixture, name: str) -> None:
    """The same rows as CSV and in partitions: equal types and texts for both engines, and exact sums."""
    header, rows = fixture.table(f"{name}.csv", *CASES[name])
    fixture.run(*CASES[name], "-o", f"{name}/chart={{chart}}/year={{year}}/{{date}}.parquet")
    folder, kinds = fixture.folder / name, fixture.types()
    source = f"read_parquet('{folder}/**/*.parquet', hive_partitioning = true)"
    by_duckdb = duckdb.sql(f"from {source}")
    by_pyarrow = pyarrow.dataset.dataset(folder, partitioning="hive")
    table = by_pyarrow.to_table(columns=header).to_pylist()
    for engine, columns, types, found, of_folders in [
            (0, by_duckdb.columns, by_duckdb.types, by_duckdb.fetchall(), ["VARCHAR", "BIGINT"]),
            (1, by_pyarrow.schema.names, by_pyarrow.schema.types, [[*row.values()] for row in table],
             ["string", "int32"])]:
        wanted = [*(TYPES[kinds[column]][engine] for column in header), *of_folders]
        expect(f"{name}: columns and types", [*zip(columns, map(str, types))],
               [*zip([*header, "chart", "year"], wanted)])
        texts = [[text(value) for value in row[:len(header)]] for row in found]
        expect(f"{name}: rows", sorted(texts), sorted(rows))
    totals = f"select year, count(*), sum(audience_count), 10 * sum(sales_share) from {source} group by year"
    for year, *found in duckdb.sql(totals).fetchall() if "sales_share" in header else []:
        days = [dict(zip(header, row)) for row in rows if row[0].startswith(str(year))]
        expect(f"{name}: rows, admissions and tenths of shares of {year}", found,
               [len(days), sum(int(day["audience_count"]) for day in days),
                sum(round(float(day["sales_share"]) * 10) for day in days)])
    schema = pyarrow.parquet.read_schema(next(folder.glob("**/*.parquet")))
    expect("the Korean header of 'title'", schema.field("title").metadata[b"korean"].decode(), "영화명")
    print(f"{name}: {len(rows)} rows, {len(header)} columns", flush=True)


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
    checked = fixture.run("plugins", "check", fixture.plugins / PLUGIN)
    expect("the bytes of a second run", "ok     it writes the same bytes for the same rows" in checked)
    fixture.python("-I -S")  # It has only Python's own library.
    ended = fixture.start(*WEEK, "-o", "none.parquet")
    expect("the status without pyarrow", ended.returncode, 78)
    expect("the file without pyarrow", (fixture.folder / "none.parquet").exists(), False)
    expect(f"the message without pyarrow: {ended.stderr}",
           ("Parquet needs pyarrow" in ended.stderr, "Traceback" in ended.stderr), (True, False))
    fixture.run("plugins", "parquet")


def check_schema(fixture: Fixture, dataset: str, command: list[str]) -> int:
    """Every row is valid, and one with a value of another type is not."""
    schema = json.loads(fixture.run("columns", dataset, "--format", "json-schema"))
    for other in ("movie", "posters") if "--with" in command else ():
        added = json.loads(fixture.run("columns", other, "--format", "json-schema"))
        schema["properties"] = added["properties"] | schema["properties"]
    judge, count = validator(schema), 0
    for columns in [], ["--columns", "all"]:
        rows = [json.loads(line) for line in
                fixture.run(*command, *columns, "--format", "jsonl", "-q").splitlines()]
        expect(f"{dataset}: rows", bool(rows))
        for row in rows:
            fits(f"{dataset}: {row}", row, judge)
            for name in row.keys() & schema["properties"].keys():
                expect(f"{dataset}: {name} as an object", judge.is_valid(row | {name: {}}), False)
        count += len(rows)
    return count


def check_tables(fixture: Fixture, dataset: str, command: list[str]) -> int:
    """The table takes a file with all columns, and has every cell of it, numbers by their values."""
    only_deep = [] if "--deep" in command else ["film_nation", "on_deep_chart"]
    names = [name for name in fixture.columns(dataset) if name not in only_deep]
    header, rows = fixture.table("rows.csv", *command, "--columns", ",".join(names), "-q")
    file, copied = fixture.folder / "rows.csv", fixture.folder / "copied.csv"
    statement = fixture.run("columns", dataset, "--format", "sql")
    table = statement.split()[2]
    # The names as the statement writes them.
    written = [line.split()[0] for line in statement.splitlines()[1:-1]]
    of = ", ".join(name for name in written if name.strip('"') in names)
    database = duckdb.connect()
    database.execute(statement)
    database.execute(f"copy {table} ({of}) from '{file}' (header, nullstr '')")
    loaded = [database.execute(f"select {of} from {table}").fetchall()]
    if HAS_POSTGRES:
        into, back = f"copy {table} ({of}) from '{file}'", f"copy (select {of} from {table}) to '{copied}'"
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", statement,
                        "-c", f"\\{into} (format csv, header)", "-c", f"\\{back} (format csv, header)",
                        "-c", f"drop table {table}"], check=True)
        loaded.append([[{"t": "true", "f": "false"}.get(cell, cell) for cell in row]
                       for row in read_csv(copied)[1]])
    for found in loaded:
        expect(f"{dataset}: rows in the table", len(found), len(rows))
        for row, cells in zip(rows, found):
            for name, cell, value in zip(header, row, cells, strict=True):
                if cell != text(value):
                    expect(f"{dataset}: {name}", decimal.Decimal(text(value)), decimal.Decimal(cell))
    return len(names)


if __name__ == "__main__":
    with proving(options(argparse.ArgumentParser(description=__doc__.split("\n")[0]))) as fixture:
        fixture.plug(*(file.name for file in PLUGINS.iterdir() if file.is_file()))
        for name in CASES:
            check_rows(fixture, name)
        check_documents(fixture)
        for dataset, command in COMMANDS:
            count = check_schema(fixture, dataset, command)
            width = check_tables(fixture, dataset, command)
            print(f"{' '.join(command)}: {count} rows are valid, {width} columns load", flush=True)
        for name, listed in json.loads(fixture.run("columns", "--format", "json")).items():
            alone = json.loads(fixture.run("columns", name, "--format", "json"))
            expect(f"the columns of {name}", listed, alone)
        check_failures(fixture)
        print(f"equal; PostgreSQL {'too' if HAS_POSTGRES else 'is not there'}")
