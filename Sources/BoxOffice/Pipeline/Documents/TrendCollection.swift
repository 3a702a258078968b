/// Documents of the runs of films: charts come by day and rows stand by film, so the lines of the
/// films are held until all charts are there, at most one a film and period.
protocol TrendCollection: Documents, ~Copyable {
    /// What is held.
    var figures: TrendFigures { get set }
}

extension TrendCollection where Self: ~Copyable {
    /// Zero until the document is finished.
    var count: Int { 0 }
    var seen: Set<String> { [] }
    /// True: there are no pictures to stop.
    var takesMorePictures: Bool { true }

    mutating func append(_ reply: Reply) throws(Fault) -> Int {
        guard case .page(let page, .edition(let edition), _) = reply else { return 0 }
        try figures.add(page, of: edition.period)
        return page.count
    }

    /// Does nothing: no row is complete before the last chart.
    mutating func flushIfLive() throws(Fault) {}

    mutating func handOverRest() {}
}
