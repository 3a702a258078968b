package import BoxOffice

extension Catalogue {
    /// The messages about transfers in Korean.
    package static let koreanTransfers = [
        "no-endpoint": "서비스 '{1}'의 주소가 지정되지 않았습니다",
        "address-link-local": "링크 로컬 주소에서는 이미지를 받지 않습니다",
        "link-local": "그곳에서는 이미지를 받지 않습니다",
        "address-not-public": "공개된 웹 주소가 아닙니다",
        "picture-http-status": "HTTP {1} 응답입니다",
        "redirected-elsewhere": "서비스가 요청을 {1}{으로/로} 돌렸지만, {2}",
        "no-web-address": "웹 주소가 아닌 곳",
        "not-for-keys": "그곳에는 키를 보낼 수 없습니다",
        "not-public": "공개된 웹 주소가 아닙니다",
        "picture-not-encrypted": "{1}에는 암호화 없이 접속하므로 누구나 이미지를 바꿀 수 있습니다",
        "too-many-redirects": "서비스가 요청을 {1}번 넘게 다른 주소로 돌렸습니다",
        "no-libcurl": "libcurl을 시작할 수 없습니다",
        "no-http-library": "요청을 보내는 데 필요한 libcurl이 없습니다",
        "no-http-library.hint": "Debian과 Ubuntu에서는 apt-get install libcurl4로 설치하세요",
        "broken-http-library": "요청을 보내는 데 필요한 libcurl을 사용할 수 없습니다: {1}",
        "no-certificates": "서비스를 확인하는 데 필요한 인증서를 읽을 수 없습니다",
        "no-certificates.hint":
            "Debian과 Ubuntu에서는 apt-get install ca-certificates로 설치하세요. 다른 인증서는 SSL_CERT_FILE, SSL_CERT_DIR, CURL_CA_BUNDLE로 지정합니다",
        "certificate-refused":
            "자체 인증 기관의 인증서라면 SSL_CERT_FILE이나 CURL_CA_BUNDLE에 인증 기관 파일을, SSL_CERT_DIR에 그 폴더를 지정하세요",
        "answer-too-large": "응답이 너무 큽니다",
        "broken-compression": "응답의 압축을 풀 수 없습니다",
        "not-http": "서비스의 응답이 HTTP가 아닙니다",
        "no-socket": "연결에 필요한 메모리나 디스크립터가 시스템에 부족합니다",
        "no-socket.hint": "디스크립터 수는 'ulimit -n'으로 확인하세요",
        "unreachable": "서비스에서 응답을 받지 못했습니다: {1}",
        "transfer-cancelled": "전송이 취소되었습니다",
    ]

    /// The messages of libcurl in Korean, by their English text.
    package static let koreanLibcurl = [
        "Could not connect to server": "서버에 연결하지 못했습니다",
        "Couldn't connect to server": "서버에 연결하지 못했습니다",
        "Could not resolve hostname": "호스트 이름을 찾지 못했습니다",
        "Couldn't resolve host name": "호스트 이름을 찾지 못했습니다",
        "Could not resolve proxy name": "프록시 이름을 찾지 못했습니다",
        "Couldn't resolve proxy name": "프록시 이름을 찾지 못했습니다",
        "Timeout was reached": "제한 시간이 지났습니다",
        "Server returned nothing (no headers, no data)": "서버가 아무것도 보내지 않았습니다",
        "Transferred a partial file": "응답이 중간에 끊겼습니다",
        "Failure when receiving data from the peer": "데이터를 받지 못했습니다",
        "Failed sending data to the peer": "데이터를 보내지 못했습니다",
        "SSL connect error": "TLS 연결에 실패했습니다",
        "SSL peer certificate or SSH remote key was not OK": "서버 인증서를 확인하지 못했습니다",
        "URL using bad/illegal format or missing URL": "URL 형식이 잘못되었습니다",
    ]
}
