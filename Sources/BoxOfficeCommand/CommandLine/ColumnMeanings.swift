internal import BoxOffice

extension Column {
    /// What the column holds, and when a cell is empty; nil if a term explains it.
    var meaning: Message? { Self.meanings[name] }

    /// The meanings by the names of the columns; other columns are terms of the trade.
    private static let meanings = table.split(separator: "\n").reduce(into: [String: Message]()) {
        let parts = $1.split(separator: "|").map { $0.trimming { $0 == " " } }
        guard parts.count == 3 else { return }
        $0[parts[0]] = Message("\(parts[1])", ko: parts[2])
    }

    /// Name, meaning in English and meaning in Korean, a column a line.
    private static let table = """
        date | The day that the row is of. | 행의 날짜입니다.
        year_week | The week that the row is of, as year and week of ISO 8601: 202422. | 행의 주로, ISO 8601의 연도와 주차입니다(202422).
        from | The first day of the row's period. | 행의 기간이 시작하는 날입니다.
        to | The last day of the row's period. | 행의 기간이 끝나는 날입니다.
        period | The row's period, by which databases tell rows apart: 2024-05-03, 2024-W22, 2024-05, 2024, or two days with .. between them. | 행의 기간입니다. 데이터베이스에서 행을 구별하는 데 쓰며 2024-05-03, 2024-W22, 2024-05, 2024 또는 ..로 이은 두 날짜입니다.
        is_new | True if the film was not on the chart of the period before, whenever it opened; the marker tells 신작 and 진입 apart. | 개봉일과 상관없이 이전 기간의 박스오피스에 없던 영화이면 true입니다. 신작인지 진입인지는 변동 기호로 구별합니다.
        movie_code | The film's number in the council's register (영화코드), by which rows of one film are told from those of another of its title. | 영화진흥위원회에 등록된 영화의 번호로, 제목이 같은 영화를 구별합니다.
        title | The film's title, without spaces around it. | 앞뒤 공백을 뺀 영화 제목입니다.
        source | The name of the source that the row comes from; for rows of a file the name that they have there, such as kobis-site. | 행을 받은 소스의 이름입니다. 파일의 행에는 kobis-site처럼 파일에 적힌 이름이 있습니다.
        fetched_at | The moment when the answer came, in Korean time; of several answers the oldest. | 응답을 받은 시각(한국 시간)입니다. 응답이 여럿이면 가장 오래된 것입니다.
        country | The country that the figures are of, as two letters: KR. | 수치의 국가로, 두 글자 코드입니다(KR).
        currency | The currency of the amounts, as three letters: KRW. | 금액의 통화로, 세 글자 코드입니다(KRW).
        film_nation | korean or foreign, by the chart that the film is on; empty where the charts do not say. | 그 영화가 오른 박스오피스에 따라 korean 또는 foreign입니다. 박스오피스로 알 수 없으면 비어 있습니다.
        audience_per_show | Admissions divided by showings, rounded to one decimal; empty where there were no showings. | 관객수를 상영횟수로 나눈 값(소수 첫째 자리)입니다. 상영이 없으면 비어 있습니다.
        audience_per_screen | Admissions divided by screens, rounded to one decimal; empty where there were no screens. | 관객수를 스크린수로 나눈 값(소수 첫째 자리)입니다. 스크린이 없으면 비어 있습니다.
        day | The number of the day, of which the day of --from is the first in every run. | 모든 영화에서 --from의 날이 1이며 하루에 1씩 늘어납니다.
        week | The number of the week, of which the week with the day of --from is the first in every run. | 모든 영화에서 --from이 든 주가 1이며 한 주에 1씩 늘어납니다.
        on_deep_chart | True on a day when the film was on the chart of Korean or of foreign films; on_chart speaks of that of all films. | 한국영화나 외국영화 박스오피스에 오른 날이면 true입니다. 전체 박스오피스에 올랐는지는 순위권 열에 있습니다.
        first_day | Admissions on the opening day; empty where the film was off the chart on it. | 개봉일의 관객수입니다. 그날 순위권 밖이면 비어 있습니다.
        first_weekend | Admissions from Friday to Sunday of the opening week; empty where the film opened on a Saturday or Sunday, or was off the chart on one of the days. | 개봉 주의 금요일부터 일요일까지의 관객수입니다. 토요일이나 일요일에 개봉했거나 하루라도 순위권 밖이면 비어 있습니다.
        first_week | Admissions of the seven days from the opening day on; empty where the film was off the chart on one of them. | 개봉일부터 7일 동안의 관객수입니다. 하루라도 순위권 밖이면 비어 있습니다.
        first_two_weeks | Admissions of the fourteen days from the opening day on; empty where the film was off the chart on one of them. | 개봉일부터 14일 동안의 관객수입니다. 하루라도 순위권 밖이면 비어 있습니다.
        last_seen | The last day on which the film was on the chart, among those asked for; the accumulated figures are of that day. | 요청한 기간에서 마지막으로 순위권에 든 날입니다. 누적값은 이날의 값입니다.
        days_on_chart | The number of days on which the film was on a chart, among those asked for. | 요청한 기간에서 순위권에 든 날수입니다.
        best_rank | The best place of the film on the chart of all films, among the days asked for; empty if it was never on it. | 요청한 기간에 전체 박스오피스에서 오른 가장 높은 순위입니다. 한 번도 오르지 않았으면 비어 있습니다.
        days_at_1 | The number of days on which the film was in first place, among those asked for. | 요청한 기간에서 1위였던 날수입니다.
        days_to_1m | The day of release on which the film reached a million admissions; empty unless it was on the chart that day and on the day before, or opened that day. | 누적관객수가 100만 명에 이른 개봉일차입니다. 그날과 전날 모두 순위권에 있었거나 그날 개봉한 영화가 아니면 비어 있습니다.
        days_to_3m | The day of release on which the film reached three million admissions; empty unless it was on the chart that day and on the day before, or opened that day. | 누적관객수가 300만 명에 이른 개봉일차입니다. 그날과 전날 모두 순위권에 있었거나 그날 개봉한 영화가 아니면 비어 있습니다.
        days_to_5m | The day of release on which the film reached five million admissions; empty unless it was on the chart that day and on the day before, or opened that day. | 누적관객수가 500만 명에 이른 개봉일차입니다. 그날과 전날 모두 순위권에 있었거나 그날 개봉한 영화가 아니면 비어 있습니다.
        days_to_10m | The day of release on which the film reached ten million admissions; empty unless it was on the chart that day and on the day before, or opened that day. | 누적관객수가 1000만 명에 이른 개봉일차입니다. 그날과 전날 모두 순위권에 있었거나 그날 개봉한 영화가 아니면 비어 있습니다.
        sales | The sales between their bounds, for people to read: the middle and the most that the true amount can differ from it. | 매출액의 하한과 상한을 읽기 쉽게 쓴 것으로, 가운데 값과 실제 값이 벗어날 수 있는 폭입니다.
        audience | The admissions between their bounds, for people to read. | 관객수의 하한과 상한을 읽기 쉽게 쓴 것입니다.
        nation_share | The part that the films of the nation have of all sales, for people to read: one percentage, or two between which the true one lies. | 그 국적의 영화가 전체 매출액에서 차지하는 비율을 읽기 쉽게 쓴 것으로, 백분율 하나이거나 실제 값이 그 사이에 있는 둘입니다.
        films_known | The number of films on the charts of the period, each counted once; at least as many were shown. | 기간의 박스오피스에 오른 영화의 수로, 영화마다 한 번만 셉니다. 실제로 상영된 영화는 이보다 많을 수 있습니다.
        is_consistent | False where the charts of a day contradict each other: the bounds are then the smallest that hold all of them. Empty where no day was had. | 어느 날의 박스오피스가 서로 모순되면 false이며, 그때 하한과 상한은 이들을 모두 포함하는 가장 좁은 범위입니다. 받은 날이 없으면 비어 있습니다.
        title_en | The film's English title, as registered. | 등록된 영문 제목입니다.
        title_original | The film's title in its own language, as registered. | 등록된 원제입니다.
        production_year | The year of production, as registered. | 등록된 제작연도입니다.
        production_status | How far the film is, as registered, such as 개봉 or 개봉예정. | 개봉, 개봉예정 등 등록된 제작 상태입니다.
        movie_type | The type of film, as registered, such as 장편 or 단편. | 장편, 단편 등 등록된 영화 유형입니다.
        nations | The countries that produced the film. | 영화를 제작한 국가입니다.
        genres | The film's genres, as registered. | 등록된 장르입니다.
        directors | The film's directors. | 영화의 감독입니다.
        directors_en | The English names of the directors, in their order; empty in the place of one that is not known. | 감독의 영문 이름으로 순서는 같습니다. 알 수 없는 이름은 비워 둡니다.
        actors | The film's actors. | 영화의 배우입니다.
        actors_en | The English names of the actors, in their order; empty in the place of one that is not known. | 배우의 영문 이름으로 순서는 같습니다. 알 수 없는 이름은 비워 둡니다.
        cast | The film's actors, each with the role in brackets. | 배우와 괄호 안의 배역입니다.
        staff | The film's staff, each with the work in brackets. | 스태프와 괄호 안의 담당 업무입니다.
        companies | The companies that took part in the film, in movie each with its part in brackets. | 영화에 참여한 회사이며 movie에서는 괄호 안에 역할이 있습니다.
        company_codes | The codes of the companies, in their order; empty in the place of one that is not known. | 참여 영화사의 코드로 순서는 같습니다. 알 수 없는 코드는 비워 둡니다.
        distributors | The companies that distribute the film. | 영화를 배급한 회사입니다.
        producers | The companies that produced the film. | 영화를 제작한 회사입니다.
        importers | The companies that imported the film. | 영화를 수입한 회사입니다.
        running_minutes | The film's length in minutes. | 분으로 나타낸 상영시간입니다.
        rating | The age rating of the film's last classification. | 마지막으로 받은 관람등급입니다.
        ratings | The age ratings of all classifications, in the order of audit_numbers. | 모든 심의의 관람등급으로 순서는 심의번호와 같습니다.
        audit_numbers | The numbers of the film's classifications. | 영화의 심의번호입니다.
        show_types | The ways in which the film is shown, such as 2D or IMAX. | 2D, IMAX 등 상영 형태입니다.
        person_code | The person's number in the council's register. | 영화진흥위원회에 등록된 영화인의 번호입니다.
        company_code | The company's number in the council's register. | 영화진흥위원회에 등록된 영화사의 번호입니다.
        name | The name of the person, the company or the code. | 영화인, 영화사 또는 코드의 이름입니다.
        name_en | The English name of the person, the company or the code. | 영화인, 영화사 또는 코드의 영문 이름입니다.
        main_role | The person's main field, such as 감독 or 배우. | 감독, 배우 등 주된 분야입니다.
        sex | The person's sex, as registered. | 등록된 성별입니다.
        home_pages | The person's pages on the web. | 영화인의 홈페이지 주소입니다.
        films | The films of the person or company, in person and company each with the part in brackets. | 영화인이나 영화사의 작품이며 person과 company에서는 괄호 안에 역할이 있습니다.
        film_codes | The codes of these films, in their order; empty in the place of one that is not known. | 작품의 영화코드로 순서는 같습니다. 알 수 없는 코드는 비워 둡니다.
        ceo | The head of the company, as registered. | 등록된 대표자입니다.
        parts | What the company does, such as 제작사 or 배급사. | 제작사, 배급사 등 회사의 분류입니다.
        code | The code, as options and rows have it. | 옵션과 행에 쓰는 코드입니다.
        poster_url | The address of the picture. | 포스터 이미지의 주소입니다.
        poster_thumbnail_url | The address of a smaller version of the picture. | 작은 이미지의 주소입니다.
        poster_width | The width of the picture in pixels. | 이미지의 너비(픽셀)입니다.
        poster_height | The height of the picture in pixels. | 이미지의 높이(픽셀)입니다.
        poster_page_url | The address of the page that shows the picture. | 이미지가 있는 페이지의 주소입니다.
        poster_confidence | How certain it is that the picture is the film's poster, from 0 to 1. | 그 영화의 포스터라고 믿을 수 있는 정도로, 0부터 1까지입니다.
        poster_source | The name of the source of posters that found it. | 포스터를 찾은 소스의 이름입니다.
        poster_match | Why the picture is taken for the film's: code, rating-number, likeness or image-search. | 그 영화의 포스터로 본 근거로 code, rating-number, likeness, image-search 가운데 하나입니다.
        poster_file | The file in which --posters-dir keeps the picture. | --posters-dir이 이미지를 저장한 파일입니다.
        """
}
