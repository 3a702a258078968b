#!/usr/bin/env python3
"""The server for assistants, with the official client of Python, with lines written by hand, and fuzzed.

Everything is asked of the recorded samples and of a KOBIS on this machine.
"""

import argparse
import asyncio
import json
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from fixture import Differs, expect, fits, needs, options, proving, validator

needs("jsonschema", "mcp")
import mcp_flow  # noqa: E402
import mcp_fuzz  # noqa: E402
import mcp_rows  # noqa: E402
from mcp import Client, StdioServerParameters  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402
from mcp_talk import HANDSHAKES, KEY, META, MODERN, TAKEN, Proof, refusal  # noqa: E402

TYPES = {
    **dict.fromkeys(("last", "top", "days", "rows", "offset"), "integer"),
    **dict.fromkeys(("region", "columns", "films", "codes"), "array"),
    **dict.fromkeys(("deep", "nations"), "boolean")}
"""The types of arguments; all others are texts."""
WEEK = {"from": "2021-05-01", "to": "2021-05-10"}
ROWS = {"rows", "columns", "notes", "warnings", "missing", "source", "credit", "filters", "calls", "left_out"}
SAMPLE = [
    ("box_office", {}),
    ("box_office", {"last": 3, "top": 5, "columns": ["default", "매출액", "release_day"]}),
    ("market", {"date": "2022-06-01"}), ("ranking", {"from": "2022-05-31", "to": "2022-06-02", "top": 3}),
    ("film_run", {"films": ["20204548"], "from": "2022-05-30", "days": 5}), ("status", None),
    *(("explain", {"word": word}) for word in ("신작", "점유율", "audience_count", "신규 진입"))]
CALLS = SAMPLE + [
    ("box_office", {"date": "2018-01-03", "deep": True}), ("ranking", {"date": "2018-01-03", "deep": True}),
    ("box_office", {"chart": "weekend", "last": 2, "region": ["서울", "부산"], "kind": "art"}),
    ("market", {"from": "2018-01-01", "to": "2018-01-07", "by": "week", "nations": True, "compare": "year"}),
    ("film_run", {"films": ["범죄도시2", "브로커"], "by": "week"}),
    ("find_films", {"opened": "1999", "rows": 200}), ("film", {"codes": ["20204548"]}),
    ("look_up", {"what": "people", "name": "송강호"}), ("look_up", {"what": "person", "codes": ["10000001"]}),
    ("look_up", {"what": "company", "codes": ["20100001"]}),
    *(("look_up", {"what": what}) for what in ("regions", "companies", "nations", "movie-types"))]
WRONG: dict[str, list] = {
    "box_office": [
        ({"dat": "2022-06-01"}, "date"), {"--output": "/tmp/x"}, {"output": "x.csv"},
        *(({name: value}, name) for name, value in (
            *(("last", value) for value in ("3", 1.5, 0, -1, True, [1], 10 ** 30)),
            *(("rows", value) for value in (0, 201, "40", 10 ** 30)), ("offset", -1), ("top", 0),
            ("deep", "yes"), ("deep", 1), ("date", 20220601), ("date", ["2022-06-01"]), ("region", "서울"),
            ("region", [1]), ("columns", "rank"), ("chart", "monthly"), ("chart", 1), ("nation", True))),
        *({"date": date} for date in ("2022-13-01", "", "/etc/passwd", "$HOME", "2099-01-01", "2003-01-01")),
        {"from": "2022-06-02", "to": "2022-06-01"}, {"from": "2022-06-02\nx"},
        {"date": "2022-06-01", "last": 2}, {"month": "2022-13"}, {"month": "x"}, {"nation": "mars"},
        {"region": ["화성"]}, {"region": ["/etc/passwd"]}, {"columns": ["예매율"]},
        {"columns": ["--output=x.csv"]}, {"columns": []}, {"columns": ["rank,nothing"]},
        {"chart": "weekly", "deep": True}, {"top": 99}, {"date": "2022-06-01 --output=x.csv"},
        {"date": "2022-06-01\0"}, {"columns": ["\0"]}],
    "market": [{"by": "hour"}, {"compare": "day"}, {"nations": "yes"}],
    "film_run": [({}, "films"), {"films": []}, {"films": [""]}, {"films": ["없는 영화 제목"]},
                 {"films": ["20204548"], "days": 9999}, {"films": ["--output=x.csv"]}],
    "film": [({}, "codes"), {"codes": ["x"]}, {"codes": ["99999999"]}, {"codes": ["../../etc/passwd"]}],
    "look_up": [({}, "what"), {"what": "cats"}, ({"what": "person"}, "codes"),
                {"what": "regions", "codes": ["1"]}, {"what": "regions", "name": "x"},
                {"what": "people", "codes": ["1"]}],
    "find_films": [{"opened": "x"}], "explain": [({}, "word"), {"word": 1}, {"word": "없는말없는말"}],
    "status": [{"x": 1}]}
"""Arguments that cannot be answered, some with the name that the refusal has to say."""


def tools(proof: Proof) -> None:
    """The list of tools and the three revisions, by lines."""
    with proof.talk("--source", "sample", KOBIS_API_KEY=None) as talk:
        found = talk.result("server/discover")
        expect("capabilities", found["capabilities"], {"tools": {}})
        expect("the revisions", set(found["supportedVersions"]), {MODERN, *HANDSHAKES})
        expect("instructions", len(found["instructions"]) > 100)
        listed = talk.result("tools/list")
        for result in found, listed:
            expect("what may be kept", (type(result["ttlMs"]), result["cacheScope"] in ("public", "private")),
                   (int, True))
        expect("the tools", [tool["name"] for tool in listed["tools"]], list(TAKEN))
        for tool in listed["tools"]:
            name, takes = tool["name"], tool["inputSchema"]["properties"]
            expect(f"{name}: title, description, hints",
                   (bool(tool["title"]), len(tool["description"]) < 900, *map(
                       tool["annotations"].get, ("readOnlyHint", "idempotentHint"))), (True,) * 4)
            for schema in tool["inputSchema"], tool["outputSchema"]:
                validator(schema)
                expect(f"{name}: the root", (schema["type"], set(schema) & {"oneOf", "anyOf", "allOf", "if"}),
                       ("object", set()))
            paging = set() if name in ("explain", "status") else {"rows", "offset"}
            for argument in TAKEN[name] | paging:
                expect(f"{name}: the type of {argument}", takes.get(argument, {}).get("type"),
                       TYPES.get(argument, "string"))
            if paging:
                expect(f"{name}: the answer", ROWS - set(tool["outputSchema"]["properties"]), set())
                row = tool["outputSchema"]["properties"]["rows"]["items"]
                expect(f"{name}: required in rows", row.get("required", []), [])
        for asked in *HANDSHAKES, "2024-11-05", "1999-01-01":
            info = {"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
            began = talk.result("initialize", info, modern=False)
            expect(f"the answer to {asked}", began["protocolVersion"],
                   asked if asked in HANDSHAKES else HANDSHAKES[-1])
            expect("the list of a handshake", talk.result("tools/list", modern=False),
                   {"tools": listed["tools"]})
            for name, arguments in SAMPLE:
                valid(proof, name, talk.call(name, arguments, modern=False))


def valid(proof: Proof, name: str, result: dict) -> None:
    """Checks the answer of a tool against its schema."""
    expect(f"{name}: isError ({str(result)[:400]})", result.get("isError", False), False)
    holds = result["structuredContent"]
    fits(f"{name}: {str(holds)[:200]}", holds, proof.schemas[name])
    text = result["content"][0]["text"]
    expect(f"{name}: its text", (len(result["content"]), bool(text)), (1, True))
    if name == "explain":
        expect(f"{name}: fields", [bool(holds.get(field)) for field in ("word", "text", "where")], [True] * 3)
    if "rows" in holds:
        expect(f"{name}: fields", (ROWS - set(holds), set(holds) - ROWS - {"from", "to"}), (set(), set()))
        expect(f"{name}: rows", bool(holds["rows"]))
        expect(f"{name}: {holds['credit']} stands in the text", holds["credit"] in text)
        names = [column["name"] for column in holds["columns"]]
        expect(f"{name}: the columns of rows", [list(row) for row in holds["rows"] if list(row) != names], [])
        expect(f"{name}: options in its text", re.findall(r"(?m)^(?![|{]|.*bo-export ).*--\w.*", text), [])
        expect(f"{name}: lines of the table", len(re.findall(r"(?m)^\|", text)) >= len(holds["rows"]) + 2)


def client(proof: Proof) -> None:
    """The official client, in both eras; the server writes nothing but the archive and the count of calls."""
    home, nobody = proof.folder, ("film_run", {"films": ["없는 영화 제목"]})

    async def era(mode: str, words: list[str], calls: list) -> tuple[list, list]:
        server = StdioServerParameters(command=str(proof.program), args=["mcp", *words],
                                       env=proof.environment, cwd=home)
        told: list[float] = []
        results = []

        async def tell(done: float, *_: object) -> None:
            told.append(done)

        with open(home / "log", "a", encoding="utf-8") as log:
            async with Client(stdio_client(server, log), mode=mode) as client:
                names = [tool.name for tool in (await client.list_tools()).tools]
                for name, arguments in calls:
                    told.clear()
                    result = await client.call_tool(name, arguments, progress_callback=tell)
                    results.append((result.model_dump(by_alias=True), [*told]))
                info = client.server_info
                return [client.protocol_version, info and info.name, names], results

    def tree() -> dict[str, int]:
        return {str(path.relative_to(home)): path.stat().st_mtime_ns
                for path in home.rglob("*") if path.exists()}

    proof.fresh()
    (home / "state").mkdir()
    before = tree()
    recorded = ["--source", "sample", "--lang", "ko", "-vv", "--log-format", "json"]
    for mode, revision in ("auto", MODERN), (MODERN, MODERN), ("legacy", HANDSHAKES[-1]):
        for words, calls in (recorded, SAMPLE), ([], CALLS):
            found, results = asyncio.run(era(mode, words, [*calls, nobody]))
            # A client that asks at once does not know who answers.
            server = None if mode == MODERN else "bo-export"
            expect(f"revision, server and tools of {mode}", found, [revision, server, list(TAKEN)])
            for (name, arguments), (result, told) in zip([*calls, nobody], results):
                expect(f"the progress of {name}", told, sorted(set(told)))
                if (name, arguments) == nobody:
                    expect(f"the rows of {name}", result.pop("structuredContent"), None)
                    refusal(result, name)
                else:
                    valid(proof, name, result)
    after = tree()
    changed = {path for path in after if after[path] != before.get(path)}
    own = re.compile(r"(cache(/bo-export(/.*)?)?|state(/bo-export(/quota(/kobis.*)?)?)?|log)$")
    expect("other files that were written, and files that are gone",
           ({path for path in changed if not own.match(path)}, set(before) - set(after)), (set(), set()))
    expect("files with the key", [path for path in after if (home / path).is_file()
                                  and KEY.encode() in (home / path).read_bytes()], [])


def errors(proof: Proof) -> None:
    """Errors of the protocol: the code, and whether the id is there."""
    def request(**fields: object) -> bytes:
        whole = {"jsonrpc": "2.0", "id": "q", "method": "tools/list", "params": {"_meta": META}} | fields
        return json.dumps({name: value for name, value in whole.items() if value != "absent"}).encode()

    def call(**params: object) -> bytes:
        return request(method="tools/call", params=params | {"_meta": META})

    version, capabilities = META
    cases = [
        *((line, -32700, None) for line in (
            b"{", b"x", b'{"jsonrpc":"2.0","id":1,"method":"\xff"}', b"[1,", b"\xef\xbb\xbf{", b"{}{}",
            b'{"jsonrpc":"2.0","id":1,"method":"ping"', b"nul", b"'a'", b"01", b"\"\t\"")),
        *((line, -32600, None) for line in (
            b"[]", b"[" + request() + b"]", b"1", b"null", b"true", b"\"text\"", b"{}", request(id=None),
            request(id={}), request(id=[1]), request(id=True), b" " * 10 + b"x" * (1 << 20),
            request(params={"padding": "x" * (1 << 20)}))),
        *((line, -32600, "q") for line in (
            request(method="absent"), request(method=3), request(method=None), request(jsonrpc="absent"),
            request(jsonrpc="1.0"), request(jsonrpc=2))),
        *((request(method=method), -32601, "q") for method in (
            "initialize", "ping", "resources/list", "prompts/list", "tools/none", "", "x" * 5000,
            "logging/setLevel")),
        (request(method="nothing", params="absent"), -32601, "q"),
        *((line, -32602, "q") for line in (
            call(), call(name=7), call(name="no_tool"), call(name="../../etc/passwd"),
            *(call(name="status", arguments=arguments) for arguments in ([], "x", 3)),
            request(params={"_meta": {version: MODERN}}),
            request(params={"_meta": {version: MODERN, capabilities: []}}),
            request(params={"_meta": {version: 20260728, capabilities: {}}}), request(params={"cursor": "x"}),
            request(method="initialize", params={}))),
        *((request(params={"_meta": {version: revision, capabilities: {}}}), -32022, "q") for revision in (
            "2099-01-01", "", "2025-11-25", "DRAFT"))]
    with proof.talk("--source", "sample") as talk:
        for count, (line, code, id_) in enumerate(cases, 1):
            talk.write(line + b"\n")
            talk.until(lambda: len(talk.told) < count, f"the error of {line[:100]!r}")
            message = talk.told[-1]
            expect(f"the error of {line[:150]!r}", (message.get("error", {}).get("code"), message.get("id")),
                   (code, id_))
            if code == -32022:
                data = message["error"]["data"]
                expect("the data of a revision", data | {"supported": set(data["supported"])}, {
                    "requested": json.loads(line)["params"]["_meta"][version],
                    "supported": {MODERN, *HANDSHAKES}})
        for line in (b"\n \n\t\r\n", request(id="absent"), request(id="absent", method="nothing"),
                     b'{"jsonrpc":"2.0","id":9,"result":{}}'):
            talk.write(line + b"\n")
        fits = request(id="fits", params={"_meta": META, "padding": ""})
        talk.write(fits.replace(b'""', b'"' + b"x" * ((1 << 20) - len(fits)) + b'"') + b"\n")
        expect("a message of 1 MB", "result" in talk.answer("fits"))
        expect("the number of messages", len(talk.told), len(cases) + 1)


def refusals(proof: Proof) -> None:
    """Questions that cannot be answered: results that are errors."""
    for words, environment in ([], {}), (["--source", "sample"], {"KOBIS_API_KEY": None}):
        with proof.talk(*words, "--retries", "0", **environment) as talk:
            for tool, wrong in WRONG.items():
                for each in wrong:
                    arguments, named = each if isinstance(each, tuple) else (each, "")
                    error = talk.refusal(tool, arguments)
                    expect(f"'{named}' in {error}", named in error["message"] + error.get("hint", ""))


def setups(proof: Proof) -> None:
    """Servers that are set up wrongly answer all the same, and name no folder."""
    missing = str(proof.folder / "it's private/missing.csv")
    for words, environment in (
            (["--source", "file", "-O", f"path={missing}"], {}), (["--replay", missing], {}),
            (["--plugin-dir", missing, "--source", "nobody"], {}), (["-O", f"x={missing}"], {}),
            ([], {"KOBIS_API_KEY_FILE": missing, "KOBIS_API_KEY": ""}),
            ([], {"KOBIS_BASE_URL": f"file://{missing}"}),
            ([], {"KOBIS_BASE_URL": "http://127.0.0.1:9/rest"}),
            ([], {"CURL_CA_BUNDLE": missing, "KOBIS_BASE_URL": "https://127.0.0.1:9"})):
        with proof.talk(*words, "--retries", "0", **environment) as talk:
            error = talk.refusal("box_office", {"date": "2021-07-01"})
            expect(f"a folder in {error}", "private" in str(error), False)
            expect("the list", len(talk.result("tools/list")["tools"]), len(TAKEN))


def ambiguous(proof: Proof) -> None:
    """A title that two films have."""
    fields = dict.fromkeys(("movieNmEn", "typeNm", "prdtStatNm", "nationAlt", "genreAlt", "repNationNm",
                            "repGenreNm"), "")
    films = [fields | {"movieCd": f"{year}0001", "movieNm": "twin", "prdtYear": year, "openDt": f"{year}0601",
                       "directors": [], "companys": []} for year in ("2010", "2015")]
    answer = {"movieListResult": {"totCnt": 2, "source": "x", "movieList": films}}
    proof.gate.answers["twin"] = json.dumps(answer).encode()
    with proof.talk() as talk:
        error = talk.refusal("film_run", {"films": ["twin"]})
        proof.gate.answers.clear()
    expect("the candidates", error.get("candidates"), ["twin:2010", "twin:2015"])


def keys(proof: Proof) -> None:
    """No key, a refused one, and one whose calls are used up."""
    proof.fresh()
    # The calls of the last one are used up.
    for key in None, "wrong" + KEY[5:], KEY:
        if key == KEY:
            fault = {"errorCode": "320011", "message": "키의 1일 이용횟수를 초과하였습니다."}
            proof.gate.answers["BoxOffice"] = json.dumps({"faultInfo": fault}).encode()
        with proof.talk(KOBIS_API_KEY=key) as talk:
            error = talk.refusal("box_office", WEEK)
            expect(f"retry_at of {error}", "retry_at" in error, key == KEY)
            valid(proof, "status", talk.call("status"))
            expect("the key in standard error", (key or "none") in talk.said(), False)
        proof.gate.answers.clear()


def limits(proof: Proof) -> None:
    """Questions that need more calls than one may make, or than the day has left."""
    proof.fresh()
    with proof.talk("--max-calls", "4") as talk:
        error = talk.refusal("box_office", WEEK)
        expect(f"calls of a question that needs too many ({error})", proof.gate.seen, 0)
        expect(f"numbers in {error}", [text in str(error) for text in ("10", "4", "2021-05-04")], [True] * 3)
        # A smaller question, one whose rows are kept, and one that goes on.
        for first, last, calls in (1, 4, 4), (2, 4, 0), (1, 8, 4):
            expect(f"calls from {first} to {last}", talk.found(
                "box_office", {"from": f"2021-05-0{first}", "to": f"2021-05-0{last}"})["calls"], calls)
    with proof.talk() as talk:
        for arguments in {"year": "2020"}, {"from": "2020-01-01", "to": "2020-04-10"}:
            error = talk.refusal("box_office", arguments)
            expect(f"100 in {error}", "100" in error["message"])
        proof.ledger().write_bytes(b"." * 2494)
        proof.gate.reset()
        error = talk.refusal("box_office", {"from": "2021-06-01", "to": "2021-06-07"})
        expect(f"calls, retry_at and a smaller question of {error}",
               (proof.gate.seen, "retry_at" in error, "2021-06-06" in str(error)), (0, True, True))
        talk.call("box_office", {"from": "2021-06-01", "to": "2021-06-06"})
        expect("the calls that the day allowed", proof.gate.seen, 6)
        talk.refusal("box_office", {"date": "2021-06-07"})


def is_right(check: Callable[[Proof], str | None], proof: Proof) -> bool:
    """Makes a check, and says what came of it."""
    begun, differs = time.monotonic(), False
    try:
        said = check(proof) or "right"
    except Differs as difference:
        said, differs = f"DIFFERS: {difference}", True
    print(f"{check.__name__}: {said} ({time.monotonic() - begun:.1f} s)", flush=True)
    return not differs


CHECKS = [tools, client, errors, refusals, setups, ambiguous, keys, limits, mcp_flow.progress,
          mcp_flow.cancellation, mcp_flow.burst, mcp_flow.end, mcp_flow.plugins, mcp_flow.start,
          mcp_flow.memory, mcp_rows.rows, mcp_fuzz.fuzz, mcp_flow.slow]

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", nargs="*", help="only these checks")
    chosen = options(parser)
    checks = [check for check in CHECKS if not chosen.only or check.__name__ in chosen.only]
    with proving(chosen, Proof) as proof, proving(chosen, Proof) as aside, ThreadPoolExecutor() as pool:
        with proof.talk() as talk:
            proof.schemas = {tool["name"]: validator(tool["outputSchema"])
                             for tool in talk.result("tools/list")["tools"]}
        # It only waits, so it does so beside the others, with a service of its own.
        slow = pool.map(is_right, {mcp_flow.slow}.intersection(checks), [aside])
        rights = [is_right(check, proof) for check in checks if check != mcp_flow.slow]
        expect("all is right", all([*rights, *slow]))
