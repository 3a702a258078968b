"""Mutated and random lines for `bo-export mcp`, with the number of answers that each has to have."""

import json
import random
import time
from collections import Counter
from typing import NamedTuple

from fixture import expect
from mcp_talk import HANDSHAKES, KEY, META, MODERN, TAKEN, Proof, named, strictly

LONGEST = 1 << 20
VALUES = [
    None, True, False, 0, -1, 1, 1.5, 10 ** 25, -0.0, 7, 200, 9_223_372_036_854_775_807, "", "x",
    "2022-06-01", "latest", "범죄도시2", "\0", "\u202e", "\ud7ff\ue000", "a" * 3000, "--output=/tmp/x",
    "../../etc/passwd", "-", "--", "$HOME", "korean", "day", "year", "regions", "people", [], [[]],
    ["20204548"], [1], [""], ["rank", "title"], ["서울"], {}, {"a": None}, {"__proto__": 1}]
NAMES = [*sorted(set().union(*TAKEN.values())),
         "rows", "offset", "limit", "x", "__proto__", "output", "config"]
METHODS = ["tools/list", *["tools/call"] * 4, "server/discover", "initialize", "ping", "resources/list", "",
           "\n", 1, None, "notifications/initialized", "notifications/progress", "notifications/cancelled"]
HUGE = [b"1" * 400, b"9" * 19, b"1e400", b"-1e-400", b"1e999999999", b"0.1e1", b"-0", b"1.0", b"Infinity",
        b"NaN"]
ODD = [b"", b" ", b"\r", b"\0", b"null", b"true", b"0", b'""', b"[]", b"{}", b"\xef\xbb\xbf{}", b"\x1e{}",
       b"{}{}"]
TWICE = [b',"id":"again"}', b',"method":"ping"}', b',"extra":null}', b',"params":{}}']


class Verdict(NamedTuple):
    """What has to come of a line: at least and at most so many answers, with that id if it is `sure`, or
    perhaps with that one; and the id of the question that it cancels. Ids are JSON."""

    least: int
    most: int
    sure: str | None = None
    perhaps: str | None = None
    cancels: str | None = None


def judged(line: bytes) -> Verdict:
    """What a line has to be answered with. A line that a reader may refuse can have any id, or none."""
    if not line.strip(b" \t\r\n"):
        return Verdict(0, 0)
    try:
        message = strictly(line, number)
        named(message).encode()
        if depth(message) > 20:
            raise ValueError("a reader may refuse it")
    except (ValueError, RecursionError):
        # It may be read as a notification.
        return Verdict(int(b'"id"' in line or b'"method"' not in line and bool(line.strip(b"\0"))), 1)
    if len(line) > LONGEST or not isinstance(message, dict):
        return Verdict(1, 1)
    id_ = named(message["id"]) if type(message.get("id")) in (str, int) else None
    whole = message.get("jsonrpc") == "2.0" and isinstance(message.get("method"), str)
    if "id" in message or not whole:
        return Verdict(1, 1, sure=id_) if whole else Verdict(1, 1, perhaps=id_)
    params = message.get("params")
    is_end = message["method"] == "notifications/cancelled" and isinstance(params, dict)
    return Verdict(0, 0, cancels=named(params["requestId"]) if is_end and "requestId" in params else None)


def depth(value: object) -> int:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return 1 + max(map(depth, items), default=0)


def number(text: str) -> int:
    if len(text) > 15 or set(text) & set(".eE-"):
        raise ValueError("a reader may refuse it")
    return int(text)


def message_of(count: int, chance: random.Random) -> dict:
    """A message that is right in most respects."""
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
        params["requestId"] = chance.choice([f"id {count - chance.randint(1, 50)}", count, None, {}])
    id_ = chance.choice([f"id {count}", count])
    message = {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}
    if isinstance(method, str) and method.startswith("notifications/") or chance.random() < 0.05:
        del message["id"]
    if chance.random() < 0.1:
        message[chance.choice(list(message))] = chance.choice(VALUES)
    return message


def line_of(count: int, chance: random.Random) -> bytes:
    """A line with such a message, mostly with something wrong in it."""
    message = message_of(count, chance)
    line = json.dumps(message, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
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
        return chance.randbytes(chance.randint(1, 80)).replace(b"\n", b"")
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


def fuzz(proof: Proof) -> str:
    """Sends 5000 lines: each has its answers, each request one with its id, and nothing else comes."""
    proof.fresh()
    chance, sent = random.Random(1), []
    with proof.talk("--max-calls", "2", "--retries", "0") as talk:
        for start in range(0, 5000, 50):
            # So many that some are answered at the same time, and not so many that they are refused.
            batch = [line_of(start + number, chance) for number in range(1, 51)]
            sent += [(line, judged(line)) for line in batch]
            sure = Counter(verdict.sure for _, verdict in sent if verdict.sure)
            cancelled = {verdict.cancels for _, verdict in sent}
            talk.write(b"".join(line + b"\n" for line in batch))
            talk.send(id=f"after {start}", method="ping")
            talk.answer(f"after {start}")
            talk.until(lambda: [id_ for id_, number in sure.items()
                                if len(talk.come[id_]) < number and id_ not in cancelled], "answers", 15)
        time.sleep(0.3)
        found = {id_: len(lines) for id_, lines in talk.come.items()
                 if lines and not (id_ or "").startswith('"after ')}
        doubtful = [(line, verdict) for line, verdict in sent if verdict.most and not verdict.sure]
        more = Counter(verdict.perhaps for _, verdict in doubtful)
        for id_, number in sure.items():
            expect(f"{found.get(id_, 0)} answers to {id_}, which was asked {number} times: "
                   f"{[line for line, verdict in sent if verdict.sure == id_]}",
                   number * (id_ not in cancelled) <= found.get(id_, 0) <= number + more[id_] + more[None])
        # A number may be written otherwise.
        unknown = [id_ for id_, number in found.items() if id_ is not None
                   and number > sure[id_] + more[id_] and not isinstance(json.loads(id_), float)
                   and not any(id_.strip('"').encode() in line for line, _ in doubtful)]
        expect("ids that nobody asked for", unknown, [])
        least = sum(verdict.least for _, verdict in sent) - sum(sure[id_] for id_ in cancelled)
        most, answers = sum(verdict.most for _, verdict in sent), sum(found.values())
        expect(f"{answers} answers to lines that get {least} to {most}", least <= answers <= most)
        talk.write(b'{"jsonrpc":"2.0","id":"half","method":"tools/')
        expect("it ends within two seconds after half a message", talk.end() < 2)
    return f"{len(sent)} lines, {sure.total()} requests, {answers} answers"
