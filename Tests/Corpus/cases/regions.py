"""Charts of several regions side by side."""

from case import case, step

DAY = "--date 2022-06-05"
SIDE = "--pivot region --format markdown"
ROWS = """date,region,rank,title,audience_count
2022-06-03,서울,1,가,30
2022-06-03,서울,2,나,20
2022-06-03,서울,2,다,20
2022-06-03,부산,1,나,9
2022-06-04,서울,1,가,31
"""

CASES = [
    case("regions side by side", f"{DAY} --region each --top 3 {SIDE}", f"{DAY} --region 제주,서울 --top 2 {SIDE} --lang ko --header en",
         f"weekend --last 2 --region 서울,부산 --top 2 {SIDE}", f"--last 2 --region 서울,부산 --nation korean --top 1 {SIDE} --report r.json",
         step(f"{DAY} --region each --top 2 --pivot region", terminal=80), step(f"{DAY} --region 서울,부산 --top 2 --pivot 지역", terminal=120),
         f"{DAY} --region each --top 3 --pivot region --dry-run -o regions.html", f"{DAY} --region 서울,부산 --pivot region --cross-check --top 2 -o x.md"),
    case("regions in documents", f"{DAY} --region each --top 3 --pivot region -o regions.html", f"{DAY} --region each --top 3 --pivot region -o regions.xlsx",
         f"--last 2 --region 서울,부산 --top 2 --pivot region -o '{{chart}} {{from}}.html' -O layout=mail --header en"),
    case("regions that are missing", f"--date 2022-04-29 --region 서울,부산 --top 2 {SIDE}", f"--date 2022-04-29 --region 서울,부산 --top 2 {SIDE} --keep-going",
         f"--from 2022-04-27 --to 2022-04-29 --region 부산,서울 --top 1 {SIDE} --keep-going --jobs 1", f"--date 2022-04-29 --region 부산,서울 --pivot region -o x.html --keep-going -q",
         service="troubled"),
    case("regions that cannot be side by side", f"{DAY} --pivot region -o x.html", f"{DAY} --region 서울 --pivot region -o x.html --lang ko", f"{DAY} --region each --pivot region",
         f"{DAY} --region each --pivot region --format jsonl --lang ko", f"{DAY} --region each --pivot region -o x.sqlite", f"{DAY} --region each --pivot region -o x.html --columns title",
         f"{DAY} --region each --pivot region -o x.html --with details", f"{DAY} --region each --pivot region -o x.csv --update", f"{DAY} --region each --pivot region --format singer --state s",
         f"--last 2 --region each --pivot region -o '{{date}}.html'", f"{DAY} --region each --pivot region -o '{{region}}.html'", f"{DAY} --region each --pivot rank -o x.html",
         f"{DAY} --region each --pivot region -o x.html --source kobis-json,kobis-xml", "trend 20204548 --pivot region"),
    case("regions without films", f"{DAY} --region 서울,부산 -o x.md", f"{DAY} --region 서울,부산 --pivot region -o x.md", service="all empty"),
    case("regions of a file", f"--source file -O path=rows.csv --region each --date 2022-06-03 {SIDE}", f"--source file -O path=rows.csv {SIDE}",
         f"--source file -O path=rows.csv --region each --from 2022-06-03 --to 2022-06-04 {SIDE}",
         f"--source file -O path=rows.csv --region each --from 2022-06-03 --to 2022-06-04 {SIDE} --keep-going", files={"rows.csv": ROWS}),
]
