extension Catalogue {
    /// Parts that many messages share, and what ends any run.
    static let koreanFaults: [String: String] = [
        // Frames
        "about": "{1}: {2}", "attempts": "{1} ({2}회 시도)",
        "and": "{1}{과/와} {2}", "or": "{1} 또는 {2}", "range": "{1}~{2}",
        "any-text": "아무 텍스트", "nothing": "값 없음",
        "and-more": "{1} (외 {2}건)", "and-more-films": "{1} (같은 문제가 있는 영화 {2}편 더)",
        "chart.daily": "일별", "chart.weekly": "주간", "chart.weekend": "주말",
        "chart.weekdays": "주중",

        // Names that are not known
        "unknown-name": "{1} '{2}'{이/가} 없습니다",
        "unknown-name-of": "{1} '{2}'{이/가} 없습니다 (사용 가능: {3})",
        "column": "열", "dataset": "데이터셋", "class of codes": "코드 종류", "shell": "셸",
        "plugin": "플러그인", "plugin in this run": "이번 실행의 플러그인", "setting": "설정",
        "source": "소스", "format": "형식", "source of posters": "포스터 소스",
        "option-of": "{1} 옵션",
        "no-columns": "열이 지정되지 않았습니다", "empty-column": "열 이름이 비어 있습니다",
        "column-twice": "열 '{1}'{2}{이/가} 두 번 지정되었습니다",
        "not-an-assignment": "옵션은 KEY=VALUE 형식이어야 합니다: '{1}'",
        "option-value": "옵션 {1}의 값은 {2}{이어야/여야} 합니다: '{3}'",
        "option-twice": "옵션 {1}{이/가} 두 번 지정되었습니다",
        "no-films": "영화 정보는 박스오피스와 영화에만 추가할 수 있습니다: {1}",

        // The end of a run
        "cancelled": "실행이 취소되었습니다", "cancelled-plugin": "실행이 취소되었습니다",
        "transfer-cancelled": "전송이 취소되었습니다",
        "period-of-no-document": "요청하지 않은 기간입니다: {1}",
        "document-without-period": "문서의 한 부분에 기간이 없습니다",
        "only-trends-have-runs": "흥행 기록은 흥행 추이에만 있습니다",
    ]
}
