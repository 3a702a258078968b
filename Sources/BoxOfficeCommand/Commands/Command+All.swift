internal import BoxOffice

extension Command {
    /// The commands of the program in the order of the help.
    static let all: [Command] = [
        .daily, .weekly, .weekend, .weekdays, .ranking, .trend, .market, .movies, .movie, .people,
        .person, .companies, .company, .codes, .doctor, .quota, .cache, .columns, .plugins,
        .pluginList, .pluginCheck, .rows, .manual,
    ]

    /// The command `bo-export man`, which prints the manual page.
    static let manual: Command = Command(
        name: "man", section: .others,
        summary: Message(
            "The manual page; 'bo-export man | man -l -' shows it.",
            ko: "매뉴얼 페이지 ('bo-export man | man -l -'로 열람)"),
        prose: Message(
            "Prints the page bo-export(1) in mdoc, made from the same declarations as the help.",
            ko: "매뉴얼 페이지 bo-export(1)을 mdoc 형식으로 출력합니다. 도움말과 같은 정의로 만듭니다."),
        examples: ["man | man -l -", "man > ~/.local/share/man/man1/bo-export.1"],
        meant: "manual"
    ) { _, console throws(Fault) in
        try console.print(
            Manual.mdoc(services: console.environment.services, in: .current))
        return ExitStatus.success
    }
}
