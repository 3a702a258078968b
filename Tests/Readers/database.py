"""Reads databases with sqlite3.

    database.py str|typed FILE STATEMENT...     the rows of each statement as JSON: `3`, or `int:3`
"""

import contextlib
import json
import sqlite3
import sys


def opened(source):
    """The database in a file, or in bytes; leaving it closes it."""
    database = sqlite3.connect(":memory:" if isinstance(source, bytes) else source, isolation_level=None)
    if isinstance(source, bytes):
        database.deserialize(source)
    database.row_factory = sqlite3.Row
    return contextlib.closing(database)


if __name__ == "__main__":
    form, file, *statements = sys.argv[1:]
    text = {"str": str, "typed": lambda value: f"{type(value).__name__}:{value}"}[form]
    with opened(file) as database:
        found = [[list(map(text, row)) for row in database.execute(statement)] for statement in statements]
    json.dump(found, sys.stdout)
