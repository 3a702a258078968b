import Foundation
import Loopback
import Testing

/// The libraries that a run opens, and the messages without them.
struct LibraryCommandTests {
    @Test("libcurl is opened for a run that sends requests")
    func opened() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let asked = try await Program.run(
                ["--date", "2022-06-01"],
                environment: [
                    "LD_DEBUG": "files", "KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test",
                ])
            #expect(asked.status == 0)
            #expect(asked.errors.contains("libcurl.so.4"))
        }
    }

    @Test(
        "libcurl is opened for no run that sends no request, and SQLite for none without a database",
        arguments: [
            ("", "--source sample"), ("", "--source=sample --top 1"), ("", "--version"),
            ("", "--help"), ("", "weekly -h"), ("", "help daily"), ("", "columns"),
            ("", "--generate-completion-script=bash"), ("", "--date 2022-06-01 --offline"),
            ("", "--date 2022-06-01 --dry-run"), ("", "--date 2022-06-01 --replay /"),
            ("BO_EXPORT_SOURCE=sample", "--date 2022-06-01"),
            ("BO_EXPORT_OFFLINE=true", "--date 2022-06-01"),
            ("BO_EXPORT_REPLAY=/", "--date 2022-06-01"),
        ])
    func notOpened(setting: String, line: String) async throws {
        let outcome = try await Program.shell("LD_DEBUG=files \(setting) \"$0\" \(line)")
        #expect(outcome.errors.contains("libc.so.6"))
        #expect(!outcome.errors.contains("libcurl") && !outcome.errors.contains("sqlite3"))
    }

    @Test(
        "With a broken library a run that does not need it goes on; another reports the fault",
        arguments: [
            ("libcurl.so.4", "--date 2022-06-01", "2022-06-01: libcurl, which sends requests,"),
            ("libcurl.so.4", "doctor", "libcurl, which sends requests,"),
            (
                "libsqlite3.so.0", "--source sample -o $DIR/x.sqlite",
                "SQLite, which writes databases,"
            ),
        ])
    func broken(library: String, line: String, subject: String) async throws {
        let folder = try TemporaryFolder()
        try Data("no library".utf8).write(to: folder.url.appending(path: library))
        for (line, status) in [("--source sample", 0), (line, 78)] as [(String, Int32)] {
            let outcome = try await Program.shell(
                "export LD_LIBRARY_PATH=$DIR; exec \"$0\" \(line)",
                environment: [
                    "DIR": folder.url.path, "KOBIS_BASE_URL": "http://127.0.0.1:9",
                    "KOBIS_API_KEY": "test",
                ])
            #expect(outcome.status == status)
            guard status != 0 else { continue }
            #expect(outcome.errors.hasPrefix("bo-export: error: \(subject) cannot be used: "))
            #expect(outcome.errors.contains(folder.url.path))
        }
        #expect(try folder.names == [library])
    }

    /// The C source of a library that reports another version and forwards all calls, except those
    /// that must not be made before 2.13.
    private static let otherXML = """
        #include <dlfcn.h>
        #include <stdio.h>
        const char *xmlParserVersion = VERSION;
        static void *found(const char *name) {
            return dlsym(dlopen(REAL, RTLD_NOW | RTLD_LOCAL), name);
        }
        #define PASS_ON(name) long name(long a, long b, long c, long d, long e, long f) { \\
            return ((long (*)(long, long, long, long, long, long))found(#name))(a, b, c, d, e, f); \\
        }
        PASS_ON(xmlInitParser) PASS_ON(xmlNewParserCtxt) PASS_ON(xmlFreeParserCtxt)
        PASS_ON(xmlCtxtReadMemory) PASS_ON(xmlFreeDoc) PASS_ON(xmlDictSetLimit)
        PASS_ON(xmlDictGetUsage) PASS_ON(xmlSetGenericErrorFunc) PASS_ON(xmlSetStructuredErrorFunc)
        PASS_ON(xmlCreatePushParserCtxt) PASS_ON(xmlParseChunk) PASS_ON(htmlCreatePushParserCtxt)
        PASS_ON(htmlCtxtUseOptions) PASS_ON(htmlParseChunk)
        void xmlStopParser(void *context) { fputs("stopped\\n", stderr); }

        """

    @Test(
        "libxml2 is stopped in the way that the loaded version allows, not that of the headers",
        .enabled(if: Tool.isThere("cc"), "this needs a compiler"),
        arguments: [("20914", 0), ("21208", 0), ("21300-GITv2.13.0", 1), ("21402", 1)])
    func versionOfXML(version: String, stops: Int) async throws {
        let folder = try TemporaryFolder()
        try Self.otherXML.write(
            to: folder.url.appending(path: "other.c"), atomically: true, encoding: .utf8)
        let server = try LoopbackKOBIS()
        server.give(.body("<boxOfficeResult><a></b></boxOfficeResult>"))
        let outcome = try await server.run { url in
            try await Program.shell(
                """
                real=$(PATH=$PATH:/sbin ldconfig -p | sed -n 's/.*libxml2.so.[0-9]* .*=> //p' | head -n 1)
                cc -w -shared -fPIC -o $DIR/libxml2.so.2 -DREAL="\\"$real\\"" \
                    -DVERSION='"\(version)"' $DIR/other.c || exit 99
                export LD_LIBRARY_PATH=$DIR
                exec "$0" --source kobis-xml --date 2022-06-01
                """,
                environment: [
                    "KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test", "DIR": folder.url.path,
                ])
        }
        #expect(outcome.status == 65, "\(outcome.errors)")
        #expect(outcome.errors.contains("an end tag does not match its start tag"))
        #expect(outcome.errors.split(separator: "\n").count { $0 == "stopped" } == stops)
    }
}
