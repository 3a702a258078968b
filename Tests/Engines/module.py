#!/usr/bin/env python3
"""The wheel and its module: installed in a fresh environment, and compared with the stand-in's answers.

    python3 Tests/Engines/module.py dist/bo_export-*.whl
    python3 Tests/Engines/module.py dist/bo_export-*.whl --python python3.13

It makes a virtual environment, installs the wheel there without any index, then pandas, polars, mypy
and openpyxl, and runs itself with that Python. It ends with 0, or with 1 and a sentence about the
difference.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import csv
import datetime
import decimal
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tracemalloc
import urllib.request
import warnings
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/Benchmarks"))

from fixture import Differs, Fixture, expect  # noqa: E402

PACKAGES = ["pandas==3.1.1", "polars==2.1.0", "openpyxl==3.1.5", "mypy==2.4.1"]
WEEK = {"source": "sample", "from_": "2022-05-30", "to": "2022-06-05"}
TROUBLES = ["20220404=fault:320011", "20220414=status:500", "20220420=html", "20220401=fault:320010",
            "20220502=slow:60000", "20220510=slow:3000"]
CLASSES = {64: "UsageError", 65: "DataError", 69: "ServiceError", 75: "TryLater",
           77: "KeyRefused", 78: "NotConfigured"}
PANDAS = {"date": "datetime64[us]", "integer": "Int64", "amount": "Int64", "percent": "Float64",
          "boolean": "boolean", "text": "string", "list": "object"}
POLARS = {"date": "Date", "integer": "Int64", "amount": "Int64", "percent": "Float64",
          "boolean": "Boolean", "text": "String", "list": "List(String)"}
PROGRAM = '''\
import decimal

import bo_export


def first() -> int:
    for row in bo_export.each("daily", source="sample", columns=["date", "audience_count"]):
        return int(row["audience_count"])
    return 0


def shares() -> "list[decimal.Decimal]":
    try:
        return [row["sales_share"] for row in bo_export.rows(source="sample", top=3)]
    except bo_export.TryLater as error:
        print(error.retry_at.isoformat() if error.retry_at else error.hint)
        raise
    except bo_export.Error as error:
        return [row["sales_share"] for row in error.rows or []]


report = bo_export.run("daily", source="sample", output="day.xlsx", option={"sheets": "one"})
total = bo_export.frame("daily", source="sample", last=7)["audience_count"].sum()
height: int = bo_export.frame("daily", source="sample", polars=True).height
print(first(), shares(), report["rows"], total, height)
'''


def text(value: object) -> str:
    """A cell of a frame or a row as the CSV has it."""
    import numpy
    import pandas

    if isinstance(value, (list, tuple)):
        return "|".join(value)
    if value is None or value is pandas.NA or value is pandas.NaT:
        return ""
    if isinstance(value, (bool, numpy.bool)):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.1f}"
    return f"{value:%Y-%m-%d}" if isinstance(value, datetime.date) else str(value)


def cells(frame: object) -> list[list[str]]:
    """The rows of a frame of pandas or polars, as texts."""
    import pandas

    if isinstance(frame, pandas.DataFrame):
        return [list(map(text, row)) for row in frame.itertuples(index=False, name=None)]
    return [list(map(text, row)) for row in frame.rows()]  # type: ignore[attr-defined]


def check_year(fixture: Fixture) -> None:
    """Each cell of a year of charts, against the answers as the stand-in gives them."""
    import bo_export
    from cells import COLUMNS, of_bodies

    days = [datetime.date(2021, 1, 1) + datetime.timedelta(days) for days in range(365)]
    folder = fixture.folder / "bodies"
    folder.mkdir()
    address = os.environ["KOBIS_BASE_URL"] + "/boxoffice/searchDailyBoxOfficeList.json?key=test&targetDt="
    for day in days:
        with urllib.request.urlopen(f"{address}{day:%Y%m%d}") as answer:
            (folder / f"{day}.json").write_bytes(answer.read())
    # A change of less than a twentieth of a percent downwards is a figure without a sign here.
    published = [["0.0" if cell == "-0.0" else cell for cell in row]
                 for row in of_bodies(folder / f"{day}.json" for day in days)]
    expect("the number of cells", len(published) * len(COLUMNS), 65_700)
    kinds = fixture.types()
    for polars, types in (False, PANDAS), (True, POLARS):
        frame = bo_export.frame("daily", year=2021, polars=polars)
        engine = "polars" if polars else "pandas"
        expect(f"the columns of {engine}", list(frame.columns), list(COLUMNS))
        expect(f"the types of {engine}", [str(type_) for type_ in frame.dtypes],
               [types[kinds[column]] for column in COLUMNS])
        wrong = [(name, one, other) for row, wanted in zip(cells(frame), published)
                 for name, one, other in zip(COLUMNS, row, wanted) if one != other]
        expect(f"{engine}: rows, wrong cells", (len(frame), wrong[:3]), (len(published), []))
        print(f"{engine}: {len(frame) * len(COLUMNS):,} cells, {len(wrong)} wrong", flush=True)

    tracemalloc.start()
    rows = sum(1 for _ in bo_export.each("daily", year=2021))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    expect("the rows one by one", rows, len(published))
    if peak > 1_000_000:
        raise Differs(f"{rows} rows one by one took {peak} bytes")


def check_types(fixture: Fixture) -> None:
    """Texts stay texts whatever they look like; lists, amounts with cents, runs as columns, no rows."""
    import bo_export

    with open(ROOT / "Samples/week-2022-05-30/expected.csv", encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    hard = ["NA", "007", "null", "1e5", "2022-06-01", "true", "=1+1", "a|b"]
    for row, title in zip(rows, hard):
        row[header.index("title")] = title
    table = fixture.folder / "table.csv"
    with open(table, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    of_table = {"source": "file", "option": {"path": table}, "date": "2022-05-30", "columns": "title"}
    for polars in False, True:
        frame = bo_export.frame(**of_table, polars=polars)
        expect("titles that look like something else", list(frame["title"])[:8], hard)

    row = bo_export.rows(date="2022-06-05", with_="details", top=1)[0]
    expect("the types of a row",
           [type(row[name]) for name in ("date", "rank", "is_new", "sales_share", "genres", "title")],
           [datetime.date, int, bool, Decimal, list, str])
    first = next(row for row in bo_export.rows(**WEEK) if row["is_new"])
    expect("the change of a new film's rank", first["rank_change"], None)
    details = {"date": "2022-06-05", "with_": ["details"], "columns": ["title", "genres"]}
    frame = bo_export.frame(**details)
    expect("lists of pandas", (str(frame["genres"].dtype), frame["genres"][0]), ("object", row["genres"]))
    frame = bo_export.frame(**details, polars=True)
    expect("lists of polars", frame["genres"].to_list()[0], row["genres"])

    dollars = {"source": "cinemart", "date": "latest", "columns": "title,sales_amount"}
    amounts = [row["sales_amount"] for row in bo_export.rows("weekend", **dollars)]
    expect("the types of dollars", {type(amount) for amount in amounts}, {Decimal})
    frame = bo_export.frame("weekend", **dollars)
    expect("dollars in pandas", (str(frame["sales_amount"].dtype), list(frame["sales_amount"])),
           ("object", amounts))
    frame = bo_export.frame("weekend", **dollars, polars=True)
    expect("dollars in polars", (str(frame["sales_amount"].dtype), frame["sales_amount"].to_list()),
           ("Decimal(precision=38, scale=2)", amounts))

    frame = bo_export.frame("trend", "범죄도시2", "쥬라기 월드: 도미니언", from_="2022-05-30", to="+3d",
                            pivot="audience_count")
    expect("the types of a pivot", {str(type_) for type_ in frame.dtypes}, {"Int64"})
    expect("the columns of a pivot", frame.shape[1], 3)
    for polars in False, True:
        frame = bo_export.frame("movies", title="없는 영화입니다", polars=polars)
        if len(frame) or "movie_code" not in frame.columns:
            raise Differs("no rows have other columns")


def check_workbooks(fixture: Fixture) -> None:
    """Workbooks of the sample and of the stand-in have the figures of the rows."""
    import bo_export
    import openpyxl

    for options in WEEK, {"date": "2022-06-05"}:
        path = fixture.folder / "week.xlsx"
        report = bo_export.run("daily", **options, output=path)
        expect("the documents of the report", [Path(one["path"]).name for one in report["documents"]],
               ["week.xlsx"])
        header, *rows = openpyxl.load_workbook(path).worksheets[0].iter_rows(values_only=True)
        expect("the admissions of a workbook", [row[header.index("관객수")] for row in rows],
               [row["audience_count"] for row in bo_export.rows("daily", **options)])


@contextlib.contextmanager
def stand_in(fixture: Fixture, status: int, report: object) -> Iterator[None]:
    """A program that ends with a status and a message, in the place of ours."""
    import bo_export._program

    program = fixture.folder / "stand-in"
    said = json.dumps({"level": "error", "code": "a-code", "message": "it failed", "hint": "do this"})
    program.write_text(
        "#!/bin/sh\nfor word; do case $word in --report=*) report=${word#*=};; esac; done\n"
        f"printf '%s' '{json.dumps(report)}' >\"$report\"\nprintf '%s\\n' '{said}' >&2\nexit {status}\n")
    program.chmod(0o755)
    find = bo_export._program.find
    bo_export._program.find = lambda: str(program)
    try:
        yield
    finally:
        bo_export._program.find = find


def failure(call: object, *words: str, **options: object) -> object:
    """The error that a call raises, which can be sent to another process."""
    import bo_export

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", bo_export.Warning)
            call(*words, **options)  # type: ignore[operator]
    except bo_export.Error as error:
        other = pickle.loads(pickle.dumps(error))
        expect("an error as another process gets it", (type(other), str(vars(other))),
               (type(error), str(vars(error))))
        return error
    raise Differs(f"{words} {options} raised nothing")


def check_statuses(fixture: Fixture) -> None:
    """Every status of the table raises its class, with code, message and hint."""
    import bo_export

    report = {"error": None, "retry_at": "2022-06-08T15:00:00Z"}
    for status in 2, 64, 65, 69, 70, 71, 73, 74, 75, 77, 78, 129, 130, 143:
        with stand_in(fixture, status, report):
            for call in bo_export.rows, bo_export.frame, bo_export.run:
                error = failure(call, "daily")
                expect(f"the class of {status}", type(error).__name__, CLASSES.get(status, "Error"))
                expect(f"the error of {status}",
                       (error.status, error.code, error.message, error.hint, error.retry_at),
                       (status, "a-code", "it failed", "do this",
                        datetime.datetime(2022, 6, 8, 15, tzinfo=datetime.timezone.utc)))
    report["error"] = {"code": "b-code", "message": "the report knows better", "hint": None}
    with stand_in(fixture, 69, report):
        error = failure(bo_export.rows)
        expect("the error of a report", (error.code, error.message, error.hint),
               ("b-code", "the report knows better", "do this"))

    rows, run, folder = bo_export.rows, bo_export.run, fixture.folder
    once = {"retries": 0}
    partial = {"from_": "2022-04-13", "to": "2022-04-15", "keep_going": True, **once}
    error = failure(rows, **partial)
    expect("the rows of a partial run", (error.status, len(error.rows)), (2, 20))
    error = failure(bo_export.frame, **partial)
    expect("the frame of a partial run", (len(error.rows), error.frame.shape), (20, (20, 18)))

    # The last one uses up the day's calls.
    for status, call, words, options in [
        (64, rows, ["dayly"], {}), (64, rows, ["--version"], {}), (64, rows, [], {"colums": "date"}),
        (64, rows, ["trend", "--help"], {"pivot": "titel"}),
        (65, rows, [], {"date": "2022-04-20", **once}), (69, rows, [], {"date": "2022-04-14", **once}),
        (73, run, [], {**WEEK, "output": "/proc/x/day.csv"}), (74, run, [], {**WEEK, "output": "/dev/full"}),
        (75, rows, [], {"from_": "2022-03-01", "to": "2022-03-03", "max_calls": 1}),
        (77, rows, [], {"date": "2022-04-01"}), (78, rows, [], {"config": folder / "none.json"}),
        (75, rows, [], {"date": "2022-04-04"}),
    ]:
        error = failure(call, *words, **options)
        expect(f"the status of {words} {options}", (error.status, type(error).__name__),
               (status, CLASSES.get(status, "Error")))
        if not error.message or not error.code or "--log-format" in f"{error}":
            raise Differs(f"the error of {words} {options} is {error!r}, {error.code}")
        if status == 75:
            expect("the zone of retry_at", error.retry_at and str(error.retry_at.tzinfo), "UTC")


def check_lists() -> None:
    """What the program says of itself comes as a dict."""
    from bo_export import rows, run

    expect("a checked plugin", run("plugins", "check", ROOT / "Samples/plugins/bo-export-format-mediawiki"), {})
    key = os.environ.pop("KOBIS_API_KEY")
    try:
        expect("what doctor found", failure(run, "doctor").report["is_ready"], False)
        expect("the commands of a hint", failure(rows).hint.splitlines()[1:], ["bo-export --source sample", "bo-export key"])
    finally:
        os.environ["KOBIS_API_KEY"] = key
    expect("the services", [service["name"] for service in run("quota")["services"]],
           ["kobis", "kmdb", "kakao"])
    expect("the plugins", len(run("plugins", "csv")["plugins"]), 1)
    expect("the archive", sorted(run("cache", json=True)), sorted(run("cache", "status")))


def check_warnings() -> None:
    """Warnings are shown each time, at the caller's line, and an own filter comes first."""
    import bo_export

    with warnings.catch_warnings(record=True) as told:
        for _ in range(3):
            bo_export.rows(**WEEK, from_posters=None, posters_from="kmdb", top=1)
    told = [warning for warning in told if warning.category is bo_export.Warning]
    expect("how often a warning is shown", len(told), 3)
    expect("where it is shown", {warning.filename for warning in told}, {__file__})
    expect("its code", told[0].message.code, "from-without-with")
    with warnings.catch_warnings():
        warnings.simplefilter("error", bo_export.Warning)
        try:
            bo_export.rows(**WEEK, posters_from="kmdb", top=1)
        except bo_export.Warning:
            return
    raise Differs("a warning is no error where a filter says so")


def children() -> list[str]:
    """The programs that this process has started and that are not gone."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            number, name, _, parent = place.read_text().split()[:4]
            if name == "(bo-export)" and parent == str(os.getpid()):
                found.append(number)
    return found


def group(leader: int) -> bool:
    """Whether a process of the group is left."""
    try:
        os.killpg(leader, 0)
    except ProcessLookupError:
        return False
    return True


def check_ends(fixture: Fixture) -> None:
    """Rows come while others are waited for; closing, an exception and Ctrl-C end the program."""
    import bo_export

    slow = {"from_": "2022-05-09", "to": "2022-05-10", "jobs": 1}
    begun = time.monotonic()
    times = [time.monotonic() - begun for _ in bo_export.each(**slow)]
    expect("the rows of two days", len(times), 20)
    if times[-1] - times[0] < 1:
        raise Differs(f"the first row came with the last one, after {times[0]:.1f} s")

    stuck = {"from_": "2022-05-01", "to": "2022-05-02", "jobs": 1, "timeout": 60}
    begun = time.monotonic()
    rows = bo_export.each(**stuck)
    next(rows)
    expect("the processes while rows come", len(children()), 1)
    rows.close()
    expect("the processes after close()", children(), [])
    try:
        for _ in bo_export.each(**stuck):
            raise KeyError
    except KeyError:
        pass
    expect("the processes after an exception", children(), [])
    for kind, status in (signal.SIGHUP, 129), (signal.SIGINT, 130), (signal.SIGTERM, 143):
        # A job in the background ignores some of them, and what it starts does, too.
        signal.signal(kind, signal.default_int_handler)
        rows = bo_export.each(**stuck)
        next(rows)
        [number] = children()
        os.kill(int(number), kind)
        error = failure(collections.deque, rows)
        expect("the status of a signal", error.status, status)
    code = f"import bo_export\nfor row in bo_export.each(**{stuck}): print(row, flush=True)\n"
    for target in os.kill, os.killpg:
        script = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, start_new_session=True)
        script.stdout.readline()
        target(script.pid, signal.SIGINT)
        _, said = script.communicate(timeout=30)
        expect("the end of a script by Ctrl-C", said.splitlines()[-1], "KeyboardInterrupt")
        expect("a process that is left by Ctrl-C", group(script.pid), False)
    # Python ends while something still holds the iterator.
    code = f"import bo_export, sys\nsys.kept = bo_export.each(**{stuck})\nnext(sys.kept)\n"
    script = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    script.wait(30)
    expect("a process that outlives Python", group(script.pid), False)
    if time.monotonic() - begun > 30:
        raise Differs("the ends took their time")


def check_mypy(fixture: Fixture) -> None:
    """A small program is right for mypy --strict, and runs."""
    program = fixture.folder / "program.py"
    program.write_text(PROGRAM)
    for arguments in ["-m", "mypy", "--strict", program.name], [program.name]:
        ended = subprocess.run([sys.executable, *arguments], cwd=fixture.folder, text=True,
                               capture_output=True, timeout=600)
        expect(f"the status of {arguments}", (ended.returncode, ended.stdout + ended.stderr),
               (0, ended.stdout + ended.stderr))
        print(ended.stdout.strip())


def prove(program: Path, loopback: Path) -> None:
    """All checks, with the Python of the environment."""
    import bo_export
    import bo_export._program
    import pandas
    import polars

    print(f"Python {sys.version.split()[0]}, pandas {pandas.__version__}, polars {polars.__version__}")
    expect("the program that is found", bo_export._program.find(), str(program.resolve()))
    with Fixture(argparse.Namespace(program=program, loopback=loopback)) as fixture:
        shutil.copy(ROOT / "Samples/plugins/bo-export-source-cinemart", fixture.plugins)
        os.chmod(fixture.plugins / "bo-export-source-cinemart", 0o755)
        os.environ.update(fixture.environment)
        check_year(fixture)
        check_types(fixture)
        check_workbooks(fixture)
        check_lists()
        check_warnings()
        fixture.serve(*TROUBLES)
        check_statuses(fixture)
        fixture.serve(*TROUBLES)
        check_ends(fixture)
        check_mypy(fixture)


def install(python: str, wheel: Path, folder: Path) -> Path:
    """A fresh environment that has the wheel, and the other packages; returns its Python."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    pip = [folder / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-index", wheel], check=True)
    found = subprocess.run([folder / "bin/bo-export", "--version"], check=True, text=True,
                           capture_output=True).stdout.strip()
    expect("the version of the program", found, wheel.name.split("-")[1])
    subprocess.run([*pip, *PACKAGES], check=True)
    return folder / "bin/python"


def main() -> int:
    """Installs, or proves with what is installed."""
    parser = argparse.ArgumentParser(description="The wheel and its module.")
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--loopback", type=Path, default=ROOT / ".build/debug/loopback-kobis")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    try:
        if chosen.inside:
            prove(Path(sys.prefix) / "bin/bo-export", chosen.loopback)
            print("equal")
            return 0
        with tempfile.TemporaryDirectory(prefix="bo-export-module-") as folder:
            python = install(chosen.python, chosen.wheel, Path(folder))
            return subprocess.run([
                python, __file__, chosen.wheel, "--inside", "--loopback", chosen.loopback.resolve(),
            ]).returncode
    except Differs as difference:
        print(f"module.py: {difference}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
