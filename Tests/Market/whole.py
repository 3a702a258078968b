"""`market` and `ranking` of the council's tables of all films, against the truth and the bounds of top tens.

python3 whole.py PROGRAM [--seeds N] [--jobs N]

The daily tables of a month of each market are written as the council's site gives them. What the program
makes of them must be the plain sums of the market, and lie within the bounds that it makes of the charts.
"""

from __future__ import annotations

import argparse
import functools
from collections import Counter
from datetime import date, timedelta
from html import escape
from pathlib import Path

import bounds
from bench import benches, over_seeds
from books import book_of
from findings import Findings
from market import FIRST_DAYS, Market, Rows, rounded
from program import executable
from questions import ranged

HEADERS = ("순위", "영화명", "개봉일", "매출액", "매출액<br>점유율", "누적매출액", "관객수", "누적관객수", "스크린수", "상영횟수",
           "대표국적", "국적")
COUNTRIES = {"korean": "한국", "foreign": "미국"}


def page(market: Market, days: list[date]) -> str:
    """The page that the site gives for days: a table each, with all films and their sum."""
    lines = [
        '<!DOCTYPE HTML>\n<html><body><table class="tbl_tit">', _row("td", "■ 일별 박스오피스"),
        _row("td", f"- <em>조회일</em>: {days[-1] + timedelta(60)}"),
        _row("td", f"▶ 검색조건 [ 조회기간: {days[0]}~{days[-1]}&nbsp;&nbsp;&nbsp;영화구분: 전체"
             "&nbsp;&nbsp;&nbsp;국적: 전체&nbsp;&nbsp;&nbsp;지역: 전체 ]"), "</table>"]
    for day in reversed(days):
        ranks, total = market.ranks(day, "all"), market.total([day], "all")
        lines += [f"<div>●{day:%Y년 %m월 %d일}({'월화수목금토일'[day.weekday()]})</div><table>",
                  _row("th", *HEADERS)]
        sums = [0] * 4
        for code, rank in ranks.items():
            film, now = market.films[code], market.truth[day][code]
            share = int(rounded(now.sales, total).replace(".", "")) / 1000
            figures = (now.sales, share, now.sales_total, now.admissions, now.admissions_total)
            country = COUNTRIES[film.nation]
            lines.append(_row(
                "td", rank, escape(film.title), film.open_date or "", *figures, 1 + now.shows // 4,
                now.shows, country, country))
            own = (now.sales, now.admissions, 1 + now.shows // 4, now.shows)
            sums = [all + one for all, one in zip(sums, own)]
        lines += [_row("td", "합계", "", "", sums[0], "", "", sums[1], "", *sums[2:], "", ""), "</table>"]
    return "\n".join([*lines, "</body></html>\n"])


def _row(cell: str, *texts: object) -> str:
    return f"<tr>{''.join(f'<{cell}>{text}</{cell}>' for text in texts)}</tr>"


def check(seed: int, program: Path) -> Findings:
    """Runs the program on the tables and on the charts of a seed's market."""
    found, market = Findings(), Market(seed, FIRST_DAYS[seed % len(FIRST_DAYS)], calm=True)
    days = [day for day in market.days if day.month == (market.days[20] + timedelta(31)).month][:31]
    with benches(program, found, f"seed {seed}", charts=book_of(market)) as bench:
        rows = bench("charts").rows
        file = bench("charts").home / "daily.xls"
        file.write_text(page(market, days), "utf-8")
        tables, period = ("--source", "file", "-O", f"file.path={file}"), ranged(days)
        for by in ("day", "week", "month"):
            words = ("market", "--nations", "--by", by)
            check_market(found, market, rows(*words, *tables), rows(*words, *period))
        # The bounds of the national chart are checked without and with the charts of both nations.
        for nation, *options in (("all",), ("korean", "--nation", "korean"),
                                 ("foreign", "--nation", "foreign"), ("all", "--deep")):
            narrowed = options * (nation != "all")
            check_ranking(found, market, days, nation, rows("ranking", *period, *narrowed, *tables),
                          rows("ranking", *period, *options))
    return found


def is_within(exact: int, row: dict[str, str], figure: str) -> bool:
    """Whether a figure lies within the bounds of a row."""
    low, high = row[f"{figure}_at_least"], row[f"{figure}_at_most"]
    return (not low or int(low) <= exact) and (not high or exact <= int(high))


def check_market(found: Findings, market: Market, tables: Rows, charts: Rows) -> None:
    """The sums of each period and nation, and the bounds around them."""
    found.check("periods of the market", len(tables) == len(charts) > 0, f"{len(tables)}, {len(charts)}")
    for row, other in zip(tables, charts):
        where = f"{market.name} {row}, {other}"
        nation = row["nation"] or "all"
        days = bounds.days_of(date.fromisoformat(row["from"]), date.fromisoformat(row["to"]))
        exact = {"sales": market.total(days, nation),
                 "audience": market.total(days, nation, "admissions")}
        films = len({code for day in days for code in market.ranks(day, nation)})
        found.check("periods of the market", all(
            row[column] == other[column] for column in ("from", "to", "nation")), where)
        for figure, sum_ in exact.items():
            got = row[f"{figure}_at_least"], row[f"{figure}_at_most"]
            found.check(f"market, {figure}", got == (f"{sum_}",) * 2, f"{where}: not {sum_}")
            found.check(f"market, {figure} within the bounds of charts",
                        is_within(sum_, {"audience_at_most": ""} | other, figure), where)
        found.check("market, films", row["films_known"] == f"{films}", f"{where}: not {films}")


def check_ranking(
    found: Findings, market: Market, days: list[date], nation: str, tables: Rows, charts: Rows
) -> None:
    """The admissions, sales and rank of each film, and the bounds around them."""
    # Title and opening day are all that the tables say of a film.
    names = {(film.title.strip(), f"{film.open_date or ''}"): code for code, film in market.films.items()}
    exact = {code: {"audience": market.true(code, days, None),
                    "sales": market.true(code, days, None, "sales")}
             for day in days for code in market.ranks(day, nation)}
    ranks = {names.get((row["title"], row["open_date"])): row["rank"] for row in tables}
    where = f"{market.name} {days[0]} {nation}"
    found.check("films of a ranking", ranks.keys() == exact.keys() and len(tables) == len(exact),
                f"{where}: {ranks.keys() ^ exact.keys()}")
    people = Counter(film["audience"] for film in exact.values())
    for code, row in ((code, row) for code, row in zip(ranks, tables) if code in exact):
        for figure, sum_ in exact[code].items():
            got = row[f"{figure}_at_least"], row[f"{figure}_at_most"]
            found.check(f"ranking, {figure}", got == (f"{sum_}",) * 2, f"{where} {row}: not {sum_}")
        own = exact[code]["audience"]
        more = sum(number for other, number in people.items() if other > own)
        # Films that are equal in a sum of days take places side by side, and neither is sure.
        places = range(more + 1, more + people[own] + 1)
        found.check("ranking, ranks", int(row["rank"]) in places, f"{where} {row}: not {places}")
        found.check("ranking, ranks that are sure", (row["is_rank_sure"] == "true") == (people[own] == 1),
                    f"{where} {row}: {people[own]}")
    for row in charts:
        code = row["movie_code"]
        for figure in ("audience", "sales"):
            found.check(
                f"ranking, {figure} within the bounds of charts",
                code in exact and is_within(exact[code][figure], row, figure), f"{where} {row}")
        if row["is_rank_sure"] == "true":
            found.check("ranking, sure ranks", row["rank"] == ranks.get(code), f"{where} {row}")


def main() -> int:
    """Prints the findings; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=executable)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    run = functools.partial(check, program=options.program)
    return over_seeds(run, options.seeds, options.jobs).tell()


if __name__ == "__main__":
    raise SystemExit(main())
