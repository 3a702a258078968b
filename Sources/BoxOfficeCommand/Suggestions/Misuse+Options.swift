internal import ArgumentParser
internal import BoxOffice

extension Misuse {
    /// An option that the command does not have.
    func unknown(_ name: String, at index: Int) -> Finding {
        let lower = name.lowercased()
        if OtherWords.mayHoldKey(given.all[index]) {
            let isShort = !name.hasPrefix("--")
            return Finding(fault: .keyAsOption(isShort ? String(name.prefix(2)) : name))
        }
        let rest = String(given.all[index].dropFirst(name.count + 1))
        if lower == "--days", let words = range(ofDaysAt: index, rest) {
            return Finding(fault: .noOption(name, of: command.name), words: words)
        }
        if given.command is any ChartCommand.Type,
            let line = OtherWords.line(for: lower, today: CurrentProcess.now().dayInSeoul)
        {
            var others = given.own
            let place = index - (given.all.count - given.own.count)
            others.replaceSubrange(place...place, with: rest.isEmpty ? [] : [rest])
            return Finding(
                fault: .noOption(name, of: command.name), words: with(line, others))
        }
        if let words = OtherWords.options[lower], let first = words.first, knows(first) {
            return Finding(
                fault: .noOption(name, of: command.name),
                words: all(replacing: index, with: words, rest))
        }
        let others = commands.filter { $0.option(name) != nil }.map(\.name)
        if let other = others.first {
            return Finding(
                fault: .optionOfOthers(name, others: others, not: command.name),
                words: [other] + given.own)
        }
        let names = command.optionNames.filter { $0.hasPrefix("--") }
        let long = lower.hasPrefix("--") ? lower : "-" + lower
        guard let nearest = names.nearest(to: long) else {
            return Finding(fault: .noOption(name, of: command.name))
        }
        return Finding(
            fault: .noOption(name, of: command.name, nearest: nearest),
            words: all(replacing: index, with: [nearest], rest))
    }

    /// All arguments with the end of a range in place of its number of days, at `index` or in `value`
    /// behind `=`; nil if there is no range.
    private func range(ofDaysAt index: Int, _ value: String) -> [String]? {
        var all = given.all
        let end = value.isEmpty ? index + 1 : index
        guard given.has(PeriodOptions.from.setting), end < all.count,
            let days = Int(value.isEmpty ? all[end] : value), days > 0
        else { return nil }
        all.replaceSubrange(index...end, with: ["--to", "+\(days - 1)d"])
        return all
    }

    /// Whether the command has the option called `name`, or it asks for help.
    private func knows(_ name: String) -> Bool { name == "--help" || command.option(name) != nil }

    /// All arguments with `words` in place of the option at `index`, which had `value` behind `=`.
    private func all(replacing index: Int, with words: [String], _ value: String) -> [String] {
        var all = given.all
        let end = words.count == 1 && !value.isEmpty ? words + [value] : words
        all.replaceSubrange(index...index, with: end)
        return all
    }
}
