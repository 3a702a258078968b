"""The comparisons, and the upper limits of their ratios."""

from dataclasses import replace
from datetime import date

import cells
import services
from archive import ROWS_PER_DAY
from bench import Bench, Command
from report import ratio

_DELAY = 20  # Milliseconds that the slow service takes for an answer.
_FEW = 800  # The days of a short workbook or page.
_CSV = cells.of_csv, cells.of_peer_csv
_LINES = cells.of_jsonl, cells.of_peer_jsonl


def start_up(bench: Bench) -> None:
    """The program by itself, and one day from a service on the loopback."""
    version, day, work = [bench.program, "--version"], date(2022, 6, 5), "one day from nginx"
    bench.pair("--version", version, "curl --version", bench.peer("curl", "--version"), repeat=5)
    bench.pair("--version", version, "python3 -c pass", bench.peer("python", "-c", "pass"), repeat=5)
    with services.quick(bench.archive, bench.folder) as address:
        asking, url = _at(bench, address), services.url(address, day)
        ours = bench.export([day], "json", "csv", "--refresh", replays=False)
        asking.pair(work, ours, "curl", bench.peer("curl", "-sS", url),
                    (cells.of_csv, lambda body: cells.of_bodies([body])), 1.80, 5)
        asking.pair(work, ours, "Python requests+csv",
                    bench.peer("python", "requests_csv.py", url, *cells.FIELDS), _CSV, 0.15, 2)


def whole_archive(bench: Bench) -> None:
    """All days from recordings to a file; peers read the plain bodies."""
    def export(source: str, form: str) -> Command:
        return bench.export(bench.archive.days, source, form)

    def by_python(*arguments: str) -> Command:
        return bench.peer("python", *arguments, *cells.FIELDS)

    peer, bodies = bench.peer, bench.archive.bodies
    json, xml, whole = (f"{bench.archive.folder}/{name}" for name in ("json", "xml", "all.xml"))
    work, ours = "JSON to CSV", export("json", "csv")
    bench.pair(work, ours, "orjson+csv", by_python("orjson_rows.py", "csv", json), _CSV, 0.35, 3)
    bench.pair(work, ours, "DuckDB read_text", by_python("duckdb_csv.py", json), _CSV, 0.20)
    bench.pair(work, ours, "jq @csv", peer("jq", "-r", "-f", "csv.jq", *bodies), _CSV)
    miller = peer("mlr", "-S", "--ijson", "--ocsv", "put", "-q", "-f", "csv.mlr", *bodies)
    bench.pair(work, ours, "Miller", miller, _CSV)

    work, ours = "JSON to JSON Lines", export("json", "jsonl")
    bench.pair(work, ours, "orjson", by_python("orjson_rows.py", "jsonl", json), _LINES, 0.35, 3)
    bench.pair(work, ours, "jq", peer("jq", "-c", "-f", "jsonl.jq", *bodies), _LINES)
    by_lxml = by_python("lxml_rows.py", "csv", xml)
    bench.pair("XML to CSV", export("xml", "csv"), "lxml+csv", by_lxml, _CSV, 0.25, 2)

    work, ours = "JSON to CSV", export("json", "csv")
    cpu = bench.pair(work, ours, "minimal C++", peer("minimal_csv", *bodies), _CSV, 1.30, 3)
    bench.tables.add(f"processor time, {work}", "minimal C++", cpu, target=2.20)
    bench.pair(work, ours, "reading the files", peer("read_files", *bodies), None, None, 3)
    xmllint = peer("xmllint", "--stream", "--noout", whole)
    bench.pair("XML to CSV", export("xml", "csv"), "xmllint --stream --noout", xmllint, None, 0.75, 3)
    by_lxml = by_python("lxml_rows.py", "jsonl", xml)
    bench.pair("XML to JSON Lines", export("xml", "jsonl"), "lxml+orjson", by_lxml, _LINES)


def network(bench: Bench) -> None:
    """A thousand days from a service that takes 20 ms for every answer, eight at a time."""
    days = bench.archive.days[-1000:]
    urls, bodies = bench.folder / "curl.conf", [bench.folder / f"{day}.json" for day in days]
    with services.Slow(bench.archive, _DELAY / 1000) as service:
        address = service.url("kobis")
        urls.write_text("".join(
            f'url = "{services.url(address, day)}"\noutput = "{body}"\n' for day, body in zip(days, bodies)))
        _at(bench, address).pair(
            f"1,000 days at {_DELAY} ms, --jobs 8",
            bench.export(days, "json", "csv", "--jobs", "8", "--refresh", replays=False),
            "curl --parallel --parallel-max 8",
            bench.peer("curl", "-sS", "--parallel", "--parallel-max", "8", "-K", str(urls)),
            (cells.of_csv, lambda _: cells.of_bodies(bodies)), target=1.10)


def memory(bench: Bench) -> None:
    """Peak memory of many days and of few."""
    days = bench.archive.days
    for source in ("json", "xml"):
        bench.memory(f"of {source.upper()}", bench.export(days, source), bench.export(days[:30], source),
                     "30 days", limit=40, target=1.10)


def cost(bench: Bench) -> None:
    """Processor time per row as there are more rows: that of a run of one day is subtracted."""
    counts = (8410, 841, 84)
    for source in ("json", "xml"):
        print(f"  processor time per row, {source.upper()} …", flush=True)
        # Often, because a short run without its start takes hardly longer than the noise.
        *samples, starts = bench.in_turns(
            [bench.export(bench.archive.days[:days], source) for days in (*counts, 1)], 5 * bench.runs)
        costs = [
            [(sample["cpu"] - start["cpu"]) / ((days - 1) * ROWS_PER_DAY) * 1000
             for sample, start in zip(taken, starts)]
            for days, taken in zip(counts, samples)]
        for place, target in ((0, 1.05), (1, None)):
            many, few = (counts[each] * ROWS_PER_DAY for each in (place, place + 1))
            bench.tables.add(
                f"cost of a row among {many:,} of {source.upper()}", f"among {few:,}",
                ratio(costs[place], costs[place + 1]), "µs/row", target=target)


def workbook(bench: Bench) -> None:
    """All days as a workbook, by bo-export and by Python; and the memory of many days and few."""
    days = bench.archive.days
    many, few = (
        bench.export(chosen, "json", "xlsx", "-O", "chart=none") for chosen in (days, days[:_FEW]))
    theirs = bench.peer("python", "orjson_xlsxwriter.py", f"{bench.archive.folder}/json", *cells.FIELDS)
    bench.pair("JSON to a workbook", many, "Python orjson+XlsxWriter", theirs,
               (cells.of_workbook, cells.of_workbook), target=0.25)
    bench.memory("as a workbook", many, few, f"{_FEW} days", limit=80)


def page(bench: Bench) -> None:
    """All days as a page and as Markdown; and the memory of many days and few, with a chart asked for too."""
    def export(option: str, count: int | None = None, form: str = "html") -> Command:
        return bench.export(bench.archive.days[:count], "json", form, "-O", option)

    bench.pair("JSON to HTML", export("chart=none"), "bo-export: JSON to Markdown",
               export("marker=plain", form="markdown"), (cells.of_page, cells.of_markdown))
    for option in ("chart=none", "chart=auto"):
        bench.memory(
            f"as a page, {option}", export(option), export(option, _FEW), f"{_FEW} days", limit=40)


def _at(bench: Bench, address: str) -> Bench:
    """The bench with a service at that address."""
    return replace(bench, environment=bench.environment | {
        "KOBIS_BASE_URL": address, "KOBIS_API_KEY": services.KEY, "BO_EXPORT_KOBIS_QUOTA": "1000000000"})


GROUPS = {
    "start-up": start_up, "archive": whole_archive, "network": network, "memory": memory,
    "cost": cost, "workbook": workbook, "page": page,
}
"""The comparisons by name, in the order they are made."""
