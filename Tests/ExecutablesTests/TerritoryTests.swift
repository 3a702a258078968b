import BoxOffice
import Foundation
import Testing

@testable import Executables

/// Sources of other countries and currencies, and the messages about them to formats.
@Suite(.timeLimit(.minutes(10))) struct TerritoryTests {
    // MARK: - Manifests

    private static let columns = #""columns":[{"name":"a","type":"amount"}]"#

    private func manifest(_ fields: String) throws -> PluginManifest {
        let line =
            #"{"manifest":{"protocol":1,"name":"test","summary":"s","charts":["daily"],"#
            + #""from":"2022-01-01",\#(fields)}}"#
        return try PluginManifest(Array(line.utf8), of: .source, named: "test")
    }

    @Test("A manifest says where the charts are from; without that nothing changes")
    func market() throws {
        let plain = try manifest(Self.columns)
        #expect(plain.policy == ChartPolicy())
        let american = try manifest(
            Self.columns
                + #","country":"US","currency":"USD","day_ends":"34:00","language":"en""#)
        #expect(
            american.policy.territory
                == Territory(
                    country: Country("US"), currency: try #require(Currency("USD")),
                    dayEnds: 34 * 60, language: "en"))
    }

    // MARK: - Formats

    private static let korean = FigureSource("kobis-json", territory: .korea)
    private static let american = {
        var source = FigureSource(
            "cinemart",
            territory: Territory(
                country: Country("US"), currency: Currency("USD") ?? .won, dayEnds: 34 * 60,
                language: "en"))
        source.credit = "Cinemart (cinemart)"
        source.filmPage = "https://films.example/{code}"
        return source
    }()

    private func layout(_ figures: [FigureSource]) throws -> Layout {
        var document = DocumentDescription(dataset: "chart", sources: figures.map(\.name))
        document.figures = figures
        return Layout(
            columns: [
                Column("source", "출처", .text), Column("sales_amount", "매출액", .amount),
                Column("sales_share", "매출액점유율", .percent),
            ],
            options: try PluginOptions(for: Manifest(name: "x", summary: "x")), document: document)
    }

    @Test(
        "A format is told the sources of the figures, and amounts have the type won if all are in won",
        arguments: [
            ([korean], "won", "null"),
            ([american], "amount", #""https://films.example/{code}""#),
            ([american, korean], "amount", "null"), ([korean, korean], "won", "null"),
        ])
    func figures(_ figures: [FigureSource], type: String, page: String) throws {
        let line = String(decoding: ProtocolLine.begin(try layout(figures)), as: UTF8.self)
        #expect(
            line.hasPrefix(
                #"{"columns":[{"name":"source","korean":"출처","type":"text"},"#
                    + #"{"name":"sales_amount","korean":"매출액","type":"\#(type)"},"#
                    + #"{"name":"sales_share","korean":"매출액점유율","type":"percent"}],"#), "\(line)")
        let said = [
            "kobis-json": #"{"name":"kobis-json","credit":"kobis-json","country":"KR","#
                + #""currency":"KRW","decimals":0,"language":"ko","film_page":null}"#,
            "cinemart": #"{"name":"cinemart","credit":"Cinemart (cinemart)","country":"US","#
                + #""currency":"USD","decimals":2,"language":"en","#
                + #""film_page":"https://films.example/{code}"}"#,
        ]
        let list = figures.compactMap { said[$0.name] }.joined(separator: ",")
        #expect(
            line.hasSuffix(
                #""film_page":\#(page),"begun":null,"figures":[\#(list)]},"options":{}}\#n"#),
            "\(line)")
    }

    @Test("Editions name the source that was asked, and amounts have all their decimals")
    func editions() throws {
        let layout = try layout([Self.korean, Self.american])
        var lines = RowLines(layout, withEditions: true)
        var buffer = ByteBuffer()
        let period = Period(of: .daily, containing: Day(daysSince1970: 19_144))
        for (source, amount) in [
            (Self.korean, BoxOffice.Decimal(12_345, in: .won)),
            (Self.american, BoxOffice.Decimal(1_234_550, in: Self.american.territory.currency)),
        ] {
            let edition = ChartEdition(period, source: source.name)
            try lines.begin(edition, into: &buffer)
            let row: [Value] = [.text(source.name), .decimal(amount), .missing]
            try lines.write(row.span, into: &buffer)
            try lines.end(edition, EditionState(), into: &buffer)
        }
        let day =
            #""chart":"daily","from":"2022-06-01","to":"2022-06-01","region":null,"#
            + #""nation":null,"kind":null"#
        #expect(
            buffer.text == """
                {"edition":{\(day),"source":"kobis-json"}}
                {"row":{"source":"kobis-json","sales_amount":12345,"sales_share":null}}
                {"edition":{\(day),"source":"cinemart"}}
                {"row":{"source":"cinemart","sales_amount":12345.50,"sales_share":null}}

                """)
    }

    @Test(
        "A format with its own columns keeps those that name the rows' source, and puts them first",
        arguments: [
            (#","columns":["rank","title"]"#, ["date", "rank"], ["rank", "title"]),
            (
                #","columns":["rank","title"]"#, ["source", "date", "rank"],
                ["source", "rank", "title"]
            ),
            (
                #","columns":["rank","currency"]"#, ["source", "currency", "date"],
                ["source", "currency", "rank"]
            ),
            ("", ["source", "date", "rank"], ["source", "date", "rank"]),
        ])
    func wanted(fields: String, usual: [String], columns: [String]) throws {
        let shop = try Workshop()
        let file = try shop.format("")
        let line = #"{"manifest":{"protocol":1,"name":"test","summary":"s"\#(fields)}}"#
        let plugin = try PluginManifest(Array(line.utf8), of: .format, named: "test")
        let format = ExecutableFormat(
            endpoint: PluginEndpoint(file: file, manifest: plugin, host: shop.host))
        let options = try PluginOptions(for: plugin.manifest)
        #expect(format.defaultColumns(of: UsualColumns(usual), options) == columns)
    }
}
