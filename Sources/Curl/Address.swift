internal import CCurl

/// Whether `text` is the address of a web service: http or https, a host, perhaps a port and a
/// path, and nothing else.
public func isServiceAddress(_ text: String) -> Bool {
    guard let origin = Origin(text), !origin.host.isEmpty, let url = unsafe curl_url() else {
        return false
    }
    defer { unsafe curl_url_cleanup(url) }
    return unsafe curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK
}

/// Whether `text` is an address on this machine or its own network.
public func isPrivateAddress(_ text: String) -> Bool {
    Origin(text)?.isPrivate ?? false
}
