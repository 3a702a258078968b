"""Targets from PyPI, each in a virtual environment of its own, and the rows that they have loaded."""

import decimal
import json
import subprocess
import sys

from fixture import Differs, Unavailable

# A database's names for the types of a chart's columns, for each family of targets. Those of
# PipelineWise support only date-time: there, a date becomes text, in the order of the days.
SDK = {"integer": {"bigint"}, "number": {"numeric"}, "date": {"date"}, "text": {"text"},
       "boolean": {"boolean"}}
PIPELINEWISE = {"integer": {"bigint"}, "number": {"double precision", "double"},
                "date": {"character varying", "varchar"}, "text": {"character varying", "varchar"},
                "boolean": {"boolean"}}


def environment(folder, requirement):
    """The folder of a package's programs; installs the package if it is not there yet."""
    home = folder.resolve() / requirement.replace("==", "-")
    if not (home / "installed").exists():
        pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check", requirement]
        for command in ([sys.executable, "-m", "venv", "--clear", home], [home / "bin/python", *pip]):
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode != 0:
                # venv reports on standard output that Debian's package python3-venv is missing.
                raise Unavailable(f"{requirement} cannot be installed: {done.stdout[-400:]}")
        (home / "installed").touch()
    return home / "bin"


class Target:
    """A target: the package, its program, and the types of columns that it should make.

    Each kind has `config()`, its configuration; `rows(stream)`, what it has loaded, numbers as decimals;
    and if it upserts `columns()`, the type of each column of charts, as the database says.
    """

    upserts, types = True, {}

    def __init__(self, environments, folder):
        self.bin = environment(environments, self.requirement)
        self.name = self.requirement.split("==")[0]
        self.folder = folder / self.name
        self.folder.mkdir()

    def clear(self):
        """Deletes everything that was loaded."""
        for path in self.folder.glob("*.*"):
            path.unlink()

    def run(self, messages):
        """Gives text to the target; the finished process, and the last state that it printed."""
        path = self.folder / "config.json"
        path.write_text(json.dumps(self.config()))
        done = subprocess.run([self.bin / self.program, "--config", path], input=messages,
                              capture_output=True, cwd=self.folder, encoding="utf-8")
        return done, done.stdout.strip().rpartition("\n")[2]

    def load(self, lines):
        """Gives messages to the target, which has to end with 0; the last state that it printed."""
        done, state = self.run("".join(line + "\n" for line in lines))
        if done.returncode != 0:
            raise Differs(f"{self.name} ended with {done.returncode}: {done.stderr[-1500:]}")
        return state


def parsed(lines):
    return [json.loads(line, parse_float=decimal.Decimal) for line in lines.split("\n") if line]


class InPostgres(Target):
    """A target that loads into a database of a PostgreSQL server."""

    def __init__(self, environments, folder, server):
        super().__init__(environments, folder)
        self.server, self.database = server, self.name.replace("-", "_")
        server.sql("postgres", f"create database {self.database}")

    def connection(self, database):
        return {"host": "127.0.0.1", "port": self.server.port, "user": "postgres", "password": "-",
                database: self.database, "default_target_schema": "public"}

    def clear(self):
        self.server.sql(self.database, "drop schema public cascade; create schema public")

    def rows(self, stream="charts"):
        tables = self.server.sql(self.database, "select table_name from information_schema.tables"
                                 " where table_schema = 'public'").split()
        return parsed(self.server.sql(self.database, f'select row_to_json(t) from "{stream}" t')
                      if stream in tables else "")

    def columns(self):
        lines = self.server.sql(self.database, "select column_name, data_type from"
                                " information_schema.columns where table_name = 'charts'")
        return dict(line.split("|") for line in lines.split("\n") if line)


class MeltanoPostgres(InPostgres):
    requirement, program, types = "meltanolabs-target-postgres==0.8.1", "target-postgres", SDK

    def config(self):
        return self.connection("database") | {
            "load_method": "upsert", "add_record_metadata": False, "activate_version": False}


class PipelinewisePostgres(InPostgres):
    requirement, program, types = "pipelinewise-target-postgres==2.1.2", "target-postgres", PIPELINEWISE

    def config(self):
        return self.connection("dbname")


class DuckDB(Target):
    requirement, program, types = "target-duckdb==0.8.0", "target-duckdb", PIPELINEWISE

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
    requirement, program, upserts = "target-jsonl==0.1.4", "target-jsonl", False

    def config(self):
        return {"destination_path": str(self.folder), "do_timestamp_file": False}

    def rows(self, stream="charts"):
        path = self.folder / f"{stream}.jsonl"
        return parsed(path.read_text(encoding="utf-8") if path.exists() else "")
