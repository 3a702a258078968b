internal import BoxOffice

extension Catalogue {
    /// What `doctor`, `quota`, `cache`, `columns` and `plugins` print.
    static let koreanReports: [String: String] = [
        // doctor
        "doctor.today": "오늘", "doctor-today": "{1} (한국 시각)",
        "doctor.final": "확정",
        "doctor-final": "{1}까지. 이 컴퓨터와 서비스의 시계 가운데 늦은 쪽 기준이며, 둘 다 빠르면 그만큼 일찍 확정됩니다",
        "doctor.archive": "보관함",
        "doctor-archive": "응답 {1}건, 오늘 사용 가능 {2}건, 손상 {3}건",
        "doctor.folders": "폴더", "folder.configuration": "설정", "folder.cache": "캐시",
        "folder.state": "상태", "folder.data": "데이터",
        "folder-none": "없음. {1}도 HOME도 설정되어 있지 않습니다", "folder-writable": "{1}  (쓰기 가능)",
        "folder-to-come": "{1}  (아직 없음, 필요할 때 만듦)", "folder-not-writable": "쓰기 불가",
        "folder-impossible": "없고 만들 수도 없음",
        "folder-cache": "{1}  ({2}: 다음 실행을 위해 응답을 보관하지 않습니다)",
        "folder-state": "{1}  ({2}: 여러 실행의 호출을 함께 세지 않습니다)",
        "folder-other": "{1}  ({2})", "doctor.keys": "키",
        "doctor-keys": "시험용 키가 모든 형태에서 가려졌습니다",
        "doctor.formats": "형식", "doctor.online": "온라인",
        "doctor-online": "{1}에 {2} 일별 박스오피스를 요청해 {3}행을 받았습니다. 키가 유효합니다",
        "doctor-no-key-needed": "키가 필요 없습니다", "doctor-no-key": "키가 없습니다{1}",
        "doctor-for-posters": " (--with posters에만 필요)",
        "doctor-for-source": " (--source {1}에만 필요)",
        "doctor.get-one": "발급", "doctor.set-it": "설정",
        "doctor-set-it": "{1}에 키를, 또는 {2}에 키 파일의 경로를 넣기{3}",
        "doctor-set-it-file": ", 또는 키를 {1}에 두기",
        "doctor-key-found": "{1}에 키가 있습니다 ({2}자)",
        "doctor.calls": "호출", "doctor-calls": "오늘 {2}회 가운데 {1}회 사용{3}",
        "calls-closed": " (서비스 응답 기준으로 모두 사용)", "doctor.address": "주소",
        "doctor.config": "설정 파일", "doctor-no-file": "없음",
        "doctor-default": "{1}  (기본값)", "doctor-none-set": "변경 없음",
        "doctor-set": "{1}개 변경", "doctor.settings": "설정",
        "doctor-settings": "{1}. 전체 {2}개는 -v로 확인하세요", "doctor.result": "결과",
        "doctor-ready": "준비됨. 실행을 막는 문제가 없습니다",
        "doctor-one-thing": "준비되지 않음. 실행을 막는 문제가 하나 있습니다",
        "doctor-things": "준비되지 않음. 실행을 막는 문제가 {1}개 있습니다",
        "key-file-readable": "'{1}'에 키가 있는데 다른 사용자가 읽을 수 있습니다. chmod 600으로 막으세요",

        // quota and cache
        "quota-no-key": "키가 없습니다",
        "quota-no-limit": "일일 한도를 알 수 없습니다. {1}-quota로 정할 수 있습니다",
        "quota-use": "호출 {2}회 가운데 {1}회 사용, {4}에 {3}회 남음{5}",
        "cache.archive": "보관함", "cache.total": "전체",
        "cache-strays": "강제 종료된 실행이 남긴 파일 {1}개",
        "cache-portion": "응답 {1}건, {2}바이트, 오늘 사용 가능 {3}건, 손상 {4}건{5}",
        "cache-fetched": ", 받은 날 {1}~{2}",
        "archive-removed": "파일 {1}개({2}바이트)를 지웠습니다",

        // columns and plugins
        "share-within":
            "매출액점유율은 시장 전체에 대한 비율입니다. --nation이 있으면 그 영화들에 대한 비율이고, --region이나 --kind가 있으면 그 조건 안의 비율로 보입니다",
        "top-ten": "KOBIS는 박스오피스마다 10위까지만 공개하므로, 행을 더한 값은 시장 전체의 합계가 아닙니다",
        "built-in": "내장", "option-takes": "값: {1}",
        "plugin-charts": "박스오피스: {1}, {2}부터 {3}까지",
        "plugin-charts-on": "박스오피스: {1}, {2}부터",
        "plugin-dataset": "데이터셋: {1} ('bo-export rows --source {2}'{으로/로} 받습니다)",
        "finding-wrong": "실패  {1}: {2}", "finding-ok": "통과  {1}",
        "plugin-check-failed": "'{1}'{이/가} {3}개 항목 가운데 {2}개를 통과하지 못했습니다",
        "plugin-check-failed.hint": "프로토콜은 PluginProtocol.md에서 확인하세요",
    ]
}
