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

    @Test(
        "An invalid country, currency, end of a day or language is named",
        arguments: [
            (#""country":"us""#, "field 'country': 'us' is not a country of ISO 3166"),
            (#""country":"USA""#, "field 'country': 'USA' is not a country of ISO 3166"),
            (#""country":82"#, "field 'country': 82 is not a country of ISO 3166"),
            (#""currency":"usd""#, "field 'currency': 'usd' is not a currency of ISO 4217"),
            (#""currency":"ZZZ""#, "field 'currency': 'ZZZ' is not a currency of ISO 4217"),
            (#""day_ends":"9:00""#, "field 'day_ends': '9:00' is not a time from 10:00 to 48:00"),
            (#""day_ends":"09:59""#, "field 'day_ends': '09:59' is not a time from 10:00"),
            (#""day_ends":"48:01""#, "field 'day_ends': '48:01' is not a time from 10:00"),
            (#""day_ends":"34:60""#, "field 'day_ends': '34:60' is not a time from 10:00"),
            (#""day_ends":34"#, "field 'day_ends': 34 is not a time from 10:00"),
            (#""language":"English""#, "field 'language': 'English' is not a language of ISO 639"),
            (#""language":"EN""#, "field 'language': 'EN' is not a language of ISO 639"),
            (#""language":"e""#, "field 'language': 'e' is not a language of ISO 639"),
        ])
    func wrong(field: String, message: String) throws {
        let fault = #expect(throws: Fault.self) { try manifest("\(Self.columns),\(field)") }
        #expect(fault?.message.contains("its manifest: \(message)") == true, "\(fault as Any)")
    }

    @Test("Only amounts in won may have the type won, from before there were other currencies")
    func won() throws {
        let columns =
            #""columns":[{"name":"sales_amount","type":"won"},{"name":"a","type":"won"},"#
            + #"{"name":"b","type":"amount"}]"#
        let kinds = try manifest(columns).columns.map(\.kind)
        #expect(kinds == [.amount, .amount, .amount])
        let fault = #expect(throws: Fault.self) { try manifest(#"\#(columns),"currency":"USD""#) }
        let reason =
            "field 'type': 'won' is for amounts in KRW; this source's are in USD, so write 'amount'"
        #expect(
            fault?.message
                == "the plugin 'test': its manifest: column 'sales_amount': \(reason); "
                + "column 'a': \(reason)")
    }

    // MARK: - Rows

    /// Makes a source of a dataset with an amount, or of daily charts with one, that answers with
    /// `rows`.
    private func source(
        _ shop: Workshop, _ territory: String, isChart: Bool = false, columns: String = "",
        _ rows: String...
    ) throws -> PluginFile {
        let kind = isChart ? #""charts":["daily"],"from":"2000-01-01""# : #""dataset":"things""#
        return try shop.make(
            .source, "test",
            """
            #!/bin/sh
            IFS= read -r hello
            cat <<'MANIFEST'
            {"manifest":{"protocol":1,"name":"test","summary":"s",\(kind),\(territory)"columns":[{"name":"a","type":"amount"}\(columns)]}}
            MANIFEST
            IFS= read -r query || exit 0
            cat <<'ROWS'
            \(rows.map { #"{"row":\#($0)}"# }.joined(separator: "\n"))
            {"end":{}}
            ROWS
            """)
    }

    @Test(
        "Amounts are exact, and have the decimals of their currency",
        arguments: [
            ("KRW", "9223372036854775807", "9223372036854775807"),
            ("KRW", "-12345", "-12345"), ("USD", "12345.5", "12345.50"),
            ("USD", "12345.50", "12345.50"), ("USD", "12345", "12345.00"),
            ("USD", "-0.05", "-0.05"), ("USD", "92233720368547758.07", "92233720368547758.07"),
            ("KWD", "1.005", "1.005"), ("JPY", "5", "5"),
        ])
    func amounts(currency: String, json: String, text: String) async throws {
        let shop = try Workshop()
        let territory = #""currency":"\#(currency)","#
        let outcome = try await shop.read(
            from: try source(shop, territory, #"{"a":\#(json)}"#, #"{"a":null}"#))
        #expect(outcome.fault == nil, "\(outcome.fault as Any)")
        #expect(outcome.text == "\(text)\n?\n")
    }

    @Test(
        "A value that is not an exact amount of the currency is refused",
        arguments: [
            ("KRW", "1.0", "a whole number of 64 bits"),
            ("KRW", "1.5", "a whole number of 64 bits"),
            ("KRW", "9223372036854775808", "a whole number of 64 bits"),
            ("USD", "12345.678", "an amount of 64 bits with at most 2 decimals"),
            ("USD", "12345.500", "an amount of 64 bits with at most 2 decimals"),
            ("USD", "1e3", "an amount of 64 bits with at most 2 decimals"),
            ("USD", "1.5e1", "an amount of 64 bits with at most 2 decimals"),
            ("USD", "92233720368547758.08", "an amount of 64 bits with at most 2 decimals"),
            ("KWD", "1.0005", "an amount of 64 bits with at most 3 decimals"),
        ])
    func noAmount(currency: String, json: String, domain: String) async throws {
        let shop = try Workshop()
        let territory = #""currency":"\#(currency)","#
        let outcome = try await shop.read(from: try source(shop, territory, #"{"a":\#(json)}"#))
        #expect(
            outcome.fault?.message.contains("'a' is \(json), but takes \(domain)") == true,
            "\(outcome.fault as Any)")
    }

    @Test(
        "A row of another country or currency than the manifest has is refused",
        arguments: [
            (#""country":"US","currency":"USD","#, #""country":"US","currency":"USD""#, nil),
            (#""country":"US","currency":"USD","#, #""country":"CA","currency":"USD""#, "country"),
            (#""country":"US","currency":"USD","#, #""country":"US","currency":"CAD""#, "currency"),
            (#""country":"US","currency":"USD","#, #""country":null,"currency":"USD""#, "country"),
            // Columns of plugins from before a manifest could name country and currency.
            ("", #""country":"US","currency":"USD""#, nil),
        ])
    func declared(territory: String, fields: String, wrong: String?) async throws {
        let shop = try Workshop()
        let file = try source(
            shop, territory, isChart: true, columns: #",{"name":"country"},{"name":"currency"}"#,
            #"{"a":1,\#(fields)}"#)
        let outcome = try await shop.read(from: file, days: 15_000...15_000)
        #expect((outcome.fault == nil) == (wrong == nil), "\(outcome.fault as Any)")
        if let wrong {
            let code = wrong == "country" ? "US" : "USD"
            #expect(
                outcome.fault?.message.contains("'\(wrong)' is not \(code), as in the manifest")
                    == true, "\(outcome.fault as Any)")
        }
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
