"""The programs that bo-export is compared with, as far as this machine has them."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

import natives

_PEERS = Path(__file__).with_name("peers")
_PACKAGES = ("orjson", "lxml", "duckdb", "requests", "XlsxWriter")

_DEBIAN = {
    "curl": "curl", "jq": "jq", "mlr": "miller", "xmllint": "libxml2-utils", "nginx": "nginx-light",
}
"""The Debian package that has each program."""

WORKBOOK_LIBRARY = "libxlsxwriter"
"""The library that bo-export needs for workbooks."""

_VERSION_OPTION = {"nginx": "-v"}


@dataclass(frozen=True, slots=True)
class Tools:
    """The available tools: the path of each program, and the version of each program and package."""

    programs: dict[str, str]
    versions: dict[str, str]
    python: str
    """The interpreter that has the packages; never a shim, which costs more than Python."""

    def path(self, name: str) -> str | None:
        """The path of a program, or of the interpreter for a Python package; None if missing."""
        if name in _PACKAGES:
            return self.python if name in self.versions else None
        return self.programs.get(name)

    @property
    def missing(self) -> dict[str, str]:
        """The missing tools, and how to get them."""
        missing = {
            name: f"apt-get install {package}"
            for name, package in _DEBIAN.items() if name not in self.programs
        }
        for name in _PACKAGES:
            if name not in self.versions:
                missing[name] = "run.py --install"
        for name in natives.NAMES:
            if name not in self.programs:
                missing[name] = natives.REMEDY
        if WORKBOOK_LIBRARY not in self.versions:
            missing[WORKBOOK_LIBRARY] = "apt-get install libxlsxwriter4"
        return missing


def install(cache: Path) -> None:
    """Makes a virtual environment below `cache` that has the Python packages."""
    folder = cache / "venv"
    venv.EnvBuilder(with_pip=True, clear=True).create(folder)
    subprocess.run(
        [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", *_PACKAGES], check=True
    )
    print("the rest are Debian packages: apt-get install " + " ".join(_DEBIAN.values()))


def find(cache: Path) -> Tools:
    """Looks for everything on the PATH and in the virtual environment."""
    own = cache / "venv" / "bin" / "python"
    python = str(own) if own.exists() else os.path.realpath(sys.executable)
    search = os.environ.get("PATH", "") + ":/usr/sbin"
    programs = {
        name: os.path.realpath(path)
        for name in _DEBIAN if (path := shutil.which(name, path=search))
    }
    versions = {name: _version(path, name) for name, path in programs.items()}
    versions["Python"] = sys.version.split()[0]
    versions |= _packages(python)
    programs |= natives.build(_PEERS, cache)
    if library := ctypes.util.find_library("xlsxwriter"):
        version = ctypes.CDLL(library).lxw_version
        version.restype = ctypes.c_char_p
        versions[WORKBOOK_LIBRARY] = version().decode()
    return Tools(programs, versions, python)


def _version(path: str, name: str) -> str:
    option = _VERSION_OPTION.get(name, "--version")
    said = subprocess.run([path, option], capture_output=True, text=True, check=False)
    words = (said.stdout or said.stderr).replace("/", " ").replace("-", " ").split()
    return next((word.strip(",") for word in words if word[0].isdigit()), "unknown")


def _packages(python: str) -> dict[str, str]:
    script = (
        "import importlib.metadata as data\n"
        f"for name in {_PACKAGES!r}:\n"
        "    try: print(name, data.version(name))\n"
        "    except data.PackageNotFoundError: pass\n"
    )
    said = subprocess.run([python, "-c", script], capture_output=True, text=True, check=True)
    return dict(line.split() for line in said.stdout.splitlines())
