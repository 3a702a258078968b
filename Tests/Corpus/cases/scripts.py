"""Plugins that are written for a case: what they answer, how often they are asked, and what is kept."""

from collections.abc import Mapping

from case import DAY, case, each, greeting, step

HERE = "--plugin-dir plugins"
DETAILS = f"--source sample --top 2 {HERE} --with details --details-from"
IN_2024 = 637 * DAY
"""2024-03-06."""
COAST = f"{HERE} --source coast"
END = """echo '{"end":{}}'"""
TOKEN = {"MY_TOKEN": "d0n0tt3ll/\"+42", "LEVEL": "3", "BO_EXPORT_PLUGIN_VARIABLES": "spy:MY_TOKEN,spy:LEVEL"}
SPY = '"variables":["MY_TOKEN","LEVEL","HOME"],"columns":["rank","title"]'
ASKED = "IFS= read -r columns || exit 0\n"


def plugin(kind: str, name: str, fields: str, body: str) -> Mapping[str, str]:
    """The file of a plugin with these fields of its manifest, which runs `body` after the greeting."""
    return {f"plugins/bo-export-{kind}-{name}": greeting(name, f'"summary":"a test",{fields}') + f"{body}\n"}


def details(name: str, body: str = "say", end: str = "", more: str = "", type: str = "text"):
    """A source of details with one column, which runs `body` for each film and `end` after the last."""
    return plugin(
        "details", name, f'"columns":[{{"name":"note","korean":"비고","type":"{type}"}}]{more}',
        f"""say() {{ echo '{{"details":{{"note":"of {name}"}}}}'; }}
        while IFS= read -r film; do {body}; {END}; done
        {end}""")


def coast(more: str = ""):
    """A source of charts of two regions, which keeps its answers and tells what it is asked."""
    names = ("date", "rank", "movie_code", "title", "audience_count")
    columns = ",".join(f'{{"name":"{name}"}}' for name in names)
    return plugin(
        "source", "coast", f'''"charts":["daily"],"from":"2022-01-01","keeps":true,"version":"1",
        "columns":[{columns}],"filters":{{"regions":[{{"name":"서울","code":"11"}},
        {{"name":"부산시","code":"21"}}],"nations":["korean"]}}{more}'''.replace("\n", ""),
        f'''while IFS= read -r query; do
            echo "$query" >&2
            day=${{query##*\'"from":"\'}} count=1000
            case "$query" in *\'"region":"11"\'*) count=500 ;; *\'"region":"21"\'*) count=201 ;; esac
            echo '{{"row":{{"date":"'"${{day%%\\"*}}"'","rank":1,"movie_code":"C1","title":"t",'\
            '"audience_count":'$count'}}}}'
            {END}
        done''')


def rows(name: str, count: int, fields: str):
    """A source of daily charts of so many rows, which are all the same."""
    row = """echo '{"row":{"rank":1,"title":"t"}}'\n"""
    return plugin(
        "source", name, '"charts":["daily"],"from":"2022-01-01",'
        f'"columns":[{{"name":"rank"}},{{"name":"title"}}]{fields}',
        f"while IFS= read -r query; do\n{row * count}{END}\ndone")


def regions(*names: str) -> str:
    """The field of a manifest with these regions, whose codes are `1`, `2` and so on."""
    entries = (f'{{"name":"{name}","code":"{code}"}}' for code, name in enumerate(names, start=1))
    return f',"filters":{{"regions":[{",".join(entries)}]}}'


CASES = [
    case("script details asked once", *(f"--source sample {HERE} --with details --details-from {names} --top "
        f"3 --report {report}.json --columns movie_code,our_id,note"
        for names, report in (("ids,notes", "a"), ("notes,ids", "b")))),
    case("script details of one that ends badly", *each(f"{DETAILS} {{}} -o x.csv", "three", "noisy"),
        files=details("three", end="exit 3") | details("noisy", end="echo garbage")),
    case("script details missing are asked for again", *(step(f"--date 2022-06-05 --top 2 {HERE} --with "
        f"details --details-from late --update -o x.csv {more}", before=details("late", body),
        later=days * DAY)
        for days, body, more in ((0, "exit 1",
        "--columns movie_code,title,note,date,fetched_at --keep-going"), (0, "say", ""), (1, "exit 1", "")))),
    case("script details of another source into the same file",
        *each(f"{DETAILS} {{}} -o x.csv --update", "ids", "ids,notes")),
    case("script details of one with the name of another kind",
        *each(f"{DETAILS} kmdb --columns note {{}}.json", "--record r --report a", "--replay r --report b"),
        files=details("kmdb", more=',"keeps":30')),
    case("script details of one in Korean", f"{DETAILS} notes --columns movie_code,note --lang ko"),
    case("script details refused",
        *each(DETAILS, "one,same", "one --offline", "title", "one --record r", "one -O one.x=1", "file"),
        "BO_EXPORT_DETAILS_FROM=nobody --source sample --top 1", files=details("one")
        | details("same", type="integer") | plugin("details", "title",
        '"columns":[{"name":"title","type":"text"}]', "")),
    case("script details of the next one", *each(f"{DETAILS} notes,ids -O notes.manner=die --retries 0 "
        "--columns movie_code,note,our_id", "", "--keep-going --report r.json"),
        f"--source sample --date 2022-06-01 --top 1 {HERE} --with details --details-from notes,ids "
        "--max-calls 1"),
    case("script details beside those of KOBIS", *each(f"--date 2022-06-05 --top 2 --with details {HERE} "
        "--columns movie_code,genres,note --details-from", "notes,kobis-json --record r --report a.json",
        "kobis-json,notes --report c.json")),
    case("script details by title", *(f"weekend --source csvchart --date 2022-06-03 --top {rows} {HERE} "
        f"--with details --details-from {name} --columns title,note" for rows, name in ((2, "one"),
        (1, "two"))), step(f"weekend --source cinemart --date 2024-01-26 --top 1 {HERE} --with details "
        "--details-from two --columns title,note", later=IN_2024),
        files=details("one", """case "$film" in *고래*) say;; esac""") | details("two", 'echo "$film" >&2')),
    case("script details of a list of one's own",
        f"{DETAILS} ids --columns genres,our_id --offline -O ids.file=@DIR@/work/mine.csv",
        files={"mine.csv": "code,our_id,genres\n20206061,X-9,a|b\n"}),
    case("script kept days are asked for once", *each(f"{COAST} --from 2022-02-01 --to +2d --region 서울",
        "--jobs 1 --report a.json", "--offline", "--report b.json"), "cache status",
        f"{COAST} --date 2022-02-01 --region 부산 --offline", files=coast()),
    case("script kept charts that become shorter", *(step(f"--source short {HERE} --date 2022-06-01",
        before=rows("short", count, ',"keeps":true,"final_after":36500')) for count in (3, 2, 4, 1))),
    case("script regions of the same name",
        f"--source north,south {HERE} --date 2022-06-01 --columns source,region --region 1",
        files=coast() | rows("north", 1, regions("산", "강")) | rows("south", 1, regions("강", "산"))),
    case("script regions refused", *(f"--source {names} {HERE} --date 2022-06-01 --region {regions}"
        for names, regions in (("odd", "a/b,a_b -o '{region}.csv'"), ("two,one", "서울,서울특별시"),
        ("odd,none", "a_b"))), *each(f"{COAST} {{}} --date 2022-02-01", "--nation foreign", "--kind art",
        "--source kobis-json --nation 외국"), files=coast() | rows("odd", 1, regions("a/b", "a_b"))
        | rows("two", 1, regions("서울", "서울특별시")) | rows("one", 1, regions("서울시")) | rows("none", 1, "")),
    case("script names of sources and of details", f"--source details-x {HERE} --date 2022-06-01 --with "
        "details --details-from x --columns title,note --report r.json",
        files=details("x") | rows("details-x", 1, "")),
    case("script regions of two sources brought up to date", *(step(f"{COAST},kobis-json --region 서울 --top 1 "
        f"{line}", before=files)
        for line, files in (("--from 2022-05-01 --to 2022-05-02 --update -o x.csv --jobs 1", {}),
        ("--from 2022-05-01 --to 2022-05-02 --update -o x.csv", {}))), files=coast()),
    case("script calls of a day",
        *each(f"{COAST} --from 2022-02-01 --to 2022-02-05 --jobs 1", "--max-calls 3", ""), f"quota {HERE}",
        files=coast(',"calls":4')),
    case("script terms of a source", f"plugins coast {HERE} --json",
        files=coast(',"pause":0.5,"calls":1000')),
    case("script rows that fail far down", f"rows --source far {HERE}",
        files=plugin("source", "far", '"dataset":"things","columns":[{"name":"a","type":"integer"}]',
        "IFS= read -r query || exit 0\nseq 700 | sed 's/.*/{\"row\":{\"a\":&}}/'\necho sorry >&2\nexit 3")),
    case("script samples of plugins checked", *each("plugins check plugins/bo-export-{}", "format-mediawiki",
        "format-jsonl-gz", "source-csvchart", "source-cinemart")),
    case("script notes of another source", f"--source ours {HERE} --date 2022-06-01 --header en -o x.html",
        whole=True, files=plugin("source", "ours", '"charts":["daily"],"from":"2020-01-01",'
        '"rows":2,"columns":[{"name":"rank"},{"name":"title"},{"name":"movie_code"},{"name":"sales_share"}]',
        f"""IFS= read -r query || exit 0
        echo '{{"row":{{"rank":1,"title":"A","movie_code":"1","sales_share":60.5}}}}'
        echo '{{"row":{{"rank":2,"title":"B","movie_code":"2","sales_share":30.0}}}}'
        {END}""")),
    case("script samples of formats", f"--source sample --date 2022-06-01 --top 2 --format mediawiki {HERE} "
        "-O 'title=<Top & Co>' --columns rank_marker,title,audience_count --header en",
        f"--source sample --last 2 --top 3 --format jsonl-gz -O level=9 {HERE}"),
    case("script chart of another country",
        *each(f"weekend --source csvchart {HERE}", "--last 3", "-O fil=x")),
    case("script format that fails",
        f"--source sample --last 2 --top 1 --format good {HERE} -o '{{date}}.{{format}}'",
        f"--source sample --top 1 --format bad {HERE} -o out", files=plugin("format", "good",
        '"columns":["title"]', "sed -n 's/.*\"title\":\"\\(.*\\)\"}}/\\1/p'") | plugin("format", "bad",
        '"columns":["title"]', f"{ASKED}cat; printf 'no \\033[31m\\n' >&2; exit 1") | {"out": "old\n"}),
    case("script format that tells its variables", f"MY_TOKEN=n0rth1s --source sample --format spy {HERE}",
        files=plugin("format", "spy", '"columns":["title"]',
        f"{ASKED}cat >/dev/null; env | grep -v ^TMPDIR | sort")),
    case("script plugin of its own dataset", *each(f"{{}} {HERE}", "plugins things", "plugins nobody",
        "rows --source things --format jsonl -O size=5", "rows --source things -O size=10",
        "--source sample --format nothing"), "plugins check plugins/bo-export-format-broken",
        files=plugin("source", "things", '"dataset":"things","options":[{"name":"size",'
        '"type":"integer","minimum":1,"maximum":9,"default":2,"help":"h"}],"columns":[{"name":"a",'
        '"type":"year","korean":"해"}]', f"""IFS= read -r query || exit 0
        echo "$query" >&2
        echo '{{"row":{{"a":2022}}}}'
        {END}""") | plugin("format", "csv", '"columns":["title"]', "cat")
        | {"plugins/bo-export-format-broken": "#!/bin/sh\necho hello\n"}),
    case("script deep charts that cannot be", "--deep --kind art", f"--deep --source short {HERE}",
        "trend 1 --columns 확장순위권", files=rows("short", 1, "")),
    case("script amounts of another country", *(f"weekend --source cinemart {HERE} {line}"
        for line in ("--date 2024-02-02 --top 2 --columns source,country,currency,chart,"
        "year_week,from,to,rank,rank_marker,title,sales_amount,sales_total",
        "--date 2024-01-26 --top 1 --format jsonl --columns title,sales_amount,currency",
        "--date 2024-01-26 --top 1 --format mediawiki --header en --columns source,title,"
        "sales_amount,sales_share", "--from 2024-01-26 --to 2024-02-18 --columns from,"
        "rank,rank_change,is_new,movie_code,sales_amount,sales_share,sales_total", "--date 2024-02-24",
        "--date 2024-02-16 --offline --columns title")), later=IN_2024),
    case("script countries of plugins", f"plugins cinemart {HERE} --lang ko",
        f"plugins csvchart {HERE} --json", "plugins kobis-xml --json"),
    case("script editions of two sources",
        f"weekend --source ours,cinemart --from 2024-01-26 --to 2024-02-04 --top 1 --format whole {HERE}",
        later=IN_2024, files=plugin("format", "whole", '"editions":true,"columns":["rank"]', "cat")
        | plugin("source", "ours", '"charts":["weekend"],"from":"2024-01-26","empty_charts":true,'
        '"country":"KR","columns":[{"name":"rank"},{"name":"sales_amount"}]',
        f"""while IFS= read -r query; do
                  case "$query" in *2024-01-26*) echo '{{"row":{{"rank":1,"sales_amount":12345}}}}' ;; esac
                  {END}
              done""")),
    case("script variables of a plugin in messages", *(step("--source sample --date 2022-06-01 --format spy "
        f"{HERE} --report r.json", environment=TOKEN,
        before=plugin("format", "spy", SPY, f"{ASKED}{body}; exit 65"))
        for body in (r'''echo "token $MY_TOKEN level $LEVEL" >&2''',
        r'''printf "%s\n" "token d0n0tt3ll/\"+42 %64%30n0tt3ll%2F%22%2b42" >&2''',
        r'''printf "%s\n" "token d0n0tt3ll\\/\\\"+42 \\u0064\\u0030n0tt3ll/\\u0022+42" >&2''',
        r'''printf "%0990d %s\n" 0 "$MY_TOKEN" >&2''', r'''echo "$MY_TOKEN" >&2; echo last >&2''')),
        step(f"--source sample --date 2022-06-01 --format spy {HERE}",
        environment=TOKEN | {"MY_TOKEN": "-----BEGIN KEY-----\nd0n0tt3ll\nn0rth1s0ne\n-----END KEY-----"}),
        step(f"--source sample --date 2022-06-01 --format spy {HERE}",
        environment={"BO_EXPORT_PLUGIN_VARIABLES": "spy:HOME,spy:MY_TOKEN", "MY_TOKEN": "/usr/bin"},
        before=plugin("format", "spy", SPY, ASKED + 'echo "home $HOME token $MY_TOKEN" >&2; exit 65')),
        step(f"--source sample --date 2022-06-01 --format spy {HERE}", environment=TOKEN,
        before=plugin("format", "spy", SPY, ASKED + 'cat >/dev/null; echo "$MY_TOKEN"'))),
    case("script variables of a plugin in invalid rows", *(step(f"rows --source spy {HERE}",
        environment=TOKEN | {"MY_TOKEN": "d0n0tt3ll-what-this-is-and-how-it-goes-on"},
        before=plugin("source", "spy",
        '"dataset":"things","variables":["MY_TOKEN"],"columns":[{"name":"a","type":"integer"}]',
        f"IFS= read -r query || exit 0\necho {line}\n{END}"))
        for line in ('"this is not a row and it has the token $MY_TOKEN in it"',
        r'"{\"row\":{\"a\":\"it is $MY_TOKEN\"}}"'))),
    case("script marker of a plugin", f"rows --source marks {HERE} --format csv -O profile=excel --header ko",
        files=plugin("source", "marks",
        '"dataset":"things","columns":[{"name":"mark","type":"marker","korean":"=1+1|<b>"}]',
        r"""IFS= read -r query || exit 0
        cat <<'EOF'
{"row":{"mark":"=1+1|<script>\u001b[31m"}}
{"row":{"mark":"▲3"}}
{"row":{"mark":"-"}}
{"end":{}}
EOF""")),
]
