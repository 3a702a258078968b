internal import Archive
internal import ArgumentParser
internal import BoxOffice
internal import Synchronization

/// What the program says: data to standard output, everything else to standard error.
///
/// It is the one boundary where text leaves the program, and so the place where keys are blotted
/// out and control characters, which could steer a terminal, are taken from what a service wrote.
struct Console: Sendable {
    /// The environment the program runs in.
    let environment: Environment
    private let secrets = Secrets()

    init(environment: Environment) {
        self.environment = environment
    }

    /// Makes sure that `secret` is never said.
    func hide(_ secret: Secret) {
        secrets.add(secret.text)
    }

    /// Writes `text`, which is data, to standard output.
    func print(_ text: String) throws(Fault) {
        let bytes = Array(text.utf8)
        var output = StandardOutput()
        try output.write(bytes.span)
    }

    /// Says on standard error what happened.
    func note(_ message: String) {
        say(message)
    }

    /// Says on standard error what the user may want to know of, though the run goes on.
    func warn(_ message: String) {
        say("warning: \(message)")
    }

    /// Says on standard error what went wrong, and the remedy where there is one.
    func report(_ fault: Fault) {
        say("error: \(fault.message)")
        if let hint = fault.hint { say("hint: \(hint)") }
    }

    /// Says what is wrong with the command line, or shows the help that was asked for.
    ///
    /// - Returns: the exit status.
    func reportParsing(_ error: any Error) -> Int32 {
        let text = BOExport.fullMessage(for: error)
        guard BOExport.exitCode(for: error) != .success else {
            do throws(Fault) {
                try print(text.hasSuffix("\n") ? text : text + "\n")
                return ExitStatus.success
            } catch {
                if error.kind != .readerGone { report(error) }
                return ExitStatus.of(error.kind)
            }
        }
        let message = BOExport.message(for: error)
        report(
            Fault(
                .usage, message.prefix(1).lowercased() + message.dropFirst(),
                hint: "'bo-export --help' and 'bo-export daily --help' show what there is"))
        return ExitStatus.usage
    }

    private func say(_ line: String) {
        let clean = line.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        let text = "bo-export: \(redact(String(clean).prefix(4000)))\n"
        StandardError.write(text)
    }

    /// `text` with every key of the environment blotted out, as it is and as a URL has it.
    private func redact(_ text: some StringProtocol) -> String {
        var text = String(text)
        for secret in secrets.all {
            for form in [secret, secret.percentEncoded] {
                text = text.split(separator: form, omittingEmptySubsequences: false)
                    .joined(separator: "***")
            }
        }
        return text
    }
}

/// The keys that have been found in this run.
private final class Secrets: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    func add(_ text: String) {
        texts.withLock { if !$0.contains(text) { $0.append(text) } }
    }
}
