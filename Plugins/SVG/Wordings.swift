internal import BoxOffice

extension SVG {
    /// The summary, the options and the messages in Korean.
    package static let korean = [
        "summary": "그래프만 담은 그림 파일. 글자는 텍스트로 들어갑니다",
        "option.title": "그림 제목. 비우면 자료의 내용으로 정합니다",
        "option.width": "너비(픽셀). 높이는 그래프에 맞추고 글자 크기는 그대로입니다",
        "option.theme": "밝은 바탕(light) 또는 어두운 바탕(dark)",
        "option.value": PlottedRows.koreanHelp,

        "nothing-to-plot":
            "그래프로 그릴 수 없는 자료입니다. {1} 형식으로는 박스오피스, 흥행 추이(trend), 같은 단위로 두 행 이상인 시장 규모(market)를 그립니다",
        "no-figures-to-plot": "그래프로 그릴 값이 없습니다",
        "svg-regions.hint": "-o '{1}'{으로/로} 지역마다 파일을 만드세요",
        "svg-long.hint": "-o '{1}'{으로/로} 월마다 파일을 만드세요",
    ]
}
