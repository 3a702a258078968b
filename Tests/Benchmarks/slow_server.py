"""A KOBIS on the loopback that takes its time: python3 slow_server.py FOLDER PORT MILLISECONDS

HTTP/1.1 with persistent connections, on asyncio's protocols: every answer is sent that many
milliseconds after its request came, however many others wait meanwhile.
"""

import asyncio
import functools
import re
import sys
from pathlib import Path

_REQUEST = re.compile(rb"GET /\S*/searchDailyBoxOfficeList\.(json|xml)\?\S*targetDt=(\d{8})")


class Service(asyncio.Protocol):
    """One connection."""

    def __init__(self, folder: Path, delay: float) -> None:
        self._folder = folder
        self._delay = delay
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        while (end := self._received.find(b"\r\n\r\n")) >= 0:
            head, self._received = self._received[:end], self._received[end + 4 :]
            answer = _answer(self._folder, head)
            if self._delay > 0:
                asyncio.get_running_loop().call_later(self._delay, self._transport.write, answer)
            else:
                self._transport.write(answer)


def _answer(folder: Path, head: bytes) -> bytes:
    request = _REQUEST.match(head)
    if request is None:
        return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    form, day = (part.decode() for part in request.groups())
    return _whole(folder, form, day)


@functools.cache
def _whole(folder: Path, form: str, day: str) -> bytes:
    body = (folder / form / f"{day}.{form}").read_bytes()
    head = (
        f"HTTP/1.1 200 OK\r\nContent-Type: application/{form};charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def _serve(folder: Path, port: int, delay: float) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Service(folder, delay), "127.0.0.1", port)
    await server.serve_forever()


asyncio.run(_serve(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) / 1000))
