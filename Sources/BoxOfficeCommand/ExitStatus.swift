internal import BoxOffice

/// The exit statuses, after sysexits.h.
///
/// Scripts depend on them: they MUST NOT CHANGE.
enum ExitStatus {
    /// Everything was done, or there was nothing to do.
    static let success: Int32 = 0
    /// Something was written, and something is missing.
    static let partial: Int32 = 2
    /// The command was used wrongly.
    static let usage: Int32 = 64

    /// The status that tells a caller of a fault of that kind.
    static func of(_ kind: Fault.Kind) -> Int32 {
        switch kind {
        case .readerGone: success
        case .usage: usage
        case .malformed, .notFound: 65
        case .unavailable: 69
        case .bug: 70
        case .outOfResources: 71
        case .cannotCreate: 73
        case .cannotWrite: 74
        case .notYet, .notPublished: 75
        case .keyRefused: 77
        case .configuration: 78
        case .cancelled: 130
        }
    }

    /// The status of a program that the signal ended: 130 for INT, 143 for TERM.
    static func endedBy(signal: Int32) -> Int32 { 128 + signal }
}
