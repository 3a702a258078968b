#!/usr/bin/env python3
"""Mutated tables of the council through `--source file`, judged by a reader of its own.

    Tests/Tables/mutants.py PROGRAM [--seeds N] [--first SEED]

Takes the synthetic tables in `site/`, as pages and as what people save from them, and changes bytes, tags,
cells, rows, sums, headers and encodings. For each the program must give the figures that stand in the file,
or refuse it; it must never give others, crash or hang. The judge reads the file with Python's own readers
(html.parser, csv), by the rules of KOBIS: figures with commas or a fraction of zeros, shares as fractions or
percentages, sums in the last row.
"""
import contextlib
import csv
import html.parser
import io
import pathlib
import re

import trials

SITE = pathlib.Path(__file__).parent / "site"
NAMES = {"순위": "rank", "영화명": "title", "개봉일": "open_date", "매출액": "sales_amount",
         "관객수": "audience_count", "누적매출액": "sales_total", "누적관객수": "audience_total",
         "스크린수": "screen_count", "상영횟수": "show_count"}
FIGURES = ["sales_amount", "audience_count", "sales_total", "audience_total", "screen_count", "show_count"]


class Unclear(Exception):
    """The judge cannot say what stands in the file."""


class Page(html.parser.HTMLParser):
    """Collects the rows of cells of a page, and the texts outside of tables."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.rows, self.row, self.cell, self.loose = [], None, None, ""

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            if self.loose.strip():
                self.rows.append([self.loose.strip()])
            self.row, self.loose = [], ""
        elif tag in ("td", "th") and self.row is not None:
            self.cell = ""
        elif self.cell is not None and tag not in ("br", "span", "em"):
            raise Unclear(f"<{tag}> in a cell")

    def handle_endtag(self, tag):
        if tag in ("td", "th") and self.cell is not None:
            self.row.append(self.cell)
            self.cell = None
        elif tag == "tr" and self.row is not None:
            self.rows.append(self.row)
            self.row = None

    def handle_data(self, data):
        if self.cell is not None:
            self.cell += data
        elif self.row is None:
            self.loose += data


def grid(data, is_page):
    """The rows of cells of a file."""
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp949"):
        with contextlib.suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            break
    else:
        raise Unclear("encoding")
    if not is_page:
        return list(csv.reader(io.StringIO(text, newline=""), strict=True))
    page = Page()
    page.feed(text)
    page.close()
    return page.rows


def figure(text):
    text = text.strip()
    if not text:
        return None
    if not re.fullmatch(r"-?(\d+|\d{1,3}(,\d{3})+)(\.0*)?", text):
        raise Unclear(f"figure {text!r}")
    return int(text.partition(".")[0].replace(",", ""))


def films(data, is_page):
    """Returns the films of all tables in the file, in its order."""
    header, found = None, []
    rows = grid(data, is_page)
    bare = [[re.sub(r"\s", "", cell) for cell in row] for row in rows]
    for row, cells, following in zip(rows, bare, [*bare[1:], []]):
        if "순위" in cells and "영화명" in cells:
            header = [re.sub(r"\(전[일주]대비\)", "", cell) for cell in cells]
            if len(following) == len(header) and not following[header.index("영화명")]:
                header = [a + b for a, b in zip(header, following)]
            continue
        filled = len([cell for cell in cells if cell])
        if not header or not filled or filled == 1 and cells[0][:1] in "■-▶●":
            continue
        if {"합계", "총계", "계"} & set(cells):
            continue
        if len(row) != len(header):
            raise Unclear("width")
        film = {}
        for name, text in zip(header, row):
            known = NAMES.get(name)
            if known in FIGURES or known == "rank":
                film[known] = figure(text)
            elif known:
                # Control characters are no part of a text.
                film[known] = re.sub(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", "", text).strip()
        if film.get("title"):
            found.append(film)
    return found


def mutated(rng, data, is_page):
    """Returns the bytes with one to three changes."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        kind = rng.choice(["byte", "digit", "cut", "line-gone", "line-twice", "swap", "tag", "sum",
                           "header", "encoding", "word", "slice"])
        if not data:
            break
        place = rng.randrange(len(data))
        lines = data.split(b"\n")
        line = rng.randrange(len(lines))
        match kind:
            case "byte":
                data = data[:place] + bytes([rng.randrange(256)]) + data[place + 1:]
            case "digit":
                data = with_other_digit(rng, data, 0)
            case "sum":
                if (start := data.rfind("합계".encode())) >= 0:
                    data = with_other_digit(rng, data, start)
            case "cut":
                data = data[:place]
            case "slice":
                data = data[:place] + data[place + rng.randrange(1, 40):]
            case "line-gone":
                data = b"\n".join(lines[:line] + lines[line + 1:])
            case "line-twice":
                data = b"\n".join(lines[:line + 1] + lines[line:])
            case "swap":
                other = rng.randrange(len(lines))
                lines[line], lines[other] = lines[other], lines[line]
                data = b"\n".join(lines)
            case "tag":
                tags = list(re.finditer(rb"</?\w+[^>\n]*>" if is_page else rb"[,\"]", data))
                if tags:
                    begin, end = rng.choice(tags).span()
                    new = rng.choice([b"", b"<b>", b"</td>", b"<td>", b"<tr>", b"</tr>", b"<!--",
                                      b"<HADES>", b"\"", b",", b"<table>"])
                    data = data[:begin] + new + data[end:]
            case "header":
                one, other = (name.encode() for name in rng.sample(list(NAMES), 2))
                data = data.replace(one, b"\0", 1).replace(other, one, 1).replace(b"\0", other, 1)
            case "encoding":
                with contextlib.suppress(UnicodeError):
                    data = data.decode().encode(rng.choice(["cp949", "utf-16", "utf-8-sig"]))
            case "word":
                words = ["전체", "합계", "■ 역대", "● 2021년 03월", "\u00a0", "1,0", "%", "-"]
                data = data[:place] + rng.choice(words).encode() + data[place:]
    return data


def with_other_digit(rng, data, start):
    """The bytes with a random digit in the place of one from `start` on."""
    places = [start + found.start() for found in re.finditer(rb"\d", data[start:])]
    if not places:
        return data
    place = rng.choice(places)
    return data[:place] + str(rng.randrange(10)).encode() + data[place + 1:]


def same(row, film, is_daily):
    """Whether a row of the program has the film of the file."""
    if row["title"] != film["title"] or row["open_date"] not in (film["open_date"], ""):
        return False
    if is_daily:
        return all(row[name] == ("" if film.get(name) is None else str(film[name])) for name in FIGURES)
    return all(
        row[f"{one}_at_{end}"] in ("", str(film.get(two)))
        for one, two in (("audience", "audience_count"), ("sales", "sales_amount"))
        for end in ("least", "most"))


def judge(done, data, is_daily):
    """Returns the verdict on a run, and what is wrong with it."""
    if done.returncode in (64, 65):
        is_refused = done.stderr.startswith(b"bo-export: ") and not done.stdout
        return "refused", None if is_refused else "refused with output"
    if done.returncode != 0:
        return "failed", f"status {done.returncode} {done.stderr[:200]!r}"
    # Of tables with columns of growth this is always said, and excuses nothing.
    told = re.sub(rb"bo-export: the columns of growth .*\n", b"", done.stderr)
    is_page = data.lstrip(b"\xff\xfe\xef\xbb\xbf \t\r\n\0")[:1] == b"<"
    try:
        wanted = films(data, is_page)
    except (Unclear, csv.Error, IndexError, AssertionError):
        return "told" if told else "unclear", None
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode(), newline="")))
    for row in rows:
        if not any(same(row, film, is_daily) for film in wanted):
            return "wrong", str(row)
    # Films may be left out if that is said.
    if len(rows) != len(wanted) and not told:
        return "wrong", f"{len(rows)} films instead of {len(wanted)}"
    return "right" if len(rows) == len(wanted) else "told", None


def trial(rng, path, run):
    """Judges what the program makes of a mutant."""
    source = rng.choice(sorted(
        file for file in SITE.iterdir() if file.suffix in (".xls", ".csv") and "truth" not in file.name))
    data = mutated(rng, source.read_bytes(), source.suffix == ".xls")
    path.write_bytes(data)
    is_daily = source.name.startswith("daily")
    command, figures = ("daily", FIGURES) if is_daily else ("ranking", [
        "audience_at_least", "audience_at_most", "sales_at_least", "sales_at_most"])
    date = ["-O", "file.date=2021-03-10"] if "bare" in source.name else []
    done = run(command, "--columns", ",".join(["rank", "title", "open_date", *figures]), "--format", "csv",
               "--header", "en", "--source", "file", "-O", f"path={path}", *date)
    verdict, wrong = judge(done, data, is_daily)
    return [verdict], wrong and f"{source.name}: {wrong}"


if __name__ == "__main__":
    trials.try_seeds(__doc__, trial)
