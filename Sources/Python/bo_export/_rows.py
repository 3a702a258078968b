"""Rows as dicts, and runs whose document is a file."""

from __future__ import annotations

import contextlib
import datetime
import functools
import json
from collections.abc import Callable, Generator, Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from ._errors import DataError, Error
from ._options import Option, Word, command_line
from ._program import Run

Row = dict[str, Any]
"""The values of a row by the names of the columns: int, Decimal, bool, datetime.date, str, a list of
str, or None where a value is missing."""

DECIMALS = ("percent", "share", "ratio", "fraction", "decimal")
"""The kinds of columns whose numbers always have decimal places."""


WITH_JSON = ("doctor", "quota", "cache", "plugins")
"""The commands that say what there is as one object of JSON."""
WITHOUT_REPORT = (*WITH_JSON, "columns", "man", "help", "key", "mcp")


class Column(NamedTuple):
    """A column of a run."""

    name: str
    kind: str
    """Such as ``date`` or ``amount``, as ``bo-export columns`` names it."""
    places: int
    """The decimal places of amounts: those of the currency, of the one with most among several."""


def each(*words: Word, **options: Option) -> Generator[Row, None, None]:
    """Yields the rows of a command one by one, while they come.

    The program starts when the first row is asked for. Closing the generator ends it.
    """
    run = starting("each", words, options)

    def generator() -> Generator[Row, None, None]:
        with run() as running:
            _, found = table(running)
            yield from found
            running.end()

    return generator()


def rows(*words: Word, **options: Option) -> list[Row]:
    """Returns the rows of a command.

    With ``keep_going=True`` the rows that could be had are in ``rows`` of the :class:`Error`, whose
    status is 2.
    """
    had: list[Row] = []
    with starting("rows", words, options)() as running:
        try:
            _, found = table(running)
            had.extend(found)
            running.end()
        except Error as error:
            error.rows = had if error.status == 2 else None
            raise
    return had


def run(*words: Word, **options: Option) -> dict[str, Any]:
    """Runs a command that writes its document to ``output``, and returns the report.

    Without ``output`` the document goes to the standard output of the process. What ``doctor``,
    ``quota``, ``cache`` and ``plugins`` say comes as a dict, too, and as the ``report`` of an error.
    """
    _refuse("run", options, "log_format", "progress")
    command, rest = command_line(words, options)
    if command and command[0] in WITHOUT_REPORT:
        tells = command[0] in WITH_JSON and len(command) == 1
        own = ["--json"] if tells and not options.get("json") else []
        with Run(command, own, rest, reads=tells, reports=False) as running:
            text = b"".join(running.lines()) if tells else b""
            try:
                running.end()
            except Error as error:
                with contextlib.suppress(ValueError):
                    error.report = json.loads(text)  # what `doctor` found is why it failed
                raise
        found: dict[str, Any] = json.loads(text) if text else {}
        return found
    given = options.get("report")
    report = None if given is None or given is False else str(given)
    with Run(command, ["--progress=never"], rest, reads=False, report=report) as running:
        return running.end()


def starting(
    function: str, words: tuple[Word, ...], options: Mapping[str, Option]
) -> Callable[[], Run]:
    """Returns what starts a run that writes rows for this module."""
    _refuse(function, options, "format", "log_format", "output", "report", "progress")
    command, rest = command_line(words, options)
    # Those of the user's configuration would be meant for other runs.
    own = ["--format=jsonl", "--option=jsonl.columns=true", "--output=-", "--progress=never"]
    return functools.partial(Run, command, own, rest, reads=True)


def table(running: Run) -> tuple[list[Column], Iterator[Row]]:
    """Returns the columns of a run, and its rows as they come.

    Without rows there are no columns if the program failed before it wrote them.
    """
    lines = running.lines()
    first = next(lines, None)
    if first is None:
        return [], iter(())
    try:
        columns = [
            Column(column["name"], column["type"], column.get("decimals", 0))
            for column in json.loads(first)["columns"]]
    except (ValueError, TypeError, KeyError):
        raise DataError(
            "the program wrote no rows", status=65, code="no-rows",
            hint="run() is for what writes no rows, such as --help and --dry-run") from None
    return columns, _rows(columns, lines)


def _rows(columns: list[Column], lines: Iterator[bytes]) -> Iterator[Row]:
    decode = json.JSONDecoder(parse_float=Decimal).decode
    read: dict[str, Callable[[Any], Any]] = {"date": _day, **dict.fromkeys(DECIMALS, Decimal)}
    read_of = [(column.name, read[column.kind]) for column in columns if column.kind in read]
    for line in lines:
        row: Row = decode(line.decode("utf-8"))
        for name, function in read_of:
            value = row[name]
            if value is not None:
                row[name] = function(value)
        yield row


@functools.lru_cache(maxsize=1024)
def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise Error(f"{text} is before the first day that Python has") from error


def _refuse(function: str, options: Mapping[str, Option], *names: str) -> None:
    for name in names:
        value = options.get(name)
        if value is not None and value is not False:
            raise TypeError(f"{function}() takes no '{name}'")
