internal import BoxOffice

/// What `bo-export --help` shows: the first commands, the options that most people need, every
/// command in one line, and where the rest is.
enum ProgramHelp {
    /// The page in the language of `catalogue`.
    static func text(_ grammar: Grammar, in catalogue: Catalogue) -> String {
        var page = HelpPage(in: catalogue)
        page.paragraphs(
            Message(
                "Korean box-office charts and films from the \(Registry.serviceTitle) Open API, as CSV and more.",
                ko: "{1} 오픈API의 박스오피스와 영화 정보를 CSV 등 여러 형식으로 내보냅니다."))
        page.heading(Message("USAGE", ko: "사용법"))
        page.list(usage, column: 37)
        page.heading(Message("EXAMPLES", ko: "예시"))
        page.list(examples, column: 37)
        page.gap()
        page.paragraphs(topTen)
        page.heading(
            Message(
                "OPTIONS (of the charts; 'bo-export daily --help' has all of them)",
                ko: "옵션 (박스오피스 명령. 전체 목록은 'bo-export daily --help')"))
        page.list(options, column: 24)
        for section in Command.Section.allCases {
            page.heading(section.title)
            let commands = grammar.commands.filter { $0.section == section }
            page.list(commands.map { HelpPage.Row($0.name, $0.summary) }, column: 14)
        }
        page.heading(Message("KEY", ko: "API 키"))
        page.paragraphs(key, indent: 2)
        page.heading(Message("EXIT STATUS", ko: "종료 코드"))
        page.paragraphs(statuses, indent: 2)
        page.heading(Message("MORE", ko: "더 보기"))
        page.list(more, column: 32)
        return page.text
    }
}

extension Command.Section {
    /// The heading of its commands.
    fileprivate var title: Message {
        switch self {
        case .charts: Message("CHARTS", ko: "박스오피스")
        case .films: Message("FILMS, PEOPLE, COMPANIES", ko: "영화, 영화인, 영화사")
        case .others: Message("SET-UP AND REFERENCE", ko: "설정과 참고")
        }
    }
}
