internal import BoxOffice

extension Catalogue {
    /// What `bo-export plugins` says of the built-in plugins and their options.
    static let koreanManifests: [String: String] = [
        "plugin.kobis-json": "영화진흥위원회 KOBIS 오픈API (JSON)",
        "plugin.kobis-xml": "영화진흥위원회 KOBIS 오픈API (XML)",
        "plugin.sample": "저장된 한 주(2022-05-30~2022-06-05), 키와 네트워크 없이 사용",
        "plugin.kmdb": "한국영상자료원 KMDb의 포스터 (--with posters)",
        "plugin.kakao-images": "카카오 이미지 검색의 포스터 (--with posters)",
        "plugin.csv": "쉼표로 구분한 값 (RFC 4180)",
        "plugin.csv.profile":
            "excel이면 기본값이 bom=true, newline=crlf, 한글 머리글, rank_marker 포함으로 바뀌고, 수식으로 읽힐 텍스트 앞에 작은따옴표(')를 붙입니다",
        "plugin.csv.delimiter": "칸을 나누는 문자: ASCII 문자 하나 또는 tab",
        "plugin.csv.newline": "줄바꿈", "plugin.csv.bom": "문서 앞에 BOM을 넣을지 여부",
        "plugin.csv.quote": "따옴표로 묶을 칸: 필요한 칸만 또는 모두",
        "plugin.csv.null": "값이 없는 칸에 쓸 텍스트",
        "plugin.csv.list-separator": "목록의 항목을 나누는 문자",
        "plugin.csv.thousands": "수와 금액을 세 자리마다 나누는 문자",
        "plugin.jsonl": "JSON Lines, 한 행에 객체 하나",
        "plugin.markdown": "마크다운 표 (GFM), 순위 변동에 색 사용",
        "plugin.markdown.marker":
            "순위 변동의 색: auto는 터미널에서 ansi, 그 밖에는 HTML인 span입니다. GitHub에서는 math와 emoji의 색이 보입니다. ansi는 터미널이나 --color always에서만 쓰이고, 그 밖에는 plain이 됩니다",
        "plugin.markdown.layout": "영화마다 한 행(table) 또는 포스터 카드(grid)",
        "plugin.markdown.cards": "한 줄에 놓을 카드 수",
        "plugin.markdown.title-link": "제목에 KOBIS 영화 페이지 링크를 걸지 여부",
        "plugin.markdown.pad": "칸을 공백으로 채워 열의 너비를 맞출지 여부",
        "plugin.markdown.ambiguous-width": "▲, ○ 같은 문자가 화면에서 차지하는 너비",
        "plugin.xlsx": "엑셀 등 스프레드시트용 통합 문서",
        "plugin.xlsx.sheets": "모든 행을 한 시트에(one) 또는 기간마다 한 시트씩(period, 최대 200개)",
        "plugin.xlsx.chart":
            "auto는 기간별 순위나 흥행 추이를 그래프로 그립니다(최대 기간 62개, 영화 30편)",
        "plugin.xlsx.posters": "셀 안의 이미지(embed), 링크(link), 없음(none)",
        "plugin.html": "표, 포스터, 그래프가 있는 페이지 또는 메일",
        "plugin.html.layout": "표가 있는 페이지(table), 영화마다 카드가 있는 페이지(cards), 표와 인라인 스타일만 쓰는 메일(mail)",
        "plugin.html.chart":
            "auto는 최대 62개 기간의 순위나 최대 30편의 흥행 추이를 그립니다. 메일에는 그래프가 없습니다",
        "plugin.html.title": "페이지 제목. 비우면 자료의 내용으로 정합니다",
        "plugin.html.posters": "페이지 안의 이미지(embed), 링크(link), 없음(none). 메일에는 링크만 넣을 수 있습니다",
        "plugin.sqlite": "SQLite 데이터베이스, 있던 것에 더함",
        "plugin.sqlite.replace":
            "true이면 파일에서 bo-export가 만든 모든 테이블을 행과 함께 지우고 이번에 받은 것을 씁니다. 다른 테이블은 그대로 둡니다",
        "plugin.singer": "데이터베이스에 적재하는 프로그램용 Singer 메시지",
    ]
}
