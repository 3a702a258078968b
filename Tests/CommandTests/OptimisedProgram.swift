import Foundation
import Loopback

/// The program that `swift build -c release --product bo-export` makes, if there is one.
struct OptimisedProgram {
    /// The place of the program, which may not exist.
    let file: URL
    private let folder: URL
    private let checkout: URL

    /// Finds the program in the build folder `folder` of the sources in `checkout`.
    init(in folder: URL, of checkout: URL) {
        file = folder.appending(path: "bo-export")
        self.folder = folder
        self.checkout = checkout
    }

    /// True if it was built from the current sources: none of them is newer, the compiler was given
    /// exactly these, and the recordings in the program are those in the folder.
    var isUpToDate: Bool {
        guard let made = Self.date(of: file) else { return false }
        let sources = sources
        let lists = lists
        let names = Set(sources.map(\.path).filter { $0.hasSuffix(".swift") })
        return names == Set(lists.flatMap(\.names))
            && (sources + lists.map(\.file)).allSatisfy { url in
                Self.date(of: url).map { $0 <= made } ?? false
            } && hasRecordings
    }

    // MARK: - The sources

    /// The files that go to the compiler.
    ///
    /// They do not include documents, modules that only tests are linked with, or the headers of
    /// system libraries, which SwiftPM does not check again.
    private var sources: [URL] {
        files(below: "Sources") { ["swift", "c", "cpp", "h", "hpp"].contains($0.pathExtension) }
            .filter { url in
                let parts = url.pathComponents.dropFirst(checkout.pathComponents.count)
                let module = checkout.appending(path: parts.prefix(2).joined(separator: "/"))
                return !FileManager.default.fileExists(
                    atPath: module.appending(path: "module.modulemap").path)
            } + files(below: "Plugins") { $0.pathExtension == "swift" }
    }

    private func files(below name: String, _ isWanted: (URL) -> Bool) -> [URL] {
        let root = checkout.appending(path: name)
        let names = FileManager.default.enumerator(atPath: root.path)?.allObjects ?? []
        return names.compactMap { ($0 as? String).map { root.appending(path: $0) } }
            .filter { isWanted($0) && !isOfTests($0) }
    }

    /// Returns true if only tests are linked with the file.
    private func isOfTests(_ url: URL) -> Bool {
        url.path.hasPrefix(checkout.appending(path: "Sources/Conformance").path + "/")
    }

    // MARK: - The compiled files

    /// The lists of this checkout's Swift files that the compiler was given, one for each module.
    private var lists: [(file: URL, names: [String])] {
        let modules = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return modules.compactMap { module in
            let file = folder.appending(path: "\(module)/sources")
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
            let names = text.split(separator: "\n").map(String.init).filter { name in
                ["Sources", "Plugins"].contains {
                    name.hasPrefix(checkout.appending(path: $0).path + "/")
                } && !isOfTests(URL(filePath: name))
            }
            return names.isEmpty ? nil : (file, names)
        }
    }

    /// True if the recordings of the source `sample` are those that were compiled.
    ///
    /// Their content is compared, because SwiftPM builds nothing if only their dates change.
    private var hasRecordings: Bool {
        let code = folder.appending(path: "Sample.build/DerivedSources/embedded_resources.swift")
        let recordings = files(below: "Plugins/Sample/Recordings") { $0.pathExtension == "csv" }
        let literals = recordings.map { url in
            let bytes = FileManager.default.contents(atPath: url.path) ?? Data()
            return "[" + bytes.map { "\($0)" }.joined(separator: ",") + "]"
        }
        let text = (try? String(contentsOf: code, encoding: .utf8)) ?? ""
        let compiled = text.split(separator: "\n").compactMap { line in
            line.contains("[UInt8]") ? line.split(separator: " = ").last.map(String.init) : nil
        }
        return literals.sorted() == compiled.sorted()
    }

    private static func date(of url: URL) -> Date? {
        try? FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date
    }
}
