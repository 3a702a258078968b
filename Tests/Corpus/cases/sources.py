"""Several sources in one table: KOBIS, and two plugins that count in dollars."""

from case import DAY, case, step

HERE = "--plugin-dir plugins"
IN_2024 = 637 * DAY
"""2024-03-06: the weekends of cinemart are over and final."""
BOTH = f"weekend --source kobis-json,cinemart {HERE}"
FOUR = f"{BOTH} --from 2024-01-26 --to 2024-02-18"
ONE = f"{BOTH} --date 2024-01-26 --top 2"
DAYS = f"--source kobis-json,abroad {HERE} --top 2"
FEW = "--columns source,currency,date,title,sales_amount"


def sources(name: str, *lines, **facts):
    """A case with the folder of plugins."""
    return case(f"sources {name}", *lines, plugins=True, **facts)


def then(*lines: str):
    """Steps in 2024."""
    return (step(line, later=IN_2024) for line in lines)


CASES = [
    sources("in rows", *then(ONE, f"{ONE} --format jsonl", f"{ONE} --profile excel", f"{ONE} -O thousands=, --header ko",
                             f"weekend --source cinemart --source kobis-json {HERE} --date 2024-01-26 --top 1",
                             f"weekend --source cinemart {HERE} --date 2024-01-26 --top 2", f"{FOUR} --top 1 {FEW.replace('date', 'from')}")),
    sources("in documents", *then(f"{FOUR} --top 3 --format markdown", f"{FOUR} --top 3 -o x.html", f"{FOUR} -o x.xlsx",
                                  f"{FOUR} --top 3 -o x.sqlite", f"{FOUR} --top 2 --format singer", f"{ONE} --format lines",
                                  f"{ONE} --format mediawiki", f"{FOUR} -O sheets=period -o y.xlsx", f"{ONE} -O layout=mail -o mail.html",
                                  f"{ONE} -O layout=cards -o cards.html", f"{ONE} --lang ko --header ko --format markdown",
                                  f"weekend --source cinemart {HERE} --date 2024-01-26 --format markdown --top 2",
                                  f"weekend --source cinemart {HERE} -o one.html --from 2024-01-26 --to 2024-02-04",
                                  f"weekend --source cinemart {HERE} -o one.xlsx --from 2024-01-26 --to 2024-02-04")),
    sources("columns", *then(f"{ONE} --columns default,fetched_at,source", f"{ONE} --columns all", f"{ONE} --columns title,sales_amount",
                             f"{ONE} --columns title,rank", f"{ONE} --columns source,country,currency,chart,region,nation,kind,fetched_at,from,to,year_week",
                             f"{ONE} --columns rank_marker,ticket_price,release_day,audience_per_screen,title"),
            f"{DAYS} --date 2022-06-05", f"--source abroad {HERE} --date 2022-06-05 --columns all",
            f"--source kobis-json,seats {HERE} --date 2022-06-05 --top 1", f"--source abroad,seats {HERE} --date 2022-06-05 --format jsonl"),
    sources("in files", *then(f"{FOUR} --top 1 -o '{{source}}.csv'", f"{FOUR} --top 1 -o '{{source}}-{{date}}.csv'", f"{FOUR} --top 1 -o '{{month}}.csv'",
                              f"{FOUR} --top 1 -o '{{source}}/{{chart}}.md' --report r.json", f"{FOUR} --top 1 --columns title,show_count -o '{{source}}.jsonl'",
                              f"{FOUR} --top 1 --update -o '{{source}}.csv'", f"{FOUR} --top 1 --state s -o '{{source}}.json' --format singer"),
            "--region 서울,부산 --date 2022-06-05 --top 1 -o '{region}.csv'", "--date 2022-06-05 --top 1 -o '{source}-{region}.csv'"),
    sources("that cannot be", f"weekend --source cinemart,cinemart {HERE}", f"--source abroad {HERE} --source kobis-json --source kobis-xml", "--source kobis-json,kobis-xml", "--source kobis-xml,sample",
            f"--source kobis-json,abraod {HERE} --top 1", "--source kobis-json,", f"--source kobis-json,cinemart {HERE}", f"{DAYS} --region 서울", f"{DAYS} --nation 한국",
            f"{DAYS} --cross-check", f"trend 20204548 --source kobis-json,abroad {HERE}", f"movies --title 범죄 --source kobis-json,abroad {HERE}",
            f"rows --source kobis-json,halls {HERE}", f"{DAYS} --record r", f"{DAYS} --offline", f"{DAYS[:-1]}3",
            f"{DAYS} --date 2022-03-31", f"{DAYS} --date 2022-06-08", f"{DAYS} --from 2022-06-09 --to 2022-06-10", f"{DAYS} --lang ko --date 2022-03-31",
            f"--source seats,abroad {HERE} --date 2022-04-30", f"--source seats,abroad {HERE} --date 2003-01-01"),
    sources("that lack periods", f"{DAYS} --from 2022-03-31 --to 2022-04-01 --keep-going", f"{DAYS} --date 2022-06-07", f"{DAYS} --date 2022-06-07 --keep-going",
            f"{DAYS} --date 2022-06-07 --keep-going --lang ko --report r.json", f"--source seats,abroad {HERE} --from 2022-04-29 --to 2022-05-01 --keep-going -o x.csv",
            f"--source seats,abroad {HERE} --from 2022-04-29 --to 2022-05-01 --keep-going -o x.csv --update"),
    # 12:30 in Seoul; an hour past midnight; a minute before the day ends there; its end.
    sources("whose days end", f"{DAYS} {FEW}", f"{DAYS} {FEW} --last 2 --dry-run", step(f"{DAYS} {FEW} --date yesterday", later=-12 * 3600 + 30),
            step(f"{DAYS} {FEW}", later=11 * 3600), step(f"{DAYS} {FEW}", later=6 * 3600 + 1710), step(f"{DAYS} {FEW}", later=6 * 3600 + 1770),
            f"--source abroad {HERE} {FEW}", f"--source abroad {HERE} --date 2022-06-07", f"{DAYS} {FEW} --month 2022-06", f"{DAYS} {FEW} --date -3d"),
    sources("of which one fails", f"{DAYS} {FEW} --from 2022-04-09 --to 2022-04-11 --retries 0", f"{DAYS} {FEW} --from 2022-04-08 --to 2022-04-11 --keep-going --retries 0 --jobs 1",
            f"{DAYS} {FEW} --date 2022-04-10 --keep-going",
            f"{DAYS} {FEW} --date 2022-06-05 -O manner=crash", f"{DAYS} {FEW} --date 2022-06-05 -O manner=crash --keep-going --report r.json",
            f"{DAYS} {FEW} --date 2022-04-10 -O manner=crash --keep-going -o x.csv", f"{DAYS} {FEW} --date 2022-04-10 --keep-going -o '{{source}}.csv'",
            f"{DAYS} {FEW} --from 2022-06-01 --to 2022-06-05 --max-calls 3 --jobs 1", f"{DAYS} {FEW} --from 2022-06-01 --to 2022-06-05 --max-calls 8 --keep-going --jobs 1",
            f"{DAYS} {FEW} --date 2022-06-05 -O manner=none", f"{DAYS} {FEW} --date 2022-06-05 -O manner=one", service="troubled"),
    sources("whose quota is spent", f"{DAYS} {FEW} --from 2022-04-01 --to 2022-04-05 --keep-going --retries 0 --jobs 1",
            f"{DAYS} {FEW} --from 2022-04-02 --to 2022-04-03 --keep-going --retries 0 --jobs 1", f"{DAYS} {FEW} --date 2022-06-05",
            f"{DAYS} {FEW} --date 2022-06-05 -O manner=crash --keep-going --jobs 1", f"{DAYS} --date 2022-06-05 --keep-going -o '{{source}}.csv'",
            service="troubled"),
    sources("brought up to date", f"{DAYS} {FEW} --from 2022-06-01 --to 2022-06-03 --update -o x.csv", f"{DAYS} --last 2 --update -o x.csv",
            step(f"{DAYS} --last 2 --update -o x.csv", later=DAY), step(f"{DAYS} --last 2 --update -o x.csv", later=30 * DAY),
            f"--source kobis-json --last 2 --update -o x.csv", f"--source abroad,kobis-json {HERE} --update -o x.csv",
            f"{DAYS} --date 2022-06-04 --update -o x.csv -O abroad.manner=crash --keep-going", f"{DAYS} --last 2 --update -o '{{month}}.jsonl'",
            step(f"--source abroad {HERE} --update -o x.csv", before={"x.csv": "date,title\n2022-06-05,x\n"})),
    sources("into one database", "--last 2 --top 2 -o x.sqlite", f"--source abroad {HERE} --last 2 -o x.sqlite",
            step(f"{DAYS} --last 2 -o x.sqlite", later=7 * DAY), step(f"--source abroad {HERE} --last 1 -o x.sqlite -O manner=one", later=8 * DAY)),
    sources("into one warehouse", step(f"{DAYS} --last 2 --format singer --state s -o s.new", before={"s": ""}),
            step(f"{DAYS} --last 2 --format singer --state s", later=7 * DAY, before={"s": '{"bookmarks":{}}'}),
            f"{DAYS} --last 2 --format singer --state s -O manner=one"),
    # abroad lags by a day, and seats ends on 2022-06-07.
    sources("with a state of which one lacks days", step(f"{DAYS} --last 3 --format singer --state s", later=-2 * DAY, before={"s": ""}),
            step(f"{DAYS} --date 2022-06-07 --keep-going --format singer --state s", before={"s": '{"bookmarks":{}}'}),
            step(f"--source seats,abroad {HERE} --last 1 --keep-going --format singer --state s", later=2 * DAY, before={"s": "{}"}),
            step(f"{DAYS} --last 1 --format singer --state s", before={"s": '{"bookmarks":{"charts":{"replication_key_value":"2022-06-01"}}}'})),
    sources("whose files stay", f"{DAYS} {FEW} --last 2 -o '{{date}}.csv'", f"{DAYS} {FEW} --last 2 -o '{{date}}.csv' -O manner=crash --keep-going",
            f"{DAYS} {FEW} --date 2022-06-04 -o '{{date}}.csv' -O manner=crash --keep-going",
            step(f"--source seats,abroad {HERE} --last 1 --keep-going -o '{{source}}.csv'", later=2 * DAY),
            "--source kobis-json --columns source,date,title,sales_amount --top 1 --last 1 -o x.csv --update",
            f"{DAYS} --last 2 -o x.csv --update", f"{DAYS} --last 2 --columns date,title -o y.csv --update"),
    sources("of which one lacks days here and there",
            "--source kobis-json,file -O path=days.csv --from 2022-06-02 --to 2022-06-06 --keep-going --top 1 --columns source,date,title --report r.json",
            files={"days.csv": "date,rank,title\n2022-06-03,1,가\n2022-06-05,1,나\n"}),
    sources("without codes of films", f"weekend --source kobis-json,csvchart {HERE} --date 2022-05-27 -o x.sqlite",
            f"weekend --source kobis-json,csvchart {HERE} --date 2022-05-27 --format singer"),
    sources("with posters and details", *then(f"{ONE} --with details --columns source,title,directors", f"{ONE} --with details,posters --columns source,title,poster_url",
                                              f"weekend --source cinemart {HERE} --date 2024-01-26 --with details")),
]
