"""Mornings of a loader with a state, while the service corrects its charts.

A sequence is a made-up service whose films come, go and change places, and runs on a simulated clock, some
of which fail: days that are down, targets that are killed, states that are cut. After each run that loaded
everything, the rows that are not removed must be those that the service gave last: exactly, each once. Two
other readers load once at the beginning and once at the end: they must have what a new reader gets.

An edition is a region and a day, as texts. `singer.py` runs this. It needs a C compiler.
"""

import collections
import contextlib
import dataclasses
import datetime
import email.utils
import json
import pathlib
import random
import re
import shutil
import sys

from fixture import expect

sys.path += [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("Readers", "Simulation")]
import figures  # noqa: E402
import messages  # noqa: E402
from program import Program, compiled  # noqa: E402, F401
from service import Answer, Service, chart, day_of  # noqa: E402

DAY = datetime.timedelta(1)
FIRST = datetime.date(2021, 3, 1)
WHOLE = ["--from", str(FIRST)]
KEY = ("source", "chart", "from", "region", "nation", "kind", "movie_code")
REGIONS = {"0105001": "서울시", "0105011": "부산시"}
CHARTS = [  # Options, regions, and whether the number of rows varies.
    (["--kind", "art"], ["all"], True), ([], ["all"], False),
    (["--region", "서울,부산"], [*REGIONS.values()], True)]


class Council:
    """A KOBIS whose charts are changed from outside."""

    def __init__(self, seed, varies):
        self.seed, self.chance = seed, random.Random(seed)
        self.varies, self.charts, self.down, self.now, self.served = varies, {}, set(), 0, {}

    def films(self, edition):
        """The chart of an edition, a list of film and admissions."""
        if edition not in self.charts:
            chance = random.Random(f"{self.seed} {edition}")  # Requests come in any order.
            self.charts[edition] = self.new(chance, chance.randint(1, 10) if self.varies else 10)
        return self.charts[edition]

    @staticmethod
    def new(chance, count):
        """Films by admissions, as in the charts of KOBIS."""
        codes = chance.sample(range(20210000, 20210040), count)
        return sorted(((str(code), chance.randint(1, 99999)) for code in codes), key=lambda film: -film[1])

    def correct(self, edition):
        """Removes, adds, swaps or changes films, or empties the chart."""
        films = self.films(edition)
        others = [film for film in self.new(self.chance, 10) if film[0] not in dict(films)]
        match self.chance.choice(["swap", "order", "figures"] + ["remove", "add", "empty"] * self.varies):
            case "swap" if films:
                films[self.chance.randrange(len(films))] = others[0]
            case "remove" if len(films) > 1:
                films.pop(self.chance.randrange(len(films)))
            case "add" if len(films) < 10:
                films.insert(self.chance.randint(0, len(films)), others[0])
            case "order":
                admissions = [count for _, count in films]
                self.chance.shuffle(admissions)
                films[:] = [(code, count) for (code, _), count in zip(films, admissions)]
            case "empty" if self.chance.random() < 0.3:
                films.clear()
        films[:] = sorted(((code, count + 1) for code, count in films), key=lambda film: -film[1])

    def answer(self, query):
        edition = REGIONS.get(query.get("wideAreaCd"), "all"), str(day_of(query))
        told = Answer(b"", 503)
        if edition[1] not in self.down:
            self.served[edition] = list(self.films(edition))
            told = chart(day_of(query), [dict.fromkeys(figures.FIELDS, "1") | {
                "rnum": str(number), "rank": str(number), "rankInten": "0", "rankOldAndNew": "OLD",
                "movieCd": code, "movieNm": f"영화 {code}", "openDt": "2021-02-01", "audiCnt": str(count)}
                for number, (code, count) in enumerate(self.served[edition], 1)])
        return dataclasses.replace(told, headers=(f"Date: {email.utils.formatdate(self.now, usegmt=True)}",))


class Sequence:
    """A service, a program with its state, and a target, morning by morning."""

    def __init__(self, file, clock, seed, folder, target, mornings):
        self.chance = random.Random(f"sequence {seed}")
        self.seed, self.folder, self.target, self.mornings = seed, folder, target, mornings
        options, self.regions, varies = self.chance.choice(CHARTS)
        self.top = self.chance.choice([None, None, 3, 7])
        self.options = [*options, *(["--top", str(self.top)] if self.top else [])]
        self.council = Council(f"service {seed}", varies)
        folder.mkdir()
        self.program = Program(file, folder, "", {"clock": clock})
        self.state = folder / "state"
        self.state.touch()
        self.expected = {}
        self.archived = set()
        """The editions whose answers the archive has."""
        self.refreshed = set()
        """The days that were requested anew, so that they may be sent again when they are final."""
        self.was_cleared = False
        self.unsure, self.forgotten = set(), set()
        """The editions of which the target may have only a part, until the next run and forever."""
        self.count = collections.Counter()

    def run(self):
        with Service(council=self.council) as service:
            self.program.url = service.url("council")
            now = figures.start_of(FIRST + 4 * DAY) + 9 * 3600
            others = {"one": {}, "other": {}}
            for number in range(self.mornings):
                now += self.chance.choice([600, 7200, 86400, 86400, 86400, 3 * 86400])
                self.morning(now)
                if number == 0:
                    for name, tables in others.items():
                        self.load_other(name, tables, now)
                    self.was_cleared = False
            if not self.was_cleared:
                self.check_others(others, now)
        return self.count

    def tap(self, state, now, *arguments):
        """A run of the program. An empty chart of yesterday counts as not published."""
        words = [*arguments, *self.options, "--format", "singer", "--state", str(state), "--keep-going"]
        ended = self.program.run(["daily", *words], folder=self.folder, clock=now)
        expect(f"seed {self.seed}: {ended.status} is 0 or 2, or nothing was available: {ended.errors}",
               ended.status in (0, 2) or bool(self.council.down))
        return ended

    def load_other(self, name, tables, now):
        """Loads all days with a state of its own, without trouble; the final days that it asked for."""
        self.council.down, self.council.served = set(), {}
        state = self.folder / f"state-{name}"
        state.touch()
        final = min(re.findall(r'"replication_key_value": "([^"]+)', state.read_text()), default="")
        ended = self.tap(state, now, *WHOLE, "--to", str(figures.day_at(now) - DAY))
        state.write_text(messages.load(tables, ended.output.splitlines()))
        self.archived |= set(self.council.served)
        for edition, films in self.council.served.items():
            self.expected.setdefault(edition, films[:self.top])  # The archive gives it to the first reader.
        return {day for _, day in self.council.served if day <= final}

    def check_others(self, others, now):
        """Compares readers that missed all corrections with a new one; empty charts take nothing off."""
        for name, tables in others.items():
            asked = self.load_other(name, tables, now)
            self.load_other(f"new-{name}", new := {}, now)
            found, wanted = (messages.kept(each, "charts", *KEY, "audience_count") for each in (tables, new))
            found = [row for row in found if row[2:4] in [other[2:4] for other in wanted]]
            wrong = [row for row in found + wanted if (row in found) != (row in wanted)]
            expect(f"seed {self.seed}: what {name} lacks", wrong, [])
            expect(f"seed {self.seed}: days that {name} asked for again", asked, set())

    def morning(self, now):
        chance, today = self.chance, figures.day_at(now)
        self.council.now, self.council.served = now, {}
        for region in self.regions:
            for back in range(1, 7):
                # Figures of the last three days are corrected, and long after only now and then.
                if chance.random() < (0.5 if back <= 3 else 0.05):
                    self.council.correct((region, str(today - back * DAY)))
        before, kind = self.bookmarks(), chance.randrange(5)
        end = today - (chance.randint(1, 4) if kind in (1, 2) else 1) * DAY
        span = {0: ["--last", "1"], 1: [*WHOLE, "--to", str(end)],
                2: ["--to", f"-{(today - end).days}d"]}.get(kind, WHOLE)
        if before is None:
            before, span, end = {}, WHOLE, today - DAY
        refresh = chance.random() < 0.15
        self.council.down = {str(today - chance.randint(1, 4) * DAY)} if chance.random() < 0.25 else set()
        if chance.random() < 0.1 and not self.unsure:
            # Nothing is left to compare with but the state.
            shutil.rmtree(self.folder / ".cache", ignore_errors=True)
            self.archived, self.was_cleared = set(), True
        ended = self.tap(self.state, now, *span, "--retries", "0", *(["--refresh"] if refresh else []))
        self.count["run"] += 1
        where = f"seed {self.seed}, run {self.count['run']}, {today}, {' '.join(span)}"
        if ended.status not in (0, 2):
            return
        lines = ended.output.splitlines()
        expect(f"{where}: the last message", json.loads(lines[-1])["type"], "STATE")
        self.check_records(lines, before, refresh, where)
        served = self.council.served
        final = {(region, day) for region, day in served if day <= before.get(region, "")}
        if refresh:
            lost = final - self.archived
            expect(f"{where}: {ended.errors}", "sent again" in ended.errors, any(map(served.get, lost)))
            self.forgotten |= lost
            self.refreshed |= {day for _, day in served}
        self.archived |= set(served)
        waiting = {(region or "all", day) for day, region in
                   re.findall(r"(?m)^\S+ warning: (\S+?)(?: (\S+))?: a shorter chart came", ended.errors)}
        for edition, films in served.items():
            if edition in waiting:
                continue  # The fuller rows stay until the same comes a day later.
            if edition in final and not refresh:
                continue  # It was requested because another region lags.
            if edition in final and not films:
                self.forgotten.add(edition)  # The archive has the empty one now.
            if films or not self.expected.get(edition):
                self.expected[edition] = films[:self.top]
            elif edition in self.unsure:
                self.forgotten.add(edition)  # What stays is what was loaded of it.
        if chance.random() < 0.2:
            self.kill(lines, refresh)
        else:
            self.load(lines)
            self.unsure = {edition for edition in self.unsure
                           if edition[1] > str(end) or edition[1] in self.council.down}
            self.check(end, ended.status, where)

    def bookmarks(self):
        """The last day of each region, as the state says; None without a state."""
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
        messages.load(sent := {}, lines)  # It looks at the records, too.
        for record in sent.get("charts", {}).values():
            expect(f"{where}: {record['from']} may be sent, because no bookmark covers it",
                   refresh or record["from"] in self.refreshed or
                   record["from"] > before.get(record["region"], ""))

    def kill(self, lines, refresh):
        """Loads a part, and keeps the last state of it, or none, or a cut one."""
        self.count["killed"] += 1
        state = self.target.load(lines[:self.chance.randint(1, len(lines))])
        # After two such runs neither state nor archive knows what the first one sent. After a refresh neither
        # knows any longer which final days the target has.
        served = set(self.council.served)
        self.forgotten |= served if refresh else self.unsure & served
        self.unsure |= served
        match self.chance.randrange(3):
            case 0 if state:
                self.keep(state + "\n")
            case 1 if self.bookmarks() is not None:
                self.keep('{"type":"STATE","value":{"bookmar')

    def load(self, lines):
        state = self.target.load(lines)
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
            if not row["is_removed"]:
                edition = rows[row["region"], str(row["from"])]
                expect(f"{where}: {row['movie_code']} is there twice", row["movie_code"] in edition, False)
                edition[row["movie_code"]] = row["audience_count"]
        for day in (str(FIRST + number * DAY) for number in range((end - FIRST).days + 1)):
            for edition in ((region, day) for region in self.regions):
                if edition in self.unsure | self.forgotten:
                    continue
                if edition not in self.expected:
                    expect(f"{where}: {day} was asked for", status == 2 or self.count["partial"] > 0)
                else:
                    self.count["editions"] += 1
                    expect(f"{where}: {edition}", rows[edition], dict(self.expected[edition]))
        self.count["partial"] += status == 2
