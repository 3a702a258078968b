#!/usr/bin/env python3
"""Random tables through `--source file`: with the same columns and options the output is the file.

    Tests/Tables/roundtrip.py PROGRAM [--seeds N] [--first SEED]

Each seed makes one table: any of the four charts, csv with any options and either header or jsonl, awkward
titles, empty cells, ties, regions, several sources. It is written here by rules of its own, read by the
program, and both are compared to the byte. Nothing of the program's own code is used.
"""
import datetime
import json
import math
from decimal import Decimal
from fractions import Fraction

import trials

DAY = datetime.timedelta(days=1)
CHARTS = {"daily": (0, 0), "weekly": (0, 6), "weekend": (4, 6), "weekdays": (0, 3)}
# Name, Korean header, type.
KNOWN = """date 날짜 date|year_week 연도주차 text|from 시작일 date|to 종료일 date|region 지역 text|rank 순위 integer
rank_change 순위증감 integer|is_new 신규진입 boolean|movie_code 영화코드 text|title 영화명 text|open_date 개봉일 date
sales_amount 매출액 amount|sales_share 매출액점유율 percent|sales_change 매출액증감 amount
sales_change_rate 매출액증감률 percent|sales_total 누적매출액 amount|audience_count 관객수 integer
audience_change 관객수증감 integer|audience_change_rate 관객수증감률 percent|audience_total 누적관객수 integer
screen_count 스크린수 integer|show_count 상영횟수 integer|rank_marker 변동 marker|chart 구분 text|nation 국적구분 text
kind 영화구분 text|source 출처 text|fetched_at 수집시각 text|release_day 개봉일차 integer
ticket_price 평균관람요금 amount|country 국가 text|currency 통화 text|film_nation 영화국적 text
genres 장르 list|directors 감독 list|production_year 제작연도 year|rating 관람등급 text""".replace("\n", "|")
KNOWN = {name: (header, kind) for name, header, kind in (line.split() for line in KNOWN.split("|"))}
TITLES = ["아바타", "범죄도시4", 'a "b" c', "x, y", "세미;콜론", "파|이프", "줄\n바꿈", "=1+1", "+82", "-", "-5",
          "@home", "NA", "null", "0", "12", "true", "신작", "▲3", "😀", "é", "a\tb", "ａ", "＝전각",
          "\ufeff표시", "''", "'인용'", "ㄱ" * 80, "2024-05-03", "1,234", "\\", "/"]
OWN = ["메모", "note", "a b", "x,y", '"q"', "=머리", "x;y", "Z9"]
AMOUNTS = {name for name, (_, kind) in KNOWN.items() if kind == "amount"} - {"ticket_price"}


def kind_of(name):
    return KNOWN[name][1] if name in KNOWN else "text"


def table(rng, chart, can_have_commas):
    """The columns and the rows; a value is None, or of the column's type."""
    decimals, currency = rng.choice([(0, "KRW"), (0, "KRW"), (2, "USD"), (3, "KWD"), (None, None)])
    has_regions, sources = rng.random() < .3, rng.choice([1, 1, 2])
    need = {"rank", "title"} | ({"date"} if chart == "daily" and rng.random() < .7 else {"from", "to"})
    need |= {"region"} if has_regions else set()
    need |= {"source"} if sources > 1 else set()
    need |= {"currency"} if currency and (currency != "KRW" or rng.random() < .2) else set()
    never = {"region", "currency"} if currency is None else {"region"}
    chosen = need | {name for name in KNOWN if rng.random() < .5} - never
    columns = [name for name in KNOWN if name in chosen]
    # --columns has commas between names; without it, the usual columns begin with the source.
    can_have_commas &= "source" not in chosen and currency in (None, "KRW")
    own = [name for name in rng.sample(OWN, rng.choice([0, 0, 1, 2])) if can_have_commas or "," not in name]
    columns += own
    rng.shuffle(columns)
    first, last = CHARTS[chart]
    day = datetime.date(2003, 11, 11) + rng.randrange(8000) * DAY
    if chart != "daily":
        day -= day.weekday() * DAY
    rows = []
    for step in range(rng.randint(1, 4)):
        begin, end = (day + (each + step * (1 if chart == "daily" else 7)) * DAY for each in (first, last))
        for source in ["kobis-json", "cinemart"][:sources]:
            for region in rng.sample(["서울시", "부산시", "강마을"], 2) if has_regions else [None]:
                rank = 0
                week = begin.isocalendar()
                alike = {
                    "date": begin, "from": begin, "to": end, "year_week": f"{week[0]:04}{week[1]:02}",
                    "chart": chart, "source": source, "region": region, "country": None,
                    "currency": currency, "nation": rng.choice([None, "korean", "foreign"]),
                    "kind": rng.choice([None, "art"]),
                    "fetched_at": rng.choice([None, "2024-06-01T09:00:00+09:00"])}
                for place in range(rng.randint(1, 5)):
                    rank += rng.choice([0, 1, 1])
                    rows.append(row(rng, begin, max(rank, 1), place, decimals, own) | alike)
    derive(rows, set(columns))
    return columns, rows


def row(rng, begin, rank, place, decimals, own):
    """The values of a film's own columns."""
    def maybe(value, chance=.85):
        return value if rng.random() < chance else None

    def figure(kind):
        match kind:
            case "amount":
                number = rng.choice(
                    [0, rng.randrange(10 ** 6), -rng.randrange(10 ** 10), rng.randrange(10 ** 12)])
                # No currency has one decimal.
                return Decimal(number).scaleb(-(rng.choice([0, 2, 3]) if decimals is None else decimals))
            case "percent":
                number = rng.choice([0, 1000, -rng.randrange(1000), rng.randrange(10 ** 6)])
                return Decimal(number).scaleb(-1)
        return rng.choice([0, rng.randrange(1000), -rng.randrange(10 ** 7), rng.randrange(10 ** 10)])

    values = {name: maybe(figure(kind)) for name, (_, kind) in KNOWN.items()}
    values |= {
        "rank": maybe(rank, .95), "rank_change": maybe(rng.randrange(-9, 10)),
        "is_new": maybe(rng.random() < .2), "movie_code": f"2024{place:04}", "title": rng.choice(TITLES),
        "open_date": maybe(begin - rng.randrange(-30, 60) * DAY), "film_nation": maybe("korean", .3),
        "genres": maybe([rng.choice(["드라마", "액션", "a b", "코미디"]) for _ in range(rng.randint(1, 3))]),
        "directors": maybe(["봉준호"], .3), "production_year": maybe(rng.randrange(1990, 2030)),
        "rating": maybe("15세이상관람가")}
    if values["is_new"]:
        values["rank_change"] = None
    return values | {name: maybe(rng.choice(TITLES)) for name in own}


def derive(rows, has):
    """The columns derived from others, if a file has all of these; else any text or number."""
    for values in rows:
        opened, change = values["open_date"], values["rank_change"]
        if not {"rank_change", "is_new", "open_date"} <= has:
            values["rank_marker"] = "▲3" if values["rank_marker"] else None
        elif values["is_new"]:
            values["rank_marker"] = "신작" if opened and (values["from"] - opened).days <= 14 else "진입"
        elif change:
            values["rank_marker"] = f"▲{change}" if change > 0 else f"▼{-change}"
        else:
            values["rank_marker"] = None if change is None else "-"
        if "open_date" in has:
            values["release_day"] = opened and (values["to"] - opened).days + 1
        if {"sales_amount", "audience_count"} <= has:
            sales, seen = values["sales_amount"], values["audience_count"]
            values["ticket_price"] = None
            if sales is not None and seen:
                # As exact as any amount of the source, whose currency may be unknown.
                least = min(
                    other[name].as_tuple().exponent for other in rows for name in has & AMOUNTS
                    if other[name] is not None
                    and ("source" not in has or other["source"] == values["source"]))
                price = math.floor(Fraction(sales.scaleb(-least)) / seen + Fraction(1, 2))
                values["ticket_price"] = Decimal(price).scaleb(least)


def text(value, kind, separator=""):
    """A value as csv has it, without quotes."""
    if kind in ("amount", "percent", "integer"):
        return f"{Decimal(value):,f}".replace(",", separator)
    return str(value).lower() if kind == "boolean" else str(value)


def csv(columns, rows, options):
    excel = options.get("profile") == "excel"
    delimiter = {"tab": "\t"}.get(options["delimiter"], options["delimiter"])
    null, quotes_all, thousands = options["null"], options["quote"] == "all", options["thousands"]
    end = {"lf": "\n", "crlf": "\r\n"}[options.get("newline", "crlf" if excel else "lf")]

    def needs_quotes(cell):
        return cell != "" and (cell[0] in " \t\ufeff" or cell[-1] in " \t"
                               or any(special in cell for special in (delimiter, '"', "\n", "\r")))

    def quoted(cell, is_quoted):
        return '"' + cell.replace('"', '""') + '"' if is_quoted else cell

    def written(value, kind):
        if value is None:
            return quoted(null, quotes_all if null == "" else needs_quotes(null))
        if kind == "list":
            value, kind = options["list-separator"].join(value), "text"
        has_separators = thousands != "" and kind in ("integer", "amount")
        cell = text(value, kind, thousands if has_separators else "")
        is_text = kind in ("text", "marker")
        if excel and is_text and cell.lstrip("\ufeff")[:1] in tuple("=+-@\t\r\0＝＋－＠"):
            # A marker that is a dash is no formula.
            cell = cell if kind == "marker" and cell == "-" else "'" + cell
        is_quoted = quotes_all or (null != "" and cell == null)
        if is_text or has_separators:
            return quoted(cell, is_quoted or needs_quotes(cell))
        return quoted(cell, is_quoted or delimiter in "0123456789-.abcdefghijklmnopqrstuvwxyz")

    korean = options.get("header", "ko" if excel else "en") == "ko"
    lines = [[written(KNOWN[name][0] if korean and name in KNOWN else name, "text") for name in columns]]
    lines += [[written(values[name], kind_of(name)) for name in columns] for values in rows]
    mark = "\ufeff" if options.get("bom", "true" if excel else "false") == "true" else ""
    return (mark + "".join(delimiter.join(line) + end for line in lines)).encode()


def jsonl(columns, rows, options):
    def written(value, kind):
        if value is None or kind in ("text", "marker", "list"):
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return f'"{value}"' if kind == "date" else text(value, kind)

    return "".join(
        "{" + ",".join(f"{written(name, 'text')}:{written(values[name], kind_of(name))}" for name in columns)
        + "}\n" for values in rows).encode()


def trial(rng, path, run):
    """Compares a table with what the program writes of it."""
    chart, options = rng.choice(list(CHARTS)), {}
    form, written_by = rng.choice([("csv", csv), ("csv", csv), ("jsonl", jsonl)])
    if form == "csv":
        options = {
            "delimiter": rng.choice([",", ",", "tab", ";", "|", ":", "^", "a", "7", " ", "."]),
            "quote": rng.choice(["minimal", "all"]),
            "null": rng.choice(["", "", "NA", "-", "0", "null", "a,b", " "]),
            "list-separator": rng.choice(["|", "; ", "/"]), "thousands": rng.choice(["", "", ",", "'", " "])}
        if rng.random() < .3:
            options["profile"] = "excel"
        if rng.random() < .3:
            # Only a mark tells the guard of a spreadsheet from a text that begins with a quote.
            options["bom"] = rng.choice(["true", "true" if "profile" in options else "false"])
        if rng.random() < .3:
            options["newline"] = rng.choice(["lf", "crlf"])
    if rng.random() < .7:
        options["header"] = rng.choice(["en", "ko"]) if form == "csv" else "en"
    # The usual columns of the profile have one more marker.
    columns, rows = table(rng, chart, "profile" not in options)
    if options.get("header") == "en":
        for values in rows:  # The words of markers.
            marker = values["rank_marker"]
            values["rank_marker"] = {"신작": "NEW", "진입": "IN"}.get(marker, marker)
    written = written_by(columns, rows, options)
    path.write_bytes(written)
    command = [chart, "--source", "file", "-O", f"path={path}", "--format", form]
    if not any("," in name for name in columns):
        command += ["--columns", ",".join(columns)]
    for name, value in options.items():
        command += [f"--{name}", value] if name in ("header", "profile") else ["-O", f"{name}={value}"]
    done = run(*command)
    kinds = [chart, f"{form}, header {options.get('header', 'not given')}"]
    if not done.returncode and done.stdout == written:
        return kinds, None
    lines = zip(written.splitlines(), done.stdout.splitlines())
    first = next((f"{one.decode()!r}\n  {two.decode()!r}" for one, two in lines if one != two), "")
    return kinds, f"status {done.returncode} {done.stderr.decode()[:300]}\n  {command}\n  {first[:600]}"


if __name__ == "__main__":
    trials.try_seeds(__doc__, trial)
