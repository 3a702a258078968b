internal import BoxOffice
internal import Engine

/// An option of the command line, with everything the program knows about it.
///
/// An option is one entry of ``OptionTable``. Help, manual, completion, corrections, `doctor` and
/// the configuration use that entry, and the program reads the value with the entry's key path:
///
///     let quietHours = Option(
///         "quiet-hours", .text, "0-6", in: .running,
///         "Write no messages in these hours of the day.", ko: "메시지를 쓰지 않을 시간")
///
///     if let hours = values.text(\.quietHours) { … }
struct Option: Sendable {
    /// The kind of value that an option takes.
    enum Takes: Sendable {
        /// No value: the option is given, perhaps several times, or not.
        case nothing
        /// A text that is not empty.
        case text
        /// A text each time the option is given.
        case texts
        /// A whole number in the range.
        case number(ClosedRange<Int>)
        /// One of the words; `also` maps other accepted words to them, and `meant` lists what
        /// people type instead, as ``synonyms(_:)`` reads it.
        case word([String], also: [String: String] = [:], meant: String = "")
        /// One year, or a range of years.
        case years

        /// The words, if it takes no others.
        var words: [String] { if case .word(let words, _, _) = self { words } else { [] } }
    }

    /// The options that belong together: they share a title in the help, and a command has all of
    /// them or none.
    ///
    /// Every command has those of `running`, and every command that exports has those of `output`.
    enum Group: Sendable {
        case movies, people, companies, search, rows, columns, listing, doctor, check, key
        case periods, runs, market, deep, ranking, films, added, origin, output, running

        /// The title in the help; nil for options that only one kind of command has.
        var title: Message? {
            switch self {
            case .periods: Message("Which periods", ko: "기간")
            case .runs: Message("Which days", ko: "기간")
            case .market: Message("What a row is", ko: "행 단위")
            case .deep: Message("Which charts", ko: "박스오피스 범위")
            case .ranking, .films: Message("Which films", ko: "영화 조건")
            case .added: Message("What is added", ko: "추가 정보")
            case .origin: Message("Where from", ko: "데이터 소스")
            case .output: Message("Where to and how", ko: "출력")
            case .running: Message("Running", ko: "공통")
            default: nil
            }
        }

        /// True if its options can apply to many runs, so that environment and configuration may
        /// set them.
        var isSetting: Bool {
            [
                .search, .periods, .deep, .ranking, .films, .added, .origin, .output, .running,
            ].contains(self)
        }
    }

    /// The way a shell completes the value.
    enum Completion: Sendable {
        case none, file, folder
        /// Words; in a list, also those after a comma. The command is the one on the line.
        case words(
            @Sendable (_ command: String, _ isKorean: Bool) -> [String], isList: Bool = false)
    }

    /// The name without hyphens.
    let name: String
    /// The letter that stands for it after one hyphen.
    let letter: Character?
    /// The kind of value that it takes.
    let takes: Takes
    /// The placeholder for the value in the help, in lower case: its words, if it takes no others.
    let placeholder: String
    /// The group; commands that have the group have the option.
    let group: Group
    /// The default, as a word of the command line; empty if there is none.
    let standard: String
    /// The effect of leaving it out, where no single word says that.
    let unset: Message?
    /// True if environment and configuration may set it.
    let isSetting: Bool
    /// The way a shell completes the value.
    let completion: Completion
    /// The words that people type instead of the name, separated by spaces; a letter with its hyphen.
    let meant: String
    /// The description in the help.
    let help: Message

    /// Declares an option.
    ///
    /// - Parameters:
    ///   - help: the description in English.
    ///   - ko: the description in Korean, with `{1}` for the first argument of `help`.
    init(
        _ name: String, letter: Character? = nil, _ takes: Takes = .nothing,
        _ placeholder: String = "", in group: Group, default standard: String = "",
        unset: Message? = nil, isSetting: Bool = true, completion: Completion = .none,
        meant: String = "", _ help: Message, ko: String
    ) {
        self.name = name
        self.letter = letter
        self.takes = takes
        self.placeholder =
            takes.words.isEmpty ? placeholder : takes.words.joined(separator: "|")
        self.group = group
        self.standard = standard
        self.unset = unset
        self.isSetting = isSetting && group.isSetting
        self.completion = completion
        self.meant = meant
        self.help = Message(help, ko: ko)
    }

    /// The name with its hyphens: `--name`.
    var long: String { "--\(name)" }

    /// The names with their hyphens, the short one first.
    var names: [String] { (letter.map { ["-\($0)"] } ?? []) + [long] }

    /// Returns true if `name` is one of them.
    func isCalled(_ name: some StringProtocol) -> Bool {
        if name.hasPrefix("--") { return name.dropFirst(2) == self.name }
        return name.count == 2 && name.first == "-" && name.last == letter
    }

    /// True if it takes no value.
    var isFlag: Bool { if case .nothing = takes { true } else { false } }

    /// True if all its values count.
    var isList: Bool { if case .texts = takes { true } else { false } }

    /// The environment variable, such as `BO_EXPORT_MAX_CALLS`.
    var variable: String { Setting(self).variable }

    /// The note about the default, such as `(default: 4)`; nil if there is nothing to say.
    var note: Message? {
        let value: Message? = standard.isEmpty ? unset : Message(standard)
        return value.map { .standard($0) }
    }

    // MARK: - Checks

    /// Returns the mistake in `value`; nil if the value is allowed.
    ///
    /// - Parameter name: the option as it was typed.
    func fault(of value: String, name: String) -> Fault? {
        guard !isFlag else {
            return Fault(
                .usage, "takes-no-value",
                "\(name) takes no value, but got '\(value)'", ko: "{1}{은/는} 값을 받지 않습니다: '{2}'")
        }
        guard !value.isEmpty else { return .valueMissing(name) }
        switch takes {
        case .number(let range):
            guard Int(value).map(range.contains) != true else { return nil }
            let isTooLarge =
                Int(value) == nil && value.allSatisfy { $0.isASCII && $0.isNumber }
            let bounds: Message =
                if range.upperBound < .max || isTooLarge {
                    Message(
                        " from \(range.lowerBound > .min ? range.lowerBound : 1) to \(range.upperBound)",
                        ko: "{1}부터 {2}까지의 ")
                } else if range.lowerBound > .min {
                    Message(" from \(range.lowerBound) up", ko: "{1} 이상의 ")
                } else {
                    ""
                }
            return Fault(
                .usage, "not-in-range",
                "\(name) takes a number\(bounds), not \(Int(value) == nil ? "'\(value)'" : value)",
                ko: "{1}에는 {2}숫자가 필요합니다: {3}")
        case .word(let words, let also, let meant):
            let isTaken = words.contains(value) || also[value] != nil
            return isTaken ? nil : .takes(words, also: also, meant: meant, not: value, name)
        case .years:
            guard Self.years(in: value) == nil else { return nil }
            return Fault(
                .usage, "not-years",
                "\(name) takes a year or a range such as 2019..2021, not '\(value)'",
                ko: "{1}에는 연도나 2019..2021 같은 범위가 필요합니다: '{2}'")
        case .nothing, .text, .texts:
            switch completion {
            case .file, .folder: return fault(ofPath: value, name)
            case .none, .words: return nil
            }
        }
    }

    /// Returns the mistake in a path that is an address, or that a shell should have completed; nil
    /// if there is none.
    private func fault(ofPath path: String, _ name: String) -> Fault? {
        let scheme = path.prefix { $0 != ":" }
        if scheme.count > 1,
            scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) }),
            path.dropFirst(scheme.count).hasPrefix("://")
        {
            let rest = String(path.dropFirst("\(scheme)://".count))
            let isFile = scheme == "file" && rest.hasPrefix("/")
            // The address may have a password in it.
            return Fault(
                .usage, "path-is-address",
                "\(name) takes the path of a file or folder, not an address that begins with '\(scheme)://'",
                ko: "{1}에는 파일이나 폴더의 경로가 필요합니다. '{2}://'로 시작하는 주소는 사용할 수 없습니다",
                hint: isFile
                    ? nil : "write a file, and load it there with the tool of that service",
                hintKo: "파일로 저장한 뒤 그 서비스의 도구로 올리세요"
            ).correcting(path, to: isFile ? rest : nil)
        }
        guard path == "~" || path.hasPrefix("~") && path.contains("/") else { return nil }
        let isOwn = path == "~" || path.hasPrefix("~/")
        return Fault(
            .usage, "path-begins-with-tilde",
            "\(name) got '\(path)' as it stands: a shell replaces ~ only at the beginning of a word, without quotes",
            ko: "{1}에 '{2}'{이/가} 그대로 전달되었습니다. 셸은 따옴표 없이 단어 맨 앞에 쓴 ~만 홈 폴더로 바꿉니다"
        ).correcting(path, to: isOwn ? CurrentProcess.home.map { $0 + path.dropFirst() } : nil)
    }

    /// Returns the years of `2019` or of the inclusive range `2019..2021`, from 1900 on; nil if
    /// `text` is neither.
    static func years(in text: String) -> ClosedRange<Int>? {
        guard let span = CalendarSpan(text, of: .year), span.first.year >= 1900 else { return nil }
        return span.first.year...span.beginningOfLast.year
    }
}

extension Fault {
    static func valueMissing(_ name: String) -> Fault {
        Fault(
            .usage, "value-missing", "\(name) needs a value", ko: "{1}에는 값이 필요합니다",
            hint: "'bo-export --help' shows what options take",
            hintKo: "옵션의 값은 'bo-export --help'로 확인하세요")
    }

    /// Returns the fault of an option or argument that takes one of a few words and was given another.
    ///
    /// In Korean a word is named by its shortest synonym that can also be followed by 영화: 한국, not 국내.
    static func takes(
        _ words: [String], also: [String: String] = [:], meant: String = "", not value: String,
        _ name: String
    ) -> Fault {
        let others = also.keys.sorted()
        let known = Message.alternatives(
            words.map { word in
                let korean = others.filter { also[$0] == word }
                let named = korean.filter { korean.contains($0 + "영화") }
                return (named.isEmpty ? korean : named).min { $0.count < $1.count }.map {
                    Message("\(word)", ko: $0)
                } ?? Message(word)
            })
        return Fault(
            .usage, "option-takes-words",
            "\(name) takes \(known), not '\(value)'", ko: "{1}의 값은 {2}{이어야/여야} 합니다: '{3}'"
        ).correcting(value, to: (words + others).nearest(to: value, otherWords: synonyms(meant)))
    }
}
