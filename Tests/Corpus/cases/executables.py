"""Plugins that are programs: those of the samples, and some of this corpus that behave in many ways."""

from case import case, step

HERE = "--plugin-dir plugins"
SEATS = f"--source seats {HERE} --date 2022-06-01"


def plugin(name: str, *lines, **facts):
    """A case with the folder of plugins."""
    return case(f"plugin {name}", *lines, plugins=True, **facts)


GREETING = """#!/bin/sh
read -r hello
echo '{{"manifest":{{"protocol":1,"name":"{}","summary":"a test"{}}}}}'
read -r columns || exit 0
"""
SLOW = "--source sample --top 1 --format slow-svc --plugin-dir p"
SERVICE = {"p/bo-export-format-slow-svc": GREETING.format("slow-svc", ',"variables":["SVC_TOKEN","LANG"]') + """cat >/dev/null
echo "the token is '$SVC_TOKEN'" >&2
[ -n "$SVC_TOKEN" ] || exit 77
echo done
"""}
POSTERS = "--source sample --top 2 --with posters --columns movie_code,poster_url --plugin-dir p"
SHELF = """#!/bin/sh
IFS= read -r hello
echo '{"manifest":{"protocol":1,"name":"NAME","summary":"a test","options":[{"name":"host","default":"NAME","help":"h"}]}}'
while IFS= read -r film; do
    host=${film##*'"host":"'}
    case "$film" in *'"code":"CODE'*) echo '{"poster":{"url":"https://'"${host%%\\"*}"'.example/p.jpg","width":7,"height":10,'\\
'"thumbnail_url":null,"page_url":null,"confidence":1}}';; esac
    echo '{"end":{}}'
done
"""

CASES = [
    plugin("list", f"plugins {HERE}", f"plugins {HERE} --json", "BO_EXPORT_PLUGIN_PATH=plugins plugins mediawiki", "BO_EXPORT_PLUGIN_PATH=@DIR@/work/plugins plugins mediawiki",
           f"plugins seats {HERE}", f"plugins seats {HERE} --json", f"plugins shelf {HERE} --lang ko",
           f"plugins wrong {HERE}", f"plugins nope {HERE}"),
    plugin("mediawiki", f"--source sample {HERE} --format mediawiki --top 3", f"--source sample {HERE} --top 3 -o x.wiki",
           f"--source sample {HERE} --top 3 --format mediawiki -o x.txt --header en"),
    plugin("csvchart", f"weekend --source csvchart {HERE} --last 2", f"weekend --source csvchart {HERE} --last 2 --format markdown",
           f"weekend --source csvchart {HERE} --last 2 -o x.xlsx", f"weekend --source csvchart {HERE} -o x.html",
           f"weekend --source csvchart {HERE} --format singer", f"weekend --source csvchart {HERE} -o x.sqlite",
           f"daily --source csvchart {HERE}", f"weekend --source csvchart {HERE} --date 2022-01-01",
           f"weekend --source csvchart {HERE} -O file=nowhere.csv", f"weekend --source csvchart {HERE} --region 서울"),
    plugin("csvposters", f"--source sample {HERE} --top 2 --with posters --posters-from csvposters --columns title,poster_url,poster_source,poster_match"),
    plugin("shelf", f"--source sample {HERE} --with posters --posters-from shelf --columns movie_code,title,poster_url,poster_confidence",
           f"--source sample {HERE} --top 3 --with posters --posters-from csvposters,shelf --columns movie_code,poster_url,poster_source",
           f"--source sample {HERE} --top 3 --with posters --posters-from shelf -o x.md"),
    plugin("jsonl-gz", f"--source sample {HERE} --top 2 -o x.jsonl.gz"),
    plugin("lines", f"--source sample {HERE} --format lines --top 2", f"--source sample {HERE} --top 1 --last 2 -o x.lines",
           f"--source sample {HERE} --top 1 --last 2 -o '{{date}}.lns'", f"--source sample {HERE} --format lines --top 1 -O status=3",
           f"--source sample {HERE} --format lines --top 1 -O status=3 -o x.lines", f"--source sample {HERE} --format lines -O status=x",
           f"--source sample {HERE} --top 1 -o x.line", f"movies --title 범죄 {HERE} --format lines",
           f"trend 20204548 --from 2022-06-01 --to +1d {HERE} --format lines", f"--source sample {HERE} --format lines --top 1 --update -o x.lines",
           f"--source sample {HERE} --format lines --top 1 --header ko --columns rank,title"),
    plugin("wrong", f"--source sample {HERE} --format wrong", f"--source sample {HERE} --format wrong --lang ko", "plugins check plugins/bo-export-format-wrong"),
    plugin("seats", SEATS, f"{SEATS} --format jsonl", f"{SEATS} --header ko", f"{SEATS} --profile excel", f"{SEATS} -O size=5 --format markdown",
           f"{SEATS} --columns rank,title,seats,release_day", f"{SEATS} -o x.html", f"{SEATS} -o x.xlsx", f"{SEATS} -o x.sqlite",
           f"--source seats {HERE} --last 2", f"weekly --source seats {HERE}", f"{SEATS} --dry-run", f"{SEATS} --report r.json -q -o x.csv"),
    plugin("seats in all manners", *(f"{SEATS} -O manner={manner}" for manner in
                                    ("short", "empty", "type", "day", "crash", "talk", "json", "nope"))),
    plugin("seats going on", f"--source seats {HERE} --last 2 -O manner=crash --keep-going",
           f"--source seats {HERE} --last 2 -O manner=empty --keep-going -o x.csv"),
    plugin("seats in Korean", *(f"{SEATS} -O manner={manner} --lang ko" for manner in ("short", "type", "crash", "json"))),
    plugin("what does not go with one", f"{SEATS} --offline", f"{SEATS} --record r", f"{SEATS} --replay r", f"{SEATS} --region 서울",
           f"{SEATS} --with details", f"{SEATS} --cross-check", f"{SEATS} --max-calls 1", f"trend 하나 --source seats {HERE}",
           f"movies --source seats {HERE}"),
    plugin("halls", f"rows --source halls {HERE}", f"rows --source halls {HERE} --format jsonl", f"rows --source halls {HERE} --header ko --format markdown",
           f"rows --source halls {HERE} -o x.sqlite", f"rows --source halls {HERE} -o x.xlsx", f"rows --source halls {HERE} --offline --format singer",
           f"rows --source seats {HERE}", f"--source halls {HERE}", f"columns halls {HERE}", f"rows --source halls {HERE} --columns hall,seats"),
    plugin("check of a source", "plugins check plugins/bo-export-source-seats"),
    plugin("check of a dataset", "plugins check plugins/bo-export-source-halls"),
    plugin("check of a format", "plugins check plugins/bo-export-format-lines"),
    plugin("check of posters", "plugins check plugins/bo-export-posters-csvposters"),
    plugin("check of what is none", "plugins check plugins/csvchart.csv", "plugins check plugins", "plugins check plugins --lang ko"),
    case("plugin of an empty folder", "--source sample --plugin-dir p --format lines --top 1", files={"p/": ""}),
    case("plugin variables", "BO_EXPORT_PLUGIN_VARIABLES=x --source sample --top 1",
         "BO_EXPORT_PLUGIN_VARIABLES=lines:HOME --source sample --top 1",
         step("BO_EXPORT_PLUGIN_VARIABLES=lines:KOBIS_API_KEY --source sample --top 1 --format lines --plugin-dir plugins"),
         plugins=True),
    case("plugin of the home", "plugins greet", "--source sample --top 1 --format greet",
         files={"home/.local/share/bo-export/plugins/bo-export-format-greet":
                "#!/bin/sh\nread -r hello\necho '{\"manifest\":{\"protocol\":1,\"name\":\"greet\",\"summary\":\"a greeting\"}}'\n"
                "read -r columns || exit 0\ncat >/dev/null\necho hello\n"}),
    case("plugin with last words", *(f"--source sample --top 3 --plugin-dir p --format {line}" for line in (
        "bad", "bad -q", "good")), files={
            f"p/bo-export-format-{name}": GREETING.format(name, "") + body for name, body in (
                ("bad", "echo one >&2; cat >/dev/null; echo two >&2; exit 1\n"),
                ("good", "cat; echo one >&2; echo two >&2\n"))}),
    case("plugin variables that cannot be", *(f"BO_EXPORT_PLUGIN_VARIABLES='{entry}' {SLOW}" for entry in (
        "slowsvc:SVC_TOKEN", "slow-svc:LANG,other:A", "csv:A", "*:*", "*:SVC_TOKEN", "slow-svc",
        "slow-svc=SVC_TOKEN", "Slow:SVC_TOKEN", ":SVC_TOKEN", "slow-svc:", "slow-svc:SVC-TOKEN",
        "slow-svc:1SVC", "slow-svc:SVC_*", "slow-svc:A:B")),
         "BO_EXPORT_PLUGIN_VARIABLES=other:A plugins --plugin-dir p",
         "BO_EXPORT_PLUGIN_VARIABLES=slow-svc: plugins slow-svc --plugin-dir p",
         f"{SLOW} --config c.json", "BO_EXPORT_PLUGIN_VARIABLES=slow-svc: plugins check p/bo-export-format-slow-svc",
         "BO_EXPORT_PLUGIN_VARIABLES=gone:A --source sample --top 1 --columns rank", files=SERVICE | {
             "c.json": '{"plugin-variables": ["slow-svc:LANG", "other:A"]}'}),
    case("plugin variables that lack", f"SVC_TOKEN=n0rth1s4 {SLOW}", f"{SLOW}",
         f"SVC_TOKEN=n0rth1s4 BO_EXPORT_PLUGIN_VARIABLES=' slow-svc : SVC_TOKEN ,' {SLOW}",
         f"SVC_TOKEN=n0rth1s4 BO_EXPORT_PLUGIN_VARIABLES='slow-svc:*' {SLOW}",
         "SVC_TOKEN=n0rth1s4 plugins check p/bo-export-format-slow-svc", files=SERVICE),
    case("plugin of posters", *(f"{POSTERS} --posters-from {line}" for line in (
        "one,two", "'two, one' -O two.host=other", "one", "one --report r.json", "''", "one -O tow.host=x",
        "one -O one.hst=x", "one -O host='a b'")), "--source sample --posters-from kakao --top 1 --columns rank",
         "plugins one --plugin-dir p", "plugins one --plugin-dir p --json", files={
             f"p/bo-export-posters-{name}": SHELF.replace("NAME", name).replace("CODE", code)
             for name, code in (("one", "20204548"), ("two", ""))}),
]
