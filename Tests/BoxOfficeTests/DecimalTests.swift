import Testing

@testable import BoxOffice

@Suite struct DecimalTests {
    @Test(
        "A number has all its decimal places, written the same everywhere, and its digits are grouped before these",
        arguments: [
            (1_234_567, 0, "1234567", "1,234,567"), (-5, 0, "-5", "-5"),
            (.min, 0, "-9223372036854775808", "-9,223,372,036,854,775,808"),
            (0, 1, "0.0", "0.0"), (831, 1, "83.1", "83.1"), (-4, 1, "-0.4", "-0.4"),
            (-110, 1, "-11.0", "-11.0"), (44_635_260, 1, "4463526.0", "4,463,526.0"),
            (.min, 1, "-922337203685477580.8", "-922,337,203,685,477,580.8"),
            (123_450, 2, "1234.50", "1,234.50"), (-5, 2, "-0.05", "-0.05"), (0, 2, "0.00", "0.00"),
            (99, 2, "0.99", "0.99"), (100, 2, "1.00", "1.00"),
            (-100_000, 2, "-1000.00", "-1,000.00"),
            (.max, 2, "92233720368547758.07", "92,233,720,368,547,758.07"),
            (1_234_567, 3, "1234.567", "1,234.567"), (1, 4, "0.0001", "0.0001"),
            (.min, 18, "-9.223372036854775808", "-9.223372036854775808"),
            (-1, 18, "-0.000000000000000001", "-0.000000000000000001"),
        ])
    func text(units: Int, places: Int, text: String, grouped: String) {
        let number = Decimal(units, places: places)
        #expect(number.description == text && number.text(grouping: ",") == grouped)
        #expect(Value.decimal(number).json == text)
        var buffer = ByteBuffer()
        buffer.append(room: 21) { $0.append(asText: number) }
        #expect(buffer.text == text)
    }

    @Test("Numbers are equal if their units and places are; there are 0 to 18 places")
    func equality() {
        let cents = Decimal(100, places: 2)
        #expect(cents == Decimal(100, places: 2) && cents != Decimal(1, places: 0))
        #expect(Decimal(1, places: -1).places == 0 && Decimal(1, places: 99).places == 18)
    }

    @Test("Numbers are ordered by size, and equal ones by their places")
    func order() {
        let ordered = [
            Decimal(.min, places: 0), Decimal(.min, places: 18), Decimal(-1, places: 0),
            Decimal(-1, places: 1), Decimal(0, places: 1), Decimal(149, places: 2),
            Decimal(15, places: 1), Decimal(150, places: 2), Decimal(2, places: 0),
            Decimal(.max, places: 18), Decimal(.max, places: 0),
        ]
        #expect(ordered.reversed().sorted() == ordered)
        #expect(!(Decimal(7, places: 1) < Decimal(7, places: 1)))
    }

    @Test(
        "A number may get more places, but never fewer or more than fit",
        arguments: [
            (15, 1, 1, 15), (15, 1, 3, 1500), (15, 1, 0, nil),
            (-7, 0, 18, -7 * 1_000_000_000_000_000_000),
            (10, 0, 18, nil),
        ] as [(Int, Int, Int, Int?)])
    func units(units: Int, places: Int, wanted: Int, expected: Int?) {
        #expect(Decimal(units, places: places).units(withPlaces: wanted) == expected)
    }

    @Test(
        "The number to plot is close to it",
        arguments: [(-5, 2, -0.05), (1234, 0, 1234), (7, 2, 0.07)])
    func approximation(units: Int, places: Int, number: Double) {
        #expect(Decimal(units, places: places).approximation == number)
    }

    @Test("A value takes one byte more than a text")
    func size() {
        #expect(MemoryLayout<Value>.size == MemoryLayout<String>.size + 1)
    }
}
