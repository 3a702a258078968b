package import BoxOffice

/// Whether `text` is the address of a web service: http or https, a host, perhaps a port and a
/// path, and nothing else.
///
/// - Throws: a ``Fault`` of kind `configuration` if libcurl, which reads unusual addresses, is not
///   there.
package func isServiceAddress(_ text: String) throws(Fault) -> Bool {
    if isPlainAddress(text) { return true }
    try checkLibrary()
    return Origin(text) != nil
}

/// Whether `text` is an address on this machine or its own network.
package func isPrivateAddress(_ text: String) -> Bool {
    Origin(text)?.isPrivate ?? false
}

/// Whether `text` is `http://` or `https://`, a host name or four decimal numbers, perhaps a port, and perhaps a
/// path of letters, digits and `/-._~`.
///
/// Nearly every address is like that, and libcurl, which takes milliseconds to open, need not be asked: every
/// version accepts them.
func isPlainAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0] == "http:" || parts[0] == "https:", parts[1].isEmpty else {
        return false
    }
    let authority = parts[2].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = authority.first,
        host.utf8.allSatisfy({ $0.isUnreserved && !"_~".utf8.contains($0) })
    else { return false }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.allSatisfy({ !$0.isEmpty }),
        labels.last?.first?.isLetter ?? false || IPAddress(String(host))?.bytes.count == 4
    else { return false }
    if authority.count > 1 {
        guard authority[1].utf8.count <= 5, authority[1].first != "+",
            let port = UInt16(authority[1]), port > 0
        else { return false }
    }
    return parts.dropFirst(3).allSatisfy { path in
        path.utf8.allSatisfy { $0.isUnreserved || $0 == UInt8(ascii: "/") }
    }
}
