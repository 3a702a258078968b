"""Random questions, as tools and as command lines: the same rows, or the same refusal."""

import collections
import concurrent.futures
import json
import random

from fixture import expect
from mcp_talk import PERIODS, Proof, Talk, named, refusal

FILMS = ["20204548", "20206061", "범죄도시2", "브로커", "애프터 양", "쥬라기 월드: 도미니언", "브로커:2022",
         "없는 영화"]
CODES = ["20204548", "20206061", "20206257", "20211382", "20190217", "99999999"]
COLUMNS = ["default", "rank", "영화명", "ticket_price", "release_day", "is_final", "source", "rank_marker",
           "매출액점유율", "없는열"]
SEARCHES = [
    *({"title": title} for title in ("범죄", "의", "영화", "없다없다", "만든 영화 1")), {"director": "이"},
    *({"opened": years} for years in ("2022", "1999..2000", "20x")), {"produced": "2020..2022", "title": "의"}]
TABLES = [
    *({"what": what} for what in ("regions", "nations", "movie-types", "companies", "people")),
    {"what": "people", "name": "송강호"}, {"what": "person", "codes": ["10000001"]},
    {"what": "company", "codes": ["20100001"]}, {"what": "companies", "name": "회사"}]
COMMANDS = {"market": ["market"], "ranking": ["ranking"], "film_run": ["trend"], "find_films": ["movies"],
            "film": ["movie"]}


def exact(text: bytes | str) -> object:
    """A JSON value whose objects keep their order, and whose fractions keep their digits, as bytes."""
    return json.loads(text, object_pairs_hook=list, parse_float=str.encode)


def span(chance: random.Random, first: str, last: int) -> dict:
    """A period within the month of `first`, not after that day of it, in one of the ways to say it."""
    month, start = first[:7], chance.randint(1, last)
    day, end = f"{month}-{start:02}", chance.randint(start, min(last, start + 6))
    return chance.choice([
        {}, {"last": chance.randint(1, 3)}, {"date": day}, {"date": day.replace("-", "")},
        {"date": day.replace("-", ".")}, {"date": f"{int(month[:4])}년 {int(month[5:])}월 {start}일"},
        {"from": day, "to": f"{month}-{end:02}"}, {"from": day, "to": f"+{end - start}d"},
        {"month": month} if last > 7 else {"from": first, "to": f"{month}-{last:02}"}])


def question(chance: random.Random, is_sample: bool) -> tuple[str, dict]:
    """A tool and its arguments."""
    def some(values: list, most: int) -> list:
        return chance.sample(values, chance.randint(1, most))

    one = chance.choice
    tool = chance.choices(["box_office", "market", "ranking", "film_run", "find_films", "film", "look_up"],
                          [6, 3, 3, 3, 2, 1, 2])[0]
    is_narrowed = tool == "box_office" and not is_sample and chance.random() < 0.8
    month = one(["2021-03-01", "2021-04-01"])
    arguments = {
        "film_run": {"films": some(FILMS, 3)}, "film": {"codes": some(CODES, 3)},
        "find_films": one(SEARCHES), "look_up": one(TABLES),
    }.get(tool) or (span(chance, month, 28) if is_narrowed else
                    span(chance, "2022-06-01", 5) if is_sample else span(chance, "2018-01-01", 7))
    more = {  # In what share of the questions there is an argument.
        "box_office": [(0.3, "top", chance.randint(1, 12)), (0.2, "columns", chance.sample(COLUMNS, 3)), *([
            (0.3, "region", some(["서울", "부산", "경기", "0105001", "화성"], 2)),
            (0.3, "nation", one(["korean", "foreign", "한국"])),
            (0.3, "kind", one(["commercial", "art", "상업"])),
            (0.6, "chart", one(["daily", "weekly", "weekend", "weekdays"]))]
            if is_narrowed else [(0.5, "deep", True)])],
        "market": [(0.5, "by", one(["day", "week", "month", "year"])), (0.3, "compare", "year"),
                   (0.4, "nations", one([True, True, False]))],
        "ranking": [(0.4, "top", chance.randint(1, 15)),
                    (0.3, *one([("nation", "korean"), ("kind", "art"), ("deep", True)]))],
        "film_run": [(0.8, "days", chance.randint(1, 14)), (0.5, "by", one(["day", "week", "film"])),
                     (0.3, "from", f"2022-06-0{chance.randint(1, 4)}"), (0.1, "deep", True)],
    }.get(tool, [])
    return tool, arguments | {name: value for share, name, value in more if chance.random() < share}


def words(tool: str, arguments: dict) -> list[str]:
    """The command line for the arguments."""
    what = arguments.get("what", "")
    command = COMMANDS.get(tool, [arguments.get("chart", "daily")] if tool == "box_office" else
                           ["codes", what] if what in ("regions", "nations", "movie-types") else [what])
    columns = ",".join(arguments.get("columns", ["default"]))
    if tool == "box_office":
        # The usual columns of an answer include it.
        columns = ",".join(dict.fromkeys(columns.replace("default", "default,is_final").split(",")))
    found, own = [f"--columns={columns}"], []
    if tool == "find_films" or what in ("people", "companies"):
        found.append("--limit=1000")
    if tool in ("box_office", "market", "ranking") and not arguments.keys() & PERIODS:
        found.append("--date=latest")
    for name, value in arguments.items():
        if name in ("films", "codes"):
            own = ["--", *value]
        elif name not in ("what", "chart", "columns") and value is not False:
            text = ",".join(value) if isinstance(value, list) else value
            found.append(f"--{name}" if value is True else f"--{name}={text}")
    return [*command, *found, *own]


def pages(talk: Talk, tool: str, arguments: dict, size: int | None) -> tuple[list, dict]:
    """All rows of a question, page by page, and the first result or the refusal."""
    rows, results = [], []
    while not results or results[-1]["structuredContent"]["left_out"]:
        paging = ({"rows": size} if size else {}) | ({"offset": len(rows)} if rows else {})
        id_ = talk.ask("tools/call", {"name": tool, "arguments": arguments | paging})
        results.append(talk.answer(id_, 60)["result"])
        if results[-1].get("isError"):
            return rows, results[-1]
        page = dict(dict(dict(exact(talk.come[named(id_)][0][1]))["result"])["structuredContent"])["rows"]
        rows += page
        if results[-1]["structuredContent"]["left_out"]:
            expect(f"a page that is not the last of {tool} {arguments}", len(page), size or 40)
    return rows, results[0]


def compare(proof: Proof, number: int, talks: list[tuple[Talk, list[str]]]) -> str:
    """Asks a question in both ways, with one of the live and the recorded sources; returns its tool."""
    chance = random.Random(100_000 + number)
    talk, options = talks[bool(number) and chance.random() < 0.3]
    # The register grows while it is read.
    tool, arguments = (("find_films", {"title": "만든 영화 1"}) if number == 0 else
                       question(chance, "sample" in options))
    command = words(tool, arguments)
    size = chance.choice([None, None, 200, 7, 40, 1 if "top" in arguments else 25])
    rows, result = pages(talk, tool, arguments, size)
    done = proof.start(command[0], *options, "--keep-going", "--log-format", "json", "--format", "jsonl",
                       *command[1:])
    what = f"question {number}: {tool} {arguments}, bo-export {' '.join([*options, *command])}"
    if done.returncode not in (0, 2):
        said = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
        code = [line["code"] for line in said if line.get("level") == "error"][-1]
        error = refusal(result, what)["code"]
        if not (error.startswith("argument-") and done.returncode == 64):
            expect(f"{what}: the code", error, code)
        return f"{tool} refused"
    expect(f"{what}: isError {str(result)[:300]}", result.get("isError"), False)
    wanted = [exact(line) for line in done.stdout.splitlines()]
    expect(f"{what}: the number of rows", len(rows), len(wanted))
    for row, line in zip(rows, wanted):
        expect(what, row, line)
    return tool


def rows(proof: Proof) -> str:
    """Asks two hundred random questions."""
    kinds: collections.Counter[str] = collections.Counter()
    proof.fresh()
    live, recorded = ["--max-calls", "400"], ["--source", "sample", "--max-calls", "400"]
    with (proof.talk(*live) as one, proof.talk(*recorded) as other,
          concurrent.futures.ThreadPoolExecutor(2) as pool):
        for first in range(0, 200, 50):
            # The day's calls are not what is compared here.
            for file in (proof.folder / "state").rglob("kobis-*"):
                file.unlink()
            kinds.update(pool.map(lambda number: compare(proof, number, [(one, live), (other, recorded)]),
                                  range(first, first + 50)))
    return ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
