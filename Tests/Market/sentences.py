"""Proves the sentences of `--format text` on simulated markets, by a reader that knows only their rows.

python3 sentences.py .build/release/bo-export [--seeds N] [--jobs N]

Each seed is a market whose films have titles that end in every way. Its charts, and ranges of `market`,
`ranking` and `trend`, are written as rows and as sentences in both languages: every number of a sentence
must be a figure of the rows, or a sum of them, and of the film that it stands beside. At the end each rule is
tried on sentences that were spoilt on purpose.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import os
import random
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from pathlib import Path

from bench import Bench, benches, over_seeds
from books import book_of
from findings import Findings
from market import Market, market_of
from program import executable
from questions import ranged

TITLES = (
    "기생충", "영화", "서울", "F1", "1987", "괴물!", "어벤져스: 엔드게임", "별 (재개봉)", "곡성(哭聲)", "‘속’ 이야기",
    "끝났다. 그리고", "위키드: 포 굿", "탑건: 매버릭", "TAR", "하트♥", "값", "하울의 움직이는 성?", "명량...", "1,234명",
    "‘2위’", "보고타: 마지막 기회의 땅, 그리고 그 뒤에 남은 사람들의 이야기", "긴" * 90, "café", "한\u1161", "100%")
"""Titles that end in every way, or look like parts of a sentence."""
LONGEST = 150
UNITS = {"": 1, "만": 10**4, "억": 10**8, "조": 10**12}
NUMBER = r"-?\d+[만억조]?(?: \d+[만억조]?)*"
"""A Korean number: groups with one space between, and nothing else."""
DAYS = r"(\d{4})년 (\d{1,2})월 (\d{1,2})일(?:~(?:(?:(\d{4})년 )?(\d{1,2})월 )?(\d{1,2})일)?"
ISO = r"\d{4}-\d\d-\d\d"
Row = dict[str, object]


class Wrong(Exception):
    """A sentence that says what the rows do not."""


def require(is_right: bool, *message: object) -> None:
    """Refuses what is not right."""
    if not is_right:
        raise Wrong(" ".join(map(str, message)))


# Readers of the parts of a sentence


def value(text: str) -> int:
    """The number that is written by 만 and 억, or by thousands."""
    if re.fullmatch(r"-?\d{1,3}(,\d{3})*", text):
        return int(text.replace(",", ""))
    total, last = 0, 10**16
    for group in text.lstrip("-").split(" "):
        found = re.fullmatch(r"([1-9]\d{0,3}|0)([만억조]?)", group)
        require(found is not None, "no number:", text)
        unit = UNITS[found[2]]
        require(unit < last and (int(found[1]) > 0 or text == "0"), "groups of", text)
        total, last = total + int(found[1]) * unit, unit
    return -total if text.startswith("-") else total


def people(count: int, korean: bool) -> str:
    """Admissions as they are due, worked out from the end."""
    if not korean:
        return f"{count:,} admission" + "s" * (count != 1)
    digits, groups = str(count), []
    for unit in ("", "만", "억"):
        digits, group = digits[:-4], digits[-4:]
        if group.strip("0"):
            groups.insert(0, group.lstrip("0") + unit)
    return (" ".join(groups) or "0") + "명"


def dated(found: re.Match[str]) -> str:
    """Korean days as English has them."""
    year, month, day, last_year, last_month, last = found.groups()
    first = date(int(year), int(month), int(day))
    return f"{first}" if last is None else (
        f"{first} to {date(int(last_year or year), int(last_month or month), int(last))}")


def check_particle(title: str, after: str) -> None:
    """What follows a title in a Korean sentence is due after its last sound, by Unicode."""
    if not (found := re.match("으로|로|은|는", after)):
        return
    bare = title.rstrip("’”'\"!?.")
    require(not title.endswith("…") and "가" <= bare[-1:] <= "힣", f"‘{title}’ has a particle: {after[:8]}")
    parts = unicodedata.normalize("NFD", bare[-1])
    topic, way = "는" if len(parts) == 2 else "은", "로" if parts[2:] in ("", "\u11af") else "으로"
    require(found[0] in (topic, way), f"‘{title}’{found[0]}")


def cuts(title: str) -> list[str]:
    """What may stand for a title: it, or its beginning."""
    shorter = [title[:length - 1] + "…" for length in (60, 40, 25, 16, 10, 6) if len(title) > length]
    return shorter if len(title) > 60 else [title, *shorter]


class Text:
    """A paragraph with numbered tokens instead of titles, and days as in English."""

    def __init__(self, text: str, titles: set[str], korean: bool) -> None:
        self.korean, self.titles = korean, list[str]()
        """The titles in their order, whole again where they were cut."""
        # The longest first: a title may hold another one in quotation marks.
        shown = {cut: title for title in titles for cut in cuts(title)}
        pattern = "‘(" + "|".join(map(re.escape, sorted(shown, key=len, reverse=True))) + ")’"
        for found in re.finditer(pattern, text):
            self.titles.append(shown[found[1]])
            if korean:
                check_particle(found[1], text[found.end():])
        numbers = itertools.count()
        bare = re.sub(pattern, lambda found: f"<{next(numbers)}>", text)
        require("‘" not in bare, "a title of no row:", text)
        masked = re.sub(pattern, lambda found: "T" * len(found[0]), text)
        for sentence in re.split(r"(?<=\.) ", masked):
            require(len(sentence) <= LONGEST, len(sentence), "characters:", sentence)
            require(sentence.endswith("다." if korean else "."), "the end of", sentence)
        check_spacing(bare, korean)
        self.bare = re.sub(DAYS, dated, bare) if korean else bare
        self.sentences = re.split(r"(?<=\.) ", self.bare)
        self.days = re.findall(ISO, self.bare)

    def check_days(self, first: object, last: object) -> None:
        """The days that are named first."""
        found = re.search(rf"({ISO})(?: to ({ISO}))?", self.bare)
        require(found and (found[1], found[2] or found[1]) == (f"{first}", f"{last}"), "days of", self.bare)


def check_spacing(text: str, korean: bool) -> None:
    """One rule: a space between groups of a number alone, and none before its unit."""
    if korean:
        require(not re.search(r"\d,\d", text), "commas in", text)
        require(not re.search(r"\d [명원위편%년월일만억조]", text), "a space before a unit:", text)
        require(not re.search(r"[만억조]\d", text), "no space between groups:", text)
    else:
        require(not re.search(r"\d{5}", text), "no commas in", text)
    require("  " not in text and not re.search(r" [.,%)]", text), "spaces in", text)


# The rules

NAMED = {
    True: (r"(\d+)위는 <(\d+)>(?:으로|로)?, (.*)이다\.", "다음은 ", r"(\d+)위 <(\d+)>\(([^)]*)\)"),
    False: (r"number (\d+) was <(\d+)>, with (.*)\.$", "Then came ", r"#(\d+) <(\d+)> \(([^)]*)\)"),
}
"""How a sentence names the first film by rank, title and figures, and how the next one does the others."""


def check_named(
    text: Text, rows: list[Row], wanted: int, amount: Callable[[Row], str],
    more: Callable[[Row], list[str]],
) -> None:
    """The films of a chart or ranking: rank and figures of each are those of its row."""
    first, begin, each = NAMED[text.korean]
    named: list[tuple[str, str, str]] = []
    for sentence in text.sentences:
        if found := re.search(first, sentence):
            named.append(found.groups())
        elif sentence.startswith(begin):
            named += re.findall(each, sentence)
    require(len(named) == min(wanted, len(rows)), len(named), "films named:", text.bare)
    for place, ((rank, at, said), row) in enumerate(zip(named, rows)):
        title = text.titles[int(at)]
        require((int(rank), title) == (row["rank"], row["title"]), "rank of", title)
        due = re.sub(" admissions?$", "", amount(row))
        if place == 0:
            due = ", ".join(["관객수는 " * text.korean + amount(row), *more(row)])
        require(said == due, f"{said!r}, not {due}")


def check_chart(text: Text, rows: list[Row], wanted: int) -> None:
    """A paragraph about a chart."""
    require(len(text.sentences) <= 5, len(text.sentences), "sentences")
    text.check_days(rows[0]["date"], rows[0]["date"])

    def total(row: Row) -> list[str]:
        said = people(row["audience_total"], text.korean)
        return [f"누적 관객수는 {said}" if text.korean else f"{said} in total"]

    check_named(text, rows, wanted, lambda row: people(row["audience_count"], text.korean), total)
    new = [row["title"] for row in rows if row["is_new"]]
    told = [sentence for sentence in text.sentences if "진입" in sentence or "entered" in sentence]
    require(len(told) == bool(new), "new films in", text.bare)
    for sentence in told:
        require(re.fullmatch(r"<\d+>(, <\d+>)*( 외)? (and \d+ more )?(\d+편이 새로 진입했다|entered the chart)\.",
                             sentence) is not None, "the form of", sentence)
        names = [text.titles[int(at)] for at in re.findall(r"<(\d+)>", sentence)]
        require(names == new[:5], "new films:", names, new)
        found = re.search(r"(\d+)(?:편이| more)", sentence)
        number = len(new) - 5 if len(new) > 5 else len(new)
        require(not found and not text.korean and len(new) <= 5 or int(found[1]) == number, sentence)
    rest = re.sub(rf"<\d+>|{ISO}|{NUMBER}명|\d+[위편]|number \d+|#\d+|[\d,]+ admissions?|\([\d,]+\)|\d+ more",
                  "", text.bare)
    require(not re.search(r"\d", rest), "more numbers:", rest)


def check_ranking(text: Text, rows: list[Row], wanted: int) -> None:
    """A paragraph about a ranking."""

    def amount(row: Row) -> str:
        least, most = row["audience_at_least"], row["audience_at_most"]
        first = people(least, text.korean)
        if least == most:
            return first
        if most is None:
            return f"{first} 이상" if text.korean else f"at least {first}"
        last = people(most, text.korean)
        return f"{first} 이상 {last} 이하" if text.korean else f"between {least:,} and {last}"

    check_named(text, rows, wanted, amount, lambda row: [])
    unsure = [row["rank"] for row in rows if not row["is_rank_sure"]]
    told = next(sentence for sentence in text.sentences if "확실" in sentence or " sure" in sentence)
    said = [rank for first, last in re.findall(r"(\d+)(?:(?:~| to )(\d+))?(?=위|,| and|\.)", told)
            for rank in range(int(first), int(last or first) + 1)]
    more = re.search(r"외 (\d+)편| and (\d+) more", told)
    require(said == unsure[:len(said)], "unsure ranks:", told, unsure)
    require(len(said) + int(more and (more[1] or more[2]) or 0) == len(unsure), "unsure ranks:", told)
    named = [row for row in rows[:wanted] if row["audience_at_least"] != row["audience_at_most"]]
    require(bool(named) == ("하한과" in text.bare or "bounds" in text.bare), "bounds in", text.bare)


def check_market(text: Text, rows: list[Row], days: list[date]) -> None:
    """The paragraph about a market: exact sums, rounded outwards."""
    text.check_days(days[0], days[-1])
    sums: dict[object, list[int]] = {}
    for nation in ("all", "korean", "foreign"):
        parts = [[row[f"sales_at_{end}"] for row in rows if row["nation"] == nation]
                 for end in ("least", "most")]
        if parts[0] and None not in parts[0] + parts[1]:
            sums[nation] = list(map(sum, parts))
    if "all" not in sums:
        require(re.search(r"(\d)[^\d]*(알 수 없다|not known)", text.bare) is not None, text.bare)
        return
    found = re.search(rf"전체 매출액은 ({NUMBER})원 이상 ({NUMBER})원 이하이다" if text.korean
                      else r"between ([\d,.]+) billion won and ([\d,.]+) billion won", text.bare)
    require(found is not None, "no amounts:", text.bare)
    least, most = (value(part) if text.korean else Fraction(part.replace(",", "")) * 10**9
                   for part in found.groups())
    low, high = sums["all"]
    require(least % 10**8 == most % 10**8 == 0, "not rounded:", found[0])
    require(0 <= low - least < 10**8 and 0 <= most - high < 10**8, found[0], sums)
    shares = re.findall(
        r"(한국|외국)영화 ([\d.]+)% 이상 ([\d.]+)% 이하" if text.korean
        else r"(Korean|foreign) films between ([\d.]+)% and ([\d.]+)%", text.bare)
    fits = all(row["is_consistent"] for row in rows)
    nations = [nation for nation in ("korean", "foreign") if nation in sums] if fits else []
    for nation, (name, *percents) in zip(nations, shares):
        require(name in {"korean": ("한국", "Korean"), "foreign": ("외국", "foreign")}[nation], name)
        least, most = map(Fraction, percents)
        due = 100 * Fraction(sums[nation][0], high), min(100, 100 * Fraction(sums[nation][1], low))
        require(0 <= due[0] - least < Fraction(1, 100) and 0 <= most - due[1] < Fraction(1, 100), name)
    require(len(shares) == len(nations) or "100.00%" in text.bare, "shares:", text.bare)


def check_run(text: Text, rows: list[Row], _: int) -> None:
    """The paragraph about a film's run."""
    first = next((row for row in rows if row["release_day"] == 1 and row["on_chart"]), None)
    week = [row for row in rows if row["release_day"] in range(1, 8) and row["on_chart"]]
    last = next((row for row in reversed(rows) if row["on_chart"]), None)
    due = [first and first["audience_count"],
           len(week) == 7 and sum(row["audience_count"] for row in week),
           last and last["audience_total"]]
    pattern = rf"({NUMBER})명" if text.korean else r"(\d[\d,]*)(?: admissions?)? (?:on|in) "
    said = [value(part) for part in re.findall(pattern, re.sub(ISO, "", text.bare))]
    require(said == [count for count in due if count], due, text.bare)
    require(text.days == [row["date"] for row in (first, last) if row], text.days)


# The program


@dataclass(frozen=True, slots=True)
class Document:
    """Sentences, and what they are about."""

    command: str
    output: str
    rows: list[Row]
    days: list[date]
    films: int
    """The number of films that are named."""
    korean: bool

    def read(self, found: Findings, spoil: Callable[[str], str] = str) -> None:
        """Reads it, paragraph by paragraph; only those that are changed, if it is spoilt on purpose."""
        paragraphs = self.output.removesuffix("\n").split("\n\n")
        key = {"daily": "date", "trend": "movie_code"}.get(self.command)
        groups: dict[object, list[Row]] = {}
        for row in self.rows:
            groups.setdefault(row[key] if key else None, []).append(row)
        extra = [text for text in paragraphs[len(groups):]
                 if "온전하지" not in text and "incomplete" not in text]
        found.check(f"{self.command}: paragraphs", len(paragraphs) >= len(groups) and not extra,
                    self.output[:300])
        for paragraph, group in zip(paragraphs, groups.values()):
            spoilt = spoil(paragraph)
            if spoil is str or spoilt != paragraph:
                wrong = self._wrong(spoilt, group)
                found.check(f"{self.command}: text", not wrong, f"{wrong}\n    {spoilt}")

    def _wrong(self, paragraph: str, group: list[Row]) -> str:
        try:
            text = Text(paragraph, {row.get("title", "?") for row in group}, self.korean)
            if self.command == "market":
                check_market(text, group, self.days)
            else:
                check = {"daily": check_chart, "ranking": check_ranking, "trend": check_run}[self.command]
                check(text, group, self.films)
        except (Wrong, StopIteration, ValueError, IndexError, TypeError) as error:
            return repr(error)
        return ""


def titled(seed: int) -> Market:
    """A market whose films have the titles above."""
    market, chance = market_of(seed), random.Random(seed)
    for at, code in enumerate(sorted(market.films)):
        number = f" {at}" if chance.random() < 0.2 else ""
        market.films[code] = replace(market.films[code], title=chance.choice(TITLES) + number)
    return market


def documents(seed: int, program: Path, found: Findings) -> Iterator[Document]:
    """The documents about a market."""
    charts, chance = book_of(titled(seed)), random.Random(seed)
    days = charts.markets[0].days
    codes = [code for code, (_, opened) in charts.films.items()
             if opened and f"{days[20]}" <= opened <= f"{days[30]}"][:4]
    with benches(program, found, f"seed {seed}", charts=charts) as bench:
        write = functools.partial(written, bench("charts"))
        yield from write("daily", days[:25], chance.randint(1, 5))
        for _ in range(5):
            start, length = chance.randrange(1, 60), chance.choice((1, 2, 7, 30))
            part = days[start:start + length]
            nations = ("--nations",) * chance.randrange(2)
            yield from write("market", part, None, *nations, "--by", chance.choice(("day", "week")))
            deep = chance.choice(((), ("--deep",), ("--nation", "korean")))
            yield from write("ranking", part, chance.randint(1, 5), *deep)
        if codes:
            yield from write("trend", days[20:60], None, *codes)


def written(
    bench: Bench, command: str, days: list[date], films: int | None, *options: str
) -> Iterator[Document]:
    """What is written about days, in both languages."""
    words = (command, *ranged(days), *options)
    rows = [json.loads(line) for line in bench.run(*words, "--format", "jsonl").output.splitlines()]
    named = ("-O", f"films={films}") if films else ()
    for language in ("ko", "en"):
        output = bench.run(*words, *named, "--format", "text", "--lang", language).output
        yield Document(command, output, rows, days, films, language == "ko")


def check_seed(seed: int, program: Path) -> Findings:
    """Checks the sentences of a market."""
    found = Findings()
    for document in documents(seed, program, found):
        document.read(found)
    return found


SPOILT: dict[str, tuple[str, str | Callable[[re.Match[str]], str]]] = {
    "another digit": (r"(\d)(명|원 이상|원 이하| admissions| billion)",
                      lambda found: f"{(int(found[1]) + 1) % 10}{found[2]}"),
    "another particle": ("’(으로|로),", lambda found: "’로," if found[1] == "으로" else "’으로,"),
    "a particle after any title": ("’,", "’는,"),
    "a space before a unit": (r"(\d)(명|원)", r"\1 \2"),
    "no space between groups": (r"만 (\d)", r"만\1"),
    "commas": (r"(\d)(\d{3})명", r"\1,\2명"),
    "a long sentence": (r"\. ", f" {'그리고 ' * 40}. "),
    "another rank": (r"(1위는|number 1 )", lambda found: found[0].replace("1", "2")),
    "one number more": (r"(이다|total)\.", r"\1 7."),
}
"""What to replace where, so that a sentence is spoilt, which must be noticed."""


def check_spoilt(program: Path) -> int:
    """Checks that each way to spoil sentences is noticed."""
    status, written = 0, list(documents(0, program, Findings()))
    for name, (pattern, other) in SPOILT.items():
        found = Findings()
        for document in written:
            document.read(found, functools.partial(re.sub, pattern, other, count=1))
        tried = sum(number for check, number in found.counts.items() if check.endswith(": text"))
        wrong = sum(len(said) for check, said in found.wrong.items() if check.endswith(": text"))
        print(f"spoilt on purpose, {name}: noticed {wrong} of {tried}")
        status |= wrong < tried or not tried
    return status


def main() -> int:
    """Runs the checks; returns 1 if any failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", type=executable, default=".build/release/bo-export")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    check = functools.partial(check_seed, program=options.program)
    return over_seeds(check, options.seeds, options.jobs).tell() | check_spoilt(options.program)


if __name__ == "__main__":
    sys.exit(main())
