/// Returns `count` texts of up to eleven of `signs` each, the same every time.
public func hostileTexts(_ count: Int, of signs: [String]) -> [String] {
    var state: UInt64 = 2022
    func pick(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
    return (0..<count).map { _ in
        (0..<pick(12)).map { _ in signs[pick(signs.count)] }.joined()
    }
}
