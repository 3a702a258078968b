internal import BoxOffice
internal import CWorkbook

/// The sheet of a source's plot: a row for each film, a column for each period or day, and above
/// them lines, which are broken where a figure is missing.
extension Plot {
    /// Writes the sheet.
    func write(to workbook: inout Workbook, _ names: inout SheetNames) throws(Fault) {
        let name = layout.text(
            of: periods.isEmpty ? Message("xlsx-runs", "Runs") : Message("xlsx-ranks", "Ranks"))
        let sheet = try workbook.addSheet(
            names.unused([name, nameOfSource].compactMap(\.self).joined(separator: " ")),
            isSmall: true)
        if let remark = remarks.last {
            let note = CellText(layout.text(of: remark.wording)).text
            try sheet.write(note, at: top - 2, 0, .note)
        }
        let ends = try writeTable(to: sheet)
        try draw(on: sheet, of: workbook)
        if ends.last.map({ $0 > widestOnPaper }) ?? false {
            let fitting = ends.prefix { $0 < widthOfDrawing }.count
            sheet.setPrintArea(lastRow: top - 1, lastColumn: fitting)
        } else {
            sheet.repeatRow(top)
        }
    }

    /// Writes the table, and returns the right edges of its columns, in pixels.
    private func writeTable(to sheet: Sheet) throws(Fault) -> [Double] {
        let films = lines.map { CellText($0.name) }
        let widestName = films.map(\.room).max() ?? 0
        var widths = [min(max(widestName, 12), widestTitle)]
        try sheet.write(layout.text(of: Message("xlsx-film", "title")), at: top, 0, .header)
        for place in 0..<last {
            let label = label(ofPlace: place + 1)
            if rows?.days.isEmpty == true {
                try sheet.write(Double(place + 1), at: top, place + 1, .header)
            } else {
                try sheet.write(label, at: top, place + 1, .header)
            }
            widths.append(label.utf8.count)
        }
        for (row, (line, film)) in zip((top + 1)..., zip(lines, films)) {
            let isLong = film.room > widestTitle
            if isLong { sheet.setHeight(of: row, 30) }
            try sheet.write(film.text, at: row, 0, isLong ? .longText : .text)
            for place in 0..<last {
                guard let value = line.figures[place + 1],
                    let figure = value.cellFigure(in: column.kind)
                else { continue }
                let digits = value.readable(as: column.kind).utf8.count
                widths[place + 1] = max(widths[place + 1], digits)
                try sheet.write(figure, at: row, place + 1, CellStyle(of: value, in: column.kind))
            }
        }
        if !lines.isEmpty { sheet.setBorders(rows: top + 1...top + lines.count, lastColumn: last) }
        var end = 0.0
        return widths.enumerated().map { index, width in
            let width = index == 0 ? width : width + 1
            sheet.setWidth(of: index, width)
            // A character has seven pixels, and a column five more.
            end += Double(width * 7 + 5)
            return end
        }
    }

    /// Returns the label above a column: `6/1`, `22주`, or the number of the day or week.
    private func label(ofPlace place: Int) -> String {
        guard periods.indices.contains(place - 1) else { return name(ofPlace: place) }
        let (day, week) = (periods[place - 1].from, periods[place - 1].week)
        if chart == .daily { return "\(day.month)/\(day.dayOfMonth)" }
        // The same week of two years would have the same name.
        return periods.first?.week.year == periods.last?.week.year
            ? layout.text(of: Message("xlsx-week", "W\(week.number)")) : name(ofPlace: place)
    }

    /// Draws the lines above the table: the best-placed films have colours and names, as far as
    /// there are colours and space; the others are grey.
    private func draw(on sheet: Sheet, of workbook: borrowing Workbook) throws(Fault) {
        let best = bestPlaced.filter { !lines[$0].figures.isEmpty }
        let values = lines.lazy.flatMap(\.figures.values).compactMap(\.figure)
        let highest = values.max() ?? 0
        // Names are beside the ends of lines, so empty places follow the last one.
        let widest =
            best.prefix(FilmColours.light.count).map { CellText(lines[$0].name).width }.max() ?? 0
        let share = min((Double(widest) * widthOfCharacter + 20) / widthOfDrawing, 0.25)
        let room = max(1, Int((Double(last) * share / (1 - share)).rounded(.up)))
        let looks = Array(
            zip(FilmColours.light, namedPlaces(of: best, highest: highest, room: room)))
        let titleOfPeriods =
            chart == .daily
            ? Column("date", "날짜", .date) : Column("year_week", "연도주차", .text)
        // Labels that touch each other would be rotated.
        let longest = (1...max(last, 1)).map { label(ofPlace: $0).utf8.count }.max() ?? 0
        let step = Int(
            (Double(longest + 2) * widthOfCharacter * Double(last + room) / widthOfDrawing)
                .rounded(.up))
        let first = lines.lazy.compactMap { $0.figures.min { $0.key < $1.key }?.value }.first
        let format = CellStyle(of: first ?? .missing, in: column.kind).numberFormat ?? "General"
        let heading = ([title] + subject).joined(separator: ", ")
        let titleOfAxis = periods.isEmpty ? titleOfPlaces : layout.header(of: titleOfPeriods)
        let drawing = unsafe bo_workbook_chart(
            workbook.handle, CellText.beginning(of: heading), CellText.beginning(of: titleOfAxis),
            CellText.beginning(of: header), format, UInt16(clamping: step),
            areRanks ? UInt32(min(max(highest, 2), 1_000_000)) : 0)
        guard let drawing = unsafe drawing else { throw .workbook(bo_workbook_out_of_resources) }
        // The best ones are drawn over the others.
        for (number, film) in best.enumerated().reversed() {
            let (row, places) = (top + 1 + film, 1...last + room)
            let look = looks.dropFirst(number).first
            let place = look?.1
            let line = bo_line(
                name: bo_cells(row...row, 0...0), labels: bo_cells(top...top, places),
                values: bo_cells(row...row, places), colour: look.map { Int32($0.0) } ?? -1,
                named: place.map { UInt16(clamping: $0 - 1) } ?? .max,
                goes_on: lines[film].figures.keys.contains { $0 > place ?? .max })
            try unsafe bo_chart_add(drawing, sheet.name, line).check()
        }
        try unsafe bo_sheet_chart(sheet.handle, drawing, widthOfDrawing, 500).check()
    }

    /// The parts of the title that describe the chart of ranks, so that a drawing can be passed on
    /// alone: the days and the filter.
    private var subject: [String] {
        guard !periods.isEmpty, let days = layout.document.days else { return [] }
        let document = layout.document
        let filter = ChartFilter(
            region: document.regions.first, nation: document.nation, kind: document.kind)
        return [days] + Heading(layout).narrowing(of: filter)
    }

    /// Returns the places at which the films with a colour are named: the last one of each or, if it
    /// would touch the name of an earlier film, a place before it; nil if there is none.
    private func namedPlaces(of films: [Int], highest: Double, room: Int) -> [Int?] {
        var taken: [(place: Int, height: Double)] = []
        return films.prefix(FilmColours.light.count).map { film in
            let spots = lines[film].figures.compactMapValues(\.figure)
                .sorted { $0.key > $1.key }.map { (place: $0.key, height: $0.value / highest) }
            // A name above a line extends by half of its width to both sides.
            let free = spots.first { spot in
                (spot.place == spots.first?.place || spot.place > room / 2)
                    && !taken.contains {
                        abs($0.place - spot.place) < room
                            && abs($0.height - spot.height) < heightOfName
                    }
            }
            if let free { taken.append(free) }
            return free?.place
        }
    }
}

/// The row of the table's header: the drawing covers the rows above it.
private let top = 27
/// The width of the drawing in pixels: a screen shows some 1,300 by 500 of a workbook.
private let widthOfDrawing = 980.0
/// The width of a table in pixels above which only the drawing is printed: beside the table, whose
/// figures are also on the first sheet, it would be too small.
private let widestOnPaper = 1.1 * widthOfDrawing
/// The maximum number of characters in a line of a title.
private let widestTitle = 60
/// The approximate width of half a Hangul syllable in a name, in pixels.
private let widthOfCharacter = 7.7
/// The height of a name as a fraction of the plot's height.
private let heightOfName = 0.055
