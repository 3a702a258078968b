internal import BoxOffice

extension XLSX {
    /// The summary, the options and the messages in Korean.
    static let korean = [
        "summary": "엑셀 등 스프레드시트용 통합 문서",
        "option.sheets": "모든 행을 한 시트에(one) 또는 기간마다 한 시트씩(period, 최대 200개)",
        "option.chart": "auto는 기간별 순위나 흥행 추이를 그래프로 그립니다(기간 62개까지, 영화가 30편을 넘으면 순위가 높은 30편)",
        "option.posters": "셀 안의 이미지(embed), 링크(link), 없음(none)",
        "option.value": PlottedRows.koreanHelp,

        // Workbooks
        "too-many-columns": "한 시트의 열은 최대 16384개입니다: {1}개",
        "too-many-sheets": "기간별 시트는 최대 {1}개입니다: {2}개",
        "too-many-sheets.hint":
            "-O sheets=one으로 모든 기간을 한 시트에 넣거나, -o '{year}-{month}.xlsx'로 월마다 파일을 만드세요",
        "broken-workbook-library": "통합 문서를 만드는 데 필요한 libxlsxwriter를 사용할 수 없습니다: {1}",
        "no-workbook-library": "통합 문서를 만드는 데 필요한 libxlsxwriter가 없습니다",
        "no-workbook-library.hint":
            "Debian과 Ubuntu에서는 apt-get install libxlsxwriter4로 설치하세요. 설치하지 않으려면 --profile excel로 엑셀용 CSV를 만드세요",
        "workbook-resources": "통합 문서를 만들 메모리나 파일 디스크립터가 부족합니다",
        "workbook-resources.hint": "시트마다 파일 디스크립터가 하나씩 필요합니다. 'ulimit -n'으로 한도를 확인하세요",
        "workbook-not-read": "'{1}'에 있는 통합 문서의 임시 파일을 읽을 수 없습니다: {2}",
        "workbook-not-written": "'{1}'에 있는 통합 문서의 임시 파일에 쓸 수 없습니다: {2}",
        "workbook-room": "'{1}'에 통합 문서의 임시 파일을 둘 공간이 없습니다",
        "workbook-room.hint": "TMPDIR로 다른 폴더를 지정하세요",
        "workbook-size": "통합 문서에 담을 수 있는 크기를 넘습니다",
        "workbook-refused": "libxlsxwriter가 셀을 거부했습니다",
        "no-temporary-file": "'{1}'에 임시 파일을 만들 수 없습니다: {2}",
        "no-temporary-file.hint": "TMPDIR로 다른 폴더를 지정하세요",

        // The last sheet
        "not-printed": "종이 한 장의 너비에 들어가는 열만 인쇄됩니다. 파일에만 있는 열: {1}",
        "xlsx-rows": "행", "xlsx-column": "열", "xlsx-name": "영문 이름", "xlsx-type": "종류",
        "xlsx-text": "텍스트", "xlsx-marker": "순위 변동", "xlsx-integer": "수", "xlsx-won": "원",
        "xlsx-amount": "금액",
        "xlsx-fraction": "0~1", "xlsx-decimal": "수, 소수 한 자리", "xlsx-ratio": "수, 소수 두 자리",
        "xlsx-boolean": "참/거짓",
        "xlsx-year": "연도", "xlsx-date": "날짜", "xlsx-list": "목록",

        // The sheet of a plot
        "xlsx-runs": "추이", "xlsx-ranks": "순위", "xlsx-film": "영화명", "xlsx-week": "{1}주",

        // Cells
        "cell": "시트 '{1}' {2}행 {3}",
        "texts-cut": "셀에 들어가는 {1}자까지만 남기고 텍스트를 잘랐습니다: {2}",
        "posters-of-other-kind": "통합 문서에 넣을 수 없는 이미지여서 포스터 {1}장은 링크로 넣었습니다",
        "posters-too-many": "이미지가 통합 문서의 한도인 {2}장에 이르러 포스터 {1}장은 링크로 넣었습니다",
        "links-too-many": "링크가 시트의 한도인 {2}개에 이르러 포스터 {1}장은 주소를 텍스트로 넣었습니다",
    ]
}
