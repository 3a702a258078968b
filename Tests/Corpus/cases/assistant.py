"""Questions of an assistant: the messages of the Model Context Protocol on both sides."""

import json

from case import Case, case, step


def question(name: str, tool: str, **arguments: object) -> Case:
    """A case of one call of a tool."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
               "params": {"name": tool, "arguments": arguments}}
    return case(f"assistant {name}",
                step("mcp --source sample", stdin=json.dumps(message) + "\n", codes=False))


CASES = [
    question("some rows from an offset on", "box_office", columns=["rank", "title"], offset=4, rows=3),
    question("the last rows", "box_office", columns=["rank", "title"], offset=8, rows=5),
    question("a word", "explain", word="진입"),
    question("a tool that is not there", "forecast"),
]
