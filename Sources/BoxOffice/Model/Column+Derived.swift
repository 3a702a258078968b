extension Column {
    /// 변동: the change of rank as readers see it.
    static let rankMarker = Column("rank_marker", "변동", .marker)
    /// 개봉일차: 1 on the opening day, 0 and less before it; of a week, that of its last day.
    static let releaseDay = Column("release_day", "개봉일차", .integer)

    /// 일차: the day of a run, 1 on its first day.
    static let dayOfRun = Column("day", "일차", .integer)

    /// 주차: the week of a run, 1 for the one that holds its first day.
    static let weekOfRun = Column("week", "주차", .integer)

    /// What counts the periods of a run from the charts `chart`.
    static func ofRun(_ chart: Chart) -> Column { chart == .daily ? dayOfRun : weekOfRun }
    /// 평균관람요금: sales per admission.
    static let ticketPrice = Column("ticket_price", "평균관람요금", .won)
    /// 회당관객수: admissions per showing.
    static let audiencePerShow = Column("audience_per_show", "회당관객수", .decimal)
    /// 스크린당관객수: admissions per screen.
    static let audiencePerScreen = Column("audience_per_screen", "스크린당관객수", .decimal)
}

extension Day {
    /// The day's number in the run of a film that opened on `openDate`: 1 on that day, 0 and less
    /// before it.
    func releaseDay(openedOn openDate: Day) -> Int { openDate.distance(to: self) + 1 }
}
