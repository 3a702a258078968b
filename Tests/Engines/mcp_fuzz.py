"""Mutated and random lines for `bo-export mcp`, with the answers that each has to have."""

from __future__ import annotations

import collections
import json
import random
import time

from fixture import expect
from mcp_talk import HANDSHAKES, KEY, META, MODERN, TAKEN, Proof, Talk, named, strictly

NOTHING, ONE, PERHAPS, MAYBE = "nothing", "one with its id", "one, with its id or without", "one, or nothing"
LONGEST = 1 << 20
VALUES = [
    None, True, False, 0, -1, 1, 1.5, 10 ** 25, -0.0, 7, 200, 9_223_372_036_854_775_807, "", "x",
    "2022-06-01", "latest", "범죄도시2", "\0", "\u202e", "\ud7ff\ue000", "a" * 3000, "--output=/tmp/x",
    "../../etc/passwd", "-", "--", "$HOME", "korean", "day", "year", "regions", "people", [], [[]], ["20204548"], [1], [""],
    ["rank", "title"], ["서울"], {}, {"a": None}, {"__proto__": 1}]
NAMES = [*sorted(set().union(*TAKEN.values())),
         "rows", "offset", "limit", "x", "__proto__", "output", "config"]
METHODS = ["tools/list", *["tools/call"] * 4, "server/discover", "initialize", "ping", "resources/list", "",
           "\n", 1, None, "notifications/initialized", "notifications/progress", "notifications/cancelled"]
HUGE = [b"1" * 400, b"9" * 19, b"1e400", b"-1e-400", b"1e999999999", b"0.1e1", b"-0", b"1.0", b"Infinity",
        b"NaN"]
ODD = [b"", b" ", b"\r", b"\0", b"null", b"true", b"0", b'""', b"[]", b"{}", b"\xef\xbb\xbf{}", b"\x1e{}",
       b"{}{}"]
TWICE = [b',"id":"again"}', b',"method":"ping"}', b',"extra":null}', b',"params":{}}']


def judged(line: bytes) -> tuple[str, str | None, str | None]:
    """What a line has to be answered with, its id, and the id that it cancels, as JSON."""
    if not line.strip(b" \t\r\n"):
        return NOTHING, None, None
    try:
        message = strictly(line, parse_float=number, parse_int=number)
        named(message).encode()
        if depth(message) > 20:
            raise ValueError("a reader may refuse it")
    except (ValueError, RecursionError):
        # It may be read as a notification.
        is_request = b'"id"' in line or b'"method"' not in line and line.strip(b"\0")
        return PERHAPS if is_request else MAYBE, None, None
    if len(line) > LONGEST or not isinstance(message, dict):
        return PERHAPS, None, None
    id_ = named(message["id"]) if type(message.get("id")) in (str, int) else None
    whole = message.get("jsonrpc") == "2.0" and isinstance(message.get("method"), str)
    if "id" in message and (id_ is None or not whole):
        return PERHAPS, id_, None
    if id_ is not None:
        return ONE, id_, None
    params = message.get("params")
    if whole and message["method"] == "notifications/cancelled" and isinstance(params, dict):
        return NOTHING, None, named(params["requestId"]) if "requestId" in params else None
    return (NOTHING if whole else PERHAPS), None, None


def depth(value: object) -> int:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return 1 + max(map(depth, items), default=0)


def number(text: str) -> int:
    if len(text) > 15 or set(text) & set(".eE-"):
        raise ValueError("a reader may refuse it")
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
            params["name"] = chance.choice([*TAKEN, "", 3])
            params["arguments"] = {chance.choice(NAMES): chance.choice([*VALUES, KEY, [KEY]])
                                   for _ in range(chance.randint(0, 4))}
        elif method == "initialize":
            params["protocolVersion"] = chance.choice([*HANDSHAKES, MODERN, "1", None, 3])
        elif method == "notifications/cancelled":
            earlier = self.count - chance.randint(1, 50)
            params["requestId"] = chance.choice([f"id {earlier}", self.count, None, {}])
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


def fuzz(proof: Proof, count: int = 5000, seed: int = 1) -> str:
    """Sends `count` lines; returns what came of them."""
    proof.fresh()
    lines, sent = Lines(seed), []
    with proof.talk("--max-calls", "2", "--retries", "0") as talk:
        for start in range(0, count, 50):
            # So many that some are answered at the same time, and not so many that they are refused.
            batch = [lines.next() for _ in range(min(50, count - start))]
            sent += [(line, *judged(line)) for line in batch]
            talk.write(b"".join(line + b"\n" for line in batch))
            talk.send(id=f"after {start}", method="ping")
            talk.answer(f"after {start}")
            needed, _, cancelled = ids(sent)
            talk.until(lambda: [id_ for id_, number in needed.items()
                                if len(talk.come[id_]) < number and id_ not in cancelled], "answers", 15)
        time.sleep(0.3)
        compare(talk, sent)
        answered = len(talk.told)
        talk.write(b'{"jsonrpc":"2.0","id":"half","method":"tools/')
        expect("it ends within two seconds after half a message", talk.end() < 2)
    kinds = collections.Counter(kind for _, kind, _, _ in sent)
    return (f"seed {seed}: {count} lines, {kinds[ONE]} requests, {kinds[NOTHING]} that get no answer, "
            f"{answered} messages came")


def ids(sent: list) -> tuple[collections.Counter, collections.Counter, set]:
    """How often each id has to be answered, and may be besides, and those that are cancelled."""
    return (collections.Counter(id_ for _, kind, id_, _ in sent if kind == ONE),
            collections.Counter(id_ for _, kind, id_, _ in sent if kind in (PERHAPS, MAYBE)),
            {cancelled for *_, cancelled in sent if cancelled})


def compare(talk: Talk, sent: list) -> None:
    """Each request has one answer; a line that is none has one error, with its id or without."""
    needed, more, cancelled = ids(sent)
    found = {id_: len(lines) for id_, lines in talk.come.items()
             if lines and not (id_ or "").startswith('"after ')}
    for id_, number in needed.items():
        least = 0 if id_ in cancelled else number
        expect(f"{found.get(id_, 0)} answers to {id_}, which was asked {number} times: "
               f"{[line for line, _, other, _ in sent if other == id_]}",
               least <= found.get(id_, 0) <= number + more[id_] + sum(more.values()))
    doubtful = [line for line, kind, _, _ in sent if kind in (PERHAPS, MAYBE)]
    # A line that a reader may refuse or not can have any id, and a number may be written otherwise.
    unknown = [id_ for id_, number in found.items() if id_ is not None
               and number > needed[id_] + more[id_] and not isinstance(json.loads(id_), float)
               and not any(id_.strip('"').encode() in line for line in doubtful)]
    expect("ids that nobody asked for", unknown, [])
    most = sum(needed.values()) + len(doubtful)
    least = most - sum(needed[id_] for id_ in cancelled) - sum(kind == MAYBE for _, kind, _, _ in sent)
    expect(f"{sum(found.values())} answers to {most} lines that get one ({least} at least)",
           least <= sum(found.values()) <= most)
