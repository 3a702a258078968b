/// What rows that are made from charts say in sentences.
package struct RowSentences: Sendable {
    /// The names of the columns that they are made from.
    package let columns: [String]
    /// The fault of rows that there are no sentences for; nil if there are.
    package var refusal: Fault?
    /// Returns a narrator that names so many films first.
    package let narrator: @Sendable (_ films: Int) -> any RowNarrator

    package init(
        of columns: [String], by narrator: @escaping @Sendable (_ films: Int) -> any RowNarrator
    ) {
        self.columns = columns
        self.narrator = narrator
    }
}

/// A collector of rows that keeps what its sentences say of them.
package protocol RowNarrator: Sendable {
    /// Adds a row, of which `value` returns the value in one of ``RowSentences/columns``.
    mutating func add(_ value: (String) -> Value)

    /// The sentences about the rows so far, by paragraphs.
    var paragraphs: [[Sentence]] { get }
}

/// A sentence for print, whose names are cut if it would be long.
package struct Sentence: Sendable {
    private let wording: @Sendable (_ longestName: Int) -> Message

    /// Makes a sentence.
    ///
    /// - Parameter wording: returns the sentence with names of at most so many characters.
    package init(_ wording: @escaping @Sendable (_ longestName: Int) -> Message) {
        self.wording = wording
    }

    /// Makes a sentence without names that could be long.
    package init(_ wording: Message) { self.init { _ in wording } }

    /// The most characters of a sentence, unless it has more with the shortest names.
    package static let longest = 150
    /// The lengths of names that are tried; a shorter one would not tell which film it is.
    private static let lengths = [60, 40, 25, 16]

    /// Returns the sentence in the language of `catalogue`, with names as long as they may be.
    package func text(in catalogue: Catalogue) -> String {
        var text = ""
        for length in Self.lengths {
            text = wording(length).text(in: catalogue)
            if text.unicodeScalars.count <= Self.longest { break }
        }
        return text
    }
}

/// A film with its rank, as sentences name it.
package struct RankedFilm: Sendable {
    /// The rank.
    package let rank: Int
    /// The title.
    package let title: String
    /// The figures that are said of the first film, such as `누적 관객수는 123만 4567명`; empty if none
    /// is known.
    package let clauses: [Message]
    /// The figure that is said of the others; nil if it is not known.
    package let figure: Message?

    package init(_ rank: Int, _ title: String, _ clauses: [Message], _ figure: Message?) {
        (self.rank, self.title, self.clauses, self.figure) = (rank, title, clauses, figure)
    }
}

extension Sentence {
    /// Returns the sentences that name `films`: one for the first, then one for each `count` of the
    /// others.
    ///
    /// - Parameters:
    ///   - films: the films by their ranks.
    ///   - count: the most films in a sentence.
    ///   - rows: the number of films in all.
    ///   - shared: the ranks that several films have, named or not.
    ///   - place: returns the chart or ranking, with names of at most so many characters.
    package static func naming(
        _ films: [RankedFilm], upTo count: Int, of rows: Int, shared: Set<Int> = [],
        in place: @escaping @Sendable (_ longestName: Int) -> Message
    ) -> [Sentence] {
        guard let first = films.first else {
            return [
                Sentence { length in
                    rows > 0
                        ? Message(
                            "No film in \(place(length)) has a known rank.",
                            ko: "{1}에는 순위를 알 수 있는 영화가 없다.")
                        : Message("There are no films in \(place(length)).", ko: "{1}에는 영화가 없다.")
                }
            ]
        }
        func isTied(_ film: RankedFilm) -> Bool {
            shared.contains(film.rank) || films.count { $0.rank == film.rank } > 1
        }
        let isFirstTied = isTied(first)
        let others = films.dropFirst().map { ($0, isTied($0)) }
        let groups = stride(from: 0, to: others.count, by: count).map {
            others.dropFirst($0).prefix(count)
        }
        return [Sentence { first.sentence(in: place($0), isTied: isFirstTied, $0) }]
            + groups.map { films in
                Sentence { length in
                    let items = Message.list(films.map { $0.item(isTied: $1, length) })
                    return Message(
                        "Then came \(items).",
                        ko: films.count == 1 ? "다음은 {1}이다." : "다음은 {1} 순이다.")
                }
            }
    }
}

extension RankedFilm {
    fileprivate func sentence(in place: Message, isTied: Bool, _ length: Int) -> Message {
        let title = Message.quoting(title, upTo: length)
        let number =
            isTied
            ? Message("joint number \(rank)", ko: "공동 {1}위") : Message("number \(rank)", ko: "{1}위")
        guard !clauses.isEmpty else {
            return Message(
                "In \(place), \(number) was \(title); its admissions are not known.",
                ko: "{1} {2}는 {3}{으로/로/}, 관객수는 알 수 없다.")
        }
        return Message(
            "In \(place), \(number) was \(title), with \(.list(clauses)).",
            ko: "{1} {2}는 {3}{으로/로/}, {4}이다.")
    }

    fileprivate func item(isTied: Bool, _ length: Int) -> Message {
        let title = Message.quoting(title, upTo: length)
        let number =
            isTied ? Message("joint #\(rank)", ko: "공동 {1}위") : Message("#\(rank)", ko: "{1}위")
        guard let figure else { return Message("\(number) \(title)", ko: "{1} {2}") }
        return Message("\(number) \(title) (\(figure))", ko: "{1} {2}({3})")
    }
}
