#!/usr/bin/env python3
"""Loads the output of `--format singer` with targets from PyPI, and reads it back.

    Tests/Engines/singer.py FOLDER [--program FILE] [--loopback FILE]

FOLDER has virtual environments of target-duckdb, target-jsonl, and meltanolabs-target-csv. What is loaded has
to be what the CSV file of the same run has, each row once: after runs that are repeated, cut, killed and
resumed with the state that the target printed, beside another source, and while charts are corrected.
"""

import argparse
import decimal
import json
import os
import pathlib
import subprocess

from fixture import WEEK, expect, needs, options, proving, read_csv, text
from singer_corrections import KEY, Sequence, compiled

needs("jsonschema")
import jsonschema  # noqa: E402

FILTERS = ("region", "nation", "kind")
"""Columns of the key that are empty in a file: here they say that nothing is left out."""

MIXED = ("trend 20204548 20206061 --days 5", "movies --limit 20", "movie 20204548 20190217",
         "people --limit 20", "person 10000001", "company 20100001")
"""The data that are loaded together: texts, years and lists.

No codes: DuckDB takes target-duckdb's first line for a heading if all values are text.
"""

DATASETS = [
    " ".join(WEEK), "daily --last 3", "weekly --last 2", "weekend --last 2", "weekdays --last 2",
    "daily --last 2 --region 서울,부산 --nation korean --kind art --with details,posters",
    "daily --last 1 --columns rank,title", "trend 20204548 20206061 --by week",
    "trend 20204548 20206061 --days 5 --pivot audience_total", "companies --limit 20", "codes regions",
    *MIXED]
"""The data for the SDK's validation, from the samples and the KOBIS on this machine."""


def records_of(lines):
    return [json.loads(line)["record"] for line in lines if '"RECORD"' in line]


def states_of(lines):
    return [place for place, line in enumerate(lines) if '"STATE"' in line]


def keys_of(rows):
    return sorted(tuple(str(row[name]) for name in KEY) for row in rows)


def parsed(lines):
    return [json.loads(line, parse_float=decimal.Decimal) for line in lines.split("\n") if line]


class Target:
    """A target with its folder. Its name is that of its environment and of its program.

    Each kind has `rows(stream)`, what it has loaded, numbers as decimals; and if it upserts `columns()`,
    the type of each column of charts, as the database says.
    """

    def __init__(self, environments, folder):
        self.bin, self.folder = environments / self.name / "bin", folder / self.name
        self.folder.mkdir()

    def clear(self):
        """Deletes everything that was loaded."""
        for path in self.folder.iterdir():
            path.unlink()

    def run(self, messages):
        """Gives text to the target; the finished process, and the last state that it printed."""
        path = self.folder / "config.json"
        path.write_text(json.dumps(self.config()))
        done = subprocess.run([self.bin / self.name, "--config", path], input=messages,
                              capture_output=True, cwd=self.folder, encoding="utf-8")
        return done, done.stdout.strip().rpartition("\n")[2]

    def load(self, lines):
        """Gives messages to the target, which has to end with 0; the last state that it printed."""
        done, state = self.run("".join(line + "\n" for line in lines))
        expect(f"the status of {self.name} ({done.stderr[-1500:]})", done.returncode, 0)
        return state


class DuckDB(Target):
    """It upserts. Its dates become texts, because it supports only date-time."""

    name, upserts = "target-duckdb", True
    types = {"integer": "bigint", "number": "double", "boolean": "boolean"} | dict.fromkeys(
        ("date", "string"), "varchar")

    def config(self):
        return {"path": str(self.folder / "charts.duckdb"), "default_target_schema": "main"}

    def asked(self, query):
        """The rows of a query. DuckDB is installed in the target's environment, not in ours."""
        script = ("import duckdb, json, sys\nc = duckdb.connect(sys.argv[1]).execute(sys.argv[2])\n"
                  "names = [column[0] for column in c.description]\n"
                  "for row in c.fetchall(): print(json.dumps(dict(zip(names, row)), default=str))")
        done = subprocess.run([self.bin / "python", "-c", script, self.config()["path"], query],
                              check=True, stdout=subprocess.PIPE, encoding="utf-8")
        return parsed(done.stdout)

    def rows(self, stream="charts"):
        known = self.asked("select table_name from information_schema.tables")
        return self.asked(f'from "{stream}"') if {"table_name": stream} in known else []

    def columns(self):
        return {row["column_name"]: row["column_type"].lower() for row in self.asked("describe charts")}


class JSONLines(Target):
    """It appends."""

    name, upserts = "target-jsonl", False

    def config(self):
        return {"destination_path": str(self.folder), "do_timestamp_file": False}

    def rows(self, stream="charts"):
        return parsed((self.folder / f"{stream}.jsonl").read_text(encoding="utf-8"))


class CSV(Target):
    """A target that is built with the Singer SDK."""

    name = "target-csv"

    def config(self):
        return {"output_path": str(self.folder), "file_naming_scheme": "{stream_name}.csv"}

    def count(self, stream):
        return len(read_csv(self.folder / f"{stream}.csv")[1])


class Checks:
    """The checks of one program."""

    def __init__(self, fixture, environments):
        self.fixture, self.environments = fixture, environments
        self.week = self.messages(*WEEK)
        self.properties = json.loads(self.week[0])["schema"]["properties"]
        columns = [name for name in self.properties if name in fixture.columns("chart")]
        self.file = {(row["chart"], row["from"], row["movie_code"]): row for row in self.rows(columns, *WEEK)}

    def messages(self, *words, state=None):
        """The lines that the program writes; the state is put into a file."""
        file = self.fixture.folder / "state.json"
        if state is not None:
            file.write_text(state)
            words += "--state", file
        # Not splitlines(), which also splits inside of texts, at U+2028.
        return self.fixture.run(*words, "--format", "singer").split("\n")[:-1]

    def rows(self, columns, *words):
        """The rows of the CSV file with these columns."""
        header, rows = self.fixture.table("rows.csv", *words, "--columns", ",".join(columns))
        return [dict(zip(header, row)) for row in rows]

    def validation(self):
        """Every dataset is one stream: its messages have the fields of the specification, and its records
        fit its schema, formats of dates included; the SDK reads it, which validates records, too."""
        fields = {"SCHEMA": {"stream", "schema", "key_properties", "bookmark_properties"},
                  "RECORD": {"stream", "record"}, "STATE": {"value"}}
        target = CSV(self.environments, self.fixture.folder)
        for words in DATASETS:
            lines = self.messages(*words.split())
            schema, *others = map(json.loads, lines)
            validator = jsonschema.Draft7Validator(
                schema["schema"], format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER)
            for message in schema, *others:
                kind = message.pop("type")
                expect(f"{words}: the first message alone is a schema", message is schema, kind == "SCHEMA")
                expect(f"{words}: fields of a {kind}", set(message) - fields[kind], set())
                expect(f"{words}: the stream", message.get("stream", schema["stream"]), schema["stream"])
                if kind == "RECORD":
                    wrong = next(validator.iter_errors(message["record"]), None)
                    expect(f"{words}: {message['record']}", wrong and wrong.message, None)
                    expect(f"{words}: keys without a value", [
                        key for key in schema["key_properties"] if message["record"][key] in (None, "")], [])
            target.clear()
            target.load(lines)
            expect(f"{words}: rows", target.count(schema["stream"]), len(records_of(lines)))
            expect(f"{words}: there are rows", bool(records_of(lines)))

    def sources(self, target):
        """Loads a source in dollars beside one in won, alone and together: each keeps its rows, no column
        changes its type, and no cent is lost."""
        self.fixture.plug("bo-export-source-cinemart")
        span = ["--from", "2024-01-26", "--to", "2024-02-11"]
        alone, both = (["weekend", "--source", names, *span] for names in ("cinemart", "kobis-json,cinemart"))
        runs = [("cinemart", self.messages(*alone)), ("sample", self.week),
                ("cinemart kobis-json", self.messages(*both)), ("sample", self.week),
                ("cinemart", self.messages(*alone))]
        amounts = ["sales_amount", "sales_total"]
        file = self.rows(["source", "currency", "from", "movie_code", *amounts], *both)
        expect("there are cents in the file",
               any("." in row["sales_total"] and row["sales_total"][-2:] != "00" for row in file))
        target.clear()
        target.load(self.week)
        types, loaded = target.columns(), {"sample"}
        for sources, messages in runs:
            target.load(messages)
            loaded |= set(sources.split())
            self.complete(target, "beside another source", source="sample")
            wanted = [tuple(row.values()) for row in file if row["source"] in loaded]
            found = [(row["source"], row["currency"], row["from"], row["movie_code"],
                      *(str(decimal.Decimal(row[name]).scaleb(-row["decimals"])) for name in amounts))
                     for row in target.rows() if row["source"] != "sample"]
            expect(f"the rows of {target.name} after {sources}", sorted(found), sorted(wanted))
            columns = target.columns()
            expect(f"the columns of {target.name}", {name: columns.get(name) for name in types}, types)

    def streams(self, target):
        """Loads other datasets twice, all of them in one run."""
        runs = [self.messages(*words.split()) for words in MIXED]
        target.clear()
        for _ in range(2):
            target.load(sum(runs, []))
        for lines in runs:
            stream, records = json.loads(lines[0])["stream"], records_of(lines)
            name = next(name for name in ("title", "name") if name in records[0])
            expect(f"the texts of {target.name} in {stream}",
                   *(sorted(row[name] for row in rows) for rows in (target.rows(stream), records)))

    def complete(self, target, after, source=None):
        """Compares the loaded rows with the file: the same rows, each once, and the same figures."""
        rows = [row for row in target.rows() if source in (None, row["source"])]
        expect(f"the rows of {target.name} {after}",
               (len(rows), len(set(keys_of(rows)))), (len(self.file), len(self.file)))
        for row in rows:
            expect(f"empty keys of {row}", [name for name in FILTERS if row[name] in ("", None)], [])
            written = self.file.get((row["chart"], row["from"], row["movie_code"]), {})
            for name, cell in written.items():
                if name not in FILTERS:
                    kind = decimal.Decimal if cell and type(row[name]) in (int, decimal.Decimal) else str
                    expect(f"{target.name}: {name} of {row} {after}", kind(text(row[name])), kind(cell))

    def types(self, target):
        """Compares the types that the database names with those that the target should make."""
        columns = target.columns()
        for name, property in self.properties.items():
            kinds = {property["type"]} if isinstance(property["type"], str) else set(property["type"])
            kind = property.get("format") or (kinds - {"null"}).pop()
            if kind != "array":
                expect(f"{target.name}'s type of the {kind} {name}", columns.get(name), target.types[kind])

    def twice(self, target):
        """Loads the week twice: the whole week again if the target upserts, else with its state."""
        target.clear()
        state = target.load(self.week)
        expect(f"there are bookmarks in {state}", bool(json.loads(state)["bookmarks"]["charts"]))
        self.complete(target, "after a run")
        again = self.week if target.upserts else self.messages(*WEEK, state=state)
        for messages in (again, self.messages(*WEEK, state=state)):
            after = target.load(messages)
            self.complete(target, "after another run")
            expect(f"the state of {target.name} after another run", after, state)

    def cut(self, target):
        """Cuts a run in the middle, and resumes from the state that the target printed."""
        states = states_of(self.week)
        expect("the states of seven periods", len(states), 7)
        middle = states[3] + 1
        cases = {"after a state": (middle, 0)}
        if target.upserts:
            cases |= {"after a record": (middle + 4, 0), "within a record": (middle + 4, 40)}
        for case, (count, letters) in cases.items():
            target.clear()
            done, state = target.run("\n".join(self.week[:count]) + "\n" + self.week[count][:letters])
            rest = self.messages(*WEEK, state=state)
            if letters == 0:
                expect(f"the status of {target.name} ({done.stderr[-1500:]})", done.returncode, 0)
            if done.returncode == 0:
                expect(f"the state of {target.name} for a run that was cut {case}",
                       json.loads(state or "null"), json.loads(self.week[middle - 1])["value"])
                # A target that appends would have records of earlier periods twice.
                expect(f"the records of 3 periods after a cut {case}", len(records_of(rest)), 30)
            target.load(rest)
            self.complete(target, f"after a run that was cut {case}, and another")

    def killed(self, target):
        """Kills the program while it waits for a period, loads its output so far, and resumes."""
        target.clear()
        span = ["--from", "2022-05-30", "--to", "2022-06-05", "--jobs", "1"]
        self.fixture.fresh()
        self.fixture.serve("20220602=slow:60000")
        part = []
        with subprocess.Popen([self.fixture.program, *span, "--format", "singer"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, env=self.fixture.environment, text=True) as tap:
            for line in tap.stdout:
                part.append(line.removesuffix("\n"))
                if len(states_of(part)) == 3:
                    tap.kill()
        expect("periods that are written while the fourth is waited for", len(states_of(part)), 3)
        state = target.load(part)
        self.fixture.serve()
        target.load(self.messages(*span, state=state))
        rows = target.rows()
        expect(f"the rows of {target.name} after a run that was killed, and another",
               (keys_of(rows), len(rows)), (keys_of(records_of(self.messages(*span))), 70))

    def corrected(self, target):
        """Mornings of a loader, while the service corrects its charts and some runs are killed."""
        clock = compiled(["clock"], self.fixture.folder)["clock"]
        for seed in range(4):
            target.clear()
            home = self.fixture.folder / f"{target.name} {seed}"
            sequence = Sequence(self.fixture.program, clock, seed, home, target, 6)
            print(f"  {target.name}: {dict(sequence.run())}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("environments", type=pathlib.Path)
    chosen = options(parser)
    # Targets have packages of their own.
    os.environ.pop("PYTHONPATH", None)
    with proving(chosen) as fixture:
        checks = Checks(fixture, chosen.environments.resolve())
        checks.validation()
        for kind in DuckDB, JSONLines:
            target = kind(checks.environments, fixture.folder)
            checks.twice(target)
            checks.cut(target)
            checks.killed(target)
            if target.upserts:
                checks.types(target)
                checks.sources(target)
                checks.streams(target)
                checks.corrected(target)
            does = "upserts" if target.upserts else "appends"
            print(f"{target.name}, which {does}: each row once, with its figures", flush=True)
