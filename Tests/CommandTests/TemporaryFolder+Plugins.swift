import Foundation
import Loopback

extension TemporaryFolder {
    /// Writes an executable called `name`.
    func add(executable name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: path(name))
    }

    /// Writes a format called `name`, a shell script that runs `body` when it knows the columns;
    /// `fields` are added to its manifest.
    func add(format name: String, fields: String = "", _ body: String) throws {
        try add(
            executable: "bo-export-format-\(name)",
            """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"\(name)","summary":"a test"\(fields)}}'
            read -r columns || exit 0
            \(body)
            """)
    }
}
