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
            if: Tool.isThere("chromium") && Tool.isThere("cmark-gfm") && Tool.isThere("python3"),
            "this needs chromium, cmark-gfm and python3"))
    func browser() async throws {
        let folder = try TemporaryFolder()
        let program = """
            import struct, sys, zlib
            data, packed, at = open(sys.argv[1], "rb").read(), b"", 8
            while at < len(data):
                length, kind = struct.unpack(">I4s", data[at:at + 8])
                if kind == b"IHDR": width, height, _, form = struct.unpack(">IIBB", data[at + 8:at + 18])
                if kind == b"IDAT": packed += data[at + 8:at + 8 + length]
                at += length + 12
            size = {2: 3, 6: 4}[form]
            raw, before, counts = zlib.decompress(packed), bytearray(width * size), [0, 0]
            for y in range(height):
                start = y * (width * size + 1)
                kind, line = raw[start], bytearray(raw[start + 1:start + 1 + width * size])
                for i in range(width * size):
                    a = line[i - size] if i >= size else 0
                    b, c = before[i], before[i - size] if i >= size else 0
                    p = a + b - c
                    paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
                    line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[kind]) % 256
                for x in range(0, width * size, size):
                    red, green, blue = line[x:x + 3]
                    counts[0] += red > 200 and green < 60 and blue < 60
                    counts[1] += blue > 200 and green < 60 and red < 60
                before = line
            print(*counts)
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
                python3 pixels.py page.png
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
    static func isThere(_ name: String) -> Bool {
        ["/usr/local/bin", "/usr/bin", "/bin"].contains { folder in
            FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
        }
    }
}
