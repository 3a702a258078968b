"""Runs commands one after the other and reports what each took; started by measure.py.

It is a process of its own because Linux counts the memory of the process that starts a command as
that command's: a peak below that of this small interpreter (some 10 MB) cannot be seen.

Standard input has one job a line, standard output one report a line, both as JSON.
"""

import json
import os
import signal
import sys
import time


def main() -> None:
    """Does the jobs as they come."""
    running = 0

    def kill(_signal: int, _frame: object) -> None:
        os.killpg(running, signal.SIGKILL)

    signal.signal(signal.SIGALRM, kill)
    for line in sys.stdin:
        job = json.loads(line)
        os.chdir(job["folder"])
        write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        files = [
            (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, job["output"], write, 0o644),
            (os.POSIX_SPAWN_OPEN, 2, job["errors"], write, 0o644),
        ]
        arguments = job["arguments"]
        start = time.perf_counter()
        running = os.posix_spawn(
            arguments[0], arguments, job["environment"], file_actions=files, setpgroup=0
        )
        signal.alarm(job["seconds"])
        _, status, usage = os.wait4(running, 0)
        wall = time.perf_counter() - start
        signal.alarm(0)
        report = {
            "status": os.waitstatus_to_exitcode(status),
            "wall": wall,
            "cpu": usage.ru_utime + usage.ru_stime,
            "peak": usage.ru_maxrss * 1024,
        }
        print(json.dumps(report), flush=True)


main()
