"""A talk with `bo-export mcp`, line by line, and a gate before the KOBIS on this machine."""

from __future__ import annotations

import argparse
import collections
import contextlib
import functools
import itertools
import json
import re
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from fixture import ROOT, Differs, Fixture, expect

sys.path.append(str(ROOT / "Tests/Simulation"))
from service import Answer, Service  # noqa: E402

MODERN, HANDSHAKES = "2026-07-28", ["2025-06-18", "2025-11-25"]
KEY = "5eaf00d1c0ffee5eaf00d1c0ffee5eaf"
"""The user's key. The KOBIS on this machine knows another one, which the gate puts in its place."""
META = {"io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {}}
PERIODS = {"date", "from", "to", "last", "month", "year"}
TAKEN = {
    "box_office": {"chart", *PERIODS, "region", "nation", "kind", "top", "deep", "columns"},
    "market": {*PERIODS, "by", "nations", "compare"},
    "ranking": {*PERIODS, "top", "nation", "kind", "deep"},
    "film_run": {"films", "days", "by", "from", "to", "deep"},
    "find_films": {"title", "director", "opened", "produced"}, "film": {"codes"},
    "look_up": {"what", "name", "codes"}, "explain": {"word"}, "status": set()}
"""The arguments of the tools, but for those that ask for a page of the rows."""
UNSAID = re.compile(r"(?<![\w./])[~.]{0,2}/\w[\w.-]*/|\$\w|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+|\b(?:HOME|PATH)\b")
"""A path of two parts, or the name of a variable."""


class Gate(Service):
    """Passes requests on to the KOBIS on this machine; it counts them, and can hold them back."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.lock, self.now = address, threading.Lock(), 0
        self.answers: dict[str, bytes] = {}
        """Answers to requests that have the text in their address, instead of those of KOBIS."""
        self.reset()

    def reset(self, delay: float = 0) -> None:
        """Begins to count anew; from now on, requests are held back for so many seconds."""
        self.delay, self.seen, self.most = delay, 0, 0

    def answered(self, address: str) -> Answer:
        with self.lock:
            self.seen += 1
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(self.delay)
        own = [body for part, body in self.answers.items() if part in address]
        there = self.address + address.replace(f"key={KEY}", "key=test")
        body = own[0] if own else urllib.request.urlopen(there).read()
        with self.lock:
            self.now -= 1
        return Answer(body)


def members(pairs: list[tuple[str, object]]) -> dict:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name is there twice")
    return dict(pairs)


def strictly(line: bytes, number: Callable | None = None) -> object:
    """A JSON value that every reader takes alike; NaN is none, as `int` says."""
    return json.loads(line.decode("utf-8"), object_pairs_hook=members, parse_constant=int,
                      parse_float=number, parse_int=number)


def read(line: bytes) -> dict:
    """A message of the server, which has to be one of the protocol."""
    forms = {"method", "params"}, {"error"}, {"error", "id"}, {"result", "id"}
    try:
        message = strictly(line)
        names = set(message) - {"jsonrpc"}
    except (ValueError, TypeError) as error:
        raise Differs(f"standard output has {line[:200]!r}: {error}") from None
    error = set(message.get("error", ["code", "message"])) - {"data"}
    expect(f"end, fields, method, error, and a null of {line[:400]!r}",
           (line.endswith(b"\n"), message.get("jsonrpc"), names in forms,
            message.get("method", "notifications/progress"), error, has_null(message)),
           (True, "2.0", True, "notifications/progress", {"code", "message"}, False))
    return message


def has_null(value: object) -> bool:
    """True if a field is null; rows may have such ones."""
    if isinstance(value, dict):
        return any(has_null(item) for name, item in value.items() if name != "rows")
    return value is None or isinstance(value, list) and any(map(has_null, value))


named = functools.partial(json.dumps, ensure_ascii=False)
"""An id as JSON, so that 1 and "1" are two."""


class Talk:
    """A running server."""

    def __init__(self, proof: Proof, words: tuple[str, ...], environment: dict[str, str]) -> None:
        self.log, self._home = proof.folder / "log", str(proof.folder)
        self.told: list[dict] = []
        """All messages, in their order."""
        self.come: dict[str | None, list[tuple[dict, bytes]]] = collections.defaultdict(list)
        """The answers to each id with their lines; None has the errors without one."""
        self._ids, self._fault = itertools.count(1), None
        self._arrived = threading.Condition()
        with open(self.log, "ab") as log:
            self._start = log.tell()
            self.process = subprocess.Popen(
                [proof.program, "mcp", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=log, env=environment, cwd=proof.folder)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            with self._arrived:
                try:
                    message = read(line)
                    for what in KEY, self._home:
                        expect(f"the key or a path of here in {line[:400]!r}", what.encode() in line, False)
                    self.told.append(message)
                    if "method" not in message:
                        self.come[named(message["id"]) if "id" in message else None].append((message, line))
                except Differs as difference:
                    self._fault = self._fault or difference
                self._arrived.notify_all()

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind:
            self.process.kill()
        else:
            self.end()

    def end(self) -> float:
        """Ends the input; returns the seconds until the program ended, which has to be with 0."""
        begun = time.monotonic()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        status = self.process.wait(timeout=20)
        took = time.monotonic() - begun
        self._reader.join(timeout=5)
        if self._fault:
            raise self._fault
        expect(f"the status of the server ({self.said()[-300:]})", status, 0)
        expect("the key is in the log", KEY.encode() in self.log.read_bytes(), False)
        return took

    def said(self) -> str:
        """What this server has said on standard error."""
        return self.log.read_bytes()[self._start:].decode("utf-8", "replace")

    def write(self, bytes_: bytes) -> None:
        self.process.stdin.write(bytes_)
        self.process.stdin.flush()

    def send(self, **message: object) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode() + b"\n")

    def ask(self, method: str, params: dict | None = None, *, modern: bool = True, **meta: object) -> int:
        """Sends a request; returns its id."""
        id_, meta = next(self._ids), (META if modern else {}) | meta
        whole = (params or {}) | ({"_meta": meta} if meta else {})
        self.send(id=id_, method=method, **({"params": whole} if whole else {}))
        return id_

    def until(self, lacks: Callable[[], object], what: str, seconds: float = 30) -> None:
        """Waits for messages until nothing is lacking."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._fault or not lacks(), seconds)
            if self._fault:
                raise self._fault
            expect(f"{what}: what did not come ({self.said()[-300:]})", lacks() or None, None)

    def answer(self, id_: object, seconds: float = 30) -> dict:
        """The one message with this id."""
        self.until(lambda: not self.come[named(id_)], f"the answer to {id_}", seconds)
        return self.come[named(id_)][0][0]

    def result(self, method: str, params: dict | None = None, *, modern: bool = True) -> dict:
        """The result of a request; in the new revision with what every result has."""
        message = self.answer(self.ask(method, params, modern=modern))
        result = message.get("result", {})
        info = result.get("_meta", {}).get("io.modelcontextprotocol/serverInfo", {})
        has_info = bool(info.get("name") and info.get("version"))
        expect(f"resultType and serverInfo in the result of {method} ({message})",
               ("result" in message, result.get("resultType"), has_info or not modern),
               (True, "complete" if modern else None, True))
        return result

    def call(self, tool: str, arguments: dict | None = None, *, modern: bool = True) -> dict:
        """The result of a tool."""
        params = {"name": tool} | ({} if arguments is None else {"arguments": arguments})
        return self.result("tools/call", params, modern=modern)

    def found(self, tool: str, arguments: dict | None = None) -> dict:
        """What a tool has found."""
        return self.call(tool, arguments)["structuredContent"]

    def refusal(self, tool: str, arguments: dict | None = None) -> dict:
        """What a tool says that cannot answer."""
        return refusal(self.call(tool, arguments), f"{tool} {arguments}")


def refusal(result: dict, of: str) -> dict:
    """The error in a result: one line of JSON, which says nothing of this machine."""
    expect(f"{of}: isError, structuredContent ({str(result)[:300]})",
           (result.get("isError"), "structuredContent" in result), (True, False))
    content = result["content"]
    text = content[0]["text"]
    expect(f"{of}: content", (len(content), content[0]["type"], "\n" in text), (1, "text", False))
    error = json.loads(text)
    known = {"code": str, "message": str, "hint": str, "retry_at": str, "candidates": list}
    for name, value in error.items():
        expect(f"{of}: {name} {value}", isinstance(value, known.get(name, type(None))) and bool(value))
    expect(f"{of}: code and message", {"code", "message"} <= set(error))
    said = UNSAID.search(text)
    expect(f"{of}: a path or variable in {text}", said and said[0], None)
    return error


class Proof(Fixture):
    """The program and a KOBIS behind the gate, and the servers that are asked there."""

    def __init__(self, chosen: argparse.Namespace, folder: Path) -> None:
        super().__init__(chosen, folder)
        (folder / "tmp").mkdir()
        self.gate = Gate(self.environment["KOBIS_BASE_URL"])
        self.environment |= {
            "HOME": str(folder), "TMPDIR": str(folder / "tmp"), "KOBIS_API_KEY": KEY,
            "KOBIS_BASE_URL": f"http://127.0.0.1:{self.gate.server_address[1]}"}
        del self.environment["KAKAO_REST_API_KEY"], self.environment["KMDB_API_KEY"]

    def talk(self, *words: str, **environment: str | None) -> Talk:
        """A server with these words, and with other variables; None leaves one out."""
        whole = self.environment | environment
        return Talk(self, words, {name: value for name, value in whole.items() if value is not None})

    def fresh(self, delay: float = 0) -> None:
        """Forgets what was fetched and counted; from now on, requests are held back for so many seconds."""
        super().fresh()
        self.gate.reset(delay)

    def ledger(self) -> Path:
        """The day's count of calls."""
        files = list((self.folder / "state/bo-export/quota").glob("kobis-*"))
        expect("the files of the ledger", len(files), 1)
        return files[0]
