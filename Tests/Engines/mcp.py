#!/usr/bin/env python3
"""The server for assistants, with the official client of Python, with lines written by hand, and fuzzed.

    python3 Tests/Engines/mcp.py [--small] [--slow] [--only CHECK…] [--program FILE] [--loopback FILE]

Everything is asked of the recorded samples and of a KOBIS on this machine. --small asks and fuzzes less, --slow
also waits for the 45 seconds after which a question ends. It ends with 0, or with 1 and a sentence about the
difference, or with 77 if `mcp` or `jsonschema` is not installed.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import json
import shutil
import sys
import time
from pathlib import Path

# This file has the name of the official client.
sys.path.append(sys.path.pop(0))
sys.dont_write_bytecode = True
try:
    import jsonschema
    from mcp import Client, StdioServerParameters
    from mcp.client.stdio import stdio_client
except ImportError as error:
    print(f"{error.name} is not installed", file=sys.stderr)
    sys.exit(77)

import mcp_flow  # noqa: E402
import mcp_fuzz  # noqa: E402
import mcp_rows  # noqa: E402
from fixture import Differs, Fixture, expect, options  # noqa: E402
from mcp_talk import HANDSHAKES, KEY, META, MODERN, Gate, Talk, refusal, without  # noqa: E402

PERIODS = {"date", "from", "to", "last", "month", "year"}
TAKEN = {
    "box_office": {"chart", *PERIODS, "region", "nation", "kind", "top", "deep", "columns"},
    "market": {*PERIODS, "by", "nations", "compare"},
    "ranking": {*PERIODS, "top", "nation", "kind", "deep"},
    "film_run": {"films", "days", "by", "from", "to", "deep"},
    "find_films": {"title", "director", "opened", "produced"}, "film": {"codes"},
    "look_up": {"what", "name", "codes"}, "explain": {"word"}, "status": set()}
TYPES = {
    **dict.fromkeys(("last", "top", "days", "rows", "offset"), "integer"),
    **dict.fromkeys(("region", "columns", "films", "codes"), "array"),
    **dict.fromkeys(("deep", "nations"), "boolean")}
"""The types of arguments; all others are texts."""
WEEK = {"from": "2021-05-01", "to": "2021-05-10"}
ROWS = {"rows", "columns", "notes", "warnings", "missing", "source", "credit", "filters", "calls", "left_out"}
SAMPLE = [
    ("box_office", {}), ("box_office", {"last": 3, "top": 5, "columns": ["default", "매출액", "release_day"]}),
    ("market", {"date": "2022-06-01"}), ("ranking", {"from": "2022-05-31", "to": "2022-06-02", "top": 3}),
    ("film_run", {"films": ["20204548"], "from": "2022-05-30", "days": 5}), ("explain", {"word": "신작"}),
    ("status", None)]
CALLS = SAMPLE + [
    ("box_office", {"date": "2018-01-03", "deep": True}), ("ranking", {"date": "2018-01-03", "deep": True}),
    ("box_office", {"chart": "weekend", "last": 2, "region": ["서울", "부산"], "kind": "art"}),
    ("market", {"from": "2018-01-01", "to": "2018-01-07", "by": "week", "nations": True, "compare": "year"}),
    ("film_run", {"films": ["범죄도시2", "브로커"], "by": "week"}), ("find_films", {"opened": "1999", "rows": 200}),
    ("film", {"codes": ["20204548"]}), ("look_up", {"what": "regions"}),
    ("look_up", {"what": "people", "name": "송강호"}), ("look_up", {"what": "companies"}),
    ("look_up", {"what": "person", "codes": ["10000001"]}),
    ("look_up", {"what": "company", "codes": ["20100001"]}), ("look_up", {"what": "nations"}),
    ("look_up", {"what": "movie-types"})]

class Proof:
    """The checks, in one folder with one KOBIS."""

    def __init__(self, fixture: Fixture, chosen: argparse.Namespace) -> None:
        self.fixture, self.chosen = fixture, chosen
        self.home = fixture.folder
        (self.home / "here").mkdir()
        (self.home / "tmp").mkdir()
        self.gate = Gate(fixture.environment["KOBIS_BASE_URL"])
        fixture.environment.update(
            HOME=str(self.home), TMPDIR=str(self.home / "tmp"), KOBIS_BASE_URL=self.gate.address,
            KOBIS_API_KEY=KEY)
        for name in "KAKAO_REST_API_KEY", "KMDB_API_KEY":
            fixture.environment.pop(name, None)
        self.keyless = without(fixture.environment, "KOBIS_API_KEY")
        with self.talk() as talk:
            listed = talk.result("tools/list")["tools"]
        self.limited = [tool["name"] for tool in listed if "limit" in tool["inputSchema"]["properties"]]
        self.schemas = {tool["name"]: jsonschema.Draft202012Validator(
            tool["outputSchema"], format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER) for tool in listed}

    def talk(self, *words: str, **environment: str) -> Talk:
        return Talk(self.fixture, *words, environment=self.fixture.environment | environment)

    def ledger(self) -> Path:
        """The day's count of calls."""
        files = list((self.home / "state/bo-export/quota").glob("kobis-*"))
        expect("the files of the ledger", len(files), 1)
        return files[0]

    def fresh(self) -> None:
        """Forgets what was fetched and counted."""
        for name in "cache", "state":
            shutil.rmtree(self.home / name, ignore_errors=True)

    # Tools, revisions, the official client

    def tools(self) -> str:
        """The list of tools and the three revisions, by lines."""
        with Talk(self.fixture, "--source", "sample", environment=self.keyless) as talk:
            found = talk.result("server/discover")
            expect("capabilities", found["capabilities"], {"tools": {}})
            expect("the revisions", set(found["supportedVersions"]), {MODERN, *HANDSHAKES})
            for result in found, talk.result("tools/list"):
                expect("what may be kept", (type(result["ttlMs"]), result["cacheScope"] in ("public", "private")),
                       (int, True))
            expect("instructions", len(found["instructions"]) > 100, True)
            tools = result["tools"]
            expect("the tools", [tool["name"] for tool in tools], list(TAKEN))
            for tool in tools:
                name, takes = tool["name"], tool["inputSchema"]["properties"]
                expect(f"{name}: title, description", bool(tool["title"]) and len(tool["description"]) < 900, True)
                expect(f"{name}: hints", [tool["annotations"].get(hint) for hint in (
                    "readOnlyHint", "idempotentHint")], [True, True])
                for schema in tool["inputSchema"], tool["outputSchema"]:
                    jsonschema.Draft202012Validator.check_schema(schema)
                    expect(f"{name}: the root", (schema["type"], set(schema) & {"oneOf", "anyOf", "allOf", "if"}),
                           ("object", set()))
                paging = set() if name in ("explain", "status") else {"rows", "offset"}
                expect(f"{name} takes", (TAKEN[name] | paging) - set(takes), set())
                expect(f"{name}: types", {argument: schema["type"] for argument, schema in takes.items()
                                          if argument in TAKEN[name] | paging},
                       {argument: TYPES.get(argument, "string") for argument in TAKEN[name] | paging})
                if paging:
                    expect(f"{name}: the answer", ROWS - set(tool["outputSchema"]["properties"]), set())
                    row = tool["outputSchema"]["properties"]["rows"]["items"]
                    expect(f"{name}: required in rows", row.get("required", []), [])
            for asked in *HANDSHAKES, "2024-11-05", "1999-01-01":
                info = {"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
                began = talk.result("initialize", info, modern=False)
                expect(f"the answer to {asked}", began["protocolVersion"],
                       asked if asked in HANDSHAKES else HANDSHAKES[-1])
                expect("serverInfo", set(began) >= {"serverInfo", "capabilities", "instructions"}, True)
                talk.notify("notifications/initialized")
                expect("ping", talk.result("ping", modern=False), {})
                listed = talk.result("tools/list", modern=False)
                expect("the list of a handshake", (listed["tools"], set(listed)), (tools, {"tools"}))
                for name, arguments in SAMPLE:
                    self.valid(name, talk.call(name, arguments, modern=False))
        longest = max(len(tool["description"]) for tool in tools)
        return f"{len(tools)} tools, the longest description has {longest} characters"

    def valid(self, name: str, result: dict) -> dict:
        """Checks the answer of a tool against its schema; returns what it holds."""
        if name == "explain" and result.get("isError"):
            refusal(result, name)
            return {}
        expect(f"{name}: isError ({str(result)[:400]})", result.get("isError", False), False)
        holds = result["structuredContent"]
        wrong = next(self.schemas[name].iter_errors(holds), None)
        expect(f"{name}: {str(holds)[:200]}", wrong and f"{wrong.json_path}: {wrong.message}", None)
        text = result["content"][0]["text"]
        expect(f"{name}: its text", (len(result["content"]), bool(text)), (1, True))
        if "rows" in holds:
            expect(f"{name}: fields", (ROWS - set(holds), set(holds) - ROWS - {"from", "to"}), (set(), set()))
            expect(f"{name}: rows", bool(holds["rows"]), True)
            expect(f"{name}: {holds['credit']} stands in the text", holds["credit"] in text, True)
            names = [column["name"] for column in holds["columns"]]
            for row in holds["rows"]:
                expect(f"{name}: the columns of a row", list(row), names)
            lines = [line for line in text.splitlines() if line.startswith("|")]
            expect(f"{name}: lines of the table", len(lines) >= len(holds["rows"]) + 2, True)
        return holds

    def client(self) -> str:
        """The official client, in both eras."""
        nobody = ("film_run", {"films": ["없는 영화 제목"]})

        async def era(mode: str, words: list[str], calls: list) -> tuple[list, list]:
            server = StdioServerParameters(command=str(self.fixture.program), args=["mcp", *words],
                                           env=self.fixture.environment, cwd=str(self.home / "here"))
            with open(self.home / "log", "a") as log:
                async with Client(stdio_client(server, log), mode=mode) as client:
                    listed = await client.list_tools()
                    found = [client.protocol_version, client.server_info and client.server_info.name,
                             [tool.name for tool in listed.tools]]
                    results = []
                    for name, arguments in calls:
                        told: list[float] = []

                        async def tell(done: float, _: object, __: object, told: list[float] = told) -> None:
                            told.append(done)

                        results.append((await client.call_tool(name, arguments, progress_callback=tell), told))
                    return found, results

        count = 0
        for mode, revision in ("auto", MODERN), (MODERN, MODERN), ("legacy", HANDSHAKES[-1]):
            for words, calls in (["--source", "sample"], SAMPLE), ([], CALLS):
                found, results = asyncio.run(era(mode, words, [*calls, nobody]))
                # A client that asks at once does not know who answers.
                server = None if mode == MODERN else "bo-export"
                expect(f"revision, server and tools of {mode}", found, [revision, server, list(TAKEN)])
                for (name, _), (result, told) in zip([*calls, nobody], results):
                    fields = {"content": [{"type": item.type, "text": item.text} for item in result.content],
                              "isError": result.is_error}
                    if result.structured_content is not None:
                        fields["structuredContent"] = result.structured_content
                    expect(f"the progress of {name}", told, sorted(set(told)))
                    if result is results[-1][0]:
                        refusal(fields, name)
                    else:
                        self.valid(name, fields)
                count += len(calls)
        return f"{count} calls of mcp.Client in the revisions {MODERN} and {HANDSHAKES[-1]}"

    def explained(self) -> str:
        """Words that it explains, and one that it does not."""
        with self.talk("--source", "sample", "--lang", "ko") as talk:
            for word in "신작", "점유율", "audience_count", "신규 진입":
                result = talk.call("explain", {"word": word})
                if result.get("isError"):
                    return f"not yet: {refusal(result, word)['message']}"
                holds = self.valid("explain", result)
                expect(f"{word}", [bool(holds.get(name)) for name in ("word", "text", "where")], [True] * 3)
            talk.refusal("explain", {"word": "없는말없는말"})
        return "four words"

    # Errors

    def errors(self) -> str:
        """Errors of the protocol: the code, and whether the id is there."""
        def request(**fields: object) -> bytes:
            whole = {"jsonrpc": "2.0", "id": "q", "method": "tools/list", "params": {"_meta": META}} | fields
            return json.dumps({name: value for name, value in whole.items() if value != "absent"}).encode()

        def call(name: object, arguments: object = "absent") -> bytes:
            params = {"name": name, "arguments": arguments, "_meta": META}
            return request(method="tools/call", params={n: v for n, v in params.items() if v != "absent"})

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
                call("absent"), call(7), call("no_tool"), call("status", []), call("status", "x"), call("status", 3),
                call("../../etc/passwd"), request(params={"_meta": {version: MODERN}}),
                request(params={"_meta": {version: MODERN, capabilities: []}}),
                request(params={"_meta": {version: 20260728, capabilities: {}}}), request(params={"cursor": "x"}),
                request(method="initialize", params={}))),
            *((request(params={"_meta": {version: revision, capabilities: {}}}), -32022, "q") for revision in (
                "2099-01-01", "", "2025-11-25", "DRAFT"))]
        with self.talk("--source", "sample") as talk:
            for line, code, id_ in cases:
                message = talk.error(line)
                expect(f"the error of {line[:150]!r}", (message.get("error", {}).get("code"), message.get("id")),
                       (code, id_))
                if code == -32022:
                    data = message["error"]["data"]
                    asked = json.loads(line)["params"]["_meta"][version]
                    expect("the data of a revision", (set(data), data["requested"], set(data["supported"])),
                           ({"supported", "requested"}, asked, {MODERN, *HANDSHAKES}))
            for line in (b"\n \n\t\r\n", request(id="absent"), request(id="absent", method="nothing"),
                         b'{"jsonrpc":"2.0","id":9,"result":{}}'):
                talk.write(line + b"\n")
            fits = request(id="fits", params={"_meta": META, "padding": ""})
            talk.write(fits.replace(b'""', b'"' + b"x" * ((1 << 20) - len(fits)) + b'"') + b"\n")
            expect("a message of 1 MB", "result" in talk.answer("fits"), True)
            expect("the number of messages", len(talk.told), len(cases) + 1)
        return f"{len(cases)} lines"

    def refusals(self) -> str:
        """Questions that cannot be answered: results that are errors."""
        wrong = [
            ("box_office", {"dat": "2022-06-01"}, "date"), ("box_office", {"--output": "/tmp/x"}, None),
            ("box_office", {"output": "x.csv"}, None), ("status", {"x": 1}, None),
            *(("box_office", {name: value}, name) for name, value in (
                ("last", "3"), ("last", 1.5), ("last", 0), ("last", -1), ("last", True), ("last", [1]), ("rows", 0),
                ("rows", 201), ("rows", "40"), ("offset", -1), ("top", 0), ("deep", "yes"), ("deep", 1),
                ("date", 20220601), ("date", ["2022-06-01"]), ("region", "서울"), ("region", [1]), ("columns", "rank"),
                ("chart", "monthly"), ("chart", 1), ("nation", True), ("last", 10 ** 30), ("rows", 10 ** 30))),
            *(("box_office", arguments, None) for arguments in (
                {"date": "2022-13-01"}, {"date": ""}, {"date": "/etc/passwd"}, {"date": "$HOME"},
                {"date": "2099-01-01"}, {"date": "2003-01-01"}, {"from": "2022-06-02", "to": "2022-06-01"},
                {"from": "2022-06-02\nx"},
                {"date": "2022-06-01", "last": 2}, {"month": "2022-13"}, {"month": "x"}, {"nation": "mars"},
                {"region": ["화성"]}, {"region": ["/etc/passwd"]}, {"columns": ["예매율"]}, {"columns": ["--output=x.csv"]},
                {"columns": []}, {"columns": ["rank,nothing"]}, {"chart": "weekly", "deep": True}, {"top": 99},
                {"date": "2022-06-01 --output=x.csv"}, {"date": "2022-06-01\0"}, {"columns": ["\0"]})),
            ("market", {"by": "hour"}, None), ("market", {"compare": "day"}, None), ("market", {"nations": "yes"}, None),
            ("film_run", {}, "films"), ("film_run", {"films": []}, None), ("film_run", {"films": [""]}, None),
            ("film_run", {"films": ["없는 영화 제목"]}, None), ("film_run", {"films": ["20204548"], "days": 9999}, None),
            ("film_run", {"films": ["--output=x.csv"]}, None), ("film", {}, "codes"), ("film", {"codes": ["x"]}, None),
            ("film", {"codes": ["99999999"]}, None), ("film", {"codes": ["../../etc/passwd"]}, None),
            ("look_up", {}, "what"), ("look_up", {"what": "cats"}, None), ("look_up", {"what": "person"}, "codes"),
            ("look_up", {"what": "regions", "codes": ["1"]}, None), ("look_up", {"what": "regions", "name": "x"}, None),
            ("look_up", {"what": "people", "codes": ["1"]}, None), ("find_films", {"opened": "x"}, None),
            ("explain", {}, "word"), ("explain", {"word": 1}, None)]
        for words, environment in ([], self.fixture.environment), (["--source", "sample"], self.keyless):
            with Talk(self.fixture, *words, "--retries", "0", environment=environment) as talk:
                for tool, arguments, named in wrong:
                    error = talk.refusal(tool, arguments)
                    if named:
                        expect(f"'{named}' in {error}", named in error["message"] + error.get("hint", ""), True)
        with self.talk() as talk:
            for tool in self.limited:
                what = {"what": "people"} if tool == "look_up" else {}
                self.valid(tool, talk.call(tool, {"limit": 2} | what))
        return f"{2 * len(wrong)} wrong questions"

    def setups(self) -> str:
        """Servers that are set up wrongly answer all the same, and name no folder."""
        missing = str(self.home / "it's private/missing.csv")
        for words, environment in (
                (["--source", "file", "-O", f"path={missing}"], {}), (["--replay", missing], {}),
                (["--plugin-dir", missing, "--source", "nobody"], {}), (["-O", f"x={missing}"], {}),
                ([], {"KOBIS_API_KEY_FILE": missing, "KOBIS_API_KEY": ""}),
                ([], {"KOBIS_BASE_URL": f"file://{missing}"}), ([], {"KOBIS_BASE_URL": "http://127.0.0.1:9/rest"}),
                ([], {"CURL_CA_BUNDLE": missing, "KOBIS_BASE_URL": "https://127.0.0.1:9"})):
            with self.talk(*words, "--retries", "0", **environment) as talk:
                error = talk.refusal("box_office", {"date": "2021-07-01"})
                expect(f"a folder in {error}", "private" in str(error), False)
                expect("the list", len(talk.result("tools/list")["tools"]), len(TAKEN))
        return "eight servers"

    def ambiguous(self) -> str:
        """A title that two films have."""
        self.gate.answers["twin"] = json.dumps({"movieListResult": {"totCnt": 2, "source": "x", "movieList": [
            {"movieCd": code, "movieNm": "twin", "movieNmEn": "", "prdtYear": year, "openDt": f"{year}0601",
             "typeNm": "장편", "prdtStatNm": "개봉", "nationAlt": "한국", "genreAlt": "드라마", "repNationNm": "한국",
             "repGenreNm": "드라마", "directors": [], "companys": []}
            for code, year in (("20100001", "2010"), ("20150001", "2015"))]}}).encode()
        with self.talk() as talk:
            error = talk.refusal("film_run", {"films": ["twin"]})
            self.gate.answers.clear()
            expect(f"the candidates of {error}", len(error.get("candidates", [])), 2)
            chosen = [candidate if isinstance(candidate, str) else candidate.get("film", "")
                      for candidate in error["candidates"]]
            expect(f"the candidates {chosen}", [any(year in text for text in chosen) for year in ("2010", "2015")],
                   [True, True])
        return json.dumps(error)

    def keys(self) -> str:
        """No key, a refused one, and one whose calls are used up."""
        said = []
        self.fresh()
        for code, environment in (
                ("no-key", self.keyless), ("refused", self.keyless | {"KOBIS_API_KEY": "wrong" + KEY[5:]}),
                ("used-up", self.fixture.environment)):
            if code == "used-up":
                fault = {"errorCode": "320011", "message": "키의 1일 이용횟수를 초과하였습니다."}
                self.gate.answers["BoxOffice"] = json.dumps({"faultInfo": fault}).encode()
            with Talk(self.fixture, environment=environment) as talk:
                error = talk.refusal("box_office", WEEK)
                said.append(f"{code}: {json.dumps(error, ensure_ascii=False)}")
                expect(f"retry_at of {error}", "retry_at" in error, code == "used-up")
                self.valid("status", talk.call("status"))
                expect("the key in standard error", environment.get("KOBIS_API_KEY", "none") in talk.said(), False)
            self.gate.answers.clear()
        return "; ".join(said)

    def limits(self) -> str:
        """Questions that need more calls than one may make, or than the day has left."""
        self.fresh()
        with self.talk("--max-calls", "4") as talk:
            self.gate.reset()
            error = talk.refusal("box_office", WEEK)
            expect(f"calls of a question that needs too many ({error})", self.gate.seen, 0)
            expect(f"numbers in {error}", [text in str(error) for text in ("10", "4", "2021-05-04")], [True] * 3)
            expect("the smaller question", talk.call("box_office", {"from": "2021-05-01", "to": "2021-05-04"})
                   ["structuredContent"]["calls"], 4)
            expect("what is kept costs no call", talk.call("box_office", {"from": "2021-05-02", "to": "2021-05-04"})
                   ["structuredContent"]["calls"], 0)
            expect("a question goes on", talk.call("box_office", {"from": "2021-05-01", "to": "2021-05-08"})
                   ["structuredContent"]["calls"], 4)
        with self.talk() as talk:
            for arguments in {"year": "2020"}, {"from": "2020-01-01", "to": "2020-04-10"}:
                error = talk.refusal("box_office", arguments)
                expect(f"100 in {error}", "100" in error["message"], True)
            self.ledger().write_bytes(b"." * 2494)
            self.gate.reset()
            error = talk.refusal("box_office", {"from": "2021-06-01", "to": "2021-06-07"})
            expect(f"calls, retry_at and a smaller question of {error}",
                   (self.gate.seen, "retry_at" in error, "2021-06-06" in str(error)), (0, True, True))
            talk.call("box_office", {"from": "2021-06-01", "to": "2021-06-06"})
            expect("the calls that the day allowed", self.gate.seen, 6)
            talk.refusal("box_office", {"date": "2021-06-07"})
        return json.dumps(error, ensure_ascii=False)


def check(proof: Proof, chosen: argparse.Namespace) -> None:
    """Every check, one after the other."""
    small = chosen.small
    checks = {
        **{check.__name__: check for check in (
            proof.tools, proof.client, proof.explained, proof.errors, proof.refusals, proof.setups,
            proof.ambiguous, proof.keys, proof.limits)},
        **{check.__name__: functools.partial(check, proof) for check in (
            mcp_flow.progress, mcp_flow.cancellation, mcp_flow.burst, mcp_flow.end, mcp_flow.plugins, mcp_flow.start)},
        "files": lambda: mcp_flow.files(proof, SAMPLE, CALLS),
        "memory": lambda: mcp_flow.memory(proof, 300 if small else 1000),
        "rows": lambda: mcp_rows.check(proof, 50 if small else 200, chosen.seed),
        "fuzz": lambda: mcp_fuzz.check(proof, 1000 if small else 5000, chosen.seed),
        **({"slow": lambda: mcp_flow.slow(proof)} if chosen.slow else {})}
    failed = []
    for name, run in checks.items():
        if chosen.only and name not in chosen.only:
            continue
        begun = time.monotonic()
        try:
            print(f"{name}: {run()} ({time.monotonic() - begun:.1f} s)", flush=True)
        except Differs as difference:
            failed.append(name)
            print(f"{name}: DIFFERS: {difference}", flush=True)
    if failed:
        raise Differs(", ".join(failed))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="ask and fuzz less")
    parser.add_argument("--slow", action="store_true", help="also wait for the 45 seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", help="only these checks")
    chosen = options(parser)
    try:
        with Fixture(chosen) as fixture:
            check(Proof(fixture, chosen), chosen)
    except Differs as difference:
        sys.exit(f"mcp.py: {difference}")
