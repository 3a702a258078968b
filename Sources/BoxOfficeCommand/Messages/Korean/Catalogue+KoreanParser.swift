internal import BoxOffice

extension Catalogue {
    /// The sentences of the parser in Korean.
    static let koreanParserSentences: [String: String] = [
        "unknown option '{1}'. Did you mean '{2}'?": "'{1}' 옵션이 없습니다. 가장 비슷한 옵션은 {2}입니다",
        "unknown option '{1}'": "'{1}' 옵션이 없습니다",
        "missing value for '{1}'": "'{1}'에 값이 없습니다",
        "the option '{1}' does not take any value, but '{2}' was specified.":
            "'{1}' 옵션은 값을 받지 않습니다: '{2}'",
        "unexpected argument '{1}'": "예상하지 못한 인수입니다: '{1}'",
        "{1} unexpected arguments: '{2}'": "예상하지 못한 인수가 {1}개 있습니다: '{2}'",
        "the value '{1}' is invalid for '{2}'": "'{2}'에 쓸 수 없는 값입니다: '{1}'",
        "the value '{1}' is invalid for '{2}'. Please provide one of {3}.":
            "'{2}'에 쓸 수 없는 값입니다: '{1}' (사용 가능: {3})",
        "'{1}' and '{2}'": "'{1}', '{2}'", "'{1}' or '{2}'": "'{1}' 또는 '{2}'",
        "missing expected argument '{1}'": "필요한 인수가 없습니다: '{1}'",
        "missing one of: '{1}'": "다음 가운데 하나가 필요합니다: '{1}'",
        "missing required subcommand.": "하위 명령이 필요합니다",
        "value to be set with {1} had already been set with {2}":
            "{1}{으로/로} 정할 값을 {2}{이/가} 이미 정했습니다",
    ]
}
