internal import BoxOffice

extension Catalogue {
    /// What is wrong with the command line.
    static let koreanOptions: [String: String] = [
        // Commands and options that there are not
        "key-as-option": "{1} 옵션은 없습니다. 명령줄에 쓴 키는 이 컴퓨터의 다른 사용자가 볼 수 있습니다",
        "key-as-option.hint":
            "KOBIS_API_KEY나 KOBIS_API_KEY_FILE을 설정하세요. 설정된 키는 'bo-export doctor'로 확인하세요",
        "lists-options": "옵션 목록은 'bo-export help {1}'{으로/로} 확인하세요",
        "no-such-option": "{1}에는 '{2}' 옵션이 없습니다",
        "no-such-option-but": "{1}에는 '{2}' 옵션이 없습니다. 가장 비슷한 옵션은 {3}입니다",
        "option-of-others": "{1}{은/는} {3}{이/가} 아니라 {2}의 옵션입니다",
        "command-first": "명령 '{1}'{은/는} 옵션보다 앞에 써야 합니다",
        "lists-commands": "명령 목록은 'bo-export --help'로 확인하세요",
        "no-such-command": "'{1}' 명령이 없습니다",
        "no-such-command-but": "'{1}' 명령이 없습니다. 가장 비슷한 명령은 {2}입니다",
        "not-a-code": "'{1}'{은/는} 코드가 아닙니다", "empty-code": "코드가 비어 있습니다",
        "code-missing": "{1} 명령에는 코드가 필요합니다",
        "code-missing.hint": "코드는 'bo-export {1} TEXT'로 찾으세요",
        "film-missing": "trend 명령에는 영화 제목이나 코드가 필요합니다",
        "film-missing.hint": "제목과 코드는 'bo-export movies --title TEXT'로 찾으세요",
        "empty-film": "영화가 비어 있습니다",
        "no-such-argument": "{1} 명령은 인수 '{2}'{을/를} 받지 않습니다",
        "no-such-argument.hint": "사용법은 'bo-export help {1}'{으로/로} 확인하세요",
        "value-missing": "{1}에는 값이 필요합니다",
        "value-missing.hint": "옵션의 값은 'bo-export --help'로 확인하세요",
        "option-takes-words": "{1}에는 {2}{을/를} 쓸 수 있습니다: '{3}'",
        "with-takes": "--with에는 details, posters 또는 둘 다를 쓸 수 있습니다: '{1}'",
        "try": "다음 명령을 써 보세요: {1}", "nearest": "가장 비슷한 것은 '{1}'입니다",
        "given-twice": "{1}{이/가} 두 번 지정되었습니다. 값은 하나만 쓸 수 있습니다",
        "given-twice.hint": "하나를 빼세요",
        "not-understood.hint": "사용법은 'bo-export help {1}'{으로/로} 확인하세요",
        "argument-not-utf8": "인수가 UTF-8이 아닙니다: '{1}'",

        // Values
        "limit-range": "--limit에는 1 이상의 숫자가 필요합니다: {1}",
        "days-range": "--days에는 1부터 {1}까지의 숫자가 필요합니다: {2}",
        "jobs-range": "--jobs에는 1부터 64까지의 숫자가 필요합니다: {1}",
        "timeout-range": "--timeout에는 1부터 3600까지의 초가 필요합니다: {1}",
        "total-range": "--total에는 1부터 86400까지의 초가 필요합니다: {1}",
        "retries-range": "--retries에는 0부터 20까지의 숫자가 필요합니다: {1}",
        "max-calls-range": "--max-calls에는 1 이상의 숫자가 필요합니다: {1}",
        "with-kinds": "--with에는 details, posters 또는 둘 다를 쓸 수 있습니다: '{1}'",
        "posters-dir-alone": "--posters-dir은 --with posters와 함께 쓰세요",
        "posters-dir-empty": "--posters-dir에는 폴더가 필요합니다",
        "recording-folders": "--record와 --replay에는 폴더가 필요합니다",
        "output-empty": "--output에 파일 이름이 없습니다",
        "report-empty": "--report에 파일 이름이 없습니다",

        // Options that do not go together
        "days-and-to": "--days와 --to는 둘 다 끝나는 날을 정합니다. 하나만 쓰세요",
        "quiet-and-verbose": "--quiet과 --verbose는 함께 쓸 수 없습니다",
        "archive-modes": "--offline, --refresh, --replay는 함께 쓸 수 없습니다",
        "record-and-replay": "--record와 --replay는 함께 쓸 수 없습니다",
        "update-pivot": "--update와 --pivot은 함께 쓸 수 없습니다",
        "columns-pivot": "--columns와 --pivot은 함께 쓸 수 없습니다",
        "update-refresh": "--update와 --refresh는 함께 쓸 수 없습니다",
        "update-refresh.hint": "모두 새로 받으려면 --update를 빼세요",
        "update-without-output": "--update는 --output FILE과 함께 쓰세요",
        "no-profile": "--profile은 --format csv에만 쓸 수 있습니다: {1}",
        "no-profile.hint": "--profile을 빼세요",
        "report-is-input": "--report로 키 파일이나 설정 파일을 지정했습니다",
        "report-is-output": "--report와 --output이 같은 파일입니다",
        "no-recordings": "--record와 --replay는 아무것도 요청하지 않는 --source {1}에는 쓸 수 없습니다",
        "no-peer": "--cross-check는 {1}{을/를} 비교합니다. '{2}'에는 비교할 상대가 없습니다",
        "peers": "{1}{과/와} {2}",
    ]
}
