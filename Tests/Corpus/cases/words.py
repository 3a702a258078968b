"""Words that people type: terms to explain, keys to keep, and figures that no source has."""

from case import case, cases_of, step

TERMS = """
    신작
    진입
    점유율
    확정
    순위확정
    잠정
    하한
    at most
    new entry
    rank change
    kind
    nation
    누적관객수
    running_minutes
    장르
    film_nation
    주말
    편집
    예매율
    점유울
"""

WORDS = """
    예매율
    좌석수
    좌석 판매율
    좌석점유율 --top 3
    스크린점유율
    상영점유율
    배급사점유율
    예상
    평점
    리뷰
    내일
    극장
    seats
    reviews
    forecast
    live
    --실시간
    --columns 날짜,예매율
    --columns 좌석판매율
    --columns 배급사점유율
    --columns 평점,리뷰
    어저께
    --date 어저께
    --date 지난달
    지난달
    last month
    --last 7일
    --last 4주
    weekend --last '4 weeks'
    --top 5편
    this week
    이번분기
    quarterly
    개봉예정
    upcoming
    통계
    합계
    저장
    설정
    점유율
    누적
    gross
    market share
    login
    --source file kobis.xls
    --source sample -o day.docx
    --source sample -o 어제.hwp
    --source sample --top 1 -o day.txt
"""

NO_KEY = {"KOBIS_API_KEY": None}

CASES = [
    *(case(f"term {line}", f"help {line}", f"help {line} --lang ko")
      for line in map(str.strip, TERMS.strip().splitlines())),
    *(case(f"word {line}", line, step(line, environment={"LC_ALL": "ko_KR.UTF-8"}))
      for line in map(str.strip, WORDS.strip().splitlines())),
    case("key kept", step("key", stdin="test\n", environment=NO_KEY),
         step("--date 2022-06-05 --top 1", environment=NO_KEY),
         step("key --offline --lang ko", stdin="other-key\nmore\n"), home=True),
    case("key of posters", step("key kmdb", stdin="kmdb-test-key\n"), step("key kakao -q", stdin="kakao-test\n"),
         step("doctor", environment=NO_KEY), home=True),
    case("key refused", step("key", stdin="no-such-key\n"), step("key kmdb", stdin="no-such-key\n"),
         step("key kakao --lang ko", stdin="no-such-key\n"),
         step("KOBIS_BASE_URL=http://127.0.0.1:1 key", stdin="test\n"), home=True),
    case("key that is none", step("key", stdin=""), step("key", stdin="two words\n"),
         step("key --offline", stdin="KOBIS_API_KEY=test\n"), step("key", stdin="test\n", environment={"HOME": None}),
         home=True),
    case("key in place of a folder", step("key --offline", stdin="no-such-key\n"),
         files={"home/.config/bo-export/kobis_api_key/other": "x\n"}, home=True),
    case("report in a folder", "--source sample --report p", files={"p/": ""}),
    *cases_of("before the command", """
        a market by day: --source sample --by day market
        runs by film: --source sample --by film trend 범죄도시2 --lang ko
        the end of a run: trend 범죄도시2 --source sample --until 2022-06-05
        a key as a title: KOBIS_API_KEY=abcdefghijklmnop1234 movies --title abcdefghijklmnop1234 --dry-run
        a key in the report: KOBIS_API_KEY=abcdefghijklmnop1234 --source sample -o abcdefghijklmnop1234.csv --report r.json -q
        an option of all: -q weekend --source sample --top 1
        the language: --lang ko weekend --source sample --last 2
        help in a language: help --lang ko weekend
        a term in a language: --lang=ko help 신작
        a value that is none: --lang weekend --source sample
        an option of some: --top 1 weekend --source sample
    """),
    *cases_of("key as a word", """
        alone: key sesame-key
        after a service: key kobis sesame-key
        after hyphens: key -- sesame-key
        an option: key --sesame-key
        a mistyped option: key --offlin
        in Korean: key sesame-key --lang ko
        a mistyped command: kye
    """),
]
