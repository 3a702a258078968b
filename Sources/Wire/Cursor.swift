/// One pass, forward only, over the bytes of an answer, the same for JSON and for XML.
///
/// XML is taken as JSON with one more level: an element with child elements is an object or a list,
/// one without is a text, and the names of a list's children do not matter. So a reader that is
/// written against this protocol reads both, and what it reads cannot differ.
///
/// A cursor is lent to a closure and dies with it; nothing that it hands out points into the bytes.
package protocol Cursor: ~Copyable {
    /// Steps into the object that the cursor stands on; false where there is nothing in it.
    mutating func enterObject() throws(Malformed) -> Bool

    /// Steps into the list that the cursor stands on; false where there is nothing in it.
    mutating func enterList() throws(Malformed) -> Bool

    /// Steps to the next field of the object entered last, or back out of it.
    mutating func nextField(
        of names: FieldNames, expecting guess: Int
    ) throws(Malformed) -> NextField

    /// Steps to the next item of the list entered last; false at its end, and the cursor is out.
    mutating func nextItem() throws(Malformed) -> Bool

    /// Appends the text that the cursor stands on to `bytes`; nothing where it stands on null.
    mutating func text(into bytes: inout [UInt8]) throws(Malformed)

    /// Passes over the value that the cursor stands on.
    mutating func skip() throws(Malformed)
}

/// What stands next in an object.
package enum NextField: Hashable, Sendable {
    /// A field that is among the names, at that place.
    case known(Int)
    /// Another field.
    case unknown
    /// Nothing more.
    case end
}

extension Cursor where Self: ~Copyable {
    /// Reads the object that the cursor stands on.
    ///
    /// Its texts go into `leaves`, every field that holds an object or a list through `nested`.
    /// Fields of other names are passed over.
    package mutating func object<Fields: WireField>(
        _ leaves: inout Leaves<Fields>,
        nested: (Fields, inout Self) throws(Malformed) -> Void = { _, _ in }
    ) throws(Malformed) {
        leaves.store.removeAll()
        let names = leaves.store.names
        guard try enterObject() else { return }
        var guess = 0
        while true {
            switch try nextField(of: names, expecting: guess) {
            case .end:
                return
            case .unknown:
                try skip()
            case .known(let place):
                let start = leaves.store.bytes.count
                if names.nested[place] {
                    try leaves.store.set(place, from: start)
                    if let field = Fields(rawValue: place) { try nested(field, &self) }
                } else {
                    try text(into: &leaves.store.bytes)
                    try leaves.store.set(place, from: start)
                }
                guess = place + 1
            }
        }
    }

    /// Hands the cursor to `item` once for every item of the list that it stands on.
    package mutating func list(
        _ item: (inout Self) throws(Malformed) -> Void
    ) throws(Malformed) {
        guard try enterList() else { return }
        while try nextItem() { try item(&self) }
    }
}
