extension CSV {
    /// The summary, the options and the messages in Korean.
    static let korean = [
        "summary": "쉼표로 구분한 값 (RFC 4180)",
        "option.profile":
            "excel이면 기본값이 bom=true, newline=crlf, 한글 머리글, rank_marker 포함으로 바뀌고, 수식으로 읽힐 텍스트 앞에 작은따옴표(')를 붙입니다",
        "option.delimiter": "칸을 나누는 문자: ASCII 문자 하나 또는 tab",
        "option.newline": "줄바꿈",
        "option.bom": "문서 앞에 BOM을 넣을지 여부",
        "option.quote": "따옴표로 묶을 칸: 필요한 칸만 또는 모두",
        "option.null": "값이 없는 칸에 쓸 텍스트",
        "option.list-separator": "목록의 항목을 나누는 문자",
        "option.thousands": "수와 금액을 세 자리마다 나누는 문자",

        "thousands-separator": "-O thousands=에는 쉼표처럼 숫자 사이에 넣을 한 글자가 필요합니다: '{1}'",
        "thousands-point": "-O thousands=.은 소수가 있는 금액에 쓸 수 없습니다. 점은 소수점으로 쓰입니다",
        "delimiter": "-O delimiter=에는 따옴표가 아닌 ASCII 문자 하나가 필요합니다: '{1}'",
        "another-line-end": "줄 끝이 {2}{이/가} 아니라 {1}입니다",
        "no-line-end": "줄바꿈 없음",
        "not-utf8": "UTF-8이 아닌 줄이 있습니다",
        "not-utf8.hint": "다른 프로그램이 다른 인코딩으로 저장했습니다. UTF-8로 저장하거나 파일을 새로 쓰세요",
        "broken-csv-line": "따옴표의 짝이 맞지 않는 줄이 있습니다",
    ]
}
