import BoxOffice
import Testing

@Suite struct DatasetTests {
    private let dataset = ChartEntry.table.dataset

    @Test("The daily chart has the columns of the contract, in its order")
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

    @Test("No column stands in the table twice, and every name is in snake case")
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
        "A column asked for twice, or none, is refused", arguments: [["rank", "rank"], [], [""]])
    func refuses(names: [String]) {
        #expect(throws: Fault.self) { try dataset.indices(of: names) }
    }

    @Test(
        "Options of a plugin are checked against its manifest",
        arguments: [
            (["size=3", "loud=true"], nil), (["size"], "an option is KEY=VALUE, not 'size'"),
            (["sise=3"], "there is no option of p 'sise'; known are size, loud"),
            (["loud=yes"], "the option loud takes true or false, not 'yes'"),
            (["size=1", "size=2"], "the option size is given twice"),
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
