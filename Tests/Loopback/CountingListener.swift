import Foundation
import Synchronization

/// A port of this machine that counts the connections made to it.
///
/// Each connection gets a short HTTP answer, a picture, whatever it asks for, and is closed.
public final class CountingListener: Sendable {
    private struct State {
        var connections = 0
        var isClosed = false
        /// The connections that are kept open.
        var open: [Int32] = []
    }

    /// The listening port.
    public let port: UInt16
    private let socket: Int32
    private let state = Mutex(State())
    /// True if something follows each answer a little later, on a connection that stays open.
    private let goesOn: Bool

    /// Listens on any free port of `address`, an address of this machine.
    ///
    /// - Parameter goesOn: true if an answer that nobody asked for follows each one a little later, on
    ///   a connection that stays open.
    public init(on address: String = "127.0.0.1", goesOn: Bool = false) throws {
        self.goesOn = goesOn
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw CocoaError(.fileReadUnknown) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        unsafe inet_pton(AF_INET, address, &name.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &name) { name in
            unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                unsafe bind(socket, name, length) == 0 && listen(socket, 16) == 0
                    && getsockname(socket, name, &length) == 0
            }
        }
        guard isListening, fcntl(socket, F_SETFL, O_NONBLOCK) == 0 else {
            close(socket)
            throw CocoaError(.fileReadUnknown)
        }
        self.socket = socket
        port = UInt16(bigEndian: name.sin_port)
        Thread.detachNewThread { [weak self] in
            while let self, self.answerNext() {}
        }
    }

    deinit {
        close(socket)
        state.withLock { $0.open.forEach { close($0) } }
    }

    /// The number of connections made so far, including those not answered yet.
    public var connections: Int {
        state.withLock { state in
            acceptAll(&state)
            return state.connections
        }
    }

    /// Stops answering.
    public func stop() { state.withLock { $0.isClosed = true } }

    /// Waits a little for connections and answers them; false if it has been stopped.
    private func answerNext() -> Bool {
        var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&waiting, 1, 20)
        return state.withLock { state in
            acceptAll(&state)
            return !state.isClosed
        }
    }

    private func acceptAll(_ state: inout State) {
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { return }
            state.connections += 1
            var patience = timeval(tv_sec: 5, tv_usec: 0)
            let size = socklen_t(MemoryLayout<timeval>.size)
            unsafe setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
            var request = [UInt8](repeating: 0, count: 4096)
            _ = unsafe recv(connection, &request, request.count, 0)
            let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0x20, 0xFF, 0xD9]
            let end = goesOn ? "" : "Connection: close\r\n"
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\(end)\r\n"
            let answer = Array(head.utf8) + picture
            _ = unsafe send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
            guard goesOn else {
                close(connection)
                continue
            }
            usleep(50_000)
            let stale = Array(head.utf8) + [UInt8](repeating: 0, count: picture.count)
            _ = unsafe send(connection, stale, stale.count, Int32(MSG_NOSIGNAL))
            state.open.append(connection)
        }
    }
}
