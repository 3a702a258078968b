internal import BoxOffice

extension Fault.Kind {
    /// What a plugin says that ends with that status: what the same status of this program says,
    /// and for any other that it failed.
    init(ofStatus status: Int32) {
        self =
            switch status {
            case 64: .usage
            case 65: .malformed
            case 71: .outOfResources
            case 75: .notYet
            case 77: .keyRefused
            case 78: .configuration
            default: .unavailable
            }
    }
}

extension Fault {
    /// The plugin was ended with the run.
    static let cancelledPlugin = Fault(.cancelled, "cancelled-plugin", "the run was cancelled")
}

extension Duration {
    /// The duration for a message: `30 seconds`, `200 milliseconds`.
    var wording: Message {
        let milliseconds = nanoseconds / 1_000_000
        return milliseconds % 1000 == 0
            ? Message("seconds", "\(milliseconds / 1000) seconds")
            : Message("milliseconds", "\(milliseconds) milliseconds")
    }
}
