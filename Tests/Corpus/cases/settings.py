"""Configuration, environment, keys, doctor, and the language."""

from case import case, cases_of, step

SAMPLE = "--source sample --columns rank,title"
CONFIG = "home/.config/bo-export/config.json"


def set_to(name: str, text: str, *lines: str, file: str = CONFIG):
    """A case with that configuration."""
    return case(f"settings {name}", *(lines or (SAMPLE,)), files={file: text})


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
    case("settings of a format and an ending of another kind", *(f"BO_EXPORT_FORMAT=csv {SAMPLE} -o x.{ending}" for ending in ("pdf", "csv.gz", "docx", "xlsm", "xml", "ods"))),
    case("settings of an option with spaces", f"BO_EXPORT_OPTION='html.title=주말, 서울' {SAMPLE} --top 1 --format html -O layout=mail -q"),
    case("settings of periods that are none", *(f"BO_EXPORT_{name} --source sample --top 1" for name in ("MONTH=2022-13", "YEAR=2023..2022", "TO=2022-06-01", "FROM=latest"))),
    *(set_to(f"that doctor finds {number}", text, "doctor") for number, text in enumerate(('{"source": "sample", "columns": "nope"}', '{"source": "sample", "region": "없음"}', '{"source": "sample", "last": 0}', '{"source": "sample", "output": "{nope}.csv"}'))),
    set_to("of one format by its name", '{"option": ["markdown.marker=nope", "file.path=x.csv"]}', "--source sample --top 1 --format markdown", "--source sample --top 1"),
    case("settings that name what is not there", "BO_EXPORT_SOURCE=nope --top 1", "BO_EXPORT_REGION=nope --top 1", "BO_EXPORT_PLUGIN_DIR=/nope --source sample", "BO_EXPORT_DETAILS_FROM=nope --source sample --with details"),
    case("settings of the log hold for errors before a run", "BO_EXPORT_LOG_FORMAT=json --top x", "BO_EXPORT_LOG_FORMAT=json --nope", "BO_EXPORT_LOG_FORMAT=json BO_EXPORT_JOBS=0 --source sample"),
    set_to("a source without a key", '{"source": "sample"}', step("doctor", environment={"KOBIS_API_KEY": None})),
    set_to("Korean", '{"lang": "ko"}', SAMPLE, "week", "--lang en week", "doctor", "help quota"),
    set_to("Korean of what is wrong", '{"lang": "ko", "jbos": 3}'),
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
    case("settings a folder", SAMPLE, files={CONFIG + "/": ""}),
    *cases_of("settings of the environment", """
        wrong name: BO_EXPORT_TPO=3 --source sample --top 1
        wrong name and -q: BO_EXPORT_TPO=3 --source sample --top 1 -q
        wrong value: BO_EXPORT_TOP=x --source sample
        empty: BO_EXPORT_TOP= --source sample --columns rank
        region: BO_EXPORT_REGION=대구,울산 --dry-run
        lang: BO_EXPORT_LANG=ko week
        log format: BO_EXPORT_LOG_FORMAT=json --source sample --format nope
        format: BO_EXPORT_FORMAT=jsonl --source sample --top 1
        option with commas: BO_EXPORT_OPTION=thousands=,,null=a,b,bom=true --source sample --top 1 --columns audience_count,region
        format and an ending: BO_EXPORT_FORMAT=jsonl --source sample --top 1 -o x.csv
        config that is not there: BO_EXPORT_CONFIG=nowhere.json --source sample
        a source: BO_EXPORT_SOURCE=sample --top 1
        for other runs: BO_EXPORT_POSTERS_DIR=p BO_EXPORT_UPDATE=true BO_EXPORT_PROFILE=excel --source sample --top 1 -o x.jsonl
        excluded by an option: BO_EXPORT_REFRESH=true --source sample --top 1 --update -o x.csv
        that exclude each other: BO_EXPORT_REFRESH=true BO_EXPORT_OFFLINE=true --source sample --top 1
        that excludes an option: BO_EXPORT_SOURCE=kobis-json,sample --deep --top 1
        beginning and end: BO_EXPORT_TO=2022-06-02 --from 2022-06-01 --dry-run
        beginning of an end: BO_EXPORT_FROM=2022-06-01 --to 2022-06-02 --dry-run
        end of no range: BO_EXPORT_TO=2022-06-02 --last 2 --dry-run
        end alone: BO_EXPORT_TO=2022-06-02 --dry-run
        several periods: BO_EXPORT_DATE=2022-06-02 BO_EXPORT_LAST=2 --source sample --report r.json
        no day: BO_EXPORT_DATE=someday --source sample
        several: BO_EXPORT_TOP=2 BO_EXPORT_COLUMNS=rank,title BO_EXPORT_HEADER=ko --source sample
    """),
    case("keys of a file", *(step(line, environment={"KOBIS_API_KEY": None, "KOBIS_API_KEY_FILE": "key"})
                             for line in ("--date 2022-06-05 --top 1", "doctor")), files={"key": "test\n"}),
    case("keys of a file that is not there",
         step("--date 2022-06-05 --top 1", environment={"KOBIS_API_KEY": None, "KOBIS_API_KEY_FILE": "key"})),
    case("keys of an empty file",
         step("--date 2022-06-05 --top 1", environment={"KOBIS_API_KEY": None, "KOBIS_API_KEY_FILE": "key"}),
         files={"key": ""}),
    case("keys of the home", *(step(line, environment={"KOBIS_API_KEY": None})
                               for line in ("--date 2022-06-05 --top 1", "doctor", "quota")),
         files={"home/.config/bo-export/kobis_api_key": "test\n"}),
    case("keys of credentials", *(step(line, environment={"KOBIS_API_KEY": None, "CREDENTIALS_DIRECTORY": "@DIR@/work/c"})
                                  for line in ("--date 2022-06-05 --top 1", "doctor")),
         files={"c/kobis_api_key": "test\n"}),
    case("doctor", "doctor", "doctor -v", "doctor --online", "doctor --lang ko", "doctor --online --lang ko",
         "KMDB_API_KEY=kmdb-test-key KAKAO_REST_API_KEY=kakao-test doctor", "doctor -q", whole=True),
    case("doctor without a home", *(step(line, environment={"HOME": None}) for line in
                                    ("doctor", "quota", "cache", "--date 2022-06-05 --top 1"))),
    case("doctor of the online troubles", step("doctor --online --lang ko", codes=False), service="all html"),
    *cases_of("language", """
        ko_KR: LC_ALL=ko_KR.UTF-8 week
        ko_KR without UTF-8: LC_ALL=ko_KR.EUC-KR week
        ko: LC_ALL=ko week
        LANG below LC_ALL: LANG=ko_KR.UTF-8 week
        LC_MESSAGES: LC_ALL= LC_MESSAGES=ko_KR.UTF-8 week
        LANG alone: LC_ALL= LANG=ko_KR.UTF-8 week
        option over the locale: LC_ALL=ko_KR.UTF-8 week --lang en
        plugins: LC_ALL=ko_KR.UTF-8 plugins csv
        columns: LC_ALL=ko_KR.UTF-8 columns trend
        quota: LC_ALL=ko_KR.UTF-8 quota
        cache: LC_ALL=ko_KR.UTF-8 cache
        a file: LC_ALL=ko_KR.UTF-8 --source sample --top 1 -o x.csv
        said: LC_ALL=ko_KR.UTF-8 --date 2022-06-05 --top 1 -v
    """),
    *(case(f"settings that cannot be reached: {name} {target}".strip(), SAMPLE,
           files={f"home/{name}": target}) for name, target in (
        (".config/bo-export/config.json", "link to nowhere"), (".config/bo-export/config.json", "link to config.json"),
        (".config/bo-export/config.yaml", "link to /nonexistent/x"), (".config/bo-export/config.yml/", ""),
        (".config/bo-export", "link to nowhere"), (".config/bo-export", "link to bo-export"),
        (".config", "link to nowhere"))),
    case("settings of no home", *(f"{variable} --source sample --top 1 --columns rank" for variable in (
        "HOME=/nonexistent", "HOME=/dev/null", "XDG_CONFIG_HOME=/dev/null/x", "HOME="))),
    case("settings through links", f"{SAMPLE}", files={
        "home/.config/there/other.json": '{"top": 2}', "home/.config/there/config.json": "link to other.json",
        "home/.config/bo-export": "link to there"}),
    case("settings of lists", SAMPLE, "--config c.json --source sample", files={
        CONFIG: '{"top": 1}', "c.json": '{"columns": ["rank", "영화명"], "top": 1}'}),
    case("settings of names that are nearly right", *(f"{name}=CANARY7 {SAMPLE} --top 1" for name in (
        "BO_EXPORT_COLUMS", "BO_EXPORT_FORMATS", "BO_EXPORT_KOBIS_API_KEY", "BO_EXPORT_CONFG"))),
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
]
