"""The figures that the simulated KOBIS has of a day, and when it corrects them."""

import bisect
import functools
import random
from datetime import date, datetime, timedelta, timezone

SEOUL = timezone(timedelta(hours=9))
HOUR = 3600
DAY = 24 * HOUR

FIELDS = (
    "rnum", "rank", "rankInten", "rankOldAndNew", "movieCd", "movieNm", "openDt", "salesAmt",
    "salesShare", "salesInten", "salesChange", "salesAcc", "audiCnt", "audiInten", "audiChange",
    "audiAcc", "scrnCnt", "showCnt",
)
"""The 18 fields of a row, in the order KOBIS sends them."""

COMPARED = {
    "rank": "rank", "movie_code": "movieCd", "title": "movieNm", "sales_amount": "salesAmt",
    "sales_total": "salesAcc", "audience_count": "audiCnt", "audience_total": "audiAcc",
    "screen_count": "scrnCnt", "show_count": "showCnt",
}
"""The columns whose cells are the text of a field as it is."""


def start_of(day: date) -> int:
    """The second at which a day begins in Seoul."""
    return int(datetime(day.year, day.month, day.day, tzinfo=SEOUL).timestamp())


def day_at(moment: float) -> date:
    """The day in Seoul at that second."""
    return datetime.fromtimestamp(moment, SEOUL).date()


def in_seoul(moment: float) -> str:
    """A moment in readable form."""
    return datetime.fromtimestamp(moment, SEOUL).strftime("%Y-%m-%d %H:%M")


class Figures:
    """Figures that depend only on the seed, the day and the number of corrections so far.

    The chart of a day appears soon after midnight. It is corrected several times until the end of
    the second day after it, and then never again. Each revision differs in every row.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    @functools.cache
    def moments(self, day: date) -> tuple[int, ...]:
        """The times at which the revisions of the day's chart appear, in order."""
        chance = random.Random(f"moments {self._seed} {day}")
        published = start_of(day) + DAY + chance.choice((5, 10, 20, 30, 60, 180)) * 60
        first, last = start_of(day) + DAY + 6 * HOUR, start_of(day) + 3 * DAY - 60
        corrections = {chance.randint(first, last) for _ in range(chance.randint(1, 4))}
        # The last one comes late, because that is the one that is missed most easily.
        corrections.add(last - chance.randint(0, 10 * HOUR))
        return (published, *sorted(corrections))

    def revision(self, day: date, now: float) -> int:
        """The revision that is valid at `now`; -1 before the chart appears."""
        return bisect.bisect_right(self.moments(day), now) - 1

    def last_revision(self, day: date) -> int:
        """The final revision."""
        return len(self.moments(day)) - 1

    @functools.lru_cache(maxsize=4096)
    def rows(self, day: date, revision: int) -> tuple[dict[str, str], ...]:
        """The chart as KOBIS sends it: ten films, except on a few days."""
        chance = random.Random(f"count {self._seed} {day}")
        count = chance.randint(6, 9) if chance.random() < 0.01 else 10
        return tuple(self._row(day, number, revision) for number in range(1, count + 1))

    def _row(self, day: date, number: int, revision: int) -> dict[str, str]:
        chance = random.Random(f"row {self._seed} {day} {number}")
        is_new = chance.random() < 0.1
        step = revision * chance.choice((-1, 1, 1))
        admissions = 400_000 // number + chance.randint(1000, 5000) + 7 * step
        sales = admissions * 9000 + 11_000 * step
        screens = chance.randint(20, 2500)
        values = (
            number, number, 0 if is_new else chance.randint(-4, 4), "NEW" if is_new else "OLD",
            f"{day.year}{chance.randint(100, 999)}{number - 1}", f"영화, {day} \"{number}\"",
            "2018-05-16", sales, f"{30 - 2 * number}.{chance.randint(0, 9)}",
            chance.randint(-2_000_000, 2_000_000), f"{chance.randint(-99, 99)}.5", sales * 9,
            admissions, chance.randint(-2000, 2000), f"{chance.randint(-99, 99)}.5",
            admissions * 9, screens, screens * 4)
        return dict(zip(FIELDS, map(str, values)))
