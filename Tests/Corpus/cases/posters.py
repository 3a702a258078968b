"""Posters and details."""

from case import DAY, case, cases_of, step

KMDB = {"KMDB_API_KEY": "kmdb-test-key"}
KAKAO = {"KAKAO_REST_API_KEY": "kakao-test"}
ALL = "poster_url,poster_thumbnail_url,poster_width,poster_height,poster_page_url,poster_confidence,poster_source,poster_match"


def posters(name: str, *lines: str, keys: dict[str, str] | None = None, **facts: object):
    """A case whose steps have the keys of both services, or of those given."""
    chosen = KMDB | KAKAO if keys is None else keys
    return case(f"posters {name}", *(step(line, environment=chosen) for line in lines), **facts)


CASES = [
    posters("of both", f"--source sample --with posters --columns title,{ALL}"),
    posters("of KMDb", f"--source sample --with posters --columns title,{ALL}", keys=KMDB),
    posters("of Kakao", f"--source sample --with posters --columns title,{ALL}", keys=KAKAO),
    posters("without a key", "--source sample --with posters", keys={}),
    posters("with a wrong key", "--source sample --with posters --top 1",
            keys={"KMDB_API_KEY": "wrong-1234"}),
    posters("with a wrong key of Kakao", "--source sample --with posters --top 1",
            keys={"KAKAO_REST_API_KEY": "wrong-1234"}),
    posters("Kakao first", f"--source sample --with posters --posters-from kakao,kmdb --columns title,{ALL} --top 4"),
    posters("from one without a key", "--source sample --with posters --posters-from kakao", keys=KMDB),
    posters("from nobody", "--source sample --with posters --posters-from nobody"),
    posters("from one twice", "--source sample --with posters --posters-from kmdb,kmdb --top 2"),
    posters("and details", "--source sample --with details,posters --top 3 --format jsonl",
            "--date 2022-06-05 --with details,posters --top 3 --format jsonl"),
    posters("in a workbook", "--source sample --with posters --top 4 --jobs 1 -o day.xlsx",
            "--source sample --with posters --top 4 -O posters=link -o link.xlsx",
            "--source sample --with posters --top 4 -O posters=none -o none.xlsx"),
    posters("in a page", "--source sample --with posters --top 4 -o day.html",
            "--source sample --with posters --top 4 -O posters=link -o link.html",
            "--source sample --with posters --top 4 -O layout=cards -o cards.html",
            "--source sample --with posters --top 4 -O layout=mail -o mail.html"),
    posters("in Markdown", "--source sample --with posters --top 4 -o day.md",
            "--source sample --with posters --top 4 -O layout=grid -O cards=2 -o grid.md"),
    posters("in a database", "--source sample --with posters --top 3 -o films.sqlite"),
    posters("into a folder", "--source sample --with posters --posters-dir p --jobs 1 --columns title,poster_file,poster_match",
            "--source sample --with posters --posters-dir p --jobs 1 --columns title,poster_file,poster_match -o day.md",
            "--source sample --with posters --posters-dir p --offline --columns title,poster_file"),
    posters("into a folder with a damaged list", "--source sample --with posters --posters-dir p --top 3 --jobs 1 -q",
            "--source sample --with posters --posters-dir p --top 3 --jobs 1",
            files={"p/manifest.jsonl": "{\"nothing\":1}\n"}),
    posters("of a week", "--source sample --from 2022-05-30 --to 2022-06-05 --top 2 --with posters --columns date,title,poster_url --report report.json"),
    posters("again", "--source sample --with posters --top 3 --columns title,poster_url",
            "--source sample --with posters --top 3 --columns title,poster_url --report report.json",
            "--source sample --with posters --top 3 --columns title,poster_url --offline"),
    posters("of a search", "movies --title 범죄 --with posters --format jsonl"),
    posters("of a film", "movie 20204548 --with posters --format jsonl"),
    posters("of nobody asked", "--source sample --with posters --columns title,rank --top 2"),
    posters("told with -v", "--source sample --with posters --top 1 --jobs 1 -v --columns title,poster_url"),
    posters("told in Korean", "--source sample --with posters --columns title,poster_url --lang ko"),
    posters("told to programs", "--source sample --with posters --columns title,poster_url --jobs 1"),
    posters("with few calls", "--source sample --top 1 --with posters --max-calls 1 --columns title,poster_url",
            "--date 2022-06-04 --top 1 --with posters --max-calls 1 --columns title,poster_url"),
    posters("in a trend", "trend 20204548 --days 2 --with posters"),
    posters("nobody there", "--source sample --with posters --top 1 --columns title,poster_url",
            keys=KMDB | {"KMDB_BASE_URL": "http://127.0.0.1:9"}),
    posters("a wrong address", "--source sample --with posters --top 2 --columns title,poster_url",
            keys=KMDB | {"KMDB_BASE_URL": "ftp://127.0.0.1"}),
    *cases_of("details", """
        of a day: --date 2022-06-05 --with details
        of the sample: --source sample --with details --top 2
        in XML: --date 2022-06-05 --with details --source kobis-xml --top 3
        both: --date 2022-06-05 --with details --cross-check --top 3
        into excel: --date 2022-06-05 --with details --profile excel --top 2
        of made-up films: --date 2022-06-07 --with details --top 2
        going on: --date 2022-06-07 --with details --top 2 --keep-going
    """),
    case("details a month later", "--date 2022-06-05 --with details --top 2 -q --report one.json",
         step("--date 2022-06-05 --with details --top 2 -q --report two.json", later=20 * DAY),
         step("--date 2022-06-05 --with details --top 2 -q --report three.json", later=40 * DAY)),
    posters("that are not there", *(
        f"--source sample --from 2022-05-30 --to 2022-06-05 --top 1 --with posters --columns rank,poster_width {more}"
        for more in ("--report r.json", "-q")), keys=KMDB),
]
