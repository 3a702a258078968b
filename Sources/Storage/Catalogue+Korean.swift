package import BoxOffice

extension Catalogue {
    /// The Korean texts about files, the archive, recordings and the count of calls.
    package static let koreanStorage = [
        // Files
        "not-regular": "일반 파일이 아닙니다",
        "is-damaged": "손상되었습니다",
        "standard-input": "표준 입력",
        "no-input-file": "파일 '{1}'{이/가} 없습니다",
        "no-copy": "{1}{을/를} 읽는 동안 '{2}'에 임시로 저장해야 하는데 저장할 수 없습니다: {3}",
        "no-copy.hint": "TMPDIR로 여유 공간이 있는 폴더를 지정하거나, 표준 입력 대신 파일을 지정하세요",
        "input-changed": "{1}{이/가} 읽는 동안 바뀌었습니다",
        "input-changed.hint": "명령을 다시 실행하세요",
        "file-changed-meanwhile": "그사이에 다른 프로그램이 '{1}'{을/를} 바꿨습니다",
        "file-changed-meanwhile.hint": "명령을 다시 실행하세요",
        "not-a-file": "'{1}'{은/는} 일반 파일이 아니어서 갱신할 수 없습니다",
        "cannot-read": "{1}{을/를} 읽을 수 없습니다: {2}",
        "too-long": "'{1}'의 {2}번째 레코드가 1 MB를 넘습니다",
        "record": "'{1}'의 {2}번째 레코드",
        "file-cut-off": "'{1}'{이/가} 중간에 잘렸습니다. 마지막 줄에 줄바꿈이 없습니다",
        "file-cut-off.hint": "--update 없이 파일을 새로 쓰세요",
        "no-folder": "'{1}'{을/를} 만들 수 없습니다. 폴더 '{2}'{이/가} 없습니다",
        "no-folder.hint": "mkdir -p {1}",
        "is-a-folder": "'{1}'{은/는} 폴더입니다",
        "is-a-folder.hint": "{1}처럼 그 안의 파일을 지정하세요",
        "folder-not-created": "폴더 '{1}'{을/를} 만들 수 없습니다: {2}",
        "cannot-be-created": "'{1}'{을/를} 만들 수 없습니다: {2}",
        "cannot-be-written": "'{1}'에 쓸 수 없습니다: {2}",
        "corrections-unreadable": "{1}{을/를} 읽을 수 없습니다: {2}",
        "corrections-damaged":
            "'{1}'{이/가} 손상되어 확정된 박스오피스의 정정 기록을 잃었습니다. Singer 메시지를 받는 쪽에 정정 전의 행이 남을 수 있으니, --state 없이 다시 적재하세요",
        "locked-by-another": "다른 프로그램이 '{1}'{을/를} 잠그고 있습니다",
        "reader-gone": "출력을 받던 프로그램이 출력을 닫았습니다",
        "path-unreachable": "'{1}'에 접근할 수 없습니다: {2}",
        "dangling-link": "'{1}'에 접근할 수 없습니다. '{2}'{은/는} 대상이 없는 링크입니다",
        "file-without-end": "'{1}'{을/를} 끝까지 읽을 수 없습니다",
        "no-state-file": "--state로 지정한 파일 '{1}'{이/가} 없습니다",
        "no-state-file.hint": "처음에는 빈 파일을 만드세요: touch {1}",
        "state-pipe-too-long": "'{1}'{은/는} 상태가 아닙니다. 파이프로 받은 내용이 {2} MB를 넘습니다",
        "state-without-end": "'{1}'{은/는} 상태가 아닙니다. 끝부분에 너무 긴 줄이 있습니다",
        "file-not-short-text": "'{1}'{은/는} 짧은 텍스트 파일이 아닙니다",

        // Pictures
        "picture-name": "'{1}'{은/는} 파일 이름으로 쓸 수 없습니다",
        "pictures-damaged": "'{1}'에 손상된 이미지가 있습니다: {2}개 (처음은 '{3}'). 다시 받을 수 있는 것은 새것으로 바꿉니다",
        "manifest-origin-unknown": "'{1}'에 기록이 없던 이미지: {2}개 (처음은 '{3}'). 새로 고를 이미지와 달라서 그대로 둡니다",
        "cannot-note": "'{1}'에 쓸 수 없습니다: {2}",
        "is-a-link": "링크입니다",
        "picture-unavailable": "이미지를 받을 수 없습니다: {1}",

        // The archive and recordings
        "cannot-remove": "'{1}'{을/를} 지울 수 없습니다: {2}",
        "no-recording": "응답 기록 '{1}'{이/가} 없습니다",
        "recording-too-large": "응답 기록이 너무 큽니다",
        "no-file": "응답 기록이 일반 파일이 아닙니다",
        "another-request": "다른 요청의 응답 기록입니다: {1}",

        // Calls
        "quota-exhausted": "{1}의 일일 호출 한도를 모두 썼습니다 ({2}). 한국 시각 0시까지 {3} 남았습니다",
        "quota-exhausted.hint": "그 뒤에 같은 명령을 다시 실행하세요",
        "wait-minutes": "{1}분",
        "wait-hours": "{1}시간 {2}분",
        "quota-closed": "서비스 응답 기준",
        "quota-calls": "{2}회 가운데 {1}회", "quota-reserved": "{1}회. 마지막 {2}회는 다른 실행을 위해 남겨 둡니다",
        "not-counted": "'{1}'에 호출 횟수를 기록할 수 없습니다: {2}. 이번 실행의 호출만 셉니다",
        "not-read": "'{1}'에서 오늘의 호출 횟수를 읽을 수 없습니다: {2}",
        "remove-ledger": "파일을 지우면 새로 셉니다. 서비스가 센 횟수가 더 많을 수 있습니다",
    ]
}
