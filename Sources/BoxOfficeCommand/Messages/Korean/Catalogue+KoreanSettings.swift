internal import BoxOffice

extension Catalogue {
    /// Keys, settings, the environment and the system.
    static let koreanSettings: [String: String] = [
        // Keys and addresses
        "no-key": "키가 없습니다. {1}{이/가} 설정되어 있지 않습니다",
        "no-key.hint":
            "{1} 에서 무료로 발급받아 {2}에 설정하세요{3}. 키 없이 시험하려면 --source sample을 사용하세요",
        "no-key-elsewhere": "{1} 에서 무료로 발급받아 {2}에 설정하세요{3}",
        "no-key-place": ". 파일 {1}에 넣어도 됩니다",
        "not-a-key": "{1} 또는 그 파일의 내용이 키가 아닙니다. 키는 512자 이하의 ASCII 한 단어입니다",
        "empty-key-file": "{1}에 지정한 파일이 비어 있습니다",
        "no-key-file": "{2}에 지정한 파일 '{1}'{이/가} 없습니다",
        "not-an-address": "{1}의 값이 주소가 아닙니다",
        "not-an-address.hint":
            "http:// 또는 https://와 호스트를 쓰고, 필요하면 포트와 경로만 붙이세요",
        "no-poster-key": "포스터 소스의 키가 없습니다. {1} 가운데 설정된 것이 없습니다",
        "no-poster-key-hint": "무료로 발급받아 변수에 설정하세요: {1}",

        // Settings
        "malformed-configuration": "'{1}'{은/는} 설정 파일이 아닙니다: {2}",
        "malformed-configuration.hint":
            "옵션을 JSON 객체나 YAML 매핑으로 쓰세요: {\"jobs\": 8}",
        "no-configuration": "설정 파일 '{1}'{이/가} 없습니다",
        "several-configurations": "설정 파일이 여러 개입니다: {1}",
        "several-configurations.hint": "하나만 남기세요",
        "setting-value": "{1}의 값은 {2}{이어야/여야} 합니다", "setting-flag": "true나 false",
        "setting-list": "텍스트 목록", "setting-single": "텍스트나 숫자",
        "settings-do-not-fit": "설정이 지금 옵션과 맞지 않습니다: {1}",
        "setting-refused": "{2}에서 설정한 {1}{을/를} 사용할 수 없습니다: {3}",
        "value-is-empty": "빈 값이 있습니다", "setting-is-empty": "값이 비어 있습니다",
        "unknown-variable": "{1}{은/는} 설정이 아니므로 무시합니다. 비슷한 설정은 {2}입니다",
        "variable-not-utf8": "{1}의 값이 UTF-8이 아닙니다",
        "wrong": "plugin-variables의 '{1}'{이/가} 잘못되었습니다: {2}",
        "wrong.hint":
            "항목을 NAME:VARIABLE(플러그인과 넘겨줄 변수) 또는 NAME:*(키를 뺀 모두)로 쓰세요",
        "not-a-plugin-name": "'{1}'{은/는} 플러그인 이름이 아닙니다",
        "not-a-variable-name": "'{1}'{은/는} 변수 이름이 아닙니다",
        "not-name-variable": "'{1}'{은/는} NAME:VARIABLE 형식이 아닙니다",

        // The system
        "arguments": "프로세스의 인수를 알 수 없습니다",
        "require-proc": "'/proc'이 마운트되어 있지 않아 실행할 수 없습니다",
        "require-proc.hint": "mount -t proc proc /proc",
        "too-few": "{1}{이/가} 부족합니다. {2}개가 필요하지만 {3}개만 사용할 수 있습니다",
        "too-few.hint": "한도({1})를 늘리거나 --jobs를 줄이세요",
        "descriptors": "파일 디스크립터", "threads": "스레드",
        "too-little-memory": "메모리가 {1} MB 더 필요합니다",
        "too-little-memory.hint": "한도(ulimit -v, ulimit -d)를 늘리거나 --jobs를 줄이세요",
        "command-description": "파서가 만든 설명이 JSON이 아닙니다",
        "no-arguments-described": "파서가 만든 설명에 --help가 없습니다",
        "key-visible": "메시지에서 키가 가려지지 않았습니다", "doctor-source": "요청할 서비스가 없습니다",
    ]
}
