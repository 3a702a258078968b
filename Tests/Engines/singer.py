#!/usr/bin/env python3
"""Loads the output of `--format singer` with targets from PyPI, and reads it back.

    Tests/Engines/singer.py [--small] [--environments DIR] [--program FILE] [--loopback FILE]

DIR keeps the virtual environments of the targets for the next time. --small leaves out PostgreSQL with
the targets that load into it, and Meltano. What is loaded has to be what the CSV file of the same run has,
each row once: after runs that are repeated, cut, killed and resumed with the state that the target printed,
beside another source, and while the service corrects its charts (`singer_corrections.py`).
"""

import argparse
import contextlib
import decimal
import json
import os
import pathlib
import shutil
import subprocess
import time

import singer_corrections
import singer_server
import singer_targets
from fixture import ROOT, WEEK, Unavailable, expect, options, proving, text
from singer_corrections import KEY

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
    return messages.split("\n")[:-1]


def records_of(lines):
    return [json.loads(line)["record"] for line in lines if '"RECORD"' in line]


def states_of(lines):
    return [place for place, line in enumerate(lines) if '"STATE"' in line]


def keys_of(rows):
    return sorted(tuple(str(row[name]) for name in KEY) for row in rows)


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
        return lines_of(self.fixture.run(*words, "--format", "singer"))

    def rows(self, columns, *words):
        """The rows of the CSV file with these columns."""
        file = self.fixture.folder / "rows.csv"
        header, rows = self.fixture.table(file, *words, "--columns", ",".join(columns))
        return [dict(zip(header, row)) for row in rows]

    def validation(self):
        """Every dataset as the Singer SDK reads it."""
        python = singer_targets.environment(self.environments, "meltanolabs-target-csv==0.5.0") / "python"
        self.mixed = []
        for words in " ".join(WEEK), *DATASETS:
            lines = self.messages(*words.split())
            done = subprocess.run([python, pathlib.Path(__file__).with_name("singer_reader.py")],
                                  input="\n".join(lines), capture_output=True, encoding="utf-8")
            last = done.stderr.strip().rpartition("\n")[2]
            expect(f"the status of the SDK for '{words}' ({last})", done.returncode, 0)
            counts = json.loads(last)
            kinds = sorted(name.split()[0] for name in counts if name != "STATE")
            expect(f"'{words}' is one stream with one schema ({last})",
                   (kinds, [counts[name] for name in counts if name.startswith("SCHEMA")]),
                   (["RECORD", "SCHEMA"], [1]))
            print(f"  {words}: {last}", flush=True)
            self.mixed += lines if words in MIXED else []

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
            found = [(row["source"], row["currency"], str(row["from"]), row["movie_code"],
                      *(str(decimal.Decimal(row[name]).scaleb(-row["decimals"])) for name in amounts))
                     for row in target.rows() if row["source"] != "sample"]
            expect(f"the rows of {target.name} after {sources}", sorted(found), sorted(wanted))
            columns = target.columns()
            expect(f"the columns of {target.name}", {name: columns.get(name) for name in types}, types)

    def streams(self, target):
        """Loads other datasets twice, all of them in one run."""
        target.clear()
        target.load(self.mixed)
        target.load(self.mixed)
        messages = [json.loads(line) for line in self.mixed]
        for stream in [message["stream"] for message in messages if message["type"] == "SCHEMA"]:
            records = [message["record"] for message in messages
                       if message["type"] == "RECORD" and message["stream"] == stream]
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
            written = self.file.get((row["chart"], str(row["from"]), row["movie_code"]), {})
            for name, cell in written.items():
                if name not in FILTERS:
                    kind = decimal.Decimal if cell and type(row[name]) in (int, decimal.Decimal) else str
                    expect(f"{target.name}: {name} of {row} {after}", kind(text(row[name])), kind(cell))

    def types(self, target):
        """Compares the types that the database names with those that the target should make."""
        columns = target.columns()
        for name, property in self.properties.items():
            kinds = {property["type"]} if isinstance(property["type"], str) else set(property["type"])
            kind = property.get("format") or (kinds - {"null"}).pop().replace("string", "text")
            if kind != "array":
                expect(f"{columns.get(name)} is what {target.name} makes of the {kind} {name}",
                       columns.get(name) in target.types[kind])

    def twice(self, target):
        """Loads the week twice: the whole week again if the target upserts, else with its state."""
        target.clear()
        state = target.load(self.week)
        expect(f"there are bookmarks in {state}", bool(json.loads(state)["bookmarks"]["charts"]))
        self.complete(target, "after a run")
        if target.types:
            self.types(target)
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
        output = self.fixture.folder / "part"
        with open(output, "wb") as file:
            tap = subprocess.Popen([self.fixture.program, *span, "--format", "singer"], stdout=file,
                                   stderr=subprocess.DEVNULL, env=self.fixture.environment)
        deadline = time.monotonic() + 30
        while len(states_of(output.read_text().split("\n"))) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        tap.kill()
        tap.wait()
        part = lines_of(output.read_text())
        expect("periods that are written while the fourth is waited for", len(states_of(part)), 3)
        state = target.load(part)
        self.fixture.serve()
        target.load(self.messages(*span, state=state))
        rows = target.rows()
        expect(f"the rows of {target.name} after a run that was killed, and another",
               (keys_of(rows), len(rows)), (keys_of(records_of(self.messages(*span))), 70))

    def corrected(self, target, clock):
        """Mornings of a loader, while the service corrects its charts and some runs are killed."""
        for seed in range(4):
            target.clear()
            home = self.fixture.folder / f"{target.name} {seed}"
            sequence = singer_corrections.Sequence(self.fixture.program, clock, seed, home, target, 6)
            print(f"  {target.requirement}: {dict(sequence.run())}", flush=True)

    def forms(self):
        """A state file may hold a state, a STATE message, or lines of either."""
        messages = [self.week[place] for place in states_of(self.week)]
        values = [json.dumps(json.loads(line)["value"]) for line in messages]
        for state in (values[-1], messages[-1], "\n".join(messages) + "\n", "\n".join(values),
                      values[0] + "\n" + messages[-1] + "\n",
                      json.dumps(json.loads(values[-1]), indent=2)):
            expect(f"records, although there is this state: {state}",
                   records_of(self.messages(*WEEK, state=state)), [])

    def meltano(self):
        """Runs the Meltano project of the samples, in a copy."""
        folder = self.fixture.folder
        programs = singer_targets.environment(self.environments, "meltano==4.4.1")
        shutil.copytree(ROOT / "Samples/meltano", folder / "project")
        path = f"{self.fixture.program.parent}:{programs}:{os.environ['PATH']}"

        def run(*arguments, **variables):
            done = subprocess.run(
                ["meltano", *arguments], cwd=folder / "project", stdin=subprocess.DEVNULL, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                env={**os.environ, "HOME": str(folder), "PATH": path, **variables})
            return done.returncode, done.stdout[-1500:]

        status, said = run("install")
        if status != 0:
            raise Unavailable(f"Meltano cannot install the target: {said}")
        for last, days in ("2022-06-02", 4), ("2022-06-05", 7), ("2022-06-05", 7):
            status, said = run("run", "tap-bo-export", "target-jsonl", TAP_BO_EXPORT_TO=last)
            expect(f"the status of a run up to {last} ({said})", status, 0)
            lines = lines_of((folder / "project/output/charts.jsonl").read_text())
            rows = [(row["from"], row["movie_code"]) for row in map(json.loads, lines)]
            expect(f"the lines up to {last}, all and once each", [len(rows), len(set(rows))], [days * 10] * 2)
        status, said = run("run", "tap-bo-export", "target-jsonl", TAP_BO_EXPORT_SOURCE="nowhere")
        expect(f"a tap that fails ({said})", (status, "nowhere" in said), (1, True))
        print("Meltano: each row once, in four runs of the sample", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--small", action="store_true", help="without PostgreSQL and Meltano")
    parser.add_argument("--environments", type=pathlib.Path, default=ROOT / ".build/environments",
                        help="folder of the virtual environments (default: one in .build)")
    chosen = options(parser)
    with contextlib.ExitStack() as stack:
        fixture = stack.enter_context(proving(chosen))
        kinds = [(singer_targets.DuckDB, []), (singer_targets.JSONLines, [])]
        if not chosen.small:
            if not singer_server.binaries():
                raise Unavailable("there is no PostgreSQL server; Debian's package is postgresql")
            server = stack.enter_context(singer_server.server())
            kinds += [(kind, [server]) for kind in (
                singer_targets.MeltanoPostgres, singer_targets.PipelinewisePostgres)]
        checks = Checks(fixture, chosen.environments)
        checks.forms()
        clock = singer_corrections.program.compiled(["clock"], fixture.folder)["clock"]
        print("the Singer SDK's validation", flush=True)
        checks.validation()
        for kind, more in kinds:
            target = kind(chosen.environments, fixture.folder, *more)
            checks.twice(target)
            checks.cut(target)
            checks.killed(target)
            if target.upserts:
                checks.sources(target)
                checks.streams(target)
                checks.corrected(target, clock)
            does = "upserts" if target.upserts else "appends"
            print(f"{target.requirement}, which {does}: each row once, with its figures", flush=True)
        if not chosen.small:
            checks.meltano()
