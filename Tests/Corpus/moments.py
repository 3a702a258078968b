"""The clock of all cases: Wednesday, 2022-06-08, 12:30:30 in Seoul, whatever day it is."""

OF_CASES = 1654659030
"""The time of the clock when a step without `later` begins, in seconds since 1970.

Half a minute past the minute, so that none begins while a step runs."""

OF_SERVICES = OF_CASES + 700 * 24 * 3600
"""The time of the services' clock, for which all days that cases request are over."""

OF_FILES = OF_CASES + 30 * 24 * 3600
"""The latest time that a file of a case has."""
