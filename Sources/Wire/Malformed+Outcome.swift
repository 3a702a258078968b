internal import CWire

extension Malformed {
    /// Reading took longer than allowed; the document itself may be fine.
    public static let overdue = Malformed("reading it took too long")

    /// The document was not read, because libxml2 is not installed.
    public static let noXMLLibrary = Malformed("libxml2, which reads XML, is not there")

    static let noMemory = Malformed("there is no memory to read it")

    static func noText(in form: Tree.Form) -> Malformed {
        form == .xml
            ? Malformed("the XML has elements where a text should be")
            : Malformed("the JSON has a list or an object for a text")
    }

    /// Why `bytes` could not be read.
    init(_ outcome: bo_outcome, _ form: Tree.Form, _ flaw: bo_flaw, _ bytes: [UInt8]) {
        switch outcome {
        case bo_no_memory: self = .noMemory
        case bo_overdue: self = .overdue
        case bo_too_deep: self.init("the \(form) is nested too deep")
        case bo_too_many: self.init("the \(form) has more in it than any answer")
        case bo_too_long:
            self.init("the \(form) is longer than any answer: \(bytes.count) bytes")
        case bo_too_wide: self.init("the XML is longer in UTF-16 than any answer")
        case bo_long_tag: self.init("the XML has a tag longer than any tag of an answer")
        case bo_too_many_names:
            self.init("the XML has more different names than any answer")
        case bo_document_type:
            self.init("the XML declares a document type, which no answer does")
        case bo_entity: self.init("the \(form) refers to an entity")
        case bo_encoding: self.init("the XML is in an encoding that no answer has")
        case bo_alias: self.init("the YAML has an alias, which is not read")
        case bo_tag: self.init("the YAML has a tag, which is not read")
        case bo_no_library: self = .noXMLLibrary
        case _ where form == .json: self.init(outcome, ofJSON: bytes)
        case bo_not_an_object: self.init(somethingElseIn: form)
        case bo_trailing: self.init(trailing: form)
        default: unsafe self.init(flaw, form)
        }
    }

    /// What is wrong with JSON that is broken, is not an object, or has something behind its end.
    private init(_ outcome: bo_outcome, ofJSON bytes: [UInt8]) {
        if let flaw = JSONFlaw(in: bytes) {
            if flaw.what == .notUTF8 {
                self.init("the JSON is broken at byte \(flaw.index + 1): \(flaw.what)")
            } else {
                let (line, column) = flaw.position(in: bytes)
                self.init("the JSON is broken at line \(line), column \(column): \(flaw.what)")
            }
        } else if outcome == bo_not_an_object {
            self.init(somethingElseIn: .json)
        } else if outcome == bo_trailing {
            self.init(trailing: .json)
        } else {
            self.init("the JSON is broken")
        }
    }

    private init(somethingElseIn form: Tree.Form) {
        self.init("the \(form) has something else than an object")
    }

    private init(trailing form: Tree.Form) {
        self.init("something follows the end of the \(form)")
    }

    /// What the library that read the document reported.
    private init(_ flaw: bo_flaw, _ form: Tree.Form) {
        var reason = "the \(form) is broken"
        if unsafe flaw.line > 0 {
            reason += unsafe " at line \(flaw.line), column \(flaw.column)"
        } else if unsafe flaw.byte > 0 {
            reason += unsafe " at byte \(flaw.byte)"
        }
        // A string constant of the library or of CWire.
        if let what = unsafe flaw.what { reason += unsafe ": \(String(cString: what))" }
        self.init(reason)
    }
}
