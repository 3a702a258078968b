import Foundation

extension ReadPage {
    /// The readers of pages, which tests may need one by one.
    public enum Reader: String, CaseIterable, Sendable {
        /// The Nu HTML checker.
        case validator
        /// The headless browser Chromium.
        case browser
        /// The accessibility checker axe-core, in that browser.
        case axe
    }

    /// True if the Nu HTML checker is installed.
    public static let canBeValidated = isThere(.validator)

    /// True if pages can be opened in a browser.
    public static let canBeOpened = isThere(.browser)

    /// True if pages can be checked for accessibility.
    public static let canBeChecked = isThere(.axe)

    /// The comment for tests that lack one of the readers.
    public static let absence =
        "this needs lxml, chromium, java, and what .ci/run puts on PYTHONPATH: vnu.jar and axe.min.js"

    /// Reads the pages at `paths` in a single browser.
    public static func read(
        _ paths: [String], with readers: [Reader] = Reader.allCases, seconds: Int = 120
    ) async throws -> [ReadPage] {
        let names = readers.map(\.rawValue).joined(separator: ",")
        return try await OtherProgram.read(
            by: "page", ["check", "--only", names, "--seconds", "\(seconds)"] + paths)
    }

    /// All problems of a page; empty if there are none.
    public var faults: [String] {
        var faults = validator?.map(\.description) ?? []
        faults += (requests ?? []).map { "asked for \($0)" }
        faults += (proxied ?? []).map { "reached the proxy: \($0)" }
        faults += (scripts?.compiled ?? []).map { "a script was compiled, \($0)" }
        faults += (scripts?.dialogs ?? []).map { "a dialog was opened: \($0)" }
        faults += (scripts?.console ?? []).map { "the console says \($0)" }
        if let counts {
            if counts.scripts > 0 { faults.append("\(counts.scripts) scripts") }
            if counts.pwned { faults.append("window.pwned was set") }
            faults += counts.handlers.map { "an attribute \($0)" }
        }
        faults += (links ?? []).filter { !["http", "https", "mailto", ""].contains($0.scheme) }
            .map { "a link to \($0.address.prefix(100))" }
        faults += (pictures ?? []).filter { $0.isEmbedded && !$0.isShown }
            .map { "a picture is not shown: \($0.alternative ?? "")" }
        for chart in charts ?? [] {
            faults += chart.overlaps.map { "texts overlap: \($0)" }
            faults += chart.outside.map { "a text sticks out: \($0)" }
        }
        for (mode, contrasts) in contrasts ?? [:] {
            for contrast in contrasts where contrast.letters < 4.5 || contrast.lines < 3 {
                faults.append("low contrast in a chart, \(mode): \(contrast)")
            }
        }
        if let overflow, overflow.scrollWidth > overflow.width {
            faults.append("\(overflow.scrollWidth) wide at \(overflow.width): \(overflow.causes)")
        }
        faults += (regions ?? []).filter { !$0.isNamed || !$0.isReached }
            .map { "a box scrolls without a name or out of the keyboard's reach: \($0.html)" }
        if let withoutScript, !withoutScript.isSame { faults.append("other without JavaScript") }
        for (mode, found) in accessibility ?? [:] {
            faults += found.violations.map { "\(mode): \($0)" }
        }
        return faults
    }

    private static func isThere(_ reader: Reader) -> Bool {
        OtherProgram.succeeds("python3 '\(script)' can \(reader.rawValue)")
    }

    private static let script =
        ChartFixtures.repository.appending(path: "Tests/Readers/page.py").path
}
