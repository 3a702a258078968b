"""Several command lines in a row: with files, paths, settings, keys and languages."""

from case import DAY, case, step

NO_KEY = {"KOBIS_API_KEY": None}
KEY_FILE = "home/.config/bo-export/kobis_api_key"
CONFIG = "home/.config/bo-export/config.json"
KAKAO = {"KAKAO_REST_API_KEY": "kakao-test"}


def lines(name: str, text: str, *steps: object, **facts: object):
    """A case with a step for each line of the text."""
    return case(f"command {name}", *map(str.strip, text.strip().splitlines()), *steps, **facts)


CASES = [
    lines("paths of a week", f"""
        --source sample --from 2022-05-30 --to 2022-06-05 -o '{{chart}}-{{from}}-{{to}}.{{format}}'
        --source sample --from 2022-05-30 --to 2022-06-05 -o '{{date}}.md' --format markdown
        --source sample --date 2022-06-01 -o '{{date}}-{{to}}.csv'
        codes regions -o '{{date}}.csv'
    """),
    lines("paths of days with a missing one", "", *(
        step(f"--from 2022-05-30 --to 2022-06-01 --top 1 --columns date,region --jobs 1 -o '{{date}}.csv' {more}",
             before={f"2022-{day}.csv": "old\n" for day in ("05-30", "05-31", "06-01")})
        for more in ("", "--keep-going", "--region 서울,부산", "--region 서울,부산 --keep-going")), service="a day missing"),
    lines("paths of days with a missing region", """
        --from 2022-04-29 --to 2022-04-30 --top 1 --region 서울,부산 --keep-going --jobs 1 -o '{date}.csv'
        --from 2022-04-27 --to 2022-04-28 --top 1 --region 서울 --keep-going --jobs 1 -o '{date}.csv'
    """, service="troubled", files={"2022-04-29.csv": "old\n", "2022-04-27.csv": "old\n"}),
    lines("paths one of which is a folder", "--from 2022-05-30 --to 2022-06-01 -o '{date}.csv' --report r.json",
          files={"2022-05-31.csv/": ""}),
    lines("options of a format that it has not", """
        --source sample -O titel-link=true
        --source sample --format markdown -O titel-link=true
        --source sample --format markdown -O pad=yes
    """),
    lines("colours in a pipe", """
        FORCE_COLOR=1 TERM=xterm --source sample --format markdown --columns rank_marker,title
        NO_COLOR=1 --source sample --format markdown --columns rank_marker,title --color always
        --source sample --format csv --columns rank_marker,title --color always
        --source sample --format jsonl --columns rank_marker,title --color always
    """),
    lines("colours of a terminal", "", *(
        step(f"{line} --top 10 --columns rank_marker,title", terminal=80) for line in (
            "TERM=xterm --source sample", "TERM= --source sample", "TERM=xterm NO_COLOR= --source sample",
            "TERM=dumb CLICOLOR_FORCE=1 --source sample", "TERM=xterm NO_COLOR=1 FORCE_COLOR=1 --source sample",
            "TERM=dumb NO_COLOR=1 --source sample --color always", "TERM=xterm FORCE_COLOR=1 --source sample --color never",
            "TERM=dumb FORCE_COLOR=0 --source sample", "TERM=xterm FORCE_COLOR=0 --source sample",
            "TERM=dumb FORCE_COLOR=false CLICOLOR_FORCE=1 --source sample"))),
    lines("deep charts without that of a nation", """
        --date 2018-01-03 --deep --jobs 1 -v --columns rank
        --date 2018-01-03 --deep --jobs 1 -v --columns rank
    """, service="no foreign films"),
    lines("deep charts of a dry run", """
        --date 2018-01-03 --deep --dry-run
        --date 2018-01-03 --deep --max-calls 2 --jobs 1
        --date 2018-01-03 --deep --dry-run
    """),
    lines("deep charts in a file", """
        --from 2018-01-01 --to 2018-01-02 --deep --update -o x.csv --report a.json
        --from 2018-01-01 --to 2018-01-03 --deep --update -o x.csv --report b.json
        --from 2018-01-01 --to 2018-01-03 --deep --update -o x.csv --report c.json
        --from 2018-01-01 --to 2018-01-03 --deep --offline -o y.csv
        --date 2018-01-03 --deep --columns date,movie_code,title -o z.csv
        --date 2018-01-03 --update --columns date,movie_code,title -o z.csv
        --date 2018-01-03 --deep --columns date,rank,title -o t.csv
        --date 2018-01-03 --update --columns date,rank,title -o t.csv
    """),
    lines("deep charts in the settings", """
        --date 2018-01-03 --columns rank,title
        --date 2018-01-03 --columns rank,title --nation korean --offline
        weekly --date 2018-W01 --top 1
        --date 2018-01-03 --columns rank,title --top 12
    """, files={"home/.config/bo-export/config.json": '{"deep": true}'}),
    lines("database that lacks a day", """
        --from 2022-05-30 --to 2022-06-01 --top 2 -o x.db --keep-going
        --from 2022-05-30 --to 2022-06-01 --top 2 -o x.db
        --from 2022-05-30 --to 2022-06-01 --top 2 -o x.db --update
    """, service="a day missing"),
    lines("databases added to", """
        --source sample --from 2022-05-30 --to 2022-05-31 -o a.db --report r.json --columns rank,movie_code
        --source sample --from 2022-06-02 -o a.db --report r.json --columns rank,movie_code
        --source sample --top 3 -o a.db
        --source sample --from 2022-05-30 --columns rank,movie_code -o 'm{month}.db'
        --source sample --from 2022-05-30 --columns rank,movie_code -o 'm{month}.db'
    """),
    lines("databases that cannot be", """
        -o x.sqlite --report a.json
        -o no/x.sqlite --report b.json
        -o x.sqlite/y.db --report c.json
    """, files={"x.sqlite": "old\n"}),
    *(lines(f"key kept with {option}", "", step(f"key {option}", stdin="test\n", environment=NO_KEY),
            step("--date 2022-06-05 --top 1 --columns rank -q", environment=NO_KEY), home=True)
      for option in ("-vv", "-q", "--lang ko", "kobis")),
    lines("key refused beside an older one", "", step("key", stdin="wr0ng-k3y\n"),
          step("KOBIS_BASE_URL=http://127.0.0.1:1 key", stdin="wr0ng-k3y\n"), step("key --offline", stdin="wr0ng-k3y\n"),
          step("key --offline", stdin="n3w-k3y\n", environment=NO_KEY | {"KMDB_API_KEY": "0ther-k3y"}),
          files={KEY_FILE: "old"}, home=True),
    *(lines(f"key as a word {number}", f"""
        key {line}
        key {line} --lang ko
    """) for number, line in enumerate((
        "kobis=0pen-s3same", "--key 0pen-s3same", "KOBIS_API_KEY=0pen-s3same", "kobis kmdb 0pen-s3same", "-k0pen-s3same",
        "--offline 0pen-s3same", "c0ffee00c0ffee00c0ffee00c0ffee00", "-kc0ffee00c0ffee00c0ffee00c0ffee00"))),
    lines("keys in an order", "", *(
        step("doctor", environment=NO_KEY | dict(variables)) for variables in (
            (), (("CREDENTIALS_DIRECTORY", "@DIR@/nowhere"),), (("CREDENTIALS_DIRECTORY", "@DIR@/work/c"),),
            (("CREDENTIALS_DIRECTORY", "@DIR@/work/c"), ("KOBIS_API_KEY_FILE", "k")),
            (("CREDENTIALS_DIRECTORY", "@DIR@/work/c"), ("KOBIS_API_KEY_FILE", "k"), ("KOBIS_API_KEY", "VARIABLE-KEY")))),
          files={KEY_FILE: "FOLDER-KEY", CONFIG: '{"kobis-api-key": "CONFIGURED-KEY"}', "k": "FILE-KEY",
                 "c/kobis_api_key": "CREDENTIAL-KEY"}),
    lines("reports in place of inputs", "", *(
        step(f"--config c.json --report {file} {more}", environment={"KOBIS_API_KEY": None, "KOBIS_API_KEY_FILE": "k"})
        for file in ("k", "c.json") for more in ("--bogus", "--offline")),
          files={"k": "testtest", "c.json": '{"jobs": 2}'}),
    lines("report in place of the key that is kept", "", step(f"--date 2022-06-05 --report @DIR@/{KEY_FILE}", environment=NO_KEY),
          files={KEY_FILE: "test\n"}),
    lines("runs that begin anew", """
        --from 2022-05-01 --to 2022-05-10 --max-calls 3 --jobs 1 --columns date
        --from 2022-05-01 --to 2022-05-10 --max-calls 3 --jobs 1 --columns date --refresh
        --from 2022-05-01 --to 2022-05-10 --max-calls 3 --jobs 1 --columns date --cross-check
        --from 2004-01-01 --refresh --dry-run
        --from 2004-01-01 --refresh --dry-run -q
        --date 2022-05-01 --refresh --columns date
    """),
    lines("Korean of words that are typed", """
        --lang ko --jobs day
        --lang ko --frmt csv
        --lang ko --to 2022-06-01
        --lang ko columns movei
        --lang ko -o nowhere/x.csv --source sample
        --lang ko --source sample --nation korean --date 2022-06-01
        --lang ko --config /nowhere.json
        --lang ko trend
        --lang ko plugins check /bin/true
        LC_ALL=ko_KR.UTF-8 --lang fr
        LC_ALL=ko_KR.UTF-8 --jobs 0
        LC_ALL=ko_KR.UTF-8 --last 0 --source sample
        BO_EXPORT_PROGRESS=never BO_EXPORT_FORMAT=csv doctor --lang ko
    """, step("LC_ALL=ko_KR.UTF-8 --jobs 0 --log-format json", codes=False)),
    lines("Korean in the settings", """
        trend
        trend --lang en
    """, step("LC_ALL=ko_KR.UTF-8 --source sample", before={CONFIG: '{"lang": "fr"}'}), "LC_ALL=ko_KR.UTF-8 columns",
          step("--lang ko", before={CONFIG: '{"jobs": 8,'}), files={CONFIG: '{"lang": "ko"}'}),
    lines("runs by film in the settings", """
        trend 20206061 20206257 --by film --days 4
        trend 범죄도시2 --by film --source sample --columns open_date,first_day,first_weekend,days_on_chart,days_to_5m
        trend 범죄도시2 --source sample --columns release_day,date
        trend 20206061 --by film --days 4 --deep -o deep.csv
    """, files={CONFIG: '{"update": true}'}),
    lines("settings beside other options", """
        --source sample --format csv -v
        --source sample
        --refresh --retries 0 --date 2022-05-01
        columns trend
    """, files={CONFIG: '{"jobs": 8, "format": "markdown", "option": ["marker=emoji"], "columns": "rank,title", '
                        '"quiet": true, "offline": true, "update": true}'}),
    *(lines(f"doctor of the settings {number}", "doctor", files={CONFIG: text}) for number, text in enumerate((
        '{"jobs": 0}', '{"daily": {"top": 11}}', '{"format": "nope"}', "{}", '{"columns": "rank"}'))),
    lines("doctor of a key in the settings", "", *(step(line, environment=NO_KEY) for line in (
        "--date 2022-05-01 --columns rank --top 1", "BO_EXPORT_TOP=5 doctor --online -v")), whole=True,
          files={CONFIG: '{"kobis-api-key": "test", "jobs": 8, "kobis-quota": 100}'}),
    lines("doctor of a wrong key", "KOBIS_API_KEY=wrong-key doctor --online"),
    lines("latest day", """
        --date latest --columns date --top 1 --report r.json
        --date ' 최근' --columns date --top 1
        --date LATEST --columns date --top 1
        --source sample --date latest --columns date --top 1
        --from latest
    """),
    lines("latest day that may be empty", "--date latest --allow-empty --columns date --top 1", service="not yet"),
    lines("latest days of which none is there", "--date latest", service="not yet, and a failure"),
    lines("calls without a home", "", *(
        step(f"KOBIS_BASE_URL={place} --date 2022-05-01 --columns rank --top 1 --report r.json {more}", environment={"HOME": None})
        for place, more in (("@KOBIS@", ""), ("@KOBIS@", "-q"), ("http://127.0.0.1:9", "")))),
    lines("range that begins today", """
        --from -0d -o x.csv --report r.json
        --from -0d -o x.csv --report r.json --update
        --from -0d -o old.csv --report r.json -q
        --from -0d -o old.csv --report r.json -q --update
        --date -0d
        --from -0d --to -0d
        --from 2999-01-01
    """, files={"old.csv": "old\n"}),
    lines("finality in a file", """
        --last 5 --top 1 -q -o a.csv --columns date,rank,title,source,is_final
        --source file -O path=a.csv --columns date,is_final
        --last 5 --top 1 -q -o b.csv --columns date,rank,title,source,fetched_at
        --source file -O path=b.csv --columns date,is_final
        --last 5 --top 1 -q -o c.csv --columns date,rank,title,source
        --source file -O path=c.csv --columns date,is_final
        --from 2022-06-05 --top 1 --columns date,is_final,fetched_at -q --update -o u.csv
        --from 2022-06-05 --top 1 --columns date,is_final,fetched_at -q --update -o u.csv
    """, step("--from 2022-06-05 --top 1 --columns date,is_final,fetched_at -q --update -o u.csv", later=DAY)),
    lines("lookups of a week", "", *(step(line, environment=KAKAO) for line in (
        "--from 2022-05-30 --to 2022-06-05 --with details,posters --columns title,running_minutes,poster_width --report a.json",
        "--date 2022-06-01 --top 3 --with details --columns rating,rank,running_minutes --report b.json --refresh",
        "movies --produced 2022 --limit 3 --with posters --columns movie_code,poster_height",
        "KAKAO_BASE_URL=http://127.0.0.1:9 --date 2022-06-05 --top 3 --with posters --refresh --columns title,poster_url",
        "--date 2022-06-05 --with details --columns rank --report c.json --refresh",
        "movies --title 만든 --with details --limit 102 --columns movie_code,rating --report d.json",
        "--with ,"))),
    lines("posters of Kakao alone", "", *(
        step(f"--source sample --with posters --columns title,poster_width --posters-from kakao,kmdb --report {file}.json",
             environment=KAKAO | {"KMDB_API_KEY": "kmdb-test-key"})
        for file in ("a", "b"))),
    lines("posters without a key of their own", """
        --date 2022-06-05 --with posters --report r.json
        KAKAO_REST_API_KEY=kakao-test --date 2022-06-05 --with posters --posters-from kmdb --report r.json
        KMDB_API_KEY=kmdb-test-key quota
    """),
    lines("posters in a page offline", "", *(
        step(f"--from 2022-06-04 --to 2022-06-05 --top 2 --with posters --posters-from kakao -q -o {more}", environment=KAKAO)
        for more in ("x.jsonl", "y.html --offline")), whole=True),
    lines("help in Korean", """
        --lang ko --help
        weekly --lang=ko -h
        help weekly --lang ko
        --version --lang ko
    """),
    lines("codes without a class", """
        codes -q
        codes -o x.csv
    """),
    lines("settings of a named file beside two others", """
        --config c.json --source sample --columns rank
        BO_EXPORT_CONFIG=c.json --source sample --columns rank
        BO_EXPORT_CONFIG=nowhere.json --source sample --columns rank
    """, files={CONFIG: "{}", "home/.config/bo-export/config.yaml": "", "c.json": '{"top": 2}'}),
    lines("runs by film with a missing day", """
        trend 20204548 20206061 --by film --days 16 --jobs 1
        trend 20204548 20206061 --by film --days 16 --jobs 1 --keep-going
        trend 20204548 20206061 --by film --days 16 --jobs 1 --keep-going -o x.sqlite
    """, service="a day missing"),
]
