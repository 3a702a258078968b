"""Reports the differences between a record and the present results, by kind."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping

KINDS = ("status", "codes", "wording", "stdout", "files")
"""The kinds of differences, the gravest first."""


def differences(old: Mapping[str, object], new: Mapping[str, object]) -> dict[str, list[str]]:
    """The lines that tell each kind of difference between two records of a case."""
    found: dict[str, list[str]] = {}
    before, after = _steps(old), _steps(new)
    for number in range(max(len(before), len(after))):
        one = before[number] if number < len(before) else {}
        other = after[number] if number < len(after) else {}
        heading = f"step {number + 1}: {other.get('line', one.get('line'))}"
        if one.get("line") != other.get("line"):
            found.setdefault("status", []).append(
                f"{heading}\n  the record has another command line: {one.get('line')}")
        for name in sorted(set(one) | set(other)):
            if name != "line" and one.get(name) != other.get(name):
                kind = next(kind for kind in KINDS if name.startswith(kind))
                lines = _diff(name, one.get(name), other.get(name))
                found.setdefault(kind, []).append("\n".join([heading, *lines]))
    return found


def _steps(record: Mapping[str, object]) -> list[Mapping[str, object]]:
    steps = record.get("steps", [])
    return steps if isinstance(steps, list) else []


def _diff(name: str, old: object, new: object) -> Iterable[str]:
    if name == "files" and isinstance(old, dict) and isinstance(new, dict):
        lines = []
        for file in sorted(set(old) | set(new)):
            if old.get(file) != new.get(file):
                lines += _diff(f"file {file}", old.get(file), new.get(file))
        return lines
    changed = difflib.unified_diff(
        _lines(old), _lines(new), f"{name}, recorded", f"{name}, now", lineterm="", n=2)
    return [f"  {line}" for line in changed]


def _lines(value: object) -> list[str]:
    if value is None:
        return []
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return value
    if isinstance(value, list):
        return [json.dumps(one, ensure_ascii=False, sort_keys=True) for one in value]
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1).split("\n")
