extension Value {
    /// The value as people read it: `1,234,567`, `12.3%`, `2022-06-05`, `액션, 드라마`; empty if it
    /// is missing.
    ///
    /// Digits are grouped if the column's kind allows it, so a year stays `2022`. Texts are given
    /// as they are: escaping them is up to the format.
    public func readable(as kind: Column.Kind) -> String {
        switch self {
        case .missing: ""
        case .text(let text): text
        case .list(let items): items.joined(separator: ", ")
        case .integer(let integer): kind.isGrouped ? integer.grouped(by: ",") : "\(integer)"
        case .percent(let percent): "\(percent)%"
        case .fraction(let fraction): "\(fraction)"
        case .decimal(let decimal): "\(decimal)"
        case .boolean(let boolean): boolean ? "true" : "false"
        case .date(let day): "\(day)"
        }
    }
}
