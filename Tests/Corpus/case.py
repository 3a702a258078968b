"""The cases: a name, command lines that run one after the other in one folder, and the initial files."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

DAY = 24 * 3600


@dataclass(frozen=True, slots=True)
class Step:
    """One start of the program."""

    arguments: tuple[str, ...]
    environment: Mapping[str, str | None] = field(default_factory=dict)
    """Added to the usual one; None takes a variable away."""
    stdin: str = ""
    later: int = 0
    """The number of seconds after the first moment of the corpus."""
    terminal: int = 0
    """The width of the terminal that standard output is; 0 is a pipe."""
    output: str = ""
    """Another destination of standard output: a file such as /dev/full, or `closed`."""
    codes: bool = True
    """Whether a case takes the codes of its messages, too."""
    before: Mapping[str, str | bytes | None] = field(default_factory=dict)
    """Files that are written before it; None removes one."""

    @property
    def line(self) -> str:
        """The command line as a user would type it."""
        settings = [f"{name}={shlex.quote(value)}" if value is not None else f"-{name}"
                    for name, value in self.environment.items()]
        facts = [f"+{self.later}s"] if self.later else []
        facts += [f"terminal:{self.terminal}"] if self.terminal else []
        facts += [f">{self.output}"] if self.output else []
        return " ".join([*settings, "bo-export", *map(shlex.quote, self.arguments), *facts])

    @property
    def has_codes(self) -> bool:
        """Whether it runs once more with messages for programs, which help and the like do not have."""
        words = self.arguments
        return self.codes and words[:1] not in (("help",), ("man",)) and not any(
            word in ("--help", "-h", "--version") or word.startswith("--generate") for word in words)


@dataclass(frozen=True, slots=True)
class Case:
    """Command lines that run one after the other in a fresh folder."""

    name: str
    steps: tuple[Step, ...]
    files: Mapping[str, str | bytes]
    """The initial files of the folder. A name that begins with `home/` is in the home, one that ends
    with a slash is a folder, and a text that begins with `link to ` is a link. `@ARCHIVE@` stands for
    the folder of the archive."""
    service: str
    """The name of the stand-in service, see `SERVICES` in services.py."""
    home: bool
    """Whether the archive, the ledger and all else in the home are recorded."""
    whole: bool
    """Whether long texts are recorded in full."""


def step(line: str, **facts: object) -> Step:
    """A step: the arguments as in a shell, with variables such as `TZ=Asia/Tokyo` in front.

    The word `bo-export` in front of the arguments is needed only where the first looks like a variable.
    """
    words = shlex.split(line)
    environment: dict[str, str | None] = {}
    while words and (setting := re.fullmatch(r"([A-Za-z]\w*)=(.*)", words[0], re.ASCII | re.DOTALL)):
        environment[setting[1]] = setting[2]
        del words[0]
    if words and words[0] == "bo-export":
        del words[0]
    environment |= facts.pop("environment", {})  # type: ignore[arg-type]
    return Step(tuple(words), environment, **facts)  # type: ignore[arg-type]


def case(
    name: str, *steps: str | Step, files: Mapping[str, str | bytes] | None = None,
    service: str = "plain", home: bool = False, whole: bool = False, **facts: object,
) -> Case:
    """A case; a step that is a text is made by `step` with the facts."""
    made = tuple(step(one, **facts) if isinstance(one, str) else one for one in steps)
    return Case(name, made, files or {}, service, home, whole)


def each(form: str, *values: str) -> list[str]:
    """The lines that have the values in place of the braces of a form, or behind a form without braces."""
    form = form if "{}" in form else f"{form} {{}}"
    return [form.replace("{}", value) for value in values]


def greeting(name: str, fields: str) -> str:
    """The beginning of a plugin: a shell script that answers the host with these fields of its manifest."""
    return f"""#!/bin/sh
IFS= read -r hello
cat <<'MANIFEST'
{{"manifest":{{"protocol":1,"name":"{name}",{fields}}}}}
MANIFEST
"""
