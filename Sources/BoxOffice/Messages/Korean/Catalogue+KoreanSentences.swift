extension Catalogue {
    /// Sentences of the system and of libcurl in Korean.
    static let koreanSystemSentences: [String: String] = [
        // The system
        "No such file or directory": "파일이나 폴더가 없습니다",
        "Permission denied": "권한이 없습니다", "Is a directory": "폴더입니다",
        "Not a directory": "폴더가 아닙니다", "No space left on device": "저장 공간이 부족합니다",
        "Read-only file system": "읽기 전용 파일 시스템입니다",
        "Disk quota exceeded": "디스크 할당량을 넘었습니다",
        "Too many open files": "열린 파일이 너무 많습니다",
        "Too many open files in system": "시스템에 열린 파일이 너무 많습니다",
        "Cannot allocate memory": "메모리가 부족합니다",
        "File name too long": "파일 이름이 너무 깁니다",
        "Too many levels of symbolic links": "심볼릭 링크가 너무 많이 이어집니다",
        "Input/output error": "입출력 오류입니다", "Operation not permitted": "허용되지 않은 작업입니다",
        "File too large": "파일이 너무 큽니다", "File exists": "이미 있는 파일입니다",
        "Device or resource busy": "사용 중입니다", "Text file busy": "실행 중인 파일입니다",
        "Exec format error": "실행할 수 있는 형식이 아닙니다", "Broken pipe": "읽는 쪽이 닫혔습니다",
        "Resource temporarily unavailable": "지금은 자원을 쓸 수 없습니다",
        "Invalid argument": "잘못된 인수입니다",

        // libcurl
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
