"""Pictures."""

from case import case, cases_of

CASES = [
    *cases_of("svg", """
        a week: --source sample --from 2022-05-30 --to 2022-06-05 -o week.svg
        dark and narrow: --source sample --from 2022-05-30 --to 2022-06-05 -O theme=dark -O width=360 -o week.svg
        English: --source sample --from 2022-06-03 --to 2022-06-05 --header en -o days.svg
        title: --source sample --top 2 -O 'title=어제 <b> & "박스오피스"' -o day.svg
        columns: --source sample --top 2 --columns rank,title --format svg
        no figures: trend 20204548 --days 7 -o trend.svg
        three films: trend 20204548 20206061 20211382 --from 2022-05-30 --to +6d -o trend.svg
        market by day: market --source sample --from 2022-05-30 --to 2022-06-05 -o market.svg
        another figure: trend 20204548 20206061 --source sample --from 2022-05-30 --to +6d -O value=누적관객수 -o total.svg
        a column is the figure: trend 20204548 20206061 --source sample --from 2022-05-30 --to +6d --columns sales_total -o total.svg
        a column that is no figure: trend 20204548 --source sample --from 2022-05-30 --to +6d --columns title -o runs.svg
        a wrong figure: trend 20204548 --source sample -O value=title -o runs.svg
        a ranking: ranking --month 2022-05 -o ranking.svg
        a market of one day: market --date 2022-06-01 -o market.svg
        films: movies --title 범죄 -o movies.svg
        too many days: --from 2022-01-01 --to 2022-03-04 -o days.svg
        regions: --date 2022-06-01 --region 서울,부산 -o day.svg
        weekends: weekend --from 2022-05-20 --to 2022-06-05 -o weekends.svg
        too many pixels for each: --source sample -O scale=11 -o day.png
        too narrow: --source sample -O width=300 -o day.svg
    """),
    case("svg a day in full", "--source sample --top 3 -o day.svg", whole=True),
    case("svg a film in full", "trend 범죄도시2 --source sample --from 2022-05-30 --days 7 -o trend.svg",
         whole=True),
    *(case(f"svg in another zone: {line}",
           *(f"TZ={zone} {line} -o x.svg" for zone in ("Asia/Seoul", "Pacific/Kiritimati")))
      for line in ("--source sample --last 7", "trend 범죄도시2 --source sample --from 2022-05-30 --days 7")),
    case("svg in files", "--from 2022-01-01 --to 2022-03-04 -o '{year}-{month}.svg'", "--date 2022-06-01 "
         "--region 서울,부산 -o '{region}.svg'", "--source sample --last 2 -o '{date}.svg'",
         "trend 20212866 --by film -o x.svg"),
]
