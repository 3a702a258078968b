internal import BoxOffice

/// The SCHEMA message: a JSON schema of the rows, and their key.
struct SchemaMessage {
    private let relation: Relation

    /// Describes the rows of `relation`.
    init(_ relation: Relation) {
        self.relation = relation
    }

    /// Writes the message and a line end.
    func write(into output: inout ByteBuffer) {
        output.append(#"{"type":"SCHEMA","stream":"#)
        output.append(quoting: relation.name)
        output.append(#","schema":{"type":"object","additionalProperties":false,"properties":{"#)
        for (index, attribute) in relation.columns.enumerated() {
            if index > 0 { output.append(",") }
            output.append(quoting: attribute.column.name)
            output.append(":")
            output.append(type(of: attribute))
        }
        output.append(",")
        output.append(quoting: RecordMessage.isRemoved.name)
        output.append(#":{"type":"boolean"}"#)
        output.append(#"}},"key_properties":["#)
        for (index, column) in relation.key.enumerated() {
            if index > 0 { output.append(",") }
            output.append(quoting: relation.columns[column].column.name)
        }
        output.append("]")
        if relation.name == StateMessage.stream {
            output.append(#","bookmark_properties":[""#)
            output.append(StateMessage.replicationKey)
            output.append(#""]"#)
        }
        output.append("}\n")
    }

    /// The schema of a column's values.
    private func type(of attribute: Relation.Attribute) -> String {
        func named(_ type: String) -> String {
            attribute.isKey ? #""type":"\#(type)""# : #""type":["null","\#(type)"]"#
        }
        return switch attribute.column.kind {
        case .text, .marker: "{\(named("string"))}"
        case .date: #"{\#(named("string")),"format":"date"}"#
        // Without bounds some loaders take too narrow a type for sums of won, others one for numbers of
        // any length.
        case .integer, .won, .year:
            #"{\#(named("integer")),"minimum":\#(Int64.min),"maximum":\#(Int64.max)}"#
        case .percent, .fraction, .decimal: "{\(named("number"))}"
        case .boolean: "{\(named("boolean"))}"
        case .list: #"{\#(named("array")),"items":{"type":"string"}}"#
        }
    }
}
