internal import BoxOffice

extension Catalogue {
    /// Messages of the library that are clearer with an option of the command line, as
    /// ``commandLine`` has them in English.
    static let koreanCommandLine: [String: String] = [
        // Periods
        "not-over.hint": "마지막 날이 지나야 집계가 끝납니다. 가장 최근 자료는 --date 어제로 받으세요",
        "way.date": "--date", "way.from": "--from", "way.last": "--last", "way.month": "--month",
        "way.year": "--year",
        "it-is-a-day": "--date {1}{을/를} 사용하세요", "it-is-a-month": "--month {1}{을/를} 사용하세요",
        "it-is-a-year": "--year {1}{을/를} 사용하세요",
        "it-is-a-range": "--from {1} --to {2}{을/를} 사용하세요",
        "it-is-a-week": "--from {1} --to {2}{을/를} 사용하거나 주간 박스오피스를 받으세요",
        "not-all-held.hint": "--from {1} --to {2}{을/를} 사용하세요",
        "counts-from-nothing.hint":
            "--from과 함께 --to에 지정하세요 (예: --from 2022-06-01 --to +{1}d는 {2}일간)",
        "to-without-from": "--to는 --from과 함께 사용하세요",
        "to-without-from.hint": "첫날은 --from으로 지정하세요. 한 기간만 필요하면 --date만 사용하세요",
        "last-is-not-positive": "--last에는 1 이상의 숫자가 필요합니다: {1}",
        "range-is-backwards": "기간의 끝이 시작보다 앞섭니다: --from {1} --to {2}",
        "only-whole.hint": "--region, --nation, --kind를 빼거나 다른 소스를 사용하세요",

        // Runs of films
        "pivot-of-text": "--pivot에는 숫자 열이 필요합니다: '{1}' (사용 가능: {2})",
        "no-film.hint": "영화명의 일부로 검색하세요: bo-export movies --title TEXT",
        "unknown-opening.hint": "영화코드를 쓰고 --from DATE로 첫날을 지정하세요",
        "opened-too-early.hint": "재개봉일처럼 첫날을 --from DATE로 지정하세요",
        "too-many-days": "--from부터 --to까지는 최대 {1}일입니다: {2}일",

        // Workbooks
        "no-state-file": "--state로 지정한 파일 '{1}'{이/가} 없습니다",
        "state-without-top": "--top 없이 실행한 상태입니다",
        "state-of-other-top": "--top {1}{으로/로} 실행한 상태입니다",
        "state-of-other-top.hint": "같은 --top을 쓰거나 상태 파일을 따로 두세요",
        "state-of-deep": "--deep으로 실행한 상태입니다",
        "state-without-deep": "--deep 없이 실행한 상태입니다",
        "rows-held-empty": "{1} 박스오피스가 비어 있는데 전에는 {2}행을 보냈습니다(--allow-empty를 쓰면 삭제됩니다)",
        "no-state-file.hint": "처음에는 빈 파일을 만드세요: touch {1}",
        "too-many-sheets.hint":
            "-O sheets=one으로 모든 기간을 한 시트에 넣거나, -o '{year}-{month}.xlsx'로 월마다 파일을 만드세요",
        "no-workbook-library.hint":
            "Debian과 Ubuntu에서는 apt-get install libxlsxwriter4로 설치하세요. 설치하지 않으려면 --profile excel로 엑셀용 CSV를 만드세요",

        // Columns and options
        "too-many-rows-wanted": "--top에는 1부터 {1}까지의 숫자가 필요합니다: {2}",
        "no-columns": "--columns에 열이 없습니다", "empty-column": "--columns에 빈 이름이 있습니다",
        "empty-region": "--region에 빈 이름이 있습니다",
        "column-needs-lookup": "열 '{1}'{은/는} --with {2}{을/를} 지정해야 나옵니다",
        "no-rows": "--source {1}에는 자체 데이터셋이 없습니다",
        "no-films": "--with는 박스오피스와 영화에만 사용할 수 있습니다: {1}",
        "not-an-assignment": "-O에는 KEY=VALUE 형식이 필요합니다: '{1}'",
        "option-value": "-O {1}=의 값은 {2}{이어야/여야} 합니다: '{3}'",
        "option-twice": "-O {1}={이/가} 두 번 지정되었습니다",
        "thousands-separator": "-O thousands=에는 쉼표처럼 숫자 사이에 넣을 한 글자가 필요합니다: '{1}'",
        "delimiter": "-O delimiter=에는 따옴표가 아닌 ASCII 문자 하나가 필요합니다: '{1}'",
        "check-option": "-O {1} 받기", "check-headers": "모든 --header 받기",
        "check-incomplete": "다 확인하지 못했습니다. --total을 늘리면 더 확인합니다",
        "no-plugin-folder": "--plugin-dir로 지정한 폴더 '{1}'{이/가} 없습니다",

        // Answers
        "database-busy.hint":
            "그 프로그램이 끝난 뒤 다시 실행하세요. --timeout으로 더 오래 기다릴 수 있습니다",
        "fewer-films.hint": "--top을 그만큼 늘리거나 다른 파일을 지정하세요",
        "other-layout.hint":
            "다른 파일을 지정하세요. -O replace=true는 다음 테이블을 모든 행과 함께 지우고 이번에 받은 것을 씁니다: {1}",
        "overdue.hint": "--timeout으로 제한 시간을 늘리세요",
        "no-more-calls": "--max-calls로 정한 호출 {1}회를 모두 썼습니다",
        "not-archived.hint": "--offline 없이 한 번 실행하세요",
        "empty-chart.hint": "빈 박스오피스도 받으려면 --allow-empty를 사용하세요",
        "not-published.hint":
            "한국 시각 자정이 조금 지난 뒤 다시 실행하세요. 빈 박스오피스도 받으려면 --allow-empty를 사용하세요",

        // Documents
        "file-cut-off.hint": "--update 없이 파일을 새로 쓰세요",
        "nothing-to-replace-with.hint": "빈 결과로 바꾸려면 --allow-empty를 사용하세요",
        "no-periods.hint": "--update를 사용하려면 date, from, year_week 가운데 한 열을 넣으세요",
        "no-regions.hint": "--region과 --update를 함께 사용하려면 region 열을 넣으세요",
    ]
}
