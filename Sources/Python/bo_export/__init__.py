"""Korean box-office figures, by the program ``bo-export`` that comes with this module.

    import bo_export

    bo_export.rows("weekend", last=4)
    for row in bo_export.each("daily", year=2024): ...
    bo_export.frame("daily", year=2024, columns=["date", "title", "audience_count"])
    bo_export.run("movie", "20212866", output="film.xlsx")

Words of the command line are positional arguments, options are keywords: ``from_`` for ``--from``,
``keep_going=True`` for ``--keep-going``, a list for values with commas, and
``option={"marker": "plain"}`` for ``-O marker=plain``. What the program refuses is an :class:`Error`,
what it warns about a :class:`Warning`.
"""

from __future__ import annotations

from ._errors import (
    DataError, Error, KeyRefused, NotConfigured, ServiceError, TryLater, UsageError, Warning)
from ._frames import frame
from ._rows import Row, each, rows, run

__all__ = [
    "DataError", "Error", "KeyRefused", "NotConfigured", "Row", "ServiceError", "TryLater",
    "UsageError", "Warning", "each", "frame", "rows", "run",
]

for _class in (
    DataError, Error, KeyRefused, NotConfigured, ServiceError, TryLater, UsageError, Warning):
    _class.__module__ = __name__  # the name by which it is caught, in tracebacks, too
