"""A talk with `bo-export mcp`, line by line, and a gate before the KOBIS on this machine."""

from __future__ import annotations

import collections
import contextlib
import http.client
import itertools
import json
import re
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from fixture import Differs, Fixture, expect

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
FORMS = [{"jsonrpc", "method", "params"}, {"jsonrpc", "error"}, {"jsonrpc", "error", "id"},
         {"jsonrpc", "result", "id"}]
"""The fields of messages of the server."""


class Gate:
    """Passes requests on to the KOBIS on this machine; it counts them, and can hold them back."""

    def __init__(self, address: str) -> None:
        self.behind, self.lock = address.removeprefix("http://"), threading.Lock()
        self.delay, self.seen, self.now, self.most = 0.0, 0, 0, 0
        self.answers: dict[str, bytes] = {}
        """Answers to requests that have the text in their address, instead of those of KOBIS."""

    def answer(self, path: str) -> tuple[int, bytes, float]:
        with self.lock:
            self.seen += 1
            self.now += 1
            self.most = max(self.most, self.now)
        try:
            time.sleep(self.delay)
            own = [body for part, body in self.answers.items() if part in path]
            return 200, own[0] if own else self.passed_on(path), time.time()
        finally:
            with self.lock:
                self.now -= 1

    def passed_on(self, path: str) -> bytes:
        with contextlib.closing(http.client.HTTPConnection(self.behind)) as connection:
            connection.request("GET", path.replace(f"key={KEY}", "key=test"))
            return connection.getresponse().read()

    def reset(self, delay: float = 0) -> None:
        """Begins to count anew; from now on, requests are held back for so many seconds."""
        self.delay, self.seen, self.most = delay, 0, 0


def members(pairs: list[tuple[str, object]]) -> dict:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name is there twice")
    return dict(pairs)


def constant(text: str) -> None:
    raise ValueError(text)


def strictly(line: bytes, **parsers: Callable) -> object:
    """A JSON value that every reader takes alike."""
    return json.loads(line.decode("utf-8"), object_pairs_hook=members, parse_constant=constant, **parsers)


def read(line: bytes) -> dict:
    """A message of the server, which has to be one of the protocol."""
    try:
        if not line.endswith(b"\n"):
            raise ValueError("it does not end")
        message = strictly(line)
        names = set(message)
    except (ValueError, TypeError) as error:
        raise Differs(f"standard output has {line[:200]!r}: {error}") from None
    expect(f"the fields of {line[:200]!r}", names in FORMS and message["jsonrpc"] == "2.0")
    expect("what the server tells", message.get("method", "notifications/progress"), "notifications/progress")
    if "error" in message:
        expect("the fields of an error", set(message["error"]) - {"data"}, {"code", "message"})
    expect(f"there is a null in {line[:400]!r}", has_null(message), False)
    return message


def has_null(value: object) -> bool:
    """True if a field is null; rows may have such ones."""
    if isinstance(value, dict):
        return any(has_null(item) for name, item in value.items() if name != "rows")
    return value is None or isinstance(value, list) and any(map(has_null, value))


def named(id_: object) -> str:
    """An id as JSON."""
    return json.dumps(id_, ensure_ascii=False)


class Talk:
    """A running server."""

    def __init__(self, fixture: Fixture, words: tuple[str, ...], environment: dict[str, str]) -> None:
        self.log, self._home = fixture.folder / "log", fixture.folder
        self.told: list[dict] = []
        """All messages, in their order."""
        self.come: dict[str | None, list[tuple[dict, bytes]]] = collections.defaultdict(list)
        """The answers to each id with their lines; None has the errors without one."""
        self._ids, self._fault = itertools.count(1), None
        self._arrived, self._sending = threading.Condition(), threading.Lock()
        with open(self.log, "ab") as log:
            self._start = log.tell()
            self.process = subprocess.Popen(
                [fixture.program, "mcp", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=log, env=environment, cwd=fixture.folder / "here")
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            with self._arrived:
                try:
                    message = read(line)
                    for what in KEY, str(self._home):
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
            self.process.wait()
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
        with self._sending:
            self.process.stdin.write(bytes_)
            self.process.stdin.flush()

    def send(self, **message: object) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode() + b"\n")

    def ask(self, method: str, params: dict | None = None, *, modern: bool = True, **meta: object) -> int:
        """Sends a request; returns its id."""
        id_ = next(self._ids)
        whole = dict(params or {})
        if modern or meta:
            whole["_meta"] = (META if modern else {}) | meta
        self.send(id=id_, method=method, **({"params": whole} if whole else {}))
        return id_

    def until(self, lacks: Callable[[], object], what: str, seconds: float = 30) -> None:
        """Waits for messages until nothing is lacking."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._fault or not lacks(), seconds)
            if self._fault:
                raise self._fault
            if lacks():
                raise Differs(f"{what} did not come ({lacks()}): {self.said()[-300:]}")

    def lines(self, of: object) -> list[bytes]:
        """The lines with an id that have come so far."""
        return [line for _, line in self.come[named(of)]]

    def answer(self, id_: object, seconds: float = 30) -> dict:
        """The one message with this id."""
        self.until(lambda: not self.come[named(id_)], f"the answer to {id_}", seconds)
        return self.come[named(id_)][0][0]

    def result(self, method: str, params: dict | None = None, *, modern: bool = True) -> dict:
        """The result of a request; in the new revision with what every result has."""
        message = self.answer(self.ask(method, params, modern=modern))
        expect(f"{method} gives a result ({message})", "result" in message)
        result = message["result"]
        expect("resultType", result.get("resultType"), "complete" if modern else None)
        if modern:
            info = result.get("_meta", {}).get("io.modelcontextprotocol/serverInfo", {})
            expect("serverInfo", bool(info.get("name") and info.get("version")))
        return result

    def error(self, line: bytes) -> dict:
        """The answer to a line that is an error: with an id, or without one."""
        before = len(self.told)
        self.write(line + b"\n")
        self.until(lambda: len(self.told) == before, f"the error of {line[:100]!r}")
        return self.told[before]

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


class Proof:
    """A folder with one KOBIS behind the gate, and the servers that are asked there."""

    def __init__(self, fixture: Fixture, gate: Gate, address: str) -> None:
        self.fixture, self.gate, self.home = fixture, gate, fixture.folder
        (self.home / "here").mkdir()
        (self.home / "tmp").mkdir()
        fixture.environment.update(
            HOME=str(self.home), TMPDIR=str(self.home / "tmp"), KOBIS_BASE_URL=address, KOBIS_API_KEY=KEY)
        for name in "KAKAO_REST_API_KEY", "KMDB_API_KEY":
            fixture.environment.pop(name, None)

    def talk(self, *words: str, **environment: str | None) -> Talk:
        """A server with these words, and with other variables; None leaves one out."""
        whole = self.fixture.environment | environment
        return Talk(self.fixture, words, {name: value for name, value in whole.items() if value is not None})

    def fresh(self, delay: float = 0) -> None:
        """Forgets what was fetched and counted; from now on, requests are held back for so many seconds."""
        self.fixture.fresh()
        self.gate.reset(delay)

    def ledger(self) -> Path:
        """The day's count of calls."""
        files = list((self.home / "state/bo-export/quota").glob("kobis-*"))
        expect("the files of the ledger", len(files), 1)
        return files[0]
