import BoxOffice
import Testing

/// The bounds of numbers that are not known exactly.
struct BoundsTests {
    @Test(
        "Sales and their rounded share bound all sales, to the won",
        arguments: [
            // 2000·S ≤ N·(2t + 1), and N·(2t − 1) ≤ 2000·S.
            (1000, 500, 1999, 2002), (1, 1000, 1, 1),
            (7_715_149_100, 529, 14_570_630_973, 14_598_200_756),
            (35_090_500, 2, 14_036_200_000, 23_393_666_666), (1, 1, 667, 2000), (5, 0, 10_000, nil),
            (3, 1000, 3, 3), (7, 999, 7, 8),
        ] as [(Int, Int, Int128, Int128?)])
    func marketOfOneRow(sales: Int, tenths: Int, atLeast: Int128, atMost: Int128?) {
        let (bounds, fit) = Bounds.all(where: sales, is: Decimal(tenths, places: 1))
        #expect(bounds == Bounds(atLeast: atLeast, atMost: atMost))
        // There is no whole number of which 7 is 99.9 %.
        #expect(fit == (sales != 7))
    }

    @Test(
        "Every total that rounds to the share is within the bounds, and the bounds are tight")
    func marketOfOneRowIsTight() {
        for sales in [1, 7, 31, 100, 999] {
            for total in sales...(sales * 40) {
                // Rounded half up to a tenth of a percent.
                let tenths = (2000 * sales + total) / (2 * total)
                let (bounds, fit) = Bounds.all(
                    where: sales, is: Decimal(tenths, places: 1))
                #expect(fit)
                #expect(bounds.atLeast <= total)
                #expect(bounds.atMost.map { total <= $0 } ?? true)
                let below = bounds.atLeast - 1
                #expect(below <= 0 || Int128(2000 * sales) > below * Int128(2 * tenths + 1))
                if let above = bounds.atMost.map({ $0 + 1 }) {
                    #expect(above * Int128(2 * tenths - 1) > 2000 * sales)
                }
            }
        }
    }

    @Test("A bound beyond 64 bits is kept in sums, and is no figure in the end")
    func extremes() {
        let largest = Bounds(exactly: Int128(Int.max))
        #expect(largest.upTo64Bits == largest)
        #expect((largest + Bounds(atLeast: 0, atMost: 1)).upTo64Bits?.atMost == nil)
        let huge = Bounds.all(where: .max, is: Decimal(1, places: 1)).bounds
        #expect(huge.atLeast > Int128(Int.max) && (huge + huge).upTo64Bits == nil)
        #expect(largest.quotient(by: Bounds(exactly: 1), times: 10_000, \.self).atMost == nil)
        #expect(
            Bounds(atLeast: Int128(Int.max), atMost: nil).readable(in: .won)
                == "≥ 92,233,720,368 억원")
    }

    @Test(
        "Two bounds overlap or contradict each other, and a third contains both",
        arguments: [
            ((1, 5), (3, 9), (3, 5), (1, 9)), ((1, 5), (6, 9), nil, (1, 9)),
            ((1, nil), (3, 9), (3, 9), (1, 9)), ((4, nil), (1, 3), nil, (1, 3)),
            ((1, nil), (2, nil), (2, nil), (1, nil)), ((5, 5), (5, 5), (5, 5), (5, 5)),
        ] as [((Int, Int?), (Int, Int?), (Int, Int?)?, (Int, Int?))])
    func intersection(
        one: (Int, Int?), other: (Int, Int?), met: (Int, Int?)?, held: (Int, Int?)
    ) {
        let (one, other, held) = (Self.bounds(one), Self.bounds(other), Self.bounds(held))
        let met = met.map(Self.bounds)
        #expect(one.intersection(other) == met)
        #expect(other.intersection(one) == met)
        #expect(one.hull(other) == held)
        #expect(other.hull(one) == held)
    }

    private static func bounds(_ ends: (Int, Int?)) -> Bounds {
        Bounds(atLeast: Int128(ends.0), atMost: ends.1.map { Int128($0) })
    }

    @Test("A quotient is rounded outwards, and has no bound where nothing is known")
    func quotient() {
        let (least, most) = Bounds(atLeast: 1, atMost: 2)
            .quotient(by: Bounds(atLeast: 3, atMost: 7), times: 10_000, \.self)
        #expect(least == 1428)
        #expect(most == 6667)
        let open = Bounds(atLeast: 3, atMost: nil)
        #expect(Bounds(exactly: 1).quotient(by: open, times: 100, \.self) == (nil, 34))
        #expect(open.quotient(by: Bounds(exactly: 0), times: 100, \.self) == (nil, nil))
        #expect(Bounds(exactly: 0).quotient(by: Bounds(exactly: 5), times: 1000, \.self) == (0, 0))
    }

    @Test(
        "The readable form is the middle and the distance of the bounds from it",
        arguments: [
            (183_000_000_000, 183_200_000_000, "1,831 ± 1 억원"),
            (183_049_999_999, 183_150_000_001, "1,831 ± 1 억원"),
            (100_000_000_000, 100_000_000_000, "1,000 ± 0 억원"),
            (14_575_194_865, 14_588_626_862, "145.8 ± 0.1 억원"),
            (1_000_000_000, 1_000_000_000, "10.0 ± 0.0 억원"),
            (999_999_999, 999_999_999, "10.00 ± 0.01 억원"),
            (0, 0, "0.00 ± 0.00 억원"), (1, 1, "0.00 ± 0.01 억원"),
            (123_456_789, nil, "≥ 1.23 억원"), (129_999_999_999, nil, "≥ 1,299 억원"),
            (0, nil, "≥ 0.00 억원"),
        ] as [(Int128, Int128?, String)])
    func readable(atLeast: Int128, atMost: Int128?, text: String) {
        #expect(Bounds(atLeast: atLeast, atMost: atMost).readable(in: .won) == text)
    }

    @Test("Another currency is read in millions")
    func dollars() throws {
        let dollar = try #require(Currency("USD"))
        #expect(
            Bounds(atLeast: 1_234_567_890, atMost: 1_234_667_890).readable(in: dollar)
                == "12.3 ± 0.1 백만 USD")
    }
}
