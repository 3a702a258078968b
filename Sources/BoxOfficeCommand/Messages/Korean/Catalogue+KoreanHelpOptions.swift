internal import BoxOffice

extension Catalogue {
    /// What options and arguments are, and their standard values where these are not words of the
    /// command line.
    static let koreanHelpOptions = [
        // Arguments
        "help.trend.films": "KOBIS 코드, 영화명 또는 TITLE:YEAR(영화명:개봉 연도)",
        "help.codes-of-things": "KOBIS 코드",
        "help.codes.class": "regions, nations, movie-types 또는 KOBIS 코드(comCode)",
        "help.columns.dataset": "데이터셋",
        "help.cache.action": "status(현황), prune(정리) 또는 clear(비우기)",
        "help.plugins.name": "이 이름의 플러그인만",
        "help.plugins.path": "점검할 실행 파일",

        // Periods
        "help.option.date":
            "기간 하나: 어제, -3d, 2022-06-01, 20220601, 2022.6.1 (주 단위는 2022-W22도 가능)",
        "help.option.date.default": "어제 또는 마지막으로 끝난 주",
        "help.option.month":
            "월 단위(2024-05 또는 2024-01..2024-03). 끝난 기간만 포함. 주는 목요일이 속한 달로 분류",
        "help.option.year": "연 단위(2024 또는 2020..2024). 끝난 기간만 포함",
        "help.option.from": "조회 시작일",
        "help.option.to": "조회 종료일. +29d는 시작일부터 계산",
        "help.option.to.default": "마지막으로 끝난 기간",
        "help.option.last": "최근에 끝난 n개 기간",
        "help.option.state":
            "Singer 타깃이 이 파일에 남긴 상태 이후의 자료만 출력. 상태나 STATE 메시지, 또는 메시지 여러 줄(마지막 상태만 사용)",

        // Runs of films
        "help.option.days": "영화마다 1일 차부터 표시할 일수. 1~3650",
        "help.option.by": "하루에 한 행(day) 또는 주간 박스오피스로 한 주에 한 행(week)",
        "help.option.trend.from": "모든 영화에 적용할 1일 차(열 day), 재개봉일 등",
        "help.option.trend.from.default": "개봉일",
        "help.option.trend.to": "--days 대신 지정하는 마지막 날. +29d는 --from부터 계산",
        "help.option.pivot":
            "개봉일차마다(--from이 있으면 일차마다) 한 행, 영화마다 한 열로 펼쳐 보여 줄 값의 열 (예: audience_total)",

        // Films
        "help.option.region":
            "지역의 한글 이름(서울, 경기 등) 또는 코드. 반복하거나 쉼표로 이어 쓰면 지역마다 따로 조회",
        "help.option.nation": "한국영화 또는 외국영화만 (한글 '한국', '외국'도 가능). 매출액점유율도 그 안에서의 비율",
        "help.option.kind": "상업영화 또는 다양성영화만 (한글 '상업', '예술'도 가능)",
        "help.option.top": "박스오피스마다 n위까지만. 1~10",
        "help.option.top.default": "전체",
        "help.option.with":
            "영화마다 추가할 정보: details(KOBIS 상세정보), posters(KMDb, 카카오 순으로 찾은 포스터. 상세정보도 함께 요청) 또는 둘 다",
        "help.option.posters-dir": "선택된 포스터를 내려받을 폴더 (--with posters 필요)",
        "help.option.posters-from":
            "포스터를 찾을 곳을 순서대로: kmdb, kakao 또는 플러그인. 생략하면 키가 있는 곳 모두",

        // Searches
        "help.option.limit": "최대 행 수. 요청 한 번에 100행씩",
        "help.option.rows.limit": "최대 행 수",
        "help.option.rows.limit.default": "전체",
        "help.option.title": "영화명의 일부",
        "help.option.director": "감독 이름의 일부",
        "help.option.opened": "개봉 연도 또는 그 범위",
        "help.option.produced": "제작 연도 또는 그 범위",
        "help.option.people.name": "영화인 이름의 일부",
        "help.option.film": "참여한 영화의 제목",
        "help.option.companies.name": "영화사 이름의 일부",
        "help.option.ceo": "대표자 이름의 일부",

        // Sources
        "help.option.source":
            "kobis-json, kobis-xml 또는 sample(저장된 한 주 분량. 키와 네트워크 불필요)",
        "help.option.jobs": "동시에 보낼 요청 수. 1~64",
        "help.option.timeout": "요청 하나의 제한 시간(초)",
        "help.option.retries":
            "일시적으로 실패한 요청의 재시도 횟수. 0~20, 플러그인에는 최대 2회",
        "help.option.max-calls":
            "서비스와 플러그인에 보낼 최대 요청 수. 다 쓰면 종료 코드 75로 끝남",
        "help.option.offline":
            "보관함에 있는 응답만 사용하고 요청은 보내지 않음. 플러그인 소스에는 사용 불가",
        "help.option.refresh": "보관함에 있어도 모두 새로 요청",
        "help.option.record": "정상 응답을 기록해 둘 폴더",
        "help.option.replay": "네트워크 대신 기록된 응답을 읽을 폴더",
        "help.option.cross-check": "JSON과 XML로 각각 요청해 서로 다르면 실패 처리",
        "help.option.keep-going":
            "받을 수 있는 것만 쓰고 누락된 것은 알림. 종료 코드는 2",
        "help.option.plugin-dir":
            "실행 파일 플러그인을 추가로 찾을 폴더. 반복 가능 ('bo-export plugins' 참고)",

        // Output
        "help.option.format": "csv, jsonl, markdown, xlsx, html, sqlite, singer 또는 플러그인의 형식",
        "help.option.format.default":
            "--output의 확장자에 따름. 없으면 터미널에는 표, 그 밖에는 csv",
        "help.option.profile":
            "프로그램용 CSV 또는 엑셀용 CSV(BOM, CRLF, 한글 머리글, 수식 방지)",
        "help.option.option": "형식의 옵션 ('bo-export plugins' 참고). 반복 가능",
        "help.option.columns":
            "지정한 열만 그 순서대로 출력. 영문 이름 또는 한글 머리글 ('bo-export columns' 참고)",
        "help.option.header": "머리글의 언어",
        "help.option.header.default": "markdown, excel, xlsx, html은 ko, 그 밖에는 en",
        "help.option.output":
            "저장할 파일. '-'는 표준 출력. 쓰다 만 파일은 남기지 않음. {chart}, {date}, {year}, {month}(2자리), {from}, {to}, {format}은 해당 값으로 바뀜. {date}, {year}, {month}가 있으면 기간, 연도, 월마다 파일을 따로 만들고 필요한 폴더도 만듦",
        "help.option.allow-empty": "결과가 비어 있어도 기존 파일을 교체",
        "help.option.update":
            "기존 csv 또는 jsonl 파일을 최신 상태로 갱신. 파일에 없거나 바뀌었을 수 있는 것만 요청",
        "help.option.dry-run": "키를 가린 채 보낼 요청만 표시하고 실제로는 보내지 않음",
        "help.option.report": "실행 결과를 JSON으로 기록할 파일",
        "help.option.color":
            "터미널의 색상. auto는 NO_COLOR, FORCE_COLOR, TERM을 따르고, always는 파일과 파이프에도 적용",

        // Running
        "help.option.config": "설정 파일",
        "help.option.config.default": "$XDG_CONFIG_HOME/bo-export의 config.json, .yaml 또는 .yml",
        "help.option.quiet": "오류만 표시",
        "help.option.verbose": "요청과 응답 내용을 표시. -vv는 HTTP 전체",
        "help.option.log-format": "메시지의 형식",
        "help.option.progress":
            "오래 걸리는 작업의 진행 표시. 터미널에서만(auto), 항상(always), 안 함(never)",
        "help.option.lang": "도움말과 메시지의 언어",
        "help.option.lang.default": "로캘의 언어",
        "help.option.version": "버전 표시",
        "help.option.help": "도움말 표시",

        // Other commands
        "help.option.online": "KOBIS에 박스오피스 하나를 요청. 호출 1회 사용",
        "help.option.json": "프로그램에서 읽을 JSON으로 출력",
        "help.option.check.timeout": "실행 파일이 읽지도 쓰지도 않고 있을 수 있는 시간(초)",
        "help.option.total": "전체 점검의 제한 시간(초)",
    ]
}
