"""KOBIS on the loopback: one server for the charts of any source, and one that changes with the time."""

from __future__ import annotations

import contextlib
import email.utils
import json
import socketserver
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from urllib.parse import parse_qsl, urlsplit

from figures import FIELDS, Figures

KEY = "test"
"""The key that the service takes."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response of the service."""

    body: bytes
    status: int = 200
    kind: str = "application/json;charset=utf-8"
    headers: tuple[str, ...] = ()
    sent: int | None = None
    """The number of bytes of the body sent before the connection breaks; None for all."""


def told(content: object, status: int = 200) -> Answer:
    """An answer in JSON."""
    return Answer(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(), status)


def fault(code: str, message: str) -> Answer:
    """The refusal that KOBIS gives with status 200."""
    return told({"faultInfo": {"message": message, "errorCode": code}})


def chart(day: date, rows: Sequence[dict[str, str]] | None) -> Answer:
    """The chart of a day; a failure of the server if there is none."""
    return told({"boxOfficeResult": {
        "boxofficeType": "일별 박스오피스", "showRange": f"{day:%Y%m%d}~{day:%Y%m%d}",
        "dailyBoxOfficeList": rows}}, 500 if rows is None else 200)


def day_of(query: dict[str, str]) -> date:
    """The day that a request is about."""
    return datetime.strptime(query["targetDt"], "%Y%m%d").date()


class Service(socketserver.ThreadingTCPServer):
    """The server. The first part of a path is the name of the source that is asked.

    A source has a method `answer`, which takes the query of a request with the right key.
    """

    daemon_threads = True

    def __init__(self, **sources: object) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sources = sources
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def __exit__(self, *failure: object) -> None:
        self.shutdown()
        super().__exit__(*failure)

    def url(self, source: str) -> str:
        """The value of `KOBIS_BASE_URL`."""
        return f"http://127.0.0.1:{self.server_address[1]}/{source}"

    def answered(self, address: str) -> Answer:
        """The answer to a request for a path and a query."""
        target = urlsplit(address)
        query = dict(parse_qsl(target.query))
        if query.get("key") != KEY:
            return fault("320010", "유효하지않은 키값입니다.")
        return self.sources[target.path.split("/")[1]].answer(query)


class _Handler(socketserver.StreamRequestHandler):
    # Much quicker than http.server, which parses every header.
    disable_nagle_algorithm = True

    def handle(self) -> None:
        sent = None
        with contextlib.suppress(ConnectionError):  # The program ended.
            while sent is None and (line := self.rfile.readline()):
                while self.rfile.readline() not in (b"\r\n", b""):
                    pass
                answer = self.server.answered(line.decode().split(" ")[1])
                sent = answer.sent
                head = "\r\n".join([
                    f"HTTP/1.1 {answer.status} OK", *answer.headers, f"Content-Type: {answer.kind}",
                    f"Content-Length: {len(answer.body)}", "", ""])
                self.wfile.write(head.encode() + answer.body[:sent])


@dataclass(slots=True)
class Conditions:
    """The conditions of the service of simulated mornings and kills, during one run.

    `now` is the true time, `date` the kind of the header of that name: `right`, `none`, `broken`, or
    `wrong` by `date_error` seconds; `age` is that of the answers of a cache in front, in seconds.
    `trouble` is nothing, `down`, `days down`, `quota` (beyond so many `calls`), `cut off`, `page`, `slow` or
    `short` (of a chart so many `rows` are left, or all for 0, without their figures); `days` has the days
    that it concerns, none for all.
    """

    now: float
    date: str = "right"
    date_error: int = 0
    age: int = 0
    trouble: str = ""
    days: frozenset[date] = frozenset()
    rows: int = 0
    calls: int = 0


@dataclass(slots=True)
class Changing:
    """Figures that change with the time; the conditions may be changed between runs."""

    figures: Figures
    conditions: Conditions
    calls: int = 0
    revisions: dict[date, int] = field(default_factory=dict)
    """The revision of each day that a run was answered with."""
    met_quota: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, conditions: Conditions) -> None:
        """Forgets the earlier requests, and uses these conditions from now on."""
        self.conditions, self.calls, self.revisions, self.met_quota = conditions, 0, {}, False

    def answer(self, query: dict[str, str]) -> Answer:
        """The answer, with the headers that tell the time."""
        now = self.conditions
        headers = [f"Age: {now.age}"] if now.age > 0 else []
        if now.date == "broken":
            headers.append("Date: Thu, 00 Foo 20xx 25:61:00")
        elif now.date != "none":
            moment = now.now - now.age + now.date_error
            headers.append(f"Date: {email.utils.formatdate(moment, usegmt=True)}")
        return replace(self._content(day_of(query)), headers=tuple(headers))

    def _content(self, day: date) -> Answer:
        now = self.conditions
        with self._lock:
            self.calls += 1
            is_beyond_quota = now.trouble == "quota" and self.calls > now.calls
        trouble = now.trouble if not now.days or day in now.days else ""
        if trouble in ("down", "days down", "page"):
            page = "<!DOCTYPE html><html><body>시스템 점검 중입니다.</body></html>"
            return Answer(page.encode(), 200 if trouble == "page" else 503, "text/html")
        if is_beyond_quota:
            self.met_quota = True
            return fault("320011", "키의 1일 이용횟수를 초과하였습니다.")
        if trouble == "slow":
            time.sleep(0.05)
        # A cache serves the data of the time when it got the answer.
        revision = self.figures.revision(day, now.now - now.age)
        rows = self.figures.rows(day, revision) if revision >= 0 else ()
        if trouble == "short":
            rows = rows[:now.rows] if now.rows else [row | dict.fromkeys(FIELDS[7:], "") for row in rows]
        elif revision >= 0 and trouble != "cut off":
            self.revisions[day] = revision
        answer = chart(day, rows)
        return replace(answer, sent=len(answer.body) // 2) if trouble == "cut off" else answer
