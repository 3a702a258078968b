"""Singer messages, with and without a state."""

from case import DAY, case, cases_of, step

STATE = "--format singer --state state.json"

SAMPLE = "--source sample --top 1 --format singer"


def state(day: str, more: str = "") -> str:
    """A state of the sample's daily charts that ends with the day."""
    return ('{"bookmarks": {"charts": {"partitions": [{"context": {"source": "sample", "chart": "daily", '
            '"region": "all", "nation": "all", "kind": "all"}, "replication_key": "to", '
            f'"replication_key_value": "{day}"{more}}}]}}}}}}\n')


CASES = [
    *cases_of("singer", """
        a day: --source sample --top 2 --format singer
        two days: --source sample --from 2022-06-04 --to 2022-06-05 --top 1 --format singer
        columns: --source sample --top 1 --columns rank,title --format singer
        regions: --date 2022-06-05 --region 서울,부산 --top 1 --format singer
        details: --date 2022-06-05 --top 1 --with details --format singer
        weekend: weekend --date 2012-01-01 --top 1 --format singer
        trend: trend 20204548 --from 2022-06-01 --to +1d --format singer
        movies: movies --title 범죄 --format singer
        people: people --name 송강호 --format singer
        codes: codes regions --format singer
        pivot: trend 20204548 --from 2022-06-01 --to +1d --pivot rank --format singer
        files: --source sample --from 2022-06-04 --to 2022-06-05 --top 1 --format singer -o '{date}.singer'
        state without singer: --source sample --state state.json
        state that is not there: --source sample --format singer --state state.json
        state of movies: movies --title 범죄 --format singer --state state.json
    """),
    case("singer an empty state", f"--from 2022-06-01 --top 1 {STATE}", files={"state.json": ""}),
    case("singer a state in lines",
         f"--from 2022-06-01 --top 1 {STATE} -o one.singer",
         step("--from 2022-06-01 --top 1 --format singer --state one.singer -o two.singer", later=DAY),
         step("--from 2022-06-01 --top 2 --format singer --state two.singer", later=2 * DAY),
         step("--from 2022-06-01 --top 1 --refresh --format singer --state two.singer", later=2 * DAY),
         files={"state.json": ""}, whole=True),
    case("singer a broken state", f"--from 2022-06-01 --top 1 {STATE}", files={"state.json": "{"}),
    case("singer a state of another", f"--from 2022-06-01 --top 1 {STATE}",
         files={"state.json": '{"bookmarks": {"other": {"x": 1}}}\n'}),
    case("singer a state that is a list", f"--from 2022-06-01 --top 1 {STATE}",
         files={"state.json": "[1, 2]\n"}),
    case("singer a missing day",
         f"--from 2022-04-25 --to 2022-04-29 --keep-going --jobs 1 --top 1 {STATE}",
         service="troubled", files={"state.json": ""}),
    case("singer damaged corrections", f"--date 2022-06-01 --top 1 {STATE}",
         "--date 2022-06-01 --top 1 --format singer --lang ko -o x.singer", "cache clear", "cache clear",
         files={"state.json": "", "home/.cache/bo-export/archive/corrections": "damaged\n"}),
    case("singer a state with corrections", f"--date 2022-06-01 --top 1 {STATE}",
         f"--date 2022-06-01 --top 1 {STATE} --lang ko",
         files={"state.json": '{"bookmarks": {"charts": {"partitions": [{"context": {"source": "kobis-json", "chart":'
                ' "daily", "region": "all", "nation": "all", "kind": "all"}, "replication_key": "to",'
                ' "replication_key_value": "2022-05-31", "top": 1, "corrections": -1}]}}}\n'}),
    case("singer a dry run", f"--from 2022-06-01 --top 1 --dry-run {STATE}",
         files={"state.json": ""}),
    case("singer from run to run", f"--from 2022-05-30 --to 2022-06-01 {SAMPLE} --state none -o one.singer",
         *(f"{SAMPLE} --state {line}" for line in ("one.singer -o two.singer", "two.singer", "two.singer -q",
                                                   "other -v", "other -q")),
         step(f"{SAMPLE} --state /dev/stdin", stdin=state("2022-06-04")),
         files={"none": "", "other": state("2022-06-04").replace("sample", "elsewhere")}),
    case("singer a range after a state", *(f"{line} --top 1 --format singer --state s" for line in (
        "--date 2022-06-04", "--from -0d")), "--from -0d --format singer --state none",
         files={"s": state("2022-06-01", ', "top": 1').replace("sample", "kobis-json"), "none": ""}),
    case("singer what is not final", "--last 6 --top 1 --format singer -o one.singer",
         "--top 1 --format singer --state one.singer"),
    case("singer a state with fewer rows", "--source sample --format singer --state s",
         *(f"{SAMPLE} --state s {line} --to 2022-06-01" for line in ("--from 2022-05-31", "")),
         files={"s": state("2022-05-30", ', "top": 1')}),
    case("singer a state that cannot be", *(f"--source sample --state {line}" for line in (
        "folder --format singer", "long --format singer", "text --format csv", "empty --format singer -o empty",
        "empty --format singer --report empty", "empty --format singer --from 2022-06-01 -o '{date}.singer'")),
         files={"folder/": "", "long": "a" * (5 << 20), "text": "hello", "empty": ""}),
    case("singer a day that fails", "--from 2018-01-02 --to 2018-01-04 --nation foreign --top 1 --keep-going "
         "--format singer", service="troubled"),
]
