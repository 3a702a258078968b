#!/usr/bin/env python3
"""Mutated tables of the council through `--source file`, judged by a reader of its own.

    Tests/Tables/mutants.py PROGRAM [--seeds N] [--first SEED]

Takes the synthetic tables in `site/`, as pages and as what people save from them, and changes bytes, tags,
cells, rows, sums, headers and encodings. For each the program must give the figures that stand in the file,
or refuse it; it must never give others, crash or hang. The judge reads the file with readers of Python
(lxml, csv), by the rules of KOBIS: figures with commas or a fraction of zeros, shares as fractions or
percentages, sums in the last row.
"""
import contextlib
import csv
import io
import pathlib
import re
import sys

import trials
from lxml.etree import ParserError

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Readers"))
import page  # noqa: E402

SITE = pathlib.Path(__file__).parent / "site"
NAMES = {"순위": "rank", "영화명": "title", "개봉일": "open_date", "매출액": "sales_amount",
         "관객수": "audience_count", "누적매출액": "sales_total", "누적관객수": "audience_total",
         "스크린수": "screen_count", "상영횟수": "show_count"}
FIGURES = [*NAMES.values()][3:]


class Unclear(Exception):
    """The judge cannot say what stands in the file."""


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
    rows, tags = page.cells(text)
    if others := tags - {"br", "span", "em"}:
        raise Unclear(f"{others} in cells")
    return rows


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
        place, lines = rng.randrange(len(data) or 1), data.split(b"\n")
        line = rng.randrange(len(lines))
        spans, new = [(place, place)], b""  # New bytes take the place of one of these.
        match rng.choice(["byte", "digit", "cut", "line-gone", "line-twice", "swap", "tag", "sum", "header",
                          "encoding", "word", "slice"]):
            case "byte":
                spans, new = [(place, place + 1)], bytes([rng.randrange(256)])
            case "digit" | "sum" as kind:
                first = data.rfind("합계".encode()) if kind == "sum" else 0
                digits = re.finditer(rb"\d", data) if first >= 0 else []
                spans = [digit.span() for digit in digits if digit.start() >= first]
                new = str(rng.randrange(10)).encode()
            case "cut":
                spans = [(place, len(data))]
            case "slice":
                spans = [(place, place + rng.randrange(1, 40))]
            case "tag":
                tags = re.finditer(rb"</?\w+[^>\n]*>" if is_page else rb"[,\"]", data)
                spans = [tag.span() for tag in tags]
                new = rng.choice([b"", b"<b>", b"</td>", b"<td>", b"<tr>", b"</tr>", b"<!--", b"<HADES>",
                                  b"\"", b",", b"<table>"])
            case "word":
                words = ["전체", "합계", "■ 역대", "● 2021년 03월", "\u00a0", "1,0", "%", "-"]
                new = rng.choice(words).encode()
            case "line-gone":
                data = b"\n".join(lines[:line] + lines[line + 1:])
            case "line-twice":
                data = b"\n".join(lines[:line + 1] + lines[line:])
            case "swap":
                other = rng.randrange(len(lines))
                lines[line], lines[other] = lines[other], lines[line]
                data = b"\n".join(lines)
            case "header":
                one, other = (name.encode() for name in rng.sample(list(NAMES), 2))
                data = data.replace(one, b"\0", 1).replace(other, one, 1).replace(b"\0", other, 1)
            case "encoding":
                with contextlib.suppress(UnicodeError):
                    data = data.decode().encode(rng.choice(["cp949", "utf-16", "utf-8-sig"]))
        if spans:
            begin, end = rng.choice(spans)
            data = data[:begin] + new + data[end:]
    return data


def same(row, film, is_daily):
    """Whether a row of the program has the film of the file."""
    if row["title"] != film["title"] or row["open_date"] not in (film.get("open_date"), ""):
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
    except (Unclear, csv.Error, IndexError, ValueError, ParserError):
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
