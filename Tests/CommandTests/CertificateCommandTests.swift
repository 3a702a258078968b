import Foundation
import Loopback
import Testing

/// A service whose certificate is from an authority of one's own.
@Suite(.enabled(if: Tool.isThere("openssl"), "this needs openssl"))
struct CertificateCommandTests {
    @Test("Its authority is named by a variable; without one, the hint says so")
    func authorities() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.shell(
            """
            cd "$DIR" || exit 1
            mkdir ca
            openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out ca/ca.pem -days 2 \
                -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 2> openssl.log
            openssl rehash ca
            echo nothing > other.pem
            openssl s_server -accept 127.0.0.1:0 -cert ca/ca.pem -key key.pem -www -naccept 20 \
                > server.log 2>&1 &
            server=$!
            until port=$(sed -n 's/^ACCEPT.*:\\([0-9]*\\)$/\\1/p' server.log) && [ "$port" ]; do sleep 0.1; done
            export KOBIS_BASE_URL=https://127.0.0.1:$port KOBIS_API_KEY=test-key-1
            run() { echo "== $*"; env "$@" "$PROGRAM" --date 2022-06-01 2>&1; echo "$?"; }
            run A=
            run SSL_CERT_FILE=ca/ca.pem
            run SSL_CERT_DIR=ca
            run CURL_CA_BUNDLE=ca/ca.pem SSL_CERT_FILE=other.pem
            run SSL_CERT_FILE= CURL_CA_BUNDLE=none.pem
            kill $server
            """, environment: ["DIR": folder.url.path, "PROGRAM": Program.path])
        let runs = outcome.output.components(separatedBy: "== ").dropFirst().map {
            $0.split(separator: "\n").map(String.init)
        }
        #expect(runs.map { $0.last ?? "" } == ["69", "65", "65", "65", "78"], "\(outcome.output)")
        let names = ["SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"]
        for run in [runs.first, runs.last] {
            let hint = try #require(run?.first { $0.contains("hint: ") })
            #expect(names.allSatisfy(hint.contains), "\(hint)")
        }
        #expect(runs[1].contains { $0.contains("probably an HTML page") })
    }
}
