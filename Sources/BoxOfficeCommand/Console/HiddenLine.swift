internal import BoxOffice
internal import Glibc
internal import Storage

/// A line of standard input that is not shown while it is typed, such as a key.
enum HiddenLine {
    /// Reads a line, and leaves what follows it for others; a terminal is asked with `prompt`.
    ///
    /// However it ends, the terminal then shows again what is typed.
    ///
    /// - Throws: a ``Fault``: ``Fault/cancelled`` if the task was cancelled, and one of kind
    ///   `configuration` if the terminal cannot hide what is typed, or if that is not UTF-8.
    static func read(asking prompt: String) async throws(Fault) -> String {
        var shown = termios()
        guard isatty(STDIN_FILENO) == 1, unsafe tcgetattr(STDIN_FILENO, &shown) == 0 else {
            return try await line()
        }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        // These would end or stop the program while the terminal hides what is typed. A run ends in
        // order after the other signals.
        let before = [SIGQUIT, SIGTSTP].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, action) in before { _ = signal(number, action) } }
        guard unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else { throw .isShown }
        defer {
            // Lines that were pasted after the first must not go to the shell either.
            _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            StandardError.write("\n")
        }
        StandardError.write(prompt)
        return try await line()
    }

    /// Reads up to the end of a line, waiting without holding a thread.
    private static func line() async throws(Fault) -> String {
        var bytes: [UInt8] = []
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while bytes.count < longest {
            guard !Task.isCancelled else { throw .cancelled }
            guard unsafe poll(&input, 1, 0) > 0 else {
                try? await Task.sleep(for: .milliseconds(20))
                continue
            }
            var byte: UInt8 = 0
            let count = unsafe Glibc.read(STDIN_FILENO, &byte, 1)
            guard count == 1, byte != UInt8(ascii: "\n") else { break }
            bytes.append(byte)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        return text
    }

    /// The maximum length of a line in bytes.
    private static let longest = 64 * 1024
}

extension Fault {
    fileprivate static let notText = Fault(
        .configuration, "key-not-text", "what was typed is not UTF-8, and no key was kept",
        ko: "입력한 내용이 UTF-8이 아니어서 키를 저장하지 않았습니다")

    fileprivate static let isShown = Fault(
        .configuration, "terminal-shows-keys",
        "the terminal cannot hide what is typed, so the key was not read",
        ko: "터미널에서 입력을 숨길 수 없어 키를 읽지 않았습니다",
        hint: "hand it over on standard input: bo-export key < FILE",
        hintKo: "표준 입력으로 전달하세요: bo-export key < FILE")
}
