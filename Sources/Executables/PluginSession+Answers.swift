internal import BoxOffice
internal import Wire

extension PluginSession {
    /// The lines of the answer up to its end, or up to so many items or bytes.
    ///
    /// - Parameter before: how many items of the answer were read before.
    func answer(
        of item: AnswerItem, upTo most: Int, _ bytes: Int, after before: Int = 0,
        secrets: PluginSecrets
    ) throws(Fault) -> (lines: [UInt8], isWhole: Bool) {
        let start = item.lineStart
        var lines: [UInt8] = []
        var count = 0
        while count < most, lines.count < bytes {
            guard let line = try line(atMost: limits.line) else {
                try end()
                throw fault(
                    .malformed, "plugin-answer-cut-off", "its answer breaks off before its end")
            }
            lines += line
            lines.append(UInt8(ascii: "\n"))
            if !line.starts(with: start) {
                let message = try? JSONValue(objectIn: line)
                if message?["end"] != nil, message?[item.rawValue] == nil {
                    try requireSilence()
                    return (lines, true)
                }
                guard message?[item.rawValue] != nil else {
                    throw fault(
                        .malformed, "plugin-garbage",
                        "\(item.wording) \(before + count + 1) is neither a \(item.wording) nor the end: "
                            + "\(secrets.quote(line))")
                }
            }
            count += 1
        }
        return (lines, false)
    }
}
