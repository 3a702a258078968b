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
    @discardableResult
    func lookAtAnswers(_ what: Message, _ findings: inout Findings) -> Bool {
        findings.look(what, .page) { findings throws(Fault) in try answers(&findings) } != nil
    }

    /// Looks at the same answers a second time, and with the options.
    ///
    /// - Parameter difference: what is wrong if they are others then.
    func lookAgain(_ findings: inout Findings, _ difference: Message) {
        let what = Message("check-same-answer", "it answers the same twice")
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
    /// The provider with these options, or as it is.
    func having(_ options: PluginOptions?) throws(Fault) -> Self {
        if let options { try with(options) } else { self }
    }

    /// Reads `answer` as the host has it read.
    fileprivate func page(in answer: Answer, to request: Request) throws(Fault) -> Page {
        var answer = answer
        answer.source = manifest.name
        return try read(answer, to: request)
    }

    /// The page in `body`; nil if it is refused.
    fileprivate func page(in body: [UInt8], to request: Request) -> Page? {
        var answer = Answer(body: body, fetchedAt: Instant(secondsSince1970: 0))
        answer.timeLimit = .seconds(5)
        return try? page(in: answer, to: request)
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
                findings.expectRefusals(as: status, of: provider)
            }
        }
        look("it reads answers, and nothing else", .samePage) { findings throws(Fault) in
            for request in requests {
                findings.expect(request, by: provider)
                findings.expectNoPage(in: Samples.garbage, to: request, by: provider)
                for body in Samples.emptyBodies {
                    let count = provider.page(in: body, to: request)?.count ?? 0
                    findings.expect(
                        count == 0, .garbage,
                        "an empty answer to \(request.target) has \(count) rows")
                }
                guard let answer = answer(request) else { continue }
                let first = try provider.page(in: answer, to: request).values
                let second = try provider.page(in: answer, to: request).values
                findings.expect(
                    first == second, .samePage,
                    "the answer to \(request.target) is read differently the second time")
                let parts = [1, 2, 3].map { quarters in
                    let length = answer.body.count * quarters / 4
                    return ("\(quarters) quarters of the answer", answer.body.prefix(length))
                }
                findings.expectNoPage(
                    in: answer.body.isEmpty ? [] : parts.map { ($0, Array($1)) }, to: request,
                    by: provider)
            }
        }
    }

    private mutating func expectNoPage(
        in bodies: [(String, [UInt8])], to request: Request, by provider: any Provider
    ) {
        for (name, body) in bodies {
            expect(
                provider.page(in: body, to: request) == nil, .garbage,
                "\(name) is taken for an answer to \(request.target)")
        }
    }

    /// Expects that an HTTP status that refuses is not taken for anything else, however odd the body.
    private mutating func expectRefusals(as status: Int, of provider: any Provider) {
        for (name, body) in Samples.garbage {
            var answer = Answer(
                status: status, body: body, fetchedAt: Instant(secondsSince1970: 0))
            answer.source = provider.manifest.name
            guard let fault = provider.fault(in: answer) else { continue }
            expect(
                fault.kind == Fault.httpStatus(status).kind, .httpStatus,
                "HTTP \(status) with \(name) is told as '\(fault.message)'")
        }
    }

    private mutating func expect(_ request: Request, by provider: any Provider) {
        let target = request.target
        if let service = provider.service {
            expect(
                request.service == service.name, .request,
                "\(target) goes to '\(request.service)', not to '\(service.name)'")
        } else {
            expect(
                provider.ownAnswer(to: request) != nil, .ownAnswer,
                "there is no service, and no answer to \(target)")
        }
        expect(!request.path.hasPrefix("/"), .request, "the path of \(target) begins with a slash")
    }

    private mutating func expect(_ service: Service) {
        let (address, calls) = (service.baseURL, service.callsPerDay ?? 1)
        expect(
            .service, (!service.name.isEmpty, "the service has no name"),
            (address.isWebAddress, "'\(address)' is no address of the web"),
            (!address.hasSuffix("/"), "the base URL ends with a slash"),
            (calls > 0, "the service takes \(calls) calls a day"))
        for variable in [service.baseURLVariable, service.key?.variable ?? "A"] {
            let isVariable = variable.utf8.allSatisfy { byte in
                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".utf8.contains(byte)
            }
            expect(
                .service,
                (isVariable && !variable.isEmpty, "'\(variable)' is no name of a variable"))
        }
    }
}

extension Page {
    /// Every value of every row.
    fileprivate var values: [[Value]] {
        var rows: [[Value]] = []
        try? forEachRow(columns: Array(dataset.columns.indices)) { row in
            rows.append(row.indices.map { row[$0] })
        }
        return rows
    }
}
