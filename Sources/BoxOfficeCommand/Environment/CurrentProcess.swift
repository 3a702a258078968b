internal import BoxOffice
internal import Glibc

/// What the program asks of the operating system about itself.
enum CurrentProcess {
    /// Makes the process fit to run: a closed pipe is an error of a write, not a signal, and the
    /// three standard descriptors are taken, so that no file is opened in their place.
    static func prepare() {
        _ = signal(SIGPIPE, SIG_IGN)
        // A core file would have the keys in it.
        var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            // Read-only, so that writing to a closed standard output still fails.
            _ = unsafe open("/dev/null", O_RDONLY)
        }
    }

    /// Makes sure that `/proc` is there: Dispatch looks there for its own threads, and traps where
    /// it does not find them.
    ///
    /// - Throws: a ``Fault`` of kind `bug`.
    static func requireProc() throws(Fault) {
        guard unsafe access("/proc/self/stat", R_OK) != 0 else { return }
        throw Fault(
            .bug, "require-proc",
            Message(
                "'/proc' is not mounted, and the program cannot run without it",
                ko: "'/proc'이 마운트되어 있지 않아 실행할 수 없습니다"),
            hint: Message("mount -t proc proc /proc", ko: "mount -t proc proc /proc"))
    }

    /// The environment variable `name`; nil if it is empty or not there.
    static func variable(_ name: String) -> String? {
        let value = unsafe getenv(name).flatMap { unsafe String(validatingCString: $0) }
        return value == "" ? nil : value
    }

    /// The folder that relative paths start from.
    static var workingFolder: String {
        guard let path = unsafe getcwd(nil, 0) else { return "/" }  // Freed below, once.
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// Whether standard output is a terminal.
    static var printsToTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// How many columns the terminal of standard output has; nil if it does not say.
    static var terminalWidth: Int? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Whether standard error is a terminal.
    static var speaksToTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// The time now.
    @Sendable static func now() -> Instant {
        Instant(secondsSince1970: time(nil))
    }
}
