"""The paths of documents."""

from case import case, cases_of, step

CASES = [
    *cases_of("path", """
        a day: --source sample --from 2022-06-04 --to 2022-06-05 --top 1 -o '{date}.csv'
        a month: --source sample --from 2022-05-30 --to 2022-06-02 --top 1 -o '{year}-{month}.csv'
        a year: weekly --from 2021-W52 --to 2022-W01 --top 1 -o '{year}.csv'
        folders: --source sample --from 2022-05-30 --to 2022-06-02 --top 1 -o 'charts/{year}/{month}.csv'
        a folder with a name: --source sample --top 1 -o 'chart={chart}/day.csv'
        all names: --source sample --top 1 -o '{chart}-{from}-{to}-{date}-{format}.md'
        from and to: --source sample --from 2022-06-04 --to 2022-06-05 --top 1 -o '{from}-{to}.csv'
        a format of an option: --source sample --top 1 --format markdown -o '{date}.{format}'
        two braces: --source sample --top 1 -o '{{date}}.csv'
        an open brace: --source sample --top 1 -o '{date.csv'
        a Korean name: --source sample --top 1 -o 어제.csv
        no folder: --source sample --top 1 -o nowhere/day.csv
        standard output: --source sample --top 1 -o -
        a device: --source sample --top 1 -o /dev/null
        a full device: --source sample --top 1 -o /dev/full
        an absolute one: --source sample --top 1 -o @DIR@/work/day.csv
        a folder as a file: --source sample --top 1 -o .
        below a file of the system: --source sample --top 1 -o /dev/null/day.csv
        a name too long: --source sample --top 1 -o aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.csv
        a dot in front: --source sample --top 1 -o .csv
        no ending: --source sample --top 1 -o day
        ending log: --source sample --top 1 -o day.log
        ending in capitals: --source sample --top 1 -o day.CSV
        ending gz: --source sample --top 1 -o day.csv.gz
        ending jpg: --source sample --top 1 -o day.jpg
        ending ods: --source sample --top 1 -o day.ods
        ending xml: --source sample --top 1 -o day.xml
        ending html with a slip: --source sample --top 1 -o day.htlm
        ending markdown: --source sample --top 1 -o day.markdown
    """),
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
    case("path with no room for names", step("TMPDIR=@DIR@/nowhere --source sample --top 1 -o x.xlsx"),
         "TMPDIR=@DIR@/nowhere --source sample --top 1 -o x.csv"),
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
    case("path of a file that lacks a day", *(
        f"--from 2022-04-30 --to 2022-05-01 --top 1 --jobs 1 --columns date,rank -o '{{year}}.csv' {more}"
        for more in ("", "--keep-going")), service="no May", files={"2022.csv": "old\n"}),
    case("path of an empty day", *(
        f"--from 2022-04-28 --to 2022-05-01 --region 부산 --top 1 --columns date,rank -o '{{date}}.csv' {more}"
        for more in ("--keep-going", "--allow-empty")), service="troubled", files={"2022-04-28.csv": "old\n"}),
    case("path of two years", "--from 2021-05-31 --to 2022-05-01 -o 'out/{month}.csv'",
         "--from 2021-06-01 --to 2022-05-31 -o '/dev/null/{month}.csv'"),
    case("path of codes", "codes regions -o 'x{year}.csv'", "codes regions -o 'x{month}.csv'"),
    case("path of a plugin's months", "weekend --source csvchart --plugin-dir plugins --last 2 "
         "--format mediawiki -o '{year}/{month}.{format}'", plugins=True),
    case("path of a folder that is not there", *(
        f'--source sample --last 3 {option} "{folder}/x.csv" {more}'
        for folder in ("it's", "out 2024", "./-x", "out/2024", "박스", "./../work/a")
        for option, more in (("-o", ""), ("-o", "--update"), ("--output", "")))),
    case("path of folders that are made",
         *(f"--source sample --last 2 --top 1 --columns date,rank -o {path}" for path in (
        "deep/chart={chart}/dt={date}/day.csv --dry-run", "deep/chart={chart}/dt={date}/day.csv",
        "a/b/{from}/c/x.csv", "ten/{year}.csv", "ten/{year}.csv --update"))),
    case("path of folders that cannot be made", "KOBIS_BASE_URL=http://127.0.0.1:1 --from 2022-05-30 "
         "--to 2022-06-01 -o '{date}/x.csv'", files={"2022-05-31": ""}),
    case("path of folders of a failed run",
         "--from 2022-03-31 --to 2022-04-02 --top 1 --columns rank --jobs 1 -o '{date}/a/x.csv'",
         "--date 2022-04-02 --update -o 'b/{date}/x.csv'", service="troubled", files={"2022-04-01/": ""}),
]
