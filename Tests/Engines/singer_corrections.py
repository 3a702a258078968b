#!/usr/bin/env python3
"""Mornings of a loader with a state, while the service corrects its charts.

    Tests/Engines/singer_corrections.py [--sequences N] [--seed N] [--program FILE]

A sequence is a made-up service whose films come, go and change places, and runs on a simulated clock, some
of which fail: days that are down, targets that are killed, states that are cut. After each run that loaded
everything, the rows that are not removed must be those that the service gave last: exactly, each once. Two
other readers load once at the beginning and once at the end: they must have what a new reader gets. The target here is a table in memory with upserts; `singer.py` does the same with real ones. Needs a C compiler.
"""

import argparse
import collections
import contextlib
import datetime
import email.utils
import http.server
import json
import pathlib
import random
import re
import shutil
import sys
import tempfile
import threading
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Simulation"))
import figures  # noqa: E402
import fixture  # noqa: E402
import program  # noqa: E402
from singer_tap import Difference, expect  # noqa: E402

DAY = datetime.timedelta(1)
FIRST = datetime.date(2021, 3, 1)
KEY = ("source", "chart", "from", "region", "nation", "kind", "movie_code")
REGIONS = {"0105001": "서울시", "0105011": "부산시"}
CHARTS = {  # Options, the filters of the requests, and whether the number of rows varies.
    "national": ([], [()], False),
    "art": (["--kind", "art"], [("Y",)], True),
    "regions": (["--region", "서울,부산"], [("0105001",), ("0105011",)], True),
}


class Service:
    """A KOBIS whose charts are changed from outside."""

    def __init__(self, seed, varies):
        self.seed, self.chance = seed, random.Random(seed)
        self.varies, self.charts, self.down, self.now = varies, {}, set(), 0
        self.served = {}

    def films(self, part, day):
        """The chart of a day, a list of film and admissions."""
        if (part, day) not in self.charts:
            chance = random.Random(f"{self.seed} {part} {day}")  # Requests come in any order.
            self.charts[part, day] = self.new(chance, chance.randint(1, 10) if self.varies else 10)
        return self.charts[part, day]

    @staticmethod
    def new(chance, count):
        codes = chance.sample(range(20210000, 20210040), count)
        return Service.ordered((str(code), chance.randint(1, 99999)) for code in codes)

    @staticmethod
    def ordered(films):
        """Films by admissions, as in the charts of KOBIS."""
        return sorted(films, key=lambda film: -film[1])

    def correct(self, part, day):
        """Removes, adds, swaps or changes films, or empties the chart."""
        films = self.films(part, day)
        others = [film for film in self.new(self.chance, 10) if film[0] not in {code for code, _ in films}]
        kind = self.chance.choice(["swap", "order", "figures"] + ["remove", "add", "empty"] * self.varies)
        if kind == "swap" and films:
            films[self.chance.randrange(len(films))] = others[0]
        elif kind == "remove" and len(films) > 1:
            films.pop(self.chance.randrange(len(films)))
        elif kind == "add" and len(films) < 10:
            films.insert(self.chance.randint(0, len(films)), others[0])
        elif kind == "order":
            admissions = [count for _, count in films]
            self.chance.shuffle(admissions)
            films[:] = [(code, count) for (code, _), count in zip(films, admissions)]
        elif kind == "empty" and self.chance.random() < 0.3:
            films.clear()
        films[:] = self.ordered((code, admissions + 1) for code, admissions in films)

    def answer(self, path):
        query = {name: values[0] for name, values in
                 urllib.parse.parse_qs(urllib.parse.urlsplit(path).query).items()}
        day = datetime.datetime.strptime(query["targetDt"], "%Y%m%d").date()
        part = tuple(query[name] for name in ("wideAreaCd", "multiMovieYn") if name in query)
        if day in self.down:
            return 503, b""
        films = self.films(part, day)
        self.served[part, day] = list(films)
        rows = [self.row(number, code, admissions) for number, (code, admissions) in enumerate(films, 1)]
        result = {"boxofficeType": "일별 박스오피스", "showRange": f"{day:%Y%m%d}~{day:%Y%m%d}",
                  "dailyBoxOfficeList": rows}
        return 200, json.dumps({"boxOfficeResult": result}).encode()

    @staticmethod
    def row(number, code, admissions):
        values = dict.fromkeys(figures.FIELDS, "1") | {
            "rnum": number, "rank": number, "rankInten": 0, "rankOldAndNew": "OLD", "movieCd": code,
            "movieNm": f"영화 {code}", "openDt": "2021-02-01", "audiCnt": admissions}
        return {name: str(value) for name, value in values.items()}

    @contextlib.contextmanager
    def running(self):
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version, wbufsize = "HTTP/1.1", -1

            def do_GET(self):
                status, body = service.answer(self.path)
                self.send_response_only(status)
                self.send_header("Date", email.utils.formatdate(service.now, usegmt=True))
                self.send_header("Content-Type", "application/json;charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            server.server_close()


class Table:
    """A target that upserts: rows by their key, and the last state."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.table = {}

    def load(self, lines):
        """Loads messages and returns the last state, as a target prints it."""
        state = ""
        for line in lines:
            message = json.loads(line)
            if message["type"] == "RECORD":
                record = message["record"]
                self.table[tuple(record[name] for name in KEY)] = record
            elif message["type"] == "STATE":
                state = json.dumps(message["value"])
        return state

    def rows(self):
        return list(self.table.values())


class Sequence:
    """A service, a program with its state, and a target, morning by morning."""

    def __init__(self, file, clock, seed, folder, target, mornings=8, trouble=True):
        self.chance = random.Random(f"sequence {seed}")
        self.seed, self.folder, self.target, self.mornings = seed, folder, target, mornings
        self.trouble, self.file, self.clock = trouble, file, clock
        self.options, self.parts, varies = CHARTS[self.chance.choice(sorted(CHARTS))]
        self.top = self.chance.choice([None, None, 3, 7])
        self.service = Service(f"service {seed}", varies)
        self.state = folder / "state"
        self.state.touch()
        self.expected = {}
        self.archived = set()
        """The editions whose answers the archive has."""
        self.refreshed = set()
        """The editions that were requested anew, so that they may be sent again when they are final."""
        self.was_cleared = False
        self.unsure, self.forgotten = set(), set()
        """The editions of which the target may have only a part, until the next run and forever."""
        self.count = collections.Counter()

    def run(self):
        with self.service.running() as url:
            self.program = program.Program(self.file, self.folder, url, {"clock": self.clock})
            now = figures.start_of(FIRST + 4 * DAY) + 9 * 3600
            others = {name: Table() for name in ("one", "other")}
            for number in range(self.mornings):
                now += self.chance.choice([600, 7200, 86400, 86400, 86400, 3 * 86400])
                self.morning(now)
                if number == 0:
                    for name, table in others.items():
                        self.load_other(name, table, now)
                    self.was_cleared = False
            if not self.was_cleared:
                self.check_others(others, now)
        return self.count

    def load_other(self, name, table, now):
        """Loads all days with a state of its own, without trouble, and returns the final days that it asked for."""
        self.service.down, self.service.served = set(), {}
        state = self.folder / f"state-{name}"
        state.touch()
        final = min(re.findall(r'"replication_key_value": "([^"]+)', state.read_text()), default="")
        ended = self.program.run(
            ["daily", "--from", str(FIRST), "--to", str(figures.day_at(now) - DAY), *self.options,
             "--format", "singer", "--state", str(state), "--keep-going", *(["--top", str(self.top)] if self.top else [])],
            folder=self.folder, clock=now)
        # An empty chart of yesterday counts as not published.
        expect(ended.status in (0, 2), f"seed {self.seed}: {name} ended with {ended.status}: {ended.errors}")
        state.write_text(table.load(ended.output.splitlines()))
        self.archived |= set(self.service.served)
        for key, films in self.service.served.items():
            self.expected.setdefault(key, films[:self.top])  # The archive gives it to the first reader.
        return {str(day) for _, day in self.service.served if str(day) <= final}

    def check_others(self, others, now):
        """Compares readers that missed all corrections with a new one; empty charts take nothing off."""
        def rows(table):
            return {tuple(row[name] for name in KEY): row["audience_count"]
                    for row in table.rows() if not row["is_removed"]}

        for name, table in others.items():
            asked = self.load_other(name, table, now)
            self.load_other(f"new-{name}", fresh := Table(), now)
            wanted = rows(fresh)
            editions = {key[2:4] for key in wanted}
            found = {key: count for key, count in rows(table).items() if key[2:4] in editions}
            expect(found == wanted, f"seed {self.seed}: {name} lacks a correction:"
                   f" {sorted(found.items() ^ wanted.items())}")
            expect(not asked, f"seed {self.seed}: {name} asked for {asked} again")
            self.count["readers"] += 1

    def morning(self, now):
        chance, today = self.chance, figures.day_at(now)
        self.service.now, self.service.served = now, {}
        for part in self.parts:
            for back in range(1, 7):
                # Figures of the last three days are corrected, and long after only now and then.
                if chance.random() < (0.5 if back <= 3 else 0.05):
                    self.service.correct(part, today - back * DAY)
        end = today - DAY
        span = ["--from", str(FIRST)]
        match chance.randrange(5):
            case 0:
                span = ["--last", "1"]
            case 1:
                end = today - chance.randint(1, 4) * DAY
                span = ["--from", str(FIRST), "--to", str(end)]
            case 2:
                end = today - chance.randint(1, 4) * DAY
                span = ["--to", f"-{(today - end).days}d"]
        before = self.bookmarks()
        if before is None:
            span, end = ["--from", str(FIRST)], today - DAY
        refresh = chance.random() < 0.15
        self.service.down = set()
        if self.trouble and chance.random() < 0.25:
            self.service.down = {today - chance.randint(1, 4) * DAY}
        if self.trouble and chance.random() < 0.1 and not self.unsure:
            # Nothing is left to compare with but the state.
            shutil.rmtree(self.folder / ".cache", ignore_errors=True)
            self.archived = set()
            self.was_cleared = True
        ended = self.program.run(
            ["daily", *span, *self.options, "--format", "singer", "--state", str(self.state), "--keep-going",
             "--retries", "0", *(["--top", str(self.top)] if self.top else []),
             *(["--refresh"] if refresh else [])], folder=self.folder, clock=now)
        self.count["run"] += 1
        where = f"seed {self.seed}, run {self.count['run']}, {today}, {' '.join(span)}"
        if ended.status not in (0, 2):
            # Nothing was available at all.
            expect(self.service.down, f"{where}: status {ended.status}: {ended.errors}")
            return
        lines = ended.output.splitlines()
        expect(json.loads(lines[-1])["type"] == "STATE", f"{where}: the last message is not a STATE")
        before = before or {}
        self.check_records(lines, before, refresh, where)
        if refresh:
            final = {key for key in self.service.served if str(key[1]) <= before.get(self.region(key[0]), "")}
            lost = final - self.archived
            expect(bool(lost) == ("sent again" in ended.errors), f"{where}: {ended.errors}")
            self.forgotten |= lost
            self.refreshed |= set(self.service.served)
        self.archived |= set(self.service.served)
        waiting = {(region or "all", day) for day, region in
                   re.findall(r"(?m)^\S+ warning: (\S+?)(?: (\S+))?: a shorter chart came", ended.errors)}
        for (part, day), films in self.service.served.items():
            is_final = str(day) <= before.get(self.region(part), "")
            if (self.region(part), str(day)) in waiting:
                continue  # The fuller rows stay until the same comes a day later.
            if is_final and not refresh:
                continue  # It was requested because another region lags.
            if is_final and not films:
                self.forgotten.add((part, day))  # The archive has the empty one now.
            if films or not self.expected.get((part, day)):
                self.expected[part, day] = films[:self.top]
            elif (part, day) in self.unsure:
                self.forgotten.add((part, day))  # What stays is what was loaded of it.
        killed = self.trouble and chance.random() < 0.2
        if killed:
            self.kill(lines, refresh)
        else:
            self.load(lines)
            self.unsure -= {(part, day) for part, day in self.unsure
                            if day <= end and day not in self.service.down}
            self.check(end, ended.status, where)

    @staticmethod
    def region(part):
        return REGIONS.get("".join(part), "all")

    def bookmarks(self):
        """The last period that is final, by region, as the state says; None without a state."""
        lines = [line for line in self.state.read_text().splitlines() if '"bookmarks"' in line]
        values = []
        for line in lines:
            with contextlib.suppress(json.JSONDecodeError):
                values.append(json.loads(line))
        if not values:
            return None
        value = values[-1]
        partitions = value.get("value", value).get("bookmarks", {}).get("charts", {}).get("partitions", [])
        return {partition["context"]["region"]: partition["replication_key_value"]
                for partition in partitions if "replication_key_value" in partition}

    def check_records(self, lines, before, refresh, where):
        records = [json.loads(line)["record"] for line in lines if '"RECORD"' in line]
        for record in records:
            expect(all(record[name] is not None for name in KEY), f"{where}: a key is null: {record}")
            is_corrected = record["from"] in {str(day) for _, day in self.refreshed}
            expect(refresh or is_corrected or record["from"] > before.get(record["region"], ""),
                   f"{where}: {record['from']} is sent again, although the bookmark covers it")
            if record["is_removed"]:
                self.count["removed"] += 1
                own = (*KEY, "to", "year_week", "is_removed", "is_final")
                figures_of = {name for name in record if name not in own}
                expect(all(record[name] is None for name in figures_of), f"{where}: figures of {record}")
        self.count["records"] += len(records)

    def kill(self, lines, refresh):
        """Loads a part, and keeps the last state of it, or none, or a cut one."""
        self.count["killed"] += 1
        part = lines[:self.chance.randint(1, len(lines))]
        state = self.target.load(part)
        # After two such runs neither state nor archive knows what the first one sent.
        self.forgotten |= self.unsure & set(self.service.served)
        self.unsure |= set(self.service.served)
        if refresh:
            # Neither state nor archive knows any longer which final days the target has.
            self.forgotten |= set(self.service.served)
        match self.chance.randrange(3):
            case 0 if state:
                self.keep(state + "\n")
            case 1 if self.bookmarks() is not None:
                self.keep('{"type":"STATE","value":{"bookmar')

    def load(self, lines):
        state = self.target.load(lines)
        self.count["loaded"] += 1
        match self.chance.randrange(3):
            case 0:
                self.keep(state + "\n")
            case 1:
                self.keep("\n".join(lines) + "\n")
            case 2:
                self.state.write_text(state)

    def keep(self, text):
        """Adds to the state as `>>` does; a cut line before is ended, as the next run's log would be."""
        known = self.state.read_text()
        self.state.write_text(known + ("\n" if known and not known.endswith("\n") else "") + text)

    def check(self, end, status, where):
        rows = collections.defaultdict(dict)
        for row in self.target.rows():
            if row["is_removed"] in (False, "false", 0):
                day = datetime.date.fromisoformat(str(row["from"])[:10])
                expect(row["movie_code"] not in rows[row["region"], day], f"{where}: a row is there twice")
                rows[row["region"], day][row["movie_code"]] = int(row["audience_count"])
        for part in self.parts:
            region = self.region(part)
            day = FIRST
            while day <= end:
                expected = self.expected.get((part, day))
                if (part, day) in self.unsure or (part, day) in self.forgotten:
                    self.count["unsure"] += 1
                elif expected is None:
                    expect(status == 2 or self.count["partial"], f"{where}: {day} was never asked for")
                else:
                    self.count["editions"] += 1
                    expect(rows[region, day] == dict(expected), f"{where}: {region} {day} has"
                           f" {rows[region, day]}, the service gave {dict(expected)}")
                day += DAY
        self.count["partial"] += status == 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sequences", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    options = fixture.options(parser)
    total = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        clock = program.compiled(["clock"], pathlib.Path(folder))["clock"]
        for seed in range(options.seed, options.seed + options.sequences):
            with tempfile.TemporaryDirectory() as home:
                try:
                    total += Sequence(
                        options.program.resolve(), clock, seed, pathlib.Path(home), Table()).run()
                except Difference as reason:
                    sys.exit(f"singer_corrections.py: {reason}")
    print(f"{options.sequences} sequences: {dict(total)}")


if __name__ == "__main__":
    main()
