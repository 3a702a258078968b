#!/usr/bin/env python3
"""Mornings of a loader with a state, while the service corrects its charts.

    Tests/Engines/singer_corrections.py [--sequences N] [--seed N] [--program FILE]

A sequence is a made-up service whose films come, go and change places, and runs on a simulated clock, some
of which fail: days that are down, targets that are killed, states that are cut. After each run that loaded
everything, the rows that are not removed must be those that the service gave last: exactly, each once. Two
other readers load once at the beginning and once at the end: they must have what a new reader gets. The
target here is a table in memory with upserts; `singer.py` does the same with real ones. Needs a C compiler.
"""

import argparse
import collections
import contextlib
import datetime
import json
import pathlib
import random
import re
import shutil
import sys
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Simulation"))
import figures  # noqa: E402
import fixture  # noqa: E402
import program  # noqa: E402
from fixture import expect  # noqa: E402

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
        self.varies, self.charts, self.down, self.now, self.served = varies, {}, set(), 0, {}

    def films(self, part, day):
        """The chart of a day, a list of film and admissions."""
        if (part, day) not in self.charts:
            chance = random.Random(f"{self.seed} {part} {day}")  # Requests come in any order.
            self.charts[part, day] = self.new(chance, chance.randint(1, 10) if self.varies else 10)
        return self.charts[part, day]

    @staticmethod
    def new(chance, count):
        """Films by admissions, as in the charts of KOBIS."""
        codes = chance.sample(range(20210000, 20210040), count)
        return sorted(((str(code), chance.randint(1, 99999)) for code in codes), key=lambda film: -film[1])

    def correct(self, part, day):
        """Removes, adds, swaps or changes films, or empties the chart."""
        films = self.films(part, day)
        others = [film for film in self.new(self.chance, 10) if film[0] not in dict(films)]
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
        films[:] = sorted(((code, count + 1) for code, count in films), key=lambda film: -film[1])

    def answer(self, path):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(path).query))
        day = datetime.datetime.strptime(query["targetDt"], "%Y%m%d").date()
        part = tuple(query[name] for name in ("wideAreaCd", "multiMovieYn") if name in query)
        if day in self.down:
            return 503, b"", self.now
        films = self.films(part, day)
        self.served[part, day] = list(films)
        rows = [dict.fromkeys(figures.FIELDS, "1") | {
            "rnum": str(number), "rank": str(number), "rankInten": "0", "rankOldAndNew": "OLD",
            "movieCd": code, "movieNm": f"영화 {code}", "openDt": "2021-02-01", "audiCnt": str(count)}
            for number, (code, count) in enumerate(films, 1)]
        result = {"boxofficeType": "일별 박스오피스", "showRange": f"{day:%Y%m%d}~{day:%Y%m%d}",
                  "dailyBoxOfficeList": rows}
        return 200, json.dumps({"boxOfficeResult": result}).encode(), self.now


class Table:
    """A target that upserts: rows by their key, and the last state."""

    def __init__(self):
        self.table = {}

    def load(self, lines):
        """Loads messages and returns the last state, as a target prints it."""
        state = ""
        for message in map(json.loads, lines):
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

    def __init__(self, file, clock, seed, folder, target, mornings=8):
        self.chance = random.Random(f"sequence {seed}")
        self.seed, self.folder, self.target, self.mornings = seed, folder, target, mornings
        self.file, self.clock = file, clock
        options, self.parts, varies = CHARTS[self.chance.choice(sorted(CHARTS))]
        self.top = self.chance.choice([None, None, 3, 7])
        self.options = [*options, *(["--top", str(self.top)] if self.top else [])]
        self.service = Service(f"service {seed}", varies)
        folder.mkdir()
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
        with fixture.service(self.service.answer) as url:
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

    def tap(self, state, now, *arguments):
        """A run of the program. An empty chart of yesterday counts as not published."""
        words = [*arguments, *self.options, "--format", "singer", "--state", str(state), "--keep-going"]
        ended = self.program.run(["daily", *words], folder=self.folder, clock=now)
        expect(f"seed {self.seed}: {ended.status} is 0 or 2, or nothing was available: {ended.errors}",
               ended.status in (0, 2) or bool(self.service.down))
        return ended

    def load_other(self, name, table, now):
        """Loads all days with a state of its own, without trouble; the final days that it asked for."""
        self.service.down, self.service.served = set(), {}
        state = self.folder / f"state-{name}"
        state.touch()
        final = min(re.findall(r'"replication_key_value": "([^"]+)', state.read_text()), default="")
        ended = self.tap(state, now, "--from", str(FIRST), "--to", str(figures.day_at(now) - DAY))
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
            expect(f"seed {self.seed}: what {name} lacks", found.items() ^ wanted.items(), set())
            expect(f"seed {self.seed}: days that {name} asked for again", asked, set())
            self.count["readers"] += 1

    def morning(self, now):
        chance, today = self.chance, figures.day_at(now)
        self.service.now, self.service.served = now, {}
        for part in self.parts:
            for back in range(1, 7):
                # Figures of the last three days are corrected, and long after only now and then.
                if chance.random() < (0.5 if back <= 3 else 0.05):
                    self.service.correct(part, today - back * DAY)
        whole, kind, end = ["--from", str(FIRST)], chance.randrange(5), today - DAY
        if kind in (1, 2):
            end = today - chance.randint(1, 4) * DAY
        span = {0: ["--last", "1"], 1: [*whole, "--to", str(end)],
                2: ["--to", f"-{(today - end).days}d"]}.get(kind, whole)
        before = self.bookmarks()
        if before is None:
            before, span, end = {}, whole, today - DAY
        refresh = chance.random() < 0.15
        self.service.down = {today - chance.randint(1, 4) * DAY} if chance.random() < 0.25 else set()
        if chance.random() < 0.1 and not self.unsure:
            # Nothing is left to compare with but the state.
            shutil.rmtree(self.folder / ".cache", ignore_errors=True)
            self.archived = set()
            self.was_cleared = True
        ended = self.tap(self.state, now, *span, "--retries", "0", *(["--refresh"] if refresh else []))
        self.count["run"] += 1
        where = f"seed {self.seed}, run {self.count['run']}, {today}, {' '.join(span)}"
        if ended.status not in (0, 2):
            return
        lines = ended.output.splitlines()
        expect(f"{where}: the last message", json.loads(lines[-1])["type"], "STATE")
        self.check_records(lines, before, refresh, where)
        served = self.service.served
        final = {key for key in served if str(key[1]) <= before.get(self.region(key[0]), "")}
        if refresh:
            lost = final - self.archived
            expect(f"{where}: {ended.errors}", "sent again" in ended.errors, bool(lost))
            self.forgotten |= lost
            self.refreshed |= set(served)
        self.archived |= set(served)
        waiting = {(region or "all", day) for day, region in
                   re.findall(r"(?m)^\S+ warning: (\S+?)(?: (\S+))?: a shorter chart came", ended.errors)}
        for (part, day), films in served.items():
            if (self.region(part), str(day)) in waiting:
                continue  # The fuller rows stay until the same comes a day later.
            if (part, day) in final and not refresh:
                continue  # It was requested because another region lags.
            if (part, day) in final and not films:
                self.forgotten.add((part, day))  # The archive has the empty one now.
            if films or not self.expected.get((part, day)):
                self.expected[part, day] = films[:self.top]
            elif (part, day) in self.unsure:
                self.forgotten.add((part, day))  # What stays is what was loaded of it.
        if chance.random() < 0.2:
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
        value = None
        for line in self.state.read_text().splitlines():
            with contextlib.suppress(json.JSONDecodeError):
                value = json.loads(line) if '"bookmarks"' in line else value
        if value is None:
            return None
        partitions = value.get("value", value)["bookmarks"].get("charts", {}).get("partitions", [])
        return {partition["context"]["region"]: partition["replication_key_value"]
                for partition in partitions if "replication_key_value" in partition}

    def check_records(self, lines, before, refresh, where):
        records = [json.loads(line)["record"] for line in lines if '"RECORD"' in line]
        corrected = {str(day) for _, day in self.refreshed}
        for record in records:
            expect(f"{where}: no key is null in {record}", None not in [record[name] for name in KEY])
            expect(f"{where}: {record['from']} may be sent, because no bookmark covers it",
                   refresh or record["from"] in corrected or
                   record["from"] > before.get(record["region"], ""))
            if record["is_removed"]:
                self.count["removed"] += 1
                own = (*KEY, "to", "year_week", "is_removed", "is_final")
                expect(f"{where}: figures of {record}",
                       [name for name in record if name not in own and record[name] is not None], [])
        self.count["records"] += len(records)

    def kill(self, lines, refresh):
        """Loads a part, and keeps the last state of it, or none, or a cut one."""
        self.count["killed"] += 1
        state = self.target.load(lines[:self.chance.randint(1, len(lines))])
        # After two such runs neither state nor archive knows what the first one sent. After a refresh neither
        # knows any longer which final days the target has.
        served = set(self.service.served)
        self.forgotten |= served if refresh else self.unsure & served
        self.unsure |= served
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
                edition = rows[row["region"], str(row["from"])[:10]]
                expect(f"{where}: {row['movie_code']} is there twice", row["movie_code"] in edition, False)
                edition[row["movie_code"]] = int(row["audience_count"])
        for part in self.parts:
            for day in (FIRST + number * DAY for number in range((end - FIRST).days + 1)):
                expected = self.expected.get((part, day))
                if (part, day) in self.unsure | self.forgotten:
                    self.count["unsure"] += 1
                elif expected is None:
                    expect(f"{where}: {day} was asked for", status == 2 or self.count["partial"] > 0)
                else:
                    self.count["editions"] += 1
                    expect(f"{where}: {part} {day}", rows[self.region(part), str(day)], dict(expected))
        self.count["partial"] += status == 2


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sequences", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    chosen = fixture.options(parser)
    total = collections.Counter()
    with fixture.proving(chosen) as proof:
        clock = program.compiled(["clock"], proof.folder)["clock"]
        for seed in range(chosen.seed, chosen.seed + chosen.sequences):
            total += Sequence(proof.program, clock, seed, proof.folder / f"home {seed}", Table()).run()
    print(f"{chosen.sequences} sequences: {dict(total)}")
