"""The runs of films."""

from case import case, cases_of, step

CASES = [
    *cases_of("trend", """
        by title: trend 범죄도시2 --from 2022-05-30 --to +6d
        by code: trend 20204548 --from 2022-05-30 --to +6d
        by title and year: trend 범죄도시2:2022 --from 2022-06-01 --to +2d
        by another year: trend 범죄도시2:2019 --days 3
        two films: trend 범죄도시2 '쥬라기 월드: 도미니언' --from 2022-06-01 --to +3d
        other spaces: trend '범죄 도시 2' --from 2022-06-01 --to +1d
        from the opening: trend 20206061 --days 5
        up to yesterday: trend 20206061
        a title that is not: trend 없는영화
        a part of a title: trend 범죄
        a code that is not: trend 29999999
        a film that has no day: trend 19991000 --days 3
        a film before all charts: trend 19991001 --days 3
        before all charts, from a day: trend 19991001 --from 2022-06-01 --to +1d
        with --to: trend 20206061 --to 2022-06-04
        from tomorrow: trend 20206061 --from 2022-06-09
        by week: trend 20204548 --by week --from 2022-05-23 --to +13d
        by week from the opening: trend 20206061 --by week --days 14
        pivot: trend 20204548 20206061 --from 2022-06-01 --to +3d --pivot audience_count
        pivot of ranks: trend 20204548 20206061 --from 2022-06-01 --to +3d --pivot 순위
        pivot by week: trend 20204548 20206061 --by week --from 2022-05-30 --to +13d --pivot audience_total
        pivot and columns: trend 20204548 --days 3 --pivot rank --columns rank
        columns: trend 20206061 --days 3 --columns date,title,rank,audience_per_show
        Korean header: trend 20206061 --days 3 --header ko
        in XML: trend 20206061 --days 3 --source kobis-xml
        both: trend 20206061 --days 3 --cross-check
        of the sample: trend 범죄도시2 --source sample --from 2022-05-30
        of the sample without days: trend 범죄도시2 --source sample
        of the sample, another film: trend 기생충 --source sample
        a dry run: trend 20206061 --days 3 --dry-run
        a dry run of titles: trend 범죄도시2 --dry-run
        a dry run in Korean: trend 20206061 --days 3 --dry-run --lang ko
        with details: trend 20206061 --days 2 --with details
        the same film twice: trend 범죄도시2 20204548 --from 2022-06-01 --to +1d
        into a page: trend 20206061 --days 7 -o trend.html
        a long one: trend 20206061 --from 2022-04-01 --to 2022-06-05 -o trend.xlsx
        report: trend 20206061 --days 3 --report report.json
        Korean messages: trend 없는영화 --lang ko
        excel: trend 20206061 --days 3 --profile excel
    """),
    case("trend a missing day", "trend 20206061 --from 2022-04-14 --to 2022-04-17 --jobs 1",
         "trend 20206061 --from 2022-04-14 --to 2022-04-17 --keep-going --jobs 1",
         "trend 20206061 --from 2022-04-26 --to 2022-04-29 --keep-going --jobs 1 -o trend.html",
         service="troubled"),
    case("trend the quota", "trend 20206061 --from 2022-04-01 --to 2022-04-03 --jobs 1",
         service="troubled"),
    case("trend brought up to date", "trend 20206061 --days 4 --update -o trend.csv",
         "trend 20206061 --by week --days 7 --update -o trend.jsonl --lang ko",
         "trend 20206061 --pivot rank --update -o trend.csv"),
    case("trend after the charts", "--from 2022-06-01 --to 2022-06-04 --top 1 -q",
         "trend 20206061 --days 4 --offline", "trend 20206061 --days 6 --offline",
         "trend 범죄도시2 --offline"),
    *cases_of("trend by film", """
        two films: trend 20206061 20204548 --by film
        in Korean: trend 20206061 --by film --header ko --lang ko
        all columns but the time: trend 20206061 --by film --columns default,source
        few days: trend 20206061 --by film --days 5
        on no chart: trend 20206257 --by film --days 3
        jsonl: trend 20206061 --by film --format jsonl
        markdown: trend 20206061 20204548 --by film --format markdown
        excel: trend 20206061 --by film --profile excel
        a page: trend 20206061 20204548 --by film -o films.html
        a workbook: trend 20206061 20204548 --by film -o films.xlsx
        a database: trend 20206061 20204548 --by film -o films.sqlite
        messages: trend 20206061 20204548 --by film --format singer
        deep: trend 20206061 --by film --days 5 --deep
        of the sample: trend '쥬라기 월드: 도미니언' --by film --source sample
        of the sample, too early: trend 범죄도시2 --by film --source sample
        a dry run: trend 20206061 --by film --days 3 --dry-run
        from a day: trend 20206061 --by film --from 2022-06-01
        to a day: trend 20206061 --by film --to 2022-06-05
        pivot: trend 20206061 --by film --pivot rank
        update: trend 20206061 --by film --update -o films.csv
        update in Korean: trend 20206061 --by film --update -o films.csv --lang ko
        from a day, in Korean: trend 20206061 --by film --from 2022-06-01 --lang ko
        a slip: trend 20206061 --by flim
        columns: columns runs
    """),
    case("trend by film, a missing day", "trend 20178501 --by film --days 5 --keep-going --jobs 1",
         "trend 20178501 --by film --days 5 --keep-going --jobs 1 -o films.sqlite", service="troubled"),
    case("trend with few calls", "trend 20206061 --days 5 --max-calls 3 --jobs 1",
         "trend 20206061 --days 5 --max-calls 3 --jobs 1"),
    case("trend off the chart", *(f"trend {line}" for line in (
        "20206061 --from 2022-06-05 --days 2 --format jsonl",
        "20206061 20204548 --from 2022-06-05 --days 2 --format markdown",
        "20206061 20204548 --from 2022-06-05 --days 2 --pivot rank --format markdown")),
         *(step("trend 20206061 20204548 --from 2022-06-03 --days 4 --pivot 관객수",
                terminal=width) for width in (80, 11))),
    case("trend of runs with days between", "trend 20204548 20206061 --days 2 -v --jobs 1 --columns date,title,rank"),
    case("trend from a day before and after the opening", *(f"trend {line}" for line in (
        "20206061 20204548 --from 2022-06-04 --days 2 --columns day,release_day,date,title,audience_count",
        "20206061 --from 2022-05-31 --days 2", "20206061 20204548 --from 2022-06-04 --days 2 --pivot 관객수",
        "20206061 20204548 --by week --from 2022-05-23 --days 10 --columns week,release_day,from,day",
        "20206061 --by week --from 2022-05-23 --days 1 --pivot rank", "20206061 --by week --days 1 --pivot 관객수",
        "20204548 --by week --days 10 --columns release_day,year_week,from,to",
        "20204548 --by week --days 10 --dry-run"))),
    case("trend a dry run after a run", "trend 범죄도시2 --from 2022-06-01 --days 2 --dry-run",
         "trend 20206061 --days 1 -q -o x.csv", "trend 20206061 --days 2 --dry-run",
         "trend '쥬라기 월드' --source sample", "trend 20206061 --source sample --from 2022-05-30 --dry-run",
         "KOBIS_BASE_URL=http://127.0.0.1:1 trend 20204548 -o no/folder/x.csv"),
]
