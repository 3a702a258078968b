extension SQLite {
    /// The summary, the options and the messages in Korean.
    static let korean = [
        "summary": "SQLite 데이터베이스 (기존 파일에 추가)",
        "option.replace":
            "true이면 파일에서 bo-export가 만든 모든 테이블을 행과 함께 지우고 이번에 받은 자료를 씁니다. 다른 테이블은 그대로 둡니다",
        "note-share-of-rows":
            "매출액점유율은 nation이 'all'이면 전체 영화, 아니면 그 국적 영화의 매출액에서 차지하는 비율입니다. 지역이나 영화 구분으로 좁히면 그 안에서의 비율로 보이지만, 서비스의 설명은 없습니다",
        "about-currency": "통화",

        // Rows
        "too-many-table-columns": "한 테이블의 열은 최대 1900개입니다: {1}개",
        "column-name-twice": "'{1}'{과/와} 대소문자만 다른 열이 있는데, 데이터베이스는 둘을 구별하지 못합니다",
        "column-name-twice.hint": "--columns로 하나만 고르거나 다른 형식을 지정하세요",
        "row-twice": "테이블 '{1}'에 키가 같은 행이 두 개 생깁니다: {2}",
        "films-changed": "영화명이나 개봉일이 여럿인 영화가 있어, 테이블 'films'에 마지막 값을 넣었습니다: {1}",
        "fewer-films": "'{1}'에는 {3} 박스오피스의 영화가 {2}편 있는데, 이 명령은 {4}편만 요청합니다",
        "fewer-films.hint": "--top을 그만큼 늘리거나 다른 파일을 지정하세요",
        "fewer-films.deep": "--deep으로 영화를 더 받거나 다른 파일을 지정하세요",
        "rows-kept": "이번에 받은 것보다 온전하여 데이터베이스에 있던 행을 그대로 두었습니다: {1}",
        "rows-kept-first": "{2} {1}행",
        "rows-dropped":
            "'{1}'에 {2}개 행이 남지 않으므로 아무것도 바꾸지 않았습니다. 파일에 있는 트리거 때문일 수 있습니다",
        "rows-dropped.hint": "트리거는 SQL 문 {1}{으로/로} 확인하세요",
        "database-key": "한 테이블에 키가 같은 행이 두 개 있습니다",
        "database-value": "데이터베이스의 열에 맞지 않는 값이 있습니다: {1}",

        // Files
        "other-database": "'{1}'{은/는} 다른 프로그램의 데이터베이스입니다(user_version {2})",
        "other-database.hint": "다른 파일을 지정하세요",
        "other-layout": "'{1}'의 테이블 구조({2})가 이 프로그램의 구조({3})와 다릅니다",
        "other-layout.hint":
            "다른 파일을 지정하세요. -O replace=true를 쓰면 다음 테이블을 모든 행과 함께 지우고 이번에 받은 자료를 씁니다: {1}",
        "database-name-taken": "'{1}'에 이름이 '{2}'인 다른 항목이 있습니다",
        "database-name-taken.hint": "다른 파일을 지정하세요",
        "other-column-type": "'{2}'의 열 {1}{은/는} {4}{이/가} 아니라 {3}입니다",
        "other-column-type.hint": "다른 파일을 지정하거나 그 열을 빼세요",
        "the-database": "데이터베이스",
        "database-memory": "데이터베이스를 만들 메모리가 부족합니다",
        "database-memory.hint": "기간을 줄이면 메모리를 덜 사용합니다",
        "database-full": "남은 공간이 없어 {1}에 쓸 수 없습니다",
        "database-busy": "다른 프로그램이 {1}{을/를} 잠그고 있습니다",
        "database-busy.hint": "그 프로그램이 끝난 뒤 다시 실행하세요. --timeout으로 더 오래 기다릴 수 있습니다",
        "database-moved": "그사이 다른 프로그램이 {1}{을/를} 옮기거나 지웠습니다",
        "database-moved.hint": "명령을 다시 실행하세요",
        "no-database": "{1}{은/는} SQLite 데이터베이스가 아닙니다: {2}",
        "no-database.hint": "다른 파일을 지정하세요",
        "database-damaged": "{1}{이/가} 손상되었거나 디스크에서 읽을 수 없습니다: {2}",
        "database-damaged.hint": "어느 쪽인지는 SQL 문 'PRAGMA integrity_check'로 확인하세요",
        "database-shortage": "{1}{을/를} 열 수 없습니다: {2}",
        "database-not-opened": "{1}{을/를} 열 수 없습니다: {2}",
        "database-not-written": "{1}에 쓸 수 없습니다: {2}",
        "database-refused": "SQLite가 {1}의 테이블을 바꾸지 못했습니다: {2}",
        "broken-database-library": "데이터베이스를 만드는 데 필요한 SQLite를 사용할 수 없습니다: {1}",
        "no-database-library": "데이터베이스를 만드는 데 필요한 SQLite가 없습니다",
        "no-database-library.hint": "Debian과 Ubuntu에서는 apt-get install libsqlite3-0으로 설치하세요",
        "old-database-library": "SQLite {1}에는 STRICT 테이블이 없습니다. 3.37 이상이 필요합니다",
    ]
}
