"""The program and plugins that misbehave: every run ends in time, with a status of the contract,
and leaves the previous file, no process and no other file."""
import json
import os
import random
import shutil
import signal
import subprocess
import time

import seeds

# The allowed exit statuses. 70 would be a bug, and a signal a crash.
STATUSES = {0, 2, 64, 65, 69, 71, 73, 74, 75, 77, 78}
OLD = b"date,rank,title\n2022-05-31,1,old\n"
# A plugin is this, and then its steps: a name and its argument, in a line each.
PLUGIN = """#!/usr/bin/python3 -IS
import os, time

def drain(size):
    while os.read(0, size):
        pass

def write(data):
    while data:
        data = data[os.write(1, data):]

def child(kind):
    if os.fork() == 0:
        if kind & 1:
            os.setsid()
        if kind & 2:
            os.close(0); os.close(1); os.close(2)
        if kind & 4 and os.fork():
            os._exit(0)
        time.sleep(60)
        os._exit(0)

def litter(folder):
    os.symlink("/", os.path.join(os.environ["TMPDIR"], "link"))
    os.makedirs(os.path.join(os.environ["TMPDIR"], folder, "b"))
    os.chmod(os.path.join(os.environ["TMPDIR"], folder), 0)

def die(number):
    os.kill(os.getpid(), number)

def attempt(step, *arguments):
    try:
        step(*arguments)
    except (OSError, KeyError):
        pass

"""


def right(kind):
    """The steps of a well-behaved plugin."""
    manifest, *rows = seeds.PLUGINS[0 if kind == "source" else 2].replace(
        '"fuzz"', '"talk"').encode().splitlines(keepends=True)
    steps = [("os.read", 0, 4096), ("write", manifest), ("os.read", 0, 65536)]
    if kind == "source":
        return steps + [("write", row) for row in rows] + [("os.read", 0, 10)]
    return steps + [("write", b"a document\n"), ("drain", 65536), ("write", b"its end\n")]


def mutated(data, dice):
    """Bytes with something wrong in them."""
    data = bytearray(data)
    for _ in range(dice.choice([1, 1, 2, 8])):
        place = dice.randrange(len(data) + 1)
        match dice.randrange(6):
            case 0: data[place:place] = bytes([dice.randrange(256)])
            case 1: del data[place:place + dice.randrange(1, 20)]
            case 2: data[place:place] = data[:place]
            case 3: data[place:place] = b"\n" * dice.randrange(1, 4)
            case 4: data[place:place] = b"x" * dice.choice([100, 70_000, 2_000_000])
            case 5 if place < len(data): data[place] ^= 1 << dice.randrange(8)
    return bytes(data)


def wrong(kind, dice):
    """The steps of a misbehaving plugin."""
    steps = right(kind)
    for _ in range(dice.choice([0, 1, 1, 2, 3])):
        place = dice.randrange(len(steps) + 1)
        match dice.randrange(11):
            case 0 if place < len(steps): del steps[place]
            case 1 | 2 | 3:
                if writes := [number for number, step in enumerate(steps) if step[0] == "write"]:
                    chosen = dice.choice(writes)
                    steps[chosen] = ("write", mutated(steps[chosen][1], dice))
            case 4: steps.insert(place, ("os.close", dice.randrange(3)))
            case 5: steps.insert(place, ("os._exit", dice.choice([0, 1, 64, 65, 69, 75, 77, 139])))
            case 6: steps.insert(place, ("die", dice.choice([9, 11, 15, 13])))
            case 7: steps.insert(place, ("child", dice.randrange(8)))
            case 8: steps.insert(place, ("os.write", 2, mutated(b"a line\x1b[31m\n" * 3, dice)))
            case 9: steps.insert(place, ("time.sleep", dice.choice([0.01, 0.2, 30])))
            case 10: steps.insert(place, ("litter", "a"))
    return steps


def problem(program, folder, dice, sanitizer):
    """The fault of one run, or nothing."""
    kind = dice.choice(["source", "format"])
    plugins, temporary, home, out = places = [
        folder / name for name in ("plugins", "temporary", "home", "out")]
    for place in places:
        place.mkdir()
    plugin, target = plugins / f"bo-export-{kind}-talk", out / "x.csv"
    steps = [f"attempt({name}, *{arguments!r})\n" for name, *arguments in wrong(kind, dice)]
    plugin.write_text(PLUGIN + "".join(steps))
    plugin.chmod(0o700)
    target.write_bytes(OLD)
    source, form = ("talk", "csv") if kind == "source" else ("sample", "talk")
    command = [program, "--source", source, "--format", form, "--date", "2022-06-01", "-o", target,
               "--timeout", "2", "--retries", dice.choice(["0", "1"]), "--log-format", "json",
               "--report", folder / "report.json"]
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home), "TMPDIR": str(temporary),
        "BO_EXPORT_PLUGIN_PATH": str(plugins), "ASAN_OPTIONS": sanitizer}
    run = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    allowed = STATUSES
    if dice.random() < 0.1:
        time.sleep(dice.random() / 2)
        run.send_signal(dice.choice([signal.SIGTERM, signal.SIGINT]))
        allowed = STATUSES | {130, 143, -signal.SIGTERM, -signal.SIGINT}
    try:
        output, errors = run.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        run.kill()
        run.communicate()
        return "it takes a minute"
    # The processes that have the folder of plugins in their command.
    left = subprocess.run(["pgrep", "-f", plugins], stdout=subprocess.PIPE, check=False).stdout
    for process in left.split():
        os.kill(int(process), signal.SIGKILL)
    if run.returncode not in allowed:
        return f"status {run.returncode}: {errors[-2000:]!r}"
    if left:
        return "processes are left"
    if output:
        return f"standard output has {output[:200]!r}"
    if run.returncode not in (0, 2) and target.read_bytes() != OLD:
        return f"status {run.returncode}, but the file is another one"
    if run.returncode == 0 and not target.read_bytes():
        return "an empty file took the place of one with rows"
    if [file.name for file in out.iterdir()] != ["x.csv"] or any(temporary.iterdir()):
        return "files are left beside the output or in the temporary folder"
    try:
        [json.loads(line) for line in errors.splitlines()]
    except ValueError:
        return f"a line of the log is not JSON: {errors[-2000:]!r}"
    return None


def run(program, folder, seconds, sanitizer):
    """Runs talks for that long; returns their number and the folders of the findings."""
    findings, number, end = [], 0, time.monotonic() + seconds
    while time.monotonic() < end:
        number += 1
        place = folder / "findings" / "talks" / f"{number}"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        if what := problem(program, place, random.Random(number), sanitizer):
            (place / "problem.txt").write_text(what + "\n")
            findings.append(place)
        else:
            shutil.rmtree(place)
    return number, findings
