internal import BoxOffice
internal import CProcess
internal import Glibc

/// The process, as the operating system describes it.
enum CurrentProcess {
    /// Prepares the process: a closed pipe becomes an error of a write, not a signal, and the three
    /// standard descriptors are occupied, so that no file is opened in their place.
    static func prepare() {
        _ = signal(SIGPIPE, SIG_IGN)
        // A core file would contain the keys.
        var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            // Read-only, so that writing to a closed standard output still fails.
            _ = unsafe open("/dev/null", O_RDONLY)
        }
    }

    /// Checks that `/proc` is mounted: Dispatch looks there for its own threads, and traps if it
    /// does not find them.
    ///
    /// - Throws: a ``Fault`` of kind `bug`.
    static func requireProc() throws(Fault) {
        guard unsafe access("/proc/self/stat", R_OK) != 0 else { return }
        throw Fault(
            .outOfResources, "require-proc",
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

    /// The home folder; nil if the environment does not name it.
    static var home: String? { unsafe getenv("HOME").map { unsafe String(cString: $0) } }

    /// True if standard output is a terminal.
    static var printsToTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// True if standard input is a terminal.
    static var readsFromTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// The number of columns of the terminal on standard output; nil if it does not report one.
    static var terminalWidth: Int? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// True if standard error is a terminal.
    static var speaksToTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Returns the current time.
    @Sendable static func now() -> Instant {
        Instant(secondsSince1970: time(nil))
    }

    /// Returns the arguments of the process, without the name of the program, and a fault of kind
    /// `usage` if one is not UTF-8.
    ///
    /// Such an argument is returned as an empty text: decoded with replacements, it would name another
    /// file. `CommandLine` does not find the arguments if a preloaded library has called `setenv`.
    static func arguments() -> (texts: [String], fault: Fault?) {
        var arguments: [String] = []
        var fault: Fault?
        guard let vector = unsafe cprocess_arguments(), unsafe vector[0] != nil else {
            return ([], nil)
        }
        for index in 1... {
            guard let bytes = unsafe vector[index] else { break }
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
    /// Something was written, but something is missing.
    static let partial: Int32 = 2

    /// Returns the status for a fault of that kind.
    static func of(_ kind: Fault.Kind) -> Int32 {
        switch kind {
        case .readerGone: success
        case .usage: 64
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

    /// Returns the status that a shell has for a program ended by the signal: 130 for INT, 143 for
    /// TERM.
    static func endedBy(signal: Int32) -> Int32 { 128 + signal }
}

/// The version of the program.
let version = "0.1.0"

/// The date of that version, as manual pages write it.
let versionDate = "November 22, 2026"

/// The memory and descriptors that the process needs.
///
/// A lack of them is detected before work begins. Later there is no chance for a good message:
/// Dispatch traps without descriptors, and Swift without memory. Threads are not checked here: a
/// run works with those it gets, and ``ThreadWatch`` detects that it gets none.
struct ProcessLimits {
    /// The number of descriptors needed in addition to the open ones.
    let descriptors: Int
    /// The memory needed, in bytes.
    let memory: Int

    /// The needs of every command: 32 MB, and 8 MB for the stack of each of four threads.
    static let start = ProcessLimits(descriptors: 8, memory: 64 << 20)

    /// The needs of a plugin: its pipes, 32 MB, and eight threads that start it, feed it and wait
    /// for its end.
    static let plugin = ProcessLimits(descriptors: 16, memory: 96 << 20)

    /// Returns the needs of `jobs` requests at a time: for each a thread for the transfer and one
    /// for the lookup of the host's name, their descriptors, and buffers.
    static func asking(jobs: Int) -> ProcessLimits {
        ProcessLimits(descriptors: 5 * jobs + 8, memory: (64 + 17 * jobs) << 20)
    }

    /// Checks that the memory and descriptors are available.
    ///
    /// Descriptors are always counted, because they may be open already; if they are too few, the soft
    /// limit is raised to the hard one. Memory is tried only if a
    /// limit is so low that somebody must have set it.
    ///
    /// - Throws: a ``Fault`` of kind `outOfResources`.
    func require() throws(Fault) {
        var free = Self.freeDescriptors(upTo: descriptors)
        if free < descriptors {
            var limit = rlimit()
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            if unsafe getrlimit(resource, &limit) == 0 {
                limit.rlim_cur = limit.rlim_max
                _ = unsafe setrlimit(resource, &limit)
            }
            free = Self.freeDescriptors(upTo: descriptors)
        }
        guard free == descriptors else {
            throw Fault(
                .outOfResources, "too-few",
                "there are too few descriptors: \(descriptors) are needed, \(free) are available",
                ko: "파일 디스크립터가 부족합니다. {1}개가 필요하지만 {2}개만 사용할 수 있습니다",
                hint: "raise the limit (ulimit -n), or lower --jobs",
                hintKo: "한도(ulimit -n)를 늘리거나 --jobs를 줄이세요")
        }
        guard Self.isMemoryLimited else { return }
        cprocess_share_memory()
        let tried = unsafe mmap(
            nil, memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard unsafe tried != MAP_FAILED else {
            throw Fault(
                .outOfResources, "too-little-memory",
                "there is too little memory: \(memory >> 20) MB more are needed",
                ko: "메모리가 {1} MB 더 필요합니다",
                hint: "raise the limit (ulimit -v, ulimit -d), or lower --jobs",
                hintKo: "한도(ulimit -v, ulimit -d)를 늘리거나 --jobs를 줄이세요")
        }
        unsafe munmap(tried, memory)
    }

    /// True if all limits are so high that nothing has to be tried, whatever the command.
    static var areWide: Bool {
        !isMemoryLimited && limit(__RLIMIT_NPROC) >= 1024 && limit(RLIMIT_NOFILE) >= 1024
    }

    private static var isMemoryLimited: Bool {
        [RLIMIT_AS, RLIMIT_DATA].contains { limit($0) < 1 << 40 }
    }

    private static func limit(_ resource: __rlimit_resource) -> rlim_t {
        var limit = rlimit()
        let failed = unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) != 0
        return failed ? .max : limit.rlim_cur
    }

    private static func freeDescriptors(upTo count: Int) -> Int {
        var free: [Int32] = []
        while free.count < count {
            let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { break }
            free.append(descriptor)
        }
        for descriptor in free { close(descriptor) }
        return free.count
    }
}
