internal import Glibc
internal import SystemPackage

/// The processes that have a mark in their environment, which they got from who started them.
struct MarkedProcesses {
    /// What the environment has in it, as `NAME=VALUE`.
    let mark: String

    /// What is still running after a while, which those that are about to end have.
    func left() -> [(number: pid_t, words: String)] {
        var processes = all()
        for _ in 0..<200 where !processes.isEmpty {
            _ = usleep(50_000)
            processes = all()
        }
        return processes
    }

    /// Ends all of them.
    func end() {
        for _ in 0..<100 {
            let processes = all()
            if processes.isEmpty { return }
            for process in processes { _ = kill(process.number, SIGKILL) }
            _ = usleep(50_000)
        }
    }

    /// All of them with the words that they were started with; those that have ended have no
    /// environment.
    private func all() -> [(number: pid_t, words: String)] {
        guard let stream = unsafe opendir("/proc") else { return [] }  // Closed below, once.
        defer { unsafe closedir(stream) }
        var processes: [(number: pid_t, words: String)] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let number = pid_t(name),
                words(of: "/proc/\(name)/environ").contains(mark)
            else { continue }
            let words = words(of: "/proc/\(name)/cmdline").joined(separator: " ")
            processes.append((number, words))
        }
        return processes
    }

    /// The texts of which the file is made, with a zero after each.
    private func words(of path: String) -> [String] {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
        else { return [] }
        defer { try? file.close() }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < 4 << 20 {
            let count = unsafe block.withUnsafeMutableBytes { unsafe try? file.read(into: $0) }
            guard let count, count > 0 else { break }
            bytes += block.prefix(count)
        }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
