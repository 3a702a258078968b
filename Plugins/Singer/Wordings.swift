extension Singer {
    /// The summary and the messages in Korean.
    static let korean = [
        "summary": "데이터베이스에 적재하는 프로그램용 Singer 메시지",
        "column-is-taken": "Singer 메시지에는 '{1}' 열이 따로 있으므로 행에 같은 이름의 열을 쓸 수 없습니다",
        "message-twice": "{2} 박스오피스에 영화 {1}{이/가} 두 번 있습니다",
        "rows-held-empty": "{1} 박스오피스가 비어 있는데 전에는 {2}행을 보냈습니다(--allow-empty를 쓰면 삭제됩니다)",
        "rows-held-short": "{1} 박스오피스가 이번에는 {2}행인데 전에는 {3}행을 보냈습니다",
        "rows-held-lacking": "전에 보낸 영화나 값이 {1} 박스오피스에 없을 수 있습니다",
        "rows-held": "전에 보낸 행을 그대로 둡니다: {1}",
        "sent-again": "{1} 박스오피스를 다시 보냈지만 보관함에 이전 응답이 없어, 빠진 영화를 삭제로 표시하지 못했습니다",

        // States
        "not-a-state": "박스오피스에 대한 Singer 상태가 아닙니다: {1}",
        "it has no bookmarks": "bookmarks가 없습니다",
        "the stream '{1}' has no bookmarks here": "스트림 '{1}'에는 bookmarks가 없어야 합니다",
        "a bookmark has the unknown {1} '{2}'": "bookmark의 {1} '{2}'{은/는} 없는 값입니다",
        "the bookmarks of charts are not a list of partitions":
            "charts의 bookmarks에 partitions 배열이 없습니다",
        "the provisional editions of {1} are not a list": "{1}의 provisional이 배열이 아닙니다",
        "a provisional edition has no films": "provisional 항목에 영화가 없습니다",
        "a provisional edition does not have a number of figures for each film":
            "provisional 항목의 figures가 영화마다 하나씩 있지 않습니다",
        "{1} has an unknown field '{2}'": "{1}에 없는 필드 '{2}'{이/가} 있습니다",
        "a bookmark": "bookmark", "a provisional edition": "provisional 항목",
        "a bookmark has an invalid number of corrections": "bookmark의 정정 번호가 올바르지 않습니다",
        "a bookmark has an invalid number of rows": "bookmark의 행 수가 올바르지 않습니다",
        "a bookmark does not say whether it is of runs with --deep":
            "bookmark의 deep이 true나 false가 아닙니다",
        "a bookmark has no {1}": "bookmark에 {1}{이/가} 없습니다",
        "there is no chart '{1}'": "'{1}' 박스오피스는 없습니다",
        "a bookmark of {1} is not a day": "{1}의 bookmark가 날짜가 아닙니다",
        "no period of the chart '{1}' ends on {2}": "{2}에 끝나는 '{1}' 기간은 없습니다",
    ]
}
