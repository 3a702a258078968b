internal import BoxOffice
internal import Wire

/// The kind of item that a plugin's answer lists; the raw value is the field that holds an item.
enum AnswerItem: String, Hashable, Sendable {
    /// The rows of a source of figures.
    case row
    /// The posters that a source of posters found.
    case poster
    /// The details of a film; there is one set at most.
    case details

    /// The name of an item in messages.
    var wording: Message {
        let name = self == .details ? "set of details" : rawValue
        return Message("item.\(rawValue)", "\(name)")
    }

    /// The usual beginning of an item's line, such as `{"row":`; checking for it saves parsing the
    /// line twice.
    var lineStart: [UInt8] { Array(#"{"\#(rawValue)":"#.utf8) }

    /// Reads each item in the lines of an answer with `read`, and tells whether the end of the
    /// answer is among them.
    ///
    /// - Parameter before: the number of items of this answer that were read before.
    /// - Throws: a ``Fault`` of kind `malformed` that names the item and what is wrong with it.
    func items<Item>(
        in lines: [UInt8], after before: Int, of plugin: PluginEndpoint,
        _ read: (JSONValue) throws(Malformed) -> Item
    ) throws(Fault) -> (items: [Item], hasEnd: Bool) {
        var items: [Item] = []
        var hasEnd = false
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            do throws(Malformed) {
                let message = try JSONValue(objectIn: Array(line))
                if let fields = message[rawValue] {
                    guard message["end"] == nil else {
                        throw Malformed("the line is a \(wording) and the end at once")
                    }
                    items.append(try read(fields))
                } else if message["end"] != nil {
                    hasEnd = true
                } else {
                    throw Malformed("the line is neither a \(wording) nor the end")
                }
            } catch {
                let number = before + items.count + 1
                let quote = plugin.host.secrets.quote(line)
                let name = plugin.name
                throw switch self {
                case .row:
                    Fault(
                        .malformed, "plugin-row",
                        "row \(number) of the plugin '\(name)': \(error.reason): \(quote)")
                case .poster:
                    Fault(
                        .malformed, "plugin-poster",
                        "poster \(number) of the plugin '\(name)': \(error.reason): \(quote)")
                case .details:
                    Fault(
                        .malformed, "plugin-details",
                        "the plugin '\(name)': \(error.reason): \(quote)")
                }
            }
        }
        return (items, hasEnd)
    }
}
