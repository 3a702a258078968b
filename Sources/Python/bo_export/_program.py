"""The program: where it is, and one run of it."""

from __future__ import annotations

import atexit
import collections
import contextlib
import datetime
import importlib.metadata
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from ._errors import CLASSES, Error, NotConfigured, Warning

NAME = "bo-export"
_HERE = os.path.dirname(os.path.abspath(__file__))
_GRACE = 10.0  # seconds for a run to end when it was told to
_log = logging.getLogger("bo_export")


def find() -> str:
    """Returns the path of the program that was installed together with this module.

    The installer's list of files says where it is, in a virtual environment, for a user and for all,
    but not with ``pip install --target``, which moves it afterwards, to ``bin`` beside the module.
    """
    places = [Path(_HERE).parent / "bin" / NAME]
    try:
        files = importlib.metadata.files("bo-export") or []
        places += [Path(str(file.locate())) for file in files if file.name == NAME]
    except importlib.metadata.PackageNotFoundError:
        pass
    places.append(Path(sys.executable).parent / NAME)
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return str(place.resolve())
    found = shutil.which(NAME)
    if found is None:
        raise NotConfigured(
            f"there is no program '{NAME}', neither beside this module nor in PATH", status=78,
            code="no-program", hint="install the wheel of bo-export again")
    return found


class Run:
    """One run of the program, which is over when the context is left, however that happens."""

    def __init__(
        self, command: list[str], own: list[str], rest: list[str], *, reads: bool,
        report: str | None = None, reports: bool = True,
    ) -> None:
        """Starts the program.

        ``own`` are the options of this module, which hints do not repeat; ``reads`` is true if the
        lines of standard output are read, ``reports`` if the command writes a report.
        """
        self._folder = tempfile.TemporaryDirectory(prefix="bo-export-")
        self._report = report or os.path.join(self._folder.name, "report.json")
        own = own + ["--log-format=json"]
        own += [f"--report={self._report}"] if reports and not report else []
        self._own = " ".join(own)
        self._heard: collections.deque[bytes] = collections.deque()
        self._error: dict[str, Any] = {}
        self._said: collections.deque[str] = collections.deque(maxlen=20)
        try:
            self._process = subprocess.Popen(
                [find(), *command, *own, *rest], stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if reads else None, stderr=subprocess.PIPE)
        except BaseException:
            self._folder.cleanup()
            raise
        # Read aside, because the program waits where nobody takes its messages.
        self._listener = threading.Thread(target=self._listen, daemon=True)

    def __enter__(self) -> Run:
        self._listener.start()
        # Python may end without closing an iterator that something still holds.
        atexit.register(self._stop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._stop()
        finally:
            atexit.unregister(self._stop)
            self._folder.cleanup()

    def lines(self) -> Iterator[bytes]:
        """The lines of standard output, as they come."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._tell()
            yield line

    def end(self) -> dict[str, Any]:
        """Waits for the end, and returns the report; empty if there is none.

        It raises an :class:`Error` if the status is not 0.
        """
        while self._process.stdout is None and self._listener.is_alive():
            self._listener.join(0.1)
            self._tell()
        status = self._process.wait()
        self._listener.join(1)
        self._tell()
        report: dict[str, Any] = {}
        # A pipe or a device that the caller chose is for somebody else to read.
        if os.path.isfile(self._report):
            with contextlib.suppress(OSError, ValueError), open(self._report, "rb") as file:
                report = json.load(file)
        if status != 0:
            raise self._fault(status if status > 0 else 128 - status, report)
        return report

    def _listen(self) -> None:
        stream: IO[bytes] | None = self._process.stderr
        assert stream is not None
        with stream:
            self._heard.extend(iter(stream.readline, b""))

    def _tell(self) -> None:
        """Passes on what the program said: warnings as warnings, the rest to the log."""
        while self._heard:
            line = self._heard.popleft()
            try:
                event = json.loads(line)
                level, message = event["level"], event["message"]
            except (ValueError, TypeError, KeyError):
                self._said.append(line.decode("utf-8", "replace").rstrip())
                continue
            if level == "error":
                self._error = event
            elif level == "warning":
                _warn(Warning(message, event.get("code")))
            else:
                _log.log(logging.INFO if level == "notice" else logging.DEBUG, "%s", message)

    def _fault(self, status: int, report: dict[str, Any]) -> Error:
        event, error = dict(self._error), report.get("error")
        if isinstance(error, dict):
            event.update({name: value for name, value in error.items() if value is not None})
        missing = report.get("missing") or []
        code, message, hint = (event.get(name) for name in ("code", "message", "hint"))
        if message is None and missing:
            code, message = missing[0].get("code"), missing[0].get("message")
            if len(missing) > 1:
                message = f"{message}, and {len(missing) - 1} more are missing"
        if message is None:
            message = "\n".join([f"{NAME} ended with {_name(status)}", *self._said])
        if hint is not None:
            hint = "\n".join([hint, *(event.get("commands") or [])]).replace(f" {self._own}", "")
        return CLASSES.get(status, Error)(
            message, status=status, code=code, hint=hint, report=report or None,
            retry_at=_time(report.get("retry_at")))

    def _stop(self) -> None:
        """Ends the program, if it has not ended."""
        process = self._process
        if process.stdout is not None:
            process.stdout.close()
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                pass
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
        self._listener.join(1)


def _warn(warning: Warning) -> None:
    """Shows a warning at the line that called this module."""
    level, caller = 1, sys._getframe(0)
    while caller.f_back and os.path.dirname(caller.f_code.co_filename) == _HERE:
        level, caller = level + 1, caller.f_back
    warnings.warn(warning, stacklevel=level)


def _name(status: int) -> str:
    """The status, with the name of the signal if it was one."""
    try:
        return f"the signal {signal.Signals(status - 128).name}"
    except ValueError:
        return f"the status {status}"


def _time(text: object) -> datetime.datetime | None:
    """The time, as the report has it."""
    if not isinstance(text, str):
        return None
    # Before Python 3.11 the Z is not understood.
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return time.astimezone(datetime.timezone.utc)
