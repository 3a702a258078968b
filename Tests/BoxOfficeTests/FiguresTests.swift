import BoxOffice
import Testing

@Suite struct FiguresTests {
    @Test(
        "A rank change is shown in the familiar form",
        arguments: [
            (RankChange.new, "진입"), (.places(3), "▲3"), (.places(-2), "▼2"), (.places(0), "-"),
            (.places(.min), "▼9223372036854775808"),
        ])
    func marker(change: RankChange, expected: String) {
        #expect(change.marker(openedOn: nil, chartFrom: nil) == expected)
    }

    @Test(
        "Integers are written exactly, up to the extremes",
        arguments: [0, 7, -7, 10, 99, 100, 139_565_890_466, .max, .min])
    func integers(number: Int) {
        var buffer = ByteBuffer()
        buffer.append(number)
        #expect(buffer.text == "\(number)")
    }

    @Test("Days are written as ISO 8601")
    func days() throws {
        var buffer = ByteBuffer()
        let day = try #require(Day(year: 987, month: 6, day: 5))
        buffer.append(room: 10) { $0.append(asText: day) }
        #expect(buffer.text == "0987-06-05")
    }

    @Test(
        "A region is found by its names and its code",
        arguments: [
            ("서울", "0105001"), ("서울시", "0105001"), ("서울특별시", "0105001"), ("경기", "0105002"),
            ("충북", "0105004"), ("전라남도", "0105009"), ("제주", "0105010"), ("0105017", "0105017"),
            ("0105099", "0105099"),
        ])
    func regions(name: String, code: String) throws {
        #expect(try Region(named: name).code == code)
    }

    @Test("Regions may be listed with commas, and a duplicate counts once")
    func regionLists() throws {
        // The last one as macOS passes Hangul, decomposed.
        let letters = "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}"
        let regions = try Region.list(named: "서울, 부산시,0105001,\(letters)")
        #expect(regions.map(\.name) == ["서울시", "부산시"])
        for text in ["", "서울,", ",서울", "서울,,부산", "서울, ,부산"] {
            let fault = #expect(throws: Fault.self) { try Region.list(named: text) }
            #expect(fault?.code == "empty-region")
        }
    }

    @Test(
        "An unknown region lists all, the nearest first",
        arguments: [("서을", "서울시"), ("부싼", "부산시"), ("충남도", "충청남도"), ("경긱도", "경기도")])
    func nearestRegion(text: String, nearest: String) {
        let fault = #expect(throws: Fault.self) { try Region.list(named: text) }
        #expect(
            fault?.message.hasPrefix("there is no region '\(text)'; known are \(nearest), ") == true
        )
        for region in Region.all { #expect(fault?.message.contains(region.name) == true) }
    }

    @Test("An unknown region lists the known ones", arguments: ["평양", "", "Seoul", "010 5001"])
    func unknownRegion(name: String) {
        #expect(throws: Fault.self) { try Region(named: name) }
    }
}
