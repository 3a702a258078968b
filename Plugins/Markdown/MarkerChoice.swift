internal import BoxOffice

/// What the option `marker` takes: a form of markers, or that the medium decides.
enum MarkerChoice: String, CaseIterable {
    case auto, ansi, span, math, emoji, plain

    /// The form in a document for `medium`: terminal colours are written to terminals only.
    func form(for medium: Layout.Medium) -> MarkerForm {
        switch (self, medium) {
        case (.auto, .file): .span
        case (.auto, _), (.ansi, _): medium.hasColours ? .ansi : .plain
        case (.plain, _): .plain
        case (.span, _): .span
        case (.math, _): .math
        case (.emoji, _): .emoji
        }
    }
}
