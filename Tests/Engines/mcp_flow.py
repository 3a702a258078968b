"""What happens while `bo-export mcp` answers: progress, cancellation, many questions, time, memory."""

import json
import re
import statistics
import subprocess
import time
from pathlib import Path

from fixture import expect
from mcp_talk import Proof, Talk, named, refusal

LIST = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
PLUGIN = '''\
#!/usr/bin/env python3
import json, os, signal, sys, time
COLUMNS = [{"name": name} for name in ("date", "rank", "title", "audience_count")]
COLUMNS += [{"name": "audience_score", "type": "integer"}]
MANIFEST = {"protocol": 1, "name": "NAME", "summary": "a source that talks", "charts": ["daily"],
            "from": "2024-01-10", "calls": 60, "columns": COLUMNS, "variables": ["SERVICE_TOKEN"]}
RUBBISH = '\\n{"jsonrpc":"2.0","id":1,"result":{}}\\n\\xff rubbish\\n'
def talk(message):
    os.write(1, json.dumps(message).encode() + b"\\n")
for line in sys.stdin:
    os.write(2, (RUBBISH * 50).encode("latin-1"))
    message = json.loads(line)
    if "hello" in message: talk({"manifest": MANIFEST})
    elif "query" in message:
        if "NAME" == "aloud": os.write(1, RUBBISH.encode("latin-1"))
        if "NAME" == "ailing": sys.exit("cannot read /srv/my data/days.csv: set SERVICE_TOKEN")
        if "NAME" == "asleep": signal.signal(signal.SIGTERM, signal.SIG_IGN), time.sleep(60)
        talk({"row": {"date": message["query"]["from"], "rank": 1, "title": "a", "audience_count": 3,
                      "audience_score": 7}})
        talk({"end": {}})
'''


def ask(talk: Talk, modern: bool = True, token: object = None, **days: object) -> int:
    """Asks for a chart; returns the id of the question."""
    meta = {} if token is None else {"progressToken": token}
    return talk.ask("tools/call", {"name": "box_office", "arguments": days}, modern=modern, **meta)


def told(messages: list[dict], token: object) -> list[dict]:
    """The progress among messages."""
    return [message["params"] for message in messages
            if message.get("params", {}).get("progressToken") == token]


def opened(proof: Proof, word: str, lines: bytes) -> subprocess.Popen[bytes]:
    """The program with something to read, and nobody yet who reads what it says."""
    process = subprocess.Popen([proof.program, word], env=proof.environment,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(lines)
    process.stdin.flush()
    return process


def progress(proof: Proof) -> None:
    """Progress rises while a question is answered, and never comes after the answer."""
    proof.fresh(0.03)
    days = {"from": "2021-01-01", "to": "2021-01-12"}
    with proof.talk("--jobs", "2") as talk:
        tokens = {ask(talk, modern, token, **days): token for modern, token in ((True, "a"), (False, 7))}
        for id_ in tokens:
            talk.answer(id_)
        time.sleep(0.3)
        talk.result("server/discover")
        for id_, token in tokens.items():
            end = next(place for place, message in enumerate(talk.told) if message.get("id") == id_)
            params = told(talk.told[:end], token)
            steps = [step["progress"] for step in params]
            expect(f"the progress {steps} rises", (steps, len(steps) > 2), (sorted(set(steps)), True))
            expect(f"progress after the answer to {id_}", told(talk.told[end:], token), [])
            expect("the total", all(step["progress"] <= step["total"] for step in params))
        count = len(talk.told)
        talk.answer(ask(talk, last=3))
        expect("messages without a token", len(talk.told), count + 1)


def cancellation(proof: Proof) -> None:
    """After a cancellation nothing comes for that question, and later ones are answered."""
    proof.fresh(0.5)
    with proof.talk("--jobs", "1") as talk:
        meant = ask(talk, token="gone", **{"from": "2021-02-01", "to": "2021-02-20"})
        other = ask(talk, date="2021-03-01")
        time.sleep(0.8)
        before = len(talk.told)
        for params in {"requestId": meant, "reason": "the user went on"}, {"requestId": "nobody's"}, {}:
            talk.send(method="notifications/cancelled", params=params)
        later = talk.found("box_office", {"date": "2021-03-02"})
        expect("the rows of a question after it", len(later["rows"]), 10)
        talk.answer(other)
        seen = proof.gate.seen
        time.sleep(1.2)
        expect("requests after a cancellation", proof.gate.seen, seen)
        expect("answers to the cancelled question", talk.come[named(meant)], [])
        expect("progress of the cancelled question", told(talk.told[before:], "gone"), [])
        # A number again, and a text that looks like it.
        proof.gate.delay = 0
        talk.send(id=str(meant), method="ping")
        expect("a text as the id", talk.answer(str(meant)).get("result"), {})


def burst(proof: Proof) -> None:
    """Fifty questions at once: right answers, at most --jobs requests in flight, calls counted once."""
    proof.fresh(0.02)
    days = [f"2021-{month:02}-{day:02}" for month in (4, 5) for day in range(1, 26)]

    def answers(days: list[str]) -> list[dict]:
        ids = [ask(talk, date=day) for day in days]
        return [talk.answer(id_, 60)["result"] for id_ in ids]

    with proof.talk("--jobs", "3") as talk:
        first = [result["structuredContent"] for result in answers(days)]
        most, counted = proof.gate.most, proof.ledger()
        calls = sum(answer["calls"] for answer in first)
        expect("requests, calls told and counted", [proof.gate.seen, calls, counted.stat().st_size], [50] * 3)
        proof.gate.reset(0.02)
        same = [result["structuredContent"]["rows"] for result in answers(["2021-06-01", "2021-04-01"] * 25)]
        expect("equal questions", same, [same[0], first[0]["rows"]] * 25)
        expect("the ledger and the requests", counted.stat().st_size, 50 + proof.gate.seen)
        refused = [result.get("isError", False) for result in answers(["2021-04-01"] * 200)]
        expect("no more than the last ones of 200 are refused", sum(refused) <= 200 - 128)
        expect("requests in flight, at most", max(most, proof.gate.most) <= 3)
    lines = proof.run("daily", "--from", "2021-04-01", "--to", "2021-05-25", "--format", "jsonl",
                      "--columns", "default,is_final", "-q").splitlines()
    for day, answer in zip(days, first):
        expect(f"the rows of {day}", answer["rows"],
               [row for row in map(json.loads, lines) if row["date"] == day])


def end(proof: Proof) -> None:
    """The input ends in the middle of an answer, and the client goes away."""
    took = []
    for many in 1, 60:
        proof.fresh(8)
        talk = proof.talk()
        for number in range(many):
            ask(talk, token=number, date=f"2020-{1 + number // 28:02}-{1 + number % 28:02}")
        time.sleep(0.5)
        took.append(talk.end())
    proof.gate.reset(0.2)
    with proof.talk() as talk:
        id_ = ask(talk, date="2020-12-01")
    expect("a question that has its answer in a moment", len(talk.come[named(id_)]), 1)
    # Nobody reads the answers.
    with opened(proof, "mcp", LIST * 40 + LIST[:20]) as process:
        time.sleep(0.3)
        begun = time.monotonic()
        process.stdin.close()
        expect("the status where nobody reads", process.wait(timeout=4), 0)
        took.append(time.monotonic() - begun)
    with opened(proof, "mcp", LIST * 2200) as process:
        expect("the status where 64 MB are unread", process.wait(timeout=60), 74)
    expect(f"it ends within two seconds ({took})", max(took) < 2)


def slow(proof: Proof) -> None:
    """A question that takes more than 45 seconds, and the same again."""
    proof.fresh(10)
    days = {"from": "2020-02-01", "to": "2020-02-08"}
    with proof.talk("--jobs", "1") as talk:
        begun = time.monotonic()
        result = talk.answer(ask(talk, **days), 60)["result"]
        expect("45 seconds", 44 < time.monotonic() - begun < 49)
        expect("the code", refusal(result, "a slow question")["code"], "come_back")
        time.sleep(1)
        proof.gate.reset()
        expect("the calls of the same question", talk.found("box_office", days)["calls"], 4)


def plugins(proof: Proof) -> None:
    """Sources that write rubbish to their outputs."""
    folder = proof.folder / "talkative"
    folder.mkdir(mode=0o755)
    for name in "ailing", "aloud", "aside", "asleep":
        file = folder / f"bo-export-source-{name}"
        file.write_text(PLUGIN.replace("NAME", name))
        file.chmod(0o755)
    day = {"date": "2024-02-01"}
    with proof.talk("--plugin-dir", str(folder), "--source", "aside") as talk:
        for _ in range(3):
            found = talk.found("box_office", day)
            expect("rows and notes of a plugin, and its log", (
                [row["title"] for row in found["rows"]], found["notes"], "rubbish" in talk.said()),
                   (["a"], [], True))
        units = {column["name"]: column.get("unit") for column in found["columns"]}
        expect("units", (units["audience_count"], units["audience_score"]), ("admissions", None))
        status = talk.found("status")
        expect("the status of a plugin", (status["quota"][-1]["name"], "latest" in status),
               ("plugin-aside", True))
        expect("messages", len(talk.told), 4)
    for name in "ailing", "aloud":
        words = "--plugin-dir", str(folder), "--source", name, "--retries", "0"
        with proof.talk(*words, SERVICE_TOKEN="1") as talk:
            talk.refusal("box_office", day)
            talk.call("status")
            expect("messages after rubbish in its rows", len(talk.told), 2)
    asleep = [proof.talk("--plugin-dir", str(folder), "--source", "asleep") for _ in range(2)]
    for talk in asleep:
        ask(talk, **day)
    time.sleep(1)
    expect("it ends within two seconds", asleep[0].end() < 2)
    asleep[1].process.terminate()
    asleep[1].process.wait(timeout=5)
    expect("folders that a plugin leaves", [*proof.folder.glob("tmp/bo-export-plugin-*")], [])
    (proof.folder / "days.csv").write_text("date,rank,title\n2022-06-03,1,a\n")
    with proof.talk("--source", "file", "-O", f"path={proof.folder}/days.csv") as talk:
        expect("the last day of a file", talk.found("status")["latest"], "2022-06-03")


def start(proof: Proof) -> str:
    """The time from the start to the list of tools, beside a whole run of --version."""
    def taken(word: str, line: bytes, wanted: bytes) -> float:
        begun = time.monotonic()
        with opened(proof, word, line) as process:
            expect("the list, or the version", wanted in process.stdout.readline())
            if not line:
                process.wait()
            end = time.monotonic()
        return end - begun

    first, second = zip(*((taken("--version", b"", b"."), taken("mcp", LIST, b'"box_office"'))
                          for _ in range(61)))
    ratios = [of(second) / of(first) for of in (
        statistics.median, lambda times: statistics.quantiles(times, n=10)[0])]
    said = "{:.2f} times --version, of the fastest tenth {:.2f}".format(*ratios)
    # What else the machine does may change either of them, but not both by chance.
    expect(f"at most 1.5 times: {said}", min(ratios) <= 1.5)
    return said


def memory(proof: Proof) -> str:
    """The memory after a hundred questions, and after a thousand."""
    proof.fresh()
    questions = [("box_office", {"from": "2022-05-30", "to": "2022-06-05"}), ("market", {"last": 7}),
                 ("ranking", {"from": "2022-05-31", "to": "2022-06-05"}), ("film", {"codes": ["20204548"]}),
                 ("box_office", {"date": "nonsense"})]
    sizes = []
    with proof.talk("--source", "sample") as talk:
        process = Path(f"/proc/{talk.process.pid}")
        for count in 100, 900:
            for number in range(count):
                talk.call(*questions[number % len(questions)])
            sizes.append(int(re.search(r"VmRSS:\s+(\d+)", (process / "status").read_text())[1]))
        descriptors = len(list((process / "fd").iterdir()))
    expect(f"flat memory ({sizes} kB)", sizes[1] <= sizes[0] * 1.1 + 2048)
    expect(f"open descriptors ({descriptors})", descriptors < 30)
    return f"{sizes} kB; {descriptors} descriptors"
