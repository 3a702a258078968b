"""Command lines from Python's arguments."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Union

Word = Union[str, int]
"""A word of the command line: a command, the code or title of a film, a name."""

Scalar = Union[str, int, float, Decimal, datetime.date, "os.PathLike[str]"]
Option = Union[Scalar, None, Iterable[Scalar], Mapping[str, Union[Scalar, Iterable[Scalar], None]]]
"""The value of an option: True is a flag, None and False leave it out, a list has several values, and
a mapping is for ``option`` (``-O KEY=VALUE``)."""


def command_line(words: tuple[Word, ...], options: Mapping[str, Option]) -> tuple[list[str], list[str]]:
    """Returns the command, and what follows it: the options, then the other words after ``--``."""
    texts = [_text(word) for word in words]
    # A first word with a hyphen would be taken for an option.
    is_command = bool(texts) and not texts[0].startswith("-")
    # `plugins check` is a command of two words, and `help` is about the words behind it.
    count = 2 if texts[:2] == ["plugins", "check"] or texts[:1] == ["help"] else 1
    command, others = (texts[:count], texts[count:]) if is_command else ([], texts)
    rest = [text for name, value in options.items() for text in _option(name, value)]
    return command, [*rest, "--", *others] if others else rest


def _option(name: str, value: Option) -> list[str]:
    long = "--" + name.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [long]
    if isinstance(value, Mapping):
        pairs = [
            f"{key}={_text(item)}" for key, items in value.items() if items is not None
            for item in _items(items)]
        return [f"{long}={pair}" for pair in pairs]
    items = _items(value)
    if name in ("option", "plugin_dir"):  # their values may have commas
        return [f"{long}={_text(item)}" for item in items]
    return [f"{long}={','.join(map(_text, items))}"]


def _items(value: Scalar | Iterable[Scalar]) -> Iterable[Scalar]:
    if isinstance(value, (str, bytes, bytearray, os.PathLike)) or not isinstance(value, Iterable):
        return [value]
    return value


def _text(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.date):  # also a time, of which the day counts
        return f"{value:%Y-%m-%d}"
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (bytes, bytearray)):
        raise TypeError("values are texts, not bytes")
    return str(value)
