internal import BoxOffice
internal import CProcess

extension CurrentProcess {
    /// The arguments of the process, without the name of the program, and what is wrong with them.
    ///
    /// Not from `CommandLine`, which depends on `/proc` or on where `environ` lies.
    ///
    /// What is wrong is of kind `usage` if one is not UTF-8, and of kind `bug` if they are not
    /// known. An argument that is not UTF-8 is empty here: decoded with replacements, it would name
    /// another file.
    static func arguments() -> (texts: [String], fault: Fault?) {
        let count = cprocess_argument_count()
        guard count > 0 else {
            return (
                [],
                Fault(
                    .bug, "arguments",
                    Message("the arguments of the process are not known", ko: "프로세스의 인수를 알 수 없습니다"))
            )
        }
        var arguments: [String] = []
        var fault: Fault?
        for index in 1..<count {
            guard let bytes = unsafe cprocess_argument(index) else { break }
            let argument = unsafe String(validatingCString: bytes)
            arguments.append(argument ?? "")
            guard argument == nil, fault == nil else { continue }
            fault = Fault(
                .usage, "argument-not-utf8",
                Message(
                    "an argument is not UTF-8: '\(unsafe String(cString: bytes))'",
                    ko: "인수가 UTF-8이 아닙니다: '{1}'"))
        }
        return (arguments, fault)
    }
}
