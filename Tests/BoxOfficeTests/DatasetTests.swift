import BoxOffice
import Testing

@Suite struct DatasetTests {
    private let dataset = ChartEntry.table.dataset

    @Test("The daily chart has the columns of the contract, in that order")
    func defaultColumns() {
        let contract = """
            date rank rank_change is_new movie_code title open_date sales_amount sales_share \
            sales_change sales_change_rate sales_total audience_count audience_change \
            audience_change_rate audience_total screen_count show_count
            """
        let daily = ChartEntry.defaultColumns(of: .daily, perRegion: false)
        #expect(daily == contract.split(separator: " ").map(String.init))
        let weekly = ChartEntry.defaultColumns(of: .weekly, perRegion: true)
        #expect(weekly.prefix(5) == ["year_week", "from", "to", "region", "rank"])
    }

    @Test("No column occurs twice in the table, and every name is in snake case")
    func columnNames() {
        let names = dataset.columns.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "_" } })
        #expect(Set(dataset.columns.map(\.koreanHeader)).count == names.count)
    }

    @Test("An unknown column lists the known, the nearest first")
    func unknownColumn() throws {
        let fault = #expect(throws: Fault.self) { try dataset.indices(of: ["date", "titel"]) }
        #expect(fault?.kind == .usage)
        #expect(fault?.message.hasPrefix("there is no column 'titel'; known are title, ") == true)
        for column in dataset.columns { #expect(fault?.message.contains(column.name) == true) }
    }

    @Test(
        "A column may be called by its Korean header, long or short",
        arguments: [
            ("영화명", "title"), ("영화", "title"), ("매출액점유율", "sales_share"),
            ("점유율", "sales_share"), ("순위", "rank"), ("누적관객수", "audience_total"),
            // As macOS passes Hangul, decomposed.
            ("\u{1109}\u{116E}\u{11AB}\u{110B}\u{1171}", "rank"),
        ])
    func koreanHeaders(header: String, name: String) throws {
        let indices = try dataset.indices(of: ["date", header])
        #expect(indices.map { dataset.columns[$0].name } == ["date", name])
        let fault = #expect(throws: Fault.self) { try dataset.indices(of: [name, header]) }
        #expect(fault?.message == "the column '\(name)' (\(name), \(header)) is asked for twice")
    }

    @Test("A short header shared by several columns selects none of them")
    func ambiguous() {
        let dataset = Dataset(
            name: "d",
            columns: [Column("a", "하나", .text, short: "수"), Column("b", "둘", .text, short: "수")])
        #expect(throws: Fault.self) { try dataset.indices(of: ["수"]) }
    }

    @Test(
        "An unknown Korean column lists the Korean headers, the nearest first",
        arguments: [
            ("제목", "영화명"), ("매출", "매출액"), ("관객", "관객수"), ("누적관객", "누적관객수"),
            ("순휘", "순위"), ("상영횟쑤", "상영횟수"),
        ])
    func unknownKorean(text: String, nearest: String) {
        let fault = #expect(throws: Fault.self) { try dataset.indices(of: [text]) }
        #expect(
            fault?.message.hasPrefix("there is no column '\(text)'; known are \(nearest), ") == true
        )
        for column in dataset.columns {
            #expect(fault?.message.contains(column.koreanHeader) == true)
        }
    }

    @Test(
        "A duplicate column, or no column, is refused", arguments: [["rank", "rank"], [], [""]])
    func refuses(names: [String]) {
        #expect(throws: Fault.self) { try dataset.indices(of: names) }
    }

    @Test(
        "Options of a plugin are checked against its manifest",
        arguments: [
            (["size=3", "loud=true"], nil), (["size"], "-O takes KEY=VALUE, not 'size'"),
            (["sise=3"], "there is no option of p 'sise'; known are size, loud"),
            (["loud=yes"], "-O loud= takes true or false, not 'yes'"),
            (["size=1", "size=2"], "-O size= is given twice"),
        ] as [([String], String?)])
    func options(assignments: [String], message: String?) throws {
        let manifest = Manifest(
            name: "p", summary: "",
            options: [
                PluginOption("size", .text, default: "1", help: ""),
                PluginOption("loud", .boolean, default: "false", help: ""),
            ])
        do throws(Fault) {
            let options = try PluginOptions(assignments, for: manifest)
            #expect(message == nil && options["size"] == "3" && options["loud"] == "true")
        } catch {
            #expect(error.message == message)
        }
    }
}
