"""Plays a case: its steps twice, once as a user sees them and once with messages for programs."""

from __future__ import annotations

import fcntl
import hashlib
import math
import os
import pty
import shutil
import struct
import subprocess
import sys
import termios
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import moments
from case import Case, Step
from seen import Normal, Recorder, files_below
from services import Service

sys.path.append(str(Path(__file__).resolve().parent.parent / "Simulation"))
from program import date_files  # noqa: E402

LONGEST_STEP = 120
"""Seconds after which a step counts as hung."""
HUNG = -1000
"""The status that is recorded of such a step."""

_HERE = Path(__file__).resolve().parent
_SAMPLES = _HERE.parent.parent / "Samples" / "plugins"
_QUIET = ("help", "man")
_PAGES = ("--help", "-h", "--version")


@dataclass(frozen=True, slots=True)
class Ended:
    """The outcome of a step."""

    status: int
    output: bytes
    errors: bytes


@dataclass(frozen=True, slots=True)
class Stage:
    """The place where cases are played."""

    program: Path
    clock: Path
    folder: Path
    """The folder in which each case gets one of its own."""
    keep: Path | None
    """The folder in which to leave all results, for inspection."""


def record_of(case: Case, service: Service, stage: Stage) -> dict[str, object]:
    """The record of a case."""
    steps = _play(case, service, stage, for_programs=False)
    if any(_has_codes(one) for one in case.steps):
        for step, once_more in zip(steps, _play(case, service, stage, for_programs=True)):
            if "codes" in once_more:
                step["codes"] = once_more["codes"]
            # The rest is recorded only if it differs from the user's.
            for name in ("status", "stdout"):
                if once_more.get(name) != step.get(name) and "codes" in once_more:
                    step[f"{name} for programs"] = once_more.get(name)
    return {"steps": steps}


def _play(
    case: Case, service: Service, stage: Stage, for_programs: bool
) -> list[dict[str, object]]:
    kind = "programs" if for_programs else "people"
    # All folders have names of one length, because some lines are laid out by it.
    folder = stage.folder / hashlib.sha256(f"{kind} {case.name}".encode()).hexdigest()[:12]
    work, home, temporary = (folder / name for name in ("work", "home", "temp"))
    for each in (work, home, temporary):
        each.mkdir(parents=True)
    if case.plugins:
        _copy_plugins(work / "plugins")
    for name, content in case.files.items():
        _put(folder, name.replace("@ARCHIVE@", _archive(service)), content)
    normal = Normal({str(folder): "DIR", **_names_of(service)})
    # The initial files are dated a day before.
    date_files([folder], moments.OF_CASES - 24 * 3600, moments.OF_FILES)
    recorder = Recorder(normal, case.whole)
    before = _all_files(folder)
    found = []
    seconds = 0
    for number, step in enumerate(case.steps):
        clock = moments.OF_CASES + step.later + seconds
        for name, content in step.before.items():
            _put(folder, name.replace("@ARCHIVE@", _archive(service)), content)
        if step.before:
            date_files([folder], clock, moments.OF_FILES)
            before = _all_files(folder)
        begun = time.monotonic()
        ended = _run(step, folder, clock, service, stage, for_programs and _has_codes(step))
        # No file is older than what it was made from, or newer than the next step.
        seconds += math.ceil(time.monotonic() - begun)
        date_files([folder], moments.OF_CASES + step.later + seconds, moments.OF_FILES)
        after = _all_files(folder)
        if stage.keep is not None:
            _keep(stage.keep / case.name.replace("/", "_") / kind, number, ended, work)
        found.append(_recorded(step, ended, before, after, recorder, case, folder, for_programs))
        before = after
    shutil.rmtree(folder)
    return found


def _recorded(
    step: Step, ended: Ended, before: dict[str, bytes | str], after: dict[str, bytes | str],
    recorder: Recorder, case: Case, folder: Path, for_programs: bool,
) -> dict[str, object]:
    recorder.digests.clear()
    recorder.note("standard output", ended.output)
    # A report that is written again has another second, which no record has.
    changed = {name: data for name, data in after.items()
               if name not in before or recorder.differ(before[name], data)}
    for name, data in sorted(changed.items(), reverse=True):
        if isinstance(data, bytes) and not name.endswith(".json"):
            recorder.note(name.removeprefix("work/"), data)
    record: dict[str, object] = {"line": step.line, "status": ended.status}
    if ended.output:
        record["stdout"] = recorder.file("stdout", ended.output)
    if for_programs:
        if _has_codes(step):
            record["codes"] = recorder.codes(ended.errors.decode(errors="backslashreplace"))
        return record
    if ended.errors:
        record["wording"] = recorder.lines(ended.errors.decode(errors="backslashreplace"))
    files: dict[str, object] = {}
    for name, data in sorted(changed.items()):
        if name.startswith("home/") and not case.home:
            continue
        shown = recorder.lines(name)[0].removeprefix("work/")
        if isinstance(data, str):
            files[shown] = data
            continue
        mode = (folder / name).stat().st_mode & 0o777
        files[shown if mode == 0o644 else f"{shown} ({mode:04o})"] = recorder.file(name, data)
    for name in sorted(before.keys() - after.keys()):
        if not name.startswith("home/") or case.home:
            files[recorder.lines(name)[0].removeprefix("work/")] = "gone"
    if files:
        record["files"] = files
    return record


def _has_codes(step: Step) -> bool:
    words = step.arguments
    return (step.codes and not (words and words[0] in _QUIET)
            and not any(word in _PAGES or word.startswith("--generate") for word in words))


def _run(
    step: Step, folder: Path, clock: int, service: Service, stage: Stage, for_programs: bool,
) -> Ended:
    words = {f"@{name}@": address for name, address in service.addresses.items()}
    words["@DIR@"] = str(folder)

    def filled(text: str) -> str:
        for word, value in words.items():
            text = text.replace(word, value)
        return text

    arguments = [filled(argument) for argument in step.arguments]
    if for_programs:
        place = arguments.index("--") if "--" in arguments else len(arguments)
        arguments[place:place] = ["--log-format", "json"]
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": f"{folder}/home", "TZ": "UTC",
        "TMPDIR": f"{folder}/temp", "LC_ALL": "C.UTF-8", "TERM": "xterm",
        "KOBIS_API_KEY": service.keys["KOBIS_API_KEY"], "BO_EXPORT_RETRIES": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        **{f"{name}_BASE_URL": address for name, address in service.addresses.items()},
        "LD_PRELOAD": str(stage.clock),
        "SIMULATED_TIME": str(clock),
    }
    for name, value in step.environment.items():
        if value is None:
            environment.pop(name, None)
        else:
            environment[name] = filled(value)
    command = [str(stage.program), *arguments]
    if step.output == "closed":
        command = ["/bin/sh", "-c", 'exec "$0" "$@" >&-', *command]
    elif step.output:
        command = ["/bin/sh", "-c", f'exec "$0" "$@" >{step.output}', *command]
    if step.terminal:
        return _on_terminal(command, environment, folder / "work", step.terminal)
    try:
        process = subprocess.run(
            command, cwd=folder / "work", env=environment, input=filled(step.stdin).encode(),
            capture_output=True, timeout=LONGEST_STEP)
    except subprocess.TimeoutExpired as hung:
        return Ended(HUNG, hung.stdout or b"", hung.stderr or b"")
    return Ended(process.returncode, process.stdout, process.stderr)


def _on_terminal(
    command: list[str], environment: dict[str, str], folder: Path, width: int
) -> Ended:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=theirs,
        stderr=subprocess.PIPE)
    os.close(theirs)
    output = bytearray()

    def read() -> None:
        try:
            while data := os.read(ours, 65536):
                output.extend(data)
        except OSError:
            pass  # The other end is closed.

    reader = threading.Thread(target=read)
    reader.start()
    _, errors = process.communicate(timeout=LONGEST_STEP)
    reader.join()
    os.close(ours)
    return Ended(process.returncode, bytes(output), errors)


def _names_of(service: Service) -> dict[str, str]:
    names = {}
    for name, address in service.addresses.items():
        host = address.removeprefix("http://")
        names[host] = f"{name}-HOST"
        names[host.replace(":", "%3A")] = f"{name}-HOST"
    return names


def _archive(service: Service) -> str:
    host = service.addresses["KOBIS"].removeprefix("http://").replace(":", "%3A")
    return f"home/.cache/bo-export/archive/kobis@{host}"


def _put(folder: Path, name: str, content: str | bytes | None) -> None:
    path = folder / (name if name.startswith("home/") else f"work/{name}")
    path.parent.mkdir(parents=True, exist_ok=True)
    if content is None:
        path.unlink()
    elif name.endswith("/"):
        path.mkdir(exist_ok=True)
    elif isinstance(content, str) and content.startswith("link to "):
        path.symlink_to(content.removeprefix("link to "))
    else:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        path.chmod(0o755 if content[:2] in ("#!", b"#!") else 0o600)


def _copy_plugins(folder: Path) -> None:
    folder.mkdir()
    for origin in (_SAMPLES, _HERE / "plugins"):
        for file in sorted(origin.iterdir()):
            if file.is_file():
                shutil.copyfile(file, folder / file.name)
                (folder / file.name).chmod(0o755)


def _all_files(folder: Path) -> dict[str, bytes | str]:
    return {name: data for name, data in files_below(folder).items()
            if not name.startswith("work/plugins/") and name not in ("home/", "temp/", "work/")}


def _keep(folder: Path, number: int, ended: Ended, work: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{number}.stdout").write_bytes(ended.output)
    (folder / f"{number}.stderr").write_bytes(ended.errors)
    (folder / f"{number}.status").write_text(f"{ended.status}\n")
    shutil.copytree(work, folder / f"{number}.files", symlinks=True, dirs_exist_ok=True)
