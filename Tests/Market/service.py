"""KOBIS on the loopback with the charts of a market, or of a file, and trouble on chosen days.

python3 service.py [--seed N | --facts FILE] [--port P] [--trouble 2018-01-10=short ...]
"""

from __future__ import annotations

import argparse
import csv
import json
import socketserver
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from market import FIELDS, NATIONS, Market, Rows

KEY = "test"
"""The key that the service takes."""


def _bare(rows: Rows) -> Rows:
    return [*rows[:9], *(row | dict.fromkeys(FIELDS[7:], "") for row in rows[9:10])]


def _off(rows: Rows) -> Rows:
    share = float(rows[0]["salesShare"])
    other = share - 20 if share > 50 else share + 20
    return [rows[0] | {"salesShare": f"{other:.1f}"}, *rows[1:10]]


def _renumbered(rows: Rows) -> Rows:
    return [row | {"rnum": str(number)} for number, row in enumerate(rows, start=1)]


TROUBLES: dict[str, tuple[str, Callable[[Rows], Rows | None]]] = {
    "short": ("all", lambda rows: rows[:9]),
    "few": ("korean", lambda rows: rows[:7]),
    "bare": ("all", _bare),
    "bare korean": ("korean", _bare),
    "contradicts": ("all", _off),
    "stranger": ("all", lambda rows: [*rows[:9], rows[9] | {"movieCd": "1999Z999"}]),
    "hidden": ("all", lambda rows: _renumbered([*rows[:4], *rows[5:]])),
    "fails": ("all", lambda rows: None),
    "fails foreign": ("foreign", lambda rows: None),
    "empty": ("korean", lambda rows: []),
}
"""The possible faults of a day: the chart concerned, and the answer to its request."""
DIFFERENCES = {"differs": -3, "differs above": 5, "differs once": -3}
"""Further ones: what the film at the top has more of in its nation's chart than in that of all."""


Faults = Mapping[date, Mapping[str, Callable[[Rows], Rows]]]
"""What becomes of charts on their way, by day and nation."""


class Book:
    """The charts that a service has, and the trouble that is on some of its days."""

    def __init__(
        self, chart: Callable[[date, str], Rows], films: Mapping[str, tuple[str, str]],
        troubles: Mapping[date, str] = {}, faults: Faults = {},
    ) -> None:
        self._chart, self.troubles, self.faults = chart, troubles, faults
        self.films = films
        """Title and opening day of each film."""
        self.asked: Counter[tuple[date, str]] = Counter()
        """The number of requests for each chart."""
        self.lock = threading.Lock()

    def rows(self, day: date, nation: str, time: int = 1) -> Rows | None:
        """The chart that answers the request of that number; None for a failure."""
        rows, trouble = self._chart(day, nation), self.troubles.get(day, "")
        about, changed = TROUBLES.get(trouble, ("", None))
        if nation == about:
            return changed(rows)
        if nation in self.faults.get(day, {}):
            return self.faults[day][nation](rows)
        if trouble in DIFFERENCES and nation != "all" and (trouble != "differs once" or time == 1):
            top = self._chart(day, "all")[0]
            other = {"audiCnt": str(int(top["audiCnt"]) + DIFFERENCES[trouble])}
            rows = [row | other if row["movieCd"] == top["movieCd"] else row for row in rows]
        return rows[:10]


def book_of(
    *markets: Market, troubles: Mapping[date, str] = {}, faults: Faults = {}
) -> Book:
    """The charts of markets that have no day in common."""
    owners = {day: market for market in markets for day in market.days}
    films = {
        film.code: (film.title, f"{film.open_date or ''}")
        for market in reversed(markets) for film in market.films.values()}

    def chart(day: date, nation: str) -> Rows:
        return owners[day].chart(day, nation) if day in owners else []

    return Book(chart, films, troubles, faults)


def book_of_facts(file: Path, troubles: Mapping[date, str] = {}) -> Book:
    """The charts of a file that has the fields of KOBIS after the day and the nation."""
    charts: dict[tuple[date, str], Rows] = {}
    films: dict[str, tuple[str, str]] = {}
    names = dict(zip(("", "K", "F"), NATIONS))
    with file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            day = datetime.strptime(row.pop("targetDt"), "%Y%m%d").date()
            charts.setdefault((day, names[row.pop("repNationCd")]), []).append(row)
            films[row["movieCd"]] = (row["movieNm"], row["openDt"].strip())
    return Book(lambda day, nation: charts.get((day, nation), []), films, troubles)


class Service:
    """The server. The first part of a path is the name of the book that is asked."""

    def __init__(self, port: int = 0, **books: Book) -> None:
        self._books = books
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", port), _handler(self))
        self._server.daemon_threads = True

    def __enter__(self) -> Service:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def url(self, book: str) -> str:
        """The value of `KOBIS_BASE_URL`."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/{book}"

    def answer(self, target: str) -> tuple[int, object]:
        """The status and the JSON that answer a request."""
        parts = urlsplit(target)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        book = self._books[parts.path.split("/")[1]]
        if query.get("key") != KEY:
            return 200, {"faultInfo": {"message": "유효하지않은 키값입니다.", "errorCode": "320010"}}
        if parts.path.endswith("/searchMovieInfo.json"):
            code = query["movieCd"]
            title, opened = book.films[code]
            return 200, {"movieInfoResult": {"movieInfo": {
                "movieCd": code, "movieNm": title, "openDt": opened.replace("-", "")}}}
        day = datetime.strptime(query["targetDt"], "%Y%m%d").date()
        nation = {"K": "korean", "F": "foreign"}.get(query.get("repNationCd", ""), "all")
        with book.lock:
            book.asked[day, nation] += 1
            rows = book.rows(day, nation, book.asked[day, nation])
        return (500 if rows is None else 200), {"boxOfficeResult": {
            "boxofficeType": "일별 박스오피스", "showRange": f"{day:%Y%m%d}~{day:%Y%m%d}",
            "dailyBoxOfficeList": rows}}


def _handler(service: Service) -> type[socketserver.StreamRequestHandler]:
    class Handler(socketserver.StreamRequestHandler):
        disable_nagle_algorithm = True

        def handle(self) -> None:
            # Much quicker than http.server, which parses every header.
            try:
                while line := self.rfile.readline():
                    while self.rfile.readline() not in (b"\r\n", b""):
                        pass
                    status, content = service.answer(line.decode().split(" ")[1])
                    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
                    self.wfile.write(
                        b"HTTP/1.1 %d OK\r\nContent-Type: application/json;charset=utf-8\r\n"
                        b"Content-Length: %d\r\n\r\n%b" % (status, len(body), body))
            except ConnectionError:
                pass  # The program ended.

    return Handler


def main() -> None:
    """Serves by hand until it is interrupted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="another market")
    parser.add_argument("--facts", type=Path, help="a file of facts instead of a market")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--trouble", action="append", default=[], metavar="DAY=KIND",
                        help=", ".join((*TROUBLES, *DIFFERENCES)))
    options = parser.parse_args()
    pairs = (text.split("=", 1) for text in options.trouble)
    troubles = {date.fromisoformat(day): kind for day, kind in pairs}
    if options.facts:
        book = book_of_facts(options.facts, troubles)
    else:
        book = book_of(Market(options.seed, date(2018, 1, 1)), troubles=troubles)
    with Service(options.port, charts=book) as service:
        print(f"KOBIS_BASE_URL={service.url('charts')} KOBIS_API_KEY={KEY}", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
