internal import BoxOffice
internal import Engine
internal import Storage
internal import Wire

/// Documents that already exist.
extension PlannedRun {
    /// Reads the document that is to be brought up to date; nil if there is none.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if this command would not have written it; the
    ///   hint names the option with which it would, if there is one.
    func existing() throws(Fault) -> UpdatedFile? {
        guard format.isUpdatable else { return nil }
        let way = WayOfWriting(format: format, options: run.options, header: values.header)
        do throws(Fault) {
            return try read(way)
        } catch {
            guard error.kind == .malformed, error.code != "other-option" else { throw error }
            throw error.advising(advice(otherThan: way) ?? error.advice)
        }
    }

    /// Returns the hint that names how the document was written, if not in this way; nil if that
    /// cannot be found out.
    private func advice(otherThan way: WayOfWriting) -> Message? {
        var bare = way
        bare.header = Layout.Header.none
        if way.header != bare.header, (try? read(bare)) != nil {
            return Message(
                "the file has no header: --header none goes on with it",
                ko: "파일에 머리글이 없습니다. --header none을 지정하세요")
        }
        for format in Registry.formats where format.isUpdatable {
            let name = format.manifest.name
            guard name != way.format.manifest.name,
                let options = try? PluginOptions(for: format.manifest),
                (try? read(WayOfWriting(format: format, options: options))) != nil
            else { continue }
            return Message(
                "the file was written with --format \(name)",
                ko: "--format {1}{으로/로} 만든 파일입니다. 같은 형식을 지정하세요")
        }
        return nil
    }

    /// Reads the document as one that was written in this `way`.
    private func read(_ way: WayOfWriting) throws(Fault) -> UpdatedFile? {
        guard let charts = plan.charts else { throw .chartsOnly }
        guard let reader = try way.format.reader(way.options) else { return nil }
        guard let file = try ExistingFile(at: wholePath) else { return nil }
        var document: ExistingDocument?
        var length = 0
        try file.forEachRecord(goesOn: { reader.goesOn(after: $0, isOpen: $1) }) {
            range, record throws(Fault) in
            if document == nil {
                let beginning = try DocumentBeginning.of(record, for: plan, way)
                try beginning.check(against: plan, areChosen: values.columnNames != nil)
                document = try ExistingDocument(
                    of: charts, columns: beginning.names, from: plan.sourcePlans, top: plan.top)
                length = beginning.length
            }
            let start = max(range.lowerBound, length)
            guard start < range.upperBound else { return }
            let row = record.extracting((start - range.lowerBound)...)
            try document?.add(
                try reader.cells(of: row), at: start..<range.upperBound, by: reader)
        }
        guard let document else { return nil }
        return UpdatedFile(over: file, document, header: length)
    }
}

/// The options with which a document may have been written.
private struct WayOfWriting {
    let format: any Format
    var options: PluginOptions
    /// The language that the user chose for the header, or nil.
    var header: Layout.Header?
}

/// The beginning of an existing document: its columns, as its first record names them.
private struct DocumentBeginning {
    /// The names of the columns.
    let names: [String]
    /// The number of bytes before the first row: those of a header, of a byte order mark, or 0.
    let length: Int

    /// Reads the first record of a document.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the record would not have been written in this
    ///   `way`. If it would have been with another value of an option, the hint names that.
    static func of(
        _ record: Span<UInt8>, for plan: Plan, _ way: WayOfWriting
    ) throws(Fault) -> DocumentBeginning {
        do throws(Fault) {
            return try DocumentBeginning(record, plan, way)
        } catch {
            guard way.header != Layout.Header.none else { throw error }
            var other = way
            for option in way.format.manifest.options {
                let delimiters = option.name == "delimiter" ? [",", ";", "tab", "|"] : []
                for value in option.choices ?? delimiters where way.options[option.name] != value {
                    other.options = way.options.setting(option.name, to: value)
                    guard (try? DocumentBeginning(record, plan, other)) != nil else { continue }
                    throw .otherOption(option.name, value)
                }
            }
            throw error
        }
    }

    private init(_ record: Span<UInt8>, _ plan: Plan, _ way: WayOfWriting) throws(Fault) {
        let cells = try way.format.reader(way.options)?.cells(of: record) ?? []
        // Without a header, the first record is a row.
        var header = Layout.Header.none
        if cells.contains(where: { $0.name != nil }) {
            names = cells.map { $0.name ?? "" }
        } else if way.header == Layout.Header.none {
            names = plan.columns
        } else {
            let texts = cells.map { String(($0.text ?? "").trimmingPrefix { $0 == "\u{FEFF}" }) }
            let columns = plan.dataset.columns
            let isKorean = columns.contains { $0.koreanHeader == texts.first }
            header = isKorean ? .ko : .en
            names = try texts.map { text throws(Fault) in
                let column = columns.first {
                    isKorean ? $0.koreanHeader == text : $0.name == text
                }
                guard let column else {
                    let isDeep = plan.deepColumn.map {
                        $0.name == text || $0.koreanHeader == text
                    }
                    throw isDeep == true ? .deepColumn(text) : .unknownColumn(text)
                }
                return column.name
            }
        }
        let layout: Layout
        do throws(Fault) {
            layout = try plan.choosing(names).layout(
                header: header, medium: .file, options: way.options)
        } catch {
            throw Fault(.malformed, "file-columns", "\(error.wording)", ko: "{1}")
        }
        var document = try way.format.document(layout)
        var buffer = ByteBuffer()
        try document.begin(into: &buffer)
        // The bytes that the format would have written before the first row.
        let isThere = buffer.withBytes { expected in
            expected.count <= record.count
                && (header == Layout.Header.none || expected.count == record.count)
                && expected.indices.allSatisfy { expected[$0] == record[$0] }
        }
        guard isThere else { throw .otherOptions }
        length = buffer.count
    }

    /// Refuses a document whose columns differ from those of `plan` if the user chose them, and
    /// otherwise one without the columns that an option adds.
    func check(against plan: Plan, areChosen: Bool) throws(Fault) {
        if areChosen {
            guard plan.columns != names else { return }
            throw .otherColumns(
                lacking: plan.columns.filter { !names.contains($0) },
                besides: names.filter { !plan.columns.contains($0) })
        }
        if plan.isDeep, let deep = plan.deepColumn?.name, !names.contains(deep) {
            throw .notDeep(deep)
        }
        // A file may have only some of the columns that a lookup adds, but not none of them.
        for columns in plan.sourcePlans.compactMap(\.enrichment).flatMap(\.columnsOfEach) {
            let added = columns.map(\.name).filter(plan.usualColumns.contains)
            guard added.isEmpty || added.contains(where: names.contains) else {
                throw .otherColumns(lacking: added, besides: [])
            }
        }
    }
}

extension Fault {
    fileprivate static let chartsOnly = Fault(
        .usage, "charts-only",
        "--update goes with charts only", ko: "--update는 박스오피스에만 사용할 수 있습니다")

    /// Returns the fault of a file with other columns than the chosen ones, or with the same in
    /// another order.
    fileprivate static func otherColumns(lacking: [String], besides: [String]) -> Fault {
        let names = (lacking.isEmpty ? besides : lacking).joined(separator: ", ")
        let message: Message =
            if !lacking.isEmpty {
                Message(
                    "the file does not have the columns \(names)",
                    ko: "파일에 없는 열이 있습니다: {1}")
            } else if !besides.isEmpty {
                Message(
                    "the file also has the columns \(names)",
                    ko: "파일에 열이 더 있습니다: {1}")
            } else {
                Message(
                    "the columns of the file are in another order",
                    ko: "파일에 있는 열의 순서가 다릅니다")
            }
        return Fault(
            .malformed, "other-columns", message,
            hint:
                Message(
                    "leave out --columns and --with to go on with the file's columns, or write another file",
                    ko: "파일의 열을 그대로 쓰려면 --columns와 --with를 빼고, 아니면 다른 파일에 쓰세요"))
    }

    /// Returns the fault of a file that has only charts of all films.
    fileprivate static func notDeep(_ column: String) -> Fault {
        Fault(
            .malformed, "file-not-deep",
            "the file does not have the column \(column), so it was written without --deep",
            ko: "파일에 {1} 열이 없습니다. --deep 없이 만든 파일입니다",
            hint: "leave out --deep to go on with the file, or write another file",
            hintKo: "이 파일을 이어서 쓰려면 --deep을 빼고, 아니면 다른 파일에 쓰세요")
    }

    /// Returns the fault of a file that has deep charts.
    fileprivate static func deepColumn(_ name: String) -> Fault {
        Fault(
            .malformed, "file-is-deep",
            "the file has the column \(name), as files that were written with --deep or from the council's tables",
            ko: "파일에 {1} 열이 있습니다. --deep으로 만들거나 영화진흥위원회의 표로 만든 파일입니다",
            hint: "run the command with --deep if the file was, or write another file",
            hintKo: "--deep으로 만든 파일이면 --deep을 함께 지정하고, 아니면 다른 파일에 쓰세요")
    }

    fileprivate static func unknownColumn(_ name: String) -> Fault {
        Fault(
            .malformed, "unknown-column",
            "the header has an unknown column '\(name.excerpt)'",
            ko: "머리글에 알 수 없는 열 '{1}'{이/가} 있습니다",
            hint: otherOptions.advice)
    }

    fileprivate static let otherOptions = Fault(
        .malformed, "other-options",
        "the header was written with other options", ko: "파일을 만들 때 지정한 옵션이 지금과 다릅니다",
        hint:
            "give the options the file was written with, such as --with, --source, --profile or -O",
        hintKo: "--with, --source, --profile, -O처럼 파일을 만들 때 지정한 옵션을 그대로 지정하세요")

    /// Returns the fault of a file that was written with another value of an option.
    fileprivate static func otherOption(_ name: String, _ value: String) -> Fault {
        let option = name == "profile" ? "--profile \(value)" : "-O '\(name)=\(value)'"
        return Fault(
            .malformed, "other-option",
            "the header was written with \(option)", ko: "파일을 만들 때 {1}{을/를} 지정했습니다",
            hint: "run the command with \(option)", hintKo: "{1}{을/를} 지정해 실행하세요")
    }
}
