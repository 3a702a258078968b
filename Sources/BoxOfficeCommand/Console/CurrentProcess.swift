internal import BoxOffice
internal import CProcess
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
            "'/proc' is not mounted, and the program cannot run without it",
            ko: "'/proc'이 마운트되어 있지 않아 실행할 수 없습니다",
            hint: "mount -t proc proc /proc", hintKo: "mount -t proc proc /proc")
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

extension CurrentProcess {
    /// The arguments of the process, without the name of the program, and what is wrong with them: of
    /// kind `usage` if one is not UTF-8.
    ///
    /// Such an argument is empty here: decoded with replacements, it would name another file.
    /// `CommandLine` does not find them if a library that was preloaded has called `setenv`.
    static func arguments() -> (texts: [String], fault: Fault?) {
        var arguments: [String] = []
        var fault: Fault?
        for index in 1..<max(1, cprocess_argument_count()) {
            guard let bytes = unsafe cprocess_argument(index) else { break }
            let argument = unsafe String(validatingCString: bytes)
            arguments.append(argument ?? "")
            guard argument == nil, fault == nil else { continue }
            fault = Fault(
                .usage, "argument-not-utf8",
                "an argument is not UTF-8: '\(unsafe String(cString: bytes))'",
                ko: "인수가 UTF-8이 아닙니다: '{1}'")
        }
        return (arguments, fault)
    }
}

/// The exit statuses, after sysexits.h.
///
/// Scripts depend on them: they MUST NOT CHANGE.
enum ExitStatus {
    /// Everything was done, or there was nothing to do.
    static let success: Int32 = 0
    /// Something was written, and something is missing.
    static let partial: Int32 = 2
    /// The command was used wrongly.
    static let usage: Int32 = 64

    /// The status that tells a caller of a fault of that kind.
    static func of(_ kind: Fault.Kind) -> Int32 {
        switch kind {
        case .readerGone: success
        case .usage: usage
        case .malformed, .notFound: 65
        case .unavailable: 69
        case .bug: 70
        case .outOfResources: 71
        case .cannotCreate: 73
        case .cannotWrite: 74
        case .notYet, .notPublished: 75
        case .keyRefused: 77
        case .configuration: 78
        case .cancelled: 130
        }
    }

    /// The status of a program that the signal ended: 130 for INT, 143 for TERM.
    static func endedBy(signal: Int32) -> Int32 { 128 + signal }
}

/// The version of the program.
let version = "0.1.0"

/// The day of that version, as manual pages have it.
let versionDate = "November 22, 2026"
