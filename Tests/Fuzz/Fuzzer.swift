import Glibc

/// The readers that libFuzzer tries, by name.
///
/// A finding is a trap, what a sanitizer sees, a reading that takes seconds, or a broken promise:
/// something a reader guarantees of all input, which its function here checks.
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

/// The reader that the environment names.
private let reader: (@Sendable ([UInt8]) -> Void) = {
    guard let reader = readers[setting("BO_EXPORT_FUZZ_READER")] else {
        fatalError("BO_EXPORT_FUZZ_READER names one of \(readers.keys.sorted())")
    }
    return reader
}()

/// What libFuzzer calls with every input it makes.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe reader(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// What the environment says under that name; nothing where it says nothing.
func setting(_ name: String) -> String {
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
}

/// Ends the process, which libFuzzer takes for a finding, where `isKept` is false.
func promise(_ isKept: Bool, _ promise: String) {
    guard !isKept else { return }
    fatalError("a promise is broken: \(promise)")
}
