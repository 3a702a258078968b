"""Films, people, companies and codes."""

from case import case, cases_of

CASES = [
    *cases_of("register", """
        movies by title: movies --title 범죄
        movies by director: movies --director 봉준호
        movies opened: movies --opened 2022 --limit 5
        movies opened in years: movies --opened 2019..2022 --limit 300
        movies produced: movies --produced 2021..2022 --limit 5
        movies all: movies --limit 3
        movies of two pages: movies --title 만든 --limit 150
        movies of all pages: movies --title 만든 --limit 1000 --columns movie_code,title
        movies that are not: movies --title 없는영화
        movies with details: movies --title 범죄 --with details
        movies by columns: movies --title 범죄 --columns 영화코드,영화명,감독
        movies in XML: movies --title 범죄 --source kobis-xml
        movies both: movies --title 범죄 --cross-check
        movies a dry run: movies --title 범죄 --limit 250 --dry-run
        movies by syllables that are taken apart: movies --title 범죄 --dry-run
        movies a dry run in Korean: movies --title 범죄 --dry-run --lang ko
        movie: movie 20204548
        movie several: movie 20204548 20206061 20190217
        movie of a Korean header: movie 20204548 --header ko
        movie in XML: movie 20190217 --source kobis-xml --format jsonl
        movie both: movie 20190217 --cross-check
        movie unknown: movie 29999999
        movie unknown among others: movie 20204548 29999999 20206061
        movie unknown, going on: movie 20204548 29999999 20206061 --keep-going
        movie twice: movie 20204548 20204548
        movie a dry run: movie 20204548 20206061 --dry-run
        people: people --name 송강호
        people by film: people --film 기생충 --limit 2
        people that are not: people --name 없는사람
        people in XML: people --name 송강호 --source kobis-xml
        person: person 10000001
        person unknown: person 10000009
        person in XML: person 10000001 --source kobis-xml
        companies: companies --name CJ
        companies all: companies
        companies by ceo: companies --ceo 곽신애 --header ko
        company: company 20100001
        company in XML: company 20100001 --source kobis-xml
        company unknown: company 20100009 --keep-going
        codes of regions: codes regions
        codes of nations: codes nations --header ko
        codes of types: codes movie-types
        codes by number: codes 2201
        codes that are not: codes 999999
        codes in XML: codes regions --source kobis-xml
        into a file: movies --title 범죄 -o movies.md
        into names: movies --title 범죄 -o '{date}.csv'
        with a region: movies --title 범죄 --region 서울
    """),
    case("register troubles", "movie 19991001", "movie 19991002", "movie 19991003",
         service="troubled"),
    case("register more troubles", "movie 19991004", "movie 19991005", "person 10000002",
         "company 20100002", "codes nations", service="troubled"),
    case("register troubles in XML", "movie 19991001 --source kobis-xml",
         "movie 19991002 --source kobis-xml", "movie 19991003 --source kobis-xml",
         service="troubled"),
    case("register troubles, going on", "movie 19991001 20204548 19991002 --keep-going --jobs 1",
         service="troubled"),
    case("register no search", "movies --title 범죄", "people --name 송강호", "companies",
         "trend 범죄도시2", service="no search"),
    case("register half a search", "movies --title 만든 --limit 300",
         "movies --title 만든 --limit 300 --keep-going", service="half a search"),
    *(case(f"register by both readings: {line}", line, f"{line} --source kobis-xml") for line in (
        "weekly --date 2019-W27 --top 1", "weekend --date 2011-12-28 --top 1",
        "weekly --from 2019-W51 --to 2020-01-08 --top 1 --columns year_week,from",
        "--from 2022-05-25 --to 2022-06-07 -q -o x.csv", "companies --name CJ",
        "movies --title 만든 --limit 5000", "movie 20190217 --columns actors,staff,cast",
        "movie 20190217 20176068 19991000 --columns movie_code,title,title_original,running_minutes,open_date,"
        "genres,nations,distributors,producers,rating,audit_numbers,show_types,companies")),
    *(case(f"register the part of {chart}", f"{chart} --date 2022-W22 --dry-run",
           f"{chart} --date 2022-W22 --columns year_week,from,to,rank",
           f"{chart} --date 2022-W22 --columns year_week,from,to,rank --source kobis-xml")
      for chart in ("weekly", "weekend", "weekdays")),
    case("register filters of searches", *(f"{line} --dry-run" for line in (
        "movies --title 'a&b' --director 봉 --opened 2019..2021", "movies --produced 2019",
        "people --name 송 --film 기생충", "companies --name 바른손 --ceo 곽", "codes nations", "codes 2201"))),
    case("register unknown codes", *(f"{line} --keep-going" for line in (
        "person 10000001 99999999", "company 20100001 99999999", "movie 99999999")), "person 10000001 99999999"),
    case("register what ends a run that goes on", "--from 20220331 --to 20220401 --keep-going --jobs 1 -o x.csv",
         "--from 20220331 --to 20220402 --source kobis-xml --keep-going --jobs 1 -o x.csv", service="troubled"),
]
