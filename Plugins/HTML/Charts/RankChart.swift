internal import BoxOffice

struct RankChart {
    init?(_ layout: Layout) { return nil }
    mutating func begin(_ period: Period) {}
    mutating func add(_ row: Span<Value>) {}
    var remark: Fault? { nil }
    func write(isKorean: Bool, into output: inout ByteBuffer) {}
}
struct RunChart {
    init?(_ layout: Layout) { return nil }
    mutating func add(_ row: Span<Value>) {}
    var remark: Fault? { nil }
    func write(isKorean: Bool, into output: inout ByteBuffer) {}
}
enum ChartStyle { static let rules = "" }
