import BoxOfficeCommand
import Glibc

/// The readers that libFuzzer exercises, by name.
///
/// A finding is a trap, a sanitizer report, a reading that takes seconds, or a broken promise:
/// something that a reader guarantees for all input, checked by its function here.
private let readers: [String: @Sendable ([UInt8]) -> Void] = [
    "json": Answers.readJSON,
    "xml": Answers.readXML,
    "yaml": Settings.read,
    "recordings": Recordings.read,
    "documents": WrittenDocuments.read,
    "dialogue": PluginAnswers.read,
    "states": States.read,
    "tables": TableFiles.read,
]

/// The reader named by the environment.
private let reader: (@Sendable ([UInt8]) -> Void) = {
    guard let reader = readers[setting("BO_EXPORT_FUZZ_READER")] else {
        fatalError("BO_EXPORT_FUZZ_READER names one of \(readers.keys.sorted())")
    }
    return reader
}()

/// Runs the program itself if it was started as `bo-export`; libFuzzer calls this first.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafePointer<CInt>, _ arguments: UnsafePointer<UnsafePointer<UnsafePointer<CChar>>>
) -> CInt {
    if unsafe String(cString: arguments.pointee.pointee).hasSuffix("/bo-export") {
        BoxOfficeProgram.main()
    }
    return 0
}

/// Runs the reader on one input; libFuzzer calls it for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe reader(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Returns an environment variable; empty if it is not set.
func setting(_ name: String) -> String {
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
}

/// Ends the process if `isKept` is false, which libFuzzer reports as a finding.
func promise(_ isKept: Bool, _ promise: String) {
    guard !isKept else { return }
    fatalError("a promise is broken: \(promise)")
}
