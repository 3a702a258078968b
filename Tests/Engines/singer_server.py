"""A PostgreSQL server for a test, in a temporary folder."""

import contextlib
import dataclasses
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


@dataclasses.dataclass
class Server:
    """A running server. It accepts anyone on this machine as the user postgres."""

    port: int

    def sql(self, database, statement):
        """The output of a statement, without headings and alignment."""
        return subprocess.run(
            ["psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-d", database,
             "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", statement],
            check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


@contextlib.contextmanager
def server():
    """Starts a server with an empty cluster, and always stops it at the end."""
    with tempfile.TemporaryDirectory(prefix="bo-export-postgres.", dir="/tmp") as folder:
        data, is_root = f"{folder}/data", os.geteuid() == 0
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        if is_root:
            shutil.chown(folder, "postgres", "postgres")

        def run(program, *arguments):
            # The server refuses root, so root becomes the user postgres.
            subprocess.run([*(["runuser", "-u", "postgres", "--"] if is_root else []), binaries() / program,
                            "-D", data, *arguments], cwd=folder, stdout=subprocess.DEVNULL, check=True)

        run("initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        run("pg_ctl", "start", "-w", "-l", f"{folder}/log", "-o",
            f"-c listen_addresses=127.0.0.1 -p {port} -k {folder} -c fsync=off"
            " -c client_min_messages=warning")
        try:
            yield Server(port)
        finally:
            run("pg_ctl", "stop", "-w", "-m", "fast")
