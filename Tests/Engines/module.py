#!/usr/bin/env python3
"""The module of the wheel, in an environment that has the wheel, pandas, polars and mypy: what it gives is
what the program's CSV has, in types that fit, and what the program says of errors is what it raises."""

import argparse
import collections
import contextlib
import csv
import datetime
import decimal
import importlib.metadata
import json
import os
import pickle
import signal
import subprocess
import sys
import time
import tracemalloc
import unittest.mock
import warnings
from decimal import Decimal
from pathlib import Path

from fixture import PLUGINS, ROOT, Differs, Fixture, expect, needs, options, proving, read_csv, text

needs("bo_export", "pandas", "polars", "mypy")
import bo_export  # noqa: E402
import bo_export._program  # noqa: E402
import pandas  # noqa: E402
import polars  # noqa: E402

WEEK = {"source": "sample", "from_": "2022-05-30", "to": "2022-06-05"}
TROUBLES = ["20220404=fault:320011", "20220414=status:500", "20220420=html", "20220401=fault:320010",
            "20220502=slow:60000", "20220510=slow:3000"]
CLASSES = {64: "UsageError", 65: "DataError", 69: "ServiceError", 75: "TryLater",
           77: "KeyRefused", 78: "NotConfigured"}
TYPES = {
    "date": ["datetime64[us]", "Date"], "integer": ["Int64", "Int64"], "amount": ["Int64", "Int64"],
    "percent": ["Float64", "Float64"], "boolean": ["boolean", "Boolean"], "text": ["string", "String"]}
"""The types of a column in pandas and in polars."""
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


def frames(*words: str, **options: object) -> list:
    """The same rows as a frame of pandas and of polars."""
    return [bo_export.frame(*words, **options, polars=polars) for polars in (False, True)]


def cells(frame: object) -> list[list[str]]:
    """The rows of a frame, as texts."""
    rows = (frame.astype(object).where(frame.notna(), None).itertuples(index=False)
            if isinstance(frame, pandas.DataFrame) else frame.rows())
    return [[f"{value:.1f}" if isinstance(value, float) else text(value) for value in row] for row in rows]


def check_year(fixture: Fixture) -> None:
    """Each cell of a year of charts, against the CSV."""
    header, published = fixture.table("year.csv", "daily", "--year", "2021")
    expect("the number of cells", len(published) * len(header), 65_700)
    kinds = fixture.types()
    for engine, frame in enumerate(frames("daily", year=2021)):
        expect(f"the columns and types of {type(frame)}", [*zip(frame.columns, map(str, frame.dtypes))],
               [(column, TYPES[kinds[column]][engine]) for column in header])
        wrong = [(row, wanted) for row, wanted in zip(cells(frame), published) if row != wanted]
        expect(f"{type(frame)}: rows, wrong ones", (len(frame), wrong[:3]), (len(published), []))

    tracemalloc.start()
    rows = sum(1 for _ in bo_export.each("daily", year=2021))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    expect("the rows one by one", rows, len(published))
    expect(f"{rows} rows one by one in less than 1 MB ({peak} bytes)", peak <= 1_000_000)


def check_types(fixture: Fixture) -> None:
    """Texts stay texts whatever they look like; lists, amounts with cents, runs as columns, no rows."""
    header, rows = read_csv(ROOT / "Samples/week-2022-05-30/expected.csv")
    hard = ["NA", "007", "null", "1e5", "2022-06-01", "true", "=1+1", "a|b"]
    for row, title in zip(rows, hard):
        row[header.index("title")] = title
    table = fixture.folder / "table.csv"
    with open(table, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    for frame in frames(source="file", option={"path": table}, date="2022-05-30", columns="title"):
        expect("titles that look like something else", list(frame["title"])[:8], hard)

    row = bo_export.rows(date="2022-06-05", with_="details", top=1)[0]
    expect("the types of a row",
           [type(row[name]) for name in ("date", "rank", "is_new", "sales_share", "genres", "title")],
           [datetime.date, int, bool, Decimal, list, str])
    first = next(row for row in bo_export.rows(**WEEK) if row["is_new"])
    expect("the change of a new film's rank", first["rank_change"], None)
    dollars = {"source": "cinemart", "date": "latest", "columns": "title,sales_amount"}
    amounts = [row["sales_amount"] for row in bo_export.rows("weekend", **dollars)]
    expect("the types of dollars", {type(amount) for amount in amounts}, {Decimal})
    with decimal.localcontext(decimal.Context(prec=3)):
        exact = bo_export.frame("weekend", **dollars)["sales_amount"].to_list()
    expect("dollars where calculations have three digits", exact, amounts)
    details = {"date": "2022-06-05", "with_": ["details"], "columns": ["title", "genres"]}
    for chart, options, column, types, first in [
            ("daily", details, "genres", ["object", "List(String)"], [row["genres"]]),
            ("weekend", dollars, "sales_amount", ["object", "Decimal(precision=38, scale=2)"], amounts)]:
        for frame, type_ in zip(frames(chart, **options), types):
            expect(f"{column} in {type(frame)}",
                   (str(frame[column].dtype), frame[column].to_list()[:len(first)]), (type_, first))

    frame = bo_export.frame("trend", "범죄도시2", "쥬라기 월드: 도미니언", from_="2022-05-30", to="+3d",
                            pivot="audience_count")
    expect("the columns and types of a pivot", [str(type_) for type_ in frame.dtypes], ["Int64"] * 3)
    for frame in frames("movies", title="없는 영화입니다"):
        expect("no rows have the same columns", (len(frame), "movie_code" in frame.columns), (0, True))


def stand_in(fixture: Fixture, status: int, report: object) -> contextlib.AbstractContextManager:
    """A program that ends with a status and a message, in the place of ours."""
    program = fixture.folder / "stand-in"
    said = json.dumps({"level": "error", "code": "a-code", "message": "it failed", "hint": "do this"})
    program.write_text(
        "#!/bin/sh\nfor word; do case $word in --report=*) report=${word#*=};; esac; done\n"
        f"printf '%s' '{json.dumps(report)}' >\"$report\"\nprintf '%s\\n' '{said}' >&2\nexit {status}\n")
    program.chmod(0o755)
    return unittest.mock.patch.object(bo_export._program, "find", lambda: str(program))


def failure(call: object, *words: str, **options: object) -> object:
    """The error that a call raises, which can be sent to another process."""
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
    report = {"error": None, "retry_at": "2022-06-08T15:00:00Z"}
    moment = datetime.datetime(2022, 6, 8, 15, tzinfo=datetime.timezone.utc)
    for status in 2, 64, 65, 69, 70, 71, 73, 74, 75, 77, 78, 129, 130, 143:
        with stand_in(fixture, status, report):
            for call in bo_export.rows, bo_export.frame, bo_export.run:
                error = failure(call, "daily")
                expect(f"the error of {status}", [type(error).__name__, *map(
                    vars(error).get, ("status", "code", "message", "hint", "retry_at"))],
                       [CLASSES.get(status, "Error"), status, "a-code", "it failed", "do this", moment])
    report["error"] = {"code": "b-code", "message": "the report knows better", "hint": None}
    with stand_in(fixture, 69, report):
        error = failure(bo_export.rows)
        expect("the error of a report", (error.code, error.message, error.hint),
               ("b-code", "the report knows better", "do this"))

    rows, run = bo_export.rows, bo_export.run
    partial = {"from_": "2022-04-13", "to": "2022-04-15", "keep_going": True, "retries": 0}
    error = failure(rows, **partial)
    expect("the rows of a partial run", (error.status, len(error.rows)), (2, 20))
    error = failure(bo_export.frame, **partial)
    expect("the frame of a partial run", (len(error.rows), error.frame.shape), (20, (20, 18)))

    # The last one uses up the day's calls.
    for status, call, words, options in [
        (64, rows, ["dayly"], {}), (64, rows, ["--version"], {}), (64, rows, [], {"colums": "date"}),
        (64, rows, ["trend", "--help"], {"pivot": "titel"}),
        (65, rows, [], {"date": "2022-04-20", "retries": 0}),
        (69, rows, [], {"date": "2022-04-14", "retries": 0}),
        (73, run, [], {**WEEK, "output": "/proc/x/day.csv"}), (74, run, [], {**WEEK, "output": "/dev/full"}),
        (75, rows, [], {"from_": "2022-03-01", "to": "2022-03-03", "max_calls": 1}),
        (77, rows, [], {"date": "2022-04-01"}), (78, rows, [], {"config": fixture.folder / "none.json"}),
        (75, rows, [], {"date": "2022-04-04"}),
    ]:
        error = failure(call, *words, **options)
        expect(f"the error of {words} {options}: {error!r}, {error.code}",
               (error.status, type(error).__name__, bool(error.message and error.code)),
               (status, CLASSES.get(status, "Error"), True))
        expect(f"an option of the program's in {error}", "--log-format" in f"{error}", False)
        if status == 75:
            expect("the zone of retry_at", error.retry_at and str(error.retry_at.tzinfo), "UTC")


def check_lists(fixture: Fixture) -> None:
    """What the program says of itself comes as a dict."""
    run = bo_export.run
    report = run("daily", **WEEK, output=fixture.folder / "week.xlsx")
    expect("the documents", [Path(one["path"]).name for one in report["documents"]], ["week.xlsx"])
    expect("a checked plugin", run("plugins", "check", PLUGINS / "bo-export-format-mediawiki"), {})
    key = os.environ.pop("KOBIS_API_KEY")
    expect("what doctor found", failure(run, "doctor").report["is_ready"], False)
    expect("the commands of a hint", failure(bo_export.rows).hint.splitlines()[1:],
           ["bo-export --source sample", "bo-export key"])
    os.environ["KOBIS_API_KEY"] = key
    expect("the services", [service["name"] for service in run("quota")["services"]],
           ["kobis", "kmdb", "kakao"])
    expect("the plugins", len(run("plugins", "csv")["plugins"]), 1)
    found = run("plugins", plugin_dir=[fixture.folder, PLUGINS])["plugins"]
    expect("a plugin in the second folder", "towns" in [plugin["name"] for plugin in found])
    with contextlib.suppress(TypeError):
        raise Differs(f"run() takes progress: {run(progress='always')}")
    os.mkfifo(fixture.folder / "pipe")
    with subprocess.Popen(["cat", fixture.folder / "pipe"], stdout=subprocess.PIPE) as reader:
        report = run(**WEEK, output=fixture.folder / "week.csv", report=fixture.folder / "pipe")
        expect("the report in a pipe", (report, json.load(reader.stdout)["rows"]), ({}, 70))
    expect("the archive", sorted(run("cache", json=True)), sorted(run("cache", "status")))


def check_warnings() -> None:
    """Warnings are shown each time, at the caller's line, and an own filter comes first."""
    with warnings.catch_warnings(record=True) as told:
        for _ in range(3):
            bo_export.rows(**WEEK, from_posters=None, posters_from="kmdb", top=1)
    told = [warning for warning in told if warning.category is bo_export.Warning]
    expect("where a warning is shown, each time, and its code",
           [(warning.filename, warning.message.code) for warning in told],
           [(__file__, "from-without-with")] * 3)
    with warnings.catch_warnings(), contextlib.suppress(bo_export.Warning):
        warnings.simplefilter("error", bo_export.Warning)
        bo_export.rows(**WEEK, posters_from="kmdb", top=1)
        raise Differs("a warning is no error where a filter says so")


def children() -> list[str]:
    """The programs that this process has started and that are not gone."""
    return subprocess.run(["pgrep", "-x", "-P", str(os.getpid()), "bo-export"], text=True,
                          stdout=subprocess.PIPE).stdout.split()


def check_ends(fixture: Fixture) -> None:
    """Rows come while others are waited for; closing, an exception and Ctrl-C end the program."""
    slow = {"from_": "2022-05-09", "to": "2022-05-10", "jobs": 1}
    times = [time.monotonic() for _ in bo_export.each(**slow)]
    expect("the rows of two days", len(times), 20)
    expect("the first row comes a second before the last one", times[-1] - times[0] >= 1)

    stuck = {"from_": "2022-05-01", "to": "2022-05-02", "jobs": 1, "timeout": 60}
    begun = time.monotonic()
    rows = bo_export.each(**stuck)
    next(rows)
    expect("the processes while rows come", len(children()), 1)
    rows.close()
    expect("the processes after close()", children(), [])
    with contextlib.suppress(KeyError):
        for _ in bo_export.each(**stuck):
            raise KeyError
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
    # Python also ends while something still holds the iterator.
    held = f"import bo_export, sys\nsys.kept = bo_export.each(**{stuck})\nnext(sys.kept)\n"
    for script, interrupt in (code, os.kill), (code, os.killpg), (held, None):
        process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True)
        if interrupt:
            process.stdout.readline()
            interrupt(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=30)
        if interrupt:
            expect(f"the end of a script by {interrupt}", said.splitlines()[-1], "KeyboardInterrupt")
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 0)
            raise Differs(f"a process outlives a script that was ended by {interrupt}")
    expect("seconds that the ends took", time.monotonic() - begun <= 30)


def check_mypy(fixture: Fixture) -> None:
    """A small program is right for mypy --strict, and runs."""
    (fixture.folder / "program.py").write_text(PROGRAM)
    for arguments in ["-m", "mypy", "--strict", "program.py"], ["program.py"]:
        ended = subprocess.run([sys.executable, *arguments], cwd=fixture.folder, text=True,
                               capture_output=True, timeout=600)
        expect(f"the status of {arguments} ({ended.stdout + ended.stderr})", ended.returncode, 0)
        print(ended.stdout.strip())


if __name__ == "__main__":
    chosen = options(argparse.ArgumentParser(description="The module of the wheel."))
    chosen.program = Path(sys.prefix) / "bin/bo-export"
    with proving(chosen) as fixture:
        print(f"Python {sys.version.split()[0]}, pandas {pandas.__version__}, polars {polars.__version__}")
        expect("the version", fixture.run("--version").strip(), importlib.metadata.version("bo_export"))
        expect("the program that is found", bo_export._program.find(), str(fixture.program))
        fixture.plug("bo-export-source-cinemart")
        os.environ.update(fixture.environment)
        check_year(fixture)
        check_types(fixture)
        check_lists(fixture)
        check_warnings()
        for check in check_statuses, check_ends:
            fixture.serve(*TROUBLES)
            check(fixture)
        check_mypy(fixture)
    print("equal")
