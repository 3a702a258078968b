internal import BoxOffice

extension RunReport {
    /// Writes the report of a run that failed before it began, if the command has one and
    /// `arguments`, the environment or the configuration say where.
    static func tell(_ fault: Fault, of arguments: Arguments, console: Console) {
        let given = Values(arguments)
        guard given.command.has(.output) else { return }
        let settings = try? Settings(at: given.running.config, environment: console.environment)
        func set(_ option: Option) -> String? {
            let value = try? settings?.value(of: Setting(option), for: given.command.name)?.0.first
            return value ?? console.environment[option.variable]
        }
        let named = given.text(\.report).flatMap { $0.isEmpty ? nil : $0 }
        guard let path = named ?? set(OptionTable.shared.report) else { return }
        // The report's own path is among the words, once.
        var outputs = arguments.possiblePaths
        if let own = outputs.lastIndex(of: path) { outputs.remove(at: own) }
        if let output = set(OptionTable.shared.output) { outputs.append(output) }
        do throws(Fault) {
            let report = try RunReport(at: path, besides: outputs, console: console)
            report.commit(status: ExitStatus.of(fault.kind), fault, [])
        } catch {
            console.warn(error)
        }
    }
}

extension Arguments {
    /// Every word, and what may be the value in it: one of them may be the path of the output.
    fileprivate var possiblePaths: [String] {
        all.prefix { $0 != "--" }.flatMap { word in
            guard word.hasPrefix("-") else { return [word] }
            let value = word.split(separator: "=", maxSplits: 1).dropFirst()
            return (value + [word.dropFirst(2)]).map { String($0) }
        }
    }
}
