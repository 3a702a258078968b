extension Fault {
    /// There is no chart of the ranks over several periods.
    ///
    /// - Parameter reason: why, such as `63 periods, and a chart shows at most 62`.
    public static func noRankChart(_ reason: Message) -> Fault {
        Fault(
            .notFound, "no-rank-chart",
            Message("no-rank-chart", "there is no chart of the ranks: \(reason)"))
    }

    /// There is no chart of the runs of films.
    ///
    /// - Parameter reason: why, such as `31 films, and a chart shows at most 30`.
    public static func noTrendChart(_ reason: Message) -> Fault {
        Fault(
            .notFound, "no-trend-chart",
            Message("no-trend-chart", "there is no chart of the runs: \(reason)"))
    }
}

extension Message {
    /// There are more periods than a chart shows.
    package static func tooManyPeriods(_ count: Int, most: Int) -> Message {
        Message("periods-for-chart", "\(count) periods, and a chart shows at most \(most)")
    }

    /// There are more films than a chart shows.
    package static func tooManyFilms(_ count: Int, most: Int) -> Message {
        Message("films-for-chart", "\(count) films, and a chart shows at most \(most)")
    }
}
