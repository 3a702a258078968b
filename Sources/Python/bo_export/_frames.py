"""Rows as data frames of pandas or polars."""

from __future__ import annotations

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
    found: dict[str, Any] = {}
    for place, (name, kind, places) in enumerate(columns):
        cells, values[place] = values[place], []
        if kind == "date":
            found[name] = numpy.array(cells, dtype="datetime64[D]").astype("datetime64[us]")
        elif kind in DECIMALS:
            numbers = [None if cell is None else float(cell) for cell in cells]
            found[name] = pandas.array(numbers, dtype="Float64")
        elif kind == "boolean":
            found[name] = pandas.array(cells, dtype="boolean")
        elif kind == "list":
            found[name] = pandas.Series(cells, dtype=object)
        elif kind == "amount" and places > 0:
            found[name] = pandas.Series(_exact(cells, places), dtype=object)
        elif kind in ("integer", "amount", "year"):
            found[name] = pandas.array(cells, dtype="Int64")
        else:
            found[name] = pandas.array(cells, dtype=text)
    made: pandas.DataFrame = pandas.DataFrame(found)
    return made


def _polars(columns: list[Column], values: list[list[Any]]) -> polars_.DataFrame:
    import polars

    found: list[Any] = []
    for place, (name, kind, places) in enumerate(columns):
        cells, values[place] = values[place], []
        type_: Any = polars.String
        if kind == "date":
            type_ = polars.Date
        elif kind in DECIMALS:
            cells = [None if cell is None else float(cell) for cell in cells]
            type_ = polars.Float64
        elif kind == "boolean":
            type_ = polars.Boolean
        elif kind == "list":
            type_ = polars.List(polars.String)
        elif kind == "amount" and places > 0:
            cells, type_ = _exact(cells, places), polars.Decimal(38, places)
        elif kind in ("integer", "amount", "year"):
            type_ = polars.Int64
        found.append(polars.Series(name, cells, dtype=type_))
    made: polars_.DataFrame = polars.DataFrame(found)
    return made


def _exact(cells: list[Any], places: int) -> list[Decimal | None]:
    """The amounts with as many decimal places as the currency with most has."""
    unit = Decimal(1).scaleb(-places)
    return [None if cell is None else Decimal(cell).quantize(unit) for cell in cells]
