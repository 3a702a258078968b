internal import BoxOffice

/// What the manual page says besides commands and options.
extension Manual {
    /// What the program is, in a line.
    static var name: Message { .help("man.name", "Korean box-office charts and films as files") }

    /// What the program does.
    static var description: Message {
        .help(
            "man.description",
            """
            bo-export gets the box-office charts and the register of films, people and companies \
            from the KOBIS Open API of the Korean Film Council, and writes them in a format of \
            your choice. Without a command it writes the daily chart.

            Data goes to standard output or to the file of --output, everything else to standard \
            error. Dates are those of Seoul, whatever the time zone of the machine.

            KOBIS publishes the top ten of each chart and no more. A sum over the rows of a chart \
            is therefore not the total of the market.

            Good answers are kept in an archive, so that no figure is asked for twice. A chart of \
            a day that has just ended may still change and is asked for again.

            KOBIS asks for a key, which is free. Without one, --source sample exports a recorded \
            week without a network.
            """)
    }

    /// How options can be set for all runs.
    static var options: Message {
        .help(
            "man.options",
            """
            An option can also be set for all runs: in the environment as BO_EXPORT_ and its name, \
            such as BO_EXPORT_JOBS=8, or in the configuration file by its name. The command line \
            wins over the environment, and that over the file.
            """)
    }

    /// Where a key can be instead of a variable.
    static var environment: Message {
        .help(
            "man.environment",
            """
            A key can also be in a file named like its variable in lower case, such as \
            kobis_api_key, in the folder $CREDENTIALS_DIRECTORY, or else in ~/.config/bo-export \
            ($XDG_CONFIG_HOME/bo-export). A file there that others may read is used with a warning.
            """)
    }

    /// The variables that belong to no service.
    static var otherVariables: [(name: String, text: Message)] {
        [
            (
                "BO_EXPORT_CONFIG",
                .help("man.variable.config", "The path of the configuration file.")
            ),
            (
                "BO_EXPORT_PLUGIN_PATH",
                .help("man.variable.plugin-path", "Folders with plugins, with colons between them.")
            ),
            (
                "XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_STATE_HOME, XDG_DATA_HOME",
                .help("man.variable.folders", "Where the folders under FILES are.")
            ),
            (
                "NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE",
                .help(
                    "man.variable.colours", "Whether there are colours on a terminal; --color wins."
                )
            ),
            (
                "https_proxy, no_proxy",
                .help("man.variable.proxy", "The proxy for requests, and the hosts without one.")
            ),
        ]
    }

    /// The files and folders that the program uses.
    static var files: [(path: String, text: Message)] {
        [
            (
                "~/.config/bo-export/config.json",
                .help("man.file.config", "The configuration; also config.yaml or config.yml.")
            ),
            (
                "~/.cache/bo-export/archive",
                .help("man.file.archive", "The archive of answers; see the command cache.")
            ),
            (
                "~/.local/state/bo-export/quota",
                .help("man.file.quota", "The calls made today, for all runs together.")
            ),
            (
                "~/.local/share/bo-export/plugins",
                .help("man.file.plugins", "Plugins that are executables.")
            ),
        ]
    }

    /// What the exit statuses mean.
    static var statuses: [(status: String, text: Message)] {
        [
            ("0", .help("man.status.0", "Done, or nothing to do.")),
            (
                "2",
                .help(
                    "man.status.2",
                    "Rows were written, but some periods are missing (--keep-going).")
            ),
            (
                "64",
                .help(
                    "man.status.64",
                    "Wrong usage: an unknown option, a bad date, an unknown plugin or column.")
            ),
            ("65", .help("man.status.65", "An answer or a file is not what it should be.")),
            (
                "69",
                .help("man.status.69", "The service cannot be reached, or keeps failing.")
            ),
            ("70", .help("man.status.70", "A bug.")),
            ("71", .help("man.status.71", "Too few processes, memory or descriptors.")),
            ("73", .help("man.status.73", "The output cannot be created.")),
            ("74", .help("man.status.74", "The output cannot be written.")),
            (
                "75",
                .help(
                    "man.status.75",
                    "Come back later: the quota is used up, the day is not published yet, or another "
                        + "program has locked the database. What was fetched is in the archive; run it "
                        + "again.")
            ),
            ("77", .help("man.status.77", "The key was refused.")),
            ("78", .help("man.status.78", "No key, or a wrong configuration.")),
            (
                "129, 130, 143",
                .help("man.status.signal", "Ended by HUP, INT or TERM; no partial file is left.")
            ),
        ]
    }
}
