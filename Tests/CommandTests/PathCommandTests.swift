import Foundation
import Loopback
import SlowLane
import Testing

/// The paths of `-o`.
struct PathCommandTests {
    @Test("Thousands of folders in a path are 73 with the system's reason", .slow)
    func manyFolders() async throws {
        let folder = try TemporaryFolder()
        // A program that is not optimised checks all folders again for each one.
        let count = SlowLane.isWanted ? 15_000 : 3_000
        for template in ["q{year}/", "q/"] {
            let path = folder.path(String(repeating: template, count: count) + "x.csv")
            let outcome = try await Program.run(["--source", "sample", "-o", path])
            #expect(outcome.status == 73)
            let isReason = outcome.errors.hasSuffix("cannot be created: File name too long\n")
            #expect(isReason && outcome.errors.utf8.count < 1000)
        }
        #expect(try folder.names == [])
    }
}
