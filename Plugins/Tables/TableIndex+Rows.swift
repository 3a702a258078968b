internal import BoxOffice

extension TableIndex {
    /// Returns the columns as a table of the rows of `form`, whose amounts have `decimals` places.
    ///
    /// The value of a derived column is derived again; if the file lacks columns for that, or the
    /// row figures, its own value stays.
    func table(of form: TableForm, decimals: Int) -> Table<[Value]> {
        let charts = ChartEntry.table.dataset
        return Table(
            named: charts.name, key: charts.key,
            columns.enumerated().map { [indices] place, column in
                let derived = DerivedColumn.all.first { $0.column.name == column.name }
                guard let derived, form.derives(derived) else {
                    return Field<[Value]>(column) { $0[place] }
                }
                return Field<[Value]>(column) { row in
                    let row = copy row
                    let value = derived.value(
                        RowFigures(in: nil) { name in
                            let value = indices[name].map { row[$0] } ?? .missing
                            return value.whole(decimals)
                        })
                    let isKnown = derived.required.allSatisfy { name in
                        indices[name].map { row[$0] } != .missing
                    }
                    return value == .missing && !isKnown ? row[place] : value
                }
            })
    }

    /// Returns the rows of an edition, each with a value for each of ``columns``.
    func rows(of own: TableEdition, as edition: ChartEdition, _ currency: Value) -> [[Value]] {
        let form = forms[own.form]
        let asked = own.times(form).min()
        // The values of a row that its file may lack or write in another form.
        let usual: [Value?] = columns.map { column in
            switch column.name {
            case "source": .text(edition.source)
            case "fetched_at" where own.isOfSite: Value(asked?.description)
            case "nation", "kind": own.isOfSite ? edition.value(of: column.name) : nil
            case let name: edition.value(of: name)
            }
        }
        let places = columns.map { form.index(of: $0.name) }
        let (ofCurrency, ofNation) = (indices["currency"], indices["film_nation"])
        return own.rows.map { values in
            columns.indices.map { column in
                if let value = usual[column] { return value }
                switch values.value(at: places[column]) {
                case .missing where column == ofCurrency: return currency
                case .text(let country) where column == ofNation:
                    return PeriodTable.Film.nation(of: country).map { .text($0.rawValue) }
                        ?? .missing
                case let value: return value
                }
            }
        }
    }
}

extension TableForm {
    /// Returns true if the file has all columns that the column is derived from, or lacks the
    /// column.
    fileprivate func derives(_ derived: DerivedColumn) -> Bool {
        index(of: derived.column.name) == nil
            || derived.inputs.allSatisfy { input in
                // Every row has a period.
                ["from", "to"].contains(input) || index(of: input) != nil
            }
    }
}

extension Value {
    /// Returns an amount with the number of decimal places in `places`; any other value unchanged.
    fileprivate func whole(_ places: Int) -> Value {
        guard let amount = decimal, amount.places < places,
            let units = amount.units(withPlaces: places)
        else { return self }
        return .decimal(Decimal(units, places: places))
    }
}
