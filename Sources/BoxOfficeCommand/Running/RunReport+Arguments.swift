internal import ArgumentParser
internal import BoxOffice

extension RunReport {
    /// Writes the report of a run that failed before it began, where the command has one and its
    /// place can be told from `arguments`, the environment or the configuration.
    static func tell(_ fault: Fault, of arguments: [String], console: Console) {
        let report = Setting("report")
        guard let type = BOExport.commandAndOwn(arguments).type as? any RunnableCommand.Type,
            type.settings.contains(where: { $0.name == report.name })
        else { return }
        let given = GivenArguments(arguments)
        let settings = try? Settings(
            at: given.value(of: "config"), environment: console.environment, checksNames: false)
        func set(_ setting: Setting) -> String? {
            let value = try? settings?.value(of: setting, for: type._commandName)?.0.first
            return value ?? console.environment[setting.variable]
        }
        guard let path = given.value(of: report.name) ?? set(report) else { return }
        // The report's own path is among the words, once.
        var outputs = given.words
        if let own = outputs.lastIndex(of: path) { outputs.remove(at: own) }
        if let output = set(Setting("output")) { outputs.append(output) }
        do throws(Fault) {
            let report = try RunReport(at: path, besides: outputs, console: console)
            report.commit(status: ExitStatus.of(fault.kind), fault, [])
        } catch {
            console.warn(error)
        }
    }
}
