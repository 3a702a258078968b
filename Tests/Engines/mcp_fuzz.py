"""Mutated and random lines for `bo-export mcp`, with the answers that each has to have."""

from __future__ import annotations

import collections
import json
import random
import time
from typing import TYPE_CHECKING

from fixture import Differs, expect
from mcp_talk import KEY, META

if TYPE_CHECKING:
    from mcp import Proof

NOTHING, ONE, PERHAPS, MAYBE = "nothing", "one with its id", "one, with its id or without", "one, or nothing"
LONGEST = 1 << 20
VALUES = [
    None, True, False, 0, -1, 1, 1.5, 10 ** 25, -0.0, 7, 200, 9_223_372_036_854_775_807, "", "x", "2022-06-01", "latest",
    "범죄도시2", "\0", "\u202e", "\ud7ff\ue000", "a" * 3000, "--output=/tmp/x", "../../etc/passwd", "-", "--", "$HOME",
    "korean", "day", "year", "regions", "people", [], [[]], ["20204548"], [1], [""], ["rank", "title"], ["서울"], {},
    {"a": None}, {"__proto__": 1}]
NAMES = """date from to last month year region nation kind top deep columns chart by nations compare films days title
    director opened produced codes what name word rows offset limit x __proto__ output config""".split()
TOOLS = ["box_office", "market", "ranking", "film_run", "find_films", "film", "look_up", "explain", "status", "", 3]
METHODS = ["tools/list", *["tools/call"] * 4, "server/discover", "initialize", "ping", "resources/list", "", "\n", 1,
           None, "notifications/initialized", "notifications/progress", "notifications/cancelled"]
HUGE = [b"1" * 400, b"1e400", b"-1e-400", b"1e999999999", b"0.1e1", b"-0", b"1.0", b"9" * 19, b"Infinity", b"NaN"]
ODD = [b"", b" ", b"\r", b"\0", b"null", b"true", b"0", b'""', b"[]", b"{}", b"\xef\xbb\xbf{}", b"\x1e{}", b"{}{}"]
TWICE = [b',"id":"again"}', b',"method":"ping"}', b',"extra":null}', b',"params":{}}']


class Doubtful(ValueError):
    """JSON that a reader may refuse."""


def judged(line: bytes) -> tuple[str, str | None, str | None]:
    """What a line has to be answered with, its id, and the id that it cancels, as JSON."""
    if not line.strip(b" \t\r\n"):
        return NOTHING, None, None
    try:
        message = json.loads(line.decode("utf-8"), object_pairs_hook=members, parse_constant=constant,
                             parse_float=number, parse_int=number)
        json.dumps(message, ensure_ascii=False).encode()
        if depth(message) > 20:
            raise Doubtful
    except (ValueError, RecursionError):
        # It may be read as a notification.
        isRequest = b'"id"' in line or b'"method"' not in line and line.strip(b"\0")
        return PERHAPS if isRequest else MAYBE, None, None
    if len(line) > LONGEST or not isinstance(message, dict):
        return PERHAPS, None, None
    isNamed = type(message.get("id")) in (str, int)
    id_ = json.dumps(message["id"], ensure_ascii=False) if isNamed else None
    whole = message.get("jsonrpc") == "2.0" and isinstance(message.get("method"), str)
    if "id" in message and (id_ is None or not whole):
        return PERHAPS, id_, None
    if id_ is not None:
        return ONE, id_, None
    params = message.get("params")
    isCancelling = whole and message["method"] == "notifications/cancelled"
    if isCancelling and isinstance(params, dict) and "requestId" in params:
        return NOTHING, None, json.dumps(params["requestId"], ensure_ascii=False)
    return (NOTHING if whole else PERHAPS), None, None


def members(pairs: list[tuple[str, object]]) -> dict:
    if len(dict(pairs)) < len(pairs):
        raise Doubtful
    return dict(pairs)


def depth(value: object) -> int:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return 1 + max(map(depth, items), default=0)


def constant(text: str) -> None:
    raise ValueError(text)


def number(text: str) -> object:
    if len(text) > 15 or set(text) & set(".eE-"):
        raise Doubtful
    return int(text)


class Lines:
    """The lines of a seed."""

    def __init__(self, seed: int) -> None:
        self.chance, self.count = random.Random(seed), 0

    def message(self) -> dict:
        """A message that is right in most respects."""
        chance = self.chance
        self.count += 1
        method = chance.choice(METHODS)
        params: dict = {"_meta": META} if chance.random() < 0.6 else {}
        if chance.random() < 0.05:
            params["_meta"] = chance.choice([
                {}, None, 3, {name: chance.choice(VALUES) for name in META},
                META | {"progressToken": chance.choice(VALUES)}])
        if method == "tools/call":
            params["name"] = chance.choice(TOOLS)
            params["arguments"] = {chance.choice(NAMES): chance.choice([*VALUES, KEY, [KEY]])
                                   for _ in range(chance.randint(0, 4))}
        elif method == "initialize":
            params["protocolVersion"] = chance.choice(["2025-06-18", "2025-11-25", "2026-07-28", "1", None, 3])
        elif method == "notifications/cancelled":
            params["requestId"] = chance.choice([f"id {self.count - chance.randint(1, 50)}", self.count, None, {}])
        id_ = chance.choice([f"id {self.count}", self.count])
        message = {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}
        if isinstance(method, str) and method.startswith("notifications/") or chance.random() < 0.05:
            del message["id"]
        if chance.random() < 0.1:
            message[chance.choice(list(message))] = chance.choice(VALUES)
        return message

    def next(self) -> bytes:
        """A line."""
        chance = self.chance
        line = json.dumps(self.message(), ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
        kind = chance.random()
        if kind < 0.45:
            return line
        if kind < 0.65:  # Some bytes of it, others.
            bytes_ = bytearray(line)
            for _ in range(chance.randint(1, 4)):
                place = chance.randrange(len(bytes_))
                others = chance.choices(b'{}[]",:0\\\x00\xff\xc3e-1 ', k=chance.randint(0, 2))
                bytes_[place:place + chance.randint(0, 2)] = bytes(others)
            return bytes(bytes_).replace(b"\n", b" ")
        if kind < 0.72:
            return line[:chance.randrange(len(line))]
        if kind < 0.78:
            return bytes(chance.randrange(256) for _ in range(chance.randint(1, 80))).replace(b"\n", b"")
        if kind < 0.82:
            return b"[" + line + b"," + line + b"]"
        if kind < 0.86:  # A name twice, or more.
            return line[:-1] + chance.choice(TWICE)
        if kind < 0.90:
            opening, closing = chance.choice([(b"[", b"]"), (b'{"a":', b"}")])
            depth = chance.choice([10, 100, 1000, 1024, 100_000])
            closings = closing * chance.choice([depth, depth - 1])
            return line[:-1] + b',"deep":' + opening * depth + b"1" + closings + b"}"
        if kind < 0.94:
            old, new = chance.choice([(b'"2.0"', b'"2.0","n":%b'), (b'"id": ', b'"id": %b,"i": ')])
            return line.replace(old, new % chance.choice(HUGE), 1)
        if kind < 0.96:
            return chance.choice([*ODD, line * 2])
        if kind < 0.962:
            length = LONGEST + chance.choice([0, 0, 1, 2, 70_000])
            return line[:-1] + b" " * (length - len(line)) + b"}"
        return line + b" " * chance.randint(0, 100) + chance.choice([b"\r", b"\t", b""])


def check(proof: Proof, count: int, seed: int) -> str:
    """Sends `count` lines; returns what came of them."""
    proof.fresh()
    proof.gate.reset()
    lines, sent = Lines(seed), []
    kinds: collections.Counter[str] = collections.Counter()
    with proof.talk("--max-calls", "2", "--retries", "0") as talk:
        for start in range(0, count, 50):
            # So many that some are answered at the same time, and not so many that they are refused.
            batch = [lines.next() for _ in range(min(50, count - start))]
            sent += [(line, *judged(line)) for line in batch]
            talk.write(b"".join(line + b"\n" for line in batch))
            marker = f"after {start}"
            talk.send({"jsonrpc": "2.0", "id": marker, "method": "ping"})
            talk.answer(marker)
            settle(talk, sent)
        compare(talk, sent, count)
        kinds.update(kind for _, kind, _, _ in sent)
        answered = len(talk.told)
        talk.write(json.dumps({"jsonrpc": "2.0", "id": "half", "method": "tools/list"}).encode()[:-9])
        took = talk.end()
        expect("seconds to the end after half a message", took < 2, True)
        expect("the status", talk.process.returncode, 0)
    return (f"seed {seed}: {count} lines, {kinds[ONE]} requests, {kinds[NOTHING]} that get no answer, "
            f"{answered} messages came")


def ids(sent: list) -> tuple[collections.Counter, collections.Counter, set]:
    """How often each id has to be answered, and may be besides, and those that are cancelled."""
    needed, more = collections.Counter(), collections.Counter()
    for _, kind, id_, _ in sent:
        if kind == ONE:
            needed[id_] += 1
        elif kind in (PERHAPS, MAYBE):
            more[id_] += 1
    return needed, more, {cancelled for *_, cancelled in sent if cancelled}


def came(talk: object) -> collections.Counter:
    """How often each id came; None is an error without one."""
    found: collections.Counter = collections.Counter()
    for _, message in list(talk.told):
        if "method" not in message:
            found[json.dumps(message["id"], ensure_ascii=False) if "id" in message else None] += 1
    return found


def settle(talk: object, sent: list) -> None:
    """Waits until the requests so far have their answers."""
    needed, _, cancelled = ids(sent)
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline and talk.process.poll() is None:
        found = came(talk)
        missing = [id_ for id_, number in needed.items() if found[id_] < number and id_ not in cancelled]
        if not missing:
            return
        time.sleep(0.01)
    lines = [line[:300] for line, _, id_, _ in sent if id_ in missing]
    raise Differs(f"no answer to {missing} ({lines[-3:]}), status {talk.process.poll()}: {talk.said()[-300:]}")


def compare(talk: object, sent: list, count: int) -> None:
    """Each request has one answer; a line that is none has one error, with its id or without."""
    time.sleep(0.3)
    needed, more, cancelled = ids(sent)
    found = came(talk)
    known = {id_: [line for line, _, other, _ in sent if other == id_] for id_ in set(needed) | set(found)}
    for id_, number in needed.items():
        least = 0 if id_ in cancelled else number
        if not least <= found[id_] <= number + more[id_] + sum(more.values()):
            raise Differs(f"{found[id_]} answers to {id_}, which was asked {number} times: {known[id_]}")
    doubtful = [line for line, kind, _, _ in sent if kind in (PERHAPS, MAYBE)]
    # A line that a reader may refuse or not can have any id, and a number may be written otherwise.
    unknown = [id_ for id_, number in found.items() if id_ is not None and not id_.startswith('"after ')
               and number > needed[id_] + more[id_] and not isinstance(json.loads(id_), float)
               and not any(id_.strip('"').encode() in line for line in doubtful)]
    expect("ids that nobody asked for", unknown, [])
    total = sum(found.values()) - sum(1 for id_ in found if id_ and id_.startswith('"after '))
    most = sum(needed.values()) + len(doubtful)
    least = most - sum(needed[id_] for id_ in cancelled) - sum(1 for _, kind, _, _ in sent if kind == MAYBE)
    if not least <= total <= most:
        raise Differs(f"{total} answers to {most} lines that get one ({least} at least)")
