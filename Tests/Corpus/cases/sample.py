"""The recorded days of the source `sample`: what it answers, and what it refuses."""

from case import case, cases_of, step

FEW = "--source sample --columns date,rank,title --top 1"
WEEKS = "--source sample --columns from,to,rank,title --top 1"
SUMS = "--source sample --columns default,period"

CASES = [
    *cases_of("sample", f"""
        usual day: {FEW}
        usual day of a nation: {FEW} --nation korean
        usual days of deep charts: {FEW} --deep
        deep latest: --deep --source sample --date latest --columns rank,title,film_nation
        week: weekly {WEEKS}
        weekend: weekend {WEEKS}
        weekdays: weekdays --source sample
        last: {FEW} --last 3
        last of all: {FEW} --last 7
        last of too many: {FEW} --last 8
        last of a nation: {FEW} --last 2 --nation foreign
        last of too many of a nation: {FEW} --last 8 --nation foreign
        last of two weeks: weekly {WEEKS} --last 2
        month of 2018: {FEW} --month 2018-01
        months of 2022: {FEW} --month 2022-04..2022-06
        month of a week: weekly {WEEKS} --month 2019-07
        month of nothing: {FEW} --month 2018-02
        year 2018: {FEW} --year 2018
        year of the weekend: weekend {WEEKS} --year 2011
        year of nothing: {FEW} --year 2019 --lang ko
        from a day of 2018: {FEW} --from 2018-01-06
        from one week to the other: {FEW} --from 2018-01-06 --to 2022-05-31
        yesterday: {FEW} --date yesterday
        day of nothing: {FEW} --date 2019-07-01
        nation of 2022: {FEW} --nation korean --date 2022-06-01
        deep of 2022: {FEW} --deep --date 2022-06-01
        region: {FEW} --region 서울 --lang ko
        kind: {FEW} --kind art
        dry run of deep charts: --source sample --deep --last 1 --dry-run
        quiet: -q {FEW}
        market: market {SUMS}
        market of nations: market {SUMS} --nations --last 1
        market of a month: market {SUMS} --month 2018-01 --by month
        market of 2022: market {SUMS} --date 2022-06-01
        market of nations in 2022: market {SUMS} --nations --date 2022-06-01
        market of too many days: market {SUMS} --last 8
        market and the year before: market {SUMS} --last 1 --compare year
        ranking: ranking {SUMS} --top 3
        ranking of deep charts: ranking {SUMS} --top 3 --deep
        ranking of a nation: ranking {SUMS} --top 3 --nation korean --last 2
        ranking of 2022: ranking {SUMS} --top 3 --month 2022-06
        trend: trend 범죄도시2 --source sample
        trend of a few days: trend 범죄도시2 --source sample --days 2 --columns release_day,date
        trend of two: trend 범죄도시2 20206061 --source sample --pivot audience_total
        trend of weeks: trend 범죄도시2 --source sample --by week
        trend of 2018: trend 범죄도시2 --source sample --from 2018-01-01
        trend of deep charts: trend 범죄도시2 --source sample --deep
        trend of a film of 2018: trend 20150976 --source sample
        movies: movies --source sample --limit 3
        movies by title: movies --source sample --title 범죄 --lang ko
        movies by director and years: movies --source sample --director 신 --opened 2022 --produced 2021..2021
        movie: movie 20204548 20206061 --source sample --format jsonl
        movie of 2018: movie 20150976 --source sample
        details: --source sample --with details --top 2 --columns title,genres,directors
        details of 2018: --source sample --date 2018-01-01 --with details --top 1
        people: people --source sample
        person: person 10000001 --source sample --lang ko
        companies: companies --source sample
        company: company 20100001 --source sample
        codes: codes --source sample
        codes of regions: codes regions --source sample
        codes of nations: codes nations --source sample
        codes of a class: codes 2204 --source sample
    """),
    case("sample brought up to date", f"{FEW} --last 2 --update -o x.csv", f"{FEW} --year 2022 --update -o x.csv",
         "--source sample --date 2018-01-01 --top 1 -o x.sqlite", "--source sample --last 1 --top 1 -o x.sqlite"),
    case("sample in other zones", *(step("--source sample --last 7 -o x.csv", environment=facts) for facts in (
        {}, {"TZ": "America/New_York"}, {"TZ": "Pacific/Kiritimati"}, {"LC_ALL": "C"},
        {"TZ": "nonsense", "HOME": ""}))),
]
