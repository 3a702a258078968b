/// What one transfer gathers while libcurl runs it.
///
/// A class, because libcurl is given its address; libcurl borrows it and never frees it.
final class Transfer {
    private(set) var bytes: [UInt8] = []
    private(set) var isTooLarge = false
    private let limit: Int
    private let cancellation: Cancellation

    init(limit: Int, cancellation: Cancellation) {
        self.limit = limit
        self.cancellation = cancellation
    }

    var isCancelled: Bool { cancellation.isCancelled }

    /// Takes a piece of the body, already decompressed; false means that it is too much.
    func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard piece.count <= limit - bytes.count else {
            isTooLarge = true
            return false
        }
        unsafe bytes.append(contentsOf: piece)
        return true
    }
}
