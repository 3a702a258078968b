"""What happens while `bo-export mcp` answers: progress, cancellation, many questions, files, time, memory."""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import time
from typing import TYPE_CHECKING

from fixture import expect
from mcp_talk import KEY, refusal, tree

if TYPE_CHECKING:
    from mcp import Proof

PLUGIN = '''\
#!/usr/bin/env python3
import json, os, sys
COLUMNS = [{"name": name} for name in ("date", "rank", "title", "audience_count")]
MANIFEST = {"protocol": 1, "name": "NAME", "summary": "a source that talks", "charts": ["daily"],
            "from": "2024-01-10", "columns": COLUMNS}
RUBBISH = '\\n{"jsonrpc":"2.0","id":1,"result":{}}\\n\\xff rubbish\\n'
def talk(message):
    os.write(1, json.dumps(message).encode() + b"\\n")
for line in sys.stdin:
    os.write(2, (RUBBISH * 50).encode("latin-1"))
    message = json.loads(line)
    if "hello" in message: talk({"manifest": MANIFEST})
    elif "query" in message:
        if "NAME" == "aloud": os.write(1, RUBBISH.encode("latin-1"))
        talk({"row": {"date": message["query"]["from"], "rank": 1, "title": "a", "audience_count": 3}})
        talk({"end": {}})
'''


def charts(arguments: dict) -> dict:
    """The parameters of a call of `box_office`."""
    return {"name": "box_office", "arguments": arguments}


def progress(proof: Proof) -> str:
    """Progress rises while a question is answered, and never comes after the answer."""
    proof.fresh()
    proof.gate.reset(0.03)
    days = charts({"from": "2021-01-01", "to": "2021-01-12"})
    with proof.talk("--jobs", "2") as talk:
        ids = [talk.ask("tools/call", days, modern=modern, progressToken=token)
               for modern, token in ((True, "a"), (False, 7))]
        for id_ in ids:
            talk.answer(id_)
        time.sleep(0.3)
        talk.result("server/discover")
        messages = [message for _, message in talk.told]
        for id_, token in zip(ids, ("a", 7)):
            end = next(place for place, message in enumerate(messages) if message.get("id") == id_)
            told = [(place, message["params"]) for place, message in enumerate(messages)
                    if message.get("params", {}).get("progressToken") == token]
            steps = [params["progress"] for _, params in told]
            expect(f"the progress {steps} rises", (steps, len(steps) > 2), (sorted(set(steps)), True))
            expect(f"progress after the answer to {id_}", [place for place, _ in told if place > end], [])
            expect("the total", [params["progress"] <= params["total"] for _, params in told], [True] * len(told))
        count = len(messages)
        talk.answer(talk.ask("tools/call", charts({"last": 3})))
        expect("messages without a token", len(talk.told), count + 1)
    return f"{len(steps)} steps"


def cancellation(proof: Proof) -> str:
    """After a cancellation nothing comes for that question, and later ones are answered."""
    proof.fresh()
    proof.gate.reset(0.5)
    with proof.talk("--jobs", "1") as talk:
        meant = talk.ask("tools/call", charts({"from": "2021-02-01", "to": "2021-02-20"}), progressToken="gone")
        other = talk.ask("tools/call", charts({"date": "2021-03-01"}))
        time.sleep(0.8)
        before = len(talk.told)
        talk.notify("notifications/cancelled", requestId=meant, reason="the user went on")
        talk.notify("notifications/cancelled", requestId="nobody's")
        talk.notify("notifications/cancelled")
        begun = time.monotonic()
        later = talk.call("box_office", {"date": "2021-03-02"})
        expect("the rows of a question after it", len(later["structuredContent"]["rows"]), 10)
        took = time.monotonic() - begun
        talk.answer(other)
        seen = proof.gate.seen
        time.sleep(1.2)
        expect("requests after a cancellation", proof.gate.seen, seen)
        expect("answers to the cancelled question", talk.lines(meant), [])
        late = [message for _, message in talk.told[before:] if message.get("params", {}).get("progressToken")]
        expect("progress of the cancelled question", late, [])
        # A number again, and a text that looks like it.
        proof.gate.delay = 0
        talk.send({"jsonrpc": "2.0", "id": str(meant), "method": "ping"})
        expect("a text as the id", talk.answer(str(meant)).get("result"), {})
    return f"the next question took {took:.1f} s"


def burst(proof: Proof) -> str:
    """Fifty questions at once: right answers, at most --jobs requests in flight, calls counted once."""
    proof.fresh()
    proof.gate.reset(0.02)
    jobs, days = 3, [f"2021-{month:02}-{day:02}" for month in (4, 5) for day in range(1, 26)]
    with proof.talk("--jobs", str(jobs)) as talk:
        ids = [talk.ask("tools/call", charts({"date": day})) for day in days]
        answers = [talk.answer(id_, 60)["result"]["structuredContent"] for id_ in ids]
        most = proof.gate.most
        told = sum(answer["calls"] for answer in answers)
        expect("requests, calls told and counted", (proof.gate.seen, told, proof.ledger().stat().st_size), (50, 50, 50))
        proof.gate.reset(0.02)
        again = [talk.ask("tools/call", charts({"date": day})) for day in ["2021-06-01", "2021-04-01"] * 25]
        same = [talk.answer(id_, 60)["result"]["structuredContent"]["rows"] for id_ in again]
        expect("equal questions", same, [same[0], answers[0]["rows"]] * 25)
        expect("the ledger and the requests", proof.ledger().stat().st_size, 50 + proof.gate.seen)
        crowd = [talk.ask("tools/call", charts({"date": "2021-04-01"})) for _ in range(200)]
        refused = [talk.answer(id_)["result"].get("isError", False) for id_ in crowd]
        expect("no more than the last ones of 200 are refused", sum(refused) <= 200 - 128, True)
        equal, most = proof.gate.seen, max(most, proof.gate.most)
        expect("requests in flight, at most", most <= jobs, True)
    wanted = [json.loads(line) for line in proof.fixture.run(
        "daily", "--from", "2021-04-01", "--to", "2021-05-25", "--format", "jsonl", "--columns", "default,is_final",
        "-q").splitlines()]
    for day, answer in zip(days, answers):
        expect(f"the rows of {day}", answer["rows"], [row for row in wanted if row["date"] == day])
    return f"{most} of {jobs} in flight; 25 equal questions at once made {equal} requests"


def end(proof: Proof) -> str:
    """The input ends in the middle of an answer, and the client goes away."""
    took = []
    for many in 1, 60:
        proof.fresh()
        proof.gate.reset(8)
        talk = proof.talk()
        for number in range(many):
            day = f"2020-{1 + number // 28:02}-{1 + number % 28:02}"
            talk.ask("tools/call", charts({"date": day}), progressToken=number)
        time.sleep(0.5)
        took.append(talk.end())
        expect("seconds to the end", took[-1] < 2, True)
        expect("the status", talk.process.returncode, 0)
    proof.gate.reset(0.2)
    talk = proof.talk()
    id_ = talk.ask("tools/call", charts({"date": "2020-12-01"}))
    talk.end()
    expect("a question that has its answer in a moment", len(talk.lines(id_)), 1)
    # Nobody reads the answers.
    with subprocess.Popen([proof.fixture.program, "mcp"], env=proof.fixture.environment, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        assert process.stdin
        process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n' * 40 + b'{"jsonrpc":"2.0","id":1,')
        process.stdin.flush()
        time.sleep(0.3)
        begun = time.monotonic()
        process.stdin.close()
        try:
            expect("the status where nobody reads", process.wait(timeout=4), 0)
        except subprocess.TimeoutExpired:
            process.kill()
        took.append(time.monotonic() - begun)
    expect("it ends within two seconds where nobody reads its answers", took[-1] < 2, True)
    return f"{', '.join(f'{seconds:.2f}' for seconds in took)} s"


def slow(proof: Proof) -> str:
    """A question that takes more than 45 seconds, and the same again."""
    proof.fresh()
    proof.gate.reset(10)
    days = {"from": "2020-02-01", "to": "2020-02-08"}
    with proof.talk("--jobs", "1") as talk:
        begun = time.monotonic()
        result = talk.answer(talk.ask("tools/call", charts(days)), 60)["result"]
        took = time.monotonic() - begun
        expect(f"the code after {took} s", refusal(result, "a slow question")["code"], "come_back")
        expect("45 seconds", 44 < took < 49, True)
        time.sleep(1)
        proof.gate.reset()
        calls = talk.call("box_office", days)["structuredContent"]["calls"]
        expect("the calls of the same question", calls, 4)
    return f"come_back after {took:.1f} s, then {calls} calls"


def plugins(proof: Proof) -> str:
    """Sources that write rubbish to their outputs."""
    folder = proof.home / "talkative"
    folder.mkdir(mode=0o755)
    for name in "aloud", "aside":
        file = folder / f"bo-export-source-{name}"
        file.write_text(PLUGIN.replace("NAME", name))
        file.chmod(0o755)
    day = {"date": "2024-02-01"}
    with proof.talk("--plugin-dir", str(folder), "--source", "aside") as talk:
        for _ in range(3):
            rows = talk.call("box_office", day)["structuredContent"]["rows"]
            expect("rows of a plugin", [row["title"] for row in rows], ["a"])
        told = len(talk.told)
    with proof.talk("--plugin-dir", str(folder), "--source", "aloud", "--retries", "0") as talk:
        error = talk.refusal("box_office", day)
        talk.call("status")
        expect("messages", (told, len(talk.told)), (3, 2))
    return f"the code of rubbish in its rows is {error['code']}"


def files(proof: Proof, recorded: list, calls: list) -> str:
    """It writes nothing but the archive and the count of calls."""
    proof.fresh()
    proof.gate.reset()
    (proof.home / "state").mkdir()
    before = tree(proof.home)
    with proof.talk() as talk:
        for name, arguments in calls:
            talk.call(name, arguments)
    with proof.talk("--source", "sample", "-vv", "--log-format", "json") as talk:
        for name, arguments in recorded:
            talk.call(name, arguments)
    after = tree(proof.home)
    changed = {path.removeprefix(f"{proof.home}/") for path in after if after[path] != before.get(path)}
    own = re.compile(r"(cache(/bo-export(/.*)?)?|state(/bo-export(/quota(/kobis.*)?)?)?|log)$")
    others = {path for path in changed if not own.match(path)}
    expect("other files that were written", others, set())
    expect("files that are gone", set(before) - set(after), set())
    expect("files with the key", [path for path in after if proof.home.joinpath(path).is_file()
                                  and KEY.encode() in proof.home.joinpath(path).read_bytes()], [])
    return f"{len(changed)} files and folders of the archive and the ledger"


def start(proof: Proof) -> str:
    """The time from the start to the list of tools, beside a whole run of --version."""
    def taken(word: str, line: bytes) -> float:
        begun = time.monotonic()
        with subprocess.Popen([proof.fixture.program, word], env=proof.fixture.environment, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as process:
            assert process.stdin and process.stdout
            if line:
                process.stdin.write(line)
                process.stdin.flush()
                expect("the list", b'"box_office"' in process.stdout.readline(), True)
                end = time.monotonic()
            process.communicate()
        return (end if line else time.monotonic()) - begun

    pairs = [(taken("--version", b""), taken("mcp", b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'))
             for _ in range(61)]
    ratios: list[float] = []
    texts = []
    for of in statistics.median, lambda times: statistics.quantiles(times, n=10)[0]:
        first, second = map(of, zip(*pairs))
        ratios.append(second / first)
        texts.append(f"{ratios[-1]:.2f} ({second * 1000:.1f} ms, {first * 1000:.1f} ms)")
    told = f"{texts[0]} times --version, of the fastest tenth {texts[1]}"
    # What else the machine does may change either of them, but not both by chance.
    expect(f"at most 1.5 times: {told}", min(ratios) <= 1.5, True)
    return told


def memory(proof: Proof, count: int) -> str:
    """The memory after a hundred questions, and after all."""
    proof.fresh()
    proof.gate.reset()
    questions = [("box_office", {"from": "2022-05-30", "to": "2022-06-05"}), ("market", {"last": 7}),
                 ("ranking", {"from": "2022-05-31", "to": "2022-06-05"}), ("film", {"codes": ["20204548"]}),
                 ("box_office", {"date": "nonsense"})]
    sizes = {}
    with proof.talk("--source", "sample") as talk:
        for number in range(1, count + 1):
            talk.call(*questions[number % len(questions)])
            if number in (100, count):
                status = open(f"/proc/{talk.process.pid}/status").read()
                sizes[number] = int(re.search(r"VmRSS:\s+(\d+)", status)[1])
        descriptors = len(os.listdir(f"/proc/{talk.process.pid}/fd"))
    told = ", ".join(f"{size:,} kB after {number}" for number, size in sizes.items())
    expect(f"flat memory ({told})", sizes[count] <= sizes[100] * 1.1 + 2048, True)
    expect(f"open descriptors ({descriptors})", descriptors < 30, True)
    return f"{told}; {descriptors} descriptors"
