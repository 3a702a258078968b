#!/usr/bin/env python3
"""Loads the output of `--format singer` with targets from PyPI, and reads it back.

    Tests/Engines/singer.py [--small] [--environments DIR] [--program FILE] [--loopback FILE]

DIR keeps the virtual environments of the targets for the next time. --small leaves PostgreSQL out, and with
it the targets that load into it. Checked are:

- the messages of every dataset, by the Singer SDK's own reader and validation;
- each target that upserts, with the recorded week twice: no row twice, the types that the database
  names, and the figures of the CSV file of the same run;
- the same with a week of another source in dollars between them: the rows, types and figures of neither
  change, and no cent is lost;
- each target that appends, with the state of its first run: nothing twice;
- runs that end in the middle, and one after each with the state that the target printed last;
- each target that upserts, while the service removes, adds and swaps films: the rows that are not removed
  are the last edition (`singer_corrections.py`).

The exit status is 1 if there is a difference, and 77 if something cannot be installed.
"""

import argparse
import contextlib
import decimal
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

import singer_corrections
import singer_server
import singer_targets
from singer_tap import WEEK, Difference, Tap, expect, loopback

KEY = ("source", "chart", "from", "region", "nation", "kind", "movie_code")
FILTERS = ("region", "nation", "kind")
"""Columns of the key that are empty in a file: here they say that nothing is left out."""

DATASETS = [
    "daily --last 3", "weekly --last 2", "weekend --last 2", "weekdays --last 2",
    "daily --last 2 --region 서울,부산 --nation korean --kind art --with details,posters",
    "daily --last 1 --columns rank,title", "trend 20204548 20206061 --days 5",
    "trend 20204548 20206061 --by week", "trend 20204548 20206061 --days 5 --pivot audience_total",
    "movies --limit 20", "movie 20204548 20190217", "people --limit 20", "companies --limit 20",
    "person 10000001", "company 20100001", "codes regions",
]
"""The data for the SDK's validation, from the KOBIS on this machine."""

MIXED = ("trend 20204548 20206061 --days 5", "movies --limit 20", "movie 20204548 20190217",
         "people --limit 20", "person 10000001", "company 20100001")
"""The streams among these that are loaded together: texts, years and lists.

No codes: DuckDB takes target-duckdb's first line for a heading if all values are text.
"""


def lines_of(messages):
    return messages.decode().split("\n")[:-1]


def key_of(row):
    return tuple(str(row[name]) for name in KEY)


def text_of(value):
    """A loaded value as it stands in a CSV file; numbers are compared as numbers."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else value


def same(written, value):
    value = text_of(value)
    if isinstance(value, (int, decimal.Decimal)):
        return written != "" and decimal.Decimal(written) == value
    return written == value


class Checks:
    """The checks of one program."""

    def __init__(self, tap, loopback_program, environments):
        self.tap, self.loopback, self.environments = tap, loopback_program, environments
        self.week = tap.messages(*WEEK)
        schema = json.loads(lines_of(self.week)[0])
        self.properties = schema["schema"]["properties"]
        known = [line.split()[0] for line in tap.run("columns", "chart").decode().split("\n\n")[0]
                 .strip().split("\n")]
        columns = [name for name in self.properties if name in known]
        self.file = {(row["chart"], row["from"], row["movie_code"]): row
                     for row in tap.csv(columns, *WEEK)}

    def sources(self, target):
        """Loads a source in dollars beside one in won, alone and together: each keeps its rows, no column
        changes its type, and no cent is lost."""
        name, plugins = "bo-export-source-cinemart", self.tap.home / "plugins"
        # A copy, because the checkout's folders may be writable by others.
        plugins.mkdir(mode=0o755, exist_ok=True)
        shutil.copy(pathlib.Path(__file__).resolve().parents[2] / "Samples/plugins" / name, plugins)
        (plugins / name).chmod(0o755)
        span = ["--plugin-dir", str(plugins), "--from", "2024-01-26", "--to", "2024-02-11"]
        alone, both = (["weekend", "--source", names, *span] for names in ("cinemart", "kobis-json,cinemart"))
        with loopback(self.loopback) as variables:
            tap = Tap(self.tap.program, self.tap.home, **variables)
            runs = [("cinemart", tap.messages(*alone)), ("sample", self.week),
                    ("cinemart kobis-json", tap.messages(*both)), ("sample", self.week),
                    ("cinemart", tap.messages(*alone))]
            amounts = ["sales_amount", "sales_total"]
            file = tap.csv(["source", "currency", "from", "movie_code", *amounts], *both)
        expect(any("." in row["sales_total"] and row["sales_total"][-2:] != "00" for row in file),
               "there are no cents in the file")
        target.clear()
        self.load(target, self.week)
        types, loaded = target.columns(), {"sample"}
        for sources, messages in runs:
            self.load(target, messages)
            loaded |= set(sources.split())
            self.complete(target, "beside another source", source="sample")
            wanted = [tuple(row.values()) for row in file if row["source"] in loaded]
            found = [(row["source"], row["currency"], str(row["from"]), row["movie_code"],
                      *(str(decimal.Decimal(row[name]).scaleb(-row["decimals"])) for name in amounts))
                     for row in target.rows() if row["source"] != "sample"]
            expect(sorted(found) == sorted(wanted),
                   f"{target.name} has {sorted(found)} after {sources}, not {sorted(wanted)}")
            columns = target.columns()
            expect({name: columns.get(name) for name in types} == types,
                   f"{target.name} changed the columns {types} to {columns}")

    def validation(self):
        """Every dataset as the Singer SDK reads it."""
        python = singer_targets.environment(self.environments, "meltanolabs-target-csv==0.5.0")
        reader = pathlib.Path(__file__).with_name("singer_reader.py")
        with loopback(self.loopback) as variables:
            tap = Tap(self.tap.program, self.tap.home, **variables)
            runs = [(words, tap.messages(*words.split())) for words in DATASETS]
        for words, messages in [(" ".join(WEEK), self.week), *runs]:
            done = subprocess.run([python / "python", reader], input=messages, capture_output=True)
            last = done.stderr.decode().strip().split("\n")[-1]
            expect(done.returncode == 0, f"the SDK does not accept '{words}': {last}")
            counts = json.loads(last)
            schemas = [name for name in counts if name.startswith("SCHEMA")]
            records = [name for name in counts if name.startswith("RECORD")]
            expect(len(schemas) == len(records) == 1 and counts[schemas[0]] == 1,
                   f"'{words}' is not one stream with one schema: {last}")
            print(f"  {words}: {last}", flush=True)
        self.mixed = b"".join(messages for words, messages in runs if words in MIXED)

    def streams(self, target):
        """Loads other datasets twice, all of them in one run."""
        target.clear()
        messages = [json.loads(line) for line in lines_of(self.mixed)]
        self.load(target, self.mixed)
        self.load(target, self.mixed)
        for stream in [message["stream"] for message in messages if message["type"] == "SCHEMA"]:
            records = [message["record"] for message in messages
                       if message["type"] == "RECORD" and message["stream"] == stream]
            rows = target.rows(stream)
            expect(len(rows) == len(records), f"{target.name} has {len(rows)} rows of {stream} after two"
                   f" runs, not {len(records)}")
            name = next(name for name in ("title", "name") if name in rows[0])
            expect(sorted(row[name] for row in rows) == sorted(record[name] for record in records),
                   f"{target.name} has other texts in {stream}: {[row[name] for row in rows]}")

    def complete(self, target, after, source=None):
        """Compares the loaded rows with the file: the same rows, each once, and the same figures."""
        rows = [row for row in target.rows() if source in (None, row["source"])]
        expect(len(rows) == len(self.file) and len({key_of(row) for row in rows}) == len(rows),
               f"{target.name} has {len(rows)} rows {after}, not {len(self.file)}")
        for row in rows:
            expect(all(row[name] not in ("", None) for name in FILTERS), f"a key is empty: {row}")
            written = self.file.get((row["chart"], str(row["from"]), row["movie_code"]), {})
            for name in written:
                if name not in FILTERS:
                    expect(same(written[name], row[name]), f"{target.name} has {row[name]!r} as {name}"
                           f" of {key_of(row)} {after}, the file has {written[name]!r}")

    def types(self, target):
        """Compares the types that the database names with those that the target should make."""
        columns = target.columns()
        for name, property in self.properties.items():
            kinds = {property["type"]} if isinstance(property["type"], str) else set(property["type"])
            kind = property.get("format") or (kinds - {"null"}).pop().replace("string", "text")
            if kind != "array":
                expect(columns.get(name) in target.types[kind], f"{target.name} made"
                       f" {columns.get(name)} of the {kind} {name}")

    def load(self, target, messages, *, ends=True):
        load = target.load(messages)
        expect(load.status == 0 or not ends, f"{target.name} ended with {load.status}: {load.errors}")
        return load

    def twice(self, target):
        """Loads the week twice: the whole week again if the target upserts, else with its state."""
        target.clear()
        state = self.load(target, self.week).state
        expect(json.loads(state)["bookmarks"]["charts"], f"{target.name} printed the state {state}")
        self.complete(target, "after a run")
        if target.types:
            self.types(target)
        again = self.week if target.upserts else self.tap.messages(*WEEK, state=state)
        for messages in (again, self.tap.messages(*WEEK, state=state)):
            after = self.load(target, messages).state
            self.complete(target, "after another run")
            expect(after == state, f"{target.name} printed the state '{after}' after another run")

    def cut(self, target):
        """Cuts a run in the middle, and resumes from the state that the target printed."""
        lines = self.week.split(b"\n")[:-1]
        states = [index for index, line in enumerate(lines) if b'"STATE"' in line]
        expect(len(states) == 7, f"seven periods gave {len(states)} states")
        middle = states[3] + 1
        cases = {"after a state": b"".join(line + b"\n" for line in lines[:middle])}
        if target.upserts:
            cases["after a record"] = b"".join(line + b"\n" for line in lines[:middle + 4])
            cases["within a record"] = cases["after a record"] + lines[middle + 4][:40]
        for case, messages in cases.items():
            target.clear()
            load = self.load(target, messages, ends=case != "within a record")
            if load.status == 0:
                expect(json.loads(load.state or "null") == json.loads(lines[middle - 1])["value"],
                       f"{target.name} printed '{load.state}' for a run that was cut {case}")
            rest = self.tap.messages(*WEEK, state=load.state)
            if load.status == 0:
                # A target that appends would have records of earlier periods twice.
                again = sum(b'"RECORD"' in line for line in rest.split(b"\n"))
                expect(again == 30, f"after a cut {case}, {again} records came, not those of 3 periods")
            self.load(target, rest)
            self.complete(target, f"after a run that was cut {case}, and another")

    def killed(self, target):
        """Kills the program while it waits for a period, loads its output so far, and resumes."""
        target.clear()
        span = ["--from", "2022-05-30", "--to", "2022-06-05", "--jobs", "1"]
        with tempfile.TemporaryDirectory() as home:
            with loopback(self.loopback, "20220602=slow:60000") as variables:
                tap = Tap(self.tap.program, pathlib.Path(home), **variables)
                part = tap.killed(*span, when=lambda written: written.count(b'"STATE"') == 3)
            expect(part.count(b'"STATE"') == 3, "three periods are not written while the fourth is "
                   f"waited for, but {part.count(b'STATE')} states")
            state = self.load(target, part).state
            with loopback(self.loopback) as variables:
                tap = Tap(self.tap.program, pathlib.Path(home), **variables)
                self.load(target, tap.messages(*span, state=state))
                whole = lines_of(tap.messages(*span))
        records = [json.loads(line)["record"] for line in whole if '"RECORD"' in line]
        rows = target.rows()
        expect(sorted(map(key_of, rows)) == sorted(map(key_of, records)) and len(rows) == 70,
               f"{target.name} has {len(rows)} rows after a run that was killed, and another")

    def corrected(self, target, clock):
        """Mornings of a loader, while the service corrects its charts and some runs are killed."""
        for seed in range(4):
            target.clear()
            with tempfile.TemporaryDirectory() as home:
                table = Loaded(self, target)
                counts = singer_corrections.Sequence(
                    self.tap.program, clock, seed, pathlib.Path(home), table, mornings=6).run()
            print(f"  {target.requirement}: {dict(counts)}", flush=True)

    def forms(self):
        """A state file may hold a state, a STATE message, or lines of either."""
        messages = [line for line in lines_of(self.week) if '"STATE"' in line]
        values = [json.dumps(json.loads(line)["value"]) for line in messages]
        for state in (values[-1], messages[-1], "\n".join(messages) + "\n", "\n".join(values),
                      values[0] + "\n" + messages[-1] + "\n",
                      json.dumps(json.loads(values[-1]), indent=2)):
            rest = lines_of(self.tap.messages(*WEEK, state=state))
            expect(not any('"RECORD"' in line for line in rest), f"this state is not read: {state}")


class Loaded:
    """A real target for `singer_corrections.py`."""

    def __init__(self, checks, target):
        self.checks, self.target = checks, target

    def load(self, lines):
        return self.checks.load(self.target, "".join(line + "\n" for line in lines).encode()).state

    def rows(self):
        return self.target.rows()


def targets(environments, server):
    """The targets, one after the other; without a server, those that need none."""
    yield singer_targets.DuckDB(environments)
    yield singer_targets.JSONLines(environments)
    if server:
        yield singer_targets.MeltanoPostgres(environments, server)
        yield singer_targets.PipelinewisePostgres(environments, server)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--small", action="store_true", help="without PostgreSQL")
    options = singer_targets.options(parser)
    if not options.small and not singer_server.binaries():
        raise singer_targets.Unavailable("there is no PostgreSQL server; Debian's package is postgresql")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with contextlib.ExitStack() as stack:
        home = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = None if options.small else stack.enter_context(singer_server.server())
        checks = Checks(Tap(options.program, home), options.loopback, options.environments)
        checks.forms()
        clock = singer_corrections.program.compiled(["clock"], home)["clock"]
        print("the Singer SDK's validation", flush=True)
        checks.validation()
        for target in targets(options.environments, server):
            stack.callback(shutil.rmtree, target.folder, ignore_errors=True)
            for check in (checks.twice, checks.cut, checks.killed):
                check(target)
            if target.upserts:
                checks.sources(target)
                checks.streams(target)
                checks.corrected(target, clock)
            kind = "upserts" if target.upserts else "appends"
            print(f"{target.requirement}, which {kind}: each row once, with its figures", flush=True)


if __name__ == "__main__":
    try:
        main()
    except Difference as reason:
        sys.exit(f"singer.py: {reason}")
    except singer_targets.Unavailable as reason:
        print(f"singer.py: not everything is checked: {reason}", file=sys.stderr)
        sys.exit(77)
