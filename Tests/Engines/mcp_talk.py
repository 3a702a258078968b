"""A talk with `bo-export mcp`, line by line, and a gate before the KOBIS on this machine."""

from __future__ import annotations

import http.client
import http.server
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
UNSAID = re.compile(r"(?<![\w./])[~.]{0,2}/\w[\w.-]*/|\$\w|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+|\b(?:HOME|PATH)\b")
"""A path of two parts, or the name of a variable."""


class Gate:
    """Passes requests on to the KOBIS on this machine; it counts them, and can hold them back."""

    def __init__(self, address: str) -> None:
        self.delay, self.seen, self.now, self.most = 0.0, 0, 0, 0
        self.answers: dict[str, bytes] = {}
        """Answers to requests that have the text in their address, instead of those of KOBIS."""
        lock, gate, where = threading.Lock(), self, address.removeprefix("http://")

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            behind: http.client.HTTPConnection | None = None

            def do_GET(self) -> None:
                with lock:
                    gate.seen += 1
                    gate.now += 1
                    gate.most = max(gate.most, gate.now)
                try:
                    time.sleep(gate.delay)
                    own = [body for part, body in gate.answers.items() if part in self.path]
                    body = own[0] if own else self.passed_on()
                finally:
                    with lock:
                        gate.now -= 1
                self.send_response(200)
                self.send_header("Content-Type", "application/json;charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def passed_on(self) -> bytes:
                if not self.behind:
                    self.behind = http.client.HTTPConnection(where)
                self.behind.request("GET", self.path.replace(f"key={KEY}", "key=test"))
                return self.behind.getresponse().read()

            def log_message(self, *_: object) -> None:
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                """Programs that end do not wait for their answers."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def reset(self, delay: float = 0) -> None:
        """Begins to count anew; from now on, requests are held back for so many seconds."""
        self.delay, self.seen, self.most = delay, 0, 0


def read(line: bytes) -> dict:
    """A message of the server, which has to be one of the protocol."""
    def members(pairs: list[tuple[str, object]]) -> dict:
        expect(f"the names in {line[:200]!r}", len(dict(pairs)), len(pairs))
        return dict(pairs)

    def number(constant: str) -> None:
        raise ValueError(constant)

    try:
        message = json.loads(line.decode("utf-8"), object_pairs_hook=members, parse_constant=number)
        names = set(message) - {"id"}
    except (ValueError, TypeError) as error:
        raise Differs(f"standard output has {line[:200]!r}: {error}") from None
    expect(f"jsonrpc of {line[:200]!r}", message.get("jsonrpc"), "2.0")
    if names == {"jsonrpc", "method", "params"} and "id" not in message:
        expect("what the server tells", message["method"], "notifications/progress")
    elif names == {"jsonrpc", "error"}:
        expect("the fields of an error", set(message["error"]) - {"data"}, {"code", "message"})
    else:
        expect(f"the fields of {line[:200]!r}", names | ({"id"} & set(message)), {"jsonrpc", "id", "result"})
    if has_null(message):
        raise Differs(f"there is a null in {line[:400]!r}")
    return message


def has_null(value: object) -> bool:
    """True if a field is null; rows may have such ones."""
    if isinstance(value, dict):
        return any(has_null(item) for name, item in value.items() if name != "rows")
    return value is None or isinstance(value, list) and any(map(has_null, value))


class Talk:
    """A running server."""

    def __init__(self, fixture: Fixture, *options: str, environment: dict[str, str] | None = None) -> None:
        self.log, self._home = fixture.folder / "log", fixture.folder
        self._lines: dict[str, list[tuple[dict, bytes]]] = {}
        self.told: list[tuple[float, dict]] = []
        self.output, self._ids, self._fault = bytearray(), itertools.count(1), None
        self._arrived, self._sending = threading.Condition(), threading.Lock()
        with open(self.log, "ab") as log:
            self._start = log.tell()
            self.process = subprocess.Popen(
                [fixture.program, "mcp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=log, env=environment or fixture.environment, cwd=fixture.folder / "here")
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            with self._arrived:
                self.output += line
                try:
                    if not line.endswith(b"\n"):
                        raise Differs(f"the output ends within {line[:200]!r}")
                    message = read(line)
                    of = json.dumps(message["id"]) if "id" in message else message.get("method", "error")
                    self._lines.setdefault(of, []).append((message, line))
                    self.told.append((time.monotonic(), message))
                except Differs as difference:
                    self._fault = self._fault or difference
                self._arrived.notify_all()

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind:
            self.process.kill()
        self.end()

    def end(self) -> float:
        """Ends the input; returns the seconds until the program ended, which has to be with 0."""
        assert self.process.stdin
        begun = time.monotonic()
        if not self.process.stdin.closed:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
        status = self.process.wait(timeout=20)
        took = time.monotonic() - begun
        self._reader.join(timeout=5)
        if self._fault:
            raise self._fault
        expect(f"the status of the server ({self.said()[-300:]})", status in (0, -9), True)
        for what, bytes_ in ("output", bytes(self.output)), ("log", self.log.read_bytes()):
            expect(f"the key is in the {what}", KEY.encode() in bytes_, False)
        expect("a path of this machine in the output", str(self._home).encode() in self.output, False)
        return took

    def said(self) -> str:
        """What this server has said on standard error."""
        return self.log.read_bytes()[self._start:].decode("utf-8", "replace")

    def write(self, bytes_: bytes) -> None:
        assert self.process.stdin
        with self._sending:
            self.process.stdin.write(bytes_)
            self.process.stdin.flush()

    def send(self, message: object) -> None:
        self.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def ask(self, method: str, params: dict | None = None, *, modern: bool = True, **meta: object) -> int:
        """Sends a request; returns its id."""
        id_ = next(self._ids)
        whole = dict(params or {})
        if modern or meta:
            whole["_meta"] = (META if modern else {}) | meta
        self.send({"jsonrpc": "2.0", "id": id_, "method": method} | ({"params": whole} if whole else {}))
        return id_

    def notify(self, method: str, **params: object) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def until(self, holds: Callable[[dict[str, list[tuple[dict, bytes]]]], object], what: str,
              seconds: float = 30) -> None:
        """Waits for messages."""
        with self._arrived:
            come = self._arrived.wait_for(
                lambda: self._fault or holds(self._lines) or not self._reader.is_alive(), seconds)
            if self._fault:
                raise self._fault
            if not come or not holds(self._lines):
                raise Differs(f"{what} did not come: {self.said()[-300:]}")

    def lines(self, of: object) -> list[bytes]:
        """The lines with an id that have come so far."""
        with self._arrived:
            return [line for _, line in self._lines.get(json.dumps(of), [])]

    def answer(self, id_: object, seconds: float = 30) -> dict:
        """The one message with this id."""
        of = json.dumps(id_)
        self.until(lambda lines: lines.get(of), f"the answer to {of}", seconds)
        return self._lines[of][0][0]

    def result(self, method: str, params: dict | None = None, *, modern: bool = True) -> dict:
        """The result of a request; in the new revision with what every result has."""
        message = self.answer(self.ask(method, params, modern=modern))
        expect(f"{method} gives a result ({message})", "result" in message, True)
        result = message["result"]
        if modern:
            expect("resultType", result.get("resultType"), "complete")
            info = result.get("_meta", {}).get("io.modelcontextprotocol/serverInfo", {})
            expect("serverInfo", bool(info.get("name")) and bool(info.get("version")), True)
        else:
            expect("a handshake's result has resultType", "resultType" in result, False)
        return result

    def error(self, line: bytes) -> dict:
        """The answer to a line that is an error: with an id, or without one."""
        with self._arrived:
            before = len(self.told)
        self.write(line + b"\n")
        self.until(lambda _: len(self.told) > before, f"the error of {line[:100]!r}")
        return self.told[before][1]

    def call(self, tool: str, arguments: dict | None = None, *, modern: bool = True) -> dict:
        """The result of a tool."""
        params = {"name": tool} | ({} if arguments is None else {"arguments": arguments})
        return self.result("tools/call", params, modern=modern)

    def refusal(self, tool: str, arguments: dict | None = None) -> dict:
        """What a tool says that cannot answer."""
        return refusal(self.call(tool, arguments), f"{tool} {arguments}")


def refusal(result: dict, of: str) -> dict:
    """The error in a result: one line of JSON, which says nothing of this machine."""
    expect(f"{of}: isError ({str(result)[:300]})", result.get("isError"), True)
    expect(f"{of}: structuredContent", "structuredContent" in result, False)
    content = result["content"]
    expect(f"{of}: content", (len(content), content[0]["type"], "\n" in content[0]["text"]), (1, "text", False))
    error = json.loads(content[0]["text"])
    known = {"code": str, "message": str, "hint": str, "retry_at": str, "candidates": list}
    for name, value in error.items():
        expect(f"{of}: {name} {value}", isinstance(value, known.get(name, type(None))) and bool(value), True)
    expect(f"{of}: code and message", {"code", "message"} <= set(error), True)
    said = UNSAID.search(content[0]["text"])
    expect(f"{of}: a path or variable in {content[0]['text']}", said and said[0], None)
    return error


def without(environment: dict[str, str], *names: str) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name not in names}


def tree(*folders: Path) -> dict[str, int]:
    """All files and folders in these, with the time when each was changed."""
    return {str(path): path.stat().st_mtime_ns for folder in folders for path in folder.rglob("*")
            if path.exists()}
