extension PNG {
    /// The summary, the options and the messages in Korean.
    static let korean = [
        "summary": "그래프만 담은 PNG 이미지",
        "option.scale": "너비 1픽셀을 이미지의 몇 픽셀로 그릴지 정합니다. 전체는 최대 4천만 픽셀입니다",

        "no-picture-library": "이미지를 그리는 데 필요한 librsvg가 없습니다",
        "picture-library.hint":
            "Debian과 Ubuntu에서는 apt-get install librsvg2-2 fonts-nanum으로 설치하세요. -o FILE.svg로 저장하면 필요하지 않습니다",
        "broken-picture-library": "이미지를 그리는 데 필요한 librsvg를 사용할 수 없습니다: {1}",
        "no-hangul-font": "한글 글꼴이 설치되어 있지 않습니다",
        "no-hangul-font.hint":
            "Debian과 Ubuntu에서는 apt-get install fonts-nanum으로 설치하세요. -o FILE.svg로 저장하면 필요하지 않습니다",
        "picture-too-large": "이미지는 최대 4천만 픽셀입니다: {1} x {2}",
        "picture-too-large.hint": "-O scale=이나 -O width=를 줄이세요",
        "picture-failed": "librsvg로 그림을 그릴 수 없습니다. 메모리가 부족할 수 있습니다",
    ]
}
