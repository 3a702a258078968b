internal import BoxOffice
internal import CTransfer
internal import Glibc

/// A libcurl easy handle with all safety options set.
@safe final class Handle {
    private let curl: UnsafeMutableRawPointer  // Freed in `deinit`, once.
    private let proxies: ProxySettings

    init(limits: Limits, proxies: ProxySettings = .ofProcess) throws(Fault) {
        self.proxies = proxies
        try checkLibrary()
        guard let curl = unsafe bo_curl_new() else {
            throw Fault(.bug, "no-libcurl", "libcurl cannot be started")
        }
        unsafe self.curl = curl
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_ACCEPT_ENCODING, "")  // Everything this libcurl can decompress.
        try set(CURLOPT_USERAGENT, "bo-export")
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_TIMEOUT, limits.seconds)
        try set(CURLOPT_CONNECTTIMEOUT, min(limits.seconds, 10))
        try set(CURLOPT_LOW_SPEED_LIMIT, 1)  // Bytes a second …
        try set(CURLOPT_LOW_SPEED_TIME, min(limits.seconds, 20))  // … over so many seconds.
        try set(CURLOPT_BUFFERSIZE, 64 * 1024)
    }

    deinit {
        unsafe bo_curl_free(curl)
    }

    /// Fetches `url` once, without following a redirect.
    func perform(
        _ url: String, header: String?, transfer: Transfer
    ) throws(Fault) -> Response {
        try set(CURLOPT_URL, url)
        let headers = unsafe header.map { unsafe bo_curl_new_list($0) } ?? nil
        defer { unsafe bo_curl_free_list(headers) }
        try unsafe check(bo_curl_set_list(curl, CURLOPT_HTTPHEADER, headers))
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        if transfer.isTraced { try unsafe check(bo_curl_set_debug(curl, tellTransfer, context)) }
        defer {  // The transfer does not outlive this call, and libcurl must not remember it.
            _ = unsafe bo_curl_set_write(curl, nil, nil)
            _ = unsafe bo_curl_set_progress(curl, nil, nil)
            _ = unsafe bo_curl_set_open(curl, nil, nil)
            _ = unsafe bo_curl_set_connected(curl, nil, nil)
            _ = unsafe bo_curl_set_debug(curl, nil, nil)
        }
        try unsafe check(bo_curl_set_write(curl, writeToTransfer, context))
        let proxy = try chooseProxy(for: url, transfer)
        if proxy == nil {
            // libcurl itself would not say that there is no descriptor for a socket.
            try unsafe check(bo_curl_set_open(curl, openSocketIfTransferMay, context))
        }
        if transfer.checksAddresses, proxy == nil {
            // Once more, for a connection that was kept open.
            try unsafe check(bo_curl_set_connected(curl, askTransferWhoMayBe, context))
        }
        try unsafe check(bo_curl_set_progress(curl, askTransferToGoOn, context))
        let code = withExtendedLifetime(transfer) { unsafe bo_curl_perform(curl) }
        guard code == CURLE_OK else { throw .transfer(code, transfer) }
        return Response(
            status: status, bytes: transfer.bytes,
            redirect: string(CURLINFO_REDIRECT_URL)?.withEscapedPath,
            retryAfter: retryAfter, date: date, age: age,
            endsWithConnection: endsWithConnection)
    }

    /// Makes libcurl use the returned proxy, or none if it is nil.
    ///
    /// The connection goes to the proxy, which may have a private address. So a transfer that checks
    /// addresses must know beforehand whether it goes through one. For all other transfers libcurl
    /// reads the environment itself.
    private func chooseProxy(for url: String, _ transfer: Transfer) throws(Fault) -> String? {
        guard transfer.checksAddresses else {
            try unsafe check(bo_curl_set_string(curl, CURLOPT_PROXY, nil))
            try unsafe check(bo_curl_set_string(curl, CURLOPT_NOPROXY, nil))
            return nil
        }
        let proxy = Origin(url).flatMap(proxies.proxy)
        try set(CURLOPT_PROXY, proxy ?? "")  // Empty: no proxy, even if the environment names one.
        try set(CURLOPT_NOPROXY, "")  // `proxies` has already applied the exceptions.
        return proxy
    }

    /// The value of `Date`, the earliest if there are several; nil if it is missing or not a date.
    private var date: Instant? {
        fields("Date").map { unsafe bo_curl_date($0) }.filter { $0 >= 0 }.min()
            .map { Instant(secondsSince1970: $0) }
    }

    /// The value of `Age`, the largest if there are several; one that is too large counts as the
    /// largest integer (RFC 9111, 1.2.2).
    private var age: Int {
        let numbers = fields("Age").flatMap { $0.split { !$0.isASCII || !$0.isNumber } }
        return numbers.map { Int($0) ?? .max }.max() ?? 0
    }

    /// The values of the headers of that name in the answer.
    private func fields(_ name: String) -> [String] {
        var fields: [String] = []
        while fields.count < 100 {
            // Owned by libcurl; copied here.
            guard let value = unsafe bo_curl_get_header(curl, name, fields.count) else { break }
            fields.append(unsafe String(cString: value))
        }
        return fields
    }

    /// The value of the first header of that name in the answer; nil if there is none.
    private func field(_ name: String) -> String? { fields(name).first }

    private var status: Int {
        var status = 0
        _ = unsafe bo_curl_get_long(curl, CURLINFO_RESPONSE_CODE, &status)
        return status
    }

    /// The seconds of `Retry-After`, which libcurl also computes from a date; nil if there is none.
    private var retryAfter: Int? {
        var seconds: curl_off_t = 0
        _ = unsafe bo_curl_get_offset(curl, CURLINFO_RETRY_AFTER, &seconds)
        if seconds > 0 { return Int(seconds) }
        // libcurl gives 0 for `0`, for a date in the past, and for anything invalid.
        guard let text = field("Retry-After") else { return nil }
        let date = unsafe bo_curl_date(text)
        return Int(text) == 0 || date > 0 ? 0 : nil
    }

    /// Whether only the end of the connection marked the end of the body.
    ///
    /// That is HTTP/1 without a length and without chunks. libcurl cannot notice then that a body was
    /// cut off.
    private var endsWithConnection: Bool {
        var version = 0
        _ = unsafe bo_curl_get_long(curl, CURLINFO_HTTP_VERSION, &version)
        let isHTTP1 = [Int(CURL_HTTP_VERSION_1_0), Int(CURL_HTTP_VERSION_1_1)].contains(version)
        return isHTTP1 && field("Content-Length") == nil && field("Transfer-Encoding") == nil
    }

    private func string(_ info: CURLINFO) -> String? {
        var text: UnsafePointer<CChar>?  // Owned by libcurl until the next transfer; copied here.
        _ = unsafe bo_curl_get_string(curl, info, &text)
        return unsafe text.map { unsafe String(cString: $0) }
    }

    private func set(_ option: CURLoption, _ value: Int) throws(Fault) {
        try unsafe check(bo_curl_set_long(curl, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(Fault) {
        try unsafe check(bo_curl_set_string(curl, option, value))  // libcurl copies the text.
    }

    private func check(_ code: CURLcode) throws(Fault) {
        guard code == CURLE_OK else {
            throw unsafe Fault(
                .bug, "libcurl-setting",
                "libcurl refuses a setting: \(String(cString: bo_curl_words(code)))")
        }
    }
}

private let writeToTransfer: bo_curl_write = { bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.receive(piece) ? size * count : 0
}

private let openSocketIfTransferMay: bo_curl_open = { context, _, address in
    let bad = curl_socket_t(-1)  // CURL_SOCKET_BAD.
    guard let context = unsafe context, let address = unsafe address else { return bad }
    let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let target = unsafe bo_curl_address(address).flatMap { unsafe IPAddress($0) }
    guard transfer.mayConnect(to: target) else { return bad }
    // Closed in plugins that are started meanwhile.
    let descriptor = unsafe socket(
        address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
        address.pointee.protocol)
    if descriptor < 0, [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno) {
        transfer.lacksResources = true
    }
    return descriptor
}

private let askTransferWhoMayBe: bo_curl_connected = { context, address, _, _, _ in
    guard let context = unsafe context, let address = unsafe address else { return 1 }
    let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return unsafe transfer.mayConnect(to: IPAddress(String(cString: address))) ? 0 : 1
}

private let tellTransfer: bo_curl_debug = { _, kind, bytes, size, context in
    guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
    let sign: String
    switch kind {
    case CURLINFO_TEXT: sign = "*"
    case CURLINFO_HEADER_IN: sign = "<"
    case CURLINFO_HEADER_OUT: sign = ">"
    default: return 0  // Bodies are in the archive.
    }
    let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let text = unsafe String(
        decoding: UnsafeRawBufferPointer(start: bytes, count: size), as: UTF8.self)
    transfer.trace(text, sign)
    return 0
}

private let askTransferToGoOn: bo_curl_progress = { context, _, _, _, _ in
    guard let context = unsafe context else { return 1 }
    return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
}

extension Fault {
    /// A transfer that did not end well, told without its URL.
    fileprivate static func transfer(_ code: CURLcode, _ transfer: Transfer) -> Fault {
        if transfer.isCancelled {
            return Fault(.cancelled, "transfer-cancelled", "the transfer was cancelled")
        }
        if transfer.isTooLarge {
            return Fault(
                .malformed, "answer-too-large",
                "the answer is larger than any answer of the service")
        }
        if transfer.lacksResources {
            return Fault(
                .outOfResources, "no-socket",
                "the system lacks the memory or the descriptors that a connection needs",
                hint: "'ulimit -n' says how many descriptors there are")
        }
        if transfer.isRefused { return transfer.reach == .anyHost ? .linkLocal : .notPublic }
        if code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_WEIRD_SERVER_REPLY {
            return Fault(
                .unavailable, "not-http", "the service answers something that is not HTTP",
                outlook: .lasting)
        }
        if code == CURLE_SSL_CACERT_BADFILE {
            return Fault(
                .configuration, "no-certificates",
                "the certificates that prove who a service is are not there",
                hint: "on Debian and Ubuntu: apt-get install ca-certificates")
        }
        let reason = unsafe String(cString: bo_curl_words(code))
        return Fault(
            .unavailable, "unreachable",
            "the service cannot be reached: \(Message(sentence: reason))",
            outlook: lasting.contains(code.rawValue) ? .lasting : .passing)
    }

    /// Errors that another attempt does not fix: addresses, certificates and this machine's set-up.
    ///
    /// A name that is not found is not among them: right after a machine starts, no name is found.
    private static let lasting = Set(
        [
            CURLE_URL_MALFORMAT, CURLE_NOT_BUILT_IN, CURLE_OUT_OF_MEMORY, CURLE_INTERFACE_FAILED,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
        ].map(\.rawValue))
}
