internal import BoxOffice
internal import CProcess
internal import Glibc

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
    /// Descriptors are always counted, because they may be open already. Memory is tried only if a
    /// limit is so low that somebody must have set it.
    ///
    /// - Throws: a ``Fault`` of kind `outOfResources`.
    func require() throws(Fault) {
        var free = Self.freeDescriptors(upTo: descriptors)
        if free < descriptors, Self.raiseDescriptorLimit() {
            free = Self.freeDescriptors(upTo: descriptors)
        }
        guard free == descriptors else {
            throw .tooFewDescriptors(needed: descriptors, free: free)
        }
        guard Self.isMemoryLimited else { return }
        cprocess_share_memory()
        let tried = unsafe mmap(
            nil, memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard unsafe tried != MAP_FAILED else { throw .tooLittleMemory(megabytes: memory >> 20) }
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

    /// Raises the soft limit of descriptors to the hard limit; false if it is already there.
    private static func raiseDescriptorLimit() -> Bool {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else {
            return false
        }
        limit.rlim_cur = limit.rlim_max
        return unsafe setrlimit(resource, &limit) == 0
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

extension Fault {
    fileprivate static func tooFewDescriptors(needed: Int, free: Int) -> Fault {
        Fault(
            .outOfResources, "too-few",
            "there are too few descriptors: \(needed) are needed, \(free) are available",
            ko: "파일 디스크립터가 부족합니다. {1}개가 필요하지만 {2}개만 사용할 수 있습니다",
            hint: "raise the limit (ulimit -n), or lower --jobs",
            hintKo: "한도(ulimit -n)를 늘리거나 --jobs를 줄이세요")
    }

    fileprivate static func tooLittleMemory(megabytes: Int) -> Fault {
        Fault(
            .outOfResources, "too-little-memory",
            "there is too little memory: \(megabytes) MB more are needed",
            ko: "메모리가 {1} MB 더 필요합니다",
            hint: "raise the limit (ulimit -v, ulimit -d), or lower --jobs",
            hintKo: "한도(ulimit -v, ulimit -d)를 늘리거나 --jobs를 줄이세요")
    }
}
