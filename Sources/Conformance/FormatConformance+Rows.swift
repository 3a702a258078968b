internal import BoxOffice

extension FormatConformance {
    /// Checks that no default column is there twice.
    mutating func checkColumns(_ options: PluginOptions) {
        for usual in [
            SampleRows.columns.map(\.name), ChartEntry.defaultColumns(of: .daily, perRegion: false),
        ] {
            let columns = format.columns(of: usual, options)
            findings.expect(
                !columns.isEmpty && Set(columns).count == columns.count, .defaultColumns,
                "the default columns are none, or one is there twice: \(columns)")
        }
    }

    /// Checks that rows look the same wherever they are, if the document says so.
    mutating func checkRowWriter(
        _ document: WrittenDocument, of rows: [[Value]], _ layout: Layout
    ) {
        guard let writer = (try? format.document(layout)) as? any RowDocument else { return }
        var written: [[UInt8]] = []
        do throws(Fault) {
            // Backwards, as a host may that writes several answers at once.
            for row in rows.reversed() {
                var buffer = ByteBuffer()
                try writer.write(row.span, into: &buffer)
                written.append(buffer.bytes)
            }
        } catch {
            return findings.note(.rowWriter, "a row by itself fails: \(error.message)")
        }
        findings.expect(
            Array(written.reversed().joined()) == document.rows, .rowWriter,
            "rows by themselves are not those of the document")
    }

    /// Checks that each row is read back with its cells.
    mutating func checkReader(of rows: [[Value]], _ layout: Layout) {
        do throws(Fault) {
            guard let reader = try (format as? any Updatable)?.reader(layout.options) else {
                return
            }
            for row in rows {
                let written = try WrittenDocument(of: [row], by: format, layout)
                let records = Self.records(in: written.rows, by: reader)
                findings.expect(
                    records.count == 1, .readsBack, "a row is read back as \(records.count)")
                for record in records {
                    let count = try reader.cells(of: record.span).count
                    findings.expect(
                        count == row.count, .readsBack,
                        "a row of \(row.count) cells is read back with \(count)")
                }
            }
        } catch {
            findings.note(.readsBack, "a row is not read back: \(error.message)")
        }
    }

    private static func records(
        in bytes: [UInt8], by reader: any RecordReader
    ) -> [[UInt8]] {
        var records: [[UInt8]] = []
        var record: [UInt8] = []
        var isOpen = false
        for line in bytes.linesWithEnds {
            record += line
            isOpen = reader.goesOn(behind: line.span, isOpen: isOpen)
            if isOpen { continue }
            records.append(record)
            record = []
        }
        return record.isEmpty ? records : records + [record]
    }
}

extension [UInt8] {
    /// The lines, each with the LF at its end.
    fileprivate var linesWithEnds: [[UInt8]] {
        var lines: [[UInt8]] = []
        var line: [UInt8] = []
        for byte in self {
            line.append(byte)
            if byte == UInt8(ascii: "\n") {
                lines.append(line)
                line = []
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
