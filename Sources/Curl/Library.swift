internal import BoxOffice
internal import CTransfer

/// The version of libcurl and of the libraries that it uses; nil if libcurl is not there.
public var curlVersion: String? {
    guard bo_curl_is_there() else { return nil }
    return unsafe String(cString: bo_curl_version())  // Owned by libcurl and never freed.
}

/// Checks that libcurl is there, which opens it.
///
/// - Throws: a ``Fault`` of kind `configuration` that names the package.
func checkLibrary() throws(Fault) {
    guard bo_curl_is_there() else {
        throw Fault(
            .configuration, "no-http-library",
            "libcurl, which sends requests, is not there",
            hint: "on Debian and Ubuntu: apt-get install libcurl4")
    }
}
