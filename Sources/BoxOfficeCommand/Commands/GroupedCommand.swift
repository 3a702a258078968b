internal import ArgumentParser

/// A command whose options are one group.
///
/// The group is parsed without the command around it. The parser makes every option several times,
/// and once more for each level that it stands in; in a debug build, which also checks the
/// declarations each time, a level costs four times as much as the one below it.
protocol GroupedCommand: RunnableCommand {
    /// The type of the group, which can be parsed like a command.
    associatedtype Options: ParsableCommand

    /// The options.
    var options: Options { get set }
}

extension GroupedCommand {
    static var parser: any ParsableArguments.Type { Options.self }

    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        var command = Self()
        command.options = try Options.parse(arguments)
        return command
    }
}
