"""`market` and `ranking` of the council's tables of all films, against the truth that is in them.

python3 whole.py PROGRAM [--seeds N] [--jobs N]

The daily tables of a month of each market are written as the council's site gives them. What the program
makes of them must be the plain sums of the market. The bounds of the same month's charts are asked for too,
and judged as in prove.py, so the sums lie within them.
"""

from __future__ import annotations

from datetime import date, timedelta
from html import escape
from pathlib import Path

import bounds
from bench import benches, over_seeds, seeds_of
from books import book_of
from findings import Findings
from market import FIRST_DAYS, NATIONS, Market, Rows, rounded
from questions import RANKINGS, Question, ranged

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
        total, sums = market.total([day], "all"), [0] * 4
        lines += [f"<div>●{day:%Y년 %m월 %d일}({'월화수목금토일'[day.weekday()]})</div><table>",
                  _row("th", *HEADERS)]
        for code, rank in market.ranks(day, "all").items():
            film, now = market.films[code], market.truth[day][code]
            share = int(rounded(now.sales, total).replace(".", "")) / 1000
            screens, country = 1 + now.shows // 4, COUNTRIES[film.nation]
            lines.append(_row(
                "td", rank, escape(film.title), film.open_date or "", now.sales, share, now.sales_total,
                now.admissions, now.admissions_total, screens, now.shows, country, country))
            sums = list(map(sum, zip(sums, (now.sales, now.admissions, screens, now.shows))))
        lines += [_row("td", "합계", "", "", sums[0], "", "", sums[1], "", *sums[2:], "", ""), "</table>"]
    return "\n".join([*lines, "</body></html>\n"])


def _row(cell: str, *texts: object) -> str:
    return f"<tr>{''.join(f'<{cell}>{text}</{cell}>' for text in texts)}</tr>"


def exactly(people: int, sales: int) -> dict[str, str]:
    """The cells of bounds that are one."""
    return {f"{figure}_at_{end}": f"{sum_}" for figure, sum_ in (("audience", people), ("sales", sales))
            for end in ("least", "most")}


def check(seed: int, program: Path) -> Findings:
    """Runs the program on the tables and on the charts of a seed's market."""
    found, market = Findings(), Market(seed, FIRST_DAYS[seed % len(FIRST_DAYS)], calm=True)
    days = [day for day in market.days if day.month == (market.days[20] + timedelta(31)).month][:31]
    with benches(program, found, f"seed {seed}", charts=book_of(market)) as bench:
        tables, charts = bench("charts"), bench("charts")
        file = tables.home / "daily.xls"
        file.write_text(page(market, days), "utf-8")
        of_file = ("--source", "file", "-O", f"file.path={file}")
        for by in ("day", "week", "month"):
            rows = tables.rows("market", "--nations", "--by", by, *of_file)
            check_market(found, market, bounds.periods(days[0], days[-1], by), rows)
            charts.ask(Question("market --nations", days, by))
        for nation in NATIONS:
            words = ("--nation", nation) * (nation != "all")
            rows = tables.rows("ranking", *words, *ranged(days), *of_file)
            check_ranking(found, market, days, nation, rows)
        for name in RANKINGS:
            charts.ask(Question(name, days))
    return found


def check_market(found: Findings, market: Market, periods: list[list[date]], rows: Rows) -> None:
    """The sums of each period and nation."""
    due = [
        {"from": f"{days[0]}", "to": f"{days[-1]}", "nation": nation}
        | exactly(market.total(days, nation, "admissions"), market.total(days, nation))
        | {"films_known": str(len({code for day in days for code in market.ranks(day, nation)}))}
        for days in periods for nation in NATIONS]
    found.check("rows of tables, their number", len(rows) == len(due), f"{market.name}: {len(rows)}")
    for row, right in zip(rows, due):
        found.check("market of tables", right.items() <= row.items(), f"{market.name} {row}: not {right}")


def check_ranking(found: Findings, market: Market, days: list[date], nation: str, rows: Rows) -> None:
    """The admissions, sales and rank of each film."""
    # Title and opening day are all that the tables say of a film.
    got = {(row["title"], row["open_date"]): row for row in rows}
    people = {code: market.true(code, days, None) for day in days for code in market.ranks(day, nation)}
    where = f"{market.name} {days[0]} {nation}"
    found.check("rows of tables, their number", len(rows) == len(got) == len(people), f"{where}: {len(rows)}")
    for code, own in people.items():
        film, counts = market.films[code], list(people.values())
        more, equal = sum(count > own for count in counts), counts.count(own)
        # Films that are equal in a sum of days take places side by side, and neither is sure.
        due = exactly(own, market.true(code, days, None, "sales")) | {
            "is_rank_sure": str(equal == 1).lower()}
        row = got.get((film.title.strip(), f"{film.open_date or ''}"), {"rank": "0"})
        is_placed = more < int(row["rank"]) <= more + equal
        found.check("ranking of tables", due.items() <= row.items() and is_placed,
                    f"{where} {row}: not {due} at {more + 1}..{more + equal}")


if __name__ == "__main__":
    raise SystemExit(over_seeds(check, seeds_of(__doc__)).tell())
