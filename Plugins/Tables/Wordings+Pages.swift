extension Tables {
    /// The messages about pages and workbooks in Korean.
    static let koreanOfPages = [
        "row-many-cells": "행의 칸이 {1}개를 넘습니다",
        "row-too-long": "행이 1 MB를 넘습니다",

        "page-broken": "{1}",
        "page-no-end": "웹 페이지가 '</html>' 없이 끝납니다. 빠진 행이 있을 수 있습니다",
        "page-no-end.hint": "다시 내려받으세요",
        "page-after-end": "웹 페이지가 끝난 뒤에 다른 내용이 있습니다",
        "page-many-elements": "요소가 {1}단계 넘게 중첩되어 있거나 표 밖에 {2}개 넘게 있습니다",
        "page-text": "표의 칸 밖에 텍스트가 있습니다",
        "page-element": "'<{1}>'{이/가} 있을 자리가 아닙니다",
        "page-not-closed": "이 앞에 '</{1}>'{이/가} 없습니다",
        "page-span": "칸이 열이나 행 1개가 아니라 '{1}'개를 차지합니다",

        "workbook-none": "zip 파일이지만 엑셀 통합 문서(.xlsx)가 아닙니다",
        "workbook-none.hint": "표를 .xlsx나 CSV UTF-8로 저장하세요",
        "workbook-part": "통합 문서의 {1} 부분을 읽을 수 없습니다: {2}",
        "workbook-missing-part": "통합 문서에 '{1}' 부분이 없습니다",
        "sheet-place": "{1}의 '{2}' 시트",
        "sheet-row": "{1} {2}번째 행",
        "sheet-odd": "시트의 이 자리에 '{1}'{은/는} 있을 수 없습니다",
        "sheet-no-result": "수식의 결과가 없습니다",
        "sheet-no-result.hint": "스프레드시트 프로그램에서 열고 저장하세요",
    ]
}
