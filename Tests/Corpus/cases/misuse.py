"""Command lines that are not understood, and the messages about them."""

from case import case, cases_of, step

LINES = """
    week
    week --top 3
    주말박스오피스 --top 3
    주간순위
    주간
    dayly
    쥬말 --last 2
    2022-06-01
    어제 --region 서울
    2022-W22
    weekend 20220601
    기생충
    살인의 추억
    movies 기생충
    movie 기생충
    people 송강호
    person 송강호
    companies CJ ENM
    company CJ
    --source kobis-xml weekly
    foo --help
    서울 -h
    help foo --help
    2024 --help
    --json
    --title 기생충
    --lst 3
    --out=x
    -format csv
    weekly --limit 3
    movies --titel "it's"
    --color off
    --color=alway
    cache cleer
    cache clean
    movie
    person
    company
    trend
    doctor x
    --xyzzy
    -x
    --지역 서울 --국적 한국
    week --formt csv
    search 기생충
    --region 서울, 부산
    --columns 날짜 순위 영화명
    지역=서울
    —date 어제
    포스터
    도움말
    help weekyl
    --date 2022-06-01 2022-06-02
    2022-06-01 2022-06-05
    2022-01..2022-03
    --from 2022-05-18 --days 3
    --last 3 2022-06-01
    quota 2022-06-01
    movies --title a b
    movies --year 2020
    -output x.csv
    --with detial
    --nation 한구
    --date --top 3
    -O 'delimiter=,' --formt csv
    --top 3 --top=4
    -o a --output b
    movies --title a --title b
    --api-key sesame
    bo-export KOBIS_API_KEY=sesame
    bo-export key=sesame
    --token=sesame
    -ksesame
    연간
    yearly
    연도별
    작년
    --연간
    연간 2021
    연간 --date 2021
    monthly --date 2022-05
    --monthly 2022-05
    월간
    monthly
    월간 2022-05
    지난주
    지난 주
    last-week -q
    지난주말
    순위
    ranking
    서울
    한국영화
    외국
    오늘
    이번주
    내일
    실시간
    login
    관객수
    분기
    시장
    hourly
    manual
    completion
    --nation 일본
    --lang jp
    --header xx
    --top 0
    --top 11
    --top x
    --last 0
    --jobs 0
    --jobs 65
    --timeout 0
    --retries 21
    --max-calls 0
    --source nope
    --source kobis-jsn
    --format nope
    --format excel
    --format json
    --with posters,details,lyrics
    --region 서을
    --region 부산,서을
    --region 서울,,부산
    --kind 독립
    --columns 순위,제목
    --columns 순위,rank
    --columns rank,rank
    --columns titel
    --columns 감독
    --columns ''
    --columns directors
    --columns poster_url
    --year 2003
    weekly --month 2003-11
    --date 2024-05
    --month 2024년
    --year 2024.5.1
    --date +3d
    --date 2022-W22
    --from 2022-W21 --to 2022-W22
    --from 2022-W22 --to 2022-W21
    --from 2020 --to 2021
    --from 0601 --to 0605
    --date 06/01/2022
    --date 2022-02-30
    --date 오늘
    --date 내일
    --date 2022-06-08
    --date 2030-01-01
    --date 1999-01-01
    --month 9999-01
    --month 2022-05 --year 2022
    --date 지난주
    weekly --month 지난주 --top 3
    --year 작년
    --from 2022-06-05 --to 2022-06-01
    --from 2022-06-01 --to +0d
    --from 2022-06-01 --to -9d
    --to 2022-06-01
    --from 2022-06-01 --last 3
    --date 2022-06-01 --last 3
    weekly --date 2022-06-08
    weekly --date 2022-W23
    weekly --date yesterday
    --offline --refresh
    --offline --cross-check
    --record a --replay b
    --replay nowhere
    --posters-dir p
    --posters-from kmdb --top 1
    --source sample -o r.json --report r.json
    --source sample -o r.xls --report r.xls
    --source sample --state nowhere.json
    --source sample --cross-check
    --source sample --region 서울
    --source sample --date 2022-01-01
    --source sample --month 2022-06
    --source sample --year 2022
    --source sample weekly
    weekly --source sample
    movies --source sample
    --update
    --update --format markdown
    --update -o day.md
    --source sample -o day.xls
    --source sample -o day.xlxs
    --source sample -o day.json
    --source sample -o day.pdf
    --source sample -o day.parquet
    --source sample -o day.exel
    --source sample -o day.cvs
    --source sample -o '{dat}.csv'
    --source sample -o '{nothing}.csv'
    --source sample -o ''
    --source sample --plugin-dir nowhere
    --config nowhere.json
    rows
    rows --source sample
    codes nope
    columns nope
    columns trand
    plugins nope
    plugins chek x
    plugins check
    plugins check nowhere
    movies --opened 20
    movies --opened 2020..2010
    movies --limit 0
    movies --produced abc
    trend 20204548 --days 0
    trend 20204548 --days 3651
    trend 20204548 --by month
    trend 20204548 --pivot title
    trend 20204548 --pivot nope
    trend 20204548 --days 3 --to 2022-06-05
    trend 20204548 --days 3 --from 2022-06-01 --to 2022-06-05
    trend 20204548 --date 2022-06-01
    trend 20204548 --region 서울
    trend --source sample nobody
    market
    --deep
    --log-format yaml
    --progress sometimes
    --report
    --from 2003-11-10 --to 2003-11-12
    --source sample --columns rank --with posters
    --version --nope
    help help
    daily daily
    daily weekly
    -- 2022-06-01
    ''
    --source sample -qo x.csv
    --source sample -qox.csv
    --source sample -q -o x.csv
    --source sample -o a.csv -o b.csv
    --source sample -qo a.csv -o b.csv
    --source sample -qO bom=true
    --source sample -qx
    --source sample -xq
    --source sample -vvq
    --source sample -o
    --source sample -o=x.csv
    --source sample -o -q
    --source sample -o --quiet
    --source sample -qo
    --source sample --quiet=true
    --source sample --format
    --source sample --format=
    --source sample --format csv,jsonl
    --source sample --format CSV
    --source sample --forma csv
    --source sample --top=
    --source sample --top -3
    --source sample --top=-3
    --source sample --top +3
    --source sample --top 3.0
    --source sample --top 99999999999999999999
    --source sample --jobs two
    --source sample --timeout 1s
    --source sample --retries -1
    --source sample --max-calls -1
    --source sample --max-calls many
    --source sample --no-quiet
    --source sample --usual-format csv
    --source sample --help-hidden
    --source sample --header
    --source sample --header=korean
    --source sample --lang=
    --source sample --lang en --lang ko
    --source sample -O
    --source sample -O bom
    --source sample -O =true
    --source sample -O bom=
    --source sample -O bom=yes
    --source sample -O bom=true -O bom=false
    --source sample -O delimiter=ab
    --source sample -O thousands=0
    --source sample -O nothing=1
    --source sample --format markdown -O marker=colour
    --source sample --format xlsx -O sheet=x
    --source sample --profile exel
    --source sample --profile excel --format jsonl
    --source sample --verbose --quiet
    --source sample --report r.json --report s.json
    --source sample --date
    --source sample --date=
    --source sample --from
    --source sample --from=2022-05-30 --to
    --source sample --days 3
    --source sample --last -1
    --source sample --region
    --source sample --columns
    --source sample --columns=
    --source sample --with
    --source sample --with=
    --source sample --with details,details
    --source sample --color
    --source sample --progress
    --source sample --log-format
    --source sample --keep-going=yes
    --source sample extra
    --source file hall.xls
    --source sample --output=~/x.csv
    --source sample -o postgresql://me:secret@host/x
    quota --json
    columns --json
    --source sample -- extra
    --source sample --
    --source
    --source=
    --source sample,kobis-json
    --config
    --config=
    --plugin-dir
    --api-key
    --version=1
    --help=daily
    -h extra
    help nope
    help daily extra
    weekly help
    weekly --days full
    weekly --day weekend
    weekend --weekend
    weekdays --date 2022-06-01 --top
    daily --weekly
    movies --title
    movies --title=
    movies --director 봉준호 --title
    movies --opened
    movies --type nope
    movies --nation
    movies --code 20204548
    movie 20204548 20204548
    movie nope
    movie 2020454
    movie 20204548 --last 3
    person nope
    company nope
    codes
    codes region --top 3
    codes nation extra
    columns
    columns daily --format csv
    columns movies extra
    trend 20204548 20204548
    trend 20204548 --days x
    trend 20204548 --by
    trend 20204548 --pivot
    trend ''
    quota --last 3
    quota extra
    cache
    cache status extra
    cache prune --older 3
    doctor --online extra
    doctor --fix
    plugins check --kind nope x
    plugins sample extra
    man extra
    man --lang fr
    --generate-completion-script
    --generate-completion-script tcsh
    --generate-completion-script=bash extra
    2021-01..2021-03
    -O 'delimiter=\t' --formt csv
    --region 서울 --region 부산
    -O a=1 -O b=2
    -v -v
    -q -q
    --plugin-dir a --plugin-dir b
    --date -3d --top 3
    movies --title a -- --title
    weekly 연간
    연간 2020
    월간 --month 2021-05
    월간 --month=2021
    월간 --from 2021-05-01 --to 2021-05-09
    순위 --year 2020
    top10
    weekend --last 4주
    목록
    --month 2021-05 --year 2021
    --source sample --month 2021-07
    --source sample --year 2020
    연간 --date 9999
    --source file a.xls
    --source=file a.csv path=b.csv
    --source sample a.csv
    --columns rank nope
    --source sample -o x.xls --reprot r.json
    quota --text
    --source sample '--output=~/x.csv'
    --source sample '-o~/x.csv'
    --source sample -o '~/{year}.csv'
    --source sample '--out=~/x.csv'
    --source sample -o '~kim/x.csv'
    --source sample '--report=~/r.json'
    --source sample --with posters --posters-dir '~/p'
    --source sample -o file:///x.csv
    market --kind art
    market --update
    market --month 2018-01..2018-02 -o {month}.csv
    market --source sample --nations --date 2022-06-01
    ranking --year 2002
    ranking --last 9 -o {date}.csv
    movie ''
    people --source sample
    codes 2204 --source sample
    movie 1 --columns rank
    weekly --date 2021-W53
    --source sample --replay /tmp
    movies --update -o x.csv
    --record ''
    --date -0d
    --last x
    --header fr
    -O x=1
    --columns 영화명,영화
    trend 20204548 --from 2003-01-01
    trend 20204548 --from 2004-01-01 --to 2022-06-01
    trend 20204548 --pivot on_chart
    trend 20204548 --pivot release_day
    trend 20204548 --columns region
    trend 20201234 --source sample
    trend ' '
"""

CASES = [
    *(
        case(f"misuse {line}", line, step(line, environment={"LC_ALL": "ko_KR.UTF-8"}))
        for line in map(str.strip, LINES.strip().splitlines())
    ),
    *cases_of("misuse in Korean", """
        command: week --lang ko
        option: --lst 3 --lang ko
        value: --color off --lang ko
        date: --date 2022-13-01 --lang ko
        column: --source sample --columns 제목 --lang ko
        region: --region 서을 --lang ko
        today: --date 오늘 --lang ko
        format: --source sample --format nope --lang ko
        ending: --source sample -o day.xls --lang ko
        sample: --source sample --date 2022-01-01 --lang ko
        film: 기생충 --lang ko
        two: --top 3 --top 4 --lang ko
        wrong together: --offline --refresh --lang ko
        plugin: plugins nope --lang ko
        key: --api-key sesame --lang ko
        update: --update --lang ko
        pivot: trend 20204548 --pivot title --lang ko
    """),
]
