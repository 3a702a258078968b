"""The data of the benchmarks: the same days as recordings, as plain bodies and as one big XML file.

It is made once for a seed and kept in a folder:

    replay/kobis/boxoffice/searchDailyBoxOfficeList.json/targetDt=20031111,itemPerPage=10.rec
    replay/kobis/boxoffice/searchDailyBoxOfficeList.xml/targetDt=20031111,itemPerPage=10.rec
    json/20031111.json
    xml/20031111.xml
    all.xml                the bodies of xml/ inside one root, without their XML declarations
"""

from __future__ import annotations

import datetime
import json
import os
import shutil
import zlib
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from films import FIELDS, FIRST_DAY, Row, market

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bo-export-benchmarks"
"""Where data is kept if nothing else is asked for."""

SEED = 20031111
DAYS = 8410
ROWS_PER_DAY = 10
_FORM = 2
"""Counted up whenever the data would come out different for the same seed."""

_DECLARATION = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'
_SERVICE = "boxoffice/searchDailyBoxOfficeList"


@dataclass(frozen=True, slots=True)
class Archive:
    """A folder with the data in it."""

    folder: Path
    days: tuple[datetime.date, ...]

    @property
    def replay(self) -> Path:
        """The folder for `bo-export --replay`, JSON and XML."""
        return self.folder / "replay"

    @property
    def all_xml(self) -> Path:
        """Every XML body inside one root."""
        return self.folder / "all.xml"

    def bodies(self, form: str) -> Path:
        """The folder of plain bodies, `json` or `xml`."""
        return self.folder / form

    def body(self, form: str, day: datetime.date) -> Path:
        """The plain body of one day."""
        return self.bodies(form) / f"{day:%Y%m%d}.{form}"


def prepare(cache: Path, seed: int = SEED, days: int = DAYS) -> Archive:
    """The data for `seed`, made in a folder below `cache` if it is not there yet."""
    folder = cache / f"archive-{_FORM}-{seed}-{days}"
    dates = tuple(FIRST_DAY + datetime.timedelta(days=number) for number in range(days))
    archive = Archive(folder, dates)
    finished = folder / "finished"
    if finished.exists():
        return archive
    print(f"making {days} days of data …", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    for form in ("json", "xml"):
        archive.bodies(form).mkdir(parents=True)
        (archive.replay / "kobis" / f"{_SERVICE}.{form}").mkdir(parents=True)
    with archive.all_xml.open("wb") as whole:
        whole.write(f"{_DECLARATION}<archive>".encode())
        for day, rows in market(seed, days):
            for form, text in (("json", _json(day, rows)), ("xml", _xml(day, rows))):
                body = text.encode()
                archive.body(form, day).write_bytes(body)
                _record(archive.replay, form, day, body)
            whole.write(body.removeprefix(_DECLARATION.encode()))
        whole.write(b"</archive>")
    finished.touch()
    return archive


def _json(day: datetime.date, rows: list[Row]) -> str:
    answer = {
        "boxOfficeResult": {
            "boxofficeType": "일별 박스오피스",
            "showRange": f"{day:%Y%m%d}~{day:%Y%m%d}",
            "dailyBoxOfficeList": [dict(zip(FIELDS, row, strict=True)) for row in rows],
        }
    }
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


def _xml(day: datetime.date, rows: list[Row]) -> str:
    lines = "".join(
        "<dailyBoxOffice>"
        + "".join(
            f"<{name}>{escape(text)}</{name}>" for name, text in zip(FIELDS, row, strict=True)
        )
        + "</dailyBoxOffice>"
        for row in rows
    )
    return (
        f"{_DECLARATION}<boxOfficeResult><boxofficeType>일별 박스오피스</boxofficeType>"
        f"<showRange>{day:%Y%m%d}~{day:%Y%m%d}</showRange>"
        f"<dailyBoxOfficeList>{lines}</dailyBoxOfficeList></boxOfficeResult>"
    )


def _record(replay: Path, form: str, day: datetime.date, body: bytes) -> None:
    """Keeps `body` in the one form in which bo-export keeps answers (Recording.swift)."""
    fetched = day + datetime.timedelta(days=3)
    header = (
        "bo-export recording 1\n"
        f"request: kobis {_SERVICE}.{form}?targetDt={day:%Y%m%d}&itemPerPage=10\n"
        f"fetched: {fetched.isoformat()}T09:00:00+09:00\n"
        "status: 200\n"
        f"length: {len(body)}\n"
        f"crc32: {zlib.crc32(body):08x}\n"
    ).encode()
    path = replay / "kobis" / f"{_SERVICE}.{form}" / f"targetDt={day:%Y%m%d},itemPerPage=10.rec"
    checksum = f"header-crc32: {zlib.crc32(header):08x}\n\n"
    path.write_bytes(header + checksum.encode() + body)
