"""Markdown, in files and on terminals."""

from case import case, cases_of, step

SAMPLE = "--source sample"

CASES = [
    *cases_of("markdown", """
        a day: --source sample --format markdown
        a file: --source sample -o day.md
        plain: --source sample -O marker=plain --format markdown
        ansi in a pipe: --source sample -O marker=ansi --format markdown --top 4
        ansi forced: --source sample -O marker=ansi --color always --format markdown --top 8
        auto forced: --source sample --color always --format markdown --top 8
        span: --source sample -O marker=span --format markdown --top 8
        math: --source sample -O marker=math --format markdown --top 8
        emoji: --source sample -O marker=emoji --format markdown --top 8
        grid: --source sample -O layout=grid --format markdown
        grid of two: --source sample -O layout=grid -O cards=2 --format markdown --top 5
        cards of none: --source sample -O layout=grid -O cards=0 --format markdown
        cards without a grid: --source sample -O cards=3 --format markdown --top 2
        links: --source sample -O title-link=true --format markdown --top 3
        unpadded: --source sample -O pad=false --format markdown --top 3
        wide signs: --source sample -O ambiguous-width=2 --format markdown --top 3
        English: --source sample --header en --format markdown --top 8
        no header: --source sample --header none --format markdown --top 3
        two days: --source sample --from 2022-06-04 --to 2022-06-05 --top 3 --format markdown
        columns: --source sample --columns rank,title,audience_count,release_day --format markdown
        regions: --date 2022-06-05 --region 서울,부산 --top 2 --format markdown
        nation: --date 2022-06-05 --nation foreign --top 2 --format markdown
        details: --date 2022-06-05 --with details --top 3 --format markdown
        weekend: weekend --date 2012-01-01 --top 3 --format markdown
        trend: trend 20204548 --from 2022-05-30 --to +4d --format markdown
        pivot: trend 20204548 20206061 --from 2022-06-01 --to +4d --pivot audience_count --format markdown
        movies: movies --title 범죄 --format markdown
        movie: movie 20204548 --format markdown
        columns to choose: --source sample --format markdown --columns default
        delimiter: --source sample --format markdown -O delimiter=tab
    """),
    case("markdown a terminal of 80", step(SAMPLE, terminal=80)),
    case("markdown a terminal of 120", step(SAMPLE, terminal=120)),
    case("markdown a terminal of 200", step(SAMPLE, terminal=200)),
    case("markdown a terminal of 30", step(SAMPLE, terminal=30)),
    case("markdown a terminal without colour", step(f"NO_COLOR=1 {SAMPLE}", terminal=100)),
    case("markdown a terminal that is dumb", step(f"TERM=dumb {SAMPLE}", terminal=100)),
    case("markdown a dumb terminal forced", step(f"TERM=dumb FORCE_COLOR=1 {SAMPLE}", terminal=100)),
    case("markdown a terminal, never", step(f"{SAMPLE} --color never", terminal=100)),
    case("markdown a terminal, always", step(f"NO_COLOR=1 {SAMPLE} --color always", terminal=100)),
    case("markdown a terminal and csv", step(f"{SAMPLE} --format csv --top 2", terminal=80)),
    case("markdown a terminal and a workbook", step(f"{SAMPLE} --format xlsx", terminal=80)),
    case("markdown a terminal and a database", step(f"{SAMPLE} --format sqlite", terminal=80)),
    case("markdown a terminal and a file", step(f"{SAMPLE} -o day.csv", terminal=80)),
    case("markdown a terminal and a trend",
         step("trend 20204548 20206061 --from 2022-06-01 --to +6d", terminal=110)),
    case("markdown a terminal in Korean", step(f"LC_ALL=ko_KR.UTF-8 {SAMPLE}", terminal=80)),
    case("markdown a terminal and two days",
         step(f"{SAMPLE} --from 2022-06-04 --to 2022-06-05 --top 3", terminal=90)),
    case("markdown a terminal and columns", step("columns", terminal=60)),
    case("markdown a terminal and help", step("--help", terminal=60)),
    case("markdown of a film that came back", *(
        f"--source sample --date 2022-06-02 --columns rank_marker,title,rank {line}" for line in (
            "--header none", "--profile excel", "--format jsonl", *(
                f"--format markdown -O pad=false --color always -O marker={marker}"
                for marker in ("plain", "emoji", "span", "math", "ansi"))))),
]
