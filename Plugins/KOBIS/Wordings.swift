extension KOBIS {
    /// The summary of the JSON endpoints, and the messages of both, in Korean.
    static let korean = [
        "summary": "영화진흥위원회 KOBIS 오픈API (JSON)",
        "the KOBIS Open API": "KOBIS 오픈API",
        "wrong-form": "{1}{을/를} 요청했지만 {2}{이/가} 왔습니다",
        "malformed-answer": "{1}",
        "html-page": "{1}{을/를} 요청했지만 HTML 페이지로 보이는 다른 내용이 왔습니다",
        "html-page.hint": "KOBIS가 점검 중인지, KOBIS_BASE_URL이 맞는지 확인하세요",
        "no-xml-library.hint": "Debian과 Ubuntu에서는 apt-get install libxml2로 설치하세요",
        "kobis-unknown-service": "KOBIS에 '{1}' 서비스가 없습니다",
        "kobis-key-refused": "KOBIS가 키를 거부했습니다 ({1})",
        "kobis-key-refused.hint":
            "키가 있는 곳은 'bo-export doctor'로 확인하고, 필요하면 https://www.kobis.or.kr/kobisopenapi 에서 새로 발급받으세요",
        "kobis-quota-exhausted": "키의 일일 호출 한도를 모두 썼습니다 ({1})",
        "kobis-quota-exhausted.hint": "한국 시각 자정이 지난 뒤 같은 명령을 다시 실행하세요",
        "kobis-request-refused": "KOBIS가 이런 요청을 더 이상 받지 않습니다 ({1})",
        "kobis-fault": "KOBIS가 오류로 응답했습니다 ({1})",

        // Notes on figures
        "note-share": "매출액점유율은 시장 전체 매출액에서 차지하는 비율입니다",
        "note-share-of-korean": "매출액점유율은 전체 영화가 아니라 한국영화 매출액에서 차지하는 비율입니다",
        "note-share-of-foreign": "매출액점유율은 전체 영화가 아니라 외국영화 매출액에서 차지하는 비율입니다",
        "note-share-narrowed":
            "매출액점유율은 이 조건에 맞는 영화의 매출액에서 차지하는 비율로 보입니다. 국적 조건에서만 확인되었고, KOBIS의 설명은 없습니다",

        // Faults in answers
        "the answer is empty": "응답이 비어 있습니다",
        "the answer is not {1}": "응답이 {1}{이/가} 아닙니다",
        "the answer has neither a result nor a fault": "응답에 결과도 오류도 없습니다",
        "the answer has nothing in it": "응답에 내용이 없습니다",
        "the answer has two roots": "응답에 최상위 요소가 두 개 있습니다",
        "the answer has a fault without a code": "응답의 오류에 코드가 없습니다",
        "the answer is of another service: {1}": "다른 서비스의 응답입니다: {1}",
        "the answer is about {1}, not about {2}": "요청한 {2} 대신 {1}의 응답이 왔습니다",
        "the answer is for {1}, not for {2}": "요청한 {2} 대신 {1}의 응답이 왔습니다",
        "the answer is for week {1}, not for {2}": "요청한 {2} 대신 {1} 주의 응답이 왔습니다",
        "the answer has the list of another chart": "응답에 다른 박스오피스의 목록이 있습니다",
        "a chart came for {1}": "{1}의 응답으로 박스오피스가 왔습니다",
        "the answer does not say how many there are in all": "응답에 전체 건수가 없습니다",
        "the answers have {1}, but say that there are {2} in all": "응답에는 {2}건이라고 되어 있는데 {1}건이 있습니다",
        "the search ends after {1} of {2}": "검색 결과가 {2}건 가운데 {1}건만 왔습니다",
        "row {1}: {2}": "{1}행: {2}",
        "item {1}: {2}": "{1}번째 항목: {2}",
        "a rank is {1}": "순위가 {1}입니다",
        "rank {1} comes before rank {2}": "{1}위가 {2}위보다 앞에 있습니다",
        "a film is on the chart twice": "박스오피스에 같은 영화가 두 번 있습니다",
        "the row number {1} is there twice": "행 번호 {1}{이/가} 두 번 있습니다",
        "'rankOldAndNew' is neither OLD nor NEW: '{1}'": "'rankOldAndNew' 값이 OLD도 NEW도 아닙니다: '{1}'",
        "no days": "없는 기간",
        "the answer has no list of films, but '{1}'": "응답에 영화 목록 대신 '{1}'{이/가} 있습니다",
        "code": "코드",
    ]
}
