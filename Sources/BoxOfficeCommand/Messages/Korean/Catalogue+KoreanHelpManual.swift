internal import BoxOffice

extension Catalogue {
    /// What the manual page says besides commands and options.
    static let koreanHelpManual = [
        "help.man.name": "한국 박스오피스와 영화 정보를 파일로 내보내기",
        "help.man.description": """
        bo-export는 영화진흥위원회 KOBIS 오픈API에서 박스오피스와 영화, 영화인, 영화사 정보를 받아 \
        원하는 형식으로 내보냅니다. 명령을 생략하면 일별 박스오피스를 내보냅니다.

        데이터는 표준 출력이나 --output으로 지정한 파일에, 메시지는 모두 표준 오류에 씁니다. 날짜는 컴퓨터의 시간대와 관계없이 한국 시각 기준입니다.

        KOBIS는 박스오피스마다 10위까지만 공개합니다. 따라서 행을 더한 값은 시장 전체의 합계가 \
        아닙니다.

        정상 응답은 보관함에 두고 같은 수치를 다시 요청하지 않습니다. 방금 끝난 날의 \
        박스오피스는 바뀔 수 있으므로 다시 요청합니다.

        KOBIS를 이용하려면 무료로 발급되는 키가 필요합니다. 키가 없으면 --source sample로 저장된 \
        한 주의 박스오피스를 네트워크 없이 내보낼 수 있습니다.
        """,
        "help.man.options": """
        자주 쓰는 옵션은 미리 설정해 둘 수 있습니다. 환경 변수에서는 BO_EXPORT_JOBS=8처럼 \
        이름 앞에 BO_EXPORT_를 붙이고, 설정 파일에서는 이름을 그대로 씁니다. 명령줄이 환경 변수보다, \
        환경 변수가 설정 파일보다 우선합니다.
        """,
        "help.man.with-every-command": "모든 명령에서 쓸 수 있습니다.",
        "help.man.with-commands": "쓸 수 있는 명령: {1}.",
        "help.man.environment": """
        키는 $CREDENTIALS_DIRECTORY 폴더의 파일에, 없으면 ~/.config/bo-export \
        ($XDG_CONFIG_HOME/bo-export) 폴더의 파일에 둘 수도 있습니다. 파일 이름은 kobis_api_key처럼 변수 이름을 소문자로 \
        씁니다. 설정 폴더의 키 파일을 다른 사용자가 읽을 수 있으면 경고하고 사용합니다.
        """,
        "help.man.variable.key": "{2}에서 발급하는 {1}의 키. 키를 받는 옵션은 없습니다.",
        "help.man.variable.key-file": "그 키가 든 파일의 경로.",
        "help.man.variable.address": "{1}의 주소. (기본값: {2})",
        "help.man.variable.config": "설정 파일의 경로.",
        "help.man.variable.plugin-path": "플러그인이 있는 폴더, 콜론으로 구분.",
        "help.man.variable.folders": "FILES에 적힌 폴더의 위치.",
        "help.man.variable.colours": "터미널에 색상을 쓸지 여부, --color가 우선.",
        "help.man.variable.proxy": "요청에 쓸 프록시와 프록시를 거치지 않을 호스트.",
        "help.man.file.config": "설정 파일, config.yaml 또는 config.yml도 가능.",
        "help.man.file.archive": "응답 보관함, cache 명령 참고.",
        "help.man.file.quota": "모든 실행을 합한 오늘의 호출 횟수.",
        "help.man.file.plugins": "실행 파일 플러그인.",
        "help.man.status.0": "정상, 또는 할 일이 없음.",
        "help.man.status.2": "행을 썼으나 일부 기간이 누락됨(--keep-going).",
        "help.man.status.64": "잘못된 사용법: 알 수 없는 옵션, 잘못된 날짜, 알 수 없는 플러그인이나 열.",
        "help.man.status.65": "응답 또는 파일의 내용이 올바르지 않음.",
        "help.man.status.69": "서비스에 연결할 수 없거나 오류가 계속됨.",
        "help.man.status.70": "프로그램의 버그.",
        "help.man.status.71": "프로세스, 메모리 또는 디스크립터 부족.",
        "help.man.status.73": "출력 파일을 만들 수 없음.",
        "help.man.status.74": "출력 파일에 쓸 수 없음.",
        "help.man.status.75": """
        나중에 다시 시도: 호출 한도를 다 썼거나, 어제 자료가 아직 공개되지 않았거나, 다른 \
        프로그램이 데이터베이스를 잠금. 받은 것은 보관함에 있으므로 다시 실행하면 됩니다.
        """,
        "help.man.status.77": "키가 거부됨.",
        "help.man.status.78": "키가 없거나 설정이 잘못됨.",
        "help.man.status.signal": "HUP, INT, TERM으로 종료됨. 쓰다 만 파일은 남기지 않음.",
    ]
}
