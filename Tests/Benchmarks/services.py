"""The services on the loopback that bo-export and its peers ask."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import getpass
import multiprocessing
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from archive import Archive

_PATH = "/boxoffice/searchDailyBoxOfficeList.json"


def url(address: str, day: date) -> str:
    """The URL of one day, as bo-export makes it."""
    return f"{address}{_PATH}?targetDt={day:%Y%m%d}&itemPerPage=10&key=benchmark"


@contextlib.contextmanager
def quick(archive: Archive, nginx: str, folder: Path) -> Iterator[str]:
    """An nginx that answers at once with the plain bodies; gives its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    configuration = folder / "nginx.conf"
    configuration.write_text(_nginx(archive, port, folder), encoding="utf-8")
    command = [nginx, "-p", str(folder), "-c", str(configuration), "-e", "stderr"]
    subprocess.run(command, check=True)  # It goes on in the background once it listens.
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        subprocess.run([*command, "-s", "stop"], check=True, stderr=subprocess.DEVNULL)


def _nginx(archive: Archive, port: int, folder: Path) -> str:
    # The user counts only where the harness runs as root.
    user = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""
    temporary = "\n    ".join(
        f'{name}_temp_path "{folder}/nginx-{name}";'
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    return f"""
{user}
master_process off;
pid "{folder}/nginx.pid";
events {{ worker_connections 64; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    types {{ }}
    {temporary}
    server {{
        listen 127.0.0.1:{port};
        location = {_PATH} {{
            root "{archive.folder}/json";
            default_type "application/json;charset=utf-8";
            try_files /$arg_targetDt.json =404;
        }}
    }}
}}
"""


@contextlib.contextmanager
def slow(archive: Archive, delay: float) -> Iterator[str]:
    """A KOBIS that takes so many seconds for every answer; gives its address, and tells how busy it was."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = multiprocessing.Process(target=_serve, args=(listener, archive, delay), daemon=True)
    server.start()
    begun = time.monotonic()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        busy = int(Path(f"/proc/{server.pid}/schedstat").read_text().split()[0]) / 10**9
        print(f"  the server was busy for {busy / (time.monotonic() - begun):.0%} of that time")
    finally:
        server.kill()
        server.join()
        listener.close()


def _serve(listener: socket.socket, archive: Archive, delay: float) -> None:
    """Serves HTTP/1.1 on connections that stay: every answer is sent that long after its request came,
    however many others wait meanwhile."""

    @functools.cache
    def answer(day: str) -> bytes:
        body = (archive.folder / "json" / f"{day}.json").read_bytes()
        kind = "application/json;charset=utf-8"
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        return head.encode() + body

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                request = (await reader.readuntil(b"\r\n\r\n")).decode()
                await asyncio.sleep(delay)
                writer.write(answer(re.findall(r"targetDt=(\d{8})", request)[0]))
        writer.close()

    async def serve() -> None:
        server = await asyncio.start_server(connected, sock=listener)
        await server.serve_forever()

    asyncio.run(serve())
