"""Pages and mails."""

from case import case, cases_of

CASES = [
    *cases_of("html", """
        a day: --source sample -o day.html
        a week: --source sample --from 2022-05-30 --to 2022-06-05 -o week.html
        no chart: --source sample --from 2022-06-03 --to 2022-06-05 -O chart=none -o week.html
        cards: --source sample -O layout=cards -o day.html
        cards of two days: --source sample --from 2022-06-04 --to 2022-06-05 --top 3 -O layout=cards -o days.html
        mail of a week: --source sample --from 2022-05-30 --to 2022-06-05 --top 3 -O layout=mail -o mail.html
        title: --source sample --top 2 -O 'title=어제 <b> & "박스오피스"' -o day.html
        English: --source sample --header en --top 8 -o day.html
        columns: --source sample --columns rank,title,audience_count,rank_marker --format html
        standard output: --source sample --top 2 --format html
        regions: --date 2022-06-05 --region 서울,부산 --top 2 -o day.html
        nation: --date 2022-06-05 --nation korean --top 2 -o day.html
        kind: --date 2022-06-05 --kind art --top 2 -o day.html
        details: --date 2022-06-05 --with details --top 3 -o day.html
        weekly: weekly --date 2019-W27 -o week.html
        trend: trend 20204548 20206061 --from 2022-05-30 --to +6d -o trend.html
        trend by week: trend 20204548 --by week --from 2022-05-30 --to +6d -o trend.html
        figure: trend 20204548 --source sample --from 2022-05-30 --to +6d -O value=sales_total -o trend.html
        pivot: trend 20204548 20206061 --from 2022-06-01 --to +3d --pivot audience_count -o trend.html
        movies: movies --title 범죄 -o movies.html
        movie: movie 20204548 -o movie.html
        people: people --name 송강호 -o people.html
        codes: codes regions -o codes.html
        ending htm: --source sample -o day.htm
        wrong layout: --source sample -O layout=grid -o day.html
        posters without posters: --source sample -O posters=link --top 2 -o day.html
        colour: --source sample --color always --top 1 --format html
        update: --source sample --update -o day.html
    """),
    case("html a mail in full", "--source sample --top 3 -O layout=mail -o mail.html", whole=True),
    case("html a page in full", "--source sample --top 4 --from 2022-06-04 --to 2022-06-05 -o day.html",
         whole=True),
    case("html cards in full", "--source sample --top 3 -O layout=cards -o day.html", whole=True),
    case("html missing days", "--from 2022-04-14 --to 2022-04-22 --keep-going --timeout 1 --jobs 1 --top 3 -o days.html",
         "--from 2022-04-14 --to 2022-04-17 --keep-going --jobs 1 --top 3 -O layout=mail -o mail.html",
         service="troubled"),
]
