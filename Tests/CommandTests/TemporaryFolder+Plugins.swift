import Foundation

extension TemporaryFolder {
    /// Writes an executable of that name.
    func add(executable name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: path(name))
    }

    /// Writes a format of that name, a shell script that does `body` when it has been told what to
    /// write; `fields` are those of its manifest besides.
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
