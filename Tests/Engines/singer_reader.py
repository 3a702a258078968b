"""Reads Singer messages as a target does that is built with the Singer SDK, and counts them.

Runs in an environment that has singer-sdk. Every record is held against its schema, formats of dates
included; the SDK ends the program at the first that does not fit. Prints the counts as JSON.
"""

import collections
import json
import sys

from singer_sdk import Sink, Target, singerlib

MESSAGES = {"SCHEMA": singerlib.SchemaMessage, "RECORD": singerlib.RecordMessage,
            "STATE": singerlib.StateMessage}


class Counting(Sink):
    """Checks records and keeps none."""

    max_size = 1000
    validate_field_string_format = True

    def process_record(self, record, context):
        for key in self.key_properties:
            if record.get(key) in (None, ""):
                raise ValueError(f"'{key}' is a key of {self.stream_name} and has no value")

    def process_batch(self, context):
        pass


class Reader(Target):
    """A target that only reads."""

    name, config_jsonschema, default_sink_class = "target-reader", {"properties": {}}, Counting


# Not splitlines(), which also splits inside of texts, at U+2028.
lines = sys.stdin.read().removesuffix("\n").split("\n")
counts = collections.Counter()
for message in map(json.loads, lines):
    kind = message.pop("type")
    # The SDK's own classes take no property that the specification does not name.
    MESSAGES[kind](**message)
    counts[kind if kind == "STATE" else f"{kind} {message['stream']}"] += 1
Reader(config={}).listen(iter(f"{line}\n" for line in lines))
print(json.dumps(counts), file=sys.stderr)
