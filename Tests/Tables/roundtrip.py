#!/usr/bin/env python3
"""Random tables through `--source file`: with the same columns and options the output is the file to the byte.

    Tests/Tables/roundtrip.py PROGRAM [--seeds N] [--first SEED]

Each seed makes one table: any of the four charts, csv with any options and either header or jsonl, awkward
titles, empty cells, ties, regions, several sources. It is written here by rules of its own, read by the
program, and both are compared. Nothing of the program's own code is used.
"""
import argparse, collections, datetime, os, pathlib, random, subprocess, sys, tempfile

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
TITLES = ["아바타", "범죄도시4", 'a "b" c', "x, y", "세미;콜론", "파|이프", "줄\n바꿈", "=1+1", "+82",
          "-", "-5", "@home", "NA", "null", "0", "12", "true", "신작", "▲3", "😀", "é", "a\tb", "ａ", "＝전각", "\ufeff표시",
          "''", "'인용'", "ㄱ" * 80, "2024-05-03", "1,234", "\\", "/"]
OWN = ["메모", "note", "a b", "x,y", '"q"', "=머리", "x;y", "Z9"]


AMOUNTS = {name for name, (_, kind) in KNOWN.items() if kind == "amount"} - {"ticket_price"}


def period(rng, chart):
    first, last = CHARTS[chart]
    day = datetime.date(2003, 11, 11) + rng.randrange(8000) * DAY
    if chart == "daily":
        return day, day
    monday = day - day.weekday() * DAY
    return monday + first * DAY, monday + last * DAY


def table(rng, chart):
    """The columns and the rows; a value is None, or of the column's type."""
    decimals, currency = rng.choice([(0, "KRW"), (0, "KRW"), (2, "USD"), (3, "KWD"), (None, None)])
    has_regions, sources = rng.random() < .3, rng.choice([1, 1, 2])
    names = [n for n in KNOWN if rng.random() < .5]
    need = ["rank", "title"] + (["date"] if chart == "daily" and rng.random() < .7 else ["from", "to"])
    need += ["region"] if has_regions else []
    need += ["source"] if sources > 1 else []
    if currency != "KRW" or rng.random() < .2:
        need += ["currency"] if currency else []
    elif "currency" in names and currency is None:
        names.remove("currency")
    names = [n for n in names if n != "currency" or currency] + [n for n in need if n not in names]
    if not has_regions and "region" in names:
        names.remove("region")
    rng.shuffle(names)
    own = rng.sample(OWN, rng.choice([0, 0, 1, 2]))
    columns = names + own
    rng.shuffle(columns)
    day = period(rng, chart)
    rows = []
    for step in range(rng.randint(1, 4)):
        length = 1 if chart == "daily" else 7
        begin, end = (d + step * length * DAY for d in day)
        for source in range(sources):
            for region in (rng.sample(["서울시", "부산시", "강마을"], 2) if has_regions else [None]):
                rank = 0
                nation, kind = (rng.choice([None, "korean", "foreign"]), rng.choice([None, "art"]))
                fetched = rng.choice([None, "2024-06-01T09:00:00+09:00"])
                for place in range(rng.randint(1, 5)):
                    rank += rng.choice([0, 1, 1])
                    rows.append(row(rng, begin, end, chart, source, region, max(rank, 1), place, nation,
                                    kind, currency, decimals, fetched, own))
    derive(rows, columns)
    return columns, rows, currency


def row(rng, begin, end, chart, source, region, rank, place, nation, kind, currency, decimals, fetched, own):
    def maybe(value, chance=.85):
        return value if rng.random() < chance else None
    def amount():
        number = rng.choice([0, rng.randrange(10 ** 6), -rng.randrange(10 ** 10), rng.randrange(10 ** 12)])
        if not decimals:
            return (number, 0 if decimals == 0 else rng.choice([0, 2, 3]))  # No currency has one decimal.
        return (number, decimals)
    def percent():
        return rng.choice([0, 1000, -rng.randrange(1000), rng.randrange(10 ** 6)])
    def count():
        return rng.choice([0, rng.randrange(1000), -rng.randrange(10 ** 7), rng.randrange(10 ** 10)])
    week = begin.isocalendar()
    values = {
        "date": begin, "from": begin, "to": end, "year_week": f"{week[0]:04}{week[1]:02}", "chart": chart,
        "region": region, "nation": nation, "kind": kind, "rank": maybe(rank, .95),
        "is_new": maybe(rng.random() < .2), "rank_change": maybe(rng.randrange(-9, 10)),
        "movie_code": f"2024{place:04}", "title": rng.choice(TITLES),
        "open_date": maybe(begin - rng.randrange(-30, 60) * DAY),
        "source": ["kobis-json", "cinemart"][source], "country": None, "currency": currency,
        "fetched_at": fetched, "film_nation": maybe("korean", .3),
        "genres": maybe([rng.choice(["드라마", "액션", "a b", "코미디"]) for _ in range(rng.randint(1, 3))]),
        "directors": maybe(["봉준호"], .3), "production_year": maybe(rng.randrange(1990, 2030)),
        "rating": maybe("15세이상관람가"),
    }
    for name, (_, type) in KNOWN.items():
        if name not in values:
            values[name] = maybe({"amount": amount, "percent": percent}.get(type, count)())
    if values["is_new"]:
        values["rank_change"] = None
    for name in own:
        values[name] = maybe(rng.choice(TITLES))
    return values


def derive(rows, columns):
    """The columns derived from others, if a file has all of these; else any text or number."""
    has = set(columns)
    for values in rows:
        if {"rank_change", "is_new", "open_date"} <= has:
            change = values["rank_change"]
            if values["is_new"]:
                opened = values["open_date"]
                values["rank_marker"] = "신작" if opened and (values["from"] - opened).days <= 14 else "진입"
            else:
                values["rank_marker"] = None if change is None else \
                    "-" if change == 0 else f"▲{change}" if change > 0 else f"▼{-change}"
        else:
            values["rank_marker"] = "▲3" if values["rank_marker"] else None
        if "open_date" in has:
            opened = values["open_date"]
            values["release_day"] = opened and (values["to"] - opened).days + 1
        if {"sales_amount", "audience_count"} <= has:
            sales, seen = values["sales_amount"], values["audience_count"]
            values["ticket_price"] = None
            if sales is not None and seen:
                # As exact as any amount of the source, whose currency may be unknown.
                places = max(v[c][1] for v in rows for c in has & AMOUNTS
                             if v[c] is not None and ("source" not in has or v["source"] == values["source"]))
                units = sales[0] * 10 ** (places - sales[1])
                price = (2 * units + seen) // (2 * seen) if seen > 0 else (2 * -units - seen) // (-2 * seen)
                values["ticket_price"] = (price, places)


def decimal(number, places, separator=""):
    sign, digits = "-" if number < 0 else "", str(abs(number)).rjust(places + 1, "0")
    whole, rest = digits[:len(digits) - places], digits[len(digits) - places:]
    whole = f"{int(whole):,}".replace(",", separator) if separator else str(int(whole))
    return sign + whole + ("." + rest if places else "")


def text(value, type, separator=""):
    """A value as csv has it, without quotes."""
    if type == "amount":
        return decimal(value[0], value[1], separator)
    if type == "percent":
        return decimal(value, 1)
    if type == "integer":
        return decimal(value, 0, separator)
    if type == "boolean":
        return "true" if value else "false"
    return str(value)


def is_formula(text):
    return text.lstrip("\ufeff")[:1] in tuple("=+-@\t\r\0＝＋－＠") if text.lstrip("\ufeff") else False


def csv(columns, rows, options):
    excel = options.get("profile") == "excel"
    delimiter = {"tab": "\t"}.get(options["delimiter"], options["delimiter"])
    null, quotes_all, thousands = options["null"], options["quote"] == "all", options["thousands"]
    end = {"lf": "\n", "crlf": "\r\n"}[options.get("newline", "crlf" if excel else "lf")]
    plain_quoted = quotes_all or delimiter in "0123456789-.abcdefghijklmnopqrstuvwxyz"

    def needs_quotes(t):
        return t != "" and (t[0] in " \t" or t[-1] in " \t" or t[0] == "\ufeff"
                            or any(c in t for c in (delimiter, '"', "\n", "\r")))

    def cell(t, quoted):
        return '"' + t.replace('"', '""') + '"' if quoted else t

    def write(value, type):
        if value is None:
            return cell(null, quotes_all if null == "" else needs_quotes(null))
        if type == "list":
            value, type = options["list-separator"].join(value), "text"
        if type in ("text", "marker"):
            marker = type == "marker" and (value in ("-", "신작", "진입", "", "NEW", "IN") or value[:1] in "▲▼")
            if excel and is_formula(value) and not marker:
                value = "'" + value
            return cell(value, quotes_all or needs_quotes(value) or (null != "" and value == null))
        t = text(value, type, thousands if type in ("integer", "amount") else "")
        if thousands and type in ("integer", "amount"):
            return cell(t, quotes_all or needs_quotes(t) or (null != "" and t == null))
        return cell(t, plain_quoted or (null != "" and t == null))

    korean = options.get("header", "ko" if excel else "en") == "ko"
    lines = [[write(KNOWN[c][0] if korean and c in KNOWN else c, "text") for c in columns]]
    lines += [[write(r[c], KNOWN[c][1] if c in KNOWN else "text") for c in columns] for r in rows]
    mark = "\ufeff" if options.get("bom", "true" if excel else "false") == "true" else ""
    return (mark + "".join(delimiter.join(line) + end for line in lines)).encode()


def jsonl(columns, rows):
    def quoted(t):
        special = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
        return '"' + "".join(special.get(c) or (f"\\u{ord(c):04x}" if ord(c) < 32 or 127 <= ord(c) < 160
                                                or c in "\u2028\u2029" else c) for c in t) + '"'
    def write(value, type):
        if value is None:
            return "null"
        if type == "list":
            return "[" + ",".join(map(quoted, value)) + "]"
        return quoted(str(value)) if type in ("text", "marker", "date") else text(value, type)
    return "".join("{" + ",".join(quoted(c) + ":" + write(r[c], KNOWN[c][1] if c in KNOWN else "text")
                                  for c in columns) + "}\n" for r in rows).encode()


def in_english(rows):
    """The words of markers with --header en."""
    for values in rows:
        if "rank_marker" in values:
            values["rank_marker"] = {"신작": "NEW", "진입": "IN"}.get(values["rank_marker"], values["rank_marker"])


def pick(rng, currency):
    options = {
        "delimiter": rng.choice([",", ",", "tab", ";", "|", ":", "^", "a", "7", " ", "."]), "quote": rng.choice(["minimal", "all"]),
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1)
    given = parser.parse_args()
    given.program = str(pathlib.Path(given.program).resolve())
    home = tempfile.mkdtemp()
    environment = {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    path = pathlib.Path(home, "table")
    failures, counts = 0, collections.Counter()
    for seed in range(given.first, given.first + given.seeds):
        rng = random.Random(seed)
        chart = rng.choice(list(CHARTS))
        columns, rows, currency = table(rng, chart)
        command = [given.program, chart, "--source", "file", "-O", f"path={path}", "--columns"]
        command.append(",".join(columns))
        if any("," in c for c in columns):  # --columns has commas between names.
            command = command[:-2]
        if rng.random() < .7:
            options = pick(rng, currency)
            if command[-2] != "--columns":
                options.pop("profile", None)  # Its usual columns have one more marker.
            if options.get("header") == "en":
                in_english(rows)
            table_bytes = csv(columns, rows, options)
            for name, value in options.items():
                command += [f"--{name}", value] if name in ("header", "profile") else ["-O", f"{name}={value}"]
            counts[f"csv, header {options.get('header', 'not given')}"] += 1
        else:
            command += ["--format", "jsonl"]
            if rng.random() < .5:
                command += ["--header", "en"]
                in_english(rows)
            table_bytes = jsonl(columns, rows)
            counts["jsonl"] += 1
        if command.count("--columns") == 0 and currency not in (None, "KRW") and \
                columns[:2] != ["source", "currency"] or command.count("--columns") == 0 and "source" in columns:
            counts["skipped: its usual columns begin with source"] += 1
            continue
        counts[chart] += 1
        path.write_bytes(table_bytes)
        done = subprocess.run(command, capture_output=True, env=environment, cwd=home)
        if done.returncode or done.stdout != table_bytes:
            failures += 1
            if failures <= 5:
                keep = f"{tempfile.gettempdir()}/roundtrip-{seed}"
                pathlib.Path(keep).write_bytes(table_bytes)
                print(f"seed {seed}: status {done.returncode} {done.stderr.decode()[:300]}\n  {command}")
                wanted, got = table_bytes.splitlines(), done.stdout.splitlines()
                for line, (a, b) in enumerate(zip(wanted, got), 1):
                    if a != b:
                        print(f"  line {line}\n    file   {a.decode()[:300]!r}\n    output {b.decode()[:300]!r}")
                        break
    print(f"seeds {given.first} to {given.first + given.seeds - 1}: {dict(counts)}; {failures} differ")
    return 1 if failures else 0


sys.exit(main())
