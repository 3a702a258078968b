import Executables
import Foundation
import SlowLane
import Testing

/// What `plugins check` asks a plugin.
@Suite(.timeLimit(.minutes(10))) struct CheckTests {
    private static let options = [
        #"{"name":"size","type":"integer","minimum":-3,"maximum":9,"default":2,"help":"h"}"#,
        #"{"name":"big","type":"boolean","default":false,"help":"h"}"#,
        #"{"name":"way","type":"choice","choices":["up","down"],"default":"up","help":"h"}"#,
        #"{"name":"word","default":"x","help":"h"}"#,
    ]

    @Test(
        "Every option is tried at its ends, with every choice, and with texts of all sorts", .slow)
    func options() async throws {
        let shop = try Workshop()
        let file = try shop.plugin(
            .format, #","options":[\#(Self.options.joined(separator: ","))]"#,
            """
            IFS= read -r columns || exit 0
            printf '%s\\n' "$columns" >>asked
            sed -n '/^{"end":{}}$/q 0; p; $ q 3'
            """)
        #expect(try await shop.problems(of: file) == [])
        let asked = shop.lines("asked").joined(separator: "\n")
        for part in [
            #""size":-3"#, #""size":9"#, #""size":2"#, #""big":true"#, #""big":false"#,
            #""way":"down""#, #""word":"""#, #""word":"x""#, #""word":"another text""#, #"\u001b"#,
            "가",
        ] {
            #expect(asked.contains(part), "\(part)")
        }
    }
}
