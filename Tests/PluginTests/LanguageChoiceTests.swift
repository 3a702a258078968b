import BoxOffice
import Foundation
import Loopback
import Testing

@testable import BoxOfficeCommand

/// The choice of the language.
@Suite struct LanguageChoiceTests {
    private func language(
        _ arguments: [String] = [], _ variables: [String: String], file: String? = nil
    ) throws -> String {
        var variables = variables
        let path = TemporaryFolder.newURL.appendingPathExtension("json")
        defer { try? FileManager.default.removeItem(at: path) }
        if let file {
            try Data(file.utf8).write(to: path)
            variables["BO_EXPORT_CONFIG"] = path.path
        }
        let environment = Environment(variables)
        let values = Values(Arguments(arguments))
        let settings = try? Settings(at: nil, environment: environment)
        return Language(values, settings, environment).rawValue
    }

    @Test(
        "The first variable of the locale that is set and not empty decides",
        arguments: [
            ([:], "en"), (["LANG": "ko_KR.UTF-8"], "ko"), (["LANG": "C"], "en"),
            (["LANG": "POSIX"], "en"), (["LANG": "nonsense"], "en"),
            (["LANG": "ko_KR.EUC-KR"], "en"),
            (["LC_ALL": "C", "LC_MESSAGES": "ko_KR.UTF-8", "LANG": "ko_KR.UTF-8"], "en"),
            (["LC_ALL": "", "LC_MESSAGES": "ko_KR.UTF-8", "LANG": "C"], "ko"),
            (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "ko.UTF-8"], "ko"),
            (["LC_MESSAGES": "en_US.UTF-8", "LANG": "ko_KR.UTF-8"], "en"),
            (["LC_ALL": "ko_KR.utf8", "LANG": "C"], "ko"),
            (["LC_CTYPE": "ko_KR.UTF-8"], "en"),
        ] as [([String: String], String)])
    func locale(variables: [String: String], expected: String) throws {
        #expect(try language([], variables) == expected)
    }

    @Test("The option wins over variable, file and locale, in that order")
    func precedence() throws {
        let korean = ["LANG": "ko_KR.UTF-8"]
        #expect(try language(["--lang", "en"], korean) == "en")
        #expect(try language(["daily", "--lang=ko", "--help"], ["LANG": "C"]) == "ko")
        #expect(try language(["help", "daily", "--lang", "ko"], [:]) == "ko")
        #expect(try language([], korean, file: #"{"lang": "en"}"#) == "en")
        #expect(try language(["--lang", "ko"], [:], file: #"{"lang": "en"}"#) == "ko")
        let set = ["BO_EXPORT_LANG": "ko"]
        #expect(try language([], set, file: #"{"lang": "en"}"#) == "ko")
        #expect(try language(["doctor"], [:], file: #"{"doctor": {"lang": "ko"}}"#) == "ko")
        #expect(try language([], [:], file: #"{"doctor": {"lang": "ko"}}"#) == "en")
        #expect(try language([], [:], file: #"{"daily": {"lang": "ko"}}"#) == "ko")
        #expect(try language(["--", "--lang", "ko"], [:]) == "en")
    }

    @Test("A wrong value, or a file that cannot be read, leaves the choice to the next")
    func wrong() throws {
        let korean = ["LANG": "ko_KR.UTF-8"]
        #expect(try language(["--lang", "fr"], korean) == "ko")
        #expect(try language(["--lang"], korean) == "ko")
        #expect(try language([], korean, file: "{") == "ko")
        #expect(try language(["--lang", "ko"], [:], file: "{") == "ko")
        #expect(try language([], korean, file: #"{"lang": "fr"}"#) == "ko")
    }
}
