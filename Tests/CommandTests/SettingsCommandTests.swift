import Foundation
import Loopback
import Testing

/// Settings in folders that the user may not enter.
struct SettingsCommandTests {
    @Test(
        "A configuration in a folder without access is not treated as missing",
        .enabled("another user is available") { try await Program.canBeUnprivileged() },
        arguments: [".config/bo-export", ".config"])
    func forbidden(folder: String) async throws {
        let home = try Household()
        try home.configure("{\"top\": 2}")
        let outcome = try await home.shell(
            Program.unprivileged + """
                chmod 0 ~/\(folder); unprivileged "$0" --source sample; status=$?
                chmod 755 ~/\(folder); exit $status
                """, at: "http://127.0.0.1:9")
        #expect(outcome.status == 78, "\(outcome.errors)")
        #expect(outcome.errors.contains("cannot be reached: Permission denied"))
    }
}
