"""Films, people, companies and codes; the runs of films; codes, details and posters that are looked up."""

from case import DAY, case, each, step

CHART = """date,rank,title,open_date,film_nation,directors,audience_count
2022-06-04,1,범죄도시2,2022-05-18,korean,,900
2022-06-05,1,범죄도시 2,2022-05-18,,이상용,1000
2022-06-05,2,쥬라기 월드 - 도미니언,2022-06-01,,,500
2022-06-05,3,브로커,,foreign,,40
2022-06-05,4,오마주,,,아무개,30
2022-06-05,5,만든 영화 1,2022-06-01,,,20
2022-06-05,6,없는 영화,,,,10
"""
PART = "".join(CHART.splitlines(keepends=True)[:3])
OTHERS = """date,rank,title,open_date,source,movie_code
2022-06-05,1,범죄도시2,2022-05-18,sample,
2022-06-05,2,Here,2022-05-18,sample,H1
2022-06-05,1,There,2022-05-18,csvchart,
"""
FETCHED = "".join(
    f"{line},{'2022-08-01T09:00:00+09:00' if number else 'fetched_at'}\n"
    for number, line in enumerate(CHART.splitlines()))
UNKNOWN = "date,rank,title,open_date\n2022-06-05,1,없는 영화,\n"
FILES = {"chart.csv": CHART, "part.csv": PART, "others.csv": OTHERS, "fetched.csv": FETCHED, "unknown.csv": UNKNOWN}
FILE = "--source file -O path="
KEYED = "-O file.source=kobis-json -O file.currency=KRW"


def codes(name: str, *lines, **facts):
    """A case with the tables above."""
    return case(f"codes {name}", *lines, files=FILES, **facts)


KMDB = {"KMDB_API_KEY": "kmdb-test-key"}
KAKAO = {"KAKAO_REST_API_KEY": "kakao-test"}
ALL = "poster_url,poster_thumbnail_url,poster_width,poster_height,poster_page_url,poster_confidence,poster_source,poster_match"


def posters(name: str, *lines: str, keys: dict[str, str] | None = None, **facts: object):
    """A case whose steps have the keys of both services, or of those given."""
    chosen = KMDB | KAKAO if keys is None else keys
    return case(f"posters {name}", *(step(line, environment=chosen) for line in lines), **facts)


CASES = [
    case("register movies", *each("movies", "--title 범죄", "--director 봉준호", "--opened 2022 --limit 5",
        "--opened 2019..2022 --limit 300", "--produced 2021..2022 --limit 5", "--limit 3",
        "--title 만든 --limit 150", "--title 만든 --limit 1000 --columns movie_code,title", "--title 없는영화",
        "--title 범죄 --with details", "--title 범죄 --columns 영화코드,영화명,감독", "--title 범죄 --source kobis-xml",
        "--title 범죄 --cross-check", "--title 범죄 -o movies.md", "--title 범죄 -o '{date}.csv'",
        "--title 범죄 --region 서울")),
    case("register dry runs", *each("{} --dry-run", "movies --title 범죄 --limit 250",
        "movies --title \u1107\u1165\u11b7\u110c\u116c", "movie 20204548 20206061"),
         "movies --title 범죄 --dry-run --lang ko"),
    case("register movie", *each("movie", "20204548", "20204548 20206061 20190217", "20204548 --header ko",
        "20190217 --source kobis-xml --format jsonl", "20190217 --cross-check")),
    case("register unknown movies", *each("movie", "29999999", "20204548 29999999 20206061",
        "20204548 29999999 20206061 --keep-going", "20204548 20204548")),
    case("register people", *each("people", "--name 송강호", "--film 기생충 --limit 2", "--name 없는사람",
        "--name 송강호 --source kobis-xml"),
         *each("person", "10000001", "10000009", "10000001 --source kobis-xml")),
    case("register companies",
         *each("companies", "--name CJ", "", "--ceo 곽신애 --header ko", "--name CJ --source kobis-xml"),
         *each("company", "20100001", "20100001 --source kobis-xml", "20100009 --keep-going")),
    case("register codes", *each("codes", "regions", "nations --header ko", "movie-types", "2201", "999999",
        "regions --source kobis-xml")),
    *(case(f"register trouble of {line}", line, service="troubled") for line in (
        *(f"movie 1999100{number}" for number in range(1, 6)), "person 10000002", "company 20100002",
        "codes nations", *(f"movie 1999100{number} --source kobis-xml" for number in (1, 2, 3)),
        "movie 19991001 20204548 19991002 --keep-going --jobs 1")),
    case("register no search", "movies --title 범죄", "people --name 송강호", "companies",
         "trend 범죄도시2", service="no search"),
    case("register half a search", "movies --title 만든 --limit 300",
         "movies --title 만든 --limit 300 --keep-going", service="half a search"),
    *(case(f"register by both readings: {line}", line, f"{line} --source kobis-xml") for line in (
        "weekly --date 2019-W27 --top 1",
        "weekly --from 2019-W51 --to 2020-01-08 --top 1 --columns year_week,from",
        "--from 2022-05-25 --to 2022-06-07 -q -o x.csv", "movies --title 만든 --limit 5000",
        "movie 20190217 --columns actors,staff,cast",
        "movie 20190217 20176068 19991000 --columns movie_code,title,title_original,running_minutes,open_date,"
        "genres,nations,distributors,producers,rating,audit_numbers,show_types,companies")),
    *(case(f"register the part of {chart}", f"{chart} --date 2022-W22 --dry-run",
           f"{chart} --date 2022-W22 --columns year_week,from,to,rank",
           f"{chart} --date 2022-W22 --columns year_week,from,to,rank --source kobis-xml")
      for chart in ("weekly", "weekend", "weekdays")),
    case("register filters of searches", *each("{} --dry-run",
        "movies --title 'a&b' --director 봉 --opened 2019..2021", "movies --produced 2019",
        "people --name 송 --film 기생충", "companies --name 바른손 --ceo 곽", "codes nations", "codes 2201")),
    case("register unknown codes",
         *each("{} --keep-going", "person 10000001 99999999", "company 20100001 99999999", "movie 99999999"),
         "person 10000001 99999999"),
    case("register what ends a run that goes on", "--from 20220331 --to 20220401 --keep-going --jobs 1 -o x.csv",
         "--from 20220331 --to 20220402 --source kobis-xml --keep-going --jobs 1 -o x.csv", service="troubled"),
    case("trend of titles", *each("trend", "범죄도시2 --from 2022-05-30 --to +6d",
        "범죄도시2:2022 --from 2022-06-01 --to +2d", "범죄도시2:2019 --days 3",
        "'범죄 도시 2' --from 2022-06-01 --to +1d", "범죄도시2 '쥬라기 월드: 도미니언' --from 2022-06-01 --to +3d",
        "범죄도시2 20204548 --from 2022-06-01 --to +1d", "없는영화", "범죄", "없는영화 --lang ko")),
    case("trend of codes", *each("trend", "29999999", "19991000 --days 3", "19991001 --days 3",
        "19991001 --from 2022-06-01 --to +1d", "20204548 --from 2022-05-30 --to +6d",
        "20206061 --to 2022-06-04", "20206061 --from 2022-06-09")),
    case("trend of days", *each("trend 20206061", "--days 5", "",
        "--days 3 --columns date,title,rank,audience_per_show", "--days 3 --header ko",
        "--days 3 --source kobis-xml", "--days 3 --cross-check", "--days 2 --with details",
        "--days 7 -o trend.html", "--days 3 --profile excel",
        "--from 2022-04-01 --to 2022-06-05 -o trend.xlsx")),
    case("trend report", "trend 20206061 --days 3 --report report.json"),
    case("trend dry runs", *each("trend", "20206061 --days 3 --dry-run",
        "20206061 --by film --days 3 --dry-run", "범죄도시2 --dry-run", "20206061 --days 3 --dry-run --lang ko")),
    case("trend of weeks and pivots", *each("trend", "20204548 --by week --from 2022-05-23 --to +13d",
        "20206061 --by week --days 14", "20204548 20206061 --from 2022-06-01 --to +3d --pivot audience_count",
        "20204548 20206061 --from 2022-06-01 --to +3d --pivot 순위",
        "20204548 --days 3 --pivot rank --columns rank",
        "20204548 20206061 --by week --from 2022-05-30 --to +13d --pivot audience_total")),
    case("trend of the sample", *(f"trend {film} --source sample{line}"
        for film, line in (("범죄도시2", " --from 2022-05-30"), ("범죄도시2", ""), ("기생충", "")))),
    case("trend a missing day", *each("trend 20206061 --from", "2022-04-14 --to 2022-04-17 --jobs 1",
        "2022-04-14 --to 2022-04-17 --keep-going --jobs 1",
        "2022-04-26 --to 2022-04-29 --keep-going --jobs 1 -o trend.html"), service="troubled"),
    case("trend the quota", "trend 20206061 --from 2022-04-01 --to 2022-04-03 --jobs 1",
         service="troubled"),
    case("trend brought up to date", *each("trend 20206061", "--days 4 --update -o trend.csv",
        "--by week --days 7 --update -o trend.jsonl --lang ko", "--pivot rank --update -o trend.csv")),
    case("trend after the charts", "--from 2022-06-01 --to 2022-06-04 --top 1 -q",
         "trend 20206061 --days 4 --offline", "trend 20206061 --days 6 --offline",
         "trend 범죄도시2 --offline"),
    case("trend by film", *each("trend 20206061 --by film", "--header ko --lang ko",
        "--columns default,source", "--days 5", "--format jsonl", "--profile excel", "--days 5 --deep",
        "--from 2022-06-01", "--to 2022-06-05", "--pivot rank", "--update -o films.csv",
        "--update -o films.csv --lang ko", "--from 2022-06-01 --lang ko"),
         "trend 20206257 --by film --days 3", "trend 20206061 --by flim", "columns runs",
         "trend '쥬라기 월드: 도미니언' --by film --source sample", "trend 범죄도시2 --by film --source sample"),
    case("trend by film in documents", *each("trend 20206061 20204548 --by film", "", "--format markdown",
        "--format singer", "-o films.html", "-o films.xlsx", "-o films.sqlite")),
    case("trend by film, a missing day", "trend 20178501 --by film --days 5 --keep-going --jobs 1",
         "trend 20178501 --by film --days 5 --keep-going --jobs 1 -o films.sqlite", service="troubled"),
    case("trend with few calls", "trend 20206061 --days 5 --max-calls 3 --jobs 1",
         "trend 20206061 --days 5 --max-calls 3 --jobs 1"),
    case("trend off the chart", *each("trend", "20206061 --from 2022-06-05 --days 2 --format jsonl",
        "20206061 20204548 --from 2022-06-05 --days 2 --format markdown",
        "20206061 20204548 --from 2022-06-05 --days 2 --pivot rank --format markdown"), *(step(
        "trend 20206061 20204548 --from 2022-06-03 --days 4 --pivot 관객수", terminal=width)
        for width in (80, 11))),
    case("trend of runs with days between", "trend 20204548 20206061 --days 2 -v --jobs 1 --columns date,title,rank"),
    case("trend from a day before and after the opening", *each("trend",
        "20206061 20204548 --from 2022-06-04 --days 2 --columns day,release_day,date,title,audience_count",
        "20206061 --from 2022-05-31 --days 2", "20206061 20204548 --from 2022-06-04 --days 2 --pivot 관객수",
        "20206061 20204548 --by week --from 2022-05-23 --days 10 --columns week,release_day,from,day",
        "20206061 --by week --from 2022-05-23 --days 1 --pivot rank",
        "20206061 --by week --days 1 --pivot 관객수",
        "20204548 --by week --days 10 --columns release_day,year_week,from,to",
        "20204548 --by week --days 10 --dry-run")),
    case("trend a dry run after a run", "trend 범죄도시2 --from 2022-06-01 --days 2 --dry-run",
         "trend 20206061 --days 1 -q -o x.csv", "trend 20206061 --days 2 --dry-run",
         "trend '쥬라기 월드' --source sample", "trend 20206061 --source sample --from 2022-05-30 --dry-run",
         "KOBIS_BASE_URL=http://127.0.0.1:1 trend 20204548 -o no/folder/x.csv"),
    codes("and details of tables of the site", *(
        f"{FILE}part.csv -O file.source={source} --with codes,details --columns source,movie_code,title,genres"
        for source in ("kobis-site", "kobis-xml", "elsewhere"))),
    codes("in rows", f"{FILE}chart.csv --with codes", f"{FILE}chart.csv --with codes --format markdown --lang ko",
          f"{FILE}chart.csv --with codes --format jsonl --top 1 --columns all", f"{FILE}chart.csv --with codes --report r.json -q -o x.csv",
          f"{FILE}chart.csv --with codes --offline", f"{FILE}part.csv {KEYED} --with codes,details --columns movie_code,title,genres"),
    codes("that would be asked for", f"{FILE}chart.csv --with codes --dry-run", f"{FILE}chart.csv --with codes --dry-run --lang ko",
          f"BO_EXPORT_KOBIS_QUOTA=2 {FILE}chart.csv --with codes --dry-run", f"{FILE}part.csv --with codes,posters --dry-run"),
    codes("of rows kept by key", f"{FILE}part.csv -o x.sqlite", f"{FILE}part.csv {KEYED} -o x.sqlite", f"{FILE}part.csv {KEYED} --with codes -o x.sqlite",
          f"{FILE}chart.csv {KEYED} --with codes -o x.sqlite", f"{FILE}chart.csv {KEYED} --with codes -o x.sqlite --lang ko",
          f"{FILE}chart.csv {KEYED} --with codes -o x.sqlite --keep-going", f"{FILE}chart.csv {KEYED} --with codes --format singer --keep-going",
          f"{FILE}chart.csv {KEYED} --with codes --format singer --keep-going --lang ko --top 1"),
    codes("of other sources", f"{FILE}others.csv --with codes --plugin-dir plugins",
         "--source sample --with codes --top 1",
         "weekend --source csvchart --with codes --last 1 --top 1 --plugin-dir plugins",
         "movies --title 브로커 --with codes"),
    codes("with few calls", f"{FILE}part.csv --with codes --jobs 1 --max-calls 1 --top 1 --columns title,movie_code",
          f"{FILE}chart.csv --date 2022-06-04 --with codes --retries 0 --max-calls 1 --record r", f"{FILE}chart.csv --date 2022-06-04 --with codes --replay r"),
    codes("that cannot be searched for", f"{FILE}part.csv --with codes --jobs 1", f"{FILE}part.csv --with codes --jobs 1 --keep-going",
          f"{FILE}part.csv --with codes --keep-going --format singer {KEYED}", service="no search"),
    codes("with too few calls", f"{FILE}chart.csv --with codes --offline", f"{FILE}chart.csv --with codes --max-calls 2 --keep-going --jobs 1",
          f"BO_EXPORT_KOBIS_QUOTA=2 {FILE}chart.csv --with codes --jobs 1"),
    codes("where the register refuses", f"{FILE}chart.csv --with codes --top 1", f"BO_EXPORT_KOBIS_QUOTA=1 {FILE}chart.csv --with codes --keep-going -o x.csv --report r.json",
          f"KOBIS_API_KEY=refused-key {FILE}chart.csv --with codes --keep-going -o y.csv", f"KOBIS_API_KEY=refused-key {FILE}chart.csv --with codes"),
    codes("of titles that were found before", f"{FILE}chart.csv --with codes --jobs 1 --max-calls 2", f"{FILE}chart.csv --with codes --dry-run",
          f"{FILE}chart.csv --with codes --jobs 1 -v --columns title,movie_code", f"{FILE}chart.csv --with codes --dry-run", f"{FILE}chart.csv --with codes --dry-run --refresh",
          f"{FILE}part.csv --with codes --dry-run", step(f"{FILE}part.csv --with codes --dry-run", later=31 * DAY)),
    codes("of rows whose figures were final", f"{FILE}fetched.csv {KEYED} --with codes --format singer",
          f"{FILE}fetched.csv {KEYED} --with codes --format singer --keep-going", f"{FILE}unknown.csv {KEYED} --with codes -o x.sqlite --keep-going"),
    *(posters(f"of {name}", f"--source sample --with posters --columns title,{ALL}", keys=keys)
         for name, keys in (("both", None), ("KMDb", KMDB), ("Kakao", KAKAO))),
    posters("without a key", "--source sample --with posters", keys={}),
    *(posters(f"with a wrong {variable}", "--source sample --with posters --top 1",
        keys={variable: "wrong-1234"}) for variable in ("KMDB_API_KEY", "KAKAO_REST_API_KEY")),
    posters("Kakao first", f"--source sample --with posters --posters-from kakao,kmdb --columns title,{ALL} --top 4"),
    posters("from one without a key", "--source sample --with posters --posters-from kakao", keys=KMDB),
    posters("from one twice, and from nobody",
         "--source sample --with posters --posters-from kmdb,kmdb --top 2",
         "--source sample --with posters --posters-from nobody"),
    posters("and details", "--source sample --with details,posters --top 3 --format jsonl",
            "--date 2022-06-05 --with details,posters --top 3 --format jsonl"),
    posters("in documents", *each("--source sample --with posters --top 4", "--jobs 1 -o day.xlsx",
        "-O posters=link -o link.xlsx", "-O posters=none -o none.xlsx", "-o day.html",
        "-O posters=link -o link.html", "-O layout=cards -o cards.html", "-O layout=mail -o mail.html",
        "-o day.md", "-O layout=grid -O cards=2 -o grid.md")),
    posters("in a database", "--source sample --with posters --top 3 -o films.sqlite"),
    posters("into a folder", "--source sample --with posters --posters-dir p --jobs 1 --columns title,poster_file,poster_match",
            "--source sample --with posters --posters-dir p --jobs 1 --columns title,poster_file,poster_match -o day.md",
            "--source sample --with posters --posters-dir p --offline --columns title,poster_file"),
    posters("into a folder with a damaged list", "--source sample --with posters --posters-dir p --top 3 --jobs 1 -q",
            "--source sample --with posters --posters-dir p --top 3 --jobs 1",
            files={"p/manifest.jsonl": "{\"nothing\":1}\n"}),
    posters("of a week", "--source sample --from 2022-05-30 --to 2022-06-05 --top 2 --with posters --columns date,title,poster_url --report report.json"),
    posters("again", *each("--source sample --with posters --top 3 --columns title,poster_url", "",
        "--report report.json", "--offline")),
    posters("of films", *each("{} --with posters --format jsonl", "movies --title 범죄", "movie 20204548"),
         "trend 20204548 --days 2 --with posters"),
    posters("of nobody asked", "--source sample --with posters --columns title,rank --top 2"),
    posters("told with -v", "--source sample --with posters --top 1 --jobs 1 -v --columns title,poster_url"),
    posters("told in Korean", "--source sample --with posters --columns title,poster_url --lang ko"),
    posters("with few calls", "--source sample --top 1 --with posters --max-calls 1 --columns title,poster_url",
            "--date 2022-06-04 --top 1 --with posters --max-calls 1 --columns title,poster_url"),
    posters("nobody there", "--source sample --with posters --top 1 --columns title,poster_url",
            keys=KMDB | {"KMDB_BASE_URL": "http://127.0.0.1:9"}),
    case("details", *each("--date 2022-06-05 --with details", "", "--source kobis-xml --top 3",
        "--cross-check --top 3", "--profile excel --top 2")),
    case("details of the sample", "--source sample --with details --top 2"),
    case("details of made-up films", *each("--date 2022-06-07 --with details --top 2", "", "--keep-going")),
    case("details a month later", "--date 2022-06-05 --with details --top 2 -q --report one.json",
         step("--date 2022-06-05 --with details --top 2 -q --report two.json", later=20 * DAY),
         step("--date 2022-06-05 --with details --top 2 -q --report three.json", later=40 * DAY)),
    posters("that are not there", *each(
        "--source sample --from 2022-05-30 --to 2022-06-05 --top 1 --with posters --columns rank,poster_width",
        "--report r.json", "-q"), keys=KMDB),
]
