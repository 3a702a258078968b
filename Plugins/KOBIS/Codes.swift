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

    func page(_ node: Node) throws(Malformed) -> Page {
        var codes: [Code] = []
        for node in try node.list() {
            let fields = try node.object(CodeField.self)
            codes.append(
                Code(
                    code: try fields.required(fields.code(.fullCd), .fullCd),
                    name: fields.cleanText(.korNm), englishName: fields.cleanText(.engNm)))
        }
        return Page(codes, of: Code.table)
    }
}
