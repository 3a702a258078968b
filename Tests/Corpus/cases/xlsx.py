"""Workbooks."""

from case import case, cases_of

CASES = [
    *cases_of("xlsx", """
        a day: --source sample -o day.xlsx
        a week: --source sample --from 2022-05-30 --to 2022-06-05 -o week.xlsx
        sheets: --source sample --from 2022-06-03 --to 2022-06-05 -O sheets=period -o week.xlsx
        no chart: --source sample --from 2022-06-03 --to 2022-06-05 -O chart=none -o week.xlsx
        English: --source sample --header en -o day.xlsx
        columns: --source sample --columns date,rank,title,ticket_price,sales_share -o day.xlsx
        standard output: --source sample --top 2 --format xlsx
        regions: --date 2022-06-05 --region 서울,부산 --top 3 -o day.xlsx
        nation: --date 2022-06-05 --nation korean --top 3 -o day.xlsx
        details: --date 2022-06-05 --with details --top 3 -o day.xlsx
        weekend: weekend --date 2012-01-01 -o weekend.xlsx
        trend: trend 20204548 20206061 --from 2022-05-30 --to +6d -o trend.xlsx
        figure: trend 20204548 20206061 --source sample --from 2022-05-30 --to +6d -O value=screen_count --columns 영화명,일차,영화코드 -o trend.xlsx
        pivot: trend 20204548 20206061 --from 2022-05-30 --to +6d --pivot rank -o trend.xlsx
        movies: movies --title 범죄 -o movies.xlsx
        movie: movie 20204548 20190217 -o movie.xlsx
        codes: codes nations -o codes.xlsx
        a file a day: --source sample --from 2022-06-04 --to 2022-06-05 -o '{date}.xlsx'
        no header: --source sample --header none -o day.xlsx
        wrong sheets: --source sample -O sheets=two -o day.xlsx
        too many sheets: --year 2021 -O sheets=period -o year.xlsx
        update: --source sample --update -o day.xlsx
        profile: --source sample --profile excel -o day.xlsx
    """),
    case("xlsx written twice", "--source sample --top 2 -o day.xlsx",
         "--source sample --top 3 -o day.xlsx", "--source sample --top 3 -o day.xlsx"),
    case("xlsx missing days",
         "--from 2022-04-26 --to 2022-04-28 --keep-going --jobs 1 --top 3 -O sheets=period -o sheets.xlsx",
         "--from 2022-04-26 --to 2022-04-30 --keep-going --jobs 1 --top 3 -o days.xlsx", service="troubled"),
    case("xlsx half missing",
         "--from 2022-04-29 --to 2022-04-30 --region 서울,부산 --keep-going --jobs 1 --top 2 -o days.xlsx",
         service="troubled"),
    case("xlsx without a folder for temporary files", *(
        f"TMPDIR={folder} --source sample -o old.xlsx"
        for folder in ("@DIR@/nowhere", "@DIR@/work/old.xlsx", "/proc/self")),
         files={"old.xlsx": "old"}),
]
