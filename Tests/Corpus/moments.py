"""The clock of all cases: Wednesday, 2022-06-08, 12:30:30 in Seoul, whatever day it is."""

OF_CASES = 1654659030
"""The time of the clock when the first step begins, in seconds since 1970.

The other steps begin as much later as those before them took, in whole seconds. No time is recorded of a
case that takes the half minute to the next minute."""

OF_SERVICES = OF_CASES + 700 * 24 * 3600
"""The time of the services' clock, for which all days that cases request are over."""

OF_FILES = OF_CASES + 30 * 24 * 3600
"""The latest time that a file of a case has."""
