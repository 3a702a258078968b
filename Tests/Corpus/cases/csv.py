"""CSV, with all its options."""

from case import case, cases_of

WEEK = "--source sample --from 2022-05-30 --to 2022-06-05"

CASES = [
    *cases_of("csv", """
        a day: --source sample
        a file: --source sample -o day.csv
        excel: --source sample --profile excel -o day.csv
        excel on standard output: --source sample --profile excel --top 2
        excel in English: --source sample --profile excel --header en --top 3
        excel as an option: --source sample -O profile=excel --top 3
        excel without a mark: --source sample --profile excel -O bom=false -O newline=lf --top 3
        semicolons: --source sample -O 'delimiter=;' --top 3
        tabs: --source sample -O delimiter=tab --top 3
        tab by the ending: --source sample --top 3 -o day.tsv
        tab by the ending, semicolon by option: --source sample --top 3 -O 'delimiter=;' -o day.tsv
        all quoted: --source sample -O quote=all --top 3
        crlf: --source sample -O newline=crlf --top 3
        mark: --source sample -O bom=true --top 3
        null: --source sample -O null=NA
        thousands: --source sample -O thousands=, --top 3
        thousands with a space: --source sample -O 'thousands= ' --top 3
        list separator: --with details --date 2022-06-05 --top 3 -O 'list-separator=; '
        header in Korean: --source sample --header ko --top 3
        no header: --source sample --header none --top 3
        by name and ending txt: --source sample --top 2 -o day.txt
        by name: --source sample --top 2 --format csv -o day.jsonl
        option by name of the plugin: --source sample --top 2 -O csv.quote=all
        option of no such plugin: --source sample --top 2 -O cvs.quote=all
        unknown option: --source sample -O quotes=all
        wrong value: --source sample -O quote=some
        delimiter of two signs: --source sample -O 'delimiter=;;'
        delimiter that is a quote: --source sample -O 'delimiter="'
        thousands that is the delimiter: --source sample -O 'thousands=;' -O 'delimiter=;'
        option without a value: --source sample -O quote
        option twice: --source sample -O quote=all -O quote=minimal
        colour: --source sample --color always --top 2
        weekly: weekly --date 2019-W27 --top 3
        weekend: weekend --date 2012-01-01
        weekdays: weekdays --date 2022-W22 --top 2
    """),
    case("csv a week", f"{WEEK} -o week.csv", whole=True),
    case("csv the week of excel", f"{WEEK} --profile excel --top 4 -o week.csv", whole=True),
]
