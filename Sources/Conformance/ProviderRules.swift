package import BoxOffice

/// The functions that answer a provider's requests during a check: `answer` returns the answer to a
/// request, or nil, and `close` finds out whether anything comes after the answers.
package typealias Answers = (
    answer: (Request) throws(Fault) -> Answer?, close: () throws(Fault) -> Void
)

/// The questions to a provider and the rules for its answers, whatever gives them.
struct Questions {
    let manifest: Manifest
    let connect: () throws(Fault) -> Answers
    /// The function that returns the provider with these options, or the usual ones, and its
    /// requests.
    let ask: (PluginOptions?, inout Findings) throws(Fault) -> (any Provider, [Request])
    /// The function that checks a page.
    let expect: (Page, Request, inout Findings) -> Void

    /// Checks the answers, and returns false if they are wrong.
    @discardableResult func lookAtAnswers(_ what: Message, _ findings: inout Findings) -> Bool {
        findings.look(what, .page) { findings throws(Fault) in try answers(&findings) } != nil
    }

    /// Checks the same answers a second time, and with each option.
    ///
    /// - Parameter difference: the problem if the answers differ then.
    func lookAgain(_ findings: inout Findings, _ difference: Message) {
        let what: Message = "it answers the same twice"
        findings.look(what, .sameAnswer) { findings throws(Fault) in
            let once = try answers(&findings)
            let both = try answers(&findings, times: 2)
            findings.expect(both == once + once, .sameAnswer, difference)
        }
        findings.tryOptions(of: manifest) { options, findings throws(Fault) in
            _ = try answers(&findings, options)
        }
    }

    /// Returns the bytes of the answers, after they were read and checked.
    private func answers(
        _ findings: inout Findings, _ options: PluginOptions? = nil, times: Int = 1
    ) throws(Fault) -> [[UInt8]] {
        let (provider, requests) = try ask(options, &findings)
        let connection = try connect()
        var bodies: [[UInt8]] = []
        for request in repeatElement(requests, count: times).joined() {
            var next: Request? = request
            while let asked = next, let answer = try connection.answer(asked) {
                let page = try provider.page(in: answer, to: asked)
                expect(page, asked, &findings)
                bodies.append(answer.body)
                next = page.next
            }
        }
        try connection.close()
        return bodies
    }
}

extension Provider {
    /// Reads `answer` as the host does.
    fileprivate func page(in answer: Answer, to request: Request) throws(Fault) -> Page {
        var answer = answer
        answer.source = manifest.name
        return try read(answer, to: request)
    }

    /// Returns the page in `body`; nil if it is refused.
    fileprivate func page(in body: [UInt8], to request: Request) -> Page? {
        try? page(in: Samples.answer(body), to: request)
    }
}

// MARK: - Services

/// The rules of providers that read the answers of a service, as those in Swift do.
extension Findings {
    /// Checks the service of `provider`, its `requests`, and how it reads right answers and bodies
    /// that are not answers.
    mutating func checkService(
        of provider: any Provider, _ requests: [Request], answer: (Request) -> Answer?
    ) {
        look("it asks a service, and knows its refusals", .service) { findings throws(Fault) in
            if let service = provider.service { findings.expect(service) }
            for status in [401, 403, 429] {
                let kind = Fault.httpStatus(status).kind
                for (name, body) in Samples.garbage {
                    let answer = Samples.answer(body, status: status)
                    // However odd the body, it is not taken for anything else.
                    guard let fault = provider.fault(in: answer) else { continue }
                    findings.expect(
                        fault.kind == kind, .httpStatus,
                        "HTTP \(status) with \(name) is reported as '\(fault.message)'")
                }
            }
        }
        look("it reads answers, and nothing else", .samePage) { findings throws(Fault) in
            for request in requests {
                let (answer, target) = (answer(request), request.target)
                findings.expect(request, by: provider)
                for (name, body) in Samples.garbage + Samples.parts(of: answer?.body ?? []) {
                    findings.expect(
                        provider.page(in: body, to: request) == nil, .garbage,
                        "\(name) is taken for an answer to \(target)")
                }
                for body in Samples.emptyBodies {
                    let count = provider.page(in: body, to: request)?.count ?? 0
                    findings.expect(
                        count == 0, .garbage, "an empty answer to \(target) has \(count) rows")
                }
                guard let answer else { continue }
                func rows() throws(Fault) -> [[Value]] {
                    let page = try provider.page(in: answer, to: request)
                    return try page.rows(Array(page.dataset.columns.indices))
                }
                findings.expect(
                    try rows() == rows(), .samePage,
                    "the answer to \(target) is read differently the second time")
            }
        }
    }

    private mutating func expect(_ request: Request, by provider: any Provider) {
        let (target, service) = (request.target, provider.service?.name ?? request.service)
        expect(
            .request,
            (
                request.service == service,
                "\(target) goes to '\(request.service)', not to '\(service)'"
            ), (!request.path.hasPrefix("/"), "the path of \(target) begins with a slash"),
            (
                request.path.utf8.allSatisfy { $0.isUnreserved || Self.signsOfPaths.contains($0) },
                "the path of \(target) has characters that a URL encodes"
            ))
        expect(
            provider.service != nil || provider.isOwn(request), .ownAnswer,
            "there is no service, and no answer to \(target)")
    }

    /// The characters that paths have besides letters, digits and `-._~` (RFC 3986).
    private static let signsOfPaths = "/%:@!$&'()*+,;=".utf8

    private mutating func expect(_ service: Service) {
        let (address, calls) = (service.baseURL, service.callsPerDay ?? 1)
        expect(
            .service, (!service.name.isEmpty, "the service has no name"),
            (address.isWebAddress, "'\(address)' is not a web address"),
            (!address.hasSuffix("/"), "the base URL ends with a slash"),
            (calls > 0, "the service takes \(calls) calls a day"))
        let characters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
        for variable in [service.baseURLVariable, service.key?.variable ?? "A"] {
            expect(
                !variable.isEmpty && characters.isSuperset(of: variable), .service,
                "'\(variable)' is not the name of a variable")
        }
    }
}
