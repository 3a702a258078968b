"""Plugins: those of the samples and of this corpus, and several sources in one table."""

from case import DAY, case, each, greeting, step

HERE = "--plugin-dir plugins"
SEATS = f"--source seats {HERE} --date 2022-06-01"
SLOW = "--source sample --top 1 --format slow-svc --plugin-dir p"
SERVICE = {"p/bo-export-format-slow-svc": greeting("slow-svc", '"summary":"a test","variables":["SVC_TOKEN","LANG"]') + """
read -r columns || exit 0
cat >/dev/null
echo "the token is '$SVC_TOKEN'" >&2
[ -n "$SVC_TOKEN" ] || exit 77
echo done
"""}
POSTERS = "--source sample --top 2 --with posters --columns movie_code,poster_url --plugin-dir p"
SHELF = """while IFS= read -r film; do
    host=${film##*'"host":"'}
    case "$film" in *'"code":"CODE'*) echo '{"poster":{"url":"https://'"${host%%\\"*}"'.example/p.jpg","width":7,"height":10,'\\
'"thumbnail_url":null,"page_url":null,"confidence":1}}';; esac
    echo '{"end":{}}'
done
"""
NOTES = f"--source sample {HERE} --with details --details-from notes"
ONLY = "--columns movie_code,title,note,directors"
FROM = f"--source sample {HERE} --with details --details-from"
REAL = f"--date 2022-06-05 {HERE} --with details --details-from"
TOWNS = f"--source towns {HERE}"
MAY = f"{TOWNS} --from 2024-05-01 --to 2024-05-03"
MAY_DAY = f"{TOWNS} --date 2024-05-01"
LATER = 800 * DAY
"""2024-08-16."""
IN_2024 = 637 * DAY
"""2024-03-06: the weekends of cinemart are over and final."""
BOTH = f"weekend --source kobis-json,cinemart {HERE}"
FOUR = f"{BOTH} --from 2024-01-26 --to 2024-02-18"
ONE = f"{BOTH} --date 2024-01-26 --top 2"
DAYS = f"--source kobis-json,abroad {HERE} --top 2"
FEW = "--columns source,currency,date,title,sales_amount"
CINEMART = f"weekend --source cinemart {HERE}"
LAGGING = f"--source seats,abroad {HERE}"

CASES = [
    case("plugin list", *each(f"plugins {{}}{HERE}", "", "seats ", "wrong ", "nope "),
         *each("plugins", f"{HERE} --json", f"seats {HERE} --json", f"shelf {HERE} --lang ko"),
         *each("BO_EXPORT_PLUGIN_PATH={} plugins mediawiki", "plugins", "@DIR@/work/plugins")),
    case("plugin formats", *each(f"--source sample {HERE}", "--format mediawiki --top 3", "--top 3 -o x.wiki",
        "--top 3 --format mediawiki -o x.txt --header en", "--top 2 -o x.jsonl.gz", "--format wrong",
        "--format wrong --lang ko")),
    case("plugin csvchart", *each(f"weekend --source csvchart {HERE}", "--last 2",
        "--last 2 --format markdown", "--last 2 -o x.xlsx", "-o x.html", "--format singer", "-o x.sqlite",
        "--date 2022-01-01", "-O file=nowhere.csv", "--region 서울"), f"daily --source csvchart {HERE}"),
    case("plugin posters", *each(f"--source sample {HERE}",
        "--top 2 --with posters --posters-from csvposters --columns title,poster_url,poster_source,poster_match",
        "--with posters --posters-from shelf --columns movie_code,title,poster_url,poster_confidence",
        "--top 3 --with posters --posters-from csvposters,shelf --columns movie_code,poster_url,poster_source",
        "--top 3 --with posters --posters-from shelf -o x.md")),
    case("plugin lines", *each(f"--source sample {HERE}", "--format lines --top 2",
        "--top 1 --last 2 -o x.lines", "--top 1 --last 2 -o '{date}.lns'",
        "--format lines --top 1 -O status=3", "--format lines --top 1 -O status=3 -o x.lines",
        "--format lines -O status=x", "--top 1 -o x.line", "--format lines --top 1 --update -o x.lines",
        "--format lines --top 1 --header ko --columns rank,title"),
         f"movies --title 범죄 {HERE} --format lines",
         f"trend 20204548 --from 2022-06-01 --to +1d {HERE} --format lines"),
    case("plugin seats", *each(SEATS, "", "--format jsonl", "--header ko", "--profile excel",
        "-O size=5 --format markdown", "--columns rank,title,seats,release_day", "-o x.html", "-o x.xlsx",
        "-o x.sqlite", "--dry-run", "--report r.json -q -o x.csv"), f"--source seats {HERE} --last 2",
         f"weekly --source seats {HERE}"),
    case("plugin seats in all manners",
         *each(f"{SEATS} -O manner={{}}", "short", "empty", "type", "day", "crash", "talk", "json", "nope"),
         *each(f"{SEATS} -O manner={{}} --lang ko", "short", "type", "crash", "json"), *each(
        f"--source seats {HERE} --last 2 -O manner={{}}", "crash --keep-going",
        "empty --keep-going -o x.csv")),
    case("plugin what does not go with one", *each(SEATS, "--offline", "--record r", "--replay r",
        "--region 서울", "--with details", "--cross-check", "--max-calls 1"), f"trend 하나 --source seats {HERE}",
         f"movies --source seats {HERE}"),
    case("plugin halls", *each(f"rows --source halls {HERE}", "", "--format jsonl",
        "--header ko --format markdown", "-o x.sqlite", "-o x.xlsx", "--offline --format singer",
        "--columns hall,seats"), f"rows --source seats {HERE}", f"--source halls {HERE}",
         f"columns halls {HERE}"),
    case("plugin check", *each("plugins check plugins{}", "/bo-export-source-seats",
        "/bo-export-source-halls", "/bo-export-format-lines", "/bo-export-format-wrong",
        "/bo-export-posters-csvposters", "/csvchart.csv", "", " --lang ko")),
    case("plugin of an empty folder", "--source sample --plugin-dir p --format lines --top 1", files={"p/": ""}),
    case("plugin variables", "BO_EXPORT_PLUGIN_VARIABLES=x --source sample --top 1",
         "BO_EXPORT_PLUGIN_VARIABLES=lines:HOME --source sample --top 1",
         "BO_EXPORT_PLUGIN_VARIABLES=lines:KOBIS_API_KEY --source sample --top 1 --format lines --plugin-dir plugins"),
    case("plugin of the home", "plugins greet", "--source sample --top 1 --format greet", files={
        "home/.local/share/bo-export/plugins/bo-export-format-greet":
            greeting("greet", '"summary":"a greeting"') + "read -r columns || exit 0\ncat >/dev/null\necho hello\n"}),
    case("plugin with last words",
         *each("--source sample --top 3 --plugin-dir p --format", "bad", "bad -q", "good"), files={
        f"p/bo-export-format-{name}": greeting(name, '"summary":"a test"') + "read -r columns || exit 0\n" + body
        for name, body in (("bad", "echo one >&2; cat >/dev/null; echo two >&2; exit 1\n"),
        ("good", "cat; echo one >&2; echo two >&2\n"))}),
    case("plugin variables that cannot be", *each(f"BO_EXPORT_PLUGIN_VARIABLES='{{}}' {SLOW}",
        "slowsvc:SVC_TOKEN", "slow-svc:LANG,other:A", "csv:A", "*:*", "*:SVC_TOKEN", "slow-svc",
        "slow-svc=SVC_TOKEN", "Slow:SVC_TOKEN", ":SVC_TOKEN", "slow-svc:", "slow-svc:SVC-TOKEN",
        "slow-svc:1SVC", "slow-svc:SVC_*", "slow-svc:A:B"),
         "BO_EXPORT_PLUGIN_VARIABLES=other:A plugins --plugin-dir p",
         "BO_EXPORT_PLUGIN_VARIABLES=slow-svc: plugins slow-svc --plugin-dir p", f"{SLOW} --config c.json",
         "BO_EXPORT_PLUGIN_VARIABLES=slow-svc: plugins check p/bo-export-format-slow-svc",
         "BO_EXPORT_PLUGIN_VARIABLES=gone:A --source sample --top 1 --columns rank",
         files=SERVICE | {"c.json": '{"plugin-variables": ["slow-svc:LANG", "other:A"]}'}),
    case("plugin variables that lack", f"SVC_TOKEN=n0rth1s4 {SLOW}", f"{SLOW}",
         f"SVC_TOKEN=n0rth1s4 BO_EXPORT_PLUGIN_VARIABLES=' slow-svc : SVC_TOKEN ,' {SLOW}",
         f"SVC_TOKEN=n0rth1s4 BO_EXPORT_PLUGIN_VARIABLES='slow-svc:*' {SLOW}",
         "SVC_TOKEN=n0rth1s4 plugins check p/bo-export-format-slow-svc", files=SERVICE),
    case("plugin of posters", *each(f"{POSTERS} --posters-from", "one,two", "'two, one' -O two.host=other",
        "one", "one --report r.json", "''", "one -O tow.host=x", "one -O one.hst=x", "one -O host='a b'"),
         "--source sample --posters-from kakao --top 1 --columns rank", "plugins one --plugin-dir p",
         "plugins one --plugin-dir p --json", files={f"p/bo-export-posters-{name}": greeting(name,
        f'"summary":"a test","options":[{{"name":"host","default":"{name}","help":"h"}}]')
        + SHELF.replace("CODE", code) for name, code in (("one", "20204548"), ("two", ""))}),
    case("details of a plugin", *each(NOTES, "", "--format jsonl", "--format markdown", f"--header ko {ONLY}",
        "--top 3 -o x.html", "--top 3 -o x.xlsx", "--top 3 -o x.sqlite", "--top 3 --format singer")),
    case("details of a list", *each(f"{FROM} ids --top 3", "", "--offline", "-O ids.file=nowhere.csv")),
    case("details in an order", *each(f"{FROM} {{}} --top 3 --format jsonl", "ids,notes", "notes,ids"),
         *each(f"{REAL} {{}} --top 3 --format jsonl", "notes,kobis-json", "kobis-json,notes")),
    case("details kept", *each(f"{NOTES} {ONLY} --top 3", "--report a.json", "--report b.json", "--offline",
        "--refresh --report c.json")),
    case("details recorded", *each(f"{REAL} notes {ONLY} --top 3 --{{}} r", "record", "replay")),
    case("details in all manners", *each(f"{NOTES} {ONLY} --jobs 1 --retries 0 -O manner={{}}", "none",
        "null", "twice", "type", "field", "text", "end", "die", "refuse", "later", "more")),
    case("details that keep going", *each(f"{NOTES} {ONLY} --jobs 1 --retries 0 --keep-going -O manner={{}}",
        "twice", "type", "end", "die", "refuse", "later")),
    case("details and posters",
         f"--source sample {HERE} --with details,posters --details-from notes --posters-from shelf "
         "--top 3 --format jsonl"),
    case("details of a week", *(
        f"{NOTES} --from 2022-05-30 --to 2022-06-05 --top 2 --columns date,title,note{more} "
        "--report report.json" for more in ("", " -o '{date}.csv'"))),
    case("details of charts without codes",
         f"--source seats {HERE} --date 2022-06-01 --with details --details-from ids",
         f"weekend --source csvchart {HERE} --last 1 --with details --details-from ids"),
    case("details of several sources", *each(
        f"weekend --source kobis-json,csvchart --date 2022-06-03 {HERE} --with details --details-from {{}} --top 2",
        "notes,kobis-json", "kobis-json")),
    case("details named wrong", *each(FROM, "note", "notes,notes", "''", "kobis-json", "shelf"),
         f"--source sample {HERE} --details-from note", *each(NOTES, "-O note.manner=end",
        "-O manner=nothing", "--columns title,notes", "--lang ko -O manner=type")),
    case("details listed", *each(f"plugins notes {HERE}", "", "--json", "--lang ko"),
         *each("plugins check plugins/bo-export-details-{}", "ids", "notes")),
    case("details not kept", f"{NOTES} --replay nowhere", f"{FROM} ids --record r"),
    case("keeps said", *each(f"plugins towns {HERE}", "", "--json", "--lang ko"), f"quota {HERE}",
         later=LATER),
    case("keeps narrowed", *each(MAY_DAY, "--region 강마을", "--region 2,강마을 --format jsonl", "--nation 한국",
        "--kind art --region 산마을", "--region 강마을,산마을 -o '{region}.csv'",
        "--columns region,nation,kind,title --nation foreign --kind 예술", "--region 바다마을 -o x.html",
        "--region 바다마을,2 -o x.xlsx"), f"{MAY} --region 강마을 --format markdown", later=LATER),
    case("keeps each of its regions", *each(f"{MAY_DAY} --region", "each --columns region,rank,title",
        "each --pivot region --format markdown", "산마을,모든지역 --dry-run"), later=LATER),
    case("keeps narrowed to what there is not",
         *each(f"{MAY_DAY} --region", "서울", "강마을을", "강마을을 --lang ko", "전국", ",", "서울 --source kobis-json"),
         f"weekly {TOWNS}", f"{MAY_DAY} --deep", later=LATER),
    case("keeps in keys", f"{MAY} --region 강마을 -o x.sqlite", f"{MAY_DAY} -o x.sqlite",
         f"{MAY_DAY} --region 강마을 --nation korean --format singer", step(
        f"{TOWNS} --region 강마을 --date 2024-08-14 --format singer --state s", later=LATER, before={"s": ""}),
         step(f"{TOWNS} --region 강마을 --format singer --state s --to 2024-08-15", later=LATER + DAY,
        before={"s": '{"bookmarks":{}}'}), later=LATER),
    case("keeps kept", *[f"{MAY} --report r.json"] * 2, f"{MAY} --offline",
         f"{MAY} --region 강마을 --dry-run", f"{MAY} --refresh --report r.json",
         *[f"{TOWNS} --date 2024-08-15 --report r.json"] * 2,
         step(f"{TOWNS} --date 2024-08-15 --report r.json", later=LATER + 3 * DAY), "cache status",
         later=LATER),
    case("keeps recorded", f"{MAY} --record r", f"{MAY} --replay r", f"{MAY_DAY} --region 강마을 --replay r",
         f"{MAY} --record r --lang ko", later=LATER),
    case("keeps brought up to date", f"{MAY} --region 강마을 --update -o x.csv",
         *each(f"{TOWNS} --date 2024-05-04{{}} --update -o x.csv", " --region 강마을", " --region 산마을", ""),
         later=LATER),
    case("keeps counted", *each(f"{MAY} --max-calls 2 --jobs 1", "", "--report r.json"), f"quota {HERE}",
         later=LATER),
    case("keeps checked", "plugins check plugins/bo-export-source-towns", later=LATER),
    case("sources in rows", ONE,
         *each(ONE, "--format jsonl", "--profile excel", "-O thousands=, --header ko"),
         f"weekend --source cinemart --source kobis-json {HERE} --date 2024-01-26 --top 1",
         f"{CINEMART} --date 2024-01-26 --top 2", f"{FOUR} --top 1 {FEW.replace('date', 'from')}",
         later=IN_2024),
    case("sources in documents", *each(FOUR, "--top 3 --format markdown", "--top 3 -o x.html", "-o x.xlsx",
        "--top 3 -o x.sqlite", "--top 2 --format singer", "-O sheets=period -o y.xlsx"), *each(ONE,
        "--format lines", "--format mediawiki", "-O layout=mail -o mail.html",
        "-O layout=cards -o cards.html", "--lang ko --header ko --format markdown"), *each(CINEMART,
        "--date 2024-01-26 --format markdown --top 2", "-o one.html --from 2024-01-26 --to 2024-02-04",
        "-o one.xlsx --from 2024-01-26 --to 2024-02-04"), later=IN_2024),
    case("sources columns", *each(f"{ONE} --columns", "default,fetched_at,source", "all",
        "title,sales_amount", "title,rank",
        "source,country,currency,chart,region,nation,kind,fetched_at,from,to,year_week",
        "rank_marker,ticket_price,release_day,audience_per_screen,title"), later=IN_2024),
    case("sources columns of days", f"{DAYS} --date 2022-06-05",
         f"--source abroad {HERE} --date 2022-06-05 --columns all",
         f"--source kobis-json,seats {HERE} --date 2022-06-05 --top 1",
         f"--source abroad,seats {HERE} --date 2022-06-05 --format jsonl"),
    case("sources in files", *each(f"{FOUR} --top 1", "-o '{source}.csv'", "-o '{source}-{date}.csv'",
        "-o '{month}.csv'", "-o '{source}/{chart}.md' --report r.json",
        "--columns title,show_count -o '{source}.jsonl'", "--update -o '{source}.csv'",
        "--state s -o '{source}.json' --format singer"), later=IN_2024),
    case("sources and regions in files", "--region 서울,부산 --date 2022-06-05 --top 1 -o '{region}.csv'",
         "--date 2022-06-05 --top 1 -o '{source}-{region}.csv'"),
    case("sources that cannot be", f"weekend --source cinemart,cinemart {HERE}",
         f"--source abroad {HERE} --source kobis-json --source kobis-xml", f"{DAYS[:-1]}3",
         *each("--source", "kobis-json,kobis-xml", "kobis-xml,sample", "kobis-json,"),
         f"--source kobis-json,abraod {HERE} --top 1", f"--source kobis-json,cinemart {HERE}",
         *each(f"{{}} --source kobis-json,abroad {HERE}", "trend 20204548", "movies --title 범죄"),
         f"rows --source kobis-json,halls {HERE}", *each(DAYS, "--region 서울", "--nation 한국", "--cross-check",
        "--record r", "--offline", "--date 2022-03-31", "--date 2022-06-08",
        "--from 2022-06-09 --to 2022-06-10", "--lang ko --date 2022-03-31"),
         *each(f"{LAGGING} --date", "2022-04-30", "2003-01-01")),
    case("sources that lack periods", *each(DAYS, "--from 2022-03-31 --to 2022-04-01 --keep-going",
        "--date 2022-06-07", "--date 2022-06-07 --keep-going",
        "--date 2022-06-07 --keep-going --lang ko --report r.json"),
         *each(f"{LAGGING} --from 2022-04-29 --to 2022-05-01 --keep-going -o x.csv", "", "--update")),
    # 12:30 in Seoul; an hour past midnight; a minute before the day ends there; its end.
    case("sources whose days end", f"{DAYS} {FEW}", f"{DAYS} {FEW} --last 2 --dry-run",
         step(f"{DAYS} {FEW} --date yesterday", later=-12 * 3600 + 30),
         *(step(f"{DAYS} {FEW}", later=seconds) for seconds in (11 * 3600, 6 * 3600 + 1710, 6 * 3600 + 1770)),
         *each(f"--source abroad {HERE}", FEW, "--date 2022-06-07"),
         *each(f"{DAYS} {FEW}", "--month 2022-06", "--date -3d")),
    case("sources of which one fails", *each(f"{DAYS} {FEW}", "--from 2022-04-09 --to 2022-04-11 --retries 0",
        "--from 2022-04-08 --to 2022-04-11 --keep-going --retries 0 --jobs 1",
        "--date 2022-04-10 --keep-going", "--date 2022-06-05 -O manner=crash",
        "--date 2022-06-05 -O manner=crash --keep-going --report r.json",
        "--date 2022-04-10 -O manner=crash --keep-going -o x.csv",
        "--date 2022-04-10 --keep-going -o '{source}.csv'",
        "--from 2022-06-01 --to 2022-06-05 --max-calls 3 --jobs 1",
        "--from 2022-06-01 --to 2022-06-05 --max-calls 8 --keep-going --jobs 1",
        "--date 2022-06-05 -O manner=none", "--date 2022-06-05 -O manner=one"), service="troubled"),
    case("sources whose quota is spent", *each(f"{DAYS} {FEW}",
        "--from 2022-04-01 --to 2022-04-05 --keep-going --retries 0 --jobs 1",
        "--from 2022-04-02 --to 2022-04-03 --keep-going --retries 0 --jobs 1", "--date 2022-06-05",
        "--date 2022-06-05 -O manner=crash --keep-going --jobs 1"),
         f"{DAYS} --date 2022-06-05 --keep-going -o '{{source}}.csv'", service="troubled"),
    case("sources brought up to date", f"{DAYS} {FEW} --from 2022-06-01 --to 2022-06-03 --update -o x.csv",
         *(step(f"{DAYS} --last 2 --update -o x.csv", later=days * DAY) for days in (0, 1, 30)),
         "--source kobis-json --last 2 --update -o x.csv",
         f"--source abroad,kobis-json {HERE} --update -o x.csv",
         f"{DAYS} --date 2022-06-04 --update -o x.csv -O abroad.manner=crash --keep-going",
         f"{DAYS} --last 2 --update -o '{{month}}.jsonl'",
         step(f"--source abroad {HERE} --update -o x.csv", before={"x.csv": "date,title\n2022-06-05,x\n"})),
    case("sources into one database", "--last 2 --top 2 -o x.sqlite",
         f"--source abroad {HERE} --last 2 -o x.sqlite", step(f"{DAYS} --last 2 -o x.sqlite", later=7 * DAY),
         step(f"--source abroad {HERE} --last 1 -o x.sqlite -O manner=one", later=8 * DAY)),
    case("sources into one warehouse",
         step(f"{DAYS} --last 2 --format singer --state s -o s.new", before={"s": ""}),
         step(f"{DAYS} --last 2 --format singer --state s", later=7 * DAY, before={"s": '{"bookmarks":{}}'}),
         f"{DAYS} --last 2 --format singer --state s -O manner=one"),
    # abroad lags by a day, and seats ends on 2022-06-07.
    case("sources with a state of which one lacks days", *(step(f"{line} --format singer --state s",
        later=days * DAY, before={"s": state}) for line, days, state in ((f"{DAYS} --last 3", -2, ""), (
        f"{DAYS} --date 2022-06-07 --keep-going", 0, '{"bookmarks":{}}'),
        (f"{LAGGING} --last 1 --keep-going", 2, "{}"), (f"{DAYS} --last 1", 0,
        '{"bookmarks":{"charts":{"replication_key_value":"2022-06-01"}}}')))),
    case("sources whose files stay", *each(f"{DAYS} {FEW}", "--last 2 -o '{date}.csv'",
        "--last 2 -o '{date}.csv' -O manner=crash --keep-going",
        "--date 2022-06-04 -o '{date}.csv' -O manner=crash --keep-going"),
         step(f"{LAGGING} --last 1 --keep-going -o '{{source}}.csv'", later=2 * DAY),
         "--source kobis-json --columns source,date,title,sales_amount --top 1 --last 1 -o x.csv --update",
         *each(f"{DAYS} --last 2", "-o x.csv --update", "--columns date,title -o y.csv --update")),
    case("sources of which one lacks days here and there",
         "--source kobis-json,file -O path=days.csv --from 2022-06-02 --to 2022-06-06 --keep-going --top 1 "
         "--columns source,date,title --report r.json",
         files={"days.csv": "date,rank,title\n2022-06-03,1,가\n2022-06-05,1,나\n"}),
    case("sources without codes of films", *each(
        f"weekend --source kobis-json,csvchart {HERE} --date 2022-05-27", "-o x.sqlite", "--format singer")),
    case("sources with posters and details", *each(ONE, "--with details --columns source,title,directors",
        "--with details,posters --columns source,title,poster_url"),
         f"{CINEMART} --date 2024-01-26 --with details", later=IN_2024),
]
