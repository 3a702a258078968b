internal import ArgumentParser
internal import BoxOffice

extension RunReport {
    /// Writes the report of a run that failed before it began, if the command has one and
    /// `arguments`, the environment or the configuration say where.
    static func tell(_ fault: Fault, of arguments: [String], console: Console) {
        let report = OutputOptions.report.setting
        let given = GivenArguments(arguments)
        guard let type = given.command as? any RunnableCommand.Type,
            type.settings.contains(where: { $0.name == report.name })
        else { return }
        let settings = try? Settings(
            at: given.value(of: RunningOptions.config.setting), environment: console.environment,
            checksNames: false)
        func set(_ setting: Setting) -> String? {
            let value = try? settings?.value(of: setting, for: type._commandName)?.0.first
            return value ?? console.environment[setting.variable]
        }
        let named = given.value(of: report).flatMap { $0.isEmpty ? nil : $0 }
        guard let path = named ?? set(report) else { return }
        // The report's own path is among the words, once.
        var outputs = given.words
        if let own = outputs.lastIndex(of: path) { outputs.remove(at: own) }
        if let output = set(OutputOptions.output.setting) { outputs.append(output) }
        do throws(Fault) {
            let report = try RunReport(at: path, besides: outputs, console: console)
            report.commit(status: ExitStatus.of(fault.kind), fault, [])
        } catch {
            console.warn(error)
        }
    }
}
