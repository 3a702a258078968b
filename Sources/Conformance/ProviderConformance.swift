internal import BoxOffice

/// Checks the rules that providers of every role share.
struct ProviderConformance {
    private let provider: any Provider
    private(set) var findings: Findings

    init(_ provider: any Provider) {
        self.provider = provider
        findings = Findings(of: provider.manifest.name)
    }

    /// Checks the manifest, the options and the service.
    mutating func check() {
        findings.check(provider.manifest)
        for assignments in provider.manifest.trials {
            do throws(Fault) {
                let options = try PluginOptions(assignments, for: provider.manifest)
                let name = try provider.with(options).manifest.name
                findings.expect(
                    name == provider.manifest.name, .optionValue,
                    "with \(assignments) it is called '\(name)'")
            } catch {
                findings.note(.optionValue, "\(assignments) is refused: \(error.message)")
            }
        }
        if let service = provider.service { check(service) }
        for status in [401, 403, 429] { checkStatus(status) }
    }

    private mutating func check(_ service: Service) {
        findings.expect(!service.name.isEmpty, .service, "the service has no name")
        findings.expect(
            service.baseURL.hasPrefix("https://") || service.baseURL.hasPrefix("http://"), .service,
            "'\(service.baseURL)' is no address of the web")
        findings.expect(
            !service.baseURL.hasSuffix("/"), .service, "the base URL ends with a slash")
        for variable in [service.baseURLVariable, service.key?.variable ?? "A"] {
            let isVariable =
                !variable.isEmpty
                && variable.allSatisfy {
                    ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_"
                }
            findings.expect(isVariable, .service, "'\(variable)' is no name of a variable")
        }
        if let calls = service.callsPerDay {
            findings.expect(calls > 0, .service, "the service takes \(calls) calls a day")
        }
    }

    /// Checks what becomes of a status that refuses, however odd the body is.
    private mutating func checkStatus(_ status: Int) {
        let usual = Fault.httpStatus(status).kind
        for body in Garbage.bodies {
            var answer = Answer(
                status: status, body: body.bytes, fetchedAt: Instant(secondsSince1970: 0))
            answer.source = provider.manifest.name
            guard let fault = provider.fault(in: answer) else { continue }
            findings.expect(
                fault.kind == usual, .httpStatus,
                "HTTP \(status) with \(body.name) is told as '\(fault.message)'")
        }
    }

    /// Checks that `request` is one to the provider's service, and has an answer if there is none.
    mutating func check(_ request: Request) {
        if let service = provider.service {
            findings.expect(
                request.service == service.name, .request,
                "\(request.target) goes to '\(request.service)', not to '\(service.name)'")
        } else {
            findings.expect(
                provider.ownAnswer(to: request) != nil, .ownAnswer,
                "there is no service, and no answer to \(request.target)")
        }
        findings.expect(
            !request.path.hasPrefix("/"), .request, "the path \(request.path) begins with a slash")
    }

    /// Checks that garbage is refused in answer to `request`.
    mutating func checkGarbage(for request: Request) {
        for body in Garbage.bodies where read(body.bytes, to: request) != nil {
            findings.note(.garbage, "\(body.name) is taken for an answer to \(request.target)")
        }
        for body in Garbage.empty {
            guard let page = read(body, to: request) else { continue }
            findings.expect(
                page.count == 0, .garbage,
                "an empty answer to \(request.target) has \(page.count) rows")
        }
    }

    /// The page in `answer`, read twice, and parts of it refused; nil if it cannot be read.
    mutating func page(in answer: Answer, to request: Request) -> Page? {
        var answer = answer
        answer.source = provider.manifest.name
        do throws(Fault) {
            let page = try provider.read(answer, to: request)
            let again = try provider.read(answer, to: request)
            findings.expect(
                page.values == again.values, .samePage,
                "the answer to \(request.target) is read differently the second time")
            for part in [1, 2, 3] {
                let length = answer.body.count * part / 4
                guard length < answer.body.count,
                    read(Array(answer.body.prefix(length)), to: request) != nil
                else { continue }
                findings.note(
                    .garbage, "\(part) quarters of the answer to \(request.target) are taken for it"
                )
            }
            return page
        } catch {
            findings.note(
                .samePage, "the answer to \(request.target) is refused: \(error.message)")
            return nil
        }
    }

    private func read(_ body: [UInt8], to request: Request) -> Page? {
        var answer = Answer(body: body, fetchedAt: Instant(secondsSince1970: 0))
        answer.source = provider.manifest.name
        answer.timeLimit = .seconds(5)
        return try? provider.read(answer, to: request)
    }

    /// Notes a violation unless `condition` holds.
    mutating func expect(_ condition: Bool, _ rule: Rule, _ message: @autoclosure () -> String) {
        findings.expect(condition, rule, message())
    }

    /// Checks the names and headers of columns.
    mutating func check(_ dataset: Dataset) {
        findings.check(dataset)
    }
}

extension Page {
    /// Every value of every row.
    var values: [[Value]] {
        var rows: [[Value]] = []
        try? forEachRow(columns: Array(dataset.columns.indices)) { row in
            rows.append(row.indices.map { row[$0] })
        }
        return rows
    }
}
