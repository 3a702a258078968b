"""Proves the sentences of `--format text` on simulated markets, by a reader that knows only their rows.

python3 sentences.py .build/release/bo-export [--seeds N] [--jobs N]

Each seed is a market whose films have titles that end in every way. Its charts, and ranges of `market`,
`ranking` and `trend`, are written as rows and as sentences in both languages: every number of a sentence must be
a figure of the rows, or a sum of them, and of the film that it stands beside. At the end each rule is tried on
sentences that were spoilt on purpose.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import random
import re
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True

from bench import Bench, Findings, market_of, over_seeds, ranged  # noqa: E402

from market import Rows  # noqa: E402
from program import executable  # noqa: E402
from service import Book, Service, book_of  # noqa: E402

TITLES = (
    "기생충", "영화", "서울", "F1", "1987", "괴물!", "어벤져스: 엔드게임", "별 (재개봉)", "곡성(哭聲)", "‘속’ 이야기",
    "끝났다. 그리고", "위키드: 포 굿", "탑건: 매버릭", "TAR", "하트♥", "값", "하울의 움직이는 성?", "명량...", "1,234명",
    "‘2위’", "보고타: 마지막 기회의 땅, 그리고 그 뒤에 남은 사람들의 이야기", "긴" * 90, "café", "한\u1161", "100%")
"""Titles that end in every way, or look like parts of a sentence."""
LONGEST = 150
UNITS = {"": 1, "만": 10**4, "억": 10**8, "조": 10**12}
NUMBER = r"-?\d+[만억조]?(?: \d+[만억조]?)*"
"""A Korean number: groups with one space between, and nothing else."""
DAY = r"(\d{4})년 (\d{1,2})월 (\d{1,2})일"
DAYS = DAY + r"(?:~(?:(?:(\d{4})년 )?(\d{1,2})월 )?(\d{1,2})일)?"
PARTICLES = ("으로", "로", "은", "는")
Row = dict[str, object]
Document = tuple[str, str, list[Row], list[date], int, bool]


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


def days_in(text: str) -> tuple[date, date]:
    """The days that a sentence names first."""
    if found := re.search(r"(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))?", text):
        return date.fromisoformat(found[1]), date.fromisoformat(found[2] or found[1])
    found = re.search(DAYS, text)
    require(found is not None, "no days:", text)
    first = date(*map(int, found.groups()[:3]))
    year, month, day = found.groups()[3:]
    if day is None:
        return first, first
    return first, date(int(year or first.year), int(month or first.month), int(day))


def final(title: str) -> str | None:
    """How a title ends: `rieul`, another `consonant` or a `vowel`, by Unicode; None if that is not sure."""
    bare = title.rstrip("’”'\"!?.")
    if not bare or not "가" <= bare[-1] <= "힣":
        return None
    parts = unicodedata.normalize("NFD", bare[-1])
    return "vowel" if len(parts) == 2 else "rieul" if parts[2] == "\u11af" else "consonant"


def check_particle(title: str, after: str) -> None:
    """What follows a title in a Korean sentence."""
    found = re.match("|".join(PARTICLES), after)
    kind = None if title.endswith("…") else final(title)
    if found is None:
        return
    require(kind is not None, f"‘{title}’ has a particle: {after[:8]}")
    due = ("는", "로") if kind == "vowel" else ("은", "로") if kind == "rieul" else ("은", "으로")
    require(found[0] in due, f"‘{title}’{found[0]}")


class Text:
    """A paragraph with numbered tokens instead of titles."""

    def __init__(self, text: str, titles: set[str], korean: bool) -> None:
        self.korean, self.titles = korean, list[str]()
        """The titles in their order, whole again where they were cut."""
        # The longest first: a title may hold another one in quotation marks.
        shown = {cut: title for title in titles for cut in cuts(title)}
        pattern = "|".join(re.escape(cut) for cut in sorted(shown, key=len, reverse=True))
        self.bare, at, lengths = "", 0, 0
        for found in re.finditer(f"‘({pattern})’", text):
            self.bare += text[at:found.start()] + f"<{len(self.titles)}>"
            self.titles.append(shown[found[1]])
            if korean:
                check_particle(found[1], text[found.end():])
            at = found.end()
        self.bare += text[at:]
        require("‘" not in self.bare, "a title of no row:", text)
        self.sentences = re.split(r"(?<=\.) ", self.bare)
        masked = re.sub(f"‘({pattern})’", lambda found: "T" * len(found[0]), text)
        for sentence in re.split(r"(?<=\.) ", masked):
            require(len(sentence) <= LONGEST, len(sentence), "characters:", sentence)
        for sentence in self.sentences:
            require(sentence.endswith("다." if korean else "."), "the end of", sentence)
        check_spacing(self.bare, korean)


def cuts(title: str) -> Iterator[str]:
    """What may stand for a title: it, or its beginning."""
    line = title if len(title) > 60 else None
    yield title if line is None else title[:59] + "…"
    for length in (60, 40, 25, 16, 10, 6):
        if len(title) > length:
            yield title[:length - 1] + "…"


def check_spacing(text: str, korean: bool) -> None:
    """One rule: a space between groups of a number alone, and none before its unit."""
    if korean:
        require(not re.search(r"\d,\d", text), "commas in", text)
        require(not re.search(r"\d [명원위편%년월일만억조]", text), "a space before a unit:", text)
        require(not re.search(r"[만억조]\d", text), "no space between groups:", text)
    else:
        require(not re.search(r"\d{5}", text), "no commas in", text)
    require("  " not in text and not re.search(r" [.,%)]", text), "spaces in", text)


def leftover(text: str, *patterns: str) -> str:
    """The text without what the patterns found."""
    for pattern in patterns:
        text = re.sub(pattern, "", text)
    return text


# The rules


def check_named(text: Text, rows: list[Row], figures: Callable[[Row], tuple[str, ...]], wanted: int) -> None:
    """The films of a chart or ranking: rank and figures of each are those of its row."""
    ranked = [row for row in rows if row["rank"] is not None]
    named: list[tuple[int, int, str]] = []
    for sentence in text.sentences:
        if text.korean:
            if found := re.search(r"(\d+)위는 <(\d+)>(?:으로|로)?, (.*)이다\.", sentence):
                named.append((int(found[1]), int(found[2]), found[3]))
            elif sentence.startswith("다음은 "):
                named += [(int(rank), int(at), said) for rank, at, said
                          in re.findall(r"(\d+)위 <(\d+)>\(([^)]*)\)", sentence)]
        elif found := re.search(r"number (\d+) was <(\d+)>, with (.*)\.$", sentence):
            named.append((int(found[1]), int(found[2]), found[3]))
        elif sentence.startswith("Then came "):
            named += [(int(rank), int(at), said) for rank, at, said
                      in re.findall(r"#(\d+) <(\d+)> \(([^)]*)\)", sentence)]
    require(len(named) == min(wanted, len(ranked)), len(named), "films named:", text.bare)
    for place, ((rank, at, said), row) in enumerate(zip(named, ranked)):
        require((rank, text.titles[at]) == (row["rank"], row["title"]), "rank of", text.titles[at])
        due = figures(row)[:None if place == 0 else 1]
        require(said == ", ".join(due), f"{said!r}, not {due}")


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


def said_of_chart(korean: bool, row: Row) -> tuple[str, ...]:
    """The figures of a row of a chart, as they are due."""
    count, total = (people(row[name], korean) for name in ("audience_count", "audience_total"))
    return (f"관객수는 {count}", f"누적 관객수는 {total}") if korean else (count, f"{total} in total")


def check_chart(text: Text, rows: list[Row], wanted: int) -> None:
    """A paragraph about a chart."""
    require(len(text.sentences) <= 5, len(text.sentences), "sentences")
    require(days_in(text.bare) == (date.fromisoformat(rows[0]["date"]),) * 2, "days of", text.bare)

    def figures(row: Row) -> tuple[str, ...]:
        said = said_of_chart(text.korean, row)
        bare = re.sub(r"^관객수는 | admissions?$", "", said[0])
        return said if row is rows[0] else (bare,)

    check_named(text, rows, figures, wanted)
    new = [row["title"] for row in rows if row["is_new"]]
    told = [sentence for sentence in text.sentences
            if "진입" in sentence or "entered" in sentence]
    require(len(told) == bool(new), "new films in", text.bare)
    for sentence in told:
        require(re.fullmatch(r"<\d+>(, <\d+>)*( 외)? (and \d+ more )?(\d+편이 새로 진입했다|entered the chart)\.",
                             sentence) is not None, "the form of", sentence)
        names = [text.titles[int(at)] for at in re.findall(r"<(\d+)>", sentence)]
        require(names == new[:5], "new films:", names, new)
        found = re.search(r"(\d+)(?:편이| more)", sentence)
        number = len(new) - 5 if len(new) > 5 else len(new)
        require(not found and not text.korean and len(new) <= 5 or int(found[1]) == number, sentence)
    rest = leftover(text.bare, r"<\d+>", DAYS, r"\d{4}-\d\d-\d\d", rf"{NUMBER}명", r"\d+[위편]",
                    r"number \d+", r"#\d+", r"[\d,]+ admissions?", r"\([\d,]+\)", r"\d+ more")
    require(not re.search(r"\d", rest), "more numbers:", rest)


def check_ranking(text: Text, rows: list[Row], wanted: int) -> None:
    """A paragraph about a ranking."""

    def figures(row: Row) -> tuple[str, ...]:
        least, most = row["audience_at_least"], row["audience_at_most"]
        first = people(least, text.korean)
        if least == most:
            said = first
        elif most is None:
            said = f"{first} 이상" if text.korean else f"at least {first}"
        elif text.korean:
            said = f"{first} 이상 {people(most, True)} 이하"
        else:
            said = f"between {least:,} and {people(most, False)}"
        if row is rows[0]:
            return (f"관객수는 {said}" if text.korean else said,)
        return (re.sub(" admissions?$", "", said),)

    check_named(text, rows, figures, wanted)
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
    require(days_in(text.bare) == (days[0], days[-1]), "days of", text.bare)
    sums: dict[object, tuple[int, int] | None] = {}
    for row in rows:
        bounds = row["sales_at_least"], row["sales_at_most"]
        before = sums.get(row["nation"], (0, 0))
        sums[row["nation"]] = None if None in (*bounds, before) else (
            before[0] + bounds[0], before[1] + bounds[1])
    whole = sums["all"]
    if whole is None:
        require(re.search(r"(\d)[^\d]*(알 수 없다|not known)", text.bare) is not None, text.bare)
        return
    pattern = (rf"전체 매출액은 ({NUMBER})원 이상 ({NUMBER})원 이하이다" if text.korean
               else r"between ([\d,.]+) billion won and ([\d,.]+) billion won")
    found = re.search(pattern, text.bare)
    require(found is not None, "no amounts:", text.bare)
    said = [value(part) if text.korean else Fraction(part.replace(",", "")) * 10**9
            for part in found.groups()]
    require(all(amount % 10**8 == 0 for amount in said), "not rounded:", found[0])
    require(0 <= whole[0] - said[0] < 10**8 and 0 <= said[1] - whole[1] < 10**8, found[0], whole)
    shares = re.findall(
        r"(한국|외국)영화 ([\d.]+)% 이상 ([\d.]+)% 이하" if text.korean
        else r"(Korean|foreign) films between ([\d.]+)% and ([\d.]+)%", text.bare)
    fits = all(row["is_consistent"] for row in rows)
    nations = [nation for nation in ("korean", "foreign") if sums.get(nation)] if fits else []
    for nation, (name, *percents) in zip(nations, shares):
        require(name in {"korean": "한국 Korean", "foreign": "외국 foreign"}[nation].split(), name)
        least, most = (Fraction(percent) for percent in percents)
        low = 100 * Fraction(sums[nation][0], whole[1])
        high = min(100, 100 * Fraction(sums[nation][1], whole[0]))
        require(0 <= low - least < Fraction(1, 100) and 0 <= most - high < Fraction(1, 100), name)
    require(len(shares) == len(nations) or "100.00%" in text.bare, "shares:", text.bare)


def check_run(text: Text, rows: list[Row]) -> None:
    """The paragraph about a film's run."""
    first = next((row for row in rows if row["release_day"] == 1 and row["on_chart"]), None)
    week = [row for row in rows if row["release_day"] in range(1, 8) and row["on_chart"]]
    last = next((row for row in reversed(rows) if row["on_chart"]), None)
    due = [first and first["audience_count"],
           len(week) == 7 and sum(row["audience_count"] for row in week),
           last and last["audience_total"]]
    pattern = rf"({NUMBER})명" if text.korean else r"(\d[\d,]*)(?: admissions?)? (?:on|in) "
    require([value(part) for part in re.findall(pattern, leftover(text.bare, DAYS))]
            == [count for count in due if count], due, text.bare)
    dates = [date(*map(int, found)) for found in re.findall(DAY, text.bare)]
    dates += [date.fromisoformat(found) for found in re.findall(r"\d{4}-\d\d-\d\d", text.bare)]
    require([f"{day}" for day in dates] == [row["date"] for row in (first, last) if row], dates)


# The program


def book(seed: int) -> tuple[Book, list[date]]:
    """A market whose films have the titles above."""
    market, chance = market_of(seed), random.Random(seed)
    titles: dict[str, str] = {}
    for code in sorted(market.films):
        number = f" {len(titles)}" if chance.random() < 0.2 else ""
        titles[code] = chance.choice(TITLES) + number
    plain = book_of(market)

    def chart(day: date, nation: str) -> Rows:
        return [row | {"movieNm": titles[row["movieCd"]]} for row in market.chart(day, nation)]

    films = {code: (titles[code], opened) for code, (_, opened) in plain.films.items()}
    return Book(chart, films), market.days


def asked(seed: int, days: list[date], codes: list[str]) -> Iterator[tuple[str, list[date], tuple[str, ...]]]:
    """What is asked of a market: the command, the days, and further options."""
    chance = random.Random(seed)
    yield "daily", days[:25], ("-O", f"films={chance.randint(1, 5)}")
    for _ in range(5):
        start, length = chance.randrange(1, 60), chance.choice((1, 2, 7, 30))
        part = days[start:start + length]
        yield "market", part, ("--nations",) * chance.randrange(2) + ("--by", chance.choice(("day", "week")))
        deep = chance.choice(((), ("--deep",), ("--nation", "korean")))
        yield "ranking", part, ("-O", f"films={chance.randint(1, 5)}", *deep)
    yield "trend", days[20:60], tuple(codes)


def check_seed(seed: int, program: Path) -> Findings:
    """Checks the sentences of a market."""
    found = Findings()
    for document in documents(seed, program, found):
        read(found, *document)
    return found


def documents(seed: int, program: Path, found: Findings) -> Iterator[Document]:
    """The documents about a market: command, text, rows, days, films that are named, whether it is Korean."""
    charts, days = book(seed)
    codes = [code for code, (_, opened) in charts.films.items()
             if opened and f"{days[20]}" <= opened <= f"{days[30]}"][:4]
    with tempfile.TemporaryDirectory(prefix="text.") as folder, Service(charts=charts) as service:
        bench = Bench(program, service, f"seed {seed} charts", charts, folder, found)
        for command, part, options in asked(seed, days, codes):
            if command == "trend" and not codes:
                continue
            bare = [word for at, word in enumerate(options)
                    if word != "-O" and not word.startswith("films=")]
            arguments = (command, *ranged(part), *bare)
            rows = [json.loads(line) for line in
                    bench.run(*arguments, "--format", "jsonl").output.splitlines()]
            films = next((int(word[6:]) for word in options if word.startswith("films=")), 3)
            for language in ("ko", "en"):
                ended = bench.run(*arguments, *options[:2 if "-O" in options else 0], "--format", "text",
                                  "--lang", language)
                yield command, ended.output, rows, part, films, language == "ko"


def read(
    found: Findings, command: str, output: str, rows: list[Row], days: list[date], films: int,
    korean: bool, spoil: Callable[[str], str] | None = None,
) -> None:
    """Reads a document, paragraph by paragraph."""
    paragraphs = output.removesuffix("\n").split("\n\n")
    key = {"daily": "date", "trend": "movie_code"}.get(command)
    groups: dict[object, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[key] if key else None, []).append(row)
    extra = [text for text in paragraphs[len(groups):] if "온전하지" not in text and "incomplete" not in text]
    found.check(f"{command}: paragraphs", len(paragraphs) >= len(groups) and not extra, output[:300])
    for paragraph, group in zip(paragraphs, groups.values()):
        titles = {row["title"] for row in group if "title" in row}
        before, paragraph = paragraph, spoil(paragraph) if spoil else paragraph
        if spoil and paragraph == before:
            continue
        try:
            text = Text(paragraph, titles or {"?"}, korean)
            if command == "daily":
                check_chart(text, group, films)
            elif command == "ranking":
                check_ranking(text, group, films)
            elif command == "market":
                check_market(text, group, days)
            else:
                check_run(text, group)
        except (Wrong, StopIteration, ValueError, IndexError, TypeError) as error:
            found.check(f"{command}: text", False, f"{error!r}\n    {paragraph}")
        else:
            found.check(f"{command}: text", True)
        found.tally("sentences", "ko" if korean else "en", paragraph.count(". ") + 1)


def changed_digit(text: str) -> str:
    """The last digit before a unit is another one."""
    return re.sub(r"(\d)(명|원 이상|원 이하| admissions| billion)", lambda found: f"{(int(found[1]) + 1) % 10}{found[2]}",
                  text, count=1)


SPOILT: dict[str, Callable[[str], str]] = {
    "another digit": changed_digit,
    "another particle": lambda text: re.sub(
        "’(으로|로),", lambda found: "’로," if found[1] == "으로" else "’으로,", text),
    "a particle after any title": lambda text: text.replace("’,", "’는,", 1),
    "a space before a unit": lambda text: re.sub(r"(\d)(명|원)", r"\1 \2", text, count=1),
    "no space between groups": lambda text: re.sub(r"만 (\d)", r"만\1", text, count=1),
    "commas": lambda text: re.sub(r"(\d)(\d{3})명", r"\1,\2명", text, count=1),
    "a long sentence": lambda text: text.replace(". ", " " + "그리고 " * 40 + ". ", 1),
    "another rank": lambda text: re.sub(r"(?:1위는|number 1 )", lambda found: found[0].replace("1", "2"), text),
    "one number more": lambda text: re.sub(r"(이다|total)\.", r"\1 7.", text, count=1),
}
"""Ways to spoil sentences, each of which must be noticed wherever it changes one."""


def check_spoilt(program: Path) -> int:
    """Checks that each way to spoil sentences is noticed."""
    status, written = 0, list(documents(0, program, Findings()))
    for name, spoil in SPOILT.items():
        found = Findings()
        for document in written:
            read(found, *document, spoil)
        tried = sum(number for check, number in found.counts.items() if check.endswith(": text"))
        wrong = sum(len(messages) for check, messages in found.wrong.items() if check.endswith(": text"))
        print(f"spoilt on purpose, {name}: noticed {wrong} of {tried}")
        status |= wrong < tried or not tried
    return status


def main() -> int:
    """Runs the checks; returns 1 if any failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", default=".build/release/bo-export")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    begun, program = time.monotonic(), executable(options.program)
    found = over_seeds(functools.partial(check_seed, program=program), options.seeds, options.jobs)
    status = found.tell() | check_spoilt(program)
    verdict = "WRONG" if status else "right"
    print(f"{options.seeds} seeds, {time.monotonic() - begun:.0f} s: {verdict}")
    return status


if __name__ == "__main__":
    sys.exit(main())
