package import BoxOffice

/// What answers the requests of a provider while it is checked: it gives the answer to a request, or
/// nil, and closing it finds out whether something comes after the answers.
package typealias Answers = (
    answer: (Request) throws(Fault) -> Answer?, close: () throws(Fault) -> Void
)

/// The rules of what a provider is asked and answers, whatever answers it.
struct Questions {
    let manifest: Manifest
    let connect: () throws(Fault) -> Answers
    /// The provider with these options, or the usual ones, and its requests.
    let ask: (PluginOptions?, inout Findings) throws(Fault) -> (any Provider, [Request])
    /// What is expected of a page.
    let expect: (Page, Request, inout Findings) -> Void

    /// Looks at the answers; false if they are not right.
    @discardableResult func lookAtAnswers(_ what: Message, _ findings: inout Findings) -> Bool {
        findings.look(what, .page) { findings throws(Fault) in try answers(&findings) } != nil
    }

    /// Looks at the same answers a second time, and with the options.
    ///
    /// - Parameter difference: what is wrong if they are others then.
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

    /// The bytes of the answers, once they have been read and found right.
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
    /// Reads `answer` as the host has it read.
    fileprivate func page(in answer: Answer, to request: Request) throws(Fault) -> Page {
        var answer = answer
        answer.source = manifest.name
        return try read(answer, to: request)
    }

    /// The page in `body`; nil if it is refused.
    fileprivate func page(in body: [UInt8], to request: Request) -> Page? {
        try? page(in: Samples.answer(body), to: request)
    }
}

// MARK: - Services

/// What is expected of providers that read what services answer, as those in Swift do.
extension Findings {
    /// Looks at the service of `provider`, at its `requests`, and at what it reads: the right answers,
    /// and what is none.
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
                        "HTTP \(status) with \(name) is told as '\(fault.message)'")
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
            ), (!request.path.hasPrefix("/"), "the path of \(target) begins with a slash"))
        expect(
            provider.service != nil || provider.ownAnswer(to: request) != nil, .ownAnswer,
            "there is no service, and no answer to \(target)")
    }

    private mutating func expect(_ service: Service) {
        let (address, calls) = (service.baseURL, service.callsPerDay ?? 1)
        expect(
            .service, (!service.name.isEmpty, "the service has no name"),
            (address.isWebAddress, "'\(address)' is no address of the web"),
            (!address.hasSuffix("/"), "the base URL ends with a slash"),
            (calls > 0, "the service takes \(calls) calls a day"))
        let characters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
        for variable in [service.baseURLVariable, service.key?.variable ?? "A"] {
            expect(
                !variable.isEmpty && characters.isSuperset(of: variable), .service,
                "'\(variable)' is no name of a variable")
        }
    }
}
