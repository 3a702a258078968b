public import BoxOffice

/// Whether `text` is the address of a web service: http or https, a host, perhaps a port and a
/// path, and nothing else.
///
/// - Throws: a ``Fault`` of kind `configuration` if libcurl, which reads addresses, is not there.
public func isServiceAddress(_ text: String) throws(Fault) -> Bool {
    try checkLibrary()
    return Origin(text) != nil
}

/// Whether `text` is an address on this machine or its own network.
public func isPrivateAddress(_ text: String) -> Bool {
    Origin(text)?.isPrivate ?? false
}
