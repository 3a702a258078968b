internal import BoxOffice

extension Catalogue {
    /// The page of the program, headings and notes.
    static let koreanHelpProgram = [
        "help.program": "KOBIS 오픈API의 박스오피스와 영화 정보를 CSV 등 여러 형식으로 내보냅니다.",
        "help.program.usage": "사용법",
        "help.program.usage.standard": "명령을 생략하면 daily",
        "help.program.examples": "예시",
        "help.program.example.sample": "키와 네트워크 없이 시험해 보기",
        "help.program.example.doctor": "설정 점검과 키 발급 방법",
        "help.program.example.daily": "어제의 상위 10편",
        "help.program.example.week": "최근 7일을 파일로 저장",
        "help.program.top-ten":
            "KOBIS는 박스오피스마다 10위까지만 공개합니다. 따라서 행을 더한 값은 시장 전체의 합계가 아닙니다.",
        "help.program.options": "옵션 (박스오피스 명령. 전체 목록은 'bo-export daily --help')",
        "help.program.option.date": "어제, -3d, 2022-06-01 (주 단위는 2022-W22)",
        "help.program.option.from": "조회 시작일",
        "help.program.option.to": "조회 종료일. +29d는 --from부터 계산 (기본값: 어제)",
        "help.program.option.last": "최근에 끝난 N일 또는 N주",
        "help.program.option.month": "한 달 (여러 달은 2024-01..2024-03)",
        "help.program.option.year": "한 해",
        "help.program.option.region": "지역마다 박스오피스를 따로 조회",
        "help.program.option.columns": "출력할 열과 순서 (영문 이름 또는 한글 머리글)",
        "help.program.option.with": "영화별 상세정보 추가 (포스터는 posters)",
        "help.program.option.source": "kobis-json (기본값), kobis-xml, sample",
        "help.program.option.format": "csv, jsonl, markdown, xlsx, html, sqlite 등 (기본값: FILE의 확장자)",
        "help.program.option.output": "저장할 파일 ('{date}.csv'는 날짜마다 하나씩)",
        "help.program.option.profile": "엑셀에서 바로 열 수 있는 CSV",
        "help.program.option.update": "파일에 없는 기간만 새로 요청",
        "help.program.charts": "박스오피스",
        "help.program.films": "영화, 영화인, 영화사",
        "help.program.others": "설정과 참고",
        "help.program.key": "API 키",
        "help.program.key.text": """
        https://www.kobis.or.kr/kobisopenapi 에서 무료로 발급받습니다. 키는 환경 변수
        KOBIS_API_KEY에, 키가 든 파일의 경로는 KOBIS_API_KEY_FILE에 넣습니다. 키를 파일
        ~/.config/bo-export/kobis_api_key에 넣어 두면 실행할 때마다 그 키를 씁니다.
        """,
        "help.program.status": "종료 코드",
        "help.program.status.text": """
        0 정상; 2 일부 기간 누락(--keep-going); 64 잘못된 사용법; 65 잘못된 데이터;
        69 서비스 이용 불가; 73, 74 출력 파일을 쓸 수 없음; 75 나중에 다시 시도;
        77 키 거부; 78 키 없음 또는 잘못된 설정
        """,
        "help.program.more": "더 보기",
        "help.program.more.daily": "명령별 모든 옵션",
        "help.program.more.help": "위와 같음",
        "help.more.columns": "--columns에 쓸 수 있는 열",
        "help.more.plugins": "소스와 형식, -O로 지정하는 옵션",
        "help.more.commands": "모든 명령",
        "help.more.manual": "매뉴얼 페이지 (전체 설명)",

        "help.heading.usage": "사용법: ",
        "help.heading.examples": "예시:",
        "help.heading.arguments": "인수:",
        "help.heading.options": "옵션:",
        "help.heading.subcommands": "하위 명령:",
        "help.heading.more": "더 보기:",
        "help.group.which-periods": "기간",
        "help.group.which-days": "기간",
        "help.group.which-films": "영화 조건",
        "help.group.what-is-added": "추가 정보",
        "help.group.where-from": "데이터 소스",
        "help.group.where-to-and-how": "출력",
        "help.group.running": "공통",
        "help.default": "(기본값: {1})",
    ]
}
