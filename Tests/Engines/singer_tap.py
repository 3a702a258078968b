"""The program as a tap, and a KOBIS on this machine for it."""

import contextlib
import csv
import io
import os
import re
import signal
import subprocess
import tempfile
import time

import singer_server

WEEK = ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"]
"""The recorded week: seven periods of ten films."""


class Difference(Exception):
    """An error with a sentence about the difference."""


def expect(holds, sentence):
    if not holds:
        raise Difference(sentence)


class Tap:
    """The program, with a home of its own: no configuration, and an archive that is empty at first."""

    def __init__(self, program, home, **variables):
        self.program, self.home = program, home
        kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
        self.environment = kept | {"HOME": str(home), "LANG": "C.UTF-8"} | variables

    def command(self, *arguments, state=None):
        """The program's arguments; the state is put into a file."""
        if state is None:
            return [self.program, *arguments]
        with tempfile.NamedTemporaryFile("w", dir=self.home, delete=False) as file:
            file.write(state)
        return [self.program, *arguments, "--state", file.name]

    def run(self, *arguments, state=None):
        """The program's output; it has to end with 0."""
        done = subprocess.run(self.command(*arguments, state=state), env=self.environment,
                              capture_output=True)
        expect(done.returncode == 0, f"'bo-export {' '.join(arguments)}' ended with {done.returncode}: "
               + done.stderr.decode()[-500:].strip())
        return done.stdout

    def messages(self, *arguments, state=None):
        return self.run(*arguments, "--format", "singer", state=state)

    def csv(self, columns, *arguments):
        """The rows of the CSV file with these columns."""
        text = self.run(*arguments, "--format", "csv", "--columns", ",".join(columns)).decode()
        return list(csv.DictReader(io.StringIO(text, newline="")))

    def killed(self, *arguments, when):
        """The program's output before it is killed, which is as soon as `when` accepts the output."""
        with tempfile.TemporaryFile(dir=self.home) as output:
            tap = subprocess.Popen(self.command(*arguments, "--format", "singer"), stdout=output,
                                   env=self.environment, stderr=subprocess.DEVNULL)
            deadline, written = time.monotonic() + 30, b""
            while not when(written) and tap.poll() is None and time.monotonic() < deadline:
                time.sleep(0.05)
                written = os.pread(output.fileno(), 1 << 20, 0)
            tap.kill()
            tap.wait()
            return os.pread(output.fileno(), 1 << 20, 0)


@contextlib.contextmanager
def loopback(program, *trouble):
    """The variables for a KOBIS, a Kakao and a KMDb on this machine; the KOBIS may give trouble."""
    server = subprocess.Popen([program, str(singer_server.free_port()), *trouble],
                              stdout=subprocess.PIPE, text=True, encoding="utf-8")
    try:
        lines = [server.stdout.readline() for _ in ("KOBIS", "Kakao", "KMDb")]
        yield dict(re.findall(r"(\w+)=(\S+)", "".join(lines)))
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()
        server.stdout.close()
