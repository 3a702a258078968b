"""The protocol of plugins: what the host says about manifests, rows and documents that break it."""

from case import case, greeting, step

ROWS = '"summary":"s","dataset":"x","columns":[{"name":"a","type":"text"}]'
CHARTS = '"summary":"s","charts":["daily"],"from":"2022-01-01","columns":[{"name":"a","type":"amount"}]'
OPTIONS = f'{ROWS},"options":[%s]'
DETAILS = '"summary":"s","columns":[{"name":"genres"},{"name":"our_id","type":"text"}]'
REGIONS = f'{CHARTS},"filters":{{"regions":[%s]}}'
SOURCE = greeting("test", '"summary":"a test",%s') + "while read -r query; do\n%s\ndone\n"
THINGS = '"dataset":"things","columns":[{"name":"a","type":"integer"},{"name":"b","type":"text"}]'
MONEY = '"dataset":"things","currency":"%s","columns":[{"name":"a","type":"amount"}]'
COUNTRY = ('%s"charts":["daily"],"from":"2000-01-01","columns":[{"name":"country"},{"name":"currency"},'
    '{"name":"sales_amount"}]')
US = '"country":"US","currency":"USD",'
FORMAT = greeting("test", "%s") + "IFS= read -r columns || exit 0\n%s\n"
READ = """sed -n '/^{"end":{}}$/q 0; p; $ q 3'"""
"""What a format does that keeps to the protocol: it stops at the end, and fails without it."""
END = """echo '{"end":{}}'"""
DETAIL = """echo '{"details":{"genres":["a","b"],"our_id":"F-1"}}'"""


def told(row: str) -> str:
    """A line of a shell script that writes the row."""
    return f"echo '{{\"row\":{row}}}'"


GOOD = told('{"a":1,"b":"x"}')
MANY = """seq 1 699 | sed 's/.*/{"row":{"a":&,"b":"x"}}/'"""


def plugin(kind: str, name: str, line: str, *scripts: str, codes: bool = True):
    """A case with a step for each plugin of that kind, which is called `test`."""
    file = f"p/bo-export-{kind}-test"
    line = line if file in line else f"{line} --plugin-dir p"
    return case(name, *(step(line, before={file: script}, codes=codes) for script in scripts))


def rows(name: str, *bodies: str, manifest: str = THINGS, line: str = "rows --source test --retries 0"):
    """A case with a step for each source, which answers with that."""
    return plugin("source", f"rows {name}", line, *(SOURCE % (manifest, body) for body in bodies))


def documents(name: str, *bodies: str, line: str = "--source sample --format test -o x.txt"):
    """A case with a step for each format, which does that."""
    return plugin("format", f"document {name}", line, *(FORMAT % ('"summary":"s"', body) for body in bodies))


def check(name: str, kind: str, *scripts: str):
    """A case that checks each plugin."""
    return plugin(kind, f"check {name}", f"plugins check p/bo-export-{kind}-test", *scripts, codes=False)


def poster(**fields: str) -> str:
    """A line of a shell script that writes a poster with other fields."""
    usual = {"url": '"https://a.example/p.jpg"', "width": "700", "height": "1000", "thumbnail_url": "null",
             "page_url": "null", "confidence": "0.87"}
    inside = ",".join(f'"{name}":{value}' for name, value in (usual | fields).items() if value)
    return f"echo '{{\"poster\":{{{inside}}}}}'"


SIZE = '{"name":"size","type":"integer","minimum":-3,"maximum":9,"default":2,"help":"h"}'
BIG = '{"name":"big","type":"boolean","default":false,"help":"h"}'
WORD = '{"name":"word","default":"x","help":"h"}'
CHART = '"charts":["daily"],"from":"2000-01-01","columns":[{"name":"rank"}]'
RANK = '{"rank":1}'
ANY = poster(width="'$n'")


def manifests(name: str, kind: str, *fields: str):
    """A case with a step for each manifest."""
    return plugin(kind, f"manifest {name}", "plugins test", *(greeting("test", each) for each in fields))


FILMS = ('"charts":["daily"],"from":"2000-01-01",%s"columns":[{"name":"date"},{"name":"rank"},'
    '{"name":"movie_code"},{"name":"title"},{"name":"audience_count"},{"name":"audience_total"},'
    '{"name":"fetched_at"},{"name":"is_final"}]')
TWO = ("\n".join(told(f'{{"date":null,"rank":{rank},"movie_code":"M{rank}","title":"영화 '
    f'{rank}","audience_count":%s,"audience_total":%s,"fetched_at":null,"is_final":null}}')
    for rank in (1, 2)) + f"\n{END}")


CASES = [
    plugin("source", "ranking of a plugin", "ranking --source test --from 2022-06-01 --to 2022-06-02",
        *(SOURCE % (fields, TWO % figures)
        for fields, figures in ((FILMS % '"order":"audience_count",', (20, 100, 10, 50)),
        (FILMS % '"order":"audience_count",', (10, 100, 20, 50)), (FILMS % "", (20, 100, 10, 50)),
        ((FILMS % '"order":"audience_count",').replace(',{"name":"audience_total"}', ""), (20, 100, 10, 50)),
        (FILMS % '"order":"audience_count",', (20, 100, 10, "null")))),
        SOURCE % (FILMS % '"order":"audience_count",', (TWO % (20, 100, 10, 50)).replace('"M2"', "null"))),
    plugin("source", "rows with what the host knows",
        "--source test --date 2022-06-01 --columns default,country,currency",
        SOURCE % (FILMS % '"rows":3,', TWO % (20, 100, 10, 50))),
    manifests("of rows", "source", '"summary":"s","columns":[]', *(f'"summary":"s",{fields}'
        for fields in ('"charts":["daily"]', '"dataset":"movies"', '"dataset":"A b"',
        '"dataset":"x","columns":{}', '"dataset":"x","columns":[{"name":"a"}]')),
        *(OPTIONS % option for option in ('{"name":"a"}', '{"name":"a","default":""}',
        '{"name":"a","type":"integer","default":1,"help":"h"}',
        '{"name":"a","type":"integer","minimum":2,"maximum":3,"default":1,"help":"h"}',
        '{"name":"a","type":"choice","default":"b","help":"h"}', '{"name":"a=","default":"b","help":"h"}',
        '{"name":"a","default":"b","help":"h\\nh"}'))),
    manifests("of other countries", "source", *(f"{CHARTS},{field}" for field in ('"country":"us"',
        '"country":"USA"', '"country":82', '"currency":"usd"', '"currency":"ZZZ"', '"day_ends":"48:01"',
        '"day_ends":34', '"language":"e"')), CHARTS.replace("amount", "won") + ',"currency":"USD"'),
    manifests("of charts", "source", *(f"{CHARTS},{field}" for field in ('"rows":0', '"final_after":-1',
        '"film_page":"ftp://films.example/{code}"', '"keeps":"yes"', '"version":2', '"pause":"1"',
        '"pause":-1', '"pause":61', '"calls":0', '"calls":2.5')), f'{ROWS},"keeps":true',
        f'{ROWS},"filters":{{"kinds":["art"]}}'),
    manifests("of filters", "source", *(f'{CHARTS},"filters":{filters}' for filters in ("[]", "{}",
        '{"regions":"서울"}', '{"nations":["korean","french"]}', '{"kinds":[1]}')),
        *(REGIONS % region for region in ('"서울"', '{"name":"all","code":"1"}', '{"name":" a","code":"1"}',
        '{"code":"1"}', '{"name":"a"}', '{"name":"a","code":11}',
        '{"name":"a","code":"1"},{"name":"a","code":"2"}',
        '{"name":"a","code":"b"},{"name":"b","code":"1"}'))),
    manifests("of details", "details", *(f'"summary":"s",{fields}' for fields in ('"columns":[]',
        '"columns":[{"name":"imdb"}]', '"columns":[{"name":"genres","type":"text"}]',
        '"columns":[{"name":"title","type":"text"}]', '"columns":[{"name":"rank_marker","type":"text"}]',
        '"columns":[{"name":"budget","type":"amount"}]', '"columns":[{"name":"A","type":"text"}]',
        '"columns":[{"name":"genres"},{"name":"genres"}]')),
        *(f'{DETAILS},"keeps":{days}' for days in ("-1", '"7"'))),
    manifests("of a format", "format", *(f'"summary":"s",{field}' for field in ('"binary":"yes"',
        '"media_type":"html"', '"endings":["html",".htm"]', '"endings":"html"', '"editions":1'))),
    manifests("with many faults", "format", '"summary":7,"variables":["A",2],"columns":["rank",'
        '""],"options":[{"name":"width","type":"integer","minimum":1,"maximum":9,"default":"x",'
        '"help":"h"},{"name":"depth","type":"integer","minimum":"1","maximum":2.5,"default":3},'
        '{"name":"way","type":"choice","choices":["up",1],"default":"down","help":"h"},'
        '{"name":"Bad","type":"sort","default":"","help":"h"},{"type":"boolean","default":"yes",'
        '"help":"h"},7,{"name":"way","default":"","help":"h"}]',
        f'"summary":"s","options":[{",".join("7" * 300)}]'),
    manifests("of a source with many faults", "source", '"charts":["daily","yearly"],'
        '"from":"2022-02-30","to":3,"columns":[{"name":"rank","type":"text"},{"name":"A",'
        '"type":"text"},{"name":"b","type":"money"},{"name":"c","type":"text","korean":""},'
        '{"name":"title"},{"name":"title"}]'),
    rows("that are none", *(f"{GOOD}\ncat <<'ROWS'\n{line}\nROWS\n{END}"
        for line in (*('{"row":%s}' % row for row in ('{"a":"1","b":""}', '{"a":1,"b":2}',
        '{"a":1,"b":"","c":1}', '{"a":1,"a":1,"b":""}', "[1]", '{"a":1,"b":""},"end":{}',
        '{"a":NaN,"b":"기"}')),))),
    rows("of odd bytes", *(f"{body}\n{END}" for body in (r"""printf '{"row":{"a":1,"b":"\261\342"}}\n'""",
        r"""printf '{"row":\033[31m\177\n'""", r"printf 'a\033\342\200\256b\261\n'",
        r"""printf '{"row":{"a":x,"b":"'; head -c 100000 /dev/zero | tr '\0' y; echo""",
        *(MANY + f"\necho '{line}'" for line in ('{"row":{"a":1}}', "garbage")))),
        line="rows --source test --retries 0 -o x.csv"),
    rows("that break off", f"{GOOD}; exit", """printf '{"row":{"a":1'; exit""", f"{END}; echo more; exit",
        f"{END}; echo sorry >&2; exit 3", "exit 75", "kill -ABRT $$", "exec cat /dev/zero"),
    *(rows(f"of amounts in {currency}", *(told('{"a":%s}' % amount) + "\n" + END for amount in amounts),
        manifest=MONEY % currency)
        for currency, amounts in {"KRW": ("1.5",), "USD": ("1.5e1", "92233720368547758.08")}.items()),
    *(rows(f"of a source of {name}", *(told('{%s,"sales_amount":1}' % row) + "\n" + END for row in found),
        manifest=COUNTRY % declared, line="--source test --date 2022-06-01 --retries 0")
        for name, declared, found in (("America", US,
        ('"country":"CA","currency":"USD"', '"country":"US","currency":"CAD"')),
        ("no country", "", ('"country":"US","currency":"USD"',)))),
    rows("before they are asked for", *(f"printf '{early}'\n{told(RANK)}\n{END}"
        for early in (r'{"end":{}}\n{"row":{"rank":9}}\n{"end":{}}\n',)), manifest=CHART,
        line="--source test --from 2022-06-01 --to 2022-06-03 --jobs 1 --retries 0 -o x.csv"),
    documents("that fails", "cat; exit 3", "echo 'no such size' >&2; exit 64", "echo one; exit 65", "exit 75",
        "exit 77", "exit 78", "kill -9 $$", "head -c 100; echo 'had enough' >&2; exit 3"),
    documents("of which rows are not read", "head -c 100; exit 0", "echo document; exit 0"),
    documents("in many ways",
        """while read -r row; do case $row in '{"end"'*) exit 0; esac; echo "$row"; done""",
        "sed -n '/\"end\"/q;p'", "cat | cat", "cat >$TMPDIR/rows; cat $TMPDIR/rows", "cat >/dev/null",
        line="--source sample --top 1 --columns rank --format test -o x.txt"),
    documents("without rows", "cat >/dev/null",
        line="movies --title 없는영화 --allow-empty --format test -o x.txt"),
    plugin("format", "greeting that is none", "--source sample --format test -o x.txt --timeout 1",
        *(f"#!/bin/sh\n{body}\n" for body in ("exit 0", "exit 7", "exec sleep 1000", "echo hello",
        "echo '[]'", """printf '{"manif'""", "exec cat /dev/zero", """echo '{"manifest":{"protocol":2}}'""",
        """echo '{"manifest":{"protocol":1,"name":"csv","summary":"s"}}'""", """echo '{"row":{}}'""")),
        codes=False),
    plugin("posters", "posters that are none",
        "--source sample --top 1 --with posters --columns poster_url --posters-from test",
        *(SOURCE % ('"options":[]', f"{poster()}\n{poster(**fields)}\n{END}") for fields in ({"url": "null"},
        {"url": "7"}, {"url": '"file:///etc/passwd"'}, {"thumbnail_url": '"a b"'},
        {"page_url": '"javascript:alert(1)"'}, {"page_url": ""}, {"width": "0"}, {"height": "null"},
        {"width": "7.5"}, {"confidence": "1.01"}, {"confidence": "null"}, {"size": "1"}))),
    plugin("details", "details that are none", "--source sample --top 1 --with details --details-from test "
        "--columns title,genres,our_id --retries 0", *(SOURCE % (DETAILS.removeprefix('"summary":"s",'),
        f"{body}\n{END}")
        for body in (*(f"echo '{{\"details\":{found}}}'" for found in ('{"genres":["a"],"our_id":7}',
        '{"genres":"a","our_id":null}', '{"genres":null}', '{"genres":null,"our_id":null,"code":"2"}', "[]",
        '{},"end":{}')), f"{DETAIL}\n{DETAIL}", told("{}"), "echo nonsense", f"{DETAIL}\nexit 0", END,
        "printf '{'; exit 0", "kill -9 $$", "exit 75"))),
    check("of options", "format", *(FORMAT % (f'"summary":"s","options":[{option}]', f"{body}\n{READ}")
        for option, body in ((BIG, """case "$columns" in *'"big":true'*) exit 1;; esac"""),))),
    check("of formats", "format", *(FORMAT % ('"summary":"s"', body) for body in ("head -n 1",
        "date +%N; exec cat", r"printf '\377'; exec cat", r"printf '\033[1m'; exec cat")), "#!/bin/sh\n",
        *(FORMAT % (fields, READ) for fields in ('"summary":"s."',
        '"summary":"s","columns":["title","title"]'))),
    check("of sources", "source", SOURCE % (f'{CHART},"rows":1', f"{told(RANK)}\n{told(RANK)}\n{END}"),
        SOURCE % ('"charts":["daily"],"from":"2022-01-02","to":"2022-01-01","columns":[{"name":"rank"}]',
        END), *(SOURCE % (COUNTRY % declared, told('{%s}' % row) + "\n" + END)
        for declared, row in (('"currency":"USD",', '"country":null,"currency":"CAD","sales_amount":1.5'),
        ("", '"country":"US","currency":"KRW","sales_amount":1'))), *(SOURCE % (f'{CHART},"options":[{WORD}]',
        f"{told(RANK)}\n{END}\n{body}") for body in ("read -r next || exit 3",))),
    check("of posters", "posters", *(SOURCE % (f'"options":[{SIZE.replace("-3", "1")}]', f"{body}\n{END}")
        for body in (poster(width="0"), f"n=$((n + 1))\n{ANY}"))),
    check("of details", "details", SOURCE % (DETAILS.removeprefix('"summary":"s",'), f"exit 0\n{END}")),
]
