internal import BoxOffice
internal import CProcess

extension Process {
    /// The arguments of the process, without the name of the program.
    ///
    /// Not from `CommandLine`, which depends on `/proc` or on where `environ` lies.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if one is not UTF-8 (decoded with replacements, it
    ///   would name another file), and of kind `bug` if they are not known.
    static func arguments() throws(Fault) -> [String] {
        let count = cprocess_argument_count()
        guard count > 0 else { throw Fault(.bug, "the arguments of the process are not known") }
        var arguments: [String] = []
        for index in 1..<count {
            guard let bytes = unsafe cprocess_argument(index) else { break }
            guard let argument = unsafe String(validatingCString: bytes) else {
                throw Fault(.usage, "an argument is not UTF-8: '\(unsafe String(cString: bytes))'")
            }
            arguments.append(argument)
        }
        return arguments
    }
}
