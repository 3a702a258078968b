"""Details from plugins."""

from case import case

HERE = "--plugin-dir plugins"
NOTES = f"--source sample {HERE} --with details --details-from notes"
ONLY = "--columns movie_code,title,note,directors"


def details(name: str, *lines, **facts):
    """A case with the folder of plugins."""
    return case(f"details {name}", *lines, plugins=True, **facts)


CASES = [
    details("of a plugin", NOTES, f"{NOTES} --format jsonl", f"{NOTES} --format markdown", f"{NOTES} --header ko {ONLY}",
            f"{NOTES} --top 3 -o x.html", f"{NOTES} --top 3 -o x.xlsx", f"{NOTES} --top 3 -o x.sqlite", f"{NOTES} --top 3 --format singer"),
    details("of a list", f"--source sample {HERE} --with details --details-from ids --top 3",
            f"--source sample {HERE} --with details --details-from ids --top 3 --offline",
            f"--source sample {HERE} --with details --details-from ids --top 3 -O ids.file=nowhere.csv"),
    details("in an order", f"--source sample {HERE} --with details --details-from ids,notes --top 3 --format jsonl",
            f"--source sample {HERE} --with details --details-from notes,ids --top 3 --format jsonl",
            f"--date 2022-06-05 {HERE} --with details --details-from notes,kobis-json --top 3 --format jsonl",
            f"--date 2022-06-05 {HERE} --with details --details-from kobis-json,notes --top 3 --format jsonl"),
    details("kept", f"{NOTES} {ONLY} --top 3 --report a.json", f"{NOTES} {ONLY} --top 3 --report b.json",
            f"{NOTES} {ONLY} --top 3 --offline", f"{NOTES} {ONLY} --top 3 --refresh --report c.json"),
    details("recorded", f"--date 2022-06-05 {HERE} --with details --details-from notes {ONLY} --top 3 --record r",
            f"--date 2022-06-05 {HERE} --with details --details-from notes {ONLY} --top 3 --replay r"),
    details("in all manners", *(f"{NOTES} {ONLY} --jobs 1 --retries 0 -O manner={manner}" for manner in
            ("none", "null", "twice", "type", "field", "text", "end", "die", "refuse", "later", "more"))),
    details("that keep going", *(f"{NOTES} {ONLY} --jobs 1 --retries 0 --keep-going -O manner={manner}" for manner in
            ("twice", "type", "end", "die", "refuse", "later"))),
    details("and posters", f"--source sample {HERE} --with details,posters --details-from notes --posters-from shelf --top 3 --format jsonl"),
    details("of a week", f"{NOTES} --from 2022-05-30 --to 2022-06-05 --top 2 --columns date,title,note --report report.json",
            f"{NOTES} --from 2022-05-30 --to 2022-06-05 --top 2 --columns date,title,note -o '{{date}}.csv' --report report.json"),
    details("of charts without codes", f"--source seats {HERE} --date 2022-06-01 --with details --details-from ids",
            f"weekend --source csvchart {HERE} --last 1 --with details --details-from ids"),
    details("of several sources", f"weekend --source kobis-json,csvchart --date 2022-06-03 {HERE} --with details --details-from notes,kobis-json --top 2",
            f"weekend --source kobis-json,csvchart --date 2022-06-03 {HERE} --with details --details-from kobis-json --top 2"),
    details("named wrong", f"--source sample {HERE} --with details --details-from note", f"--source sample {HERE} --with details --details-from notes,notes",
            f"--source sample {HERE} --with details --details-from ''", f"--source sample {HERE} --with details --details-from kobis-json",
            f"--source sample {HERE} --with details --details-from shelf", f"--source sample {HERE} --details-from note",
            f"{NOTES} -O note.manner=end", f"{NOTES} -O manner=nothing", f"{NOTES} --columns title,notes", f"{NOTES} --lang ko -O manner=type"),
    details("listed", f"plugins notes {HERE}", f"plugins notes {HERE} --json", f"plugins notes {HERE} --lang ko",
            "plugins check plugins/bo-export-details-ids", "plugins check plugins/bo-export-details-notes"),
    details("not kept", f"{NOTES} --replay nowhere", f"--source sample {HERE} --with details --details-from ids --record r"),
]
