"""Targets from PyPI, each in a virtual environment of its own, and the rows that they have loaded."""

import dataclasses
import decimal
import json
import pathlib
import subprocess
import sys
import tempfile

import fixture

# A database's names for the types of a chart's columns, for each family of targets. Those of
# PipelineWise support only date-time: there, a date becomes text, in the order of the days.
SDK = {"integer": {"bigint"}, "number": {"numeric"}, "date": {"date"}, "text": {"text"},
       "boolean": {"boolean"}}
PIPELINEWISE = {"integer": {"bigint"}, "number": {"double precision", "double"},
                "date": {"character varying", "varchar"}, "text": {"character varying", "varchar"},
                "boolean": {"boolean"}}


class Unavailable(Exception):
    """An error with the name of what is not available on this machine."""


def options(parser):
    """The programs, as for the other engines, and the folder of the virtual environments."""
    build = pathlib.Path(__file__).resolve().parents[2] / ".build"
    parser.add_argument("--environments", type=pathlib.Path, default=build / "environments",
                        help="folder of the virtual environments (default: one in .build)")
    chosen = fixture.options(parser)
    for name in ("program", "loopback", "environments"):
        setattr(chosen, name, getattr(chosen, name).resolve())
    return chosen


def environment(folder, requirement):
    """The folder of a package's programs; installs the package if it is not there yet."""
    home = folder / requirement.replace("==", "-")
    if not (home / "installed").exists():
        pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check", requirement]
        for command in ([sys.executable, "-m", "venv", "--clear", home], [home / "bin/python", *pip]):
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                # venv reports on standard output that Debian's package python3-venv is missing.
                lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
                raise Unavailable(f"{requirement} cannot be installed: {' '.join(lines)[-400:]}")
        (home / "installed").touch()
    return home / "bin"


@dataclasses.dataclass
class Load:
    """The outcome of a target's run: exit status, the last state that it printed, its messages."""

    status: int
    state: str
    errors: str


class Target:
    """A target: the package, its program, its configuration, and how to read what it has loaded."""

    requirement = program = ""
    upserts = True
    types = {}

    def __init__(self, environments):
        self.bin = environment(environments, self.requirement)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="bo-export-singer."))

    @property
    def name(self):
        return self.requirement.split("==")[0]

    def config(self):
        raise NotImplementedError

    def clear(self):
        """Deletes everything that was loaded."""
        raise NotImplementedError

    def rows(self, stream="charts"):
        """The rows of a stream, numbers as decimals."""
        raise NotImplementedError

    def columns(self, stream="charts"):
        """The type of each column, as the database says."""
        raise NotImplementedError

    def load(self, messages):
        """Gives messages, as bytes or as a stream, to the target."""
        path = self.folder / "config.json"
        path.write_text(json.dumps(self.config()))
        given = {"input": messages} if isinstance(messages, bytes) else {"stdin": messages}
        done = subprocess.run([self.bin / self.program, "--config", path], capture_output=True,
                              cwd=self.folder, **given)
        lines = done.stdout.decode().strip().splitlines()
        return Load(done.returncode, lines[-1] if lines else "", done.stderr.decode()[-1500:])


def parsed(line):
    return json.loads(line, parse_float=decimal.Decimal)


class InPostgres(Target):
    """A target that loads into a database of a PostgreSQL server."""

    def __init__(self, environments, server):
        super().__init__(environments)
        self.server, self.database = server, self.name.replace("-", "_")
        server.sql("postgres", f"create database {self.database}")

    def connection(self, database):
        return {"host": "127.0.0.1", "port": self.server.port, "user": "postgres", "password": "-",
                database: self.database, "default_target_schema": "public"}

    def clear(self):
        self.server.sql(self.database, "drop schema public cascade; create schema public")

    def rows(self, stream="charts"):
        if stream not in self.tables():
            return []
        lines = self.server.sql(self.database, f'select row_to_json(t) from "{stream}" t')
        return [parsed(line) for line in lines.split("\n") if line]

    def tables(self):
        return self.server.sql(self.database, "select table_name from information_schema.tables"
                               " where table_schema = 'public'").split()

    def columns(self, stream="charts"):
        lines = self.server.sql(self.database, "select column_name, data_type from"
                                f" information_schema.columns where table_name = '{stream}'")
        return dict(line.split("|") for line in lines.split("\n") if line)


class MeltanoPostgres(InPostgres):
    requirement, program, types = "meltanolabs-target-postgres==0.8.1", "target-postgres", SDK

    def config(self):
        return self.connection("database") | {
            "load_method": "upsert", "add_record_metadata": False, "activate_version": False}


class PipelinewisePostgres(InPostgres):
    requirement, program = "pipelinewise-target-postgres==2.1.2", "target-postgres"
    types = PIPELINEWISE

    def config(self):
        return self.connection("dbname")


class DuckDB(Target):
    requirement, program, types = "target-duckdb==0.8.0", "target-duckdb", PIPELINEWISE

    def config(self):
        return {"path": str(self.folder / "charts.duckdb"), "default_target_schema": "main"}

    def clear(self):
        for path in self.folder.glob("charts.duckdb*"):
            path.unlink()

    def asked(self, query):
        """The rows of a query. DuckDB is installed in the target's environment, not in ours."""
        script = ("import duckdb, json, sys\nc = duckdb.connect(sys.argv[1]).execute(sys.argv[2])\n"
                  "names = [column[0] for column in c.description]\n"
                  "for row in c.fetchall(): print(json.dumps(dict(zip(names, row)), default=str))")
        done = subprocess.run([self.bin / "python", "-c", script, self.config()["path"], query],
                              check=True, capture_output=True, text=True, encoding="utf-8")
        return [parsed(line) for line in done.stdout.split("\n") if line]

    def rows(self, stream="charts"):
        known = self.asked("select table_name from information_schema.tables")
        return self.asked(f'from "{stream}"') if {"table_name": stream} in known else []

    def columns(self, stream="charts"):
        types = self.asked(f'describe "{stream}"')
        return {row["column_name"]: row["column_type"].lower() for row in types}


class JSONLines(Target):
    requirement, program, upserts = "target-jsonl==0.1.4", "target-jsonl", False

    def config(self):
        return {"destination_path": str(self.folder), "do_timestamp_file": False}

    def clear(self):
        for path in self.folder.glob("*.jsonl"):
            path.unlink()

    def rows(self, stream="charts"):
        path = self.folder / f"{stream}.jsonl"
        lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
        return [parsed(line) for line in lines if line]
