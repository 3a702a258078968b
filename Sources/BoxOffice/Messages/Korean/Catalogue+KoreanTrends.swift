extension Catalogue {
    /// Runs of films, and what sources cannot give.
    static let koreanTrends: [String: String] = [
        "on-no-chart": "'{1}' ({2}){은/는} 요청한 기간의 박스오피스에 한 번도 오르지 않았습니다",
        "several-films": "영화명이 '{1}'인 영화가 여러 편입니다: {2}",
        "no-film": "영화명이 '{1}'인 영화가 없습니다", "no-film.hint": "영화명의 일부로 검색하세요",
        "no-such-film": "영화명이 '{1}'인 영화가 없습니다. 비슷한 영화: {2}",
        "not-opened": "'{1}' ({2}){은/는} 아직 개봉하지 않았습니다{3}",
        "opens-on": " (개봉일 {1})",
        "unknown-opening": "'{1}' ({2})의 개봉일이 등록되어 있지 않습니다",
        "unknown-opening.hint": "영화코드와 첫날을 지정하세요",
        "opened-too-early": "'{1}' ({2})의 개봉일은 {3}입니다. {4}",
        "opened-too-early.hint": "재개봉일처럼 첫날을 지정하세요",
        "film-twice": "'{1}'{이/가} 두 번 지정되었습니다: '{2}' ({3})",
        "rows-are-its-own": "이 소스의 박스오피스는 열이 달라서 흥행 추이를 만들 수 없습니다",
        "rows-are-its-own.hint": "다른 소스를 사용하세요",
        "too-many-films": "영화명에 그 말이 들어가는 영화가 {1}편입니다",
        "too-many-films-to-count": "영화명에 그 말이 들어가는 영화가 너무 많습니다",
        "too-many-films.hint": "영화코드로 지정하세요",
        "pivot-of-text":
            "영화마다 한 열로 펼치려면 숫자 열이 필요합니다: '{1}' (사용 가능: {2})",
        "too-many-days": "흥행 추이는 최대 {1}일입니다: {2}일",
        "no-register": "{1}에는 영화를 조회할 영화목록이 없습니다",
        "no-register.hint": "다른 소스를 사용하세요",
        "only-charts": "{1}에는 박스오피스만 있습니다", "only-charts.hint": "다른 소스를 사용하세요",
        "no-rows": "소스 {1}에는 자체 데이터셋이 없습니다",
        "no-rows.hint": "소스가 제공하는 데이터셋은 'bo-export plugins'로 확인하세요",
    ]
}
