"""The paths of documents, and files that are brought up to date."""

from case import DAY, case, each, greeting, step

WEEK = "--from 2022-05-30 --to 2022-06-05"
COUNTED = "date,rank,title,audience_count"
HEAD = "date,rank,title,fetched_at"
REGIONS = "date,region,rank,title"
FEW_REGIONS = f"--top 1 --columns {REGIONS}"
TIMED = f"{FEW_REGIONS},fetched_at"
FEW = "--top 2 --columns date,rank,title,audience_count"


def later(line: str, days: float):
    """The step that many days later."""
    return step(line, later=round(days * DAY))


LATE = greeting("late", '"summary":"details that come later","columns":[{"name":"title_en"}]') + """while read -r query; do
    [ -e "${0%/*}/../ok" ] || exit 1
    echo '{"details":{"title_en":"Later"}}'
    echo '{"end":{}}'
done
"""
"""A plugin of details that fails until the file `ok` is there."""

CASES = [
    case("path of a period", "weekly --from 2021-W52 --to 2022-W01 --top 1 -o '{year}.csv'", *(
        f"--source sample --from {days} --top 1 -o '{path}'" for days, path in (
        ("2022-06-04 --to 2022-06-05", "{date}.csv"), ("2022-05-30 --to 2022-06-02", "{year}-{month}.csv"),
        ("2022-05-30 --to 2022-06-02", "charts/{year}/{month}.csv"),
        ("2022-06-04 --to 2022-06-05", "{from}-{to}.csv")))),
    case("path of a day", "--source sample --top 1 --format markdown -o '{date}.{format}'", *each(
        "--source sample --top 1 -o", "'chart={chart}/day.csv'", "'{chart}-{from}-{to}-{date}-{format}.md'",
        "'{{date}}.csv'", "'{date.csv'", "어제.csv", "nowhere/day.csv", "-", "@DIR@/work/day.csv", ".",
        "/dev/null/day.csv", f"{'a' * 264}.csv", "/dev/null", "/dev/full")),
    case("path with an ending", *(f"--source sample --top 1 -o {name}" for name in (".csv", "day",
        *each("day.{}", "log", "CSV", "csv.gz", "jpg", "htlm", "markdown")))),
    case("path without room for names", "TMPDIR=@DIR@/nowhere --source sample --top 1 -o x.csv"),
    case("path of a folder", "--source sample --top 1 -o day.csv", files={"day.csv/": ""}),
    case("path below a file", "--source sample --top 1 -o day/x.csv", files={"day": "a file\n"}),
    case("path over a file", "--source sample --top 1 -o day.csv", "--source sample --jobs 0 -o day.csv",
         "--date 2022-04-14 -o day.csv", files={"day.csv": "there was something\n"}, service="troubled"),
    case("path of an empty result", "movies --title 없는영화 -o x.csv", "movies --title 없는영화 -o x.csv --allow-empty",
         files={"x.csv": "there was something\n"}),
    case("path of an empty result into a new file", "movies --title 없는영화 -o x.csv", "movies --title 없는영화 -o x.md",
         "movies --title 없는영화 -o x.html", "movies --title 없는영화 -o x.xlsx"),
    case("path of a file a day with a missing one",
         "--from 2022-04-26 --to 2022-04-28 --top 1 --jobs 1 -o '{date}.csv'",
         "--from 2022-04-26 --to 2022-04-28 --top 1 --jobs 1 --keep-going -o '{date}.csv'", service="troubled"),
    case("path of a file of which nothing came", *(
        "--from 2022-04-29 --to 2022-06-02 --top 1 --keep-going --jobs 1 --report r.json "
        f"-o '{{month}}.csv' {more}" for more in ("", "--update")),
         "--from 2022-05-01 --to 2022-05-03 --keep-going --jobs 1 --report r.json", service="no May"),
    case("path of a file that lacks a region", step(
        "LC_ALL=ko_KR.UTF-8 --from 2022-04-29 --to 2022-04-30 --region 서울,부산 --keep-going --jobs 1 --top 1 "
        "--report r.json -o '{date}.csv'"), service="troubled", files={"2022-04-29.csv": "old\n"}),
    case("path of one month, again", *["--source sample --last 3 --top 1 --update -o '{year}-{month}/x.csv'"] * 2),
    case("path of months in Markdown", "--source sample --from 2022-05-31 --to 2022-06-02 --top 1 "
         "-o '{month}.{format}' --format markdown"),
    case("path of the year of a week", "weekly --from 2019-W51 --to 2020-W02 --region 서울,부산 --top 1 "
         "--columns year_week,region -o '{chart}-{year}.csv'"),
    case("path of a file that lacks a day", *each(
        "--from 2022-04-30 --to 2022-05-01 --top 1 --jobs 1 --columns date,rank -o '{year}.csv'", "",
        "--keep-going"), service="no May", files={"2022.csv": "old\n"}),
    case("path of an empty day", *each(
        "--from 2022-04-28 --to 2022-05-01 --region 부산 --top 1 --columns date,rank -o '{date}.csv'",
        "--keep-going", "--allow-empty"), service="troubled", files={"2022-04-28.csv": "old\n"}),
    case("path of two years", "--from 2021-05-31 --to 2022-05-01 -o 'out/{month}.csv'",
         "--from 2021-06-01 --to 2022-05-31 -o '/dev/null/{month}.csv'"),
    case("path of a plugin's months", "weekend --source csvchart --plugin-dir plugins --last 2 "
         "--format mediawiki -o '{year}/{month}.{format}'"),
    case("path of a folder that is not there", *(
        f'--source sample --last 3 {option} "{folder}/x.csv" {more}'
        for folder in ("it's", "out 2024", "./-x", "out/2024", "박스", "./../work/a")
        for option, more in (("-o", ""), ("-o", "--update"), ("--output", "")))),
    case("path of folders that are made", *each("--source sample --last 2 --top 1 --columns date,rank -o",
        "deep/chart={chart}/dt={date}/day.csv --dry-run", "deep/chart={chart}/dt={date}/day.csv",
        "a/b/{from}/c/x.csv", "ten/{year}.csv", "ten/{year}.csv --update")),
    case("path of folders that cannot be made", "KOBIS_BASE_URL=http://127.0.0.1:1 --from 2022-05-30 "
         "--to 2022-06-01 -o '{date}/x.csv'", files={"2022-05-31": ""}),
    case("path of folders of a failed run",
         "--from 2022-03-31 --to 2022-04-02 --top 1 --columns rank --jobs 1 -o '{date}/a/x.csv'",
         "--date 2022-04-02 --update -o 'b/{date}/x.csv'", service="troubled", files={"2022-04-01/": ""}),
    *(case(f"update a file that was written with another {option}", f"--source sample --from 2022-05-31 --to 2022-05-31 --top 2 {first} -o x.csv",
           f"--source sample --from 2022-05-31 --to 2022-06-01 --top 2 {second} --update -o x.csv", f"--source sample --from 2022-05-31 --to 2022-06-01 --top 2 {first} --update -o x.csv")
      for option, first, second in (("null", "-O null=NA", ""), ("separator", "-O thousands=,", ""), ("bare number", "", "-O thousands=,"), ("separator of excel", "--profile excel -O thousands=,", "--profile excel"))),
    case("update a file with another separator", *[f"--source sample --from 2022-05-31 --to 2022-05-31 --top 2 -O thousands=\u2009 {more} -o x.csv" for more in ("", "--update")]),
    case("update with columns that tell no period", "--source sample --update --columns rank,title -o x.csv", "--source sample --region 서울 --update --columns date,rank,title -o y.csv"),
    case("update before any day of the range is over", "--from 2022-06-10 --update -o x.csv --report r.json", "--from 2022-06-08 --update -o x.csv"),
    case("update details that were lost", *(step(f"--date 2022-06-01 --top 2 --with details --details-from late --plugin-dir plugins --columns date,title,title_en,{column} --keep-going --retries 0 -o {column}.csv{more}", later=10 * DAY, before=files)
         for column in ("is_final", "fetched_at") for more, files in (("", {"ok": None}), (" --update", {"ok": ""}), (" --update", {}))), files={"plugins/bo-export-details-late": LATE, "ok": ""}),
    case("update offline from older answers", "--date 2022-06-07 --top 1 --columns date,title,fetched_at -o x.csv",
         step("--date 2022-06-07 --top 1 --columns date,title,fetched_at --update --offline -o x.csv", later=8 * 3600, before={"x.csv": "date,title,fetched_at\n2022-06-07,새 제목,2022-06-08T15:00:00+09:00\n"})),
    case("update day by day", *(later(f"--from 2022-06-04 {FEW} --update {more}-o x.csv", days)
        for days, more in ((0, ""), (0, ""), (0.1, ""), (1, ""), (5, ""), (5, "-q ")))),
    case("update day by day with the time", *(later(
        "--from 2022-06-05 --top 1 --columns date,rank,title,fetched_at --update -o x.csv", days)
        for days in (0, 1, 4))),
    case("update day by day in JSON Lines",
         *(later(f"--from 2022-06-05 {FEW} --update -o x.jsonl", days) for days in (0, 2))),
    case("update a hole", f"--source sample {WEEK} {FEW} --update -o x.csv",
         files={"x.csv": f"{COUNTED}\n2022-05-30,1,옛 영화,1\n2022-06-03,1,옛 영화,2\n2022-06-03,2,옛 영화,3\n"}),
    case("update a hole of excel", *each(f"--source sample {WEEK} --top 1 --columns date,rank,title",
        "--profile excel -o x.csv", "--profile excel --update -o x.csv", "--update -o x.csv")),
    *(case(f"update {name}", *(f"--source sample {WEEK} {FEW} {options} -o x.csv" for options in steps))
         for name, steps in {"a file that is not there": ("--update", "--update"),
        "semicolons": ("-O 'delimiter=;'", "--update", "-O 'delimiter=;' --update"),
        "the quotes": ("-O quote=all", "--update"), "line ends": ("-O newline=crlf", "--update"),
        "a Korean header": ("--header ko", "--update", "--header ko --update"),
        "without a header": ("--header none", "--header none --update", "--update"),}.items()),
    case("update with fewer rows", f"--source sample {WEEK} -o x.csv",
         f"--source sample {WEEK} --top 5 --update -o x.csv"),
    case("update with other columns", f"--source sample {WEEK} --top 2 --columns date,rank -o x.csv", *each(
        f"--source sample {WEEK} --top 2 --columns {{}} --update -o x.csv", "date,title", "date", "rank,date",
        "rank,title")),
    case("update with refresh", f"--from 2022-05-30 --to 2022-06-05 {FEW} -o x.csv", *(
        f"--from 2022-05-31 --to 2022-06-02 {rows} --update --refresh {more}" for rows, more in (
        (FEW, "--dry-run -o x.csv"), (FEW, "-o x.csv"), (FEW, "-o x.jsonl"), ("--top 1", "-o x.csv"))),
         *each(f"--from 2022-05-31 {FEW} --update --refresh", "-o x.db", "--max-calls 2 --jobs 1 -o x.csv")),
    case("update with refresh replaces old lines",
         f"--from 2022-06-01 --to 2022-06-02 {FEW} --update --refresh -o x.csv",
         files={"x.csv": f"{COUNTED}\n2022-05-31,1,옛 영화,1\n2022-06-01,1,옛 영화,2\n2022-06-05,1,옛 영화,3\n"}),
    case("update another chart", "weekend --date 2012-01-01 -o x.csv",
         "--source sample --update -o x.csv", "weekly --date 2019-W27 --update -o x.csv"),
    case("update another region", *each("--date 2022-06-05", "--region 서울 --top 2 -o x.csv",
        "--region 부산 --top 2 --update -o x.csv", "--top 2 --update -o x.csv",
        "--region 서울,부산 --top 2 --update -o x.csv")),
    case("update another nation", "--date 2022-06-05 --nation korean --columns date,rank,title,nation --top 2 -o x.csv",
         "--date 2022-06-05 --columns date,rank,title,nation --top 2 --update -o x.csv"),
    case("update another source", "--date 2022-06-05 --columns date,rank,title,source --top 2 -o x.csv",
         "--date 2022-06-05 --source kobis-xml --columns date,rank,title,source --top 2 --update -o x.csv"),
    case("update a dry run", f"--from 2022-06-01 {FEW} -o x.csv",
         later(f"--from 2022-06-01 {FEW} --update --dry-run -o x.csv", 1)),
    case("update files of months", "--from 2022-05-29 --to 2022-06-02 --top 1 --columns date,title --update -o '{year}/{month}.csv'",
         "--from 2022-05-29 --to 2022-06-04 --top 1 --columns date,title --update -o '{year}/{month}.csv'",
         later("--from 2022-05-29 --top 1 --columns date,title --update -o '{year}/{month}.csv'", 1)),
    case("update a file a day", "--source sample --last 2 --update -o '{date}.csv'",
         "--source sample --update -o -"),
    case("update going on", f"--from 2022-04-27 --to 2022-04-29 {FEW} --update --keep-going -o x.csv",
         f"--from 2022-04-26 --to 2022-04-30 {FEW} --update --jobs 1 -o x.csv",
         f"--from 2022-04-26 --to 2022-04-30 {FEW} --update --keep-going --jobs 1 -o x.csv", service="troubled"),
    case("update an empty chart", f"--date 2022-04-27 --kind art {FEW} --update -o x.csv",
         f"--date 2022-04-27 --kind art {FEW} --update --allow-empty -o x.csv", service="troubled",
         files={"x.csv": f"{COUNTED}\n2022-04-27,1,옛 영화,1\n"}),
    case("update with a report", *[f"--source sample {WEEK} {FEW} --update -o x.csv --report r.json"] * 2),
    case("update in Korean",
         *each(f"--source sample {WEEK} {{}}--update -o x.csv --lang ko", f"{FEW} ", f"{FEW} ", "")),
    *(case(f"update a damaged file: {name}", f"--source sample {WEEK} {FEW} --update -o x.csv",
        files={"x.csv": content}) for name, content in {"empty": "", "no csv": "hello\n",
        "a word for a day": f"{COUNTED}\nMonday,1,a,1\n", "too few cells": f"{COUNTED}\n2022-06-01,1,a\n",
        "an open quote": f"{COUNTED}\n2022-06-01,1,\"a,1\n", "no line end": f"{COUNTED}\n2022-06-01,1,a,1",
        "a day twice": f"{COUNTED}\n2022-06-01,1,a,1\n2022-06-02,1,a,1\n2022-06-01,2,b,1\n",
        "too many rows": f"{COUNTED}\n" + "".join(f"2022-06-01,{n},a,1\n" for n in range(1, 5)),
        "unknown column": "date,rank,title,x\ry\n", "header alone": f"{COUNTED}\n",
        "latin": b"date,rank,title,audience_count\n2022-06-01,1,\xe9,1\n", "zeros": b"\0\0\0\0",}.items()),
    *(case(f"update JSON Lines that {name}", f"--source sample {WEEK} {FEW} --update -o x.jsonl",
        files={"x.jsonl": content}) for name, content in (("lack a column",
        '{"date":"2022-06-01","rank":1,"title":"a"}\n'), ("are none", "date,rank\n"),
        ("are cut off", '{"date":"2022-06-01","rank":1,'))),
    case("update a link", f"--source sample {WEEK} {FEW} --update -o x.csv",
         files={"folder/y.csv": f"{COUNTED}\n", "x.csv": "link to folder/y.csv"}),
    case("update a folder", f"--source sample {WEEK} {FEW} --update -o x.csv", files={"x.csv/": ""}),
    case("update a region that is empty", f"--date 2022-04-28 --region 서울,부산 {TIMED} --update -o x.csv",
         service="troubled", files={"x.csv": f"{REGIONS},fetched_at\n2022-04-28,서울시,1,옛 영화,2022-04-29T09:00:00+09:00\n"}),
    case("update a region that failed",
         f"--date 2022-04-29 --region 서울,부산 {FEW_REGIONS} --update --keep-going -o x.csv",
         service="troubled", files={"x.csv": f"{REGIONS}\n2022-04-28,서울시,1,옛 영화\n2022-04-28,부산시,1,옛 영화\n"}),
    case("update a region that was missing", f"--date 2022-04-29 --region 서울,부산 {FEW_REGIONS} --update -o x.csv",
         files={"x.csv": f"{REGIONS}\n2022-04-29,서울시,1,옛 영화\n"}),
    case("update a period that became empty", *each(
        f"--from 2022-04-27 --to 2022-04-28 --kind art --top 1 --columns {HEAD} --update -o x.csv", "",
        "--allow-empty"), service="troubled",
         files={"x.csv": f"{HEAD}\n2022-04-27,1,옛 영화,2022-04-28T09:00:00+09:00\n"}),
    *(case(f"update a provisional day beside another in {name}",
           *(later(f"--top 1 --columns {HEAD} --update -o '{name}'", days) for days in (0, 0.002)),
           files={"2022-05.csv": f"{HEAD}\n2022-05-14,1,옛 영화,2022-05-15T23:00:00+09:00\n"})
      for name in ("2022-05.csv", "{year}-{month}.csv")),
    case("update a provisional day that fails",
         later(f"--date 2022-04-28 --top 1 --columns {HEAD} --update -o x.csv", -40),
         service="troubled", files={"x.csv": f"{HEAD}\n2022-04-14,1,옛 영화,2022-04-15T23:00:00+09:00\n"}),
    case("update a day by the time it was asked for",
         f"--from 2022-05-07 --to 2022-05-08 --top 1 --columns {HEAD} --update -o x.csv", files={
             "x.csv": f"{HEAD}\n2022-05-07,1,옛 영화,2022-05-09T23:59:59+09:00\n"
                      "2022-05-08,1,옛 영화,2022-05-11T00:00:00+09:00\n"}),
    case("update with another dataset",
         "--from 2022-05-01 --to 2022-05-07 --top 1 --columns year_week,rank,title -o w.csv",
         "--from 2022-05-01 --to 2022-05-07 --top 1 --columns year_week,rank,title --update -o w.csv", *each(
        "--date 2022-05-01 --top 1", "-o d.csv", "--with details --update -o d.csv",
        "--columns date,rank,nation --nation korean -o n.csv",
        "--columns date,rank,nation --nation foreign --update -o n.csv"), *each(
        "weekend --date 2022-05-01 --top 1", "-o e.csv", "--region 서울,부산 --update -o e.csv",
        "--region 서울 --update -o e.csv", "--columns from,rank --update -o e.csv")),
    case("update headerless rows for Excel",
         *each("--date 2022-05-01 --top 1 --profile excel --header none -o x.csv", "", "--update")),
    case("update a dry run of nothing and of two days", "--from 2022-05-01 --to 2022-05-07 --top 1 -o x.csv",
         "--from 2022-05-01 --to 2022-05-07 --top 1 -o x.csv --update --dry-run",
         "--from 2022-05-01 --to 2022-05-09 --top 1 -o x.csv --update --dry-run"),
    *(case(f"update no request for {name}", "KOBIS_BASE_URL=http://127.0.0.1:1 --date 2022-05-01 --update -o x.csv",
           files={"x.csv": content})
      for name, content in {
          "a Korean header": "날짜;순위\n", "a byte-order mark": "\ufeffdate,rank\n2022-05-01,1\n",
          "line ends of Windows": "date,rank\r\n2022-05-01,1\r\n", "JSON": '{"date":"2022-05-01"}\n',
      }.items()),
    *(case(f"update a file with {option}", *each(f"--source sample {WEEK} {FEW} -o x.csv", f"-O {option}",
        "--update", f"-O {option} --update")) for option in ("delimiter=tab", "bom=true")),
    case("update as for Excel what is not", f"--source sample {WEEK} {FEW} -o x.csv",
         *each(f"--source sample {WEEK} {FEW} --profile {{}} --update -o x.csv", "excel", "machine"),
         f"--source sample {WEEK} {FEW} --header ko -o x.csv",
         f"--source sample {WEEK} {FEW} --profile excel --update -o x.csv"),
    case("update with refresh beside provisional lines", "--date 2021-03-01 --top 1 --columns date,title,fetched_at "
         "--update --refresh -o x.csv", files={"x.csv": "date,title,fetched_at\n" + "".join(
             f"2021-0{day},옛 영화,2021-02-28T09:00:00+09:00\n" for day in ("2-28", "3-01", "4-01"))}),
    case("update with refresh that cannot be", *each(
        "KOBIS_BASE_URL=http://127.0.0.1:1 {} --update --refresh",
        "--date 2021-03-01 --columns date,title,rank -o x.csv", "--date 2021-03-01 --region 서울 -o x.csv",
        "--date 2021-03-01", "market --date 2021-03-01 -o x.csv"),
         files={"x.csv": "date,title\n2021-03-01,옛 영화\n"}),
    case("update of a new file without a day", "--from 2022-05-30 --to 2022-06-02 --top 1 --columns date,rank,title,is_final --update --keep-going -o x.csv "
         "--report r.json", service="a day missing", whole=True),
]
