internal import BoxOffice

extension Query {
    /// What documents, databases and readers need to know about rows that are made from charts; nil
    /// for others.
    var face: Face? {
        switch self {
        case .trend(let query): query.face
        case .market(let query): query.face
        case .ranking(let query): query.face
        default: nil
        }
    }
}

extension CalendarUnit {
    /// The words for the values of a column of units.
    static let words = [Value: Message](
        ofColumn: "unit", allCases.map(\.rawValue) + ["range"])
}

extension Periods {
    /// The days from the first to the last: `2022-05-30 ~ 2022-06-05`.
    var text: String { (first.from...last.to).text }
}
