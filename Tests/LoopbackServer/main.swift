import Foundation
import Loopback

// A KOBIS server for trying things by hand:
//
//     swift run loopback-kobis 8080
//     KOBIS_BASE_URL=http://127.0.0.1:8080 KOBIS_API_KEY=test bo-export --last 3
//
// It also serves KMDb and Kakao for posters, at the addresses that it prints. KMDb has every second
// film of the charts; on Kakao, some films have a broken picture or none.
//
// Further arguments make requests fail: 20220601=status:500, *=slow:2000, *=html, *=fault:320011 …

@Sendable func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 8080
let server = try LoopbackKOBIS(port: port) { seen in say("\(seen.port) \(seen.target)") }
for argument in CommandLine.arguments.dropFirst(2) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    let words = parts.last?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
    let value = words.count == 2 ? words[1] : ""
    guard parts.count == 2, let trouble = Trouble(words[0], value) else {
        say("'\(argument)' is not a known failure")
        exit(64)
    }
    server.give(trouble, to: parts[0])
}
let kakao = LoopbackKakao()
kakao.set(.gallery)
let kmdb = try LoopbackKMDb()
try kmdb.addFilmsOfCharts()
try await kakao.run { kakaoURL in
    try await kmdb.run { kmdbURL in
        try await server.run { url in
            say("KOBIS_BASE_URL=\(url) KOBIS_API_KEY=test")
            say("KAKAO_BASE_URL=\(kakaoURL) KAKAO_REST_API_KEY=kakao-test")
            say("KMDB_BASE_URL=\(kmdbURL) KMDB_API_KEY=kmdb-test-key")
            try await Task.sleep(for: .seconds(24 * 3600))
        }
    }
}

extension Trouble {
    init?(_ name: String, _ value: String) {
        switch name {
        case "fault": self = .fault(value)
        case "status": self = .status(Int(value) ?? 500)
        case "slow": self = .slow(milliseconds: Int(value) ?? 1000)
        case "cut-off": self = .cutOff
        case "html": self = .htmlPage
        case "gzip": self = .gzip
        case "wrong-length": self = .wrongLength(by: Int(value) ?? 10)
        case "redirect": self = .redirect(value)
        case "empty": self = .emptyList
        default: return nil
        }
    }
}
