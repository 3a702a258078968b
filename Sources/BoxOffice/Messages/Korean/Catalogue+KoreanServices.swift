extension Catalogue {
    /// The services that are asked, and the way to them.
    static let koreanServices: [String: String] = [
        // KOBIS
        "malformed-answer": "{1}", "html-page": "{1}",
        "html-page.hint": "KOBIS가 점검 중인지, KOBIS_BASE_URL이 맞는지 확인하세요",
        "wrong-form": "{1}{을/를} 요청했지만 {2}{이/가} 왔습니다",
        "kobis-unknown-service": "KOBIS에 '{1}' 서비스가 없습니다",
        "kobis-key-refused": "KOBIS가 키를 거부했습니다 ({1})",
        "kobis-key-refused.hint":
            "KOBIS_API_KEY를 확인하고, 필요하면 https://www.kobis.or.kr/kobisopenapi 에서 새로 발급받으세요",
        "kobis-quota-exhausted": "키의 일일 호출 한도를 모두 썼습니다 ({1})",
        "kobis-quota-exhausted.hint": "한국 시각 자정이 지난 뒤 같은 명령을 다시 실행하세요",
        "kobis-request-refused": "KOBIS가 이 요청을 더 받지 않습니다 ({1})",
        "kobis-fault": "KOBIS가 오류로 응답했습니다 ({1})",

        // KMDb
        "kmdb-not-a-film": "영화가 아닌 것의 포스터를 검색했습니다",
        "kmdb-html": "KMDb: JSON 대신 HTML 페이지가 왔습니다", "kmdb-malformed": "KMDb: {1}",
        "kmdb-key": "KMDb가 키를 거부했습니다", "kmdb-key-said": "KMDb가 키를 거부했습니다: {1}",
        "kmdb-key.hint": "KMDB_API_KEY를 확인하고, 필요하면 {1} 에서 새로 발급받으세요",

        // Kakao
        "not-a-film": "영화가 아닌 것의 이미지를 검색했습니다",
        "kakao-html": "카카오: JSON 대신 HTML 페이지가 왔습니다", "kakao-malformed": "카카오: {1}",
        "kakao-key": "카카오가 키를 거부했습니다",
        "kakao-key.hint":
            "KAKAO_REST_API_KEY를 확인하고, 필요하면 https://developers.kakao.com 에서 새로 발급받으세요",
        "kakao-too-fast": "카카오에 보낸 요청이 너무 많습니다 ({1})",
        "kakao-request-refused": "카카오가 이 요청을 받지 않습니다 ({1})",
        "kakao-error-type": "카카오가 오류로 응답했습니다 ({1})",
        "kakao-quota-exhausted": "카카오 키의 호출 한도를 모두 썼습니다 (-10)",
        "kakao-error": "카카오가 오류로 응답했습니다 ({1})",
        "kakao-error-code": "카카오가 오류로 응답했습니다 ({1})",

        // Transfers
        "no-endpoint": "서비스 '{1}'의 주소가 지정되지 않았습니다",
        "address-link-local": "링크 로컬 주소에서는 그림을 받지 않습니다",
        "link-local": "그곳에서는 그림을 받지 않습니다",
        "address-not-public": "공개된 웹 주소가 아닙니다", "picture-http-status": "HTTP {1} 응답입니다",
        "redirected-elsewhere": "서비스가 요청을 {1}{으로/로} 돌렸지만, {2}",
        "no-web-address": "웹 주소가 아닌 곳", "not-for-keys": "그곳에는 키를 보낼 수 없습니다",
        "not-public": "공개된 웹 주소가 아닙니다",
        "picture-not-encrypted": "{1}에는 암호화 없이 접속하므로 누구나 이미지를 바꿀 수 있습니다",
        "too-many-redirects": "서비스가 요청을 {1}번 넘게 다른 주소로 돌렸습니다",
        "no-libcurl": "libcurl을 시작할 수 없습니다",
        "no-http-library": "요청을 보내는 libcurl이 없습니다",
        "no-http-library.hint": "Debian과 Ubuntu에서는 apt-get install libcurl4로 설치하세요",
        "broken-http-library": "요청을 보내는 libcurl을 사용할 수 없습니다: {1}",
        "no-certificates": "서비스를 확인하는 데 필요한 인증서가 없습니다",
        "no-certificates.hint":
            "Debian과 Ubuntu에서는 apt-get install ca-certificates로 설치하세요",
        "no-xml-library": "XML을 읽는 libxml2가 없습니다",
        "no-xml-library.hint": "Debian과 Ubuntu에서는 apt-get install libxml2로 설치하세요",
        "libcurl-setting": "libcurl이 설정을 거부했습니다: {1}",
        "answer-too-large": "응답이 너무 큽니다",
        "not-http": "서비스의 응답이 HTTP가 아닙니다",
        "no-socket": "연결에 필요한 메모리나 디스크립터가 시스템에 부족합니다",
        "no-socket.hint": "디스크립터 수는 'ulimit -n'으로 확인하세요",
        "unreachable": "서비스에 연결할 수 없습니다: {1}",
    ]
}
