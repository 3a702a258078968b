"""The checks of a run, their number, and the failures."""

from __future__ import annotations

from collections import Counter, defaultdict


class Findings:
    """How often each check was made, and the messages of those that failed."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.wrong: dict[str, list[str]] = defaultdict(list)

    def check(self, name: str, is_right: bool, message: object = "") -> None:
        """Counts a check, and keeps the message of one that failed."""
        self.counts[name] += 1
        if not is_right:
            self.wrong[name].append(str(message))

    def add(self, other: Findings) -> None:
        """Adds the findings of another one."""
        self.counts += other.counts
        for name, messages in other.wrong.items():
            self.wrong[name] += messages

    def tell(self) -> int:
        """Prints a line for each check, and its first failures; returns 1 if there were any."""
        for name, count in sorted(self.counts.items()):
            wrong = self.wrong.get(name, [])
            print(f"{name}: {count}" + f", {len(wrong)} WRONG" * bool(wrong))
            for message in wrong[:3]:
                print(f"    {message}")
        print("WRONG" if self.wrong else "right")
        return int(bool(self.wrong))
