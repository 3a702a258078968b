import BoxOffice
import Foundation
import Testing

@testable import BoxOfficeCommand

/// The codes of messages in the sources.
@Suite struct MessageCodeTests {
    /// Returns the Swift files of the program and their texts.
    private static func sources() throws -> [(path: String, text: String)] { try read.get() }

    private static let read = Result {
        try SourceMessage.files("swift", withWordings: true).map {
            (path: $0.lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8))
        }
    }

    @Test("Every fault with a sentence has a code, in lower case with hyphens")
    func faultsHaveCodes() throws {
        for (path, text) in try Self.sources() {
            let faults = text.matches(of: /\bFault\(\s*\.[a-zA-Z]+,\s+(?<first>"[^\n]*)/)
            for fault in faults {
                let first = fault.output.first
                // The contract with assistants has an underscore in this one.
                #expect(
                    first.hasPrefix("\"come_back\",")
                        || first.prefixMatch(of: /"[a-z][a-z0-9-]*",/) != nil,
                    "\(path): a fault without a code: \(first)")
            }
        }
    }

    @Test("A code has one wording")
    func codesAreUnique() throws {
        var wordings: [String: Set<String>] = [:]
        for (_, text) in try Self.sources() {
            let messages = text.matches(
                of:
                    /\b(Fault|Message)\(\s*(\.[a-zA-Z]+,\s+)?"(?<code>[a-z][a-z0-9.-]*)",\s+(?<wording>"[^\n]*?")[,)\n ]/
            )
            for message in messages {
                wordings[String(message.output.code), default: []]
                    .insert(
                        String(message.output.wording).replacing("fault.wording", with: "wording"))
            }
        }
        #expect(wordings.count > 100)
        for (code, texts) in wordings { #expect(texts.count == 1, "\(code): \(texts)") }
    }
}
