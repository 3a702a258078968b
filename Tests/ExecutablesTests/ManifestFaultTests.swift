import BoxOffice
import Executables
import Foundation
import Testing

/// The messages for manifests with more than one fault.
@Suite(.timeLimit(.minutes(10))) struct ManifestFaultTests {
    private func message(_ fields: String, kind: PluginFile.Kind) async throws -> String {
        let shop = try Workshop()
        let file = try shop.make(
            kind, "test",
            """
            #!/bin/sh
            cat <<'MANIFEST'
            {"manifest":{"protocol":1,\(fields)}}
            MANIFEST
            """)
        let fault = await #expect(throws: Fault.self) { try await shop.host.manifest(of: file) }
        #expect(fault?.kind == .malformed)
        return fault?.message ?? ""
    }

    @Test("All faults of a format's manifest are reported at once, by option and field")
    func format() async throws {
        let message = try await message(
            #"""
            "name":"other","summary":7,"variables":["A",2],"columns":["rank",""],"options":[
            {"name":"width","type":"integer","minimum":1,"maximum":9,"default":"x","help":"h"},
            {"name":"depth","type":"integer","minimum":"1","maximum":2.5,"default":3},
            {"name":"way","type":"choice","choices":["up",1],"default":"down","help":"h"},
            {"name":"Bad","type":"sort","default":"","help":"h"},
            {"type":"boolean","default":"yes","help":"h"}, 7,
            {"name":"way","default":"","help":"h"}]
            """#.replacing("\n", with: ""), kind: .format)
        for part in [
            "the plugin 'test': its manifest: field 'name': 'other' is not the name of the file, "
                + "'test'; field 'summary': 7 is not a line of text",
            "; field 'variables': item 2: 2 is not a line of text",
            "; field 'columns': item 2: '' is not a line of text",
            "; option 'width': field 'default': 'x' is not a whole number",
            "; option 'depth': field 'minimum': '1' is not a whole number",
            "; option 'depth': field 'maximum': 2.5 is not a whole number",
            "; option 'depth': field 'help' is not there",
            "; option 'way': field 'choices': item 2: 1 is not a line of text",
            "; option 4: field 'name': 'Bad' is not a name of a to z, 0 to 9 and -",
            "; option 4: field 'type': 'sort' is not one of text, boolean, integer, choice",
            "; option 5: field 'name' is not there",
            "; option 5: field 'default': 'yes' is not one of true, false",
            "; option 6: 7 is not an object", "; option 'way' is there twice",
        ] {
            #expect(message.contains(part), "\(part) | \(message)")
        }
    }

    @Test("All faults of a source's manifest are reported at once, by column and field")
    func source() async throws {
        let message = try await message(
            #"""
            "name":"test","charts":["daily","yearly"],"from":"2022-02-30","to":3,"columns":[
            {"name":"rank","type":"text"},{"name":"A","type":"text"},{"name":"b","type":"money"},
            {"name":"c","type":"text","korean":""},{"name":"title"},{"name":"title"}]
            """#.replacing("\n", with: ""), kind: .source)
        for part in [
            "its manifest: field 'summary' is not there",
            "; field 'charts': item 2: 'yearly' is not one of daily, weekly, weekend, weekdays",
            "; field 'from': '2022-02-30' is not a day such as 2022-06-01",
            "; field 'to': 3 is not a day such as 2022-06-01",
            "; column 'rank': field 'type': 'text' is not what charts have there, integer",
            "; column 2: field 'name': 'A' is not a name of a to z, 0 to 9 and _",
            "; column 'b': field 'type': 'money' is not one of text, marker",
            "; column 'c': field 'korean': '' is not a line of text",
            "; column 'title' is there twice",
        ] {
            #expect(message.contains(part), "\(part) | \(message)")
        }
    }

    @Test("A manifest with hundreds of faults is answered with the first ones and a count")
    func bounded() async throws {
        let options = Array(repeating: "7", count: 300).joined(separator: ",")
        let message = try await message(
            #""name":"test","summary":"s","options":[\#(options)]"#, kind: .format)
        #expect(message.contains("; option 20: 7 is not an object; and 280 more"), "\(message)")
    }
}
