internal import BoxOffice

extension HTML {
    /// The summary, the options and the messages in Korean.
    static let korean = [
        "summary": "표, 포스터, 그래프가 있는 페이지 또는 메일",
        "option.layout": "표가 있는 페이지(table), 영화마다 카드가 있는 페이지(cards), 표와 인라인 스타일만 쓰는 메일(mail)",
        "option.chart": "auto는 최대 62개 기간의 순위, 최대 30편의 흥행 추이 또는 시장 규모를 그립니다. 메일에는 그래프가 없습니다",
        "option.title": "페이지 제목. 비우면 자료의 내용으로 정합니다",
        "option.posters": "페이지 안의 이미지(embed), 링크(link), 없음(none). 메일에는 링크만 넣을 수 있습니다",
        "option.value": PlottedRows.koreanHelp,

        // Pages
        "html-missing": "이 자료에는 빠진 것이 {1}건 있습니다. 목록은 아래에 있습니다",
        "html-poster": "포스터", "html-poster-of": "{1} 포스터", "html-up": "{1}계단 상승",
        "html-down": "{1}계단 하락", "html-unchanged": "변동 없음",
        "long-mail": "메일이 {1} kB를 넘습니다. 100 kB가 넘는 메일을 잘라 내는 메일 프로그램이 있습니다",
        "page-posters-too-many": "이미지가 페이지의 한도인 {2}장에 이르러 포스터 {1}장은 링크로 넣었습니다",
    ]
}
