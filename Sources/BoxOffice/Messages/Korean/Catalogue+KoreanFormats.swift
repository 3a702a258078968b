extension Catalogue {
    /// The built-in formats.
    static let koreanFormats: [String: String] = [
        // CSV and JSON Lines
        "another-line-end": "줄 끝이 {2}{이/가} 아니라 {1}입니다", "no-line-end": "줄바꿈 없음",
        "not-utf8": "UTF-8이 아닌 줄이 있습니다",
        "not-utf8.hint": "다른 프로그램이 다른 인코딩으로 저장했습니다. UTF-8로 저장하거나 파일을 새로 쓰세요",
        "broken-csv-line": "따옴표의 짝이 맞지 않는 줄이 있습니다",
        "thousands-separator": "옵션 thousands에는 쉼표처럼 숫자 사이에 넣을 한 글자가 필요합니다: '{1}'",
        "delimiter": "옵션 delimiter에는 따옴표가 아닌 ASCII 문자 하나가 필요합니다: '{1}'",
        "broken-json-line": "이 형식의 객체가 아닌 줄이 있습니다",

        // What figures are
        "note-chart-rows": "차트마다 {1}위까지만 공개되므로, 더한 값은 모든 영화의 합계가 아닙니다",
        "note-share": "매출액점유율은 시장 전체의 매출액에 대한 비율입니다",
        "note-share-of-korean": "매출액점유율은 한국영화의 매출액에 대한 비율이며, 모든 영화에 대한 비율이 아닙니다",
        "note-share-of-foreign": "매출액점유율은 외국영화의 매출액에 대한 비율이며, 모든 영화에 대한 비율이 아닙니다",
        "note-share-narrowed":
            "매출액점유율은 이 조건에 맞는 매출액에 대한 비율로 보입니다. 국적별로만 확인되었고, KOBIS의 설명은 없습니다",

        // Drawn charts
        "no-rank-chart": "순위 그래프가 없습니다: {1}", "no-trend-chart": "흥행 추이 그래프가 없습니다: {1}",
        "chart-needs-ranks": "movie_code, title, rank 가운데 없는 열이 있습니다",
        "chart-needs-runs": "{1}, movie_code, audience_count 가운데 없는 열이 있습니다",
        "ranks-of-regions": "여러 지역의 순위가 섞여 있습니다",
        "figures-of-regions": "여러 지역의 값이 섞여 있습니다",
        "periods-for-chart": "기간이 {1}개입니다. 그래프에는 {2}개까지만 표시합니다",
        "films-for-chart": "영화가 {1}편입니다. 그래프에는 {2}편까지만 표시합니다",
        "over-films": "영화가 {1}편을 넘습니다",
        "short-rank-chart": "순위 그래프에는 1위부터 {1}위까지만 표시합니다",
        "thinned-trend-chart":
            "흥행 추이 그래프에는 값 {1}개마다 가장 큰 값(순위는 가장 높은 순위)만 표시합니다",

        // Pages and workbooks
        "long-mail": "메일이 {1} kB를 넘습니다. 100 kB가 넘는 메일을 잘라 내는 메일 프로그램이 있습니다",
        "page-posters-too-many":
            "페이지에 이미 이미지가 {2}장 있어서 포스터 {1}장은 링크로 넣었습니다",
        "cell": "시트 '{1}' {2}행 {3}",
        "text-cut": "셀에 들어가는 {1}자까지만 남기고 텍스트를 잘랐습니다: {2}",
        "texts-cut": "셀에 들어가는 {2}자까지만 남기고 텍스트 {1}개를 잘랐습니다. 첫 번째: {3}",
        "posters-of-other-kind":
            "통합 문서에 넣을 수 없는 이미지여서 포스터 {1}장은 링크로 넣었습니다",
        "posters-too-many": "통합 문서에 이미 이미지가 {2}장 있어서 포스터 {1}장은 링크로 넣었습니다",
        "links-too-many": "시트에 이미 링크가 {2}개 있어서 포스터 {1}장은 주소를 텍스트로 넣었습니다",
        "workbook-resources": "통합 문서를 만들 메모리나 파일 디스크립터가 부족합니다",
        "workbook-resources.hint": "시트마다 파일 디스크립터가 하나씩 필요합니다. 'ulimit -n'으로 한도를 확인하세요",
        "workbook-room": "'{1}'에 통합 문서의 임시 파일을 둘 공간이 없습니다",
        "workbook-room.hint": "TMPDIR로 다른 폴더를 지정하세요",
        "workbook-size": "통합 문서에 담을 수 있는 크기를 넘습니다",
        "workbook-refused": "libxlsxwriter가 셀을 거부했습니다",
        "no-temporary-file": "'{1}'에 임시 파일을 만들 수 없습니다: {2}",
        "no-temporary-file.hint": "TMPDIR로 다른 폴더를 지정하세요",
        "row-twice": "테이블 '{1}'에 같은 키의 행이 두 개가 됩니다: {2}",
        "film-change": "{1}, {2} {3}",
        "film-changed": "영화명이나 개봉일이 여럿인 영화가 있어, 테이블 'films'에 마지막 값을 넣었습니다: {1}",
        "films-changed":
            "영화명이나 개봉일이 여럿인 영화가 {1}편 있어, 테이블 'films'에 마지막 값을 넣었습니다. 첫 영화: {2}",
        "database-memory": "데이터베이스를 만들 메모리가 부족합니다",
        "database-memory.hint": "기간을 줄이면 메모리를 덜 사용합니다",
        "database-size": "메모리에서 만들 수 있는 데이터베이스의 최대 크기인 1 GiB를 넘습니다",
        "database-size.hint": "기간을 줄이면 작아집니다",
        "database-key": "한 테이블에 같은 키의 행이 두 개 있습니다",
        "database-value": "데이터베이스의 열에 맞지 않는 값이 있습니다: {1}",
        "database-refused": "SQLite가 명령을 거부했습니다: {1}",
        "too-many-table-columns": "한 테이블의 열은 최대 1980개입니다: {1}개",
        "broken-database-library": "데이터베이스를 쓰는 SQLite를 사용할 수 없습니다: {1}",
        "no-database-library": "데이터베이스를 쓰는 SQLite가 없습니다",
        "no-database-library.hint": "Debian과 Ubuntu에서는 apt-get install libsqlite3-0으로 설치하세요",
        "old-database-library": "SQLite {1}에는 STRICT 테이블이 없습니다. 3.37 이상이 필요합니다",
        "column-is-taken": "Singer 메시지에는 '{1}' 열이 따로 있으므로 행에 같은 이름의 열을 쓸 수 없습니다",
        "rows-held-empty": "{1} 박스오피스가 비어 있는데 전에는 {2}행을 보냈습니다",
        "rows-held-short": "{1} 박스오피스가 {2}행으로 왔는데 전에는 {3}행을 보냈습니다",
        "rows-held": "전보다 적게 와서 전에 보낸 것을 그대로 둡니다: {1}",
        "rows-held-often": "박스오피스 {1}개가 전보다 적게 와서 전에 보낸 것을 그대로 둡니다. 처음 것: {2}",
        "sent-again": "{1} 박스오피스를 다시 보냈지만 보관함에 전의 응답이 없어, 빠진 영화를 삭제로 표시하지 못했습니다",
        "sent-again-often":
            "박스오피스 {1}개를 다시 보냈지만 보관함에 전의 응답이 없어, 빠진 영화를 삭제로 표시하지 못했습니다. 처음 것: {2}",
        "message-twice": "{2} 박스오피스에 영화 {1}{이/가} 두 번 있습니다",
        "row-of-other-edition": "'{3}' 박스오피스의 행인데 {2}{이/가} '{1}'입니다",
        "row-without-key": "{1}의 행에 다른 행과 구별해 주는 {2}{이/가} 없습니다",
        "not-a-state": "박스오피스에 대한 Singer 상태가 아닙니다: {1}",
        "too-many-columns": "한 시트의 열은 최대 16384개입니다: {1}개",
        "too-many-sheets": "기간별 시트는 최대 {1}개입니다: {2}개",
        "too-many-sheets.hint": "sheets=one으로 모든 기간을 한 시트에 넣으세요",
        "broken-workbook-library": "통합 문서를 쓰는 libxlsxwriter를 사용할 수 없습니다: {1}",
        "no-workbook-library": "통합 문서를 쓰는 libxlsxwriter가 없습니다",
        "no-workbook-library.hint": "Debian과 Ubuntu에서는 apt-get install libxlsxwriter4로 설치하세요",
    ]
}
