#!/usr/bin/env python3
"""Random tables through `--source file`: with the same columns and options the output is the file.

    Tests/Tables/roundtrip.py PROGRAM [--seeds N] [--first SEED]

Each seed makes one table: any of the four charts, csv with any options and either header or jsonl, awkward
titles, empty cells, ties, regions, several sources. It is written here by rules of its own, read by the
program, and both are compared to the byte. Nothing of the program's own code is used.
"""
import datetime
import json

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


def period(rng, chart):
    first, last = CHARTS[chart]
    day = datetime.date(2003, 11, 11) + rng.randrange(8000) * DAY
    if chart == "daily":
        return day, day
    monday = day - day.weekday() * DAY
    return monday + first * DAY, monday + last * DAY


def table(rng, chart):
    """The columns, the rows and the currency; a value is None, or of the column's type."""
    decimals, currency = rng.choice([(0, "KRW"), (0, "KRW"), (2, "USD"), (3, "KWD"), (None, None)])
    has_regions, sources = rng.random() < .3, rng.choice([1, 1, 2])
    names = [name for name in KNOWN if rng.random() < .5]
    need = ["rank", "title"] + (["date"] if chart == "daily" and rng.random() < .7 else ["from", "to"])
    need += ["region"] if has_regions else []
    need += ["source"] if sources > 1 else []
    if (currency != "KRW" or rng.random() < .2) and currency:
        need += ["currency"]
    names = [name for name in names if (name != "currency" or currency) and (name != "region" or has_regions)]
    names += [name for name in need if name not in names]
    rng.shuffle(names)
    own = rng.sample(OWN, rng.choice([0, 0, 1, 2]))
    columns = names + own
    rng.shuffle(columns)
    day = period(rng, chart)
    rows = []
    for step in range(rng.randint(1, 4)):
        begin, end = (each + step * (1 if chart == "daily" else 7) * DAY for each in day)
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
                    rows.append(alike | row(rng, begin, max(rank, 1), place, decimals, own))
    derive(rows, set(columns))
    return columns, rows, currency


def row(rng, begin, rank, place, decimals, own):
    """The values of a film's own columns."""
    def maybe(value, chance=.85):
        return value if rng.random() < chance else None

    def amount():
        number = rng.choice([0, rng.randrange(10 ** 6), -rng.randrange(10 ** 10), rng.randrange(10 ** 12)])
        if decimals is None:  # No currency has one decimal.
            return number, rng.choice([0, 2, 3])
        return number, decimals

    def percent():
        return rng.choice([0, 1000, -rng.randrange(1000), rng.randrange(10 ** 6)])

    def count():
        return rng.choice([0, rng.randrange(1000), -rng.randrange(10 ** 7), rng.randrange(10 ** 10)])

    values = {
        "rank": maybe(rank, .95), "is_new": maybe(rng.random() < .2),
        "rank_change": maybe(rng.randrange(-9, 10)), "movie_code": f"2024{place:04}",
        "title": rng.choice(TITLES), "open_date": maybe(begin - rng.randrange(-30, 60) * DAY),
        "film_nation": maybe("korean", .3), "genres": maybe(
            [rng.choice(["드라마", "액션", "a b", "코미디"]) for _ in range(rng.randint(1, 3))]),
        "directors": maybe(["봉준호"], .3), "production_year": maybe(rng.randrange(1990, 2030)),
        "rating": maybe("15세이상관람가"),
    }
    if values["is_new"]:
        values["rank_change"] = None
    for name, (_, kind) in KNOWN.items():
        if kind in ("amount", "percent", "integer", "marker") and name not in values:
            values[name] = maybe({"amount": amount, "percent": percent}.get(kind, count)())
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
                places = max(
                    other[name][1] for other in rows for name in has & AMOUNTS if other[name] is not None
                    and ("source" not in has or other["source"] == values["source"]))
                units = sales[0] * 10 ** (places - sales[1])
                price = (2 * units + seen) // (2 * seen) if seen > 0 else (2 * -units - seen) // (-2 * seen)
                values["ticket_price"] = (price, places)


def decimal(number, places, separator=""):
    digits = str(abs(number)).rjust(places + 1, "0")
    whole, rest = digits[:len(digits) - places], digits[len(digits) - places:]
    whole = f"{int(whole):,}".replace(",", separator)
    return ("-" if number < 0 else "") + whole + ("." + rest if places else "")


def text(value, kind, separator=""):
    """A value as csv has it, without quotes."""
    match kind:
        case "amount":
            return decimal(*value, separator)
        case "percent":
            return decimal(value, 1)
        case "integer":
            return decimal(value, 0, separator)
        case "boolean":
            return "true" if value else "false"
    return str(value)


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


def jsonl(columns, rows):
    def written(value, kind):
        if value is None or kind in ("text", "marker", "list"):
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return f'"{value}"' if kind == "date" else text(value, kind)

    return "".join(
        "{" + ",".join(f"{written(name, 'text')}:{written(values[name], kind_of(name))}" for name in columns)
        + "}\n" for values in rows).encode()


def pick(rng):
    options = {
        "delimiter": rng.choice([",", ",", "tab", ";", "|", ":", "^", "a", "7", " ", "."]),
        "quote": rng.choice(["minimal", "all"]),
        "null": rng.choice(["", "", "NA", "-", "0", "null", "a,b", " "]),
        "list-separator": rng.choice(["|", "; ", "/"]), "thousands": rng.choice(["", "", ",", "'", " "]),
    }
    if rng.random() < .7:
        options["header"] = rng.choice(["en", "ko"])
    if rng.random() < .3:
        options["profile"] = "excel"
    if rng.random() < .3:
        # Only a mark tells the guard of a spreadsheet from a text that begins with a quote.
        options["bom"] = rng.choice(["true", "true" if "profile" in options else "false"])
    if rng.random() < .3:
        options["newline"] = rng.choice(["lf", "crlf"])
    return options


def trial(rng, path, run):
    """Compares a table with what the program writes of it."""
    chart = rng.choice(list(CHARTS))
    columns, rows, currency = table(rng, chart)
    can_be_named = not any("," in name for name in columns)  # --columns has commas between names.
    if rng.random() < .7:
        options, form = pick(rng), "csv"
        if not can_be_named:
            options.pop("profile", None)  # Its usual columns have one more marker.
    else:
        options, form = {"header": "en"} if rng.random() < .5 else {}, "jsonl"
    if not can_be_named and ("source" in columns or currency not in (None, "KRW")):
        return ["skipped: its usual columns begin with source"], None
    if options.get("header") == "en":
        for values in rows:  # The words of markers.
            marker = values["rank_marker"]
            values["rank_marker"] = {"신작": "NEW", "진입": "IN"}.get(marker, marker)
    written = csv(columns, rows, options) if form == "csv" else jsonl(columns, rows)
    path.write_bytes(written)
    command = [chart, "--source", "file", "-O", f"path={path}", "--format", form]
    command += ["--columns", ",".join(columns)] if can_be_named else []
    for name, value in options.items():
        command += [f"--{name}", value] if name in ("header", "profile") else ["-O", f"{name}={value}"]
    done = run(*command)
    kinds = [chart, f"{form}, header {options.get('header', 'not given')}"]
    if not done.returncode and done.stdout == written:
        return kinds, None
    told = f"status {done.returncode} {done.stderr.decode()[:300]}\n  {command}"
    for number, pair in enumerate(zip(written.splitlines(), done.stdout.splitlines()), 1):
        if pair[0] != pair[1]:
            of_file, of_output = (line.decode()[:300] for line in pair)
            told += f"\n  line {number}\n    file   {of_file!r}\n    output {of_output!r}"
            break
    return kinds, told


if __name__ == "__main__":
    trials.try_seeds(__doc__, trial)
