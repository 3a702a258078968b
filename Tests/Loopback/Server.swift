import FlyingFox
import FlyingSocks

/// Runs a server on a port of this machine, 0 for any free one, while `body` runs with its base URL.
func withServer<Result: Sendable>(
    port: UInt16 = 0,
    _ answer: @escaping @Sendable (HTTPRequest, _ url: String) async throws -> HTTPResponse,
    body: @escaping @Sendable (String) async throws -> Result
) async throws -> Result {
    // A task's second server needs no permit, because tasks that hold one could deadlock.
    if AsyncSemaphore.hasServer { return try await serve(port: port, answer, body: body) }
    return try await AsyncSemaphore.servers.withPermit {
        try await AsyncSemaphore.$hasServer.withValue(true) {
            try await serve(port: port, answer, body: body)
        }
    }
}

private func serve<Result: Sendable>(
    port: UInt16,
    _ answer: @escaping @Sendable (HTTPRequest, _ url: String) async throws -> HTTPResponse,
    body: @escaping @Sendable (String) async throws -> Result
) async throws -> Result {
    await waitForThreads()
    let server = HTTPServer(
        address: try .inet(ip4: "127.0.0.1", port: port), timeout: 60, logger: .disabled)
    await server.appendRoute("*") { [weak server] request in
        guard case .ip4(_, let port) = await server?.listeningAddress else {
            return HTTPResponse(statusCode: .serviceUnavailable)
        }
        return try await answer(request, "http://127.0.0.1:\(port)")
    }
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try? await server.run() }
        try await server.waitUntilListening(timeout: 120)
        guard case .ip4(_, let port) = await server.listeningAddress else {
            throw SocketError.disconnected
        }
        let result = try await body("http://127.0.0.1:\(port)")
        await server.stop(timeout: 0)
        group.cancelAll()
        return result
    }
}

/// Waits until the threads shared by all tests and servers are free enough.
///
/// The tests start all at once. Those that never wait keep these threads busy for a minute on a slow
/// machine, and a server that had to answer meanwhile would seem dead. A task that yields goes to the
/// end of the queue, so a quick return means a short queue.
private func waitForThreads() async {
    let clock = ContinuousClock()
    while await clock.measure({ await Task.yield() }) > .seconds(1) {}
}
