"""Configuration, environment, keys, doctor and the language; and several command lines in a row."""

from case import DAY, case, each, step

SAMPLE = "--source sample --columns rank,title"
CONFIG = "home/.config/bo-export/config.json"


def set_to(name: str, text: str, *lines: str, file: str = CONFIG):
    """A case with that configuration."""
    return case(f"settings {name}", *(lines or (SAMPLE,)), files={file: text})


NO_KEY = {"KOBIS_API_KEY": None}
KEY_FILE = "home/.config/bo-export/kobis_api_key"
KAKAO = {"KAKAO_REST_API_KEY": "kakao-test"}

CASES = [
    set_to("a few", '{"top": 7, "daily": {"top": 6}, "header": "ko"}', SAMPLE, f"BO_EXPORT_TOP=4 {SAMPLE}",
           f"BO_EXPORT_TOP=4 {SAMPLE} --top 3", "doctor -v"),
    set_to("a format", '{"format": "markdown", "option": ["marker=plain", "pad=false"], "quiet": true}', SAMPLE,
           f"{SAMPLE} -O marker=emoji", f"{SAMPLE} -o x.csv", "doctor"),
    set_to("YAML", "format: markdown\noption:\n  - marker=plain\nquiet: true\n",
           file="home/.config/bo-export/config.yaml"),
    set_to("yml", "{format: markdown, top: 2}", file="home/.config/bo-export/config.yml"),
    case("settings a format whose plugin fails", "--source sample --plugin-dir plugins", "--source sample --plugin-dir plugins --format broken", files={
        CONFIG: '{"format": "broken"}', "plugins/bo-export-format-broken": "#!/bin/sh\nexit 3\n"}),
    set_to("broken YAML", "format: [\n", file="home/.config/bo-export/config.yaml"),
    *(set_to(f"wrong {number}", text, SAMPLE, f"{SAMPLE} --lang ko") for number, text in enumerate((
        '{"jbos": 3}', '{"jobs": 0}', '{"jobs": [1]}', '{"daily": {"tpo": 3}}', '{"plugin-dir": ""}',
        '{"daily": 3}', "{", "[1]", '{"keep-going": "maybe"}', '{"from": "2022-01-01", "last": 3}', "",
        '{"top": 3, "top": 4}', '{"format": "nope"}', '{"columns": "titel"}', '{"lang": "jp"}'))),
    case("settings for runs of another source", "BO_EXPORT_RECORD=rec --source sample --columns rank --top 1", "BO_EXPORT_REPLAY=rec --source sample --columns rank --top 1",
         "--source sample --columns rank --top 1 --record rec"),
    set_to("that are empty", '{"region": [], "columns": [], "deep": true}', "--date 2022-06-01 --top 12 --columns rank,title"),
    case("settings of a plugin that the run does not use", SAMPLE + " --top 1", files={
        CONFIG: '{"plugin-dir": ["plugins"], "option": ["idle.file=x"]}', "plugins/bo-export-source-idle": "#!/bin/sh\nexit 3\n"}),
    case("settings of a format and an ending of another kind",
         *each(f"BO_EXPORT_FORMAT=csv {SAMPLE} -o x.{{}}", "pdf", "csv.gz", "docx", "xlsm", "xml", "ods")),
    case("settings of an option with spaces", f"BO_EXPORT_OPTION='html.title=주말, 서울' {SAMPLE} --top 1 --format html -O layout=mail -q"),
    case("settings of periods that are none", *each("BO_EXPORT_{} --source sample --top 1", "MONTH=2022-13",
        "YEAR=2023..2022", "TO=2022-06-01", "FROM=latest")),
    *(set_to(f"that doctor finds {number}", text, "doctor") for number, text in enumerate(('{"source": "sample", "columns": "nope"}', '{"source": "sample", "region": "없음"}', '{"source": "sample", "last": 0}', '{"source": "sample", "output": "{nope}.csv"}',
        '{"source": "sample", "ranking": {"month": "2022-13"}}', '{"source": "sample", "market": {"date": "someday"}}',
        '{"source": "sample", "trend": {"columns": "nope"}}'))),
    set_to("an address that is none", '{"kobis-base-url": "ftp://x"}',
           *(step(line, environment={"KOBIS_BASE_URL": None}) for line in ("--top 1", "doctor"))),
    set_to("empty lists in a section", '{"source": "sample", "top": 2, "region": ["서울"], "columns": [], "daily": {"region": []}}',
           "--date 2022-06-01"),
    case("settings the path of tables for every format", "-o x.jsonl", "--source sample --top 1", files={
        CONFIG: '{"source": "file", "option": ["path=t.csv"]}', "t.csv": "date,rank,title\n2022-06-01,1,가\n"}),
    set_to("of one format by its name", '{"option": ["markdown.marker=nope", "file.path=x.csv"]}', "--source sample --top 1 --format markdown", "--source sample --top 1"),
    case("settings that name what is not there", "BO_EXPORT_SOURCE=nope --top 1", "BO_EXPORT_REGION=nope --top 1", "BO_EXPORT_PLUGIN_DIR=/nope --source sample", "BO_EXPORT_DETAILS_FROM=nope --source sample --with details"),
    case("settings of the log hold for errors before a run", "BO_EXPORT_LOG_FORMAT=json --top x", "BO_EXPORT_LOG_FORMAT=json --nope", "BO_EXPORT_LOG_FORMAT=json BO_EXPORT_JOBS=0 --source sample"),
    set_to("a source without a key", '{"source": "sample"}', step("doctor", environment={"KOBIS_API_KEY": None})),
    set_to("Korean", '{"lang": "ko"}', SAMPLE, "week", "--lang en week", "doctor", "help quota"),
    set_to("a key", '{"kobis-api-key": "test", "kobis-quota": 100, "jobs": 8}', "quota", "doctor"),
    set_to("a few calls", '{"kobis-quota": 2}', "--date 2022-06-01 --top 1", "--date 2022-06-02 --top 1",
           "--date 2022-06-03 --top 1", "quota", "doctor"),
    set_to("for runs of other kinds", '{"option": ["layout=mail", "html.chart=none"], "columns": ["date", "title"], "cross-check": true}',
           "--source sample --top 1", "market --source sample --by week", "--source sample --top 1 -o x.html"),
    set_to("of a ranking", '{"ranking": {"top": 3, "columns": "rank,titel"}, "top": 4}', "ranking --source sample --columns rank,title", "ranking --source sample",
           "BO_EXPORT_TOP=2 ranking --source sample --columns rank,title", "--source sample --columns rank,title", "BO_EXPORT_TOP=11 --source sample", "BO_EXPORT_COLUMNS=titel --source sample --lang ko"),
    set_to("of a format that has no such option", '{"option": ["layot=mail"]}', "--source sample --top 1", "--source sample --top 1 --lang ko"),
    set_to("of others", '{"offline": true}', "--top 1", "--top 1 --refresh", "movies --title 범죄"),
    case("settings by --config", "--config c.json --source sample", "BO_EXPORT_CONFIG=c.json --source sample",
         "--config c.json doctor", "doctor --config c.json",
         files={"c.json": '{"top": 1, "columns": ["rank", "title"]}'}),
    case("settings a mapping", SAMPLE, files={CONFIG: '{"option": {"marker": "emoji"}}'}),
    case("settings two files", SAMPLE, files={CONFIG: "{}", "home/.config/bo-export/config.yaml": "{}"}),
    case("settings of the environment", *each("BO_EXPORT_{}",
        "DATE=2022-06-02 BO_EXPORT_LAST=2 --source sample --report r.json",
        "LOG_FORMAT=json --source sample --format nope", "TPO=3 --source sample --top 1",
        "TPO=3 --source sample --top 1 -q", "TOP=x --source sample", "TOP= --source sample --columns rank",
        "REGION=대구,울산 --dry-run", "LANG=ko week", "FORMAT=jsonl --source sample --top 1",
        "OPTION=thousands=,,null=a,b,bom=true --source sample --top 1 --columns audience_count,region",
        "FORMAT=jsonl --source sample --top 1 -o x.csv", "CONFIG=nowhere.json --source sample",
        "SOURCE=sample --top 1",
        "POSTERS_DIR=p BO_EXPORT_UPDATE=true BO_EXPORT_PROFILE=excel --source sample --top 1 -o x.jsonl",
        "REFRESH=true BO_EXPORT_OFFLINE=true --source sample --top 1",
        "SOURCE=kobis-json,sample --deep --top 1", "TO=2022-06-02 --from 2022-06-01 --dry-run",
        "FROM=2022-06-01 --to 2022-06-02 --dry-run", "TO=2022-06-02 --last 2 --dry-run",
        "TO=2022-06-02 --dry-run", "DATE=someday --source sample",
        "TOP=2 BO_EXPORT_COLUMNS=rank,title BO_EXPORT_HEADER=ko --source sample")),
    case("settings excluded by an option", "BO_EXPORT_REFRESH=true --source sample --top 1 --update -o x.csv"),
    *(case(f"keys of {name}", *(step(line, environment={"KOBIS_API_KEY": None} | facts)
        for line in ("--date 2022-06-05 --top 1", "doctor", "quota")[:count]), files=files)
         for name, facts, files, count in (("a file", {"KOBIS_API_KEY_FILE": "key"}, {"key": "test\n"}, 2), (
        "an empty file", {"KOBIS_API_KEY_FILE": "key"}, {"key": ""}, 1), ("the home", {},
        {"home/.config/bo-export/kobis_api_key": "test\n"}, 3), ("credentials",
        {"CREDENTIALS_DIRECTORY": "@DIR@/work/c"}, {"c/kobis_api_key": "test\n"}, 2))),
    case("doctor", "doctor", "doctor -v", "doctor --online", "doctor --lang ko", "doctor --online --lang ko",
         "KMDB_API_KEY=kmdb-test-key KAKAO_REST_API_KEY=kakao-test doctor", "doctor -q", whole=True),
    case("doctor without a home", *(step(line, environment={"HOME": None}) for line in
                                    ("doctor", "quota", "cache", "--date 2022-06-05 --top 1"))),
    case("doctor of the online troubles", step("doctor --online --lang ko", codes=False), service="all html"),
    case("language of the locale", *each("LC_ALL={}", "ko_KR.UTF-8 week", "ko_KR.EUC-KR week", "ko week",
        " LANG=ko_KR.UTF-8 week", " LC_MESSAGES=ko_KR.UTF-8 week", "ko_KR.UTF-8 week --lang en",
        "ko_KR.UTF-8 plugins csv", "ko_KR.UTF-8 columns trend", "ko_KR.UTF-8 quota", "ko_KR.UTF-8 cache",
        "ko_KR.UTF-8 --source sample --top 1 -o x.csv", "ko_KR.UTF-8 --date 2022-06-05 --top 1 -v"),
         "LANG=ko_KR.UTF-8 week"),
    *(case(f"settings that cannot be reached: {name} {target}".strip(), SAMPLE,
           files={f"home/{name}": target}) for name, target in (
        (".config/bo-export/config.json", "link to nowhere"), (".config/bo-export/config.json", "link to config.json"),
        (".config/bo-export/config.yaml", "link to /nonexistent/x"), (".config/bo-export/config.yml/", ""),
        (".config/bo-export", "link to nowhere"), (".config/bo-export", "link to bo-export"),
        (".config", "link to nowhere"))),
    case("settings of no home", *each("{} --source sample --top 1 --columns rank", "HOME=/nonexistent",
        "HOME=/dev/null", "XDG_CONFIG_HOME=/dev/null/x", "HOME=")),
    case("settings through links", f"{SAMPLE}", files={
        "home/.config/there/other.json": '{"top": 2}', "home/.config/there/config.json": "link to other.json",
        "home/.config/bo-export": "link to there"}),
    case("settings of lists", SAMPLE, "--config c.json --source sample", files={
        CONFIG: '{"top": 1}', "c.json": '{"columns": ["rank", "영화명"], "top": 1}'}),
    case("settings of names that are nearly right", *each(f"{{}}=CANARY7 {SAMPLE} --top 1",
        "BO_EXPORT_COLUMS", "BO_EXPORT_FORMATS", "BO_EXPORT_KOBIS_API_KEY", "BO_EXPORT_CONFG")),
    case("settings that a command does not take", "BO_EXPORT_PLUGIN_PATH=/nonexistent BO_EXPORT_LIMIT=3 "
         f"BO_EXPORT_KOBIS_QUOTA=7 BO_EXPORT_PLUGIN_VARIABLES=a:B BO_EXPORT_NOPE= {SAMPLE} --top 1"),
    case("settings of plugins that cannot be reached", "plugins",
         files={"home/.local/share/bo-export/plugins": "link to nowhere"}),
    case("keys that cannot be reached", *(
        step(line, environment={"KOBIS_API_KEY": None, "CREDENTIALS_DIRECTORY": "@DIR@/work/c"})
        for line in ("--date 2022-05-01", "doctor")), files={
            "c/kobis_api_key": "link to nowhere", "c/kakao_rest_api_key": "link to loop", "c/loop": "link to loop"}),
    case("keys in a wrong place", *(step(f"KOBIS_API_KEY=CANARY0123 {line}") for line in (
        "CANARY0123", "--date CANARY0123", "--source sample -o CANARY0123/x", "--columns CANARY0123\u0301",
        f"--date {'x' * 3970}CANARY0123")), *(
            step("--date 2022-06-05", environment={"KOBIS_API_KEY": None} | facts) for facts in (
                {"KOBIS_API_KEY_FILE": "CANARY0123"}, {"KOBIS_API_KEY_FILE": "."},
                {"CREDENTIALS_DIRECTORY": "/nonexistent"}))),
    case("keys of wrong addresses", *(step("--top 1", environment={"KOBIS_BASE_URL": address}) for address in (
        "127.0.0.1:80", "http://a/?b", " ", "http://a:99999"))),
    case("command paths of a week", "codes regions -o '{date}.csv'", *each("--source sample",
        "--from 2022-05-30 --to 2022-06-05 -o '{chart}-{from}-{to}.{format}'",
        "--from 2022-05-30 --to 2022-06-05 -o '{date}.md' --format markdown",
        "--date 2022-06-01 -o '{date}-{to}.csv'")),
    case("command paths of days with a missing one", *(step(
        f"--from 2022-05-30 --to 2022-06-01 --top 1 --columns date,region --jobs 1 -o '{{date}}.csv' {more}",
        before={f"2022-{day}.csv": "old\n" for day in ("05-30", "05-31", "06-01")}) for more in ("",
        "--keep-going", "--region 서울,부산", "--region 서울,부산 --keep-going")), service="a day missing"),
    case("command paths of days with a missing region", *(
        f"--from 2022-04-{first} --to 2022-04-{first + 1} --top 1 --region {regions} --keep-going --jobs 1 -o '{{date}}.csv'"
        for first, regions in ((29, "서울,부산"), (27, "서울"))), service="troubled",
         files={"2022-04-29.csv": "old\n", "2022-04-27.csv": "old\n"}),
    case("command paths one of which is a folder",
         "--from 2022-05-30 --to 2022-06-01 -o '{date}.csv' --report r.json", files={"2022-05-31.csv/": ""}),
    case("command options of a format that it has not", *each("--source sample", "-O titel-link=true",
        "--format markdown -O titel-link=true", "--format markdown -O pad=yes")),
    case("command colours in a pipe",
         "FORCE_COLOR=1 TERM=xterm --source sample --format markdown --columns rank_marker,title", *each(
        "{} --columns rank_marker,title --color always", "NO_COLOR=1 --source sample --format markdown",
        "--source sample --format csv", "--source sample --format jsonl")),
    case("command colours of a terminal", *each("{} --top 10 --columns rank_marker,title",
        "TERM=xterm --source sample", "TERM= --source sample", "TERM=xterm NO_COLOR= --source sample",
        "TERM=dumb CLICOLOR_FORCE=1 --source sample", "TERM=xterm NO_COLOR=1 FORCE_COLOR=1 --source sample",
        "TERM=dumb NO_COLOR=1 --source sample --color always",
        "TERM=xterm FORCE_COLOR=1 --source sample --color never", "TERM=dumb FORCE_COLOR=0 --source sample",
        "TERM=xterm FORCE_COLOR=0 --source sample",
        "TERM=dumb FORCE_COLOR=false CLICOLOR_FORCE=1 --source sample"), terminal=80),
    case("command deep charts without that of a nation",
         *["--date 2018-01-03 --deep --jobs 1 -v --columns rank"] * 2, service="no foreign films"),
    case("command deep charts of a dry run",
         *each("--date 2018-01-03 --deep", "--dry-run", "--max-calls 2 --jobs 1", "--dry-run")),
    case("command deep charts in a file", *(f"--from 2018-01-01 --to 2018-01-0{last} --deep {more}"
        for last, more in ((2, "--update -o x.csv --report a.json"), (3, "--update -o x.csv --report b.json"),
        (3, "--update -o x.csv --report c.json"), (3, "--offline -o y.csv"))), *(
        f"--date 2018-01-03 {option} --columns {columns}"
        for columns in ("date,movie_code,title -o z.csv", "date,rank,title -o t.csv")
        for option in ("--deep", "--update"))),
    case("command deep charts in the settings",
         *each("--date 2018-01-03 --columns rank,title", "", "--nation korean --offline", "--top 12"),
         "weekly --date 2018-W01 --top 1", files={CONFIG: '{"deep": true}'}),
    case("command database that lacks a day",
         *each("--from 2022-05-30 --to 2022-06-01 --top 2 -o x.db", "--keep-going", "", "--update"),
         service="a day missing"),
    case("command databases added to", *each(
        "--source sample --from {} -o a.db --report r.json --columns rank,movie_code",
        "2022-05-30 --to 2022-05-31", "2022-06-02"), "--source sample --top 3 -o a.db",
         *["--source sample --from 2022-05-30 --columns rank,movie_code -o 'm{month}.db'"] * 2),
    case("command databases that cannot be", *(f"-o {path} --report {report}.json" for path, report in (
        ("x.sqlite", "a"), ("no/x.sqlite", "b"), ("x.sqlite/y.db", "c"))), files={"x.sqlite": "old\n"}),
    *(case(f"command key kept with {option}", step(f"key {option}", stdin="test\n", environment=NO_KEY), step(
        "--date 2022-06-05 --top 1 --columns rank -q", environment=NO_KEY), home=True)
         for option in ("-vv", "-q", "--lang ko", "kobis")),
    case("command key refused beside an older one", step("key", stdin="wr0ng-k3y\n"),
         step("KOBIS_BASE_URL=http://127.0.0.1:1 key", stdin="wr0ng-k3y\n"),
         step("key --offline", stdin="wr0ng-k3y\n"),
         step("key --offline", stdin="n3w-k3y\n", environment=NO_KEY | {"KMDB_API_KEY": "0ther-k3y"}),
         files={KEY_FILE: "old"}, home=True),
    case("command key as a word", *(f"key {line}{language}" for line in ("kobis=0pen-s3same",
        "--key 0pen-s3same", "KOBIS_API_KEY=0pen-s3same", "kobis kmdb 0pen-s3same", "-k0pen-s3same",
        "--offline 0pen-s3same", "c0ffee00c0ffee00c0ffee00c0ffee00", "-kc0ffee00c0ffee00c0ffee00c0ffee00")
        for language in ("", " --lang ko"))),
    case("command keys in an order", *(step("doctor", environment=NO_KEY | dict(variables)) for variables in (
        (), (("CREDENTIALS_DIRECTORY", "@DIR@/nowhere"),), (("CREDENTIALS_DIRECTORY", "@DIR@/work/c"),), (
        ("CREDENTIALS_DIRECTORY", "@DIR@/work/c"), ("KOBIS_API_KEY_FILE", "k")), (
        ("CREDENTIALS_DIRECTORY", "@DIR@/work/c"), ("KOBIS_API_KEY_FILE", "k"),
        ("KOBIS_API_KEY", "VARIABLE-KEY")))), files={KEY_FILE: "FOLDER-KEY",
        CONFIG: '{"kobis-api-key": "CONFIGURED-KEY"}', "k": "FILE-KEY", "c/kobis_api_key": "CREDENTIAL-KEY"}),
    case("command reports in place of inputs", *(f"--config c.json --report {file} {more}"
        for file in ("k", "c.json") for more in ("--bogus", "--offline")),
         environment=NO_KEY | {"KOBIS_API_KEY_FILE": "k"}, files={"k": "testtest", "c.json": '{"jobs": 2}'}),
    case("command report in place of the key that is kept",
         step(f"--date 2022-06-05 --report @DIR@/{KEY_FILE}", environment=NO_KEY), files={KEY_FILE: "test\n"}),
    case("command runs that begin anew", *each(
        "--from 2022-05-01 --to 2022-05-10 --max-calls 3 --jobs 1 --columns date", "", "--refresh",
        "--cross-check"), *each("--from 2004-01-01 --refresh --dry-run", "", "-q"),
         "--date 2022-05-01 --refresh --columns date"),
    case("command Korean of words that are typed", *each("--lang ko", "--jobs day", "--frmt csv",
        "--to 2022-06-01", "columns movei", "-o nowhere/x.csv --source sample",
        "--source sample --nation korean --date 2022-06-01", "--config /nowhere.json", "trend",
        "plugins check /bin/true"),
         *each("LC_ALL=ko_KR.UTF-8", "--lang fr", "--jobs 0", "--last 0 --source sample"),
         "BO_EXPORT_PROGRESS=never BO_EXPORT_FORMAT=csv doctor --lang ko",
         step("LC_ALL=ko_KR.UTF-8 --jobs 0 --log-format json", codes=False)),
    case("command Korean in the settings", "trend", "trend --lang en",
         step("LC_ALL=ko_KR.UTF-8 --source sample", before={CONFIG: '{"lang": "fr"}'}),
         "LC_ALL=ko_KR.UTF-8 columns", step("--lang ko", before={CONFIG: '{"jobs": 8,'}),
         files={CONFIG: '{"lang": "ko"}'}),
    case("command runs by film in the settings", *each("trend", "20206061 20206257 --by film --days 4",
        "범죄도시2 --by film --source sample --columns open_date,first_day,first_weekend,days_on_chart,days_to_5m",
        "범죄도시2 --source sample --columns release_day,date", "20206061 --by film --days 4 --deep -o deep.csv"),
         files={CONFIG: '{"update": true}'}),
    case("command settings beside other options", "--source sample --format csv -v", "--source sample",
         "--refresh --retries 0 --date 2022-05-01", "columns trend", files={
        CONFIG: '{"jobs": 8, "format": "markdown", "option": ["marker=emoji"], "columns": "rank,title", '
        '"quiet": true, "offline": true, "update": true}'}),
    *(case(f"command doctor of the settings {number}", "doctor", files={CONFIG: text})
         for number, text in enumerate(('{"jobs": 0}', '{"daily": {"top": 11}}', '{"format": "nope"}', "{}",
        '{"columns": "rank"}'))),
    case("command doctor of a key in the settings", "--date 2022-05-01 --columns rank --top 1",
         "BO_EXPORT_TOP=5 doctor --online -v", environment=NO_KEY, whole=True,
         files={CONFIG: '{"kobis-api-key": "test", "jobs": 8, "kobis-quota": 100}'}),
    case("command doctor of a wrong key", "KOBIS_API_KEY=wrong-key doctor --online"),
    case("command latest day", "--date latest --columns date --top 1 --report r.json",
         *each("{} --columns date --top 1", "--date ' 최근'", "--date LATEST", "--source sample --date latest"),
         "--from latest"),
    case("command latest day that may be empty", "--date latest --allow-empty --columns date --top 1",
         service="not yet"),
    case("command latest days of which none is there", "--date latest", service="not yet, and a failure"),
    case("command calls without a home", *(
        f"KOBIS_BASE_URL={place} --date 2022-05-01 --columns rank --top 1 --report r.json {more}"
        for place, more in (("@KOBIS@", ""), ("@KOBIS@", "-q"), ("http://127.0.0.1:9", ""))),
         environment={"HOME": None}),
    case("command range that begins today", *each("--from -0d -o", "x.csv --report r.json",
        "x.csv --report r.json --update", "old.csv --report r.json -q",
        "old.csv --report r.json -q --update"), "--date -0d", "--from -0d --to -0d", "--from 2999-01-01",
         files={"old.csv": "old\n"}),
    case("command finality in a file", *(line
        for name, column in (("a", ",is_final"), ("b", ",fetched_at"), ("c", "")) for line in (
        f"--last 5 --top 1 -q -o {name}.csv --columns date,rank,title,source{column}",
        f"--source file -O path={name}.csv --columns date,is_final")), *(step(
        "--from 2022-06-05 --top 1 --columns date,is_final,fetched_at -q --update -o u.csv", later=days * DAY)
        for days in (0, 0, 1))),
    case("command lookups of a week",
         "--from 2022-05-30 --to 2022-06-05 --with details,posters --columns title,running_minutes,poster_width --report a.json",
         "--date 2022-06-01 --top 3 --with details --columns rating,rank,running_minutes --report b.json --refresh",
         "movies --produced 2022 --limit 3 --with posters --columns movie_code,poster_height",
         "KAKAO_BASE_URL=http://127.0.0.1:9 --date 2022-06-05 --top 3 --with posters --refresh --columns title,poster_url",
         "--date 2022-06-05 --with details --columns rank --report c.json --refresh",
         "movies --title 만든 --with details --limit 102 --columns movie_code,rating --report d.json",
         "--with ,", environment=KAKAO),
    case("command posters of Kakao alone", *each(
        "--source sample --with posters --columns title,poster_width --posters-from kakao,kmdb --report {}.json",
        "a", "b"), environment=KAKAO | {"KMDB_API_KEY": "kmdb-test-key"}),
    case("command posters without a key of their own", "--date 2022-06-05 --with posters --report r.json",
         "KAKAO_REST_API_KEY=kakao-test --date 2022-06-05 --with posters --posters-from kmdb --report r.json",
         "KMDB_API_KEY=kmdb-test-key quota"),
    case("command posters in a page offline", *each(
        "--from 2022-06-04 --to 2022-06-05 --top 2 --with posters --posters-from kakao -q -o", "x.jsonl",
        "y.html --offline"), environment=KAKAO, whole=True),
    case("command help in Korean", "--lang ko --help", "weekly --lang=ko -h", "help weekly --lang ko",
         "--version --lang ko"),
    case("command codes without a class", "codes -q", "codes -o x.csv"),
    case("command settings of a named file beside two others", *each("{} --source sample --columns rank",
        "--config c.json", "BO_EXPORT_CONFIG=c.json", "BO_EXPORT_CONFIG=nowhere.json"),
         files={CONFIG: "{}", "home/.config/bo-export/config.yaml": "", "c.json": '{"top": 2}'}),
    case("command runs by film with a missing day", *each(
        "trend 20204548 20206061 --by film --days 16 --jobs 1", "", "--keep-going",
        "--keep-going -o x.sqlite"), service="a day missing"),
]
