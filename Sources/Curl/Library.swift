package import BoxOffice
internal import CTransfer

/// The version of libcurl and of the libraries that it uses.
///
/// - Throws: a ``Fault`` of kind `configuration` if libcurl is not there.
package func curlVersion() throws(Fault) -> String {
    try checkLibrary()
    return unsafe String(cString: bo_curl_version())  // Owned by libcurl and never freed.
}

/// Begins to open libcurl, which takes milliseconds, while the caller goes on.
///
/// If that fails, the first call that needs libcurl says so.
package func openLibraryEarly() { bo_curl_open_early() }

/// Checks that libcurl is there, which opens it.
///
/// - Throws: a ``Fault`` of kind `configuration` that names the package, or says what is wrong with
///   the library.
func checkLibrary() throws(Fault) {
    guard !bo_curl_is_there() else { return }
    let trouble = unsafe String(cString: bo_curl_trouble())  // It stays where it is.
    guard trouble.isEmpty || trouble.hasPrefix("libcurl.so.4: cannot open") else {
        throw Fault(
            .configuration, "broken-http-library",
            "libcurl, which sends requests, cannot be used: \(trouble)")
    }
    throw Fault(
        .configuration, "no-http-library", "libcurl, which sends requests, is not there",
        hint: "on Debian and Ubuntu: apt-get install libcurl4")
}
