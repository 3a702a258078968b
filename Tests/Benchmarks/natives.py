"""Peers in C++, which show what the machine and simdjson allow; they are built here."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

NAMES = ("minimal_csv", "read_files")
"""The peers: one writes CSV and checks nothing, the other only reads the files."""
REMEDY = "apt-get install g++ libsimdjson-dev"
"""The compiler options."""


def build(sources: Path, folder: Path) -> dict[str, str]:
    """Builds programs older than their source; returns the paths of those that can be built."""
    compiler = shutil.which("g++")
    built: dict[str, str] = {}
    for name in NAMES if compiler else ():
        source, program = sources / f"{name}.cpp", folder / name
        if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
            ended = subprocess.run(
                [compiler, "-O3", "-march=native", "-DNDEBUG", "-std=c++17", str(source),
                 "-lsimdjson", "-o", str(program)],
                capture_output=True, check=False)
            if ended.returncode != 0:
                continue
        built[name] = str(program)
    return built
