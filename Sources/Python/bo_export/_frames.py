"""Rows as data frames of pandas or polars."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, overload

from ._errors import Error
from ._options import Option, Word
from ._rows import DECIMALS, Column, starting, table

if TYPE_CHECKING:
    import pandas
    import polars as polars_


@overload
def frame(
    *words: Word, polars: Literal[False] = False, **options: Option) -> pandas.DataFrame: ...


@overload
def frame(*words: Word, polars: Literal[True], **options: Option) -> polars_.DataFrame: ...


@overload
def frame(
    *words: Word, polars: bool, **options: Option) -> pandas.DataFrame | polars_.DataFrame: ...


def frame(*words: Word, polars: bool = False, **options: Option) -> Any:
    """Returns the rows of a command as a frame of pandas, or of polars.

    The types of the columns are those of the run, also if a column has no values. Whole numbers are
    ``Int64``, percentages and other figures with decimals ``Float64``, days ``datetime64`` (in polars
    Date), texts ``string``, lists objects (List). Amounts are ``Int64``, or Decimals if a currency of
    the run has decimal places.
    """
    make = _polars if polars else _pandas
    values: list[list[Any]] = []
    columns: list[Column] = []
    with starting("frame", words, options)() as running:
        try:
            columns, found = table(running)
            values = [[] for _ in columns]
            for row in found:
                for column, value in zip(values, row.values()):
                    column.append(value)
            running.end()
        except Error as error:
            if error.status == 2:
                names = [column.name for column in columns]
                error.rows = [dict(zip(names, row)) for row in zip(*values)]
                error.frame = make(columns, values)
            raise
    return make(columns, values)


def _pandas(columns: list[Column], values: list[list[Any]]) -> pandas.DataFrame:
    import numpy
    import pandas

    try:
        text = pandas.StringDtype(na_value=pandas.NA)
    except TypeError:  # Before pandas 2.3 there is no other missing value.
        text = pandas.StringDtype()
    types = {"float": "Float64", "boolean": "boolean", "integer": "Int64"}
    found: dict[str, Any] = {}
    for name, kind, _, cells in _typed(columns, values):
        if kind == "date":
            found[name] = numpy.array(cells, dtype="datetime64[D]").astype("datetime64[us]")
        elif kind in ("list", "exact"):
            found[name] = pandas.Series(cells, dtype=object)
        else:
            found[name] = pandas.array(cells, dtype=types.get(kind, text))
    made: pandas.DataFrame = pandas.DataFrame(found)
    return made


def _polars(columns: list[Column], values: list[list[Any]]) -> polars_.DataFrame:
    import polars

    types: dict[str, Any] = {
        "date": polars.Date, "float": polars.Float64, "boolean": polars.Boolean,
        "list": polars.List(polars.String), "integer": polars.Int64}
    found: list[Any] = []
    for name, kind, places, cells in _typed(columns, values):
        type_ = polars.Decimal(38, places) if kind == "exact" else types.get(kind, polars.String)
        found.append(polars.Series(name, cells, dtype=type_))
    made: polars_.DataFrame = polars.DataFrame(found)
    return made


def _typed(
    columns: list[Column], values: list[list[Any]]
) -> Iterator[tuple[str, str, int, list[Any]]]:
    """Takes the columns out of ``values``: the name, kind and decimal places of each, and its cells.

    Amounts in a currency with decimal places are ``exact``, those of all other columns ``float``.
    """
    for place, (name, kind, places) in enumerate(columns):
        cells, values[place] = values[place], []
        if kind in DECIMALS:
            kind, cells = "float", [None if cell is None else float(cell) for cell in cells]
        elif kind == "amount" and places > 0:
            kind, cells = "exact", [None if cell is None else Decimal(cell) for cell in cells]
        elif kind in ("amount", "year"):
            kind = "integer"
        yield name, kind, places, cells
