internal import BoxOffice

extension Fault {
    static func keyAsOption(_ name: String) -> Fault {
        Fault(
            .usage, "key-as-option",
            "\(name) is no option: other users of the machine could read a key there",
            hint: "set KOBIS_API_KEY or KOBIS_API_KEY_FILE; 'bo-export doctor' shows what is found")
    }

    static func noOption(_ name: String, of command: String, nearest: String? = nil) -> Fault {
        let hint = Message("lists-options", "'bo-export help \(command)' lists its options")
        guard let nearest else {
            return Fault(
                .usage, "no-such-option", "\(command) has no option '\(name)'", hint: hint)
        }
        return Fault(
            .usage, "no-such-option-but",
            "\(command) has no option '\(name)'; the nearest is \(nearest)", hint: hint)
    }

    static func optionOfOthers(_ name: String, others: [String], not command: String) -> Fault {
        Fault(
            .usage, "option-of-others",
            "\(name) is an option of \(others.joined(separator: ", ")), not of \(command)")
    }

    static func commandFirst(_ word: String) -> Fault {
        Fault(.usage, "command-first", "the command '\(word)' comes before its options")
    }

    static func noCommand(_ word: String, nearest: String? = nil) -> Fault {
        let hint = Message("lists-commands", "'bo-export --help' lists the commands")
        guard let nearest else {
            return Fault(
                .usage, "no-such-command", "there is no command '\(word)'", hint: hint)
        }
        return Fault(
            .usage, "no-such-command-but",
            "there is no command '\(word)'; the nearest is \(nearest)", hint: hint)
    }

    static func noCode(_ word: String) -> Fault {
        Fault(.usage, "not-a-code", "'\(word)' is not a code")
    }

    static func codeMissing(_ command: String, search: String) -> Fault {
        Fault(
            .usage, "code-missing", "\(command) needs a code",
            hint: "'bo-export \(search) TEXT' lists codes")
    }

    static let filmMissing = Fault(
        .usage, "film-missing", "trend needs films: their titles or codes",
        hint: "'bo-export movies --title TEXT' lists titles and codes")

    static func noSuchArgument(_ word: String, of command: String) -> Fault {
        Fault(
            .usage, "no-such-argument", "\(command) takes no argument '\(word)'",
            hint: "'bo-export help \(command)' shows what it takes")
    }

    static func valueMissing(_ name: String) -> Fault {
        Fault(
            .usage, "value-missing", "\(name) needs a value",
            hint: "'bo-export --help' shows what options take")
    }

    /// An option or an argument that takes one of a few words, and was given another.
    static func takes(_ words: [String], not value: String, _ name: String) -> Fault {
        Fault(
            .usage, "option-takes-words",
            "\(name) takes \(Message.alternatives(words.map { Message("value.\($0)", "\($0)") })), not '\(value)'"
        )
    }
}
