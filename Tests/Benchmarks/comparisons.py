"""The comparisons, and the upper limits of their ratios."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import cells
import services
from archive import ROWS_PER_DAY
from bench import Bench, Command, Outcome, RunFailed, ratio
from tools import PEERS

_DELAY = 20
"""Milliseconds that the slow service takes for an answer."""
_FEW = 800
"""The days of a short workbook or page."""
_CHARTED = 62
"""The most days that a chart of ranks has room for."""


def start_up(bench: Bench) -> list[Outcome]:
    """The program by itself, and one day from a service on the loopback."""
    programs = bench.tools.programs
    version = Command([bench.program, "--version"], bench.folder / "version.txt")
    nothing = Command([programs["python"], "-c", "pass"], bench.folder / "nothing.txt")
    curl_version = Command([programs["curl"], "--version"], bench.folder / "curl.txt")
    outcomes = [
        bench.pair("--version", version, "curl --version", "curl", curl_version, repeat=5),
        bench.pair("--version", version, "python3 -c pass", "python", nothing, repeat=5),
    ]
    if "nginx" in bench.tools.missing:
        note = f"missing: {bench.tools.missing['nginx']}"
        return [*outcomes, Outcome("one day from nginx", "curl", target=1.80, note=note)]
    day = date(2022, 6, 5)
    with services.quick(bench.archive, programs["nginx"], bench.folder) as address:
        ours = bench.export(
            1, "json", "csv", "--refresh", since=bench.archive.days.index(day),
            environment=_at(address))
        url = services.url(address, day)
        by_curl = Command([programs["curl"], "-sS", url], bench.folder / "day.json")
        by_requests = bench.python("requests_csv.py", url, *cells.FIELDS)
        return [
            *outcomes,
            bench.pair(
                "one day from nginx", ours, "curl", "curl", by_curl,
                (cells.of_csv, lambda body: cells.of_bodies([body])), target=1.80, repeat=5),
            bench.pair(
                "one day from nginx", ours, "Python requests+csv", "requests", by_requests,
                (cells.of_csv, cells.of_peer_csv), target=0.15, repeat=2),
        ]


def whole_archive(bench: Bench) -> list[Outcome]:
    """All days from recordings to a file; peers read the plain bodies."""
    days = len(bench.archive.days)
    json, xml = (str(bench.archive.folder / form) for form in ("json", "xml"))
    bodies = [str(bench.archive.body("json", day)) for day in bench.archive.days]
    forms = {
        "csv": ("CSV", (cells.of_csv, cells.of_peer_csv)),
        "jsonl": ("JSON Lines", (cells.of_jsonl, cells.of_peer_jsonl)),
    }

    def compared(
        source: str, form: str, peer: str, tool: str, theirs: Command | list[str],
        target: float | None = None, repeat: int = 1, writes_rows: bool = True,
    ) -> Outcome:
        """Compares with a command, or with the arguments of the program `tool`."""
        if isinstance(theirs, list):
            theirs = Command([bench.tools.programs[tool], *theirs], bench.folder / f"{tool}.{form}")
        name, readers = forms[form]
        return bench.pair(
            f"{source.upper()} to {name}", bench.export(days, source, form), peer, tool, theirs,
            readers if writes_rows else None, target, repeat)

    def by_duckdb(way: str) -> Outcome:
        path = bench.folder / f"{way}.csv"
        script = bench.python("duckdb_csv.py", way, json, str(path), *cells.FIELDS)
        theirs = replace(script, output=path, writes_itself=True)
        return compared("json", "csv", f"DuckDB {way}", "duckdb", theirs)

    duckdb = [by_duckdb("read_json"), by_duckdb("read_text")]
    # The target is that of the faster way.
    best = min(duckdb, key=lambda way: way.ratio.other if way.ratio else float("inf"))
    return [
        compared(
            "json", "csv", "orjson+csv", "orjson",
            bench.python("orjson_csv.py", json, *cells.FIELDS), 0.35, repeat=3),
        *(replace(way, target=0.20) if way is best else way for way in duckdb),
        compared("json", "csv", "jq @csv", "jq", ["-r", "-f", str(PEERS / "csv.jq"), *bodies]),
        compared("json", "csv", "Miller", "mlr", [
            "-S", "--ijson", "--ocsv", "put", "-q", "-f", str(PEERS / "csv.mlr"), *bodies]),
        compared(
            "json", "jsonl", "orjson", "orjson", bench.python("orjson_jsonl.py", json), 0.35,
            repeat=3),
        compared("json", "jsonl", "jq", "jq", ["-c", "-f", str(PEERS / "jsonl.jq"), *bodies]),
        compared(
            "xml", "csv", "lxml+csv", "lxml", bench.python("lxml_csv.py", xml, *cells.FIELDS), 0.25,
            repeat=2),
        *_and_processor(
            compared("json", "csv", "minimal C++", "minimal_csv", bodies, 1.30, repeat=3), 2.20),
        *_and_processor(
            compared(
                "json", "csv", "reading the files", "read_files", bodies, repeat=3,
                writes_rows=False), None),
        compared("xml", "csv", "xmllint --stream --noout", "xmllint", [
            "--stream", "--noout", str(bench.archive.folder / "all.xml")], 0.75, repeat=3,
            writes_rows=False),
        compared("xml", "jsonl", "lxml+orjson", "lxml", bench.python("lxml_jsonl.py", xml)),
    ]


def _and_processor(wall: Outcome, target: float | None) -> list[Outcome]:
    """The outcome of wall time, and that of processor time if the commands could run."""
    if wall.cpu is None:
        return [wall]
    return [wall, Outcome(f"processor time, {wall.work}", wall.peer, wall.cpu, target=target)]


def network(bench: Bench) -> list[Outcome]:
    """A thousand days from a service that takes 20 ms for every answer, eight at a time."""
    chosen = bench.archive.days[-1000:]
    since = len(bench.archive.days) - len(chosen)
    bodies = bench.folder / "bodies"
    bodies.mkdir()
    with services.slow(bench.archive, _DELAY / 1000) as address:
        list_of_urls = bench.folder / "curl.conf"
        list_of_urls.write_text("".join(
            f'url = "{services.url(address, day)}"\noutput = "{bodies}/{day:%Y%m%d}.json"\n'
            for day in chosen
        ))
        ours = bench.export(
            len(chosen), "json", "csv", "--jobs", "8", "--refresh", since=since,
            environment=_at(address) | {"BO_EXPORT_KOBIS_QUOTA": "1000000000"})
        theirs = Command(
            [bench.tools.programs["curl"], "-sS", "--parallel", "--parallel-max", "8", "-K",
             str(list_of_urls)], bodies, writes_itself=True)
        return [bench.pair(
            f"1,000 days at {_DELAY} ms, --jobs 8", ours, "curl --parallel --parallel-max 8",
            "curl", theirs,
            (cells.of_csv, lambda folder: cells.of_bodies(sorted(folder.iterdir()))), target=1.10)]


def memory(bench: Bench) -> list[Outcome]:
    """Peak memory of many days and of few."""
    return [
        bench.memory(
            f"of {source.upper()}", bench.export(len(bench.archive.days), source),
            bench.export(30, source), "30 days", limit=40, target=1.10)
        for source in ("json", "xml")
    ]


def cost(bench: Bench) -> list[Outcome]:
    """Processor time per row as there are more rows.

    The time of a run of one day is subtracted, so that only the cost of the rows is left. It is
    user and system time, not wall time, because that can be added up even if threads run in
    parallel.
    """
    counts = (8410, 841, 84)
    outcomes = []
    for source in ("json", "xml"):
        print(f"  processor time per row, {source.upper()} …", flush=True)
        # Often, because a short run without its start takes hardly longer than the noise.
        *samples, starts = bench.in_turns(
            [bench.export(days, source) for days in (*counts, 1)], 5 * bench.runs)
        costs = [
            [(sample.cpu - start.cpu) / ((days - 1) * ROWS_PER_DAY) * 1000
             for sample, start in zip(taken, starts, strict=True)]
            for days, taken in zip(counts, samples, strict=True)
        ]
        for place, target in ((0, 1.05), (1, None)):
            many, few = (counts[each] * ROWS_PER_DAY for each in (place, place + 1))
            outcomes.append(Outcome(
                f"cost of a row among {many:,} of {source.upper()}", f"among {few:,}",
                ratio(costs[place], costs[place + 1]), "µs/row", target=target))
    return outcomes


def workbook(bench: Bench) -> list[Outcome]:
    """All days as a workbook, by bo-export and by Python; and the memory of many days and few."""
    days = len(bench.archive.days)
    # Temporary files lie where the outputs do, in memory if it can be.
    temporary = bench.folder / "temporary"
    temporary.mkdir()

    def export(days: int) -> Command:
        path = bench.folder / f"ours-{days}.xlsx"
        command = bench.export(days, "json", "xlsx", "-O", "chart=none", "-o", str(path))
        return Command(command.arguments, path, True, {"TMPDIR": str(temporary)})

    many, few = export(days), export(_FEW)
    path = bench.folder / "xlsxwriter.xlsx"
    script = bench.python("orjson_xlsxwriter.py", str(bench.archive.folder / "json"), str(path))
    theirs = Command(script.arguments, path, True, {"TMPDIR": str(temporary)})
    return [
        bench.pair(
            "JSON to a workbook", many, "Python orjson+XlsxWriter", "XlsxWriter", theirs,
            (cells.of_workbook, cells.of_workbook), target=0.25),
        bench.memory("as a workbook", many, few, f"{_FEW} days", limit=80),
        Outcome(
            f"temporary files, {days:,} days as a workbook", f"{_FEW} days",
            ratio([_temporary_megabytes(bench, many)], [_temporary_megabytes(bench, few)]), "MB"),
    ]


def _temporary_megabytes(bench: Bench, command: Command) -> float:
    """The most that the files which a command keeps open in TMPDIR have at once.

    They have no names, so they are found among the descriptors of the process.
    """
    most = 0
    process = subprocess.Popen(
        command.arguments, env=bench.environment | command.environment, cwd=bench.folder,
        stderr=subprocess.DEVNULL)
    while process.poll() is None:
        sizes: dict[str, int] = {}
        try:
            for descriptor in Path(f"/proc/{process.pid}/fd").iterdir():
                name = os.readlink(descriptor)
                if name.startswith(command.environment["TMPDIR"]):
                    status = descriptor.stat()
                    # Room may be taken before there is something in it.
                    sizes[name] = max(status.st_size, status.st_blocks * 512)
        except OSError:  # It was closed meanwhile, or the process has ended.
            pass
        most = max(most, sum(sizes.values()))
        time.sleep(0.005)
    if process.returncode != 0:
        raise RunFailed(f"{command.name} ended with {process.returncode}")
    return most / 10**6


def page(bench: Bench) -> list[Outcome]:
    """All days as a page and as Markdown; with a chart asked for; and the memory of many days and few."""
    days = len(bench.archive.days)

    def export(days: int, form: str, option: str) -> Command:
        return bench.export(days, "json", form, "-O", option)

    plain, charted = (export(days, "html", f"chart={chart}") for chart in ("none", "auto"))
    without = "bo-export: without a chart"
    return [
        bench.pair(
            "JSON to HTML", plain, "bo-export: JSON to Markdown", "",
            export(days, "markdown", "marker=plain"), (cells.of_page, cells.of_markdown)),
        bench.pair(
            f"JSON to HTML, a chart asked for, {days:,} days", charted, without, "", plain),
        bench.pair(
            f"JSON to HTML, a chart of {_CHARTED} days", export(_CHARTED, "html", "chart=auto"),
            without, "", export(_CHARTED, "html", "chart=none")),
        *(bench.memory(
            f"as a page, chart={chart}", export(days, "html", f"chart={chart}"),
            export(_FEW, "html", f"chart={chart}"), f"{_FEW} days", limit=40)
          for chart in ("none", "auto")),
    ]


def _at(address: str) -> dict[str, str]:
    return {"KOBIS_BASE_URL": address, "KOBIS_API_KEY": "benchmark"}


GROUPS: dict[str, Callable[[Bench], list[Outcome]]] = {
    "start-up": start_up, "archive": whole_archive, "network": network, "memory": memory,
    "cost": cost, "workbook": workbook, "page": page,
}
"""The comparisons by name, in the order they are made."""
