"""Films, people, companies and codes; the runs of films; codes, details and posters that are looked up."""

from case import case, each, step

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
    f"{line},{'2022-06-08T09:00:00+09:00' if number else 'fetched_at'}\n"
    for number, line in enumerate(CHART.splitlines()))
UNKNOWN = "date,rank,title,open_date\n2022-06-05,1,없는 영화,\n"
FILES = {"chart.csv": CHART, "part.csv": PART, "others.csv": OTHERS, "fetched.csv": FETCHED,
    "unknown.csv": UNKNOWN}
FILE = "--source file -O path="
KEYED = "-O file.source=kobis-json -O file.currency=KRW"


def codes(name: str, *lines, **facts):
    """A case with the tables above."""
    return case(f"codes {name}", *lines, files=FILES, **facts)


KMDB = {"KMDB_API_KEY": "kmdb-test-key"}
KAKAO = {"KAKAO_REST_API_KEY": "kakao-test"}
ALL = ("poster_url,poster_thumbnail_url,poster_width,poster_height,poster_page_url,poster_confidence,"
    "poster_source,poster_match")


def posters(name: str, *lines: str, keys: dict[str, str] | None = None, **facts: object):
    """A case whose steps have the keys of both services, or of those given."""
    chosen = KMDB | KAKAO if keys is None else keys
    return case(f"posters {name}", *(step(line, environment=chosen) for line in lines), **facts)


CASES = [
    case("register films, people and companies", *each("movies", "--opened 2019..2022 --limit 300",
        "--title 만든 --limit 150", "--title 만든 --limit 1000 --columns movie_code,title",
        "--title 범죄 --columns 영화코드,영화명,감독", "--title 범죄 -o '{date}.csv'", "--title 범죄 --region 서울"),
        "movies --title \u1107\u1165\u11b7\u110c\u116c --dry-run", "movies --title 범죄 --dry-run --lang ko",
        "movie 20190217 --cross-check", "people --name 없는사람",
        *each("companies", "--name CJ", "--ceo 곽신애 --header ko"), "codes movie-types"),
    *(case(f"register trouble of movie 1999100{number}", f"movie 1999100{number}", service="troubled")
        for number in range(1, 6)),
    case("register no search", "companies", "trend 범죄도시2", service="no search"),
    case("register half a search", *each("movies --title 만든 --limit 300", "", "--keep-going"),
        service="half a search"),
    *(case(f"register by both readings: {line}", line) for line in ("movies --title 만든 --limit 5000",
        "movie 20190217 --columns actors,staff,cast", "movie 20190217 20176068 19991000 --columns "
        "movie_code,title,title_original,running_minutes,open_date,genres,nations,"
        "distributors,producers,rating,audit_numbers,show_types,companies")),
    case("register by both sources", *(f"{line} --source {source}" for line in ("weekly --date 2019-W27 --top 1",
        "weekdays --date 2022-W22 --top 1", "weekend --date 2022-W22 --top 1", "people --name 송강호",
        "person 10000001", "companies --name 바른손", "company 20100001", "codes regions")
        for source in ("kobis-json", "kobis-xml"))),
    case("register filters and unknown codes", *each("{} --dry-run",
        "movies --title 'a&b' --director 봉 --opened 2019..2021", "movies --produced 2019",
        "people --name 송 --film 기생충", "companies --name 바른손 --ceo 곽", "codes nations"),
        "person 10000001 99999999 --keep-going"),
    case("trend of films", *each("trend", "범죄도시2:2019 --days 3", "'범죄 도시 2' --from 2022-06-01 --to +1d",
        "없는영화", "범죄", "없는영화 --lang ko", "29999999", "19991001 --days 3", "20206061 --to 2022-06-04"),
        *each("trend 20206061", "--days 2 --with details", "--from 2022-04-01 --to 2022-06-05 -o trend.xlsx"),
        "trend 범죄도시2 --dry-run", *each("trend", "20204548 20206061 --from 2022-06-01 --to +3d --pivot 순위",
        "20204548 20206061 --by week --from 2022-05-30 --to +13d --pivot audience_total"),
        "trend 기생충 --source sample", "trend 20206061 --by week --days 7 --update -o trend.jsonl --lang ko"),
    case("trend after the charts", "--from 2022-06-01 --to 2022-06-04 --top 1 -q",
        "trend 20206061 --days 4 --offline", "trend 20206061 --days 6 --offline", "trend 범죄도시2 --offline"),
    case("trend by film", *each("trend 20206061 --by film", "--from 2022-06-01", "--to 2022-06-05",
        "--pivot rank", "--update -o films.csv", "--from 2022-06-01 --lang ko"),
        "trend 20206257 --by film --days 3", "trend 20206061 --by flim", "columns runs",
        "trend 20206061 20204548 --by film --format markdown"),
    case("trend by film, a missing day",
        "trend 20178501 --by film --days 5 --keep-going --jobs 1 -o films.sqlite", service="troubled"),
    case("trend around the opening",
        step("trend 20206061 20204548 --from 2022-06-03 --days 4 --pivot 관객수", terminal=11),
        *each("trend",
        "20206061 20204548 --by week --from 2022-05-23 --days 10 --columns week,release_day,from,day",
        "20206061 --by week --days 1 --pivot 관객수")),
    case("trend of runs with days between",
        "trend 20204548 20206061 --days 2 -v --jobs 1 --columns date,title,rank"),
    case("trend a dry run", "trend 20206061 --days 3 --dry-run --lang ko"),
    case("trend a dry run after a run", "trend 20206061 --days 1 -q -o x.csv",
        "trend '쥬라기 월드' --source sample", "trend 20206061 --source sample --from 2022-05-30 --dry-run",
        "KOBIS_BASE_URL=http://127.0.0.1:1 trend 20204548 -o no/folder/x.csv"),
    codes("and details of tables of the site", *(f"{FILE}part.csv -O file.source={source} --with "
        "codes,details --columns source,movie_code,title,genres" for source in ("kobis-site", "kobis-xml",
        "elsewhere"))),
    codes("in rows", *each(f"{FILE}chart.csv --with codes", "--format markdown --lang ko",
        "--format jsonl --top 1 --columns all", "--report r.json -q -o x.csv")),
    codes("that would be asked for", f"{FILE}chart.csv --with codes --dry-run --lang ko",
        f"{FILE}part.csv --with codes,posters --dry-run"),
    codes("of rows kept by key",
        *each(f"{FILE}part.csv", "-o x.sqlite", f"{KEYED} -o x.sqlite", f"{KEYED} --with codes -o x.sqlite"),
        *each(f"{FILE}chart.csv {KEYED} --with codes -o x.sqlite", "", "--lang ko", "--keep-going")),
    codes("of other sources", f"{FILE}others.csv --with codes --plugin-dir plugins",
        "weekend --source csvchart --with codes --last 1 --top 1 --plugin-dir plugins",
        "movies --title 브로커 --with codes"),
    codes("that cannot be searched for", *each(f"{FILE}part.csv --with codes", "--jobs 1",
        "--jobs 1 --keep-going", f"--keep-going --format singer {KEYED}"), service="no search"),
    codes("recorded", *each(f"{FILE}chart.csv --with codes", "--record r", "--replay r")),
    codes("with too few calls", f"{FILE}chart.csv --with codes --offline",
        f"BO_EXPORT_KOBIS_QUOTA=2 {FILE}chart.csv --with codes --jobs 1"),
    codes("where the register refuses",
        f"BO_EXPORT_KOBIS_QUOTA=1 {FILE}chart.csv --with codes --keep-going -o x.csv --report r.json",
        *each(f"KOBIS_API_KEY=refused-key {FILE}chart.csv --with codes", "--keep-going -o y.csv", "")),
    codes("of titles that were found before", *each(f"{FILE}chart.csv --with codes", "--jobs 1 --max-calls 2",
        "--dry-run", "--jobs 1 -v --columns title,movie_code"), f"{FILE}part.csv --with codes --dry-run"),
    codes("of rows whose figures were final", f"{FILE}fetched.csv {KEYED} --with codes --format singer",
        f"{FILE}unknown.csv {KEYED} --with codes -o x.sqlite --keep-going"),
    *(posters(f"of {name}", f"--source sample --with posters --columns title,{ALL}", keys=keys)
        for name, keys in (("KMDb", KMDB), ("Kakao", KAKAO))),
    *(posters(f"with a wrong {variable}", "--source sample --with posters --top 1",
        keys={variable: "wrong-1234"}) for variable in ("KMDB_API_KEY", "KAKAO_REST_API_KEY")),
    posters("from one without a key", "--source sample --with posters --posters-from kakao", keys=KMDB),
    posters("from one twice, and from nobody", "--source sample --with posters --posters-from nobody"),
    posters("in documents", *each("--source sample --with posters --top 4", "--jobs 1 -o day.xlsx",
        "-O posters=link -o link.xlsx", "-O posters=none -o none.xlsx", "-o day.html")),
    posters("in a database", "--source sample --with posters --top 3 -o films.sqlite"),
    posters("into a folder", *each("--source sample --with posters --posters-dir p --jobs 1 --columns "
        "title,poster_file,poster_match", "", "-o day.md"),
        "--source sample --with posters --posters-dir p --offline --columns title,poster_file"),
    posters("into a folder with a damaged list",
        "--source sample --with posters --posters-dir p --top 3 --jobs 1 -q",
        files={"p/manifest.jsonl": "{\"nothing\":1}\n"}),
    posters("again", *each("--source sample --with posters --top 3 --columns title,poster_url", "",
        "--report report.json", "--offline")),
    posters("of films", *each("{} --with posters --format jsonl", "movies --title 범죄", "movie 20204548")),
    posters("told with -v", "--source sample --with posters --top 1 --jobs 1 -v --columns title,poster_url"),
    posters("with few calls",
        "--source sample --top 1 --with posters --max-calls 1 --columns title,poster_url",
        "--date 2022-06-04 --top 1 --with posters --max-calls 1 --columns title,poster_url"),
    posters("nobody there", "--source sample --with posters --top 1 --columns title,poster_url",
        keys=KMDB | {"KMDB_BASE_URL": "http://127.0.0.1:9"}),
]
