"""What a run of the program may end with: a class for each status that callers tell apart."""

from __future__ import annotations

import builtins
import datetime
import warnings
from typing import Any


class Error(Exception):
    """A run that ended with a status other than 0."""

    status: int
    """The exit status, such as 2: rows were written, but some periods are missing."""
    code: str | None
    """The stable code of the fault, such as ``no-such-command``."""
    message: str
    """What went wrong, in one sentence."""
    hint: str | None
    """What to do about it."""
    retry_at: datetime.datetime | None
    """With :class:`TryLater`: the time in UTC from which another run makes sense, if it is known."""
    rows: list[dict[str, Any]] | None
    """With the status 2 of ``rows`` and ``frame``: the rows that could be had."""
    frame: Any
    """With the status 2 of ``frame``: the frame of these rows."""
    report: dict[str, Any] | None
    """The report of the run, if it wrote one."""

    def __init__(
        self, message: str, *, status: int = 70, code: str | None = None, hint: str | None = None,
        retry_at: datetime.datetime | None = None, report: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.hint = hint
        self.retry_at = retry_at
        self.report = report
        self.rows = None
        self.frame = None

    def __str__(self) -> str:
        return self.message if self.hint is None else f"{self.message}\nhint: {self.hint}"


class UsageError(Error):
    """An unknown option, word, column or plugin, or a value that an option does not take (64)."""


class DataError(Error):
    """An answer or an input file that is not what it should be (65)."""


class ServiceError(Error):
    """The service cannot be reached or keeps failing (69)."""


class TryLater(Error):
    """The day's calls are used up, or yesterday is not published yet (75)."""


class KeyRefused(Error):
    """The service refused the key (77)."""


class NotConfigured(Error):
    """There is no key, a library or the program is missing, or the configuration is wrong (78)."""


CLASSES: dict[int, type[Error]] = {
    64: UsageError, 65: DataError, 69: ServiceError, 75: TryLater, 77: KeyRefused,
    78: NotConfigured,
}
"""The class of each status that has one."""


class Warning(builtins.UserWarning):
    """Something that the program warned about; it did not end the run.

    It is shown each time, unless a filter of your own says otherwise.
    """

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code

    def __str__(self) -> str:
        return self.message


# Python's own default is to show a warning once for each line of code. Filters that are there
# already, such as those of -W, come first.
warnings.simplefilter("always", Warning, append=True)
