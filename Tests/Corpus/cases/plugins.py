"""Plugins: those of the samples and of this corpus, and several sources in one table."""

from case import DAY, case, each, greeting, step

HERE = "--plugin-dir plugins"
SEATS = f"--source seats {HERE} --date 2022-06-01"
SLOW = "--source sample --top 1 --format slow-svc --plugin-dir p"
SERVICE = {"p/bo-export-format-slow-svc": greeting("slow-svc",
    '"summary":"a test","variables":["SVC_TOKEN","LANG"]') + """
read -r columns || exit 0
cat >/dev/null
echo "the token is '$SVC_TOKEN'" >&2
[ -n "$SVC_TOKEN" ] || exit 77
echo done
"""}
POSTERS = "--source sample --top 2 --with posters --columns movie_code,poster_url --plugin-dir p"
SHELF = """while IFS= read -r film; do
    host=${film##*'"host":"'}
    case "$film" in *'"code":"CODE'*) echo '{"poster":{"url":"https://'"${host%%\\"*}"'.example/p.jpg",'\\
'"width":7,"height":10,'\\
'"thumbnail_url":null,"page_url":null,"confidence":1}}';; esac
    echo '{"end":{}}'
done
"""
NOTES = f"--source sample {HERE} --with details --details-from notes"
ONLY = "--columns movie_code,title,note,directors"
FROM = f"--source sample {HERE} --with details --details-from"
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
LAGGING = f"--source seats,abroad {HERE}"

CASES = [
    case("plugin samples", *each(f"plugins {{}}{HERE}", "", "wrong ", "nope "),
        *each("plugins", f"{HERE} --json", f"seats {HERE} --json", f"shelf {HERE} --lang ko"),
        *each("BO_EXPORT_PLUGIN_PATH={} plugins mediawiki", "plugins", "@DIR@/work/plugins"),
        *each(f"--source sample {HERE}", "--top 3 -o x.wiki",
        "--top 3 --format mediawiki -o x.txt --header en", "--top 2 -o x.jsonl.gz",
        "--format wrong --lang ko"),
        *each(f"weekend --source csvchart {HERE}", "-O file=nowhere.csv", "--region 서울"),
        f"daily --source csvchart {HERE}"),
    case("plugin posters", *each(f"--source sample {HERE}",
        "--with posters --posters-from shelf --columns movie_code,title,poster_url,poster_confidence",
        "--top 3 --with posters --posters-from csvposters,shelf "
        "--columns movie_code,poster_url,poster_source",
        "--top 3 --with posters --posters-from shelf -o x.md")),
    case("plugin lines", *each(f"--source sample {HERE}", "--top 1 --last 2 -o x.lines",
        "--top 1 --last 2 -o '{date}.lns'", "--format lines --top 1 -O status=3 -o x.lines",
        "--format lines -O status=x", "--top 1 -o x.line", "--format lines --top 1 --update -o x.lines"),
        f"movies --title 범죄 {HERE} --format lines",
        f"trend 20204548 --from 2022-06-01 --to +1d {HERE} --format lines"),
    case("plugin seats", f"weekly --source seats {HERE}"),
    case("plugin seats in all manners",
        *each(f"{SEATS} -O manner={{}}", "type", "day", "talk", "json", "nope"),
        *each(f"{SEATS} -O manner={{}} --lang ko", "short", "type", "crash", "json"),
        *each(f"--source seats {HERE} --last 2 -O manner={{}}", "crash --keep-going",
        "empty --keep-going -o x.csv")),
    case("plugin what does not go with one", *each(SEATS, "--offline", "--record r", "--replay r",
        "--region 서울", "--with details", "--cross-check"), f"trend 하나 --source seats {HERE}",
        f"movies --source seats {HERE}"),
    case("plugin halls", *each(f"rows --source halls {HERE}", "", "--format jsonl",
        "--header ko --format markdown", "-o x.sqlite", "-o x.xlsx", "--offline --format singer",
        "--columns hall,seats"), f"rows --source seats {HERE}", f"--source halls {HERE}",
        f"columns halls {HERE}"),
    case("plugin check", *each("plugins check plugins{}", "/bo-export-source-seats",
        "/bo-export-source-halls", "/bo-export-format-lines", "/bo-export-format-wrong",
        "/bo-export-posters-csvposters", "/csvchart.csv")),
    case("plugin of an empty folder", "--source sample --plugin-dir p --format lines --top 1",
        files={"p/": ""}),
    case("plugin variables", "BO_EXPORT_PLUGIN_VARIABLES=x --source sample --top 1",
        "BO_EXPORT_PLUGIN_VARIABLES=lines:HOME --source sample --top 1",
        "BO_EXPORT_PLUGIN_VARIABLES=lines:KOBIS_API_KEY --source sample --top 1 --format lines --plugin-dir "
        "plugins"),
    case("plugin of the home", "plugins greet", "--source sample --top 1 --format greet",
        files={
        "home/.local/share/bo-export/plugins/bo-export-format-greet": greeting("greet",
        '"summary":"a greeting"') + "read -r columns || exit 0\ncat >/dev/null\necho hello\n"}),
    case("plugin with last words", *each("--source sample --top 3 --plugin-dir p --format", "bad", "good"),
        files={f"p/bo-export-format-{name}": greeting(name, '"summary":"a test"') + "read -r columns || "
        f"exit 0\n{body}\n"
        for name, body in (("bad", "echo one >&2; cat >/dev/null; echo two >&2; exit 1"),
        ("good", "cat; echo one >&2; echo two >&2"))}),
    case("plugin variables that cannot be", *each(f"BO_EXPORT_PLUGIN_VARIABLES='{{}}' {SLOW}",
        "slowsvc:SVC_TOKEN", "slow-svc:LANG,other:A", "csv:A", "*:*", "*:SVC_TOKEN", "slow-svc",
        "slow-svc=SVC_TOKEN", "Slow:SVC_TOKEN", ":SVC_TOKEN", "slow-svc:SVC-TOKEN", "slow-svc:1SVC",
        "slow-svc:SVC_*", "slow-svc:A:B"), "BO_EXPORT_PLUGIN_VARIABLES=other:A plugins --plugin-dir p",
        "BO_EXPORT_PLUGIN_VARIABLES=slow-svc: plugins slow-svc --plugin-dir p",
        "BO_EXPORT_PLUGIN_VARIABLES=gone:A --source sample --top 1 --columns rank", files=SERVICE | {}),
    case("plugin variables that lack", *each("SVC_TOKEN=n0rth1s4",
        f"BO_EXPORT_PLUGIN_VARIABLES=' slow-svc : SVC_TOKEN ,' {SLOW}",
        f"BO_EXPORT_PLUGIN_VARIABLES='slow-svc:*' {SLOW}", "plugins check p/bo-export-format-slow-svc"),
        files=SERVICE),
    case("plugin of posters", *each(f"{POSTERS} --posters-from", "'two, one' -O two.host=other", "''",
        "one -O tow.host=x", "one -O one.hst=x", "one -O host='a b'"), "plugins one --plugin-dir p --json",
        files={f"p/bo-export-posters-{name}": greeting(name,
        f'"summary":"a test","options":[{{"name":"host","default":"{name}","help":"h"}}]')
        + SHELF.replace("CODE", code)
        for name, code in (("one", "20204548"), ("two", ""))}),
    case("details of plugins", *each(NOTES, "--format jsonl", "--top 3 --format singer"),
        *each(f"{FROM} ids --top 3", "--offline", "-O ids.file=nowhere.csv"),
        *each(f"{NOTES} {ONLY} --jobs 1 --retries 0 -O manner={{}}", "null", "twice", "type", "field", "text",
        "end", "die", "more"), *each(f"{NOTES} {ONLY} --jobs 1 --retries 0 --keep-going -O manner={{}}",
        "twice", "type", "end", "die", "refuse", "later"),
        f"--source seats {HERE} --date 2022-06-01 --with details --details-from ids",
        f"weekend --source csvchart {HERE} --last 1 --with details --details-from ids",
        *each(f"weekend --source kobis-json,csvchart --date 2022-06-03 {HERE} --with details --details-from "
        f"{{}} --top 2", "notes,kobis-json", "kobis-json"),
        *each(FROM, "note", "notes,notes", "''", "kobis-json", "shelf"),
        f"--source sample {HERE} --details-from note", *each(NOTES, "-O note.manner=end", "-O manner=nothing",
        "--columns title,notes", "--lang ko -O manner=type"), f"plugins notes {HERE} --lang ko",
        *each("plugins check plugins/bo-export-details-{}", "ids", "notes")),
    case("keeps of a plugin", f"plugins towns {HERE} --lang ko", f"{MAY_DAY} --region 바다마을,2 -o x.xlsx",
        *each(f"{MAY_DAY} --region", "each --pivot region --format markdown", "산마을,모든지역 --dry-run",
        "강마을을 --lang ko", "전국", "서울 --source kobis-json"), f"weekly {TOWNS}", f"{MAY_DAY} --deep",
        later=LATER),
    case("keeps recorded and brought up to date", f"{MAY} --record r", f"{MAY} --replay r",
        f"{MAY_DAY} --region 강마을 --replay r", f"{MAY} --region 강마을 --update -o x.csv",
        *each(f"{TOWNS} --date 2024-05-04{{}} --update -o x.csv", " --region 강마을", " --region 산마을"),
        "plugins check plugins/bo-export-source-towns", later=LATER),
    case("sources in documents",
        *each(FOUR, "--top 3 --format markdown", "-o x.xlsx", "--top 2 --format singer"),
        f"{ONE} --format lines",
        f"{ONE} --columns rank_marker,ticket_price,release_day,audience_per_screen,title",
        *each(f"{FOUR} --top 1", "-o '{source}.csv'", "--update -o '{source}.csv'", "-o '{source}/{chart}.md' --report r.json",
        "--columns title,show_count -o '{source}.jsonl'", "--state s -o '{source}.json' --format singer"),
        later=IN_2024),
    case("sources that cannot be", f"weekend --source cinemart,cinemart {HERE}",
        f"--source abroad {HERE} --source kobis-json --source kobis-xml", f"{DAYS[:-1]}3",
        *each("--source", "kobis-json,kobis-xml", "kobis-xml,sample", "kobis-json,"),
        f"--source kobis-json,abraod {HERE} --top 1", f"--source kobis-json,cinemart {HERE}",
        *each(f"{{}} --source kobis-json,abroad {HERE}", "trend 20204548", "movies --title 범죄"),
        f"rows --source kobis-json,halls {HERE}", *each(DAYS, "--region 서울", "--nation 한국", "--cross-check",
        "--record r", "--offline", "--date 2022-03-31", "--lang ko --date 2022-03-31"),
        *each(f"{LAGGING} --date", "2022-04-30", "2003-01-01")),
    case("sources that lack periods",
        *each(DAYS, "--from 2022-03-31 --to 2022-04-01 --keep-going", "--date 2022-06-07"),
        *each(f"{LAGGING} --from 2022-04-29 --to 2022-05-01 --keep-going -o x.csv", "", "--update")),
    # 12:30 in Seoul; an hour past midnight; a minute before the day ends there; its end.
    case("sources whose days end", f"{DAYS} {FEW}", f"{DAYS} {FEW} --last 2 --dry-run",
        step(f"{DAYS} {FEW} --date yesterday", later=-12 * 3600 + 30),
        *(step(f"{DAYS} {FEW}", later=seconds) for seconds in (11 * 3600, 6 * 3600 + 1710, 6 * 3600 + 1770)),
        f"--source abroad {HERE} --date 2022-06-07", f"{DAYS} {FEW} --date -3d"),
    case("sources of which one fails", *each(f"{DAYS} {FEW}", "--from 2022-04-09 --to 2022-04-11 --retries 0",
        "--from 2022-04-08 --to 2022-04-11 --keep-going --retries 0 --jobs 1",
        "--date 2022-04-10 --keep-going", "--date 2022-06-05 -O manner=crash",
        "--date 2022-06-05 -O manner=crash --keep-going --report r.json",
        "--date 2022-04-10 -O manner=crash --keep-going -o x.csv",
        "--date 2022-04-10 --keep-going -o '{source}.csv'",
        "--from 2022-06-01 --to 2022-06-05 --max-calls 3 --jobs 1", "--date 2022-06-05 -O manner=none"),
        service="troubled"),
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
        f"--source abroad {HERE} --last 2 -o x.sqlite"),
    case("sources into one warehouse",
        step(f"{DAYS} --last 2 --format singer --state s -o s.new", before={"s": ""}),
        step(f"{DAYS} --last 2 --format singer --state s", later=7 * DAY, before={"s": '{"bookmarks":{}}'}),
        f"{DAYS} --last 2 --format singer --state s -O manner=one"),
    # abroad lags by a day, and seats ends on 2022-06-07.
    case("sources with a state of which one lacks days", *(step(f"{line} --format singer --state s",
        later=days * DAY, before={"s": state}) for line, days, state in ((f"{DAYS} --last 3", -2, ""),
        (f"{DAYS} --date 2022-06-07 --keep-going", 0, '{"bookmarks":{}}')))),
    case("sources whose files stay", *each(f"{DAYS} {FEW}", "--last 2 -o '{date}.csv'",
        "--last 2 -o '{date}.csv' -O manner=crash --keep-going",
        "--date 2022-06-04 -o '{date}.csv' -O manner=crash --keep-going"),
        step(f"{LAGGING} --last 1 --keep-going -o '{{source}}.csv'", later=2 * DAY),
        "--source kobis-json --columns source,date,title,sales_amount --top 1 --last 1 -o x.csv --update",
        *each(f"{DAYS} --last 2", "-o x.csv --update", "--columns date,title -o y.csv --update")),
    case("sources of which one lacks days here and there", "--source kobis-json,file -O path=days.csv --from "
        "2022-06-02 --to 2022-06-06 --keep-going --top 1 --columns source,date,title --report r.json",
        files={"days.csv": "date,rank,title\n2022-06-03,1,가\n2022-06-05,1,나\n"}),
    case("sources without codes of films", *each(f"weekend --source kobis-json,csvchart {HERE} --date "
        "2022-05-27", "-o x.sqlite", "--format singer")),
    case("sources with posters and details", f"{ONE} --with details --columns source,title,directors",
        f"weekend --source cinemart {HERE} --date 2024-01-26 --with details", later=IN_2024),
]
