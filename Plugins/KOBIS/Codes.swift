internal import BoxOffice
internal import Wire

// The service searchCodeList, whose answer is a list without an envelope.

private enum CodeField: Int, WireField {
    case fullCd, korNm, engNm

    static let names = FieldNames(of: Self.self)
}

/// Reads an answer of searchCodeList.
struct CodeListReader: ServiceReader {
    let root = Root.codes
    func page<Wire: Cursor & ~Copyable>(_ cursor: inout Wire) throws(Malformed) -> Page {
        var codes: [Code] = []
        var fields = Leaves<CodeField>()
        try cursor.list { cursor throws(Malformed) in
            try cursor.object(&fields)
            codes.append(
                Code(
                    code: try fields.required(fields.text(.fullCd), .fullCd),
                    name: fields.text(.korNm), englishName: fields.text(.engNm)))
        }
        return Page(codes, of: Code.table)
    }
}
