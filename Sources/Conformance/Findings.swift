package import BoxOffice

/// The results of checking a plugin: everything that was looked at, in order, and what is wrong
/// with it.
package struct Findings {
    /// A thing that was looked at, or one of several problems with it.
    package struct Finding: Hashable, Sendable {
        /// The thing that was looked at.
        package let what: Message
        fileprivate let rule: Rule?
        fileprivate let fault: Fault?

        /// The problem; nil if there is none.
        package var problem: Message? { fault?.wording }
        /// The advice to the user, if there is any.
        package var hint: Message? { fault?.advice }
    }

    /// All findings, in the order in which things were looked at.
    package private(set) var all: [Finding] = []
    /// True if there was not enough time to look at everything.
    package private(set) var isIncomplete = false
    /// The fault of a run that was cancelled, after which nothing more is looked at.
    package private(set) var cancellation: Fault?
    private var what: Message = ""
    private let isOver: () -> Bool

    /// Begins without findings; once `isOver` returns true, nothing more is looked at.
    package init(isOver: @escaping () -> Bool = { false }) { self.isOver = isOver }

    /// Runs `body`, and notes the fault that it throws, which breaks `rule`.
    ///
    /// - Returns: the result of `body`; nil if it throws, or if the time is up.
    @discardableResult package mutating func look<Result>(
        _ what: Message, _ rule: Rule? = nil, _ body: (inout Findings) throws(Fault) -> Result
    ) -> Result? {
        let before = all.count
        self.what = what
        guard !isOver(), cancellation == nil else {
            isIncomplete = true
            note(what, "not looked at", rule)
            return nil
        }
        var result: Result?
        do throws(Fault) { result = try body(&self) } catch {
            if error.kind == .cancelled { cancellation = error }
            all.append(Finding(what: what, rule: rule, fault: error))
        }
        if isOver() {
            // A plugin stopped by the time limit may have ended well, with half of its work done.
            isIncomplete = true
            result = nil
            all.removeLast(all.count - before)
            note(what, "broken off when the time was up", rule)
        } else if all.count == before {
            note(what, nil)
        }
        return result
    }

    /// Notes that `rule` is broken unless `condition` holds; the same words are noted once.
    package mutating func expect(
        _ condition: Bool, _ rule: Rule? = nil, _ message: @autoclosure () -> Message
    ) {
        guard !condition else { return }
        let fault = Fault(.malformed, message())
        if all.contains(where: { $0.rule == rule && $0.fault == fault }) { return }
        all.append(Finding(what: what, rule: rule, fault: fault))
    }

    /// Notes the messages of the conditions that do not hold, each of which breaks `rule`.
    mutating func expect(_ rule: Rule, _ conditions: (Bool, Message)...) {
        for (condition, message) in conditions { expect(condition, rule, message) }
    }

    /// Notes a result that was found in another way, even if the time is up.
    package mutating func note(_ what: Message, _ problem: Message?, _ rule: Rule? = nil) {
        all.append(Finding(what: what, rule: rule, fault: problem.map { Fault(.malformed, $0) }))
    }

    /// Returns the rules that the plugin violates.
    func violations(of plugin: String) -> [Violation] {
        all.compactMap { finding in
            guard let rule = finding.rule, let fault = finding.fault else { return nil }
            return Violation(
                plugin: plugin, rule: rule, message: "\(finding.what): \(fault.message)")
        }
    }

    // MARK: - Every plugin

    /// Expects a valid manifest, with valid declarations of options.
    package mutating func expectDeclarations(of manifest: Manifest) {
        let summary = manifest.summary
        expect(
            manifest.name.isPluginName, .manifest,
            "the name '\(manifest.name)' is not lower-case letters, digits and hyphens")
        expect(
            !summary.isEmpty && !summary.hasSuffix(".") && !summary.contains(where: \.isNewline),
            .manifest, "the summary is not one line without a full stop")
        var names: Set<String> = []
        for option in manifest.options {
            let (name, usual) = (option.name, option.defaultValue)
            expect(
                .optionDeclaration, (name.isPluginName, "the option '\(name)' has an odd name"),
                (names.insert(name).inserted, "the option '\(name)' is there twice"),
                (!option.help.isEmpty, "the option '\(name)' has no help"),
                (option.takes(usual), "the option '\(name)' does not take '\(usual)', its default"))
        }
    }

    /// Calls `ask` with every option of `manifest`, one at a time, set to the values worth trying.
    ///
    /// A plugin must take the values that its manifest names, but may refuse a text.
    mutating func tryOptions(
        of manifest: Manifest, _ ask: (PluginOptions, inout Findings) throws(Fault) -> Void
    ) {
        for option in manifest.options {
            for value in option.trials {
                let shown = option.name + "=" + value.unicodeScalars.map(\.harmless).joined()
                let what = Message("check-option", "it takes -O \(shown)")
                look(what, .optionValue) { findings throws(Fault) in
                    let options = try PluginOptions(["\(option.name)=\(value)"], for: manifest)
                    do throws(Fault) { try ask(options, &findings) } catch {
                        guard option.kind == .text, value != option.defaultValue,
                            [.usage, .configuration].contains(error.kind)
                        else { throw error }
                    }
                }
            }
        }
    }
}
