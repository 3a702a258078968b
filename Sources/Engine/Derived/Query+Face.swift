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
