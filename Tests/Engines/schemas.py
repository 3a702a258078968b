#!/usr/bin/env python3
"""Validates rows of every dataset by their JSON Schemas, and loads their CSV into tables made by their SQL.

    python3 Tests/Engines/schemas.py [--program FILE] [--loopback FILE]

PostgreSQL is used if Debian's postgresql is installed.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import decimal
import json

from fixture import PLUGINS, Fixture, expect, needs, options, proving, text
from singer_server import Server, binaries, server

needs("duckdb", "jsonschema")
import duckdb  # noqa: E402
import jsonschema  # noqa: E402

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


def check_schema(fixture: Fixture, dataset: str, command: list[str]) -> int:
    """Every row is valid, and one with a value of another type is not."""
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
        expect(f"{dataset}: rows", bool(rows))
        for row in rows:
            error = next(validator.iter_errors(row), None)
            expect(f"{dataset}: {row}", error and error.message, None)
            for name in row.keys() & schema["properties"].keys():
                expect(f"{dataset}: {name} as an object", validator.is_valid(row | {name: {}}), False)
        count += len(rows)
    return count


def check_tables(fixture: Fixture, server: Server | None, dataset: str, command: list[str]) -> int:
    """The table takes a file with all columns, and has every cell of it, numbers by their values."""
    only_deep = [] if "--deep" in command else ["film_nation", "on_deep_chart"]
    names = [name for name in fixture.columns(dataset) if name not in only_deep]
    file, copied = fixture.folder / "rows.csv", fixture.folder / "copied.csv"
    header, rows = fixture.table(file, *command, "--columns", ",".join(names), "-q")
    statement = fixture.run("columns", dataset, "--format", "sql")
    table = statement.split()[2]
    # The names as the statement writes them.
    written = [line.split()[0] for line in statement.splitlines()[1:-1]]
    of = ", ".join(name for name in written if name.strip('"') in names)
    database = duckdb.connect()
    database.execute(statement)
    database.execute(f"copy {table} ({of}) from '{file}' (header, nullstr '')")
    loaded = [database.execute(f"select {of} from {table}").fetchall()]
    if server:
        server.sql("postgres", f"drop table if exists {table}; {statement}")
        server.sql("postgres", f"\\copy {table} ({of}) from '{file}' (format csv, header)")
        server.sql("postgres", f"\\copy (select {of} from {table}) to '{copied}' (format csv)")
        with open(copied, encoding="utf-8", newline="") as cells:
            loaded.append([[{"t": "true", "f": "false"}.get(cell, cell) for cell in row]
                           for row in csv.reader(cells)])
    for found in loaded:
        expect(f"{dataset}: rows in the table", len(found), len(rows))
        for row, cells in zip(rows, found):
            for name, cell, value in zip(header, row, cells, strict=True):
                if cell != text(value):
                    expect(f"{dataset}: {name}", decimal.Decimal(text(value)), decimal.Decimal(cell))
    return len(names)


if __name__ == "__main__":
    with (proving(options(argparse.ArgumentParser(description=__doc__))) as fixture,
          server() if binaries() else contextlib.nullcontext() as running):
        fixture.plug(*(file.name for file in PLUGINS.iterdir() if file.is_file()))
        for dataset, command in COMMANDS:
            count = check_schema(fixture, dataset, command)
            width = check_tables(fixture, running, dataset, command)
            print(f"{' '.join(command)}: {count} rows are valid, {width} columns load", flush=True)
        whole = json.loads(fixture.run("columns", "--format", "json"))
        for name, listed in whole.items():
            alone = json.loads(fixture.run("columns", name, "--format", "json"))
            expect(f"the columns of {name}", listed, alone)
        print(f"{len(whole)} datasets; PostgreSQL {'too' if running else 'is not there'}")
