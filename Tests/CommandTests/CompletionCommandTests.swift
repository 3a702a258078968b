import Foundation
import Loopback
import SlowLane
import Testing

/// The completion scripts that the program writes, tried in the shells.
struct CompletionCommandTests {
    /// The typed text, and the words that the shell then lists.
    private static let offers: [(typed: String, words: String)] = [
        ("--fo", "--format"), ("--posters", "--posters-dir --posters-from"), ("weekl", "weekly"),
        ("--format ''", "csv jsonl json text markdown xlsx html svg png sqlite singer"),
        ("--source k", "kobis-json kobis-xml"),
        ("--region 서", "서울시"), ("--region 서울시,부", "서울시,부산시"),
        ("--region ea", "each"), ("weekend --pivot r", "region"),
        ("--nation ''", "korean foreign"), ("--kind a", "art"), ("--profile ''", "machine excel"),
        ("--header ''", "en ko none"), ("--color ''", "auto always never"),
        ("--with ''", "details posters codes"), ("--posters-from ''", "kmdb kakao"),
        ("--details-from ''", "kobis-json kobis-xml sample file"),
        ("--columns open", "open_date"), ("--columns date,title,ra", ranks),
        ("--columns 관객수증감", "관객수증감 관객수증감률"), ("movies --columns title_", "title_en"),
        ("weekly --format m", "markdown"), ("--format csv weekd", "weekdays"),
        ("trend 하나 --pivot audience_t", "audience_total"), ("trend 하나 --by w", "week"),
        ("codes ''", "regions nations movie-types"), ("columns co", "companies company codes"),
        ("cache ''", "status prune clear"), ("-o fi", "file.csv"), ("--report fi", "file.csv"),
        ("--config fi", "file.csv"), ("--plugin-dir fo", "folder"),
        ("--posters-dir fo", "folder"), ("--replay fo", "folder"), ("--plugin-dir fi", ""),
    ]

    private static let ranks = "date,title,rank date,title,rank_change date,title,rank_marker"

    @Test("bash completes commands, options, values, columns, files and folders")
    func bash() async throws {
        let calls = Self.offers.map { "complete_line \($0.typed)\n" }.joined()
        let outcome = try await run(
            "bash",
            """
            source <("$0" --generate-completion-script bash)
            complete_line() {
                COMP_WORDS=("$0" "$@") COMP_CWORD=$# COMP_LINE="$0 $*" COMPREPLY=()
                COMP_POINT=${#COMP_LINE}
                _bo-export "$0" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                echo "${COMPREPLY[*]}"
            }

            """ + calls)
        let answers = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(outcome.errors == "")
        #expect(answers.count == Self.offers.count + 1)
        for (offer, answer) in zip(Self.offers, answers) {
            #expect(answer == offer.words, "\(offer.typed)")
        }
    }

    @Test(
        "zsh completes a line as it is typed",
        .slow,
        .enabled(if: Tool.isThere("zsh"), "this needs zsh"),
        .timeLimit(.minutes(10)))
    func zsh() async throws {
        let lines = [
            ("--fo", "--format "), ("--format ma", "--format markdown "), ("weekl", "weekly "),
            ("--columns date,open", "--columns date,open_date "),
            ("--region 서", "--region 서울시 "), ("codes nat", "codes nations "),
            ("-o fi", "-o file.csv "), ("--replay fo", "--replay folder/"),
        ]
        let calls = lines.map { "complete_line 'bo-export \($0.0)'\n" }.joined()
        let outcome = try await run(
            "zsh",
            """
            zmodload zsh/zpty
            mkdir functions && "$0" --generate-completion-script zsh > functions/_bo-export
            zpty -b shell "env TERM=dumb PATH='${0:h}:$PATH' zsh -f -i"
            zpty -w shell 'fpath=(functions $fpath); autoload -U compinit; compinit -u -D'
            zpty -w shell 'show() { zle -I; print -r -- "LI""NE<$BUFFER>"; BUFFER= }'
            zpty -w shell 'zle -N show; bindkey "^X" show'
            complete_line() {
                zpty -w -n shell "$1"$'\\t\\x18'
                zpty -r -m shell answer '*LINE<*>*'
                print -r -- "${${answer##*LINE<bo-export }%%>*}"
            }

            """ + calls)
        let answers = outcome.output.split(separator: "\n").map { String($0) }
        #expect(answers == lines.map(\.1), "\(outcome.errors)")
    }

    @Test(
        "fish completes commands, options, values and code classes",
        .slow,
        .enabled(if: Tool.isThere("fish"), "this needs fish"))
    func fish() async throws {
        let lines = [
            ("--fo", "--format"), ("--source s", "sample"), ("weekl", "weekly"),
            ("weekly --format jsonl", "jsonl"), ("codes nat", "nations"),
            ("columns per", "person"),
        ]
        let calls = lines.map { "echo (complete -C 'bo-export \($0.0)' | cut -f 1)\n" }.joined()
        let outcome = try await run(
            "fish",
            "set -x PATH (path dirname $0) $PATH\n"
                + "$0 --generate-completion-script fish | source\n" + calls,
            isFish: true)
        let answers = outcome.output.split(separator: "\n").map { String($0) }
        #expect(answers == lines.map(\.1), "\(outcome.errors)")
    }

    /// Runs `script` in `shell`, in a folder with one file and one folder.
    private func run(
        _ shell: String, _ script: String, isFish: Bool = false
    ) async throws -> Program.Outcome {
        let folder = try TemporaryFolder()
        let script = isFish ? script.replacing("$0", with: Program.path) : script
        let arguments =
            isFish ? "fish --no-config -c \"$SCRIPT\"" : "\(shell) -c \"$SCRIPT\" \"$0\""
        return try await Program.shell(
            "mkdir \"$DIR/folder\" && : > \"$DIR/file.csv\" && cd \"$DIR\" && timeout 300 \(arguments)",
            environment: [
                "SCRIPT": script, "DIR": folder.url.path, "HOME": folder.url.path,
                "LC_ALL": "C.UTF-8",
            ])
    }
}
