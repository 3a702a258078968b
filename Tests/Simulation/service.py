"""KOBIS on the loopback, with a clock of its own and the trouble planned for a run."""

from __future__ import annotations

import email.utils
import json
import threading
import time
from dataclasses import dataclass, field
from datetime import date, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from figures import FIELDS, HOUR, Figures

KEY = "test"
_SERVICE = "/boxoffice/searchDailyBoxOfficeList.json"


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of the service during one run."""

    now: float
    """The true time."""
    date: str = "right"
    """The kind of the `Date` header: `right`, `none`, `broken`, or `wrong` by `date_error` seconds."""
    date_error: int = 0
    age: int = 0
    """The age in seconds of the answers of a cache in front, sent in the header `Age`."""
    trouble: str = ""
    """Nothing, `down`, `days down`, `quota`, `cut off`, `page`, `slow` or `short`."""
    days: frozenset[date] = frozenset()
    """The days that `days down`, `cut off`, `page` and `short` concern; empty for all days."""
    rows: int = 0
    """The number of rows that `short` leaves in a chart; 0 leaves all, without their figures."""
    calls: int = 0
    """The number of calls that `quota` lets through."""


@dataclass(slots=True)
class Seen:
    """The requests of a run, and their answers."""

    calls: int = 0
    revisions: dict[date, int] = field(default_factory=dict)
    """The revision of each day that was answered with a chart."""
    met_quota: bool = False


class Service:
    """The server; `conditions` may be changed between runs, never during one."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.conditions = Conditions(now=0)
        self.seen = Seen()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True

    def __enter__(self) -> Service:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """The value of `KOBIS_BASE_URL`."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def begin(self, conditions: Conditions) -> None:
        """Forgets the earlier requests, and uses these conditions from now on."""
        self.conditions = conditions
        self.seen = Seen()

    def answer(self, path: str) -> _Answer:
        """The answer to a request for that path and query."""
        parts = urlsplit(path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        conditions = self.conditions
        with self._lock:
            self.seen.calls += 1
            call = self.seen.calls
        if parts.path != _SERVICE:
            return _Answer(404, "text/html", b"")
        try:
            day = datetime.strptime(query.get("targetDt", ""), "%Y%m%d").date()
        except ValueError:
            return _fault("320103", "날짜형식이 올바르지 않습니다.")
        is_met = not conditions.days or day in conditions.days
        match conditions.trouble:
            case _ if query.get("key") != KEY:
                return _fault("320010", "유효하지않은 키값입니다.")
            case "down":
                return _page(503)
            case "days down" if is_met:
                return _page(503)
            case "page" if is_met:
                return _page(200)
            case "quota" if call > conditions.calls:
                self.seen.met_quota = True
                return _fault("320011", "키의 1일 이용횟수를 초과하였습니다.")
            case "slow":
                time.sleep(0.05)
        # A cache serves the data of the time when it got the answer.
        revision = self.figures.revision(day, conditions.now - conditions.age)
        is_short = conditions.trouble == "short" and is_met
        chart = self._chart(day, revision, conditions.rows if is_short else None)
        if conditions.trouble == "cut off" and is_met:
            return _Answer(200, "application/json;charset=utf-8", chart, len(chart) // 2)
        if revision >= 0 and not is_short:
            self.seen.revisions[day] = revision
        return _Answer(200, "application/json;charset=utf-8", chart)

    def headers(self) -> list[tuple[str, str]]:
        """The headers that tell the time."""
        conditions = self.conditions
        headers = []
        if conditions.age > 0:
            headers.append(("Age", str(conditions.age)))
        match conditions.date:
            case "none":
                pass
            case "broken":
                headers.append(("Date", "Thu, 00 Foo 20xx 25:61:00"))
            case _:
                moment = conditions.now - conditions.age + conditions.date_error
                headers.append(("Date", email.utils.formatdate(moment, usegmt=True)))
        return headers

    def _chart(self, day: date, revision: int, left: int | None) -> bytes:
        """The chart; only `left` rows of it, or none of its figures where that is 0."""
        rows = self.figures.rows(day, revision) if revision >= 0 else ()
        if left:
            rows = rows[:left]
        elif left == 0:
            rows = [row | dict.fromkeys(FIELDS[7:], "") for row in rows]
        result = {
            "boxofficeType": "일별 박스오피스", "showRange": f"{day:%Y%m%d}~{day:%Y%m%d}",
            "dailyBoxOfficeList": rows,
        }
        text = json.dumps({"boxOfficeResult": result}, ensure_ascii=False, separators=(",", ":"))
        return text.encode()


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    kind: str
    body: bytes
    sent: int | None = None
    """The number of bytes of the body sent before the connection breaks; None for all."""


def _fault(code: str, message: str) -> _Answer:
    text = json.dumps({"faultInfo": {"message": message, "errorCode": code}}, ensure_ascii=False)
    return _Answer(200, "application/json;charset=utf-8", text.encode())


def _page(status: int) -> _Answer:
    body = "<!DOCTYPE html><html><body>시스템 점검 중입니다.</body></html>"
    return _Answer(status, "text/html", body.encode())


def _handler(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1  # One write an answer.

        def do_GET(self) -> None:
            answer = service.answer(self.path)
            self.send_response_only(answer.status)
            for name, value in service.headers():
                self.send_header(name, value)
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body[: answer.sent])
            self.wfile.flush()
            if answer.sent is not None:
                self.close_connection = True

        def handle(self) -> None:
            try:
                super().handle()
            except ConnectionError:
                pass  # The program was killed.

        def finish(self) -> None:
            try:
                super().finish()
            except ConnectionError:
                pass

        def log_message(self, *_: object) -> None:
            pass

    return Handler
