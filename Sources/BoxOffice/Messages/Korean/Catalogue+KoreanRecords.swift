extension Catalogue {
    /// Records of documents that are brought up to date, and recordings.
    static let koreanRecords: [String: String] = [
        "no-periods": "기간을 나타내는 열이 없습니다",
        "no-periods.hint": "date, from, year_week 가운데 한 열을 넣으세요",
        "no-regions": "지역을 나타내는 열이 없습니다",
        "no-regions.hint": "지역을 지정할 때는 region 열을 넣으세요",
        "cell-count": "레코드의 칸이 {2}개가 아니라 {1}개입니다",
        "another-column": "레코드에 열 '{2}' 대신 '{1}'{이/가} 있습니다",
        "cell-value": "'{1}'{은/는} {2} 값이 아닙니다",
        "records-whole-country": "전국", "records-region": "지역 '{1}'",
        "another-region": "요청하지 않은 레코드가 있습니다: {1}",
        "another-filter": "요청하지 않은 레코드가 있습니다: {1} '{2}'",
        "another-source": "소스 '{1}'의 레코드가 있는데 {2}에 요청합니다",
        "another-source.hint": "파일을 만든 소스를 지정하거나 다른 파일에 쓰세요",
        "more-rows-than-top": "파일에는 {1} 박스오피스의 행이 요청한 {2}행보다 많습니다",
        "more-rows-than-top.hint": "행을 더 요청하거나 다른 파일에 쓰세요. 이 파일의 행은 버리지 않습니다",
        "another-chart": "'{1}' 레코드는 {2} 박스오피스가 아닙니다",
        "disorder": "{1} 레코드가 {2} 레코드보다 뒤에 있습니다",
        "not-a-recording": "응답 기록이 아닙니다",
        "damaged-recording": "응답 기록이 손상되어 처음 기록한 내용과 다릅니다",
        "no-codes": "영화를 나타내는 열이 없습니다",
        "no-codes.hint": "movie_code 열을 넣으세요",
        "no-runs": "흥행 추이임을 나타내는 열이 없습니다",
        "no-runs.hint": "on_chart 열을 넣으세요",
        "scattered": "영화 '{1}'의 레코드가 이어져 있지 않습니다",
        "another-first-day": "{1}: 파일에서는 {2}일 차인데 요청한 추이에서는 {3}일 차입니다",
    ]
}
