import Foundation
import Loopback
import SlowLane
import Testing

/// The colours of Markdown on a terminal and in a browser.
@Suite(.serialized) struct FormatCommandTests {
    private let escape = "\u{1B}"

    @Test(
        "On a terminal the table of Korean titles is aligned and has both colours",
        .enabled(
            if: Tool.isThere("tmux") && Tool.isThere("python3"), "this needs tmux and python3"))
    func tmux() async throws {
        let outcome = try await Program.shell(
            """
            socket=bo-export-$$
            tmux -u -L $socket -f /dev/null new-session -d -x 180 -y 40 \\
                "$0 --source sample --format markdown; tmux -L $socket wait-for -S done; sleep 60"
            tmux -L $socket wait-for done
            tmux -L $socket capture-pane -p
            echo ======
            tmux -L $socket capture-pane -e -p
            tmux -L $socket kill-server
            """, environment: ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"])
        #expect(outcome.status == 0)
        let parts = outcome.output.split(separator: "======\n")
        try #require(parts.count == 2)
        let table = parts[0].split(separator: "\n").filter { $0.hasPrefix("|") }
        try #require(table.count == 12)
        let columns = table.map { line in columnStarts(of: line) }
        #expect(columns.allSatisfy { $0 == columns[0] && $0.count == 11 })
        #expect(parts[1].contains("\(escape)[31m▲2") && parts[1].contains("\(escape)[34m▼1"))
    }

    /// Returns the columns of the terminal in which cells begin; Hangul takes two.
    private func columnStarts(of line: Substring) -> [Int] {
        var column = 0
        var starts: [Int] = []
        for scalar in line.unicodeScalars {
            if scalar == "|" { starts.append(column) }
            column += (0xAC00...0xD7A3).contains(scalar.value) ? 2 : 1
        }
        return starts
    }

    @Test(
        "A browser shows the marker of a rise in red and that of a fall in blue",
        .slow,
        .enabled(
            if: Tool.isThere("chromium") && Tool.isThere("cmark-gfm") && Tool.hasPillow,
            "this needs chromium, cmark-gfm and python3-pil"))
    func browser() async throws {
        let folder = try TemporaryFolder()
        let program = """
            from PIL import Image
            colours = Image.open("page.png").convert("RGB").getcolors(900 * 600)
            print(sum(count for count, (r, g, b) in colours if r > 200 and g < 60 and b < 60),
                  sum(count for count, (r, g, b) in colours if b > 200 and g < 60 and r < 60))
            """
        try Data(program.utf8).write(to: folder.url.appending(path: "pixels.py"))
        let outcome = try await Program.shell(
            """
            cd '\(folder.url.path)'
            export HOME=$PWD
            for marker in span plain; do
                { echo '<meta charset="utf-8">'
                  "$0" --source sample --format markdown -O marker=$marker |
                      cmark-gfm --unsafe -e table; } >page.html
                chromium --headless --no-sandbox --disable-gpu --hide-scrollbars \\
                    --window-size=900,600 --screenshot=page.png page.html >/dev/null 2>&1
                python3 pixels.py
            done
            """)
        #expect(outcome.status == 0)
        let counts = outcome.output.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
        try #require(counts.count == 4, "\(outcome.output) \(outcome.errors)")
        #expect(counts[0] > 10 && counts[1] > 10, "red and blue: \(counts)")
        #expect(counts[2] == 0 && counts[3] == 0, "none without colours: \(counts)")
    }
}

/// External programs that a test may need.
enum Tool {
    static let hasPillow = OtherProgram.succeeds("python3 -c 'import PIL'")

    static func isThere(_ name: String) -> Bool {
        ["/usr/local/bin", "/usr/bin", "/bin"].contains { folder in
            FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
        }
    }
}
