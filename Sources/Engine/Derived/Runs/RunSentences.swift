internal import BoxOffice

extension TrendQuery {
    /// The sentences about the runs; nil for a table whose columns are films.
    var sentences: RowSentences? {
        guard pivot == nil else { return nil }
        let (isByFilm, chart) = (isByFilm, chart)
        let columns = isByFilm ? RunSentences.columnsByFilm : RunSentences.columns
        return RowSentences(of: columns) { _ in RunSentences(isByFilm: isByFilm, of: chart) }
    }
}

/// The first day, the first week and the last figure of each film.
private struct RunSentences: RowNarrator {
    static let columns = [
        "movie_code", "title", "release_day", "from", "to", "audience_count", "audience_total",
    ]
    static let columnsByFilm = [
        "movie_code", "title", "open_date", "first_day", "first_week", "audience_total",
        "last_seen",
    ]

    /// What is said of a film.
    struct Run {
        let code: String
        let title: String
        /// The opening day and its admissions.
        var first: (day: Day, count: Int)?
        /// The admissions of the first seven days.
        var week: Int?
        /// The days of release that ``week`` has so far, all from the first one on.
        var daysOfWeek = 0
        /// The calendar week of the opening, and its admissions.
        var calendarWeek: (days: ClosedRange<Day>, count: Int)?
        /// The last day with a figure, and all admissions up to it.
        var last: (day: Day, count: Int)?
    }

    let isByFilm: Bool
    let chart: Chart
    private var runs: [Run] = []

    init(isByFilm: Bool, of chart: Chart) { (self.isByFilm, self.chart) = (isByFilm, chart) }

    mutating func add(_ value: (String) -> Value) {
        guard let code = value("movie_code").text else { return }
        if runs.last?.code != code {
            runs.append(Run(code: code, title: value("title").text ?? code))
        }
        guard var run = runs.popLast() else { return }
        defer { runs.append(run) }
        if let total = value("audience_total").integer,
            let day = value(isByFilm ? "last_seen" : "to").day
        {
            run.last = (day, total)
        }
        if isByFilm {
            if let day = value("open_date").day, let count = value("first_day").integer {
                run.first = (day, count)
            }
            run.week = value("first_week").integer
            if run.week != nil { run.daysOfWeek = 7 }
            return
        }
        guard let number = value("release_day").integer, let from = value("from").day,
            let to = value("to").day, let count = value("audience_count").integer
        else { return }
        if chart != .daily {
            if (1...7).contains(number) { run.calendarWeek = (from...to, count) }
            return
        }
        if number == 1 { run.first = (from, count) }
        let (sum, isTooLarge) = (run.week ?? 0).addingReportingOverflow(count)
        if number == run.daysOfWeek + 1, number <= 7, !isTooLarge {
            (run.week, run.daysOfWeek) = (sum, number)
        }
    }

    var paragraphs: [[Sentence]] { runs.map { [$0.sentence] } }
}

extension RunSentences.Run {
    fileprivate var sentence: Sentence {
        var clauses: [Message] = []
        /// Returns the number, in English with what it counts if it is the first.
        func number(_ count: Int) -> Message {
            clauses.isEmpty ? .admissions(count) : .bareAdmissions(count)
        }
        if let first {
            clauses.append(
                Message(
                    "\(number(first.count)) on the opening day (\(Message.days(first.day...first.day)))",
                    ko: "개봉일({2}) 관객수가 {1}"))
        }
        if let week, daysOfWeek == 7 {
            clauses.append(
                Message("\(number(week)) in the first 7 days", ko: "개봉 후 7일간 관객수가 {1}"))
        }
        if let calendarWeek {
            clauses.append(
                Message(
                    "\(number(calendarWeek.count)) in the week of the opening (\(Message.days(calendarWeek.days)))",
                    ko: "개봉 주({2}) 관객수가 {1}"))
        }
        if let last {
            clauses.append(
                Message(
                    "\(number(last.count)) in total by \(Message.days(last.day...last.day))",
                    ko: "{2}까지 누적 관객수가 {1}"))
        }
        let (title, said) = (title, clauses)
        return Sentence { length in
            let title = Message.quoting(title, upTo: length)
            return said.isEmpty
                ? Message(
                    "The admissions of \(title) are not known.", ko: "{1}{은/는/,} 관객수를 알 수 없다.")
                : Message("\(title) had \(.list(said)).", ko: "{1}{은/는/,} {2}이다.")
        }
    }
}
