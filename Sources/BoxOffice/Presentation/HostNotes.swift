extension DocumentDescription {
    /// Notes for readers on rows that are computed from several charts, whatever their source.
    package var notes: [SourceNote] { face?.notes ?? (isDeep ? SourceNote.deepCharts : []) }

    /// The number of notes at the beginning that explain what the rows are and how to read them.
    package var mainNotes: Int { notes.isEmpty ? 0 : face?.mainNotes ?? 2 }
}

extension SourceNote {
    /// The notes on rows that are joined from the charts of several nations.
    package static let deepCharts =
        [
            SourceNote(
                "note-deep",
                "rows are joined from the charts of all, of Korean and of foreign films"),
            SourceNote(
                "note-deep-rank",
                "the rank of a film that is not on the national chart is empty unless it can be proved",
                on: "rank"),
            SourceNote(
                "note-deep-share",
                "sales_share is that of the national chart, and empty for films that are not on it",
                on: "sales_share"),
        ]
        + ["rank_change", "rank_marker", "is_new"].map {
            SourceNote(
                "note-deep-change",
                "rank changes and new entries are those of the national chart, and empty for films that are not on it",
                on: $0)
        }
}
