#!/usr/bin/env python3
"""Mutated tables of the council through `--source file`, judged by a reader of its own.

Takes the synthetic tables in `site/`, as pages and as what people save from them, and changes bytes, tags, cells,
rows, sums, headers and encodings. For each the program must give the figures that stand in the file, or refuse it; it
must never give others, crash or hang. The judge reads the file with Python's own readers (html.parser, csv), by the
rules of KOBIS: figures with commas or a fraction of zeros, shares as fractions or percentages, sums in the last row.
"""
import argparse, collections, csv, html.parser, io, os, pathlib, random, re, subprocess, sys, tempfile

SITE = pathlib.Path(__file__).parent / "site"
NAMES = {"순위": "rank", "영화명": "title", "개봉일": "open_date", "매출액": "sales_amount", "관객수": "audience_count",
         "누적매출액": "sales_total", "누적관객수": "audience_total", "스크린수": "screen_count", "상영횟수": "show_count"}
FIGURES = ["sales_amount", "audience_count", "sales_total", "audience_total", "screen_count", "show_count"]


class Unclear(Exception):
    """The judge cannot say what stands in the file."""


# MARK: - The judge

class Page(html.parser.HTMLParser):
    """Collects the rows of cells of a page, and the texts outside of tables."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.rows, self.row, self.cell, self.loose = [], None, None, ""

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.flush()
            self.row = []
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

    def flush(self):
        if self.loose.strip():
            self.rows.append([self.loose.strip()])
        self.loose = ""


def grid(data, is_page):
    text = None
    for encoding in ("utf-8-sig", "cp949"):
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    if text is None:
        raise Unclear("encoding")
    if is_page:
        page = Page()
        page.feed(text)
        page.close()
        return page.rows
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def figure(text):
    text = text.strip()
    if not text:
        return None
    if not re.fullmatch(r"-?(\d+|\d{1,3}(,\d{3})+)(\.0*)?", text):
        raise Unclear(f"figure {text!r}")
    return int(text.split(".")[0].replace(",", ""))


def films(data, is_page):
    """Returns the films of all tables in the file, in its order."""
    header, found = None, []
    rows = grid(data, is_page)
    for index, row in enumerate(rows):
        cells = [re.sub(r"\s", "", c) for c in row]
        if "순위" in cells and "영화명" in cells:
            header = [re.sub(r"\(전[일주]대비\)", "", c) for c in cells]
            following = [re.sub(r"\s", "", c) for c in rows[index + 1]] if index + 1 < len(rows) else []
            if following and len(following) == len(header) and not following[header.index("영화명")]:
                header = [a + b for a, b in zip(header, following)]
            continue
        if header is None or not any(cells) or len([c for c in cells if c]) == 1 and cells[0][:1] in "■-▶●":
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
                film[known] = text.strip()
        if not film.get("title"):
            continue
        found.append(film)
    return found


# MARK: - The mutations

def mutate(rng, data, is_page):
    """Returns the bytes with one to three changes, and the kinds of change."""
    kinds = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        kind = rng.choice(["byte", "digit", "cut", "line-gone", "line-twice", "swap", "tag", "sum", "header", "encoding",
                           "word", "slice"])
        kinds.append(kind)
        if not data:
            break
        place = rng.randrange(len(data))
        lines = data.split(b"\n")
        line = rng.randrange(len(lines))
        if kind == "byte":
            data = data[:place] + bytes([rng.randrange(256)]) + data[place + 1:]
        elif kind == "digit":
            digits = [m.start() for m in re.finditer(rb"\d", data)]
            place = rng.choice(digits or [place])
            data = data[:place] + str(rng.randrange(10)).encode() + data[place + 1:]
        elif kind == "cut":
            data = data[:place]
        elif kind == "slice":
            data = data[:place] + data[place + rng.randrange(1, 40):]
        elif kind == "line-gone":
            data = b"\n".join(lines[:line] + lines[line + 1:])
        elif kind == "line-twice":
            data = b"\n".join(lines[:line + 1] + lines[line:])
        elif kind == "swap":
            other = rng.randrange(len(lines))
            lines[line], lines[other] = lines[other], lines[line]
            data = b"\n".join(lines)
        elif kind == "tag":
            tags = list(re.finditer(rb"</?\w+[^>\n]*>" if is_page else rb"[,\"]", data))
            if tags:
                tag = rng.choice(tags)
                new = rng.choice([b"", b"<b>", b"</td>", b"<td>", b"<tr>", b"</tr>", b"<!--", b"<HADES>", b"\"", b",", b"<table>"])
                data = data[:tag.start()] + new + data[tag.end():]
        elif kind == "sum":
            place = data.rfind("합계".encode())
            if place > 0:
                digits = [m.start() for m in re.finditer(rb"\d", data[place:])]
                if digits:
                    at = place + rng.choice(digits)
                    data = data[:at] + str(rng.randrange(10)).encode() + data[at + 1:]
        elif kind == "header":
            names = list(NAMES)
            one, other = rng.sample(names, 2)
            mark = "\0".encode()
            data = data.replace(one.encode(), mark, 1).replace(other.encode(), one.encode(), 1).replace(mark, other.encode(), 1)
        elif kind == "encoding":
            try:
                data = data.decode().encode(rng.choice(["cp949", "utf-16", "utf-8-sig"]))
            except UnicodeError:
                pass
        elif kind == "word":
            data = data[:place] + rng.choice(["전체", "합계", "■ 역대", "● 2021년 03월", "\u00a0", "1,0", "%", "-"]).encode() + data[place:]
    return data, kinds


# MARK: - The program

def run(program, home, path, name):
    command = [program]
    columns = "rank,title,open_date"
    if name.startswith("daily"):
        command += ["daily", "--columns", columns + "," + ",".join(FIGURES)]
    else:
        command += ["ranking", "--columns", columns + ",audience_at_least,audience_at_most,sales_at_least,sales_at_most"]
    command += ["--format", "csv", "--header", "en", "--source", "file", "-O", f"path={path}"]
    if "bare" in name:
        command += ["-O", "file.date=2021-03-10"]
    environment = {"HOME": home, "PATH": os.environ["PATH"], "LANG": "en_US.UTF-8"}
    return subprocess.run(command, capture_output=True, env=environment, cwd=home, timeout=20)


def same(row, film, is_daily):
    if row["title"] != film["title"] or row["open_date"] not in (film["open_date"], ""):
        return False
    if is_daily:
        return all(row[name] == ("" if film.get(name) is None else str(film[name])) for name in FIGURES)
    return all(row[f"{one}_at_{end}"] in ("", str(film[two])) for one, two in (("audience", "audience_count"), ("sales", "sales_amount"))
               for end in ("least", "most"))


def judge(done, data, name):
    """Returns the verdict on a run: `refused`, `right`, or what is wrong."""
    if done.returncode in (64, 65):
        return "refused" if done.stderr.startswith(b"bo-export: ") and not done.stdout else "wrong: refused with output"
    if done.returncode != 0:
        return f"wrong: status {done.returncode} {done.stderr[:200]!r}"
    is_page = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<"
    try:
        wanted = films(data, is_page)
    except (Unclear, csv.Error, IndexError, AssertionError) as reason:
        return "told" if done.stderr else f"unclear: {reason}"
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode(), newline="")))
    if not name.startswith("daily"):
        # A ranking may leave out films that it says it leaves out.
        if len(rows) != len(wanted) and not done.stderr:
            return f"wrong: {len(rows)} films instead of {len(wanted)}"
        lost = [row for row in rows if not any(same(row, film, False) for film in wanted)]
        return f"wrong: {lost[0]}" if lost else "right"
    by_place = collections.Counter()
    for row in rows:
        if not any(same(row, film, True) for film in wanted):
            return f"wrong: {row}"
        by_place[row["title"]] += 1
    if len(rows) != len(wanted):
        return "told" if done.stderr else f"wrong: {len(rows)} films instead of {len(wanted)}"
    return "right"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--mutants", type=int, default=5000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the files of wrong answers")
    given = parser.parse_args()
    program = str(pathlib.Path(given.program).resolve())
    sources = sorted(p for p in SITE.iterdir() if p.suffix in (".xls", ".csv") and not p.name.endswith("truth.csv"))
    originals = [(p.name, p.read_bytes()) for p in sources]
    verdicts, failures = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as home:
        path = pathlib.Path(home, "table")
        for seed in range(given.first, given.first + given.mutants):
            rng = random.Random(seed)
            name, data = rng.choice(originals)
            data, kinds = mutate(rng, data, name.endswith(".xls"))
            path.write_bytes(data)
            try:
                verdict = judge(run(program, home, path, name), data, name)
            except subprocess.TimeoutExpired:
                verdict = "wrong: it hangs"
            verdicts[verdict.split(":")[0]] += 1
            if verdict.startswith(("wrong", "unclear")):
                failures += verdict.startswith("wrong")
                if failures <= 20:
                    print(f"mutant {seed} of {name} ({', '.join(kinds)}): {verdict}")
                if given.keep:
                    pathlib.Path(given.keep, f"{seed}-{name}").write_bytes(data)
    print(f"{given.mutants} mutants: {dict(verdicts)}")
    return 1 if failures else 0


sys.exit(main())
