#!/usr/bin/env python3
"""Validates rows of every dataset by their JSON Schemas, and loads their CSV into tables made by their SQL.

    pip install jsonschema duckdb
    python3 Tests/Engines/schemas.py --program .build/release/bo-export \
        --loopback .build/debug/loopback-kobis

PostgreSQL is used if Debian's postgresql is installed. It ends with 0, with 1 and a sentence about the
difference, or with 77 if jsonschema or duckdb is missing.
"""

from __future__ import annotations

import argparse
import csv
import decimal
import json
import shutil
import sys
from contextlib import nullcontext
from pathlib import Path

sys.dont_write_bytecode = True

from fixture import Differs, Fixture, expect, options, read_csv, text  # noqa: E402
from singer_server import Server, binaries, server  # noqa: E402

SAMPLES = Path(__file__).resolve().parents[2] / "Samples/plugins"
DAYS = ["--from", "2022-05-30", "--to", "2022-06-05"]
# The commands whose rows a dataset has; the name of a plugin stands for its rows.
COMMANDS: list[tuple[str, list[str]]] = [
    ("chart", ["daily", *DAYS]),
    ("chart", ["daily", *DAYS, "--with", "details,posters"]),
    ("chart", ["daily", *DAYS, "--deep"]),
    ("chart", ["weekend", "--date", "2022-06-03"]),
    ("trend", ["trend", "20204548", *DAYS]),
    ("trend", ["trend", "20204548", *DAYS, "--by", "week"]),
    ("runs", ["trend", "20204548", "--by", "film", "--days", "10"]),
    ("market", ["market", *DAYS, "--nations"]),
    ("ranking", ["ranking", *DAYS]),
    ("movies", ["movies", "--title", "범죄"]),
    ("movie", ["movie", "20204548"]),
    ("people", ["people", "--name", "송강호"]),
    ("person", ["person", "10000001"]),
    ("companies", ["companies"]),
    ("company", ["company", "20100001"]),
    ("codes", ["codes", "regions"]),
    ("cinemart", ["weekend", "--source", "cinemart", "--date", "2024-02-04"]),
    ("towns", ["daily", "--source", "towns", "--from", "2024-02-01", "--to", "2024-02-03"]),
]


def tables(fixture: Fixture, dataset: str, command: list[str]) -> tuple[Path, list[str], str]:
    """The CSV of a command with all columns of its dataset, their names, and the SQL of the table."""
    named = json.loads(fixture.run("columns", dataset, "--format", "json"))
    names = [column["name"] for column in named]
    only_deep = [] if "--deep" in command else ["film_nation", "on_deep_chart"]
    names = [name for name in names if name not in only_deep]
    file = fixture.folder / "rows.csv"
    fixture.run(*command, "--columns", ",".join(names), "-q", "-o", str(file))
    return file, names, fixture.run("columns", dataset, "--format", "sql")


def check_schema(fixture: Fixture, dataset: str, command: list[str]) -> int:
    """Every row is valid, and one with a value of another type is not."""
    import jsonschema

    schema = json.loads(fixture.run("columns", dataset, "--format", "json-schema"))
    for other in ("movie", "posters") if "--with" in command else ():
        added = json.loads(fixture.run("columns", other, "--format", "json-schema"))
        schema["properties"] = added["properties"] | schema["properties"]
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(
        schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER)
    count = 0
    for columns in [], ["--columns", "all"]:
        rows = [json.loads(line) for line in
                fixture.run(*command, *columns, "--format", "jsonl", "-q").splitlines()]
        expect(f"{dataset}: rows", bool(rows), True)
        for row in rows:
            error = next(validator.iter_errors(row), None)
            expect(f"{dataset}: {row}", error and error.message, None)
            for name in row.keys() & schema["properties"].keys():
                expect(f"{dataset}: {name} as an object", validator.is_valid(row | {name: {}}), False)
        count += len(rows)
    return count


def check_duckdb(file: Path, names: list[str], statement: str, dataset: str) -> None:
    """The table takes the file, and every cell is what the file has."""
    import duckdb

    database = duckdb.connect()
    database.execute(statement)
    table = statement.split()[2]
    header, rows = read_csv(file)
    database.execute(f"copy {table} ({columns(statement, names)}) from '{file}' (header, nullstr '')")
    found = database.execute(f"select {columns(statement, names)} from {table}").fetchall()
    compare(dataset, header, rows, found)


def check_postgres(server: Server, file: Path, names: list[str], statement: str, dataset: str) -> None:
    """The same in PostgreSQL."""
    table = statement.split()[2]
    copied = file.with_name("copied.csv")
    header, rows = read_csv(file)
    of = columns(statement, names)
    server.sql("postgres", f"drop table if exists {table}; {statement}")
    server.sql("postgres", f"\\copy {table} ({of}) from '{file}' (format csv, header)")
    server.sql("postgres", f"\\copy (select {of} from {table}) to '{copied}' (format csv)")
    with open(copied, encoding="utf-8", newline="") as cells:
        compare(dataset, header, rows, [
            tuple({"t": "true", "f": "false"}.get(cell, cell) for cell in row)
            for row in csv.reader(cells)])


def columns(statement: str, names: list[str]) -> str:
    """The names as the statement writes them."""
    written = [line.split()[0] for line in statement.splitlines()[1:-1]]
    return ", ".join(name for name in written if name.strip('"') in names)


def compare(dataset: str, header: list[str], rows: list[list[str]], found: list[tuple[object, ...]]) -> None:
    """Every cell of the file and of the table, numbers by their values."""
    expect(f"{dataset}: rows in the table", len(found), len(rows))
    for row, cells in zip(rows, found):
        for name, cell, value in zip(header, row, cells):
            if cell != text(value):
                expect(f"{dataset}: {name}", decimal.Decimal(text(value)), decimal.Decimal(cell))


def check(fixture: Fixture, server: Server | None) -> None:
    """Checks every command, and that the list of all datasets has what those of each have."""
    for file in SAMPLES.iterdir():
        if file.is_file():
            shutil.copy(file, fixture.plugins)
            (fixture.plugins / file.name).chmod(0o755 if file.name.startswith("bo-export-") else 0o644)
    for dataset, command in COMMANDS:
        count = check_schema(fixture, dataset, command)
        file, names, statement = tables(fixture, dataset, command)
        check_duckdb(file, names, statement, dataset)
        if server:
            check_postgres(server, file, names, statement, dataset)
        print(f"{' '.join(command)}: {count} rows are valid, {len(names)} columns load", flush=True)
    whole = json.loads(fixture.run("columns", "--format", "json"))
    for name, listed in whole.items():
        expect(f"the columns of {name}", listed, json.loads(fixture.run("columns", name, "--format", "json")))
    print(f"{len(whole)} datasets; PostgreSQL {'too' if server else 'is not there'}")


if __name__ == "__main__":
    try:
        import duckdb  # noqa: F401
        import jsonschema  # noqa: F401
    except ImportError as error:
        print(f"{error.name} is not installed", file=sys.stderr)
        sys.exit(77)
    chosen = options(argparse.ArgumentParser(description=__doc__))
    try:
        with Fixture(chosen) as fixture, server() if binaries() else nullcontext() as running:
            check(fixture, running)
    except Differs as difference:
        sys.exit(f"schemas.py: {difference}")
