"""Periods, filters and columns, mostly as dry runs."""

from case import case, cases_of

CASES = [
    *cases_of("periods", """
        yesterday: --dry-run
        어제: --date 어제 --dry-run
        최근: --date 최근 --dry-run
        three days ago: --date -3d --dry-run
        with dots: --date 2022.6.1 --dry-run
        with slashes: --date 2022/06/01 --dry-run
        in Korean: --date '2022년 6월 1일' --dry-run
        in one: --date 20220601 --dry-run
        last: --last 4 --dry-run
        last weekends: weekend --last 4 --dry-run
        month: --month 2022-02 --dry-run
        running month: --month 2022-06 --dry-run
        months: --month 2022-01..2022-02 --dry-run
        month in Korean: --month '2022년 2월' --dry-run
        year of weeks: weekly --year 2021 --dry-run
        year of weekends: weekend --year 2020 --dry-run
        running year: weekly --year 2022 --dry-run
        years: weekdays --year 2020..2021 --dry-run
        range: --from 2022-05-30 --to 2022-06-05 --dry-run
        range with days: --from 2022-05-30 --to +3d --dry-run
        range to yesterday: --from 2022-06-04 --dry-run
        range over today: --from 2022-06-04 --to 2022-06-20 --dry-run
        range that begins today: --from 2022-06-08
        range that begins tomorrow: --from 2022-06-09
        weeks: weekly --from 2021-W50 --to 2022-W02 --dry-run
        week: weekly --date 2022-W22 --dry-run
        week by a day: weekend --date 2022-06-01 --dry-run
        last week: weekly --dry-run
        the running week: weekly --from 2022-06-06
        first day: --date 2003-11-11 --dry-run
        first weeks: weekly --from 2003-11-11 --to 2003-12-01 --dry-run
        a day of the sample: --source sample --date 2022-06-01 --top 2
        days of the sample: --source sample --last 2 --top 1
        month of the sample: --source sample --month 2022-05 --top 1
        dry run of the sample: --source sample --dry-run
        dry run in Korean: --date 2022-06-01 --dry-run --lang ko
        dry run in XML: --date 2022-06-01 --source kobis-xml --dry-run
        dry run of both: --date 2022-06-01 --cross-check --dry-run
        dry run with details: --date 2022-06-01 --with details --dry-run
        dry run into a file: --last 2 --dry-run -o '{date}.csv'
        dry run that says all: --last 2 --dry-run -v
        dry run that says nothing: --last 2 --dry-run -q
        dry run of posters: KMDB_API_KEY=kmdb-test-key --date 2022-06-01 --with posters --dry-run
        Tokyo: TZ=Asia/Tokyo --dry-run
        Los Angeles: TZ=America/Los_Angeles --dry-run
    """),
    *cases_of("filters", """
        region: --date 2022-06-05 --region 서울 --top 2
        regions: --date 2022-06-05 --region 서울,부산 --region 제주 --top 1
        region by code: --date 2022-06-05 --region 0105001 --top 1
        region twice: --date 2022-06-05 --region 서울,서울시 --dry-run
        all regions: --date 2022-06-05 --region 서울,경기,강원,충북,충남,경북,경남,전북,전남,제주,부산,대구,대전,울산,인천,광주,세종 --dry-run
        each region: --date 2022-06-05 --region each --dry-run
        each region in Korean: --date 2022-06-05 --region 모든지역 --top 1 --lang ko
        each region and one: --date 2022-06-05 --region 제주,each --top 1 --columns region,rank
        each region of a week: weekly --date 2022-W22 --region each --dry-run --max-calls 17
        a file for each region: --date 2022-06-05 --region each --top 1 -o '{region}.csv'
        nearly each region: --region 모든지여
        every region: --region all
        nation: --date 2022-06-05 --nation korean --top 2
        foreign: --date 2022-06-05 --nation 외국 --top 2
        kind: --date 2022-06-05 --kind art --top 2
        commercial: --date 2022-06-05 --kind 상업 --dry-run
        all at once: --date 2022-06-05 --nation 한국 --kind 예술 --region 경기 --top 1
        weekly: weekly --date 2022-W22 --nation foreign --region 부산 --top 1
        in XML: --date 2022-06-05 --source kobis-xml --region 서울 --nation 한국 --top 2
        both: --date 2022-06-05 --cross-check --region 서울 --top 2
        top: --date 2022-06-05 --top 1
        top of all: --from 2022-06-01 --to 2022-06-03 --top 2
    """),
    *cases_of("chosen columns", """
        a few: --source sample --columns rank,title --top 2
        Korean: --source sample --columns 날짜,순위,변동,영화명,관객수 --header ko --top 2
        mixed: --source sample --columns '순위, 영화,audience_count,점유율' --top 2
        of charts alone: ranking --source sample --columns ticket_price
        of details alone: movies --title 범죄 --source sample --columns rating
        derived: --source sample --columns title,release_day,ticket_price,audience_per_show,audience_per_screen
        marker: --source sample --columns rank,rank_change,is_new,rank_marker,title
        facts: --date 2022-06-05 --columns chart,from,to,year_week,region,nation,kind,source,title --top 2
        facts of a region: --date 2022-06-05 --columns chart,region,nation,kind,title --nation 한국 --region 서울 --top 2
        fetched: --date 2022-06-05 --columns date,rank,fetched_at --top 2
        final: --from 2022-06-03 --columns date,rank,확정 --top 1 --format jsonl
        fetched of the sample: --source sample --columns date,rank,fetched_at --top 2
        details: --date 2022-06-05 --with details --columns title,title_en,genres,directors,rating --top 3
        details without their option: --date 2022-06-05 --columns title,genres
        week: weekly --date 2022-W22 --columns year_week,rank,title --top 2
        date of a week: weekly --date 2022-W22 --columns date,rank,title --top 2
        release day of a week: weekly --date 2022-W22 --columns title,release_day --top 2
        none at all: --source sample --columns ,
        all of the usual: --source sample --columns date,rank,title,open_date,sales_amount,sales_share,sales_change,sales_change_rate,sales_total --top 1
    """),
    case("two readings", "--date 2022-06-05 -o json.csv",
         "--date 2022-06-05 --source kobis-xml -o xml.csv", "--date 2022-06-05 --cross-check -o both.csv"),
    case("weekly both", "weekly --date 2019-W27 --cross-check", "weekend --date 2012-01-01 --cross-check"),
    *(case(f"filters in Korean: {line}", f"--date 2022-06-01 --dry-run {line}") for line in (
        "--nation 한국", "--nation 한국영화", "--nation 국내", "--nation 외국", "--nation 외국영화", "--nation 해외",
        "--nation \u1112\u1161\u11ab\u1100\u116e\u11a8", "--kind 상업", "--kind 상업영화", "--kind 예술영화",
        "--kind 다양성영화", "--kind=다양성", "--kind 독립예술", "--kind 독립·예술", "--kind 독립/예술영화")),
    case("filters together", "--date 2022-06-05 --region 서울 --region 0105011 --nation foreign --kind commercial --dry-run",
         "BO_EXPORT_REGION=대구 --date 2022-06-05 --region 서울,부산 --region '제주, 서울시' --dry-run"),
    case("periods with spaces", "--from '2022. 4. 24.' --to +2d --dry-run",
         "--from 2022-02-01 --to 2022.2.3 --top 1 --columns date,title -o x.csv",
         *(f"--month {month} --top 1 --columns date,title --update -o x.csv {more}"
           for month, more in (("2022-02", "--dry-run"), ("2022-02", ""), ("2022.2", "")))),
    case("chosen columns of a file", *(
        f"--source sample --columns 날짜,순위,영화 --top 1 --update -o x.csv --last {last}" for last in (2, 3))),
]
