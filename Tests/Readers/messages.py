"""Loads messages of Singer as a target does that upserts.

    messages.py STREAM COLUMN... < FILE     the rows that are not removed, sorted, as texts in JSON
"""

import json
import sys


def load(tables, lines):
    """Adds records to the tables of their streams, by their keys; the last state, or an empty text."""
    state = ""
    for message in map(json.loads, lines):
        match message["type"]:
            case "SCHEMA":
                keys, names = message["key_properties"], message["schema"]["properties"].keys()
            case "RECORD":
                record = message["record"]
                key = tuple(record[name] for name in keys)
                assert record.keys() == names and None not in (*key, record.get("is_final", True)), record
                figures = names - {*keys, "to", "year_week", "is_removed", "is_final"}
                assert not record.get("is_removed") or {record[name] for name in figures} == {None}, record
                tables.setdefault(message["stream"], {})[key] = record
            case "STATE":
                state = json.dumps(message["value"])
    return state


def kept(tables, stream, *names):
    """The values of the rows that are not removed."""
    rows = tables.get(stream, {}).values()
    return sorted([row[name] for name in names] for row in rows if not row.get("is_removed"))


if __name__ == "__main__":
    load(loaded := {}, sys.stdin)
    json.dump([list(map(str, row)) for row in kept(loaded, *sys.argv[1:])], sys.stdout)
