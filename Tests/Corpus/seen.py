"""The contents of records: texts, files by their contents, and messages, without anything that varies."""

import gzip
import hashlib
import io
import json
import re
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "Readers"))
import database  # noqa: E402
import workbook  # noqa: E402

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


class Recorder:
    """Makes the records of one case's results."""

    def __init__(self, words: Mapping[str, str], whole: bool) -> None:
        self._words = words
        self._whole = whole
        self.digests: dict[str, str] = {}
        """The names of documents by their SHA-256, which reports repeat."""

    def normal(self, text: str) -> str:
        """The text with names in place of folders and ports, of times, and of known check sums."""
        for word, name in self._words.items():
            text = text.replace(word, name)
        for pattern, replacement in _RULES:
            text = pattern.sub(replacement, text)
        for digest, name in self.digests.items():
            text = text.replace(digest, f"SHA-256 of {name}")
        return text

    def text(self, data: bytes) -> object:
        """A text as its lines; of a long one its length, digest and first lines."""
        try:
            text = self.normal(data.decode())
        except UnicodeDecodeError:
            return self._digest(data)
        lines = text.split("\n")
        if self._whole or len(text) <= LONGEST:
            return lines
        return self._digest(text.encode()) | {
            "lines": len(lines), "first": [line[:200] for line in lines[:FIRST_LINES]]}

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
            return self.normal(one.decode()) != self.normal(other.decode())
        except UnicodeDecodeError:
            return True

    def note(self, name: str, data: bytes) -> None:
        """Keeps the digest of a document, because a report may repeat it."""
        self.digests[hashlib.sha256(data).hexdigest()] = name

    def codes(self, text: str) -> list[object]:
        """The messages of a run with `--log-format json`, without their wording and times."""
        found: list[object] = []
        for line in self.normal(text).splitlines():
            if not line.startswith("{"):
                found.append(line)
                continue
            message = {name: "…" if name == "hint" else value for name, value in json.loads(line).items()
                       if name not in ("message", "time", "milliseconds")}
            # Messages of libcurl have no code, and one line stands for consecutive ones.
            if "code" in message or message not in found[-1:]:
                found.append(message)
        return found

    @staticmethod
    def _digest(data: bytes) -> dict[str, object]:
        return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}

    def _workbook(self, data: bytes) -> object:
        members: dict[str, object] = {}
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                member = archive.read(name)
                if name.endswith((".xml", ".rels")):
                    member = self.normal(member.decode()).encode()
                members[name] = " ".join(map(str, self._digest(member).values()))
            cells = {name: self.text(text.encode()) for name, text in workbook.lines_of(archive)}
            times = sorted({member.date_time for member in archive.infolist()})
        return {"members": members, "cells": cells, "times": [str(time) for time in times]}

    def _database(self, data: bytes) -> object:
        with database.opened(data) as connection:
            dump = list(connection.iterdump())
            version = connection.execute("PRAGMA user_version").fetchone()[0]
        tables: dict[str, list[str]] = {}
        for line in dump:
            row = re.match(r'INSERT INTO "?(\w+)"? ?VALUES(.*)', line, re.DOTALL)
            name, lines = (row[1], [row[2].replace("\n", "\\n")]) if row else ("schema", line.split("\n"))
            tables.setdefault(name, []).extend(lines)
        return {"user_version": version} | {
            name: self.text("\n".join(rows).encode()) for name, rows in tables.items()}
