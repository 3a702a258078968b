internal import BoxOffice

extension Catalogue {
    /// What the commands do, and the paragraphs about them.
    static let koreanHelpCommands = [
        "help.daily": "일별 박스오피스",
        "help.weekly": "주간 박스오피스 (월~일)",
        "help.weekend": "주말 박스오피스 (금~일)",
        "help.weekdays": "주중 박스오피스 (월~목)",
        "help.trend": "영화별 흥행 추이",
        "help.trend.discussion": """
        영화별 흥행 추이를 개봉일부터 일별 박스오피스에서 뽑습니다. 10위 안에 들지 못한 \
        날은 on_chart가 false이고 수치가 비어 있으며, 추정한 값은 넣지 않습니다. 박스오피스를 \
        받지 못한 날은 행이 없습니다. 영화가 여러 편이어도 날짜마다 한 번만 요청합니다.

        영화명은 KOBIS 영화목록에서 찾으며, 띄어쓰기 외에는 정확히 일치해야 합니다. 영화명이 \
        같은 영화가 여럿이면 TITLE:YEAR 형식으로 개봉 연도를 지정합니다.
        """,
        "help.movies": "영화 검색 (영화목록, 최신순)",
        "help.movie": "영화 상세정보",
        "help.movie.discussion": unknownCode,
        "help.people": "영화인 검색 (영화인목록)",
        "help.person": "영화인 상세정보",
        "help.person.discussion": unknownCode,
        "help.companies": "영화사 검색 (영화사목록)",
        "help.company": "영화사 상세정보",
        "help.company.discussion": unknownCode,
        "help.codes": "공통코드 조회",
        "help.codes.discussion": "코드 종류를 생략하면 종류의 목록을 보여 줍니다.",
        "help.codes.regions": "지역 (--region에 사용)",
        "help.codes.nations": "영화의 국적",
        "help.codes.movie-types": "영화유형",
        "help.doctor": "설정 내용과 작동 여부 점검",
        "help.doctor.discussion": """
        찾은 키(내용은 표시하지 않음), 서비스와 오늘의 호출 횟수, 형식, 보관함, 폴더, 기본값과 \
        다른 설정을 보여 줍니다. -v를 붙이면 모든 설정을 보여 줍니다. --online을 붙이면 KOBIS에 \
        박스오피스 하나를 요청해 봅니다. 종료 코드는 실행을 막을 첫 번째 문제에 따라 정해집니다.
        """,
        "help.quota": "서비스별 오늘의 호출 횟수와 남은 횟수",
        "help.quota.discussion": """
        하루는 한국 시각 자정에 시작합니다. 같은 사용자의 호출은 실행이 달라도 키별로 합산합니다. \
        일일 한도는 설정의 kobis-quota, kmdb-quota, kakao-quota로 정합니다.
        """,
        "help.cache": "응답 보관함의 현황, 정리, 비우기",
        "help.cache.discussion": """
        'prune'은 손상되었거나 기한이 지난 응답만 지우고, 'clear'는 모두 지웁니다. 확정된 \
        박스오피스는 기한이 없어 'prune'으로 지워지지 않습니다. 지우면 긴 기간을 다시 요청해야 \
        하기 때문입니다.
        """,
        "help.columns": "열의 이름, 한글 머리글, 자료형",
        "help.columns.discussion": """
        KOBIS는 박스오피스마다 10위까지만 공개하므로, 행을 더한 값은 시장 전체의 합계가 \
        아닙니다.

        데이터셋: \(Dataset.all.map(\.name).joined(separator: ", "))
        """,
        "help.plugins": "모든 소스와 형식, -O로 지정하는 옵션",
        "help.plugins.discussion": """
        이름이 bo-export-source-NAME, bo-export-format-NAME, bo-export-posters-NAME인 실행 \
        파일은 플러그인입니다. --plugin-dir로 지정한 폴더, BO_EXPORT_PLUGIN_PATH에 콜론으로 \
        구분해 적은 폴더, ~/.local/share/bo-export/plugins에서 찾습니다.
        """,
        "help.plugins.list": "모든 플러그인 또는 플러그인 하나와 그 열 (기본값)",
        "help.plugins.check": "실행 파일 플러그인을 내보낼 때처럼 실행해 잘못된 점을 보고",
        "help.plugins.check.discussion": """
        옵션마다 허용 범위의 양 끝 값을 넣어 보고, 그 밖의 텍스트, 문서가 끝난 뒤의 행, 빈 문서도 \
        시험합니다. 종료되지 않고 남은 프로세스가 있는지도 확인합니다. 전체 점검은 --total에 지정한 \
        시간까지 걸릴 수 있으며, 그때까지 확인하지 못한 것은 잘못된 것으로 봅니다. 종료 코드는 문제가 \
        없으면 0, 있으면 65입니다.
        """,
        "help.rows": "플러그인 자체 데이터셋의 행",
        "help.rows.discussion": "소스가 제공하는 열은 'bo-export plugins NAME'으로 확인할 수 있습니다.",
        "help.man": "매뉴얼 페이지 ('bo-export man | man -l -'로 열람)",
        "help.man.discussion": """
        매뉴얼 페이지 bo-export(1)을 mdoc 형식으로 출력합니다. 도움말과 같은 선언에서 만듭니다.
        """,
    ]

    private static let unknownCode = """
        없는 코드가 있으면 종료 코드 65로 끝납니다. --keep-going을 지정하면 나머지를 쓰고 종료 코드 2로 \
        끝납니다.
        """
}
