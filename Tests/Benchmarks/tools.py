"""The programs that bo-export is compared with, as far as this machine has them."""

from __future__ import annotations

import ctypes
import ctypes.util
import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

PEERS = Path(__file__).with_name("peers")
"""The folder of the peers' scripts and sources."""

_PACKAGES = ("orjson", "lxml", "duckdb", "requests", "XlsxWriter")
_DEBIAN = {
    "curl": "curl", "jq": "jq", "mlr": "miller", "xmllint": "libxml2-utils", "nginx": "nginx-light",
}
"""The Debian package that has each program."""
_NATIVES = ("minimal_csv", "read_files")
"""Peers in C++, which show what the machine and simdjson allow: one writes CSV and checks nothing,
the other only reads the files."""


@dataclass(frozen=True, slots=True)
class Tools:
    """The available tools, and how to get the others."""

    programs: dict[str, str] = field(default_factory=lambda: defaultdict(str))
    """The path of each program; empty if it is missing. `python` has the packages, and is never a
    shim, which costs more than Python."""
    versions: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)


def find(cache: Path) -> Tools:
    """Looks for everything on the PATH and in the virtual environment, and builds what is in C++."""
    tools = Tools(versions={"Python": sys.version.split()[0]})
    own = cache / "venv/bin/python"
    tools.programs["python"] = str(own) if own.exists() else os.path.realpath(sys.executable)
    for name, package in _DEBIAN.items():
        if path := shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin"):
            tools.programs[name] = os.path.realpath(path)
            tools.versions[name] = _version(path)
        else:
            tools.missing[name] = f"apt-get install {package}"
    packages = [str(folder) for folder in own.parents[1].glob("lib/python*/site-packages")]
    for name in _PACKAGES:
        for package in importlib.metadata.distributions(name=name, path=packages):
            tools.versions[name] = package.version
        if name not in tools.versions:
            tools.missing[name] = f"venv/bin/pip install {name}, beside the data"
    for name in _NATIVES:
        if _is_built(PEERS / f"{name}.cpp", cache / name):
            tools.programs[name] = str(cache / name)
        else:
            tools.missing[name] = "apt-get install g++ libsimdjson-dev"
    if library := ctypes.util.find_library("xlsxwriter"):
        version = ctypes.CDLL(library).lxw_version
        version.restype = ctypes.c_char_p
        tools.versions["libxlsxwriter"] = version().decode()
    return tools


def _version(path: str) -> str:
    option = "-v" if path.endswith("nginx") else "--version"
    said = subprocess.run([path, option], capture_output=True, text=True, check=False)
    words = (said.stdout or said.stderr).replace("/", " ").replace("-", " ").split()
    return next((word.strip(",") for word in words if word[0].isdigit()), "unknown")


def _is_built(source: Path, program: Path) -> bool:
    """Builds a program that is older than its source; False if it cannot be built."""
    if program.exists() and program.stat().st_mtime >= source.stat().st_mtime:
        return True
    options = ["-O3", "-march=native", "-DNDEBUG", "-std=c++17"]
    command = [shutil.which("g++") or "false", *options, str(source), "-lsimdjson", "-o", str(program)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
