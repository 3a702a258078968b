"""Questions of an assistant: the messages of the Model Context Protocol on both sides."""

import json

from case import Case, case, step


def question(name: str, tool: str, server: str = "--source sample", **arguments: object) -> Case:
    """A case of one call of a tool, by a server with these options."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
               "params": {"name": tool, "arguments": arguments}}
    return case(f"assistant {name}",
                step(f"mcp {server}", stdin=json.dumps(message) + "\n", codes=False))


CASES = [
    question("some rows from an offset on", "box_office", columns=["rank", "title"], offset=4, rows=3),
    question("the last rows", "box_office", columns=["rank", "title"], offset=8, rows=5),
    question("a word", "explain", word="진입"),
    question("too many days of a film", "film_run", "--max-calls 10", films=["범죄도시2"], days=200),
    question("too many films", "film", "--max-calls 2", codes=["20204548", "20212866", "20212869"]),
    question("too many titles", "film_run", "--max-calls 2", films=["범죄도시2", "브로커", "마녀"], days=3),
    question("too many weeks of a film", "film_run", "--max-calls 2", films=["범죄도시2"], days=60, by="week"),
    question("too many days and those of the year before", "market", "--max-calls 20", month="2022-05", compare="year"),
    question("too many regions", "box_office", "--max-calls 10", date="2022-06-01", region=["each"]),
    question("too many regions in Korean", "box_office", "--max-calls 3 --lang ko", last=2, region=["each"]),
    question("too many days", "ranking", "--max-calls 3", month="2022-05"),
    question("a command", "explain", word="market"),
    question("too many days of two films", "film_run", "--max-calls 10", films=["쥬라기 월드: 도미니언", "20204548"], days=10),
    question("too many days of two codes", "film_run", "--max-calls 6", films=["20204548", "20206061"], days=8),
    question("a film that is not there", "film_run", "--source kobis-json", films=["없는 영화"]),
    case("assistant a key that is refused", step("KOBIS_API_KEY=wrong-key mcp", stdin=json.dumps(
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "box_office", "arguments": {"date": "2022-06-01"}}}) + "\n", codes=False)),
    question("no columns", "box_office", columns=[]),
    question("too few films", "box_office", top=0),
    question("a column in capitals", "box_office", columns=["AUDIENCE_COUNT"]),
    question("a quiet server", "box_office", "--source file -O path=nothing/here.csv -q"),
    question("a column that no source has", "box_office", columns=["예매율"]),
    question("a tool that is not there", "forecast"),
]
