"""Proves the sentences of `--format text` on simulated markets, written once more from the rows alone.

python3 sentences.py .build/release/bo-export [--seeds N] [--jobs N]

Each seed is a market whose films have titles that end in every way. Its charts, and ranges of `market`,
`ranking` and `trend`, are written as rows and as sentences in both languages. A paragraph has to be what
follows from its rows, to the letter.
"""

from __future__ import annotations

import itertools
import json
import random
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from bench import benches, over_seeds, seeds_of
from books import book_of
from bounds import FULL, up
from findings import Findings
from market import market_of
from questions import ranged

TITLES = (
    "기생충", "영화", "서울", "F1", "1987", "괴물!", "어벤져스: 엔드게임", "별 (재개봉)", "곡성(哭聲)", "‘속’ 이야기",
    "끝났다. 그리고", "위키드: 포 굿", "탑건: 매버릭", "TAR", "하트♥", "값", "하울의 움직이는 성?", "명량...", "1,234명",
    "‘2위’", "보고타: 마지막 기회의 땅, 그리고 그 뒤에 남은 사람들의 이야기", "긴" * 90, "café", "한\u1161", "100%")
"""Titles that end in every way, or look like parts of a sentence."""
LONGEST = 150
NO_PARTICLES = ("", "", "")
Row = dict[str, object]


# Parts of a sentence


def number(count: int, korean: bool) -> str:
    """A number by 만 and 억, worked out from the end; or by thousands."""
    if not korean:
        return f"{count:,}"
    digits, groups = str(count), []
    for unit in ("", "만", "억", "조"):
        digits, group = digits[:-4], digits[-4:]
        if group.strip("0"):
            groups.insert(0, group.lstrip("0") + unit)
    return " ".join(groups) or "0"


def people(count: int, korean: bool, is_bare: bool = False) -> str:
    """A number of admissions; a bare one has no word in English."""
    word = "명" if korean else "" if is_bare else " admission" if count == 1 else " admissions"
    return number(count, korean) + word


def between(least: str | None, most: str | None, korean: bool) -> str:
    """Two bounds, one of them alone, or both in one; empty if there are none."""
    if least == most or least and most is None:
        bound = f"{least} 이상" if korean else f"at least {least}"
        return (least or "") if least == most else bound
    if least is None:
        return f"{most} 이하" if korean else f"at most {most}"
    return f"{least} 이상 {most} 이하" if korean else f"between {least} and {most}"


def dated(first: date, last: date, korean: bool) -> str:
    """A day, or a range of days."""
    if not korean:
        return f"{first}" if first == last else f"{first} to {last}"
    text = f"{first.year}년 {first.month}월 {first.day}일"
    if first != last:
        text += "~" + f"{last.year}년 " * (first.year != last.year)
        text += f"{last.month}월 " * ((first.year, first.month) != (last.year, last.month)) + f"{last.day}일"
    return text


def quoted(title: str, length: int, particles: Sequence[str]) -> str:
    """A title that is cut, with what is due after a consonant, a vowel, or what readers may differ in."""
    shown = title if len(title) <= length else title[:length - 1] + "…"
    last, sound = shown.rstrip("’”'\"!?.")[-1:], 2
    if "가" <= last <= "힣" and not shown.endswith("…"):
        final = unicodedata.normalize("NFD", last)[2:]
        sound = int(not final or final == "\u11af" and "으로" in particles)
    return f"‘{shown}’{particles[sound]}"


def percent(hundredths: int) -> str:
    """A share."""
    return f"{hundredths // 100}.{hundredths % 100:02}%"


def sentence(form: str, titles: Sequence[str], particles: Sequence[str] = NO_PARTICLES) -> str:
    """A sentence with titles, the first with a particle, that are as long as they may be."""
    for length in (60, 40, 25, 16):
        first, *others = titles
        text = form.format(
            quoted(first, length, particles), *(quoted(title, length, NO_PARTICLES) for title in others))
        if len(text) <= LONGEST:
            break
    return text


# Paragraphs


@dataclass(frozen=True, slots=True)
class Document:
    """Sentences, and what they are about."""

    words: tuple[str, ...]
    output: str
    rows: list[Row]
    days: list[date]
    films: int | None
    korean: bool

    def check(self, found: Findings) -> None:
        """Compares it, paragraph by paragraph."""
        command, due = self.words[0], {
            "daily": self.chart, "ranking": self.ranking, "market": self.market, "trend": self.run}
        key = {"daily": "date", "trend": "movie_code"}.get(command, "")
        groups = [list(rows) for _, rows in itertools.groupby(self.rows, lambda row: row.get(key))]
        paragraphs = self.output.removesuffix("\n").split("\n\n")
        extra = [text for text in paragraphs[len(groups):]
                 if "온전하지" not in text and "incomplete" not in text]
        found.check(f"{command}: paragraphs", len(paragraphs) >= len(groups) and not extra, self.output[:300])
        for paragraph, rows in zip(paragraphs, groups):
            sentences = list(due[command](rows))
            right = " ".join(sentences)
            found.check(f"{command}: length", max(map(len, sentences)) <= LONGEST, right)
            found.check(f"{command}: text", paragraph == right, f"{paragraph}\n    is not\n    {right}")

    def said(self, korean: str, english: str) -> str:
        """What is due in the document's language."""
        return korean if self.korean else english

    def day(self, row: Row) -> str:
        """The day of a row."""
        day = date.fromisoformat(row["date"])
        return dated(day, day, self.korean)

    def named(
        self, rows: list[Row], place: str, together: int, amount: Callable[[Row, bool], str], more: str
    ) -> Iterator[str]:
        """The first films, so many `together`; `amount` is that of a film, bare or not."""
        shared, named = Counter(row["rank"] for row in rows), rows[:self.films]
        ranks = [self.said("공동 ", "joint ") * (shared[row["rank"]] > 1) + self.said(
            f"{row['rank']}위", ("#" if at else "number ") + f"{row['rank']}") for at, row in enumerate(named)]
        clauses = amount(named[0], False) + more
        yield sentence(
            self.said(f"{place} {ranks[0]}는 {{}}, 관객수는 {clauses}이다.",
                      f"In the {place}, {ranks[0]} was {{}}, with {clauses}."),
            [named[0]["title"]], ("으로", "로", "") if self.korean else NO_PARTICLES)
        for begin in range(1, len(named), together):
            part = slice(begin, begin + together)
            items = ", ".join(
                self.said(f"{rank} {{}}({amount(row, True)})", f"{rank} {{}} ({amount(row, True)})")
                for rank, row in zip(ranks[part], named[part]))
            order = " 순" * (len(named[part]) > 1)
            yield sentence(self.said(f"다음은 {items}{order}이다.", f"Then came {items}."),
                           [row["title"] for row in named[part]])

    def chart(self, rows: list[Row]) -> Iterator[str]:
        """A chart: the first films, new ones, and whether it is whole; five sentences at most."""
        day = self.day(rows[0])
        total = people(rows[0]["audience_total"], self.korean)
        yield from self.named(
            rows, self.said(f"{day} 일별 박스오피스", f"daily box office of {day}"), 4,
            lambda row, is_bare: people(row["audience_count"], self.korean, is_bare),
            self.said(f", 누적 관객수는 {total}", f", {total} in total"))
        new = [row["title"] for row in rows if row["is_new"]]
        more = max(0, len(new) - 5)
        if new:
            names = ", ".join(["{}"] * len(new[:5]))
            yield sentence(self.said(
                f"{names}{' 외' * bool(more)} {more or len(new)}편이 새로 진입했다.",
                f"{names}{f' and {more} more' * bool(more)} entered the chart."), new[:5])
        if len(rows) < FULL:
            yield self.said("빠진 영화나 수치가 있을 수 있다. 이 수치는 잠정치다.",
                            "The chart may lack films or figures. The figures are provisional.")

    def ranking(self, rows: list[Row]) -> Iterator[str]:
        """A ranking: the first films, which ranks are not sure, and where bounds come from."""
        def amount(row: Row, is_bare: bool) -> str:
            least, most = row["audience_at_least"], row["audience_at_most"]
            low = people(least, self.korean, is_bare or most is not None and least != most)
            high = low if least == most else most and people(most, self.korean, is_bare)
            return between(low, high, self.korean)

        days = dated(self.days[0], self.days[-1], self.korean)
        nation = self.said("(한국영화)", " (Korean films)") * ("korean" in self.words)
        yield from self.named(
            rows, self.said(f"{days} 관객수 순위{nation}", f"ranking by admissions of {days}{nation}"), 2,
            amount, "")
        unsure = [row["rank"] for row in rows if not row["is_rank_sure"]]
        # Ranks side by side differ from their places among the unsure ones by the same number.
        spans = [[rank for _, rank in group] for _, group in itertools.groupby(
            enumerate(unsure), lambda pair: pair[1] - pair[0])]
        ranks = ", ".join(
            f"{span[0]}" + self.said(f"~{span[-1]}", f" to {span[-1]}") * (len(span) > 1) + self.said("위", "")
            for span in spans[:5])
        more = sum(map(len, spans[5:]))
        ranks += self.said(f" 외 {more}편", f" and {more} more") * bool(more)
        if unsure:
            yield self.said(f"순위가 확실하지 않은 것은 {ranks}이다.", f"These ranks are not sure: {ranks}.")
        else:
            yield self.said("순위는 모두 확실하다.", "All ranks are sure.")
        if any(row["audience_at_least"] != row["audience_at_most"] for row in rows[:self.films]):
            yield self.said(
                "하한과 상한은 박스오피스의 수치에서 나온 것이며, 박스오피스에 오르지 않은 영화는 순위에 없다.",
                "The bounds follow from the figures of charts, and films on no chart are not in the ranking.")

    def market(self, rows: list[Row]) -> Iterator[str]:
        """A market: exact sums, rounded outwards."""
        sums: dict[object, tuple[int, int | None]] = {}
        for nation in {row["nation"] for row in rows}:
            lows, highs = ([row[f"sales_at_{end}"] for row in rows if row["nation"] == nation]
                           for end in ("least", "most"))
            if None not in lows:
                sums[nation] = sum(lows), None if None in highs else sum(highs)
        days = dated(self.days[0], self.days[-1], self.korean)
        if "all" not in sums:
            yield self.said(f"{days} 전체 매출액은 알 수 없다.", f"Total sales of {days} are not known.")
            return
        low, high = sums["all"]
        amount = between(self.won(low // 10**8), high and self.won(up(high, 10**8)), self.korean)
        yield self.said(f"{days} 전체 매출액은 {amount}이다.", f"Total sales of {days} were {amount}.")
        shares = []
        names = {"korean": self.said("한국", "Korean "), "foreign": self.said("외국", "foreign ")}
        is_known = all(row["is_consistent"] for row in rows)
        for nation in (nation for nation in names if nation in sums and is_known):
            part = sums[nation]
            share = between(
                high and percent(10_000 * part[0] // high),
                part[1] and low and percent(min(10_000, up(10_000 * part[1], low))), self.korean)
            if share:
                shares.append(names[nation] + self.said(f"영화 {share}", f"films {share}"))
        if shares:
            yield self.said("점유율은 {}이다.", "The shares were: {}.").format(", ".join(shares))
        elif "--nations" in self.words:
            yield self.said("점유율은 알 수 없다.", "The shares are not known.")
        yield self.said(
            "이 하한은 박스오피스의 매출액에서 나온 것이다.",
            "This lower bound follows from the sales on the charts.",
        ) if high is None else self.said(
            "하한과 상한은 박스오피스의 매출액과 반올림된 점유율에서 나온 것이다.",
            "Both bounds follow from the sales and the rounded shares on the charts.")

    def won(self, count: int) -> str:
        """An amount of so many 억."""
        return self.said(f"{number(count * 10**8, True)}원", f"{count // 10:,}.{count % 10} billion won")

    def run(self, rows: list[Row]) -> Iterator[str]:
        """A film's run: its first day, its first week, and all of it."""
        charted, clauses = [row for row in rows if row["on_chart"]], []

        def say(count: int, korean: str, english: str) -> None:
            text = people(count, self.korean, bool(clauses))
            clauses.append(self.said(f"{korean} 관객수가 {text}", f"{text} {english}"))

        for row in charted:
            if row["release_day"] == 1:
                say(row["audience_count"], f"개봉일({self.day(row)})", f"on the opening day ({self.day(row)})")
        week = [row["audience_count"] for row in charted if row["release_day"] in range(1, 8)]
        if len(week) == 7:
            say(sum(week), "개봉 후 7일간", "in the first 7 days")
        for row in charted[-1:]:
            say(row["audience_total"], f"{self.day(row)}까지 누적", f"in total by {self.day(row)}")
        text = ", ".join(clauses)
        form = (self.said(f"{{}} {text}이다.", f"{{}} had {text}.") if clauses
                else self.said("{} 관객수를 알 수 없다.", "The admissions of {} are not known."))
        yield sentence(form, [rows[0]["title"]], ("은", "는", ",") if self.korean else NO_PARTICLES)


def check(seed: int, program: Path) -> Findings:
    """Checks the sentences about a market whose films have the titles above."""
    found, market, chance = Findings(), market_of(seed), random.Random(seed)
    for at, code in enumerate(sorted(market.films)):
        extra = f" {at}" if chance.random() < 0.2 else ""
        market.films[code] = replace(market.films[code], title=chance.choice(TITLES) + extra)
    chance, days = random.Random(seed), market.days
    codes = [code for code, film in market.films.items()
             if film.open_date and days[20] <= film.open_date <= days[30]][:4]
    asked: list[tuple[list[date], int | None, tuple[str, ...]]] = [
        (days[:25], chance.randint(1, 5), ("daily",))]
    for _ in range(5):
        start, length = chance.randrange(1, 60), chance.choice((1, 2, 7, 30))
        part, nations = days[start:start + length], ("--nations",) * chance.randrange(2)
        asked.append((part, None, ("market", *nations, "--by", chance.choice(("day", "week")))))
        deep = chance.choice(((), ("--deep",), ("--nation", "korean")))
        asked.append((part, chance.randint(1, 5), ("ranking", *deep)))
    asked += [(days[20:60], None, ("trend", *codes))] * bool(codes)
    with benches(program, found, f"seed {seed}", charts=book_of(market)) as bench:
        run = bench("charts").run
        for part, films, words in asked:
            words = (*words, *ranged(part))
            rows = [json.loads(line) for line in run(*words, "--format", "jsonl").output.splitlines()]
            named = ("-O", f"films={films}") if films else ()
            for language in ("ko", "en"):
                output = run(*words, *named, "--format", "text", "--lang", language).output
                Document(words, output, rows, part, films, language == "ko").check(found)
    return found


if __name__ == "__main__":
    raise SystemExit(over_seeds(check, seeds_of(__doc__)).tell())
