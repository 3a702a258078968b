"""The comparisons, and the upper limits of their ratios."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace

import cells
import services
from archive import ROWS_PER_DAY
from bench import MEGABYTE, PEERS, Bench, Outcome
from measure import Command, in_turns, ratio, ratio_of
from pages import page
from workbooks import workbook

_DELAY = 20
"""Milliseconds that the slow service takes for an answer."""


def start_up(bench: Bench) -> list[Outcome]:
    """The program by itself, and one day from a service on the loopback."""
    day = datetime.date(2022, 6, 5)
    version = Command([bench.program, "--version"], bench.folder / "version.txt")
    curl = bench.tools.path("curl") or ""
    nothing = Command([bench.tools.python, "-c", "pass"], bench.folder / "nothing.txt")
    curl_version = Command([curl, "--version"], bench.folder / "curl.txt")
    outcomes = [
        bench.pair("--version", version, "curl --version", "curl", curl_version, repeat=5),
        bench.pair("--version", version, "python3 -c pass", "python", nothing, repeat=5),
    ]
    with services.quick(bench.archive, bench.tools.path("nginx"), bench.folder) as service:
        ours = bench.export(
            1, "json", "csv", "--refresh", since=bench.archive.days.index(day),
            environment=_at(service))
        url = service.url(f"{day:%Y%m%d}") + "&key=benchmark"
        body = bench.folder / "day.json"
        by_requests = bench.python("requests_csv.py", url)
        work = f"one day from {service.name}"
        outcomes += [
            bench.pair(
                work, ours, "curl", "curl", Command([curl, "-sS", url], body),
                lambda: cells.of_csv(ours.output), lambda: cells.of_bodies([body]),
                target=1.80, repeat=5),
            bench.pair(
                work, ours, "Python requests+csv", "requests", by_requests,
                lambda: cells.of_csv(ours.output), lambda: cells.of_peer_csv(by_requests.output),
                target=0.15, repeat=2),
        ]
    return outcomes


def whole_archive(bench: Bench) -> list[Outcome]:
    """All days from recordings to a file; peers read the plain bodies."""
    days = len(bench.archive.days)
    json, xml = (str(bench.archive.bodies(form)) for form in ("json", "xml"))
    bodies = [str(bench.archive.body("json", day)) for day in bench.archive.days]
    jq, mlr, xmllint = (bench.tools.path(name) or "" for name in ("jq", "mlr", "xmllint"))

    def compared(
        source: str, form: str, peer: str, tool: str, theirs: Command,
        target: float | None = None, repeat: int = 1,
    ) -> Outcome:
        ours = bench.export(days, source, form)
        of_ours, of_theirs = {
            "csv": (cells.of_csv, cells.of_peer_csv), "jsonl": (cells.of_jsonl, cells.of_peer_jsonl)
        }[form]
        return bench.pair(
            f"{source.upper()} to {'CSV' if form == 'csv' else 'JSON Lines'}", ours, peer, tool,
            theirs, lambda: of_ours(ours.output), lambda: of_theirs(theirs.output), target,
            repeat)

    outcomes = [
        compared(
            "json", "csv", "orjson+csv", "orjson", bench.python("orjson_csv.py", json), 0.35,
            repeat=3),
        *_better([
            compared(
                "json", "csv", f"DuckDB {way}", "duckdb",
                bench.python(script, json, itself=True), 0.20)
            for way, script in (
                ("read_json", "duckdb_columns.py"), ("read_text", "duckdb_text.py"))
        ]),
        compared("json", "csv", "jq @csv", "jq", Command(
            [jq, "-r", "-f", str(PEERS / "csv.jq"), *bodies], bench.folder / "jq.csv")),
        compared("json", "csv", "Miller", "mlr", Command(
            [mlr, "-S", "--ijson", "--ocsv", "put", "-q", "-f", str(PEERS / "csv.mlr"), *bodies],
            bench.folder / "mlr.csv")),
        compared(
            "json", "jsonl", "orjson", "orjson", bench.python("orjson_jsonl.py", json), 0.35,
            repeat=3),
        compared("json", "jsonl", "jq", "jq", Command(
            [jq, "-c", "-f", str(PEERS / "jsonl.jq"), *bodies], bench.folder / "jq.jsonl")),
        compared(
            "xml", "csv", "lxml+csv", "lxml", bench.python("lxml_csv.py", xml), 0.25, repeat=2),
    ]
    ours = bench.export(days, "json")
    minimal = Command(
        [bench.tools.path("minimal_csv") or "", *bodies], bench.folder / "minimal.csv")
    reading = Command(
        [bench.tools.path("read_files") or "", *bodies], bench.folder / "nothing.txt")
    outcomes += bench.pairs(
        "JSON to CSV", ours, "minimal C++", "minimal_csv", minimal,
        lambda: cells.of_csv(ours.output), lambda: cells.of_peer_csv(minimal.output),
        target=1.30, cpu_target=2.20, repeat=3)
    outcomes += bench.pairs(
        "JSON to CSV", ours, "reading the files", "read_files", reading, repeat=3)
    ours = bench.export(days, "xml")
    theirs = Command(
        [xmllint, "--stream", "--noout", str(bench.archive.all_xml)], bench.folder / "xmllint.txt")
    outcomes.append(bench.pair(
        "XML to CSV", ours, "xmllint --stream --noout", "xmllint", theirs, target=0.75, repeat=3))
    outcomes.append(
        compared("xml", "jsonl", "lxml+orjson", "lxml", bench.python("lxml_jsonl.py", xml)))
    return outcomes


def _better(ways: list[Outcome]) -> list[Outcome]:
    """The ways with the target left to the fastest of them."""
    measured = [way for way in ways if way.ratio]
    best = min(measured, key=lambda way: way.ratio.other if way.ratio else 0, default=ways[0])
    return [
        way if way is best else replace(way, target=None) for way in ways
    ]


def network(bench: Bench) -> list[Outcome]:
    """A thousand days from a service that takes 20 ms for every answer, eight at a time."""
    chosen = bench.archive.days[-1000:]
    since = len(bench.archive.days) - len(chosen)
    bodies = bench.folder / "bodies"
    bodies.mkdir(exist_ok=True)
    curl = bench.tools.path("curl") or ""
    with services.slow(bench.archive, _DELAY) as service:
        list_of_urls = bench.folder / "curl.conf"
        list_of_urls.write_text("".join(
            f'url = "{service.url(f"{day:%Y%m%d}")}&key=benchmark"\n'
            f'output = "{bodies}/{day:%Y%m%d}.json"\n'
            for day in chosen
        ))
        ours = bench.export(
            len(chosen), "json", "csv", "--jobs", "8", "--refresh", since=since,
            environment=_at(service) | {"BO_EXPORT_KOBIS_QUOTA": "1000000000"})
        theirs = Command(
            [curl, "-sS", "--parallel", "--parallel-max", "8", "-K", str(list_of_urls)], bodies,
            writes_itself=True)
        before = service.cpu
        outcome = bench.pair(
            f"1,000 days at {_DELAY} ms, --jobs 8", ours, "curl --parallel --parallel-max 8",
            "curl", theirs, lambda: cells.of_csv(ours.output),
            lambda: cells.of_bodies(bodies / f"{day:%Y%m%d}.json" for day in chosen), target=1.10)
        if outcome.ratio:
            time = (outcome.ratio.one + outcome.ratio.other) / 1000 * (bench.runs + 1)
            print(f"  the server was busy for {(service.cpu - before) / time:.0%} of that time")
    return [outcome]


def memory(bench: Bench) -> list[Outcome]:
    """Peak memory of many days and of few."""
    days = len(bench.archive.days)
    outcomes = []
    for source in ("json", "xml"):
        work = f"peak memory, {days:,} days of {source.upper()}"
        print(f"  {work} …", flush=True)
        many, few = in_turns(
            bench.launcher, [bench.export(days, source), bench.export(30, source)], bench.runs)
        outcomes.append(Outcome(
            work, "30 days", "MB", ratio(many, few, lambda sample: sample.peak / MEGABYTE),
            target=1.10, limit=40, note="–"))
    return outcomes


def cost(bench: Bench) -> list[Outcome]:
    """Processor time per row as there are more rows.

    The time of a run of one day is subtracted, so that only the cost of the rows is left. It is
    user and system time, not wall time, because that can be added up even if threads run in
    parallel.
    """
    counts = [days for days in (8410, 841, 84) if days <= len(bench.archive.days)]
    outcomes = []
    for source in ("json", "xml"):
        print(f"  processor time per row, {source.upper()} …", flush=True)
        # Often, because a short run without its start takes hardly longer than the noise.
        *samples, starts = in_turns(
            bench.launcher, [bench.export(days, source) for days in (*counts, 1)], 5 * bench.runs)
        costs = {
            days: [
                (sample.cpu - start.cpu) / ((days - 1) * ROWS_PER_DAY) * 10**6
                for sample, start in zip(taken, starts, strict=True)
            ]
            for days, taken in zip(counts, samples, strict=True)
        }
        for many, few, target in zip(counts, counts[1:], (1.05, None), strict=False):
            outcomes.append(Outcome(
                f"cost of a row among {many * ROWS_PER_DAY:,} of {source.upper()}",
                f"among {few * ROWS_PER_DAY:,}", "µs/row", ratio_of(costs[many], costs[few]),
                target=target, note="–"))
    return outcomes


def _at(service: services.Service) -> dict[str, str]:
    return {"KOBIS_BASE_URL": service.base_url, "KOBIS_API_KEY": "benchmark"}


GROUPS: dict[str, Callable[[Bench], list[Outcome]]] = {
    "start-up": start_up, "archive": whole_archive, "network": network, "memory": memory,
    "cost": cost, "workbook": workbook, "page": page,
}
"""The comparisons by name, in the order they are made."""
