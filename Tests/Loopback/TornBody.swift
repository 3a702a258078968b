import FlyingFox
import FlyingSocks
import Foundation

/// A body that breaks off: after its first bytes, an error closes the connection.
struct TornBody: AsyncBufferedSequence {
    typealias Element = UInt8

    let start: Data

    func makeAsyncIterator() -> Iterator { Iterator(rest: start) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var rest: Data?

        mutating func next() async throws -> UInt8? { nil }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard let bytes = rest else { throw SocketError.disconnected }
            rest = nil
            return bytes
        }
    }
}
