internal import BoxOffice

/// What the manual page says besides commands and options.
extension Manual {
    /// What the program does.
    static var description: Message {
        Message(
            """
            bo-export gets the box-office charts and the register of films, people and companies \
            from the \(Registry.serviceTitle) Open API of the Korean Film Council, and writes them in a format of \
            your choice. Without a command it writes the daily chart.

            Data goes to standard output or to the file of --output, everything else to standard \
            error. Dates are those of Seoul, whatever the time zone of the machine.

            \(Registry.serviceTitle) publishes the top ten of each chart and no more. A sum over the rows of a chart \
            is therefore not the total of the market.

            Good answers are kept in an archive, so that no figure is asked for twice. A chart of \
            a day that has just ended may still change and is asked for again.

            \(Registry.serviceTitle) asks for a key, which is free. Without one, --source sample exports a recorded \
            week without a network.
            """,
            ko: """
                bo-export는 영화진흥위원회 {1} 오픈API에서 박스오피스와 영화, 영화인, 영화사 정보를 받아 원하는 형식으로 내보냅니다. 명령을 생략하면 일별 박스오피스를 내보냅니다.

                데이터는 표준 출력이나 --output으로 지정한 파일에, 메시지는 모두 표준 오류에 씁니다. 날짜는 컴퓨터의 시간대와 관계없이 한국 시각 기준입니다.

                {1}{은/는} 박스오피스마다 10위까지만 공개합니다. 따라서 행을 더한 값은 시장 전체의 합계가 아닙니다.

                정상 응답은 보관함에 두고 같은 수치를 다시 요청하지 않습니다. 방금 끝난 날의 박스오피스는 바뀔 수 있으므로 다시 요청합니다.

                {1}{을/를} 이용하려면 무료로 발급되는 키가 필요합니다. 키가 없으면 --source sample로 저장된 한 주의 박스오피스를 네트워크 없이 내보낼 수 있습니다.
                """)
    }

    /// The variables that belong to no service.
    static var otherVariables: [HelpRow] {
        [
            HelpRow("BO_EXPORT_CONFIG", "The path of the configuration file.", ko: "설정 파일의 경로."),
            HelpRow(
                "BO_EXPORT_PLUGIN_PATH", "Folders with plugins, with colons between them.",
                ko: "플러그인이 있는 폴더, 콜론으로 구분."),
            HelpRow(
                "XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_STATE_HOME, XDG_DATA_HOME",
                "Where the folders under FILES are.", ko: "FILES에 적힌 폴더의 위치."),
            HelpRow(
                "NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE",
                "Whether there are colours on a terminal; --color wins.",
                ko: "터미널에 색상을 쓸지 여부, --color가 우선."),
            HelpRow(
                "https_proxy, no_proxy", "The proxy for requests, and the hosts without one.",
                ko: "요청에 쓸 프록시와 프록시를 거치지 않을 호스트."),
        ]
    }

    /// The files and folders that the program uses.
    static var files: [HelpRow] {
        [
            HelpRow(
                "~/.config/bo-export/config.json",
                "The configuration; also config.yaml or config.yml.",
                ko: "설정 파일, config.yaml 또는 config.yml도 가능."),
            HelpRow(
                "~/.cache/bo-export/archive", "The archive of answers; see the command cache.",
                ko: "응답 보관함, cache 명령 참고."),
            HelpRow(
                "~/.local/state/bo-export/quota", "The calls made today, for all runs together.",
                ko: "모든 실행을 합한 오늘의 호출 횟수."),
            HelpRow(
                "~/.local/share/bo-export/plugins", "Plugins that are executables.",
                ko: "실행 파일 플러그인."),
        ]
    }

    /// What the exit statuses mean.
    static var statuses: [HelpRow] {
        [
            HelpRow("0", "Done, or nothing to do.", ko: "정상, 또는 할 일이 없음."),
            HelpRow(
                "2", "Rows were written, but some periods are missing (--keep-going).",
                ko: "행을 썼으나 일부 기간이 누락됨(--keep-going)."),
            HelpRow(
                "64", "Wrong usage: an unknown option, a bad date, an unknown plugin or column.",
                ko: "잘못된 사용법: 알 수 없는 옵션, 잘못된 날짜, 알 수 없는 플러그인이나 열."),
            HelpRow(
                "65", "An answer or a file is not what it should be.", ko: "응답 또는 파일의 내용이 올바르지 않음."),
            HelpRow(
                "69", "The service cannot be reached, or keeps failing.",
                ko: "서비스에 연결할 수 없거나 오류가 계속됨."),
            HelpRow("70", "A bug.", ko: "프로그램의 버그."),
            HelpRow(
                "71", "Too few processes, memory or descriptors.", ko: "프로세스, 메모리 또는 디스크립터 부족."),
            HelpRow("73", "The output cannot be created.", ko: "출력 파일을 만들 수 없음."),
            HelpRow("74", "The output cannot be written.", ko: "출력 파일에 쓸 수 없음."),
            HelpRow(
                "75",
                "Come back later: the quota is used up, the day is not published yet, or another program has locked the database. What was fetched is in the archive; run it again.",
                ko:
                    "나중에 다시 시도: 호출 한도를 다 썼거나, 어제 자료가 아직 공개되지 않았거나, 다른 프로그램이 데이터베이스를 잠금. 받은 것은 보관함에 있으므로 다시 실행하면 됩니다."
            ),
            HelpRow("77", "The key was refused.", ko: "키가 거부됨."),
            HelpRow("78", "No key, or a wrong configuration.", ko: "키가 없거나 설정이 잘못됨."),
            HelpRow(
                "129, 130, 143", "Ended by HUP, INT or TERM; no partial file is left.",
                ko: "HUP, INT, TERM으로 종료됨. 쓰다 만 파일은 남기지 않음."),
        ]
    }
}
