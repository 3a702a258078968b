"""A PostgreSQL server for a test, in a temporary folder."""

import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile


def binaries():
    """The folder of the newest server that Debian has installed, or None."""
    folders = [path.parent for path in pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


def free_port():
    """A port that nothing on this machine listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A running server. It accepts anyone on this machine as the user postgres."""

    def __init__(self, folder, port):
        self.folder, self.port = folder, port

    def sql(self, database, statement):
        """The output of a statement, without headings and alignment."""
        return subprocess.run(
            ["psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-d", database,
             "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", statement],
            check=True, capture_output=True, text=True, encoding="utf-8").stdout


def as_postgres(folder, *arguments):
    """Runs a program of the server: it refuses root, so root becomes the user postgres."""
    command = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    done = subprocess.run(command + [str(argument) for argument in arguments],
                          cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{arguments[0]} ended with {done.returncode}: {done.stderr[-500:]}")


@contextlib.contextmanager
def server():
    """Starts a server with an empty cluster, and always stops it at the end."""
    programs = binaries()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bo-export-postgres.", dir="/tmp"))
    data, port = folder / "data", free_port()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    try:
        as_postgres(folder, programs / "initdb", "-D", data, "-A", "trust", "-U", "postgres",
                    "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        as_postgres(folder, programs / "pg_ctl", "-w", "-D", data, "-l", folder / "log", "-o",
                    f"-c listen_addresses=127.0.0.1 -p {port} -k {folder} -c fsync=off", "start")
        try:
            yield Server(folder, port)
        finally:
            as_postgres(folder, programs / "pg_ctl", "-w", "-D", data, "-m", "fast", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
