import BoxOffice
import Foundation
import Loopback
import Testing

@testable import BoxOfficeCommand

/// Every option of the table, in every form in which it can be given or set.
@Suite struct OptionTableTests {
    /// The effect of a command line: the option's value and its origin, or the code of the fault.
    private enum Effect: Equatable {
        case value([String], String)
        case refused(String)
        case ignored
    }

    @Test func `Every option of the table is listed, in its order`() {
        let declared = Mirror(reflecting: OptionTable.shared).children
        #expect(OptionTable.all.map(\.name) == declared.compactMap { ($0.value as? Option)?.name })
    }

    /// Returns the first command that has the option, and a word if it needs one.
    private static func command(_ option: Option) throws -> [String] {
        let command = try #require(Command.all.first { $0.has(option) })
        let needsWord = command.argument.map { !$0.isOptional } ?? false
        return command.name.split(separator: " ").map { String($0) } + (needsWord ? ["1"] : [])
    }

    /// Returns a value that the option takes.
    private static func value(_ option: Option) -> String {
        switch option.takes {
        case .nothing: "true"
        case .number: "7"
        case .word(let words, _, _): words.last ?? ""
        case .years: "2019..2021"
        case .text, .texts:
            option.name == "with" ? "details" : option.name == "config" ? "/dev/null" : "a=b"
        }
    }

    /// Returns the effect of `words`, with `file` as the text of the configuration file.
    private static func effect(
        of option: Option, _ words: [String], file: String? = nil,
        _ variables: [String: String] = [:]
    ) throws -> Effect {
        let path = TemporaryFolder.newURL.appendingPathExtension("json")
        defer { try? FileManager.default.removeItem(at: path) }
        if let file { try Data(file.utf8).write(to: path) }
        let arguments = Arguments(words)
        if let fault = arguments.fault { return .refused(fault.code) }
        let environment = Environment(variables)
        do throws(Fault) {
            let settings = try Settings(at: file.map { _ in path.path }, environment: environment)
            let values = try Values(arguments).with(settings)
            let texts = values.texts(of: option)
            switch values.origin(of: option) {
            case .argument: return .value(texts, "argument")
            case .setting(let place):
                return .value(texts, place == option.variable ? "environment" : "file")
            case nil: return .ignored
            }
        } catch {
            return .refused(error.code)
        }
    }

    /// Returns the forms of a command line and their effects.
    private static func row(_ option: Option) throws -> [(form: String, effect: Effect)] {
        let command = try command(option)
        let value = value(option)
        // The options that it needs beside it.
        let others = ["update": ["-o", "x.csv"], "posters-dir": ["--with", "posters"]]
        let line = command + (others[option.name] ?? [])
        let taken = option.isFlag ? [] : [value]
        func effect(_ words: [String]) throws -> Effect { try Self.effect(of: option, words) }
        var row = [
            ("--x v", try effect(line + [option.long] + taken)),
            ("--x=v", try effect(line + ["\(option.long)=\(value)"])),
            ("twice", try effect(line + [option.long] + taken + [option.long] + taken)),
            ("after --", try effect(line + ["--", option.long] + taken)),
            ("before the command", try effect([option.long] + taken + line)),
        ]
        if let letter = option.letter {
            let joined = option.isFlag ? [] : [("-xv", try effect(line + ["-\(letter)\(value)"]))]
            let first = letter == "q" ? "v" : "q"
            row +=
                joined + [
                    ("-x v", try effect(line + ["-\(letter)"] + taken)),
                    ("in a cluster", try effect(line + ["-\(first)\(letter)"] + taken)),
                ]
        }
        let written = option.isFlag || Int(value) != nil ? value : "\"\(value)\""
        row.append(
            ("file", try Self.effect(of: option, line, file: "{\"\(option.name)\": \(written)}")))
        row.append(("environment", try Self.effect(of: option, line, [option.variable: value])))
        return row
    }

    @Test("Every option has the same effect in every form, and no effect if it is refused")
    func forms() throws {
        for option in OptionTable.all where !["help", "version"].contains(option.name) {
            let value = Self.value(option)
            for (form, effect) in try Self.row(option) {
                let given = Effect.value([value], "argument")
                let expected: Effect
                switch form {
                case "--x v", "-x v", "-xv": expected = given
                case "in a cluster":
                    expected =
                        option.letter == "v" || option.letter == "q"
                        ? .refused("quiet-and-verbose") : given
                case "--x=v": expected = option.isFlag ? .refused("takes-no-value") : given
                case "twice":
                    expected =
                        option.isFlag || option.isList
                        ? .value([value, value], "argument") : .refused("given-twice")
                case "after --":
                    // It is an argument then, which only some commands take.
                    let command = try #require(Command.all.first { $0.has(option) })
                    let takes =
                        command.argument.map { $0.repeats || $0.isOptional && option.isFlag }
                        ?? false
                    let code = command.argument.map { $0.fault(option.long)?.code } ?? nil
                    expected =
                        takes && code == nil ? .ignored : .refused(code ?? "no-such-argument")
                case "before the command":
                    expected = option.group == .running ? given : try before(option, given)
                default: expected = set(option, value, form)
                }
                #expect(effect == expected, "\(option.long) of \(option.group), \(form)")
            }
        }
    }

    /// Returns the effect of an option that not every command has before the command: it counts for `daily`, which takes no words.
    private func before(_ option: Option, _ given: Effect) throws -> Effect {
        let daily = try #require(Command.named("daily"))
        guard let own = daily.option(option.long) else {
            let command = try Self.command(option)
            let isNamed = Command.top.contains { $0.name == command[0] && $0.has(option) }
            let code = Arguments([option.long]).fault?.code
            return .refused(isNamed ? "command-first" : code ?? "")
        }
        let fault = own.isFlag ? nil : own.fault(of: Self.value(option), name: own.long)
        return .refused(fault?.code ?? "command-first")
    }

    /// Returns the effect of a setting.
    private func set(_ option: Option, _ value: String, _ form: String) -> Effect {
        guard option.isSetting else { return .ignored }
        return .value([value], form)
    }

    @Test("An option on the command line wins over the environment, and that over the file")
    func layers() throws {
        for option in OptionTable.all where option.isSetting && !option.isFlag {
            let (command, value) = (try Self.command(option), Self.value(option))
            let others = option.name == "posters-dir" ? ["--with", "posters"] : []
            let file = "{\"\(option.name)\": \(Int(value) == nil ? "\"\(value)\"" : value)}"
            let variables = [option.variable: value]
            let line = command + others
            #expect(
                try Self.effect(of: option, line + [option.long, value], file: file, variables)
                    == .value([value], "argument"), "\(option.long)")
            #expect(
                try Self.effect(of: option, line, file: file, variables)
                    == .value([value], "environment"), "\(option.long)")
        }
    }
}
