"""`market` and `ranking` of the council's tables of all films, against the truth and the bounds of top tens.

python3 whole.py PROGRAM [--seeds N] [--jobs N]

The daily tables of a month of each market are written as the council's site gives them. What the program
makes of them must be the plain sums of the market, and lie within the bounds that it makes of the charts.
"""

from __future__ import annotations

import argparse
import csv
import functools
import tempfile
from datetime import date, timedelta
from html import escape
from pathlib import Path

from bench import FIRST_DAYS, Bench, Findings, over_seeds, ranged
from market import NATIONS, Market, rounded
from program import executable
from service import Service, book_of

HEADERS = ("순위", "영화명", "개봉일", "매출액", "매출액<br>점유율", "누적매출액", "관객수", "누적관객수", "스크린수", "상영횟수",
           "대표국적", "국적")
COUNTRIES = {"korean": "한국", "foreign": "미국"}
Names = dict[tuple[str, str], str]
"""The codes of films by title and opening day, which is all that the tables say."""


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
    names = {(film.title.strip(), f"{film.open_date or ''}"): code for code, film in market.films.items()}
    book = book_of(market)
    with tempfile.TemporaryDirectory(prefix="whole.") as folder, Service(charts=book) as service:
        bench = Bench(program, service, f"seed {seed} charts", book, folder, found)
        file = Path(folder, "daily.xls")
        file.write_text(page(market, days), "utf-8")
        tables = ("--source", "file", "-O", f"file.path={file}", "--format", "csv")
        charts = (*ranged(days), "--format", "csv")
        for by in ("day", "week", "month"):
            check_market(
                bench, market,
                _rows(bench, "market", "--nations", "--by", by, *tables),
                _rows(bench, "market", "--nations", "--by", by, *charts))
        for nation in NATIONS:
            narrowed = () if nation == "all" else ("--nation", nation)
            check_ranking(
                bench, market, days, nation, names,
                _rows(bench, "ranking", *ranged(days), *narrowed, *tables),
                _rows(bench, "ranking", *narrowed, *charts))
        check_ranking(
            bench, market, days, "all", names, _rows(bench, "ranking", *ranged(days), *tables),
            _rows(bench, "ranking", "--deep", *charts))
    return found


def _rows(bench: Bench, *arguments: str) -> list[dict[str, str]]:
    return list(csv.DictReader(bench.run(*arguments).output.splitlines()))


def _is_within(exact: int, row: dict[str, str], figure: str) -> bool:
    low, high = row[f"{figure}_at_least"], row.get(f"{figure}_at_most", "")
    return (not low or int(low) <= exact) and (not high or exact <= int(high))


def check_market(
    bench: Bench, market: Market, tables: list[dict[str, str]], charts: list[dict[str, str]]
) -> None:
    """The sums of each period and nation, and the bounds around them."""
    due = {(row["from"], row["to"], row["nation"]): row for row in charts}
    bench.found.check("periods of the market", len(due) == len(tables) > 0, f"{len(due)}, {len(tables)}")
    for row in tables:
        first, last = date.fromisoformat(row["from"]), date.fromisoformat(row["to"])
        days = [day for day in market.days if first <= day <= last]
        nation = row["nation"] or "all"
        films = {code for day in days for code in market.ranks(day, nation)}
        exact = {"sales": market.total(days, nation),
                 "audience": market.total(days, nation, "admissions")}
        where = f"{market.name} {row}"
        for figure, sum_ in exact.items():
            got = row[f"{figure}_at_least"], row[f"{figure}_at_most"]
            bench.found.check(f"market, {figure}", got == (f"{sum_}",) * 2, f"{where}: not {sum_}")
            other = due.get((row["from"], row["to"], row["nation"]))
            bench.found.check(
                f"market, {figure} within the bounds of charts",
                other is not None and _is_within(sum_, other, figure), f"{where}: {other}")
        bench.found.check(
            "market, films", row["films_known"] == f"{len(films)}", f"{where}: not {len(films)}")


def check_ranking(
    bench: Bench, market: Market, days: list[date], nation: str, names: Names,
    tables: list[dict[str, str]], charts: list[dict[str, str]],
) -> None:
    """The admissions, sales and rank of each film, and the bounds around them."""
    codes = {code for day in days for code in market.ranks(day, nation)}
    exact = {code: {"audience": market.true(code, days, None),
                    "sales": market.true(code, days, None, "sales")} for code in codes}
    where = f"{market.name} {days[0]} {nation}"
    bench.found.check("films of a ranking", len(tables) == len(codes), f"{where}: {len(tables)}, not {len(codes)}")
    ranks = {}
    for row in tables:
        code = names.get((row["title"], row["open_date"]), "")
        if code not in exact:
            bench.found.check("films of a ranking", False, f"{where}: {row}")
            continue
        for figure, sum_ in exact[code].items():
            got = row[f"{figure}_at_least"], row[f"{figure}_at_most"]
            bench.found.check(f"ranking, {figure}", got == (f"{sum_}",) * 2, f"{where} {row}: not {sum_}")
        more = sum(other["audience"] > exact[code]["audience"] for other in exact.values())
        equal = sum(other["audience"] == exact[code]["audience"] for other in exact.values())
        # Films that are equal in a sum of days take places side by side, and neither is sure.
        places = range(more + 1, more + equal + 1)
        ranks[code] = row["rank"]
        bench.found.check(
            "ranking, ranks", int(row["rank"]) in places, f"{where} {row}: not {places}")
        bench.found.check(
            "ranking, ranks that are sure", (row["is_rank_sure"] == "true") == (equal == 1),
            f"{where} {row}: {equal}")
    for row in charts:
        code = row["movie_code"]
        for figure in ("audience", "sales"):
            bench.found.check(
                f"ranking, {figure} within the bounds of charts",
                code in exact and _is_within(exact[code][figure], row, figure), f"{where} {row}: {exact.get(code)}")
        if row["is_rank_sure"] == "true":
            bench.found.check("ranking, sure ranks", row["rank"] == ranks.get(code), f"{where} {row}")


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
