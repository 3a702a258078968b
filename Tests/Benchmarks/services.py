"""The services on the loopback that bo-export and its peers ask."""

from __future__ import annotations

import contextlib
import getpass
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from archive import Archive


@dataclass(frozen=True, slots=True)
class Service:
    """A service that is running."""

    name: str
    port: int
    process: subprocess.Popen[bytes]

    @property
    def base_url(self) -> str:
        """The value of `KOBIS_BASE_URL`."""
        return f"http://127.0.0.1:{self.port}"

    def url(self, day: str, form: str = "json") -> str:
        """The URL of one day, as bo-export makes it but for the key."""
        service = f"boxoffice/searchDailyBoxOfficeList.{form}"
        return f"{self.base_url}/{service}?targetDt={day}&itemPerPage=10"

    @property
    def cpu(self) -> float:
        """Seconds of processor time that it has taken."""
        numbers = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def quick(archive: Archive, nginx: str | None, folder: Path) -> Iterator[Service]:
    """A service that answers at once: nginx, or Python if nginx is missing."""
    port = _free_port()
    if nginx is None:
        with _running("Python's asyncio", port, _slow_server(archive, port, 0)) as service:
            yield service
        return
    configuration = folder / "nginx.conf"
    configuration.write_text(_nginx(archive, port, folder))
    arguments = [nginx, "-p", str(folder), "-c", str(configuration), "-e", "stderr"]
    with _running("nginx", port, arguments) as service:
        yield service


@contextlib.contextmanager
def slow(archive: Archive, milliseconds: int) -> Iterator[Service]:
    """A service that takes that many milliseconds for every answer."""
    port = _free_port()
    arguments = _slow_server(archive, port, milliseconds)
    with _running("Python's asyncio", port, arguments) as service:
        yield service


@contextlib.contextmanager
def _running(name: str, port: int, arguments: list[str]) -> Iterator[Service]:
    process = subprocess.Popen(arguments)
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None:
                raise RuntimeError(f"{name} ended with {process.returncode}")
            time.sleep(0.05)
        yield Service(name, port, process)
    finally:
        process.kill()
        process.wait()


def _slow_server(archive: Archive, port: int, milliseconds: int) -> list[str]:
    script = str(Path(__file__).with_name("slow_server.py"))
    python = os.path.realpath(sys.executable)
    return [python, script, str(archive.folder), str(port), str(milliseconds)]


def _nginx(archive: Archive, port: int, folder: Path) -> str:
    locations = "".join(
        f"""
        location = /boxoffice/searchDailyBoxOfficeList.{form} {{
            root "{archive.bodies(form)}";
            default_type "application/{form};charset=utf-8";
            try_files /$arg_targetDt.{form} =404;
        }}"""
        for form in ("json", "xml")
    )
    # The user counts only where the harness runs as root.
    user = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""
    return f"""
{user}
daemon off;
master_process off;
pid "{folder}/nginx.pid";
events {{ worker_connections 64; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    types {{ }}
    client_body_temp_path "{folder}/nginx-body";
    proxy_temp_path "{folder}/nginx-proxy";
    fastcgi_temp_path "{folder}/nginx-fastcgi";
    uwsgi_temp_path "{folder}/nginx-uwsgi";
    scgi_temp_path "{folder}/nginx-scgi";
    server {{
        listen 127.0.0.1:{port};{locations}
    }}
}}
"""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
