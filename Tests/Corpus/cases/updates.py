"""Files that are brought up to date."""

from case import DAY, case, cases_of, step

WEEK = "--from 2022-05-30 --to 2022-06-05"
HEAD = "date,rank,title,fetched_at"
REGIONS = "date,region,rank,title"
FEW_REGIONS = f"--top 1 --columns {REGIONS}"
TIMED = f"{FEW_REGIONS},fetched_at"
FEW = "--top 2 --columns date,rank,title,audience_count"


def later(line: str, days: float):
    """The step that many days later."""
    return step(line, later=round(days * DAY))


LATE = """#!/bin/sh
read -r hello
echo '{"manifest":{"protocol":1,"name":"late","summary":"details that come later","columns":[{"name":"title_en"}]}}'
while read -r query; do
    [ -e "${0%/*}/../ok" ] || exit 1
    echo '{"details":{"title_en":"Later"}}'
    echo '{"end":{}}'
done
"""
"""A plugin of details that fails until the file `ok` is there."""


CASES = [
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
    case("update a file that is not there", f"--source sample {WEEK} {FEW} --update -o x.csv",
         f"--source sample {WEEK} {FEW} --update -o x.csv"),
    case("update day by day", f"--from 2022-06-04 {FEW} --update -o x.csv",
         f"--from 2022-06-04 {FEW} --update -o x.csv",
         later(f"--from 2022-06-04 {FEW} --update -o x.csv", 0.1),
         later(f"--from 2022-06-04 {FEW} --update -o x.csv", 1),
         later(f"--from 2022-06-04 {FEW} --update -o x.csv", 5),
         later(f"--from 2022-06-04 {FEW} --update -q -o x.csv", 5)),
    case("update day by day with the time", "--from 2022-06-05 --top 1 --columns date,rank,title,fetched_at --update -o x.csv",
         later("--from 2022-06-05 --top 1 --columns date,rank,title,fetched_at --update -o x.csv", 1),
         later("--from 2022-06-05 --top 1 --columns date,rank,title,fetched_at --update -o x.csv", 4)),
    case("update day by day in JSON Lines", f"--from 2022-06-05 {FEW} --update -o x.jsonl",
         later(f"--from 2022-06-05 {FEW} --update -o x.jsonl", 2)),
    case("update a hole", f"--source sample {WEEK} {FEW} --update -o x.csv",
         files={"x.csv": "date,rank,title,audience_count\n2022-05-30,1,옛 영화,1\n2022-06-03,1,옛 영화,2\n2022-06-03,2,옛 영화,3\n"}),
    case("update a hole of excel", f"--source sample {WEEK} --top 1 --columns date,rank,title --profile excel -o x.csv",
         f"--source sample {WEEK} --top 1 --columns date,rank,title --profile excel --update -o x.csv",
         f"--source sample {WEEK} --top 1 --columns date,rank,title --update -o x.csv"),
    case("update semicolons", f"--source sample {WEEK} {FEW} -O 'delimiter=;' -o x.csv",
         f"--source sample {WEEK} {FEW} --update -o x.csv",
         f"--source sample {WEEK} {FEW} -O 'delimiter=;' --update -o x.csv"),
    case("update the quotes", f"--source sample {WEEK} {FEW} -O quote=all -o x.csv",
         f"--source sample {WEEK} {FEW} --update -o x.csv"),
    case("update line ends", f"--source sample {WEEK} {FEW} -O newline=crlf -o x.csv",
         f"--source sample {WEEK} {FEW} --update -o x.csv"),
    case("update a Korean header", f"--source sample {WEEK} {FEW} --header ko -o x.csv",
         f"--source sample {WEEK} {FEW} --update -o x.csv",
         f"--source sample {WEEK} {FEW} --header ko --update -o x.csv"),
    case("update without a header", f"--source sample {WEEK} {FEW} --header none -o x.csv",
         f"--source sample {WEEK} {FEW} --header none --update -o x.csv",
         f"--source sample {WEEK} {FEW} --update -o x.csv"),
    case("update with fewer rows", f"--source sample {WEEK} -o x.csv",
         f"--source sample {WEEK} --top 5 --update -o x.csv"),
    case("update with other columns", f"--source sample {WEEK} --top 2 --columns date,rank -o x.csv",
         f"--source sample {WEEK} --top 2 --columns date,title --update -o x.csv",
         f"--source sample {WEEK} --top 2 --columns date --update -o x.csv",
         f"--source sample {WEEK} --top 2 --columns rank,date --update -o x.csv",
         f"--source sample {WEEK} --top 2 --columns rank,title --update -o x.csv"),
    case("update with refresh", f"--from 2022-05-30 --to 2022-06-05 {FEW} -o x.csv",
         f"--from 2022-05-31 --to 2022-06-02 {FEW} --update --refresh --dry-run -o x.csv",
         f"--from 2022-05-31 --to 2022-06-02 {FEW} --update --refresh -o x.csv",
         f"--from 2022-05-31 --to 2022-06-02 {FEW} --update --refresh -o x.jsonl",
         f"--from 2022-05-31 --to 2022-06-02 --top 1 --update --refresh -o x.csv",
         f"--from 2022-05-31 {FEW} --update --refresh -o x.db",
         f"--from 2022-05-31 {FEW} --update --refresh --max-calls 2 --jobs 1 -o x.csv"),
    case("update with refresh replaces old lines", f"--from 2022-06-01 --to 2022-06-02 {FEW} --update --refresh -o x.csv",
         files={"x.csv": "date,rank,title,audience_count\n2022-05-31,1,옛 영화,1\n2022-06-01,1,옛 영화,2\n2022-06-05,1,옛 영화,3\n"}),
    case("update another chart", "weekend --date 2012-01-01 -o x.csv",
         "--source sample --update -o x.csv", "weekly --date 2019-W27 --update -o x.csv"),
    case("update another region", "--date 2022-06-05 --region 서울 --top 2 -o x.csv",
         "--date 2022-06-05 --region 부산 --top 2 --update -o x.csv",
         "--date 2022-06-05 --top 2 --update -o x.csv",
         "--date 2022-06-05 --region 서울,부산 --top 2 --update -o x.csv"),
    case("update another nation", "--date 2022-06-05 --nation korean --columns date,rank,title,nation --top 2 -o x.csv",
         "--date 2022-06-05 --columns date,rank,title,nation --top 2 --update -o x.csv"),
    case("update another source", "--date 2022-06-05 --columns date,rank,title,source --top 2 -o x.csv",
         "--date 2022-06-05 --source kobis-xml --columns date,rank,title,source --top 2 --update -o x.csv"),
    case("update a dry run", f"--from 2022-06-01 {FEW} -o x.csv",
         later(f"--from 2022-06-01 {FEW} --update --dry-run -o x.csv", 1)),
    case("update files of months", "--from 2022-05-29 --to 2022-06-02 --top 1 --columns date,title --update -o '{year}/{month}.csv'",
         "--from 2022-05-29 --to 2022-06-04 --top 1 --columns date,title --update -o '{year}/{month}.csv'",
         later("--from 2022-05-29 --top 1 --columns date,title --update -o '{year}/{month}.csv'", 1)),
    case("update a file a day", "--source sample --last 2 --update -o '{date}.csv'"),
    case("update standard output", "--source sample --update -o -"),
    case("update going on", f"--from 2022-04-27 --to 2022-04-29 {FEW} --update --keep-going -o x.csv",
         f"--from 2022-04-26 --to 2022-04-30 {FEW} --update --jobs 1 -o x.csv",
         f"--from 2022-04-26 --to 2022-04-30 {FEW} --update --keep-going --jobs 1 -o x.csv", service="troubled"),
    case("update an empty chart", f"--date 2022-04-27 --kind art {FEW} --update -o x.csv",
         f"--date 2022-04-27 --kind art {FEW} --update --allow-empty -o x.csv", service="troubled",
         files={"x.csv": "date,rank,title,audience_count\n2022-04-27,1,옛 영화,1\n"}),
    case("update with a report", f"--source sample {WEEK} {FEW} --update -o x.csv --report r.json",
         f"--source sample {WEEK} {FEW} --update -o x.csv --report r.json"),
    case("update in Korean", f"--source sample {WEEK} {FEW} --update -o x.csv --lang ko",
         f"--source sample {WEEK} {FEW} --update -o x.csv --lang ko",
         f"--source sample {WEEK} --update -o x.csv --lang ko"),
    *(case(f"update a damaged file: {name}", f"--source sample {WEEK} {FEW} --update -o x.csv",
           files={"x.csv": content})
      for name, content in {
          "empty": "",
          "no csv": "hello\n",
          "a word for a day": "date,rank,title,audience_count\nMonday,1,a,1\n",
          "too few cells": "date,rank,title,audience_count\n2022-06-01,1,a\n",
          "too many cells": "date,rank,title,audience_count\n2022-06-01,1,a,1,2\n",
          "an open quote": "date,rank,title,audience_count\n2022-06-01,1,\"a,1\n",
          "no line end": "date,rank,title,audience_count\n2022-06-01,1,a,1",
          "days out of order": "date,rank,title,audience_count\n2022-06-02,1,a,1\n2022-06-01,1,b,1\n",
          "a day twice": "date,rank,title,audience_count\n2022-06-01,1,a,1\n2022-06-02,1,a,1\n2022-06-01,2,b,1\n",
          "too many rows": "date,rank,title,audience_count\n" + "".join(f"2022-06-01,{n},a,1\n" for n in range(1, 5)),
          "unknown column": "date,rank,title,x\ry\n",
          "header alone": "date,rank,title,audience_count\n",
          "latin": b"date,rank,title,audience_count\n2022-06-01,1,\xe9,1\n",
          "zeros": b"\0\0\0\0",
          "a number that is none": "date,rank,title,audience_count\n2022-06-01,one,a,1\n",
      }.items()),
    case("update a damaged file of JSON Lines", f"--source sample {WEEK} {FEW} --update -o x.jsonl",
         files={"x.jsonl": '{"date":"2022-06-01","rank":1,"title":"a"}\n'}),
    case("update JSON Lines that are none", f"--source sample {WEEK} {FEW} --update -o x.jsonl",
         files={"x.jsonl": "date,rank\n"}),
    case("update half of JSON Lines", f"--source sample {WEEK} {FEW} --update -o x.jsonl",
         files={"x.jsonl": '{"date":"2022-06-01","rank":1,'}),
    case("update a link", f"--source sample {WEEK} {FEW} --update -o x.csv",
         files={"folder/y.csv": "date,rank,title,audience_count\n", "x.csv": "link to folder/y.csv"}),
    case("update a folder", f"--source sample {WEEK} {FEW} --update -o x.csv", files={"x.csv/": ""}),
    case("update a region that is empty", f"--date 2022-04-28 --region 서울,부산 {TIMED} --update -o x.csv",
         service="troubled", files={"x.csv": f"{REGIONS},fetched_at\n2022-04-28,서울시,1,옛 영화,2022-04-29T09:00:00+09:00\n"}),
    case("update a region that failed",
         f"--date 2022-04-29 --region 서울,부산 {FEW_REGIONS} --update --keep-going -o x.csv",
         service="troubled", files={"x.csv": f"{REGIONS}\n2022-04-28,서울시,1,옛 영화\n2022-04-28,부산시,1,옛 영화\n"}),
    case("update a region that was missing", f"--date 2022-04-29 --region 서울,부산 {FEW_REGIONS} --update -o x.csv",
         files={"x.csv": f"{REGIONS}\n2022-04-29,서울시,1,옛 영화\n"}),
    case("update a period that became empty", *(
        f"--from 2022-04-27 --to 2022-04-28 --kind art --top 1 --columns {HEAD} --update -o x.csv {more}"
        for more in ("", "--allow-empty")), service="troubled", files={
            "x.csv": f"{HEAD}\n2022-04-27,1,옛 영화,2022-04-28T09:00:00+09:00\n"}),
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
         "--from 2022-05-01 --to 2022-05-07 --top 1 --columns year_week,rank,title --update -o w.csv",
         "--date 2022-05-01 --top 1 -o d.csv", "--date 2022-05-01 --top 1 --with details --update -o d.csv",
         "--date 2022-05-01 --top 1 --columns date,rank,nation --nation korean -o n.csv",
         "--date 2022-05-01 --top 1 --columns date,rank,nation --nation foreign --update -o n.csv",
         "weekend --date 2022-05-01 --top 1 -o e.csv",
         "weekend --date 2022-05-01 --top 1 --region 서울,부산 --update -o e.csv",
         "weekend --date 2022-05-01 --top 1 --region 서울 --update -o e.csv",
         "weekend --date 2022-05-01 --top 1 --columns from,rank --update -o e.csv"),
    case("update headerless rows for Excel", *(
        f"--date 2022-05-01 --top 1 --profile excel --header none -o x.csv {more}" for more in ("", "--update"))),
    case("update a dry run of nothing and of two days", "--from 2022-05-01 --to 2022-05-07 --top 1 -o x.csv",
         "--from 2022-05-01 --to 2022-05-07 --top 1 -o x.csv --update --dry-run",
         "--from 2022-05-01 --to 2022-05-09 --top 1 -o x.csv --update --dry-run"),
    *(case(f"update no request for {name}", "KOBIS_BASE_URL=http://127.0.0.1:1 --date 2022-05-01 --update -o x.csv",
           files={"x.csv": content})
      for name, content in {
          "a Korean header": "날짜;순위\n", "a byte-order mark": "\ufeffdate,rank\n2022-05-01,1\n",
          "line ends of Windows": "date,rank\r\n2022-05-01,1\r\n", "JSON": '{"date":"2022-05-01"}\n',
      }.items()),
    *(case(f"update a file with {option}", *(f"--source sample {WEEK} {FEW} -o x.csv {more}" for more in (
        f"-O {option}", "--update", f"-O {option} --update"))) for option in ("delimiter=tab", "bom=true")),
    case("update as for Excel what is not", f"--source sample {WEEK} {FEW} -o x.csv",
         *(f"--source sample {WEEK} {FEW} --profile {profile} --update -o x.csv" for profile in ("excel", "machine")),
         f"--source sample {WEEK} {FEW} --header ko -o x.csv",
         f"--source sample {WEEK} {FEW} --profile excel --update -o x.csv"),
    case("update with refresh beside provisional lines", "--date 2021-03-01 --top 1 --columns date,title,fetched_at "
         "--update --refresh -o x.csv", files={"x.csv": "date,title,fetched_at\n" + "".join(
             f"2021-0{day},옛 영화,2021-02-28T09:00:00+09:00\n" for day in ("2-28", "3-01", "4-01"))}),
    case("update with refresh that cannot be", *(
        f"KOBIS_BASE_URL=http://127.0.0.1:1 {line} --update --refresh" for line in (
            "--date 2021-03-01 --columns date,title,rank -o x.csv", "--date 2021-03-01 --region 서울 -o x.csv",
            "--date 2021-03-01", "market --date 2021-03-01 -o x.csv")),
         files={"x.csv": "date,title\n2021-03-01,옛 영화\n"}),
    case("update of a new file without a day", "--from 2022-05-30 --to 2022-06-02 --top 1 --columns date,rank,title,is_final --update --keep-going -o x.csv "
         "--report r.json", service="a day missing", whole=True),
]
