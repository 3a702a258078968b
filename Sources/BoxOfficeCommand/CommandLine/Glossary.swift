internal import BoxOffice
internal import Engine

/// What the terms and columns of box-office figures mean, and where they stand.
enum Glossary {
    /// What a term or a column means.
    struct Entry: Sendable {
        /// The term, or the name of the column and its Korean header.
        let word: Message
        /// The meaning, in two sentences.
        let text: Message
        /// Where it stands: a column of some datasets, or a command or option.
        let place: Message
    }

    /// Returns the entry of `word`: a term, or the name or Korean header of a column.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for a word that is not known, or that stands for
    ///   something that the sources do not have.
    static func entry(for word: String) throws(Fault) -> Entry {
        let term = Term.all.first { $0.has(word) }
        let columns = columns(called: word)
        if let column = columns.first {
            func meaning(of column: Column) -> Message {
                let known = Term.all.first { $0.has(column.name) || $0.has(column.koreanHeader) }
                return column.meaning ?? (term ?? known)?.text ?? ""
            }
            let header = Message("\(column.name) (\(column.koreanHeader))", ko: "{1}({2})")
            let text = columns.dropFirst().reduce(meaning(of: column)) {
                "\($0) \($1.name): \(meaning(of: $1))"
            }
            return Entry(word: header, text: text, place: place(of: columns))
        }
        if let term {
            let columns = term.columns.compactMap { Self.columns(called: $0).first }
            return Entry(
                word: term.word, text: term.text,
                place: columns.isEmpty ? term.place : place(of: columns))
        }
        if let fault = NotHeld.fault(for: word) { throw fault }
        let all = Dataset.all.flatMap(\.columns)
        let known = Term.all.flatMap(\.words) + all.map(\.name) + all.map(\.koreanHeader)
        throw .noHelp(word, nearest: Command.nearest(to: word) ?? known.nearest(to: word))
    }

    /// Returns the columns of all datasets that `word` means, each name once.
    private static func columns(called word: String) -> [Column] {
        let lower = word.lowercased()
        var names: Set<String> = []
        return Dataset.all.compactMap { dataset in
            dataset.index(of: lower).map { dataset.columns[$0] }
        }.filter { names.insert($0.name).inserted }
    }

    /// Returns where the columns stand.
    private static func place(of columns: [Column]) -> Message {
        let places = columns.map(place)
        return places.dropFirst().reduce(places.first ?? "") { "\($0); \($1)" }
    }

    /// Returns the datasets that have `column`, and the option that writes it on a chart where that
    /// is needed.
    private static func place(of column: Column) -> Message {
        let owners = Dataset.all.filter { $0.index(of: column.name) != nil }.map(\.name).eachOnce
        let usual = ChartEntry.defaultColumns(of: .daily, perRegion: true)
        let option: String? =
            if Movie.detailColumns.contains(where: { $0.name == column.name }) {
                "--with details"
            } else if Poster.table.dataset.index(of: column.name) != nil {
                "--with posters"
            } else if column == .filmNation {
                "--deep"
            } else if column.name == "region" {
                "--region"
            } else if owners.first == "chart", !usual.contains(column.name) {
                "--columns default,\(column.name)"
            } else {
                nil
            }
        let addition = option.map {
            Message("; on a chart \($0) adds it", ko: ". 박스오피스에는 {1}{으로/로} 더합니다")
        }
        return Message(
            "the column \(column.name) of \(owners.joined(separator: ", "))\(addition ?? "")",
            ko: "{2}의 열 {1}{3}")
    }
}

/// A term of the trade or of this program.
private struct Term: Sendable {
    /// The words that people type for it, and the names or headers of columns that it explains; one
    /// that begins with an asterisk is the end of several.
    let words: [String]
    let word: Message
    let text: Message
    /// The names or headers of the columns that it stands in.
    let columns: [String]
    /// Where it stands, if that is no column.
    let place: Message

    /// Makes a term from its `words` with commas between them, and from the meaning in English and
    /// Korean.
    init(
        _ words: String, _ word: Message, _ text: Message, ko korean: String, in columns: String...,
        at place: Message = ""
    ) {
        self.words = words.items
        self.word = word
        self.text = Message(text, ko: korean)
        self.columns = columns
        self.place = place
    }

    /// Returns true if `word` is one of the words; spaces, hyphens and capitals do not count.
    func has(_ word: String) -> Bool {
        let key = Self.key(of: word)
        return words.contains { own in
            own.hasPrefix("*")
                ? key.hasSuffix(Self.key(of: String(own.dropFirst()))) : Self.key(of: own) == key
        }
    }

    private static func key(of word: String) -> String {
        word.lowercased().filter { !" _-·".contains($0) }
    }

    /// All terms; the first that has a word counts.
    static let all = [
        Term(
            "신작, 신작영화, new, new film", Message("new film (신작, NEW)", ko: "신작"),
            "A film that was not on the chart of the period before, and opened at most 14 days before the first day of this one, or opens later. A film that enters a chart later than that is marked 진입, not 신작.",
            ko:
                "이전 기간의 박스오피스에 없었고, 이번 기간 첫날의 14일 전이나 그 뒤에 개봉한 영화입니다. 그보다 먼저 개봉한 영화가 순위에 들어오면 신작이 아니라 진입으로 표시합니다.",
            in: "rank_marker"),
        Term(
            "진입, 재진입, 신규진입, new entry, entry, in",
            Message("new entry (진입, IN)", ko: "진입"),
            "A film that was not on the chart of the period before, but is no new film: it opened more than 14 days earlier, or its opening day is not known. is_new (신규진입) means new to the chart, and is true for 신작 and 진입 alike.",
            ko:
                "이전 기간의 박스오피스에 없던 영화이지만, 개봉한 지 14일이 넘었거나 개봉일을 알 수 없어 신작이 아닌 영화입니다. is_new(신규진입)는 순위에 새로 들어왔다는 뜻이며 신작과 진입 모두 true입니다.",
            in: "rank_marker", "is_new"),
        Term(
            "변동, 마커, marker, markers, rank marker, rank_marker",
            Message("marker (변동)", ko: "변동"),
            "The change of rank as readers see it: ▲3 rose by three, ▼2 fell by two, - kept its rank, 신작 and 진입 are new to the chart. It compares with the chart before, that of the day, week, weekend or weekdays before.",
            ko:
                "순위 변화를 기호로 나타낸 것으로 ▲3은 3계단 상승, ▼2는 2계단 하락, -는 유지이고 신작과 진입은 순위에 새로 들어온 영화입니다. 바로 앞의 같은 박스오피스(전일, 전주 등)와 비교합니다.",
            in: "rank_marker"),
        Term(
            "개봉, 개봉일, 개봉주, 개봉주말, opening, opening day, opening week, opening weekend, release, open_date",
            Message("opening (개봉)", ko: "개봉"),
            "The day on which the film opened, as the council's register has it; admissions of special showings before it are in its totals. The admissions of its first day, weekend and week follow from charts with trend --by film.",
            ko:
                "영화진흥위원회에 등록된 개봉일이며, 그 전의 시사회 등에서 모은 관객도 누적관객수에 들어갑니다. 첫날, 첫 주말, 첫 주 관객수는 trend --by film이 박스오피스에서 계산합니다.",
            in: "개봉일", "첫날관객수", "첫주말관객수", "첫주관객수"),
        Term(
            "순위증감, 증감, rank change, rank_change", Message("rank change (순위증감)", ko: "순위증감"),
            "The rank on the chart before minus the rank on this one: positive for a film that rose, 0 for one that kept its rank. It is empty for a film that is new to the chart, for which KOBIS sends 0.",
            ko:
                "이전 박스오피스의 순위에서 이번 순위를 뺀 값으로, 순위가 오르면 양수이고 그대로이면 0입니다. 새로 들어온 영화는 KOBIS가 0을 보내지만 여기서는 비워 둡니다.",
            in: "rank_change"),
        Term(
            "증감률, change, changes, rate, *_change, *_change_rate",
            Message("change (증감)", ko: "증감"),
            "The figure minus that of the chart before, which is that of the day, week, weekend or weekdays before. A rate (증감률) is that change as a percentage of the earlier figure.",
            ko: "바로 앞의 같은 박스오피스(전일, 전주 등)와 비교해 늘거나 줄어든 값입니다. 증감률은 그 차이를 이전 값에 대한 백분율로 나타낸 것입니다.",
            in: "audience_change", "audience_change_rate"),
        Term(
            "순위, rank", Message("rank (순위)", ko: "순위"),
            "The place on a chart that is ordered by admissions; on a chart, films with equal admissions share it. The Open API gives ten places a chart, and with --deep a place below them is given only where it is proved.",
            ko:
                "관객수가 많은 순서로 매긴 순위이며 박스오피스에서는 관객수가 같으면 순위도 같습니다. 오픈API는 10위까지만 제공하고, --deep으로 더한 영화는 순위가 증명될 때만 씁니다.",
            in: "rank"),
        Term(
            "점유율, 시장점유율, share, sales share, market share, sales_share",
            Message("share (점유율)", ko: "매출액점유율"),
            "The percentage that the film has of the sales of all films: of the whole market, with --nation of the films of that nation, and with --region or --kind probably of what the chart is narrowed to. The shares of a chart do not add up to 100, because it has ten films of all.",
            ko:
                "전체 영화의 매출액에서 그 영화가 차지하는 비율이며, --nation이 있으면 그 국적 영화 안에서의 비율이고 --region이나 --kind가 있으면 그 조건 안에서의 비율로 보입니다. 박스오피스에는 전체 영화 가운데 10편만 있으므로 더해도 100이 되지 않습니다.",
            in: "sales_share"),
        Term(
            "국적점유율, nation share, *국적점유율하한, *국적점유율상한",
            Message("share of a nation (국적점유율)", ko: "국적점유율"),
            "The part that Korean or foreign films have of all sales, as two percentages between which the true one lies. It follows from the shares of the charts, and nothing in it is estimated.",
            ko:
                "전체 매출액에서 한국영화나 외국영화가 차지하는 비율로, 실제 값은 하한과 상한 사이에 있습니다. 박스오피스의 점유율에서 계산한 값이며 추정치가 아닙니다.",
            in: "국적점유율하한", "국적점유율상한"),
        Term(
            "하한, 상한, at least, at most, bound, bounds, lower bound, upper bound, 범위, *하한, *상한",
            Message("bounds: at least and at most (하한, 상한)", ko: "하한과 상한"),
            "Two figures between which the true one lies; they follow from published figures, and nothing is estimated. An upper bound is empty where nothing published bounds the figure from above.",
            ko:
                "실제 값은 하한(at_least)과 상한(at_most) 사이에 있으며, 공개된 수치에서 계산한 값이지 추정치가 아닙니다. 위에서 한정할 수치가 없으면 상한을 비워 둡니다.",
            in: "매출액하한", "매출액상한", "관객수하한", "관객수상한"),
        Term(
            "확정, 확정치, final, is_final", Message("final (확정)", ko: "확정"),
            "A chart that was asked for when its figures are no longer expected to change, for KOBIS from the third day after the period on. No run asks for it again without --refresh, but the council may still correct it.",
            ko:
                "수치가 더 바뀌지 않을 시점(KOBIS는 기간 마지막 날의 사흘 뒤부터)에 받은 박스오피스입니다. --refresh가 없으면 다시 요청하지 않지만, 영화진흥위원회가 나중에 정정할 수는 있습니다.",
            in: "is_final"),
        Term(
            "잠정, 잠정치, provisional, preliminary", Message("provisional (잠정)", ko: "잠정"),
            "A chart that may still change: it was asked for before the third day after its period, or came with fewer rows than usual. Every run asks for it again until it is final.",
            ko:
                "아직 바뀔 수 있는 박스오피스로, 기간 마지막 날의 사흘 뒤가 되기 전에 받았거나 행이 모자라게 온 것입니다. 확정될 때까지 실행할 때마다 다시 요청합니다.",
            in: "is_final"),
        Term(
            "정정, 편집, 판, edition, correction, corrections", Message("edition", ko: "판(정정)"),
            "One state of a chart: the chart, period, region, nation and kind, as they were at one moment. The council corrects figures until they are final and sometimes later, and a run with --refresh or --update brings the newer edition.",
            ko:
                "같은 박스오피스(종류, 기간, 지역, 국적, 영화구분)를 어느 시점에 받은 내용입니다. 영화진흥위원회는 확정 전까지, 때로는 그 뒤에도 수치를 정정하며 --refresh나 --update로 새 판을 받습니다.",
            in: "fetched_at", "is_final"),
        Term(
            "순위확정, sure rank, rank sure", Message("sure rank (순위확정)", ko: "순위확정"),
            "True if no other film, on a chart or not, can have that place among the films of the period. If it is false, the bounds of two films overlap, and --deep may narrow them.",
            ko:
                "순위권 안팎의 다른 어떤 영화도 그 기간의 그 순위일 수 없으면 true입니다. false이면 다른 영화와 관객수 범위가 겹치며, --deep으로 범위를 좁힐 수 있습니다.",
            in: "순위확정"),
        Term(
            "관객, 관객수, admissions, audience, audience_count",
            Message("admissions (관객수)", ko: "관객수"),
            "The number of people who saw the film in the period, as the council's network of cinemas counts them. Charts are ordered by it; a sum over a chart is not the market's, because the chart has ten films.",
            ko:
                "그 기간에 영화를 본 관객 수로, 영화진흥위원회 통합전산망이 집계합니다. 박스오피스는 관객수 순이며, 10편만 있으므로 더해도 시장 전체의 관객수가 아닙니다.",
            in: "audience_count"),
        Term(
            "누적, 누적관객, 누적관객수, total, accumulated, cumulative, total admissions, audience_total",
            Message("accumulated admissions (누적관객수)", ko: "누적관객수"),
            "All admissions of the film up to the end of the period, previews before its opening included; in rankings and runs up to the last day on which it was on a chart. It is as the source sends it, and not a sum of rows.",
            ko:
                "기간이 끝날 때까지 그 영화의 전체 관객수로, 개봉 전 시사회와 유료 상영을 포함합니다. ranking과 trend --by film에서는 마지막으로 순위권에 든 날까지의 값입니다. 행을 더한 값이 아니라 소스가 보낸 값입니다.",
            in: "audience_total"),
        Term(
            "매출, 매출액, sales, revenue, gross, sales_amount", Message("sales (매출액)", ko: "매출액"),
            "What was paid for the tickets of the period, in the source's currency, which is won for KOBIS. Sales of different currencies are never added up.",
            ko: "그 기간에 판매된 입장권의 금액이며 KOBIS의 통화는 원입니다. 통화가 다른 매출액은 더하지 않습니다.",
            in: "sales_amount"),
        Term(
            "누적매출, 누적매출액, total sales, sales_total",
            Message("accumulated sales (누적매출액)", ko: "누적매출액"),
            "All sales of the film up to the end of the period, those before its opening included; in rankings and runs up to the last day on which it was on a chart. It is as the source sends it, and not a sum of rows.",
            ko:
                "기간이 끝날 때까지 그 영화의 전체 매출액으로, 개봉 전 상영을 포함합니다. trend --by film에서는 마지막으로 순위권에 든 날까지의 값입니다. 행을 더한 값이 아니라 소스가 보낸 값입니다.",
            in: "sales_total"),
        Term(
            "스크린, 스크린수, screens, screen, screen_count", Message("screens (스크린수)", ko: "스크린수"),
            "The number of screens that showed the film in the period. One screen shows several films, so the screens of a chart cannot be added up.",
            ko: "그 기간에 영화를 상영한 스크린의 수입니다. 한 스크린에서 여러 영화를 상영하므로 영화별 스크린수를 더할 수 없습니다.",
            in: "screen_count"),
        Term(
            "상영, 상영횟수, shows, showings, screenings, show_count",
            Message("showings (상영횟수)", ko: "상영횟수"),
            "How often the film was shown in the period, on all screens together. audience_per_show (회당관객수) has the admissions of one showing.",
            ko: "그 기간에 모든 스크린에서 영화를 상영한 횟수입니다. 상영 한 번의 관객수는 audience_per_show(회당관객수)입니다.",
            in: "show_count"),
        Term(
            "평균관람요금, ticket price, price, ticket_price",
            Message("ticket price (평균관람요금)", ko: "평균관람요금"),
            "Sales divided by admissions, rounded to the smallest unit of the currency. It is computed here, and empty where there were no admissions.",
            ko: "매출액을 관객수로 나누어 통화의 최소 단위로 반올림한 값입니다. 이 프로그램이 계산하며 관객이 없으면 비워 둡니다.",
            in: "ticket_price"),
        Term(
            "개봉일차, 개봉주차, day of release, release day, release_day, release_week",
            Message("day of release (개봉일차)", ko: "개봉일차"),
            "1 on the opening day, and 0 or less before it; for a week that of its last day. It is empty where the opening day is not known. release_week (개봉주차) is 1 for the week of the opening day.",
            ko:
                "개봉일이 1이고 그 전은 0 이하이며, 주 단위에서는 마지막 날을 기준으로 합니다. 개봉일을 알 수 없으면 비워 둡니다. 개봉주차(release_week)는 개봉일이 든 주가 1입니다.",
            in: "release_day"),
        Term(
            "박스오피스, 차트, chart, box office", Message("chart (박스오피스)", ko: "박스오피스"),
            "The films of a day, week, weekend or of Monday to Thursday, ordered by admissions. The Open API gives ten films a chart; the council's site (www.kobis.or.kr) has all of them, as tables to download.",
            ko:
                "하루, 한 주, 주말 또는 주중의 영화를 관객수 순으로 늘어놓은 것입니다. 오픈API는 10편까지만 제공하며, 전체 영화는 영화진흥위원회 누리집(www.kobis.or.kr)에서 표로 내려받을 수 있습니다.",
            at: "bo-export daily, weekly, weekend, weekdays"),
        Term(
            "주간, 주간박스오피스, weekly chart", Message("weekly chart (주간)", ko: "주간"),
            "The chart of Monday to Sunday. A week belongs to the month and the year of its Thursday, and its chart is there when Sunday is over.",
            ko: "월요일부터 일요일까지의 박스오피스입니다. 주는 목요일이 속한 달과 해에 들어가며, 일요일이 지나야 나옵니다.",
            at: "bo-export weekly"),
        Term(
            "주말, 주말박스오피스, weekend chart", Message("weekend chart (주말)", ko: "주말"),
            "The chart of Friday to Sunday. It is there when Sunday is over.",
            ko: "금요일부터 일요일까지의 박스오피스입니다. 일요일이 지나야 나옵니다.", at: "bo-export weekend"),
        Term(
            "주중, 평일, 주중박스오피스, weekday chart", Message("weekday chart (주중)", ko: "주중"),
            "The chart of Monday to Thursday. It is there when Thursday is over.",
            ko: "월요일부터 목요일까지의 박스오피스입니다. 목요일이 지나야 나옵니다.", at: "bo-export weekdays"),
        Term(
            "다양성영화, 다양성, 예술영화, 독립영화, 독립·예술영화, 상업영화, 영화구분, art, art film, commercial, kind",
            Message("kind of film (다양성·예술영화, 상업영화)", ko: "영화구분(다양성·예술영화, 상업영화)"),
            "A film is commercial (상업) or art (예술: 다양성영화, which are independent and art-house films), as the council classifies it. The column says what --kind narrowed the chart to, and is empty without it; ranking writes all for both.",
            ko:
                "영화진흥위원회의 분류에 따라 상업영화(commercial)와 다양성영화(art, 독립·예술영화)로 나눕니다. 이 열은 --kind로 좁힌 조건을 나타내며, 조건이 없으면 비어 있습니다(ranking에서는 all).",
            in: "kind"),
        Term(
            "국적, 국적구분, 한국영화, 외국영화, nation", Message("nation (국적구분)", ko: "국적구분"),
            "A film is Korean (korean, 한국) or foreign (foreign, 외국). The column says what --nation narrowed the chart to, and is empty without it; market and ranking write all for both.",
            ko:
                "한국영화(korean)와 외국영화(foreign)로 나눕니다. 이 열은 --nation으로 좁힌 조건을 나타내며 조건이 없으면 비어 있습니다(market과 ranking에서는 all).",
            in: "nation"),
        Term(
            "지역, region, 시도", Message("region (지역)", ko: "지역"),
            "One of 17 cities and provinces, such as 서울 or 경기; --region asks for a chart of each. The column says which, and is empty for the whole country.",
            ko: "서울, 경기 등 17개 시도이며 --region으로 지역마다 박스오피스를 받습니다. 이 열은 그 지역이고, 전국이면 비어 있습니다.",
            in: "region"),
        Term(
            "순위권, on the chart", Message("on the chart (순위권)", ko: "순위권"),
            "True on a day when the film was on the chart, and empty where the chart came short. On other days its figures are missing unless --deep finds them, because a chart has ten films; nothing is carried on or estimated.",
            ko:
                "그날 박스오피스에 있으면 true이고, 박스오피스가 잘려서 알 수 없으면 비어 있습니다. 박스오피스에는 10편만 있으므로 없는 날의 수치는 --deep으로 찾지 못하면 비어 있고, 채우거나 추정하지 않습니다.",
            in: "순위권"),
        Term(
            "배수, legs", Message("multiple (배수)", ko: "배수"),
            "The accumulated admissions divided by those of the first weekend. It is empty as long as the run may go on: until the film was off the chart on the last seven days asked for.",
            ko: "누적관객수를 첫 주말 관객수로 나눈 값입니다. 요청한 마지막 7일 동안 순위권 밖이 아니면 상영이 끝나지 않았을 수 있으므로 비워 둡니다.",
            in: "배수"),
        Term(
            "집계단위", Message("unit (집계단위)", ko: "집계단위"),
            "What a row sums up: day, week, month or year, or range. It is range for any other days, such as where a week, month or year is cut.",
            ko:
                "한 행이 합산한 기간으로 day, week, month, year 또는 range입니다. 주, 달, 해의 중간에서 끊기는 등 그 밖의 기간이면 range입니다.",
            in: "집계단위"),
    ]
}

extension Fault {
    /// Returns the fault of a word that is neither a command nor a term.
    static func noHelp(_ word: String, nearest: String? = nil) -> Fault {
        if let nearest, Command.named(nearest) != nil { return noCommand(word, nearest: nearest) }
        let other =
            nearest.map { Message("; the nearest is \($0)", ko: ". 가장 비슷한 말은 {1}입니다") } ?? ""
        return Fault(
            .usage, "no-such-term",
            "there is no command, term or column '\(word)'\(other)",
            ko: "명령, 용어, 열 가운데 '{1}'{이/가} 없습니다{2}",
            hint: "'bo-export --help' lists the commands, 'bo-export columns' the columns",
            hintKo: "명령은 'bo-export --help', 열은 'bo-export columns'로 확인하세요"
        ).correcting(word, to: nearest)
    }
}
