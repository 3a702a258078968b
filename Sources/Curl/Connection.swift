package import BoxOffice
internal import CTransfer
internal import Dispatch
internal import Glibc
internal import Synchronization

// MARK: - The library

/// The functions of libcurl, which is opened at first use; valid only if it was opened without an
/// error.
var libcurl: bo_curl { unsafe bo_libcurl().pointee }

/// Copies a text that belongs to libcurl; nil if there is none.
func copy(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
}

/// Returns the version of libcurl and of the libraries that it uses.
///
/// - Throws: a ``Fault`` of kind `configuration` if libcurl cannot be used.
package func curlVersion() throws(Fault) -> String {
    try checkLibrary()
    return unsafe copy(libcurl.curl_version()) ?? ""
}

/// Starts opening libcurl in the background, which takes milliseconds, on the queue of the first
/// connection: its transfer begins as soon as that is done, in the same thread.
///
/// If that fails, the first call that needs libcurl reports it.
package func openLibraryEarly() {
    let queue = TransferQueue()
    queue.openLibrary()
    openingQueue.withLock { $0 = queue }
}

/// The queue that opens libcurl, until a connection takes it.
private let openingQueue = Mutex<TransferQueue?>(nil)

/// Checks that libcurl can be used, which opens it.
///
/// - Throws: a ``Fault`` of kind `configuration` that names the package, or the problem of the library.
func checkLibrary() throws(Fault) {
    guard let trouble = unsafe copy(libcurl.shared.trouble) else { return }
    throw trouble.hasPrefix("libcurl.so.4: cannot open") ? .noLibrary : .unusableLibrary(trouble)
}

// MARK: - A connection

/// The owner of a libcurl easy handle with all safety options set: it blocks its own queue while a
/// transfer runs, and keeps its connection open for the next one.
///
/// It is for one site, because of several open connections it could look only at the one used last.
@safe actor Connection {
    /// The handle, from the first transfer on; freed in `deinit`, once.
    private nonisolated(unsafe) var curl: UnsafeMutableRawPointer?
    /// True if the handle is not to be used: an option could not be set, or the last transfer failed,
    /// and libcurl does not say then which connection it keeps.
    private var hasFailed = false
    private let queue = openingQueue.withLock { $0.take() } ?? TransferQueue()
    private let seconds: Int
    private let environment: [String: String]
    private let proxies: ProxySettings
    private let limit: Int
    private let now: @Sendable () -> Instant
    private let tell: (@Sendable (String) -> Void)?

    /// Prepares a connection, which the first transfer opens.
    ///
    /// - Parameters:
    ///   - seconds: the time limit of a transfer.
    ///   - bytes: the maximum length of a body, after decompression.
    ///   - environment: the variables that may name proxies and, by the rules of the command
    ///     `curl`, certificates; libcurl itself does not read the latter.
    ///   - now: the clock that dates answers.
    ///   - tell: receives a log of the connection, line by line, without bodies; it contains the key.
    init(
        seconds: Int, bytes: Int = 1 << 20, environment: [String: String] = [:],
        now: @escaping @Sendable () -> Instant, tell: (@Sendable (String) -> Void)? = nil
    ) {
        self.seconds = seconds
        self.environment = environment.filter { !$0.value.isEmpty }
        proxies = ProxySettings(environment)
        self.now = now
        self.tell = tell
        limit = bytes
    }

    /// Creates the handle with all options that hold for every transfer, unless it is there; a handle
    /// without one of them is never used.
    private func setUp() throws(Fault) {
        guard unsafe curl == nil else { return }
        try checkLibrary()
        unsafe curl = libcurl.curl_easy_init()
        guard unsafe curl != nil else {
            throw Fault(.bug, "no-libcurl", "libcurl cannot be started")
        }
        hasFailed = true
        try setOptions()
        hasFailed = false
    }

    private func setOptions() throws(Fault) {
        try unsafe set(CURLOPT_PROTOCOLS_STR, "http,https")
        try unsafe set(CURLOPT_ACCEPT_ENCODING, "")  // Everything this libcurl can decompress.
        try unsafe set(CURLOPT_USERAGENT, "bo-export")
        try unsafe set(CURLOPT_NOPROXY, "")  // `proxies` has already applied the exceptions.
        let bundle = environment["CURL_CA_BUNDLE"]
        if let file = bundle ?? environment["SSL_CERT_FILE"] {
            try unsafe set(CURLOPT_CAINFO, file)
        }
        if bundle == nil, let folder = environment["SSL_CERT_DIR"] {
            try unsafe set(CURLOPT_CAPATH, folder)
        }
        let numbers = [
            (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_NOSIGNAL, 1), (CURLOPT_TIMEOUT, seconds),
            (CURLOPT_CONNECTTIMEOUT, min(seconds, 10)), (CURLOPT_BUFFERSIZE, 64 * 1024),
            (CURLOPT_MAXCONNECTS, 1), (CURLOPT_VERBOSE, tell == nil ? 0 : 1),
        ]
        for (option, number) in numbers {
            try unsafe check(bo_curl_set_long(curl, option, number))
        }
        try unsafe check(bo_curl_set_callbacks(curl, Transfer.callbacks))
    }

    deinit {
        if let curl = unsafe curl { unsafe libcurl.curl_easy_cleanup(curl) }
    }

    /// The queue, which runs everything here.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe queue.asUnownedSerialExecutor()
    }

    /// Fetches `url` once, and returns the target of a redirect, which it does not follow.
    func get(
        _ url: String, header: String?, reach: Reach
    ) throws(Fault) -> (answer: Answer, redirect: String?) {
        if hasFailed || hasUnaskedBytes {
            unsafe libcurl.curl_easy_cleanup(curl)
            unsafe curl = nil
            hasFailed = false
        }
        try setUp()
        try unsafe set(CURLOPT_URL, url)
        let headers = unsafe header.map { unsafe libcurl.curl_slist_append(nil, $0) } ?? nil
        defer { unsafe libcurl.curl_slist_free_all(headers) }
        try unsafe set(CURLOPT_HTTPHEADER, headers)
        let proxy = Origin(url).flatMap(proxies.proxy)
        // An empty text means no proxy, even if the environment names one.
        try unsafe set(CURLOPT_PROXY, proxy ?? "")
        let transfer = Transfer(
            limit: limit, reach: proxy == nil ? reach : nil, header: header, tell: tell)
        try unsafe setContext(Unmanaged.passUnretained(transfer).toOpaque())
        // The transfer does not outlive this call, and libcurl must not keep its address.
        defer { try? unsafe setContext(nil) }
        let code = withExtendedLifetime(transfer) { unsafe libcurl.curl_easy_perform(curl) }
        guard code == CURLE_OK else {
            hasFailed = true
            var fault = Fault.transfer(code, transfer)
            fault.wasSent = number(CURLINFO_REQUEST_SIZE) > 0
            throw fault
        }
        var redirect: UnsafePointer<CChar>?
        _ = unsafe bo_curl_get(curl, CURLINFO_REDIRECT_URL, &redirect)
        let end = now()
        var answer = Answer(
            status: number(CURLINFO_RESPONSE_CODE), body: transfer.bytes, fetchedAt: end)
        answer.date(by: end, service: date, age: age)
        answer.retryAfter = retryAfter
        answer.endsWithConnection = endsWithConnection
        return (answer, unsafe copy(redirect)?.withEscapedPath)
    }

    /// True if the server has sent something after its last answer, which HTTP/1 would take for the
    /// answer to the next request (RFC 9112, 9.2).
    private var hasUnaskedBytes: Bool {
        guard unsafe curl != nil, isOfHTTP1 else { return false }
        var (socket, byte) = (curl_socket_t(-1), UInt8(0))
        _ = unsafe bo_curl_get(curl, CURLINFO_ACTIVESOCKET, &socket)
        let count = unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count > 0
    }

    /// True if the last answer came by HTTP/1.
    private var isOfHTTP1: Bool {
        let version = number(CURLINFO_HTTP_VERSION)
        return [Int(CURL_HTTP_VERSION_1_0), Int(CURL_HTTP_VERSION_1_1)].contains(version)
    }

    /// Sets the context that the callbacks receive.
    private func setContext(_ context: UnsafeRawPointer?) throws(Fault) {
        for option in [
            CURLOPT_WRITEDATA, CURLOPT_XFERINFODATA, CURLOPT_OPENSOCKETDATA, CURLOPT_PREREQDATA,
            CURLOPT_DEBUGDATA,
        ] { try unsafe set(option, context) }
    }

    /// The value of `Date`, the earliest if there are several; nil if it is missing or not a date.
    private var date: Instant? {
        fields("Date").map(seconds(of:)).filter { $0 >= 0 }.min()
            .map { Instant(secondsSince1970: $0) }
    }

    /// Returns the seconds since 1970 of a date in HTTP format; -1 if it is not a date.
    private func seconds(of date: String) -> Int { unsafe libcurl.curl_getdate(date, nil) }

    /// The value of `Age`, the largest if there are several; one that is too large counts as the
    /// largest integer (RFC 9111, 1.2.2).
    private var age: Int {
        let numbers = fields("Age").flatMap { $0.split { !$0.isASCII || !$0.isNumber } }
        return numbers.map { Int($0) ?? .max }.max() ?? 0
    }

    /// Returns the values of the headers of that name in the answer.
    private func fields(_ name: String) -> [String] {
        var fields: [String] = []
        var header: UnsafeMutablePointer<curl_header>?  // Owned by libcurl; copied here.
        while fields.count < 100,
            unsafe libcurl.curl_easy_header(
                curl, name, fields.count, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK
        { fields.append(unsafe copy(header?.pointee.value) ?? "") }
        return fields
    }

    /// The seconds of `Retry-After`, which libcurl also computes from a date, at most a month; nil if
    /// there is none.
    private var retryAfter: Int? {
        guard let text = fields("Retry-After").first, !text.isEmpty else { return nil }
        let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isNumber || seconds(of: text) >= 0 else { return nil }
        let seconds = isNumber ? Int(text) ?? .max : number(CURLINFO_RETRY_AFTER)
        return min(max(0, seconds), 30 * 86_400)
    }

    /// True if only the end of the connection marked the end of the body.
    ///
    /// That is HTTP/1 without a length and without chunks. libcurl then cannot detect that a body
    /// was cut off.
    private var endsWithConnection: Bool {
        isOfHTTP1 && fields("Content-Length").isEmpty && fields("Transfer-Encoding").isEmpty
    }

    private func number(_ info: CURLINFO) -> Int {
        var number = 0
        _ = unsafe bo_curl_get(curl, info, &number)
        return number
    }

    /// Sets a text, which libcurl copies, or the address of anything else.
    private func set(_ option: CURLoption, _ value: UnsafeRawPointer?) throws(Fault) {
        try unsafe check(bo_curl_set_pointer(curl, option, value))
    }

    /// Checks `code`: an older libcurl does not know every option, and one may be built without https.
    private func check(_ code: CURLcode) throws(Fault) {
        guard code != CURLE_OK else { return }
        let version = try curlVersion()
        throw .unusableLibrary("\(version): \(code.words)")
    }
}

/// The queue with its own thread, which a transfer may block.
private final class TransferQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "bo-export.transfer")

    func openLibrary() {
        queue.async { unsafe _ = bo_libcurl() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

// MARK: - A transfer

/// The state of one transfer while libcurl runs it.
///
/// It is a class because libcurl gets its address. libcurl never frees it.
final class Transfer {
    private(set) var bytes: [UInt8] = []
    /// The reason why the transfer was ended here, or not begun.
    private(set) var failure: Fault?
    private let limit: Int
    /// The hosts that it may connect to; nil for a connection to a proxy, which may be anywhere.
    private let reach: Reach?
    private let tell: (@Sendable (String) -> Void)?
    /// The beginnings of headers whose values the log does not show.
    private let hidden: [String]

    init(
        limit: Int, reach: Reach?, header: String? = nil, tell: (@Sendable (String) -> Void)? = nil
    ) {
        self.limit = limit
        self.reach = reach
        self.tell = tell
        let own = header?.prefix { $0 != ":" } ?? "authorization"
        hidden = ["authorization:", "\(own.lowercased()):"]
    }

    /// Logs `text`, marked by `sign`: `<` received, `>` sent, `*` from libcurl itself.
    func trace(_ text: String, _ sign: Character) {
        for line in text.split(whereSeparator: \.isNewline) {
            let isSecret = hidden.contains(where: line.lowercased().contains)
            let name = line.prefix { $0 != ":" }
            tell?("\(sign) \(isSecret ? "\(name): ***" : "\(line)")")
        }
    }

    /// Returns true if connecting to `address` is allowed; nil is anything but an IP address.
    func mayConnect(to address: IPAddress?) -> Bool {
        let isAllowed =
            switch reach {
            case .publicHosts: address?.isPublic == true && address?.isOfThisMachine == false
            case .anyHost: address?.isLinkLocal == false
            case .sameHost, nil: true
            }
        if !isAllowed { failure = reach == .anyHost ? .linkLocal : .notPublic }
        return isAllowed
    }

    /// Adds a piece of the body, already decompressed; returns false if the body is too large.
    private func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard piece.count <= limit - bytes.count else {
            failure = .tooLarge
            return false
        }
        unsafe bytes.append(contentsOf: piece)
        return true
    }

    /// Opens a socket, if allowed; libcurl itself would not report that there is no descriptor for one.
    private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        let target = unsafe bo_curl_address(address).flatMap { unsafe IPAddress($0) }
        guard mayConnect(to: target) else { return -1 }  // CURL_SOCKET_BAD.
        // Closed in plugins that are started during the transfer.
        let type = unsafe address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = unsafe socket(address.pointee.family, type, address.pointee.protocol)
        if descriptor < 0, [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno) {
            failure = .noSocket
        }
        return descriptor
    }

    /// The callbacks of libcurl, with a transfer as the context, or none between two transfers.
    fileprivate static var callbacks: bo_curl_callbacks {
        unsafe bo_curl_callbacks(
            write: { bytes, size, count, context in
                let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                return unsafe Transfer.at(context)?.receive(piece) ?? false ? piece.count : 0
            },
            // It runs in the task of the caller, which may have been cancelled.
            progress: { _, _, _, _, _ in Task.isCancelled ? 1 : 0 },
            open: { context, _, address in
                guard let address = unsafe address else { return -1 }
                return unsafe Transfer.at(context)?.openSocket(address) ?? -1
            },
            // Checked again, for a connection that was kept open.
            connected: { context, address, _, _, _ in
                let address = unsafe copy(address).flatMap { IPAddress($0) }
                return unsafe Transfer.at(context)?.mayConnect(to: address) ?? false ? 0 : 1
            },
            debug: { _, kind, bytes, size, context in
                // Messages of libcurl, headers received, headers sent; bodies are in the archive.
                guard let sign = "*<>".dropFirst(Int(kind.rawValue)).first else { return 0 }
                let text = unsafe UnsafeRawBufferPointer(start: bytes, count: size)
                unsafe Transfer.at(context)?.trace(String(decoding: text, as: UTF8.self), sign)
                return 0
            })
    }

    fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        unsafe context.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension CURLcode {
    /// The meaning of the code, in English.
    fileprivate var words: String { unsafe copy(libcurl.curl_easy_strerror(self)) ?? "" }
}

extension Fault {
    fileprivate static let noLibrary = Fault(
        .configuration, "no-http-library", "libcurl, which sends requests, is not there",
        hint: "on Debian and Ubuntu: apt-get install libcurl4")

    fileprivate static func unusableLibrary(_ trouble: String) -> Fault {
        Fault(
            .configuration, "broken-http-library",
            "libcurl, which sends requests, cannot be used: \(trouble)")
    }

    fileprivate static let tooLarge = Fault(
        .malformed, "answer-too-large", "the answer is larger than any answer of the service")

    fileprivate static let noSocket = Fault(
        .outOfResources, "no-socket",
        "the system lacks the memory or the descriptors that a connection needs",
        hint: "'ulimit -n' says how many descriptors there are")

    /// Returns the fault of a transfer that failed, without its URL.
    fileprivate static func transfer(_ code: CURLcode, _ transfer: Transfer) -> Fault {
        if Task.isCancelled {
            return Fault(.cancelled, "transfer-cancelled", "the transfer was cancelled")
        }
        if let failure = transfer.failure { return failure }
        if code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_WEIRD_SERVER_REPLY {
            return Fault(
                .unavailable, "not-http", "the answer of the service is not HTTP",
                outlook: .lasting)
        }
        if code == CURLE_SSL_CACERT_BADFILE {
            return Fault(
                .configuration, "no-certificates",
                "the certificates that verify services cannot be read",
                hint:
                    "on Debian and Ubuntu: apt-get install ca-certificates; SSL_CERT_FILE, SSL_CERT_DIR or CURL_CA_BUNDLE may name others"
            )
        }
        if code == CURLE_WRITE_ERROR || code == CURLE_BAD_CONTENT_ENCODING {
            return Fault(
                .malformed, "broken-compression", "the answer cannot be decompressed",
                outlook: .passing)
        }
        let isRefused = code == CURLE_PEER_FAILED_VERIFICATION
        return Fault(
            .unavailable, "unreachable",
            "the service cannot be reached: \(Message(sentence: code.words))",
            hint: isRefused
                ? Message(
                    "certificate-refused",
                    "if its certificate is from an authority of your own, set SSL_CERT_FILE or CURL_CA_BUNDLE to that authority's file, or SSL_CERT_DIR to its folder"
                ) : nil,
            outlook: lasting.contains(code.rawValue) ? .lasting : .passing)
    }

    /// The errors that another attempt does not fix: addresses, certificates and this machine's set-up.
    ///
    /// A name that is not found is not one of them: right after a machine starts, no name is found.
    private static let lasting = Set(
        [
            CURLE_URL_MALFORMAT, CURLE_NOT_BUILT_IN, CURLE_OUT_OF_MEMORY, CURLE_INTERFACE_FAILED,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
        ].map(\.rawValue))
}
