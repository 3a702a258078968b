"""Tables in files as a source."""

from case import case

HALL = """시작일,종료일,순위,영화명,관객수,출처
2022-06-03,2022-06-05,1,범죄도시2,412,우리극장
2022-06-03,2022-06-05,2,"여행, 그리고 밤",187,우리극장
"""
DAYS = ('date,rank,title,movie_code,sales_amount,메모\n2022-06-03,1,가,1,1000,x\n'
        '2022-06-03,2,"나, ""다""",2,500,\n2022-06-05,1,가,1,900,"=1+1"\n')
US = """from,to,rank,title,sales_amount,currency,country,source,movie_code
2022-06-03,2022-06-05,1,Top Gun: Maverick,90.10,USD,US,us,TG
2022-06-03,2022-06-05,2,Jurassic World,7.65,USD,US,us,JW
2022-06-10,2022-06-12,1,Top Gun: Maverick,51.90,USD,US,us,TG
"""
LINES = """{"date":"2022-06-03","rank":1,"title":"가","genres":["a","b"],"note":null}
{"date":"2022-06-03","rank":2,"title":"나","genres":[],"note":"\\u2028"}
"""
REGIONS = """date,region,rank,title
2022-06-03,,1,가
2022-06-03,서울,1,나
2022-06-03,부산,1,다
"""
FILES = {"hall.csv": HALL, "days.csv": DAYS, "us.csv": US, "lines.jsonl": LINES, "regions.csv": REGIONS}
FILE = "--source file -O path="


def tables(name: str, *lines, **facts):
    """A case with the tables above."""
    return case(f"tables {name}", *lines, files=FILES | facts.pop("more", {}), **facts)


CASES = [
    tables("in rows", f"{FILE}days.csv", f"{FILE}days.csv --format jsonl", f"{FILE}days.csv --profile excel", f"weekend {FILE}hall.csv",
           f"weekend {FILE}hall.csv --header en --columns all", f"{FILE}lines.jsonl", f"{FILE}lines.jsonl --format jsonl", f"weekend {FILE}us.csv",
           f"weekend {FILE}us.csv -O path=hall.csv", f"{FILE}days.csv --columns default,source,currency,fetched_at,country,chart",
           f"{FILE}days.csv --columns rank,title,audience_count,ticket_price,rank_marker"),
    tables("in documents", f"weekend {FILE}hall.csv --format markdown", f"weekend {FILE}us.csv -O path=hall.csv -o x.html",
           f"weekend {FILE}us.csv -O path=hall.csv -o x.xlsx", f"weekend {FILE}us.csv -o x.sqlite", f"weekend {FILE}us.csv --format singer",
           f"{FILE}days.csv -O source=a -O currency=KRW -o y.sqlite", f"{FILE}days.csv -o '{{date}}.csv'", f"{FILE}regions.csv -o '{{region}}.csv'"),
    tables("of some periods", f"{FILE}days.csv --last 1", f"{FILE}days.csv --last 3", f"{FILE}days.csv --month 2022-06 --top 1",
           f"{FILE}days.csv --year 2021", f"{FILE}days.csv --date 2022-06-04", f"{FILE}days.csv --from 2022-06-03 --to 2022-06-05 --lang ko",
           f"{FILE}days.csv --from 2022-06-05", f"{FILE}days.csv --date 2022-06-05 --dry-run", f"weekly {FILE}days.csv", f"weekly {FILE}days.csv --lang ko"),
    tables("of regions", f"{FILE}regions.csv", f"{FILE}regions.csv --region 서울", f"{FILE}regions.csv --region 대구", f"{FILE}regions.csv --nation 한국",
           f"--source sample,file -O path=regions.csv --date 2022-06-03 --top 1 --columns source,region,title"),
    tables("beside others", "weekend --source kobis-json,file -O path=hall.csv --date 2022-06-03 --top 2", "weekend --source file,kobis-json -O path=us.csv --date 2022-06-03 --top 1",
           "weekend --source kobis-json,file -O path=hall.csv --from 2022-05-27 --to 2022-06-05 --top 1",
           "weekend --source kobis-json,file -O path=hall.csv --from 2022-05-27 --to 2022-06-05 --top 1 --keep-going --report r.json",
           "--date 2022-06-05 --top 1 --columns default,source -o k.csv", "--source kobis-xml,file -O path=k.csv --date 2022-06-05"),
    tables("with details", "--date 2022-06-05 --top 1 --columns default,source -o k.csv", f"{FILE}k.csv --with details --columns title,directors,source",
           f"{FILE}days.csv --with details", "trend 20204548 --source sample --from 2022-06-01 --to 2022-06-02 -o t.csv",
           f"trend 가 {FILE}days.csv --from 2022-06-05"),
    tables("that cannot be", f"market {FILE}days.csv", f"ranking --year 2022 {FILE}days.csv --lang ko", f"{FILE}days.csv --deep", f"{FILE}days.csv --cross-check",
           f"movies --title 가 {FILE}days.csv", "--source file", f"{FILE}none.csv", f"{FILE}.", "--source file,file -O path=days.csv", f"{FILE}days.csv --record r",
           f"{FILE}days.csv --format sqlite -o x.db", f"weekend {FILE}hall.csv --format singer", f"{FILE}days.csv -O file.currency=WON",
           f"{FILE}days.csv -O file.delimiter=ab", f"{FILE}days.csv -O path=days.csv", f"{FILE}days.csv --update -o z.csv"),
    tables("saved by other programs", f"{FILE}lists.json", *(line for name in ("split", "columns", "values") for line in (
        f"{FILE}{name}.json", f"{FILE}{name}.json --lang ko")), f"{FILE}cr.csv", "-O file.path=days.csv", "-O file.path=days.csv --lang ko", more={
            "lists.json": '[{"date":"2022-06-03","rank":1,"title":"가"},\n{"date":"2022-06-03","rank":2,"title":"나"}]',
            "split.json": '{"columns":["date","rank","title"],"index":[0],"data":[["2022-06-03",1,"가"]]}',
            "columns.json": '{"date":{"0":"2022-06-03"},"rank":{"0":1},"title":{"0":"가"}}',
            "values.json": '[["2022-06-03",1,"가"]]', "cr.csv": 'date,rank,title\r2022-06-03,1,가\r2022-06-03,2,"나,\r다"\r'}),
    tables("that are broken", *(line for name in ("cells", "quote", "type", "period", "columns", "empty", "twice")
                                for line in (f"{FILE}{name}.csv -o x.csv", f"{FILE}{name}.csv --lang ko")), more={
        "cells.csv": "date,rank,title\n2022-06-03,1\n", "quote.csv": "date,rank,title\n2022-06-03,1,\"가\n", "type.csv": "date,rank,title\n2022-06-03,x,가\n",
        "period.csv": "from,to,rank,title\n2022-06-03,2022-06-06,1,가\n", "columns.csv": "date,title\n2022-06-03,가\n", "empty.csv": "",
        "twice.csv": "date,rank,title,movie_code\n2022-06-03,1,가,1\n2022-06-03,2,가,1\n"}),
    tables("said", "plugins file", "plugins file --lang ko", f"{FILE}days.csv --dry-run"),
]
