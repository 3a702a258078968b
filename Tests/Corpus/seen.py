"""The contents of records: texts, files by their contents, and messages, without anything that varies."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

LONGEST = 4000
"""The number of characters of a text that are recorded in full."""
FIRST_LINES = 8
"""The number of lines recorded of a longer one."""

# The parts that differ from run to run. Each rule is as narrow as it can be.
_RULES: Sequence[tuple[re.Pattern[str], str]] = (
    # Every step begins half a minute past 12:30 in Seoul, or 14:54 where a case says so, and takes a moment.
    (re.compile(r"(T12:30:|T14:54:|T03:30:|\b03:30:|\b12:30:)[3-5][0-9](\.[0-9]+)?"), r"\1ss"),
    # The duration of an answer.
    (re.compile(r"(HTTP [0-9]{3}, [0-9,]+ ?(?:bytes|바이트)), [0-9]+ ms\b"), r"\1, N ms"),
    # The check sum of a recording's header, which has the second of its making.
    (re.compile(r"\bheader-crc32: [0-9a-f]{8}\b"), "header-crc32: HHHHHHHH"),
    # The remarks of libcurl, its decoders and its version, which differ between versions.
    (re.compile(r"bo-export: debug: (?:\*|> Accept-Encoding:).*\n"), ""),
    (re.compile(r"\blibcurl/[0-9.]+( [A-Za-z0-9]+/[^\n]*)?"), "libcurl/N"),
)


class Normal:
    """Removes from texts anything that differs from run to run."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = sorted(words.items(), key=lambda pair: -len(pair[0]))

    def text(self, text: str, digests: Mapping[str, str] | None = None) -> str:
        """The text with names in place of folders and ports, of times, and of known check sums."""
        for word, name in self._words:
            text = text.replace(word, name)
        for pattern, replacement in _RULES:
            text = pattern.sub(replacement, text)
        for digest, name in (digests or {}).items():
            text = text.replace(digest, f"SHA-256 of {name}")
        return text


class Recorder:
    """Makes the records of one case's results."""

    def __init__(self, normal: Normal, whole: bool) -> None:
        self._normal = normal
        self._whole = whole
        self.digests: dict[str, str] = {}
        """The names of documents by their SHA-256, which reports repeat."""

    def text(self, data: bytes) -> object:
        """A text as its lines; of a long one its length, digest and first lines."""
        try:
            text = self._normal.text(data.decode(), self.digests)
        except UnicodeDecodeError:
            return self._digest(data)
        lines = text.split("\n")
        if self._whole or len(text) <= LONGEST:
            return lines
        return self._digest(text.encode()) | {
            "lines": len(lines), "first": [line[:200] for line in lines[:FIRST_LINES]]}

    def lines(self, text: str) -> list[str]:
        """The lines of a text, always all of them."""
        return self._normal.text(text, self.digests).split("\n")

    def file(self, name: str, data: bytes) -> object:
        """A file by its contents."""
        if data.startswith(b"PK\x03\x04"):
            return self._workbook(data)
        if data.startswith(b"SQLite format 3\0"):
            return self._database(data)
        if data[:2] == b"\x1f\x8b":
            return {"unpacked": self.text(gzip.decompress(data))}
        if name.endswith("manifest.jsonl"):
            # Pictures are fetched side by side, and the first that is there is the first line.
            data = b"".join(sorted(data.splitlines(keepends=True)))
        return self.text(data)

    def differ(self, one: bytes | str, other: bytes | str) -> bool:
        """Whether two contents of a file differ in more than what differs from run to run."""
        if not (isinstance(one, bytes) and isinstance(other, bytes)) or one == other:
            return one != other
        try:
            return self._normal.text(one.decode()) != self._normal.text(other.decode())
        except UnicodeDecodeError:
            return True

    def note(self, name: str, data: bytes) -> None:
        """Keeps the digest of a document, because a report may repeat it."""
        self.digests[hashlib.sha256(data).hexdigest()] = name

    def codes(self, text: str) -> list[object]:
        """The messages of a run with `--log-format json`, without their wording and times."""
        found: list[object] = []
        for line in self._normal.text(text, self.digests).splitlines():
            try:
                message = json.loads(line)
                for name in ("message", "time", "milliseconds"):
                    message.pop(name, None)
                if "hint" in message:
                    message["hint"] = "…"
                # Messages of libcurl have no code, and one line stands for consecutive ones.
                if "code" in message or message not in found[-1:]:
                    found.append(message)
            except (ValueError, AttributeError, TypeError):
                found.append(line)
        return found

    @staticmethod
    def _digest(data: bytes) -> dict[str, object]:
        return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}

    def _workbook(self, data: bytes) -> object:
        members: dict[str, object] = {}
        cells: dict[str, object] = {}
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            strings = _shared_strings(archive)
            for name in archive.namelist():
                member = archive.read(name)
                if name.endswith((".xml", ".rels")):
                    member = self._normal.text(member.decode()).encode()
                members[name] = " ".join(str(fact) for fact in self._digest(member).values())
                if name.startswith("xl/worksheets/sheet"):
                    rows = _rows(archive.read(name).decode(), strings)
                    cells[name] = self.text("\n".join(rows).encode())
            times = sorted({member.date_time for member in archive.infolist()})
        return {"members": members, "cells": cells, "times": [str(time) for time in times]}

    def _database(self, data: bytes) -> object:
        with tempfile.NamedTemporaryFile(suffix=".sqlite") as copy:
            copy.write(data)
            copy.flush()
            connection = sqlite3.connect(copy.name)
            try:
                dump = list(connection.iterdump())
                version = connection.execute("PRAGMA user_version").fetchone()[0]
            except sqlite3.DatabaseError as error:
                return {"no database": str(error)} | self._digest(data)
            finally:
                connection.close()
        tables: dict[str, list[str]] = {}
        for line in dump:
            row = re.match(r'INSERT INTO "?(\w+)"? ?VALUES(.*)', line, re.DOTALL)
            if row is None:
                tables.setdefault("schema", []).extend(line.split("\n"))
            else:
                tables.setdefault(row[1], []).append(row[2].replace("\n", "\\n"))
        return {"user_version": version} | {
            name: self.text("\n".join(rows).encode()) for name, rows in tables.items()}


def _shared_strings(archive: zipfile.ZipFile) -> list[str]:
    try:
        text = archive.read("xl/sharedStrings.xml").decode()
    except KeyError:
        return []
    return ["".join(re.findall(r"<t[^>]*>([^<]*)</t>", item))
            for item in re.findall(r"<si>(.*?)</si>", text, re.DOTALL)]


def _rows(sheet: str, strings: Sequence[str]) -> Iterable[str]:
    """The cells of a sheet, a line for each row: the place, the kind, the style and the value."""
    for row in re.findall(r"<row [^>]*>(.*?)</row>", sheet, re.DOTALL):
        cells = []
        for facts, inside in re.findall(r"<c ([^>]*?)(?:/>|>(.*?)</c>)", row, re.DOTALL):
            place = re.search(r'\br="([A-Z]+[0-9]+)"', facts)
            value = re.search(r"<v>([^<]*)</v>", inside)
            text = value[1] if value else "".join(re.findall(r"<t[^>]*>([^<]*)</t>", inside))
            if 't="s"' in facts and value:
                text = strings[int(value[1])]
            cells.append(f"{place[1] if place else '?'}={text}")
        yield " | ".join(cells).replace("\n", "\\n")


def files_below(folder: Path) -> dict[str, bytes | str]:
    """The bytes of each file below a folder by its path; of a link where it leads, of a folder nothing."""
    found: dict[str, bytes | str] = {}
    for parent, folders, names in os.walk(folder):
        for name in names:
            path = Path(parent) / name
            place = path.relative_to(folder).as_posix()
            if path.is_symlink():
                found[place] = f"link to {os.readlink(path)}"
            elif path.is_file():
                found[place] = path.read_bytes()
            else:
                found[place] = "no regular file"
        if not folders and not names and Path(parent) != folder:
            found[Path(parent).relative_to(folder).as_posix() + "/"] = "an empty folder"
    return found
