"""The paths of documents, and files that are brought up to date."""

from case import DAY, case, each, greeting, step

WEEK = "--from 2022-05-30 --to 2022-06-05"
COUNTED = "date,rank,title,audience_count"
HEAD = "date,rank,title,fetched_at"
FEW = "--top 2 --columns date,rank,title,audience_count"


def later(line: str, days: float):
    """The step that many days later."""
    return step(line, later=round(days * DAY))


LATE = (greeting("late", '"summary":"details that come later","columns":[{"name":"title_en"}]')
    + """while read -r query; do
    [ -e "${0%/*}/../ok" ] || exit 1
    echo '{"details":{"title_en":"Later"}}'
    echo '{"end":{}}'
done
""")
"""A plugin of details that fails until the file `ok` is there."""

CASES = [
    case("path of a day", *each("--source sample --top 1 -o", "'chart={chart}/day.csv'", "'{{date}}.csv'",
        "nowhere/day.csv", "-", "@DIR@/work/day.csv", ".", f"{'a' * 264}.csv"),
        *each("--source sample --top 1 -o", ".csv", "day",
        *each("day.{}", "log", "CSV", "csv.gz", "jpg", "htlm", "markdown"))),
    case("path of a range that begins today", *each("--from -0d -o old.csv --report r.json", "", "--update"),
        "--from 2999-01-01 -o old.csv", files={"old.csv": "old\n"}),
    case("path over a file", "--source sample --top 1 -o day.csv", "--source sample --jobs 0 -o day.csv",
        "--date 2022-04-14 -o day.csv", files={"day.csv": "there was something\n"}, service="troubled"),
    case("path of an empty result into a new file", "movies --title 없는영화 -o x.md",
        "movies --title 없는영화 -o x.html"),
    case("path of a file of which nothing came",
        *each("--from 2022-04-29 --to 2022-06-02 --top 1 --keep-going --jobs 1 --report r.json -o '{month}.csv'",
            "", "--update"), service="no May"),
    case("path of a file that lacks a region", step("LC_ALL=ko_KR.UTF-8 --from 2022-04-29 --to 2022-04-30 "
        "--region 서울,부산 --keep-going --jobs 1 --top 1 --report r.json -o '{date}.csv'"), service="troubled",
        files={"2022-04-29.csv": "old\n"}),
    case("update regions", *each("--date 2022-04-29 --region 서울,부산 --top 1 --columns "
        "date,region,rank,title --update -o x.csv", "--keep-going", ""), service="troubled",
        files={"x.csv": "date,region,rank,title\n2022-04-28,서울시,1,옛 영화\n2022-04-28,부산시,1,옛 영화\n"}),
    case("update a region that was missing", "--date 2022-04-29 --region 서울,부산 --top 1 --columns "
        "date,region,rank,title --update -o x.csv",
        files={"x.csv": "date,region,rank,title\n2022-04-29,서울시,1,옛 영화\n"}),
    case("path of two years", "--from 2021-05-31 --to 2022-05-01 -o 'out/{month}.csv'",
        "--from 2021-06-01 --to 2022-05-31 -o '/dev/null/{month}.csv'",
        "weekly --from 2019-W51 --to 2020-W02 --top 1 --columns year_week -o '{chart}-{year}.csv'"),
    case("path of a plugin's months", "weekend --source csvchart --plugin-dir plugins --last 2 --format "
        "mediawiki -o '{year}/{month}.{format}'"),
    case("path of a folder that is not there", "--source sample --last 3 --update -o 'out 2024/x.csv'",
        *(f'--source sample --last 3 -o "{folder}/x.csv"'
        for folder in ("it's", "out 2024", "./-x", "out/2024", "박스", "./../work/a"))),
    *(case(f"update a file that was written with another {option}", *each("--source sample --from 2022-05-31 "
        "--to", f"2022-05-31 --top 2 {first} -o x.csv", f"2022-06-01 --top 2 {second} --update -o x.csv",
        f"2022-06-01 --top 2 {first} --update -o x.csv"))
        for option, first, second in (("null", "-O null=NA", ""),
        ("separator of excel", "--profile excel -O thousands=,", "--profile excel"))),
    case("update a file with another separator",
        "--source sample --date 2022-05-31 --top 2 -O thousands=\u2009 -o x.csv"),
    case("update with columns that tell no period", "--source sample --update --columns rank,title -o x.csv"),
    case("update details that were lost", *(step("--date 2022-06-01 --top 2 --with details --details-from "
        f"late --plugin-dir plugins --columns date,title,title_en,{column} --keep-going --retries 0 -o "
        f"{column}.csv{more}", later=10 * DAY, before=files) for column in ("is_final", "fetched_at")
        for more, files in (("", {"ok": None}), (" --update", {"ok": ""}), (" --update", {}))),
        files={"plugins/bo-export-details-late": LATE, "ok": ""}),
    case("update offline from older answers",
        "--date 2022-06-07 --top 1 --columns date,title,fetched_at -o x.csv",
        step("--date 2022-06-07 --top 1 --columns date,title,fetched_at --update --offline -o x.csv",
        later=8 * 3600,
        before={"x.csv": "date,title,fetched_at\n2022-06-07,새 제목,2022-06-08T15:00:00+09:00\n"})),
    case("update day by day", *(later(f"--from 2022-06-04 {FEW} --update {more}-o x.csv", days)
        for days, more in ((0, ""), (0, ""), (0.1, ""), (1, ""), (5, ""), (5, "-q ")))),
    case("update day by day in JSON Lines",
        *(later(f"--from 2022-06-05 {FEW} --update -o x.jsonl", days) for days in (0, 2))),
    case("update a hole of excel", *each(f"--source sample {WEEK} --top 1 --columns date,rank,title",
        "--profile excel -o x.csv", "--profile excel --update -o x.csv", "--update -o x.csv")),
    *(case(f"update {name}", *(f"--source sample {WEEK} {FEW} {options} -o x.csv" for options in steps))
        for name, steps in (("the quotes", ("-O quote=all", "--update")),
        ("without a header", ("--header none", "--header none --update", "--update")))),
    case("update with other columns", f"--source sample {WEEK} --top 2 --columns date,rank -o x.csv",
        *each(f"--source sample {WEEK} --top 2 --columns {{}} --update -o x.csv", "date,title", "date",
        "rank,date")),
    case("update with refresh", f"--from 2022-05-30 --to 2022-06-05 {FEW} -o x.csv",
        *each("--from 2022-05-31 --to 2022-06-02 --update --refresh", f"{FEW} --dry-run -o x.csv",
        f"{FEW} -o x.csv", "--top 1 -o x.csv")),
    case("update another chart", "weekend --date 2012-01-01 -o x.csv", "--source sample --update -o x.csv",
        "weekly --date 2019-W27 --update -o x.csv"),
    case("update another source", "--date 2022-06-05 --columns date,rank,title,source --top 2 -o x.csv",
        "--date 2022-06-05 --source kobis-xml --columns date,rank,title,source --top 2 --update -o x.csv"),
    case("update files of months",
        "--from 2022-05-29 --to 2022-06-02 --top 1 --columns date,title --update -o '{year}/{month}.csv'",
        "--from 2022-05-29 --to 2022-06-04 --top 1 --columns date,title --update -o '{year}/{month}.csv'",
        later("--from 2022-05-29 --top 1 --columns date,title --update -o '{year}/{month}.csv'", 1)),
    case("update a file a day", "--source sample --last 2 --update -o '{date}.csv'"),
    case("update in Korean",
        *each(f"--source sample {WEEK} {{}}--update -o x.csv --lang ko", f"{FEW} ", f"{FEW} ", "")),
    *(case(f"update a damaged file: {name}", f"--source sample {WEEK} {FEW} --update -o x.csv",
        files={"x.csv": content}) for name, content in (("no csv", "hello\n"),
        ("a word for a day", f"{COUNTED}\nMonday,1,a,1\n"), ("too few cells", f"{COUNTED}\n2022-06-01,1,a\n"),
        ("an open quote", f"{COUNTED}\n2022-06-01,1,\"a,1\n"),
        ("a day twice", f"{COUNTED}\n2022-06-01,1,a,1\n2022-06-02,1,a,1\n2022-06-01,2,b,1\n"),
        ("latin", b"date,rank,title,audience_count\n2022-06-01,1,\xe9,1\n"))),
    *(case(f"update JSON Lines that {name}", f"--source sample {WEEK} {FEW} --update -o x.jsonl",
        files={"x.jsonl": content})
        for name, content in (("lack a column", '{"date":"2022-06-01","rank":1,"title":"a"}\n'),
        ("are none", "date,rank\n"))),
    case("update a folder", f"--source sample {WEEK} {FEW} --update -o x.csv", files={"x.csv/": ""}),
    case("update a period that became empty", *each("--from 2022-04-27 --to 2022-04-28 --kind art --top 1 "
        f"--columns {HEAD} --update -o x.csv", "", "--allow-empty"), service="troubled",
        files={"x.csv": f"{HEAD}\n2022-04-27,1,옛 영화,2022-04-28T09:00:00+09:00\n"}),
    case("update a provisional day beside another",
        f"--top 1 --columns {HEAD} --update -o '{{year}}-{{month}}.csv'",
        files={"2022-05.csv": f"{HEAD}\n2022-05-14,1,옛 영화,2022-05-15T23:00:00+09:00\n"}),
    case("update a provisional day that fails",
        later(f"--date 2022-04-28 --top 1 --columns {HEAD} --update -o x.csv", -40), service="troubled",
        files={"x.csv": f"{HEAD}\n2022-04-14,1,옛 영화,2022-04-15T23:00:00+09:00\n"}),
    case("update with another dataset", *each("--from 2022-05-01 --to 2022-05-07 --top 1 --columns "
        "year_week,rank,title", "-o w.csv", "--update -o w.csv"), *each("--date 2022-05-01 --top 1",
        "-o d.csv", "--with details --update -o d.csv", "--columns date,rank,nation --nation korean -o n.csv",
        "--columns date,rank,nation --nation foreign --update -o n.csv"),
        *each("weekend --date 2022-05-01 --top 1", "-o e.csv", "--region 서울,부산 --update -o e.csv",
        "--region 서울 --update -o e.csv", "--columns from,rank --update -o e.csv")),
    case("update no request for JSON",
        "KOBIS_BASE_URL=http://127.0.0.1:1 --date 2022-05-01 --update -o x.csv",
        files={"x.csv": '{"date":"2022-05-01"}\n'}),
    case("update as for Excel what is not", f"--source sample {WEEK} {FEW} -o x.csv",
        *each(f"--source sample {WEEK} {FEW} --profile {{}} --update -o x.csv", "excel", "machine"),
        f"--source sample {WEEK} {FEW} --header ko -o x.csv"),
    case("update with refresh that cannot be", "KOBIS_BASE_URL=http://127.0.0.1:1 --date 2021-03-01 "
        "--columns date,title,rank -o x.csv --update --refresh",
        files={"x.csv": "date,title\n2021-03-01,옛 영화\n"}),
]
