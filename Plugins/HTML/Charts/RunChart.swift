internal import BoxOffice

/// The runs of films as lines over days of release.
struct RunChart {
    init?(_ layout: Layout) { return nil }
    mutating func add(_ row: Span<Value>) {}
    var remark: Fault? { nil }
    func write(isKorean: Bool, into output: inout ByteBuffer) {}
}
