"""The film codes of rows that have none: --with codes."""

from case import DAY, case, step

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


CASES = [
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
    codes("of other sources", f"{FILE}others.csv --with codes --plugin-dir plugins", "--source sample --with codes --top 1",
          "weekend --source csvchart --with codes --last 1 --top 1 --plugin-dir plugins", "movies --title 브로커 --with codes", plugins=True),
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
]
