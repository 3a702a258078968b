internal import BoxOffice

/// The completion for shells: a script for each shell, and the words that the scripts ask for.
///
/// A script asks the program itself for the words, so that all shells offer the same ones.
struct Completion {
    /// The argument that begins a script's question.
    private static let question = "---completion"

    /// The scripts by shell.
    private static let scripts: KeyValuePairs = [
        "bash": """
        _bo-export() {
            local IFS=$'\\n' answer
            answer=($("$1" \(question) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
            case "${answer[0]}" in
                :file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$2")) ;;
                :folder) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$2")) ;;
                *) COMPREPLY=("${answer[@]%%$'\\t'*}") ;;
            esac
        }
        complete -F _bo-export bo-export

        """,
        "zsh": """
        #compdef bo-export
        local -a answer offers texts
        local line
        answer=(${(f)"$(${(Q)words[1]} \(question) "${(@Q)words[2,CURRENT]}" 2>/dev/null)"})
        case $answer[1] in
            :file) _files ;;
            :folder) _files -/ ;;
            *)
                for line in $answer; do
                    offers+=("${line%%$'\\t'*}")
                    texts+=("${line/$'\\t'/  -- }")
                done
                compadd -l -d texts -a offers ;;
        esac

        """,
        "fish": """
        function __bo_export_complete
            set -l before (commandline -opc)
            set -l now (commandline -ct)
            set -l answer ($before[1] \(question) $before[2..] "$now" 2>/dev/null)
            switch "$answer[1]"
                case :file
                    __fish_complete_path "$now"
                case :folder
                    __fish_complete_directories "$now"
                case '*'
                    string join -- \\n $answer
            end
        end
        complete -c bo-export -f -a '(__bo_export_complete)'

        """,
    ]

    /// Returns the answer to a script's question, or the script that `words` ask for; nil if they
    /// ask for neither.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for a shell without a script.
    static func answer(to words: [String]) throws(Fault) -> String? {
        if words.first == question {
            return Completion(Array(words.dropFirst())).answer
        }
        let option = "--generate-completion-script"
        guard words.first?.prefix(while: { $0 != "=" }) == option[...] else { return nil }
        let shell = String(words.joined(separator: " ").dropFirst(option.count + 1))
        guard !shell.isEmpty else { throw .valueMissing(option) }
        if let script = scripts.first(where: { $0.key == shell }) { return script.value }
        throw .unknown(Message("shell", ko: "셸"), shell, known: scripts.map(\.key))
    }

    private let typed: String
    /// The text before `typed` in the same word: `--name=`.
    private let prefix: String
    private let arguments: Arguments

    /// Prepares to complete the last of `words`, which do not include the name of the program.
    private init(_ words: [String]) {
        var before = Array(words.dropLast())
        var word = words.last ?? ""
        // Bash splits `--name=value`.
        if word == "=", !before.isEmpty { word = "" }
        if before.last == "=" { before.removeLast() }
        let equals = word.hasPrefix("--") ? word.firstIndex(of: "=") : nil
        if let equals { before.append(String(word[..<equals])) }
        prefix = equals.map { String(word[...$0]) } ?? ""
        typed = String(word.dropFirst(prefix.count))
        arguments = Arguments(before)
    }

    /// The words that fit, one a line, each followed by a tab and its description; `:file` or
    /// `:folder` where the shell completes paths.
    private var answer: String {
        if let last = arguments.given.last, last.value == nil, !last.option.isFlag {
            return answer(for: last.option)
        }
        let command = arguments.command
        if typed.hasPrefix("-") {
            return lines(
                command.options.flatMap { option in option.names.map { ($0, option.help) } })
        }
        if arguments.named.isEmpty || arguments.named == ["help"] {
            return lines(Command.top.map { ($0.name, $0.summary) })
        }
        if command.argument?.isFile == true { return ":file\n" }
        let values = command.argument?.values ?? []
        return lines(
            values.map { ($0, "") } + command.subcommands.map { ($0.lastWord, $0.summary) })
    }

    /// Returns the values of `option` that fit the typed text.
    private func answer(for option: Option) -> String {
        switch option.completion {
        case .file: return ":file\n"
        case .folder: return ":folder\n"
        case .none: return lines(option.takes.words.map { ($0, "") })
        case .words(let words, let isList):
            let start = isList ? typed.lastIndex(of: ",").map { typed[...$0] } ?? "" : ""
            let last = typed.dropFirst(start.count)
            let offered = words(arguments.command.name, last.utf8.contains { $0 >= 0x80 })
            let used = Set(start.split(separator: ",").map { $0.trimming { $0 == " " } })
            return lines(offered.filter { !used.contains($0) }.map { ("\(start)\($0)", "") })
        }
    }

    /// Returns the `words` that begin with the typed text, one a line.
    private func lines(_ words: [(word: String, text: Message)]) -> String {
        words.filter { $0.word.hasPrefix(typed) }.map { word, text in
            let text = text.text(in: .current)
            return text.isEmpty ? "\(prefix)\(word)\n" : "\(word)\t\(text)\n"
        }.joined()
    }
}
