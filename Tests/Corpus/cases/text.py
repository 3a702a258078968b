"""Sentences."""

from case import case, step

SAMPLE = "--source sample --from 2022-05-30 --to 2022-06-05"
WEEK = "--from 2018-01-01 --to 2018-01-07"
"""A week of the register whose charts of nations the stand-in service has."""


def both(*lines: str) -> list[str]:
    """The sentences of each command line in both languages."""
    return [f"{line} --format text --lang {language}" for line in lines for language in ("ko", "en")]


CASES = [
    case("text of charts", *both(SAMPLE, "--source sample -O films=5", "--source sample --top 1", f"{WEEK} --deep --top 12", "--date 2022-06-01 --region 서울,부산 --nation korean",
         "weekly --date 2022-W22", "weekend --last 2", "--last 2 --keep-going", "--date 2022-06-07"),
         "--source sample --format text --header ko", step("--source sample --format text", environment={"LC_ALL": "ko_KR.UTF-8"}), step("--source sample --format text --lang ko", terminal=60), whole=True),
    case("text of a market", *both("market --source sample", "market --source sample --last 7 --by week", f"market {WEEK}", f"market {WEEK} --nations", f"market {WEEK} --by year --compare year --keep-going"),
         whole=True),
    case("text of a ranking", *both("ranking --source sample", f"ranking {WEEK}", f"ranking {WEEK} --deep -O films=5", f"ranking {WEEK} --nation korean --top 2"), whole=True),
    case("text of runs", *both("trend 20204548 20206061 --from 2022-05-30 --to 2022-06-05", "trend 20206061 --days 7", "trend 20206061 --by film", "trend 20206061 --by week --days 14"), whole=True),
    case("text of what is missing", *both("--from 20220426 --to 20220429 --keep-going --jobs 1 --top 1", "--date 20220429 --region 서울,부산 --top 1 --jobs 1 --keep-going",
         "market --from 20220426 --to 20220429 --keep-going --jobs 1", "ranking --from 20220428 --to 20220429 --top 2 --keep-going --jobs 1", "trend 20204548 --from 20220426 --to 20220429 --keep-going --jobs 1"),
         service="troubled", whole=True),
    case("text of tables that people sorted", *both("--source file -O path=t.csv", "--source file -O path=t.csv -O films=1"), "--source file -O path=t.csv -o t.svg", "--source file -O path=r.csv -o r.svg", "--source file -O path=bars.csv -o bars.svg",
         files={"bars.csv": "date,rank,title,audience_count\n" + "".join(f"2022-06-01,{rank},{title},{2000 - rank}\n" for rank, title in [*((n, f"영화 {n}") for n in range(2, 21)), (21, "가"), (1, "가")]),
                "t.csv": "date,rank,title,is_new,audience_count\n2022-06-01,4,라,true,700\n2022-06-01,1,나,true,1000\n2022-06-01,3,다,false,900\n2022-06-01,1,가,false,1000\n",
                "r.csv": "date,rank,title,open_date,audience_count\n2022-06-01,1,리턴,2007-08-08,1000\n2022-06-01,2,리턴,2022-05-01,900\n2022-06-02,1,리턴,2022-05-01,950\n2022-06-02,2,리턴,2007-08-08,940\n"}, whole=True),
    case("text in files", "--source sample --format text -o day.text", "--source sample -o day.txt", f"{SAMPLE} --format text -o '{{date}}.txt'", f"{SAMPLE} --format text -o x.txt --lang ko"),
    case("text of several sources", *both("--source kobis-json,abroad --plugin-dir plugins --top 2"), plugins=True, whole=True),
    case("text that cannot be", *both("movies --title 범죄", "codes regions", "movie 20204548", "trend 20204548 --pivot rank", "market --last 7 --compare year"), "people --name 마동석 --format text",
         "--source sample --format text -O films=0", "--source sample --format text -O films=6", "--source sample --format text -O title=x", "--format text --update -o x.txt", "--source sample --format text --columns rank",
         "--source towns --plugin-dir plugins --format text", "--format txt", plugins=True),
]
