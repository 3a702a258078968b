"""A source that is a program, whose charts can be narrowed, and whose answers are kept."""

from case import DAY, case, step

HERE = "--plugin-dir plugins"
TOWNS = f"--source towns {HERE}"
DAYS = f"{TOWNS} --from 2024-05-01 --to 2024-05-03"
ONE = f"{TOWNS} --date 2024-05-01"
LATER = 800 * DAY
"""2024-08-16."""


def keeps(name: str, *lines, **facts):
    """A case with the folder of plugins, in 2024."""
    return case(f"keeps {name}", *(line if not isinstance(line, str) else step(line, later=LATER) for line in lines),
                plugins=True, **facts)


CASES = [
    keeps("said", f"plugins towns {HERE}", f"plugins towns {HERE} --json", f"plugins towns {HERE} --lang ko", f"quota {HERE}"),
    keeps("narrowed", f"{ONE} --region 강마을", f"{ONE} --region 2,강마을 --format jsonl", f"{ONE} --nation 한국", f"{ONE} --kind art --region 산마을",
          f"{ONE} --region 강마을,산마을 -o '{{region}}.csv'", f"{ONE} --columns region,nation,kind,title --nation foreign --kind 예술",
          f"{DAYS} --region 강마을 --format markdown", f"{ONE} --region 바다마을 -o x.html", f"{ONE} --region 바다마을,2 -o x.xlsx"),
    keeps("each of its regions", f"{ONE} --region each --columns region,rank,title", f"{ONE} --region each --pivot region --format markdown",
          f"{ONE} --region 산마을,모든지역 --dry-run"),
    keeps("narrowed to what there is not", f"{ONE} --region 서울", f"{ONE} --region 강마을을", f"{ONE} --region 강마을을 --lang ko", f"{ONE} --region 전국",
          f"{ONE} --region ,", f"{ONE} --region 서울 --source kobis-json", f"weekly {TOWNS}", f"{ONE} --deep"),
    keeps("in keys", f"{DAYS} --region 강마을 -o x.sqlite", f"{ONE} -o x.sqlite", f"{ONE} --region 강마을 --nation korean --format singer",
          step(f"{TOWNS} --region 강마을 --date 2024-08-14 --format singer --state s", later=LATER, before={"s": ""}),
          step(f"{TOWNS} --region 강마을 --format singer --state s --to 2024-08-15", later=LATER + DAY, before={"s": '{"bookmarks":{}}'})),
    keeps("kept", f"{DAYS} --report r.json", f"{DAYS} --report r.json", f"{DAYS} --offline", f"{DAYS} --region 강마을 --dry-run",
          f"{DAYS} --refresh --report r.json", f"{TOWNS} --date 2024-08-15 --report r.json", f"{TOWNS} --date 2024-08-15 --report r.json",
          step(f"{TOWNS} --date 2024-08-15 --report r.json", later=LATER + 3 * DAY), "cache status"),
    keeps("recorded", f"{DAYS} --record r", f"{DAYS} --replay r", f"{ONE} --region 강마을 --replay r", f"{DAYS} --record r --lang ko"),
    keeps("brought up to date", f"{DAYS} --region 강마을 --update -o x.csv", f"{TOWNS} --date 2024-05-04 --region 강마을 --update -o x.csv",
          f"{TOWNS} --date 2024-05-04 --region 산마을 --update -o x.csv", f"{TOWNS} --date 2024-05-04 --update -o x.csv"),
    keeps("counted", f"{DAYS} --max-calls 2 --jobs 1", f"{DAYS} --max-calls 2 --jobs 1 --report r.json", f"quota {HERE}"),
    keeps("checked", "plugins check plugins/bo-export-source-towns"),
]
