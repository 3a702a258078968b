import BoxOffice
import BoxOfficeConformance
import KOBIS
import Sample
import SVG
import Tables
import Testing
import Text

@testable import BoxOfficeCommand

/// The contract, checked for the whole registry: a new plugin is covered as soon as it is added.
@Suite struct ConformanceTests {
    @Test(
        "Every format of the registry keeps the contract",
        arguments: try Registry.builtIn().formats.map(\.manifest.name))
    func formats(name: String) throws {
        let formats = try writableFormats() + [SVG(), Text()]
        for format in formats where format.manifest.name == name {
            #expect(Conformance.violations(of: format) == [])
        }
    }

    @Test("Every source of the registry keeps the contract, also without an answer")
    func sources() throws {
        // Tables are checked elsewhere, with open files.
        for source in try Registry.builtIn().sources where !(source is Tables) {
            #expect(Conformance.violations(of: source) == [])
        }
    }

    @Test("KOBIS keeps the contract with the recorded week")
    func recorded() throws {
        let sample = Sample(of: KOBIS(.json))
        let last = Period(of: .daily, containing: try #require(sample.holdings.last))
        let query = Query.chart(
            ChartQuery(periods: Periods(from: last.advanced(by: -6), to: last)))
        var asked: Set<String> = []
        let violations = Conformance.violations(of: KOBIS(.json), asking: [query]) { request in
            asked.insert(request.target)
            return sample.ownAnswer(to: request)
        }
        #expect(violations == [] && asked.count == 7)
        #expect(Conformance.violations(of: sample, asking: [query]) == [])
    }

    @Test("The sample keeps the contract on each stretch of its days", arguments: Chart.allCases)
    func stretches(chart: Chart) {
        let stretches = Sample(of: KOBIS(.json)).stretches(of: chart, for: .charts)
        #expect(stretches.count == (chart == .daily ? 2 : 1))
        for stretch in stretches { #expect(Conformance.violations(of: stretch) == []) }
    }

    @Test("Every source of posters keeps the contract, with a picture that was found")
    func posters() throws {
        let atKMDb = """
            {"Data":[{"TotalCount":1,"Result":[{"title":"범죄도시2","posters":"http://a.example/p",\
            "CommCodes":{"CommCode":[{"CodeNm":"FIMS","CodeNo":"20211234"}]}}]}]}
            """
        let atKakao = """
            {"documents":[{"image_url":"https://a.example/p.jpg","thumbnail_url":\
            "https://a.example/t","doc_url":"https://a.example/1","display_sitename":"범죄도시2",\
            "width":700,"height":1000}]}
            """
        for posters in try Registry.builtIn().posters {
            var asked: Set<Subject> = []
            let violations = Conformance.violations(ofPosters: posters) { request in
                asked.insert(request.subject)
                return Answer(request.service == "kmdb" ? atKMDb : atKakao)
            }
            let known = Film(code: "20211234", title: "범죄도시2", year: 2022)
            #expect(violations == [] && asked.contains(.film(known)))
        }
    }
}
