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
]
