import Testing

@testable import BoxOfficeCommand

/// The languages of locales.
@Suite struct LocaleTests {
    @Test(
        "A Korean locale in UTF-8 is Korean, every other one is English",
        arguments: [
            ("ko_KR.UTF-8", "ko"), ("ko_KR.utf8", "ko"), ("ko.UTF-8", "ko"), ("ko_KR.Utf-8", "ko"),
            ("ko_KR.UTF-8@hanja", "ko"), ("ko_KP.UTF-8", "ko"), ("ko_KR.EUC-KR", "en"),
            ("ko_KR", "en"), ("ko", "en"), ("kok_IN.UTF-8", "en"), ("en_US.UTF-8", "en"),
            ("C", "en"), ("C.UTF-8", "en"), ("POSIX", "en"), ("", "en"), ("nonsense", "en"),
            ("ko_KR.", "en"), (".UTF-8", "en"), ("한국어", "en"), ("KO_KR.UTF-8", "en"),
        ])
    func locales(name: String, language: String) {
        #expect(Language(locale: name).rawValue == language)
    }
}
