"""Runs the command on standard input, a list in JSON, and writes what it took into a file: launcher.py FILE

bench.py starts it. It is a process of its own because Linux counts the memory of the process that
starts a command as that command's: a peak below that of this small interpreter (some 10 MB) cannot be
seen.
"""

import json
import os
import sys
import time

arguments = json.load(sys.stdin)
nothing = (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)
start = time.perf_counter()
process = os.posix_spawn(arguments[0], arguments, os.environ, file_actions=[nothing])
_, status, usage = os.wait4(process, 0)
wall = time.perf_counter() - start
with open(sys.argv[1], "w", encoding="utf-8") as file:
    cpu = usage.ru_utime + usage.ru_stime
    json.dump({"wall": wall * 1000, "cpu": cpu * 1000, "peak": usage.ru_maxrss * 1024 / 10**6}, file)
sys.exit(os.waitstatus_to_exitcode(status))
