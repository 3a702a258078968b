"""Plays a case: its steps twice, once as a user sees them and once with messages for programs."""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import pty
import shutil
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from case import DAY, Case, Step
from seen import Recorder
from services import TIME_OF_CASES, Service

sys.path.append(str(Path(__file__).resolve().parent.parent / "Simulation"))
from program import date_files  # noqa: E402

LONGEST_STEP = 120
"""Seconds after which a step counts as hung; it ends the run with an error."""
LATEST = TIME_OF_CASES + 30 * DAY
"""The latest time that a file of a case has."""

_HERE = Path(__file__).resolve().parent
_PLUGINS = (_HERE.parent.parent / "Samples/plugins", _HERE / "plugins")


@dataclass(frozen=True, slots=True)
class Stage:
    """The place where cases are played."""

    program: Path
    clock: Path
    folder: Path
    """The folder in which each case gets one of its own."""
    keep: Path | None
    """The folder in which to leave all output, for inspection."""


def record_of(case: Case, service: Service, stage: Stage) -> dict[str, object]:
    """The record of a case."""
    steps = _play(case, service, stage, for_programs=False)
    if any(step.has_codes for step in case.steps):
        for step, once_more in zip(steps, _play(case, service, stage, for_programs=True)):
            if "codes" in once_more:
                step["codes"] = once_more["codes"]
                # The rest is recorded only if it differs from the user's.
                step |= {f"{name} for programs": once_more.get(name) for name in ("status", "stdout")
                         if once_more.get(name) != step.get(name)}
    return {"steps": steps}


def _play(case: Case, service: Service, stage: Stage, for_programs: bool) -> list[dict[str, object]]:
    kind = "programs" if for_programs else "people"
    # All folders have names of one length, because some lines are laid out by it.
    folder = stage.folder / hashlib.sha256(f"{kind} {case.name}".encode()).hexdigest()[:12]
    for name in ("work", "home", "temp"):
        (folder / name).mkdir(parents=True)
    plugins = {f"plugins/{file.name}": file.read_bytes() for origin in _PLUGINS for file in origin.iterdir()
               if file.is_file() and any("plugins" in step.line for step in case.steps)}
    _put(folder, plugins | case.files, service, TIME_OF_CASES - DAY)
    words = {host.replace(":", colon): f"{name}-HOST"
             for name, host in service.hosts.items() for colon in (":", "%3A")}
    recorder = Recorder({str(folder): "DIR"} | words, case.whole)
    found = []
    seconds = 0
    for number, step in enumerate(case.steps):
        clock = TIME_OF_CASES + step.later + seconds
        _put(folder, step.before, service, clock)
        before = _files(folder)
        begun = time.monotonic()
        ended = _run(step, folder, clock, service, stage, for_programs and step.has_codes)
        # No file is older than what it was made from, or newer than the next step.
        seconds += math.ceil(time.monotonic() - begun)
        date_files([folder], TIME_OF_CASES + step.later + seconds, LATEST)
        after = _files(folder)
        if stage.keep is not None:
            kept = stage.keep / case.name.replace("/", "_") / kind
            shutil.copytree(folder / "work", kept / f"{number}.files", symlinks=True, dirs_exist_ok=True)
            (kept / f"{number}.stdout").write_bytes(ended.stdout)
        found.append(_recorded(step, ended, before, after, recorder, case.home, folder, for_programs))
    shutil.rmtree(folder)
    return found


def _recorded(
    step: Step, ended: subprocess.CompletedProcess[bytes], before: Mapping[str, bytes | str],
    after: Mapping[str, bytes | str], recorder: Recorder, home: bool, folder: Path, for_programs: bool,
) -> dict[str, object]:
    recorder.digests.clear()
    recorder.note("standard output", ended.stdout)
    # A report that is written again has another second, which no record has.
    changed = {name: data for name, data in sorted(after.items())
               if name not in before or recorder.differ(before[name], data)}
    for name, data in reversed(changed.items()):
        if isinstance(data, bytes) and not name.endswith(".json"):
            recorder.note(name.removeprefix("work/"), data)
    record: dict[str, object] = {"line": step.line, "status": ended.returncode}
    if ended.stdout:
        record["stdout"] = recorder.file("stdout", ended.stdout)
    errors = ended.stderr.decode(errors="backslashreplace")
    if for_programs:
        return record | ({"codes": recorder.codes(errors)} if step.has_codes else {})
    if errors:
        record["wording"] = recorder.normal(errors).split("\n")
    files: dict[str, object] = {}
    for name, data in changed.items():
        mode = (folder / name).lstat().st_mode & 0o777
        shown = name if isinstance(data, str) or mode == 0o644 else f"{name} ({mode:04o})"
        files[shown] = data if isinstance(data, str) else recorder.file(name, data)
    files |= dict.fromkeys(sorted(before.keys() - after.keys()), "gone")
    if files := {recorder.normal(name).removeprefix("work/"): data for name, data in files.items()
                 if home or not name.startswith("home/")}:
        record["files"] = files
    return record


def _run(
    step: Step, folder: Path, clock: int, service: Service, stage: Stage, for_programs: bool,
) -> subprocess.CompletedProcess[bytes]:
    def filled(text: str) -> str:
        for name, value in (service.addresses | {"DIR": str(folder)}).items():
            text = text.replace(f"@{name}@", value)
        return text

    arguments = [filled(argument) for argument in step.arguments]
    if for_programs:
        place = arguments.index("--") if "--" in arguments else len(arguments)
        arguments[place:place] = ["--log-format", "json"]
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": f"{folder}/home", "TZ": "UTC",
        "TMPDIR": f"{folder}/temp", "LC_ALL": "C.UTF-8", "TERM": "xterm",
        "KOBIS_API_KEY": service.key, "BO_EXPORT_RETRIES": "0", "PYTHONDONTWRITEBYTECODE": "1",
        **{f"{name}_BASE_URL": address for name, address in service.addresses.items()},
        "LD_PRELOAD": str(stage.clock), "SIMULATED_TIME": str(clock),
    } | step.environment
    command = [str(stage.program), *arguments]
    if step.output:
        command = ["/bin/sh", "-c", f'exec "$0" "$@" >{step.output.replace("closed", "&-")}', *command]
    settings = {name: filled(value) for name, value in environment.items() if value is not None}
    with contextlib.ExitStack() as stack:
        output, written = (stack.enter_context(_terminal(step.terminal)) if step.terminal
                           else (subprocess.PIPE, []))
        ended = subprocess.run(
            command, cwd=folder / "work", env=settings, input=filled(step.stdin).encode(),
            stdout=output, stderr=subprocess.PIPE, timeout=LONGEST_STEP)
    ended.stdout = ended.stdout or b"".join(written)
    return ended


@contextlib.contextmanager
def _terminal(width: int) -> Iterator[tuple[int, list[bytes]]]:
    """A terminal of that width to write to, and what was written when it is closed."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (50, width))
    written: list[bytes] = []

    def read() -> None:
        with contextlib.suppress(OSError):  # The other end is closed.
            while data := os.read(ours, 65536):
                written.append(data)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield theirs, written
    finally:
        os.close(theirs)
        reader.join()
        os.close(ours)


def _put(folder: Path, files: Mapping[str, str | bytes | None], service: Service, clock: int) -> None:
    """Writes files of a case that are dated by the clock."""
    for name, content in files.items():
        name = name.replace("@ARCHIVE@", service.archive)
        path = folder / (name if name.startswith("home/") else f"work/{name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.unlink()
        elif name.endswith("/"):
            path.mkdir(exist_ok=True)
        elif isinstance(content, str) and content.startswith("link to "):
            path.symlink_to(content.removeprefix("link to "))
        else:
            data = content if isinstance(content, bytes) else content.encode()
            path.write_bytes(data)
            path.chmod(0o755 if data[:2] == b"#!" or name.startswith("plugins/") else 0o600)
    date_files([folder], clock, LATEST)


def _files(folder: Path) -> dict[str, bytes | str]:
    """The bytes of each file of a case by its path; of a link where it leads; empty folders."""
    found: dict[str, bytes | str] = {}
    for path in folder.rglob("*"):
        place = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[place] = f"link to {os.readlink(path)}"
        elif path.is_file():
            found[place] = path.read_bytes()
        elif not any(path.iterdir()):
            found[f"{place}/"] = "an empty folder"
    return {place: data for place, data in found.items()
            if place not in ("home/", "temp/", "work/") and not place.startswith("work/plugins/")}
