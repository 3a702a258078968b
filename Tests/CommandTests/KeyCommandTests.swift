import Foundation
import Loopback
import Testing

/// The keys that `bo-export key` keeps.
struct KeyCommandTests {
    private static let secret = "s3cret-k3y+of/mine="

    /// A home without a key, at which KOBIS takes ``secret``.
    private let home: Household
    private let server: LoopbackKOBIS
    private var folder: String { home.folder.path(".config/bo-export") }
    private var file: String { "\(folder)/kobis_api_key" }

    init() throws {
        home = try Household(key: "")
        server = try LoopbackKOBIS(key: Self.secret)
    }

    private func mode(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private var kept: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    @Test("A file that others may read is closed to them, and a link stays a link to its file")
    func replaces() async throws {
        let place = home.folder.path("dotfiles")
        let outcome = try await home.shell(
            """
            mkdir -p "$DIR/dotfiles" "$DIR/.config/bo-export"; echo old > "$DIR/dotfiles/k"
            chmod 644 "$DIR/dotfiles/k"; ln -s "$DIR/dotfiles/k" "$DIR/.config/bo-export/kobis_api_key"
            echo n3w-k3y | "$0" key --offline && test -L "$DIR/.config/bo-export/kobis_api_key"
            """, at: "")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try mode(of: "\(place)/k") == 0o600 && kept == "n3w-k3y\n")
    }

    @Test("A write that fails leaves the old key and nothing beside it")
    func tornWrite() async throws {
        try home.configure("old", in: "kobis_api_key")
        let outcome = try await home.shell(
            "trap '' XFSZ; ulimit -f 0; echo n3w-k3y | \"$0\" key --offline", at: "")
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(kept == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["kobis_api_key"])
    }

    // MARK: - On a terminal

    /// What a terminal saw of a run.
    private struct Seen: Decodable {
        /// The status as a shell has it.
        let status: Int
        /// Everything that was shown.
        let screen: String
        /// True if what was typed was shown while the program waited, and when it had ended.
        let shows: [Bool]
    }

    /// Runs `key` on a terminal, and types `typed` or sends signals when it waits for the key.
    private func onTerminal(
        typing typed: String = "", signals: [Int] = [], at url: String
    ) async throws -> Seen {
        let script = """
            import json, os, pty, select, sys, termios, time
            program, typed, signals = sys.argv[1:]
            child, ours = pty.fork()
            if child == 0:
                os.execv(program, [program, "key"])
            screen, end = b"", time.monotonic() + 60
            def shows():
                return bool(termios.tcgetattr(ours)[3] & termios.ECHO)
            def look():
                global screen
                if select.select([ours], [], [], 0.05)[0]:
                    try:
                        screen += os.read(ours, 65536)
                    except OSError:
                        pass
            while b"): " not in screen and time.monotonic() < end:
                look()
            found = [shows()]
            os.write(ours, typed.encode())
            for number in signals.split():
                os.kill(child, int(number))
                time.sleep(0.2)
            status = None
            while status is None and time.monotonic() < end:
                look()
                ended, code = os.waitpid(child, os.WNOHANG)
                status = code if ended else None
            look()
            code = os.waitstatus_to_exitcode(status)
            print(json.dumps({"status": code if code >= 0 else 128 - code,
                              "screen": screen.decode(), "shows": found + [shows()]}))
            """
        let variables = [
            "HOME=\(home.folder.url.path)", "KOBIS_BASE_URL=\(url)", "PATH=/usr/bin:/bin",
        ]
        let output = try await OtherProgram.output(
            of: ["-i"] + variables
                + [
                    "python3", "-c", script, Program.path, typed,
                    signals.map { "\($0)" }.joined(separator: " "),
                ])
        return try JSONDecoder().decode(Seen.self, from: output)
    }

    @Test(
        "On a terminal the key is asked for and not shown, and then typing is shown again",
        .enabled(if: Tool.isThere("python3"), "this needs python3"))
    func terminal() async throws {
        try await server.run { url in
            let seen = try await onTerminal(typing: Self.secret + "\n", at: url)
            #expect(seen.status == 0, "\(seen.screen)")
            #expect(seen.shows == [false, true])
            #expect(seen.screen.contains("key of KOBIS, from https://"))
            #expect(!seen.screen.contains("s3cret"))
            #expect(kept == Self.secret + "\n")
            #expect(try mode(of: file) == 0o600 && mode(of: folder) == 0o700)
        }
    }

    @Test(
        "A signal ends it, the terminal shows again what is typed, and no key is kept",
        .enabled(if: Tool.isThere("python3"), "this needs python3"),
        arguments: [
            ("\u{03}", [], 130), ("", [15], 143), ("", [1], 129), ("half a k3y", [3, 20, 2], 130),
            ("\u{04}", [], 78),
        ])
    func signals(typed: String, signals: [Int], status: Int) async throws {
        let seen = try await onTerminal(typing: typed, signals: signals, at: "")
        #expect(seen.status == status, "\(seen.screen)")
        #expect(seen.shows == [false, true])
        #expect(kept == nil && !seen.screen.contains("k3y"))
    }
}
