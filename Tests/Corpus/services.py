"""The stand-in services: one process for each set of troubles, all on the loopback. And the clocks of all."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

TIME_OF_CASES = 1654659030
"""The time when the first step of a case begins: Wednesday, 2022-06-08, 12:30:30 in Seoul.

The other steps begin as much later as those before them took, in whole seconds. No time is recorded of a
case that takes the half minute to the next minute."""
TIME_OF_SERVICES = TIME_OF_CASES + 700 * 24 * 3600
"""The time of the services' clock, for which all days that cases request are over."""

# The trouble of a request for this day, film, person, company or page; see LoopbackServer/main.swift.
_DAYS = {
    "20220401": "fault:320010", "20220402": "fault:320011", "20220403": "fault:320001",
    "20220404": "fault:320102", "20220405": "fault:320103", "20220406": "fault:300001",
    "20220407": "fault:999999", "20220408": "fault:320012",
    "20220409": "status:400", "20220410": "status:401", "20220411": "status:403",
    "20220412": "status:404", "20220413": "status:429", "20220414": "status:500",
    "20220415": "status:502", "20220416": "status:503", "20220417": "status:204",
    "20220418": "slow:3000", "20220419": "cut-off", "20220420": "html", "20220421": "gzip",
    "20220422": "wrong-length:10", "20220423": "wrong-length:-10",
    "20220424": "redirect:http://127.0.0.1:9/elsewhere", "20220425": "redirect:/nowhere",
    "20220426": "redirect:ftp://example.org/x", "20220427": "empty",
    "20220428 0105011": "empty", "20220429 0105011": "status:500", "20180103 F": "status:500",
}
_CODES = {
    "19991001": "status:500", "19991002": "html", "19991003": "fault:320011",
    "19991004": "cut-off", "19991005": "fault:300001",
    "10000002": "status:503", "20100002": "html", "2204": "status:500",
}

SERVICES = {
    "plain": {},
    "troubled": _DAYS | _CODES,
    "no search": {"page 1": "status:500"},
    "half a search": {"page 2": "cut-off"},
    "not yet": {"20220607": "empty"},
    "no May": {f"202205{day:02}": "status:404" for day in range(1, 32)},
    "a day missing": {"20220531": "status:500"},
    "not yet, and a failure": {"20220607": "empty", "20220606": "status:500"},
    "no foreign films": {"20180103 F": "empty"},
    "all empty": {"*": "empty"},
    "all html": {"*": "html"},
}
"""Sets of troubles by name."""


class Service:
    """A KOBIS, a KMDb and a Kakao in one process."""

    def __init__(self, program: Path, name: str, folder: Path, clock: Path) -> None:
        troubles = [f"{subject}={trouble}" for subject, trouble in SERVICES[name].items()]
        environment = os.environ | {
            "LD_PRELOAD": str(clock), "SIMULATED_TIME": str(TIME_OF_SERVICES), "TZ": "UTC"}
        log = folder / f"{name}.log"
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                [str(program), "0", *troubles], env=environment, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT)
        settings: dict[str, str] = {}
        # It prints the address and the key of each of the three, and then the requests.
        while len(settings) < 6:
            if self._process.poll() is not None:
                sys.exit(f"the stand-in service does not start: {log.read_text()[:500]}")
            time.sleep(0.02)
            settings = dict(re.findall(r"(\w+)=(\S+)", log.read_text()))
        self.key = settings["KOBIS_API_KEY"]
        self.addresses = {name.removesuffix("_BASE_URL"): value for name, value in settings.items()
                          if name.endswith("_BASE_URL")}
        """The address of each of the three."""
        self.hosts = {name: address.removeprefix("http://") for name, address in self.addresses.items()}
        self.archive = f"home/.cache/bo-export/archive/kobis@{self.hosts['KOBIS'].replace(':', '%3A')}"
        """The folder of the answers that a case keeps."""

    def stop(self) -> None:
        """Ends the process."""
        self._process.terminate()
        self._process.wait()
