"""The rules of bounds.py and rankings.py, changed on purpose: would the questions of prove.py notice?

Each operator and condition is changed, one at a time. Something else must then be due, for a question about
one of three seeds. It says which changes nobody notices, and ends with 1 if these are too many.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import ModuleType

import bounds
import rankings
from cuts import Trial
from prove import asked_of, book_of_limits

MOST_MISSED = 22
"""Changes that make no difference, or one that only whole years and days up to yesterday show (prove.py)."""
PAIRS = (
    (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot),
    (ast.And, ast.Or), (ast.Add, ast.Sub), ("min", "max"), ("any", "all"))
SWAPS = dict(PAIRS) | {other: one for one, other in PAIRS}
"""What becomes of an operator or a function."""


def changes(node: ast.AST) -> Iterator[tuple[str, object]]:
    """The fields of a node that are changed, and their other values."""
    match node:
        case ast.Compare():
            yield "ops", [SWAPS[type(operator)]() for operator in node.ops]
        case ast.BoolOp() | ast.BinOp() if type(node.op) in SWAPS:
            yield "op", SWAPS[type(node.op)]()
        case ast.Name() if node.id in SWAPS:
            yield "id", SWAPS[node.id]
        case ast.If() | ast.IfExp():
            yield from (("test", ast.Constant(value)) for value in (True, False))


def mutants(module: ModuleType) -> Iterator[tuple[str, str, str]]:
    """A module with one change, for each that is possible: its name, what is changed, and the source."""
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    for node in ast.walk(tree):
        for field, other in changes(node):
            kept, before = getattr(node, field), ast.unparse(node)
            setattr(node, field, other)
            lines = " became ".join(text.split("\n")[0] for text in (before, ast.unparse(node)))
            yield module.__name__, f"line {node.lineno}: {lines}", ast.unparse(tree)
            setattr(node, field, kept)


def is_noticed(mutant: tuple[str, str, str]) -> bool:
    """Whether anything else is due with a mutant, or it fails."""
    name, _, source = mutant
    rules = vars(sys.modules[name])
    kept = dict(rules)
    try:
        exec(source, rules)
        return any(question.due(book) != due for book, question, due in RIGHT)
    except Exception:
        return True
    finally:
        rules.update(kept)


limits, asked = book_of_limits()
RIGHT = [(limits, question, question.due(limits)) for question in asked]
for seed in range(3):
    books, asked = asked_of(seed)
    RIGHT += [(books[name], question, question.due(books[name])) for name, question in asked]
for trial in map(Trial, range(45)):
    sick = trial.book(trial.sick)
    RIGHT += [(sick, question, question.due(sick)) for question in trial.questions.values()]
RIGHT.sort(key=lambda right: len(right[2].rows))
tried = [mutant for module in (bounds, rankings) for mutant in mutants(module)]
with ProcessPoolExecutor() as pool:
    noticed = list(pool.map(is_noticed, tried))
missed = [f"{name}, {change}" for (name, change, _), is_seen in zip(tried, noticed) if not is_seen]
print(f"{len(missed)} of {len(tried)} changes are not noticed:", *missed, sep="\n    ")
sys.exit(len(missed) > MOST_MISSED)
