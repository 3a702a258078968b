import BoxOffice
import Testing

/// The choice of the Korean particle after a text.
@Suite struct FinalSoundTests {
    @Test(
        "Hangul counts by its final consonant, digits and Latin letters by their reading",
        arguments: [
            ("기생충", "을", "이", "은", "과", "으로"), ("영화", "를", "가", "는", "와", "로"),
            ("일별", "을", "이", "은", "과", "로"),  // ㄹ
            ("2022-06-01", "을", "이", "은", "과", "로"), ("10", "을", "이", "은", "과", "으로"),
            ("2", "를", "가", "는", "와", "로"), ("3", "을", "이", "은", "과", "으로"),
            ("2024", "를", "가", "는", "와", "로"), ("6", "을", "이", "은", "과", "으로"),
            ("7", "을", "이", "은", "과", "로"), ("8", "을", "이", "은", "과", "로"),
            ("CSV", "를", "가", "는", "와", "로"), ("HTML", "을", "이", "은", "과", "로"),
            ("JSON", "을", "이", "은", "과", "으로"), ("csv", "를", "가", "는", "와", "로"),
            ("KOBIS_API_KEY", "를", "가", "는", "와", "로"), ("excel", "을", "이", "은", "과", "로"),
            ("title", "을", "이", "은", "과", "로"), ("column", "을", "이", "은", "과", "으로"),
            ("name", "을", "이", "은", "과", "으로"), ("format", "을", "이", "은", "과", "으로"),
            ("chart", "를", "가", "는", "와", "로"), ("date", "를", "가", "는", "와", "로"),
            ("rating", "을", "이", "은", "과", "으로"), ("week", "를", "가", "는", "와", "로"),
            ("black", "을", "이", "은", "과", "으로"), ("--from", "을", "이", "은", "과", "으로"),
        ])
    func particles(_ row: (String, String, String, String, String, String)) {
        let sound = FinalSound(of: row.0)
        #expect(sound.particle("을", "를") == row.1, "\(row.0)")
        #expect(sound.particle("이", "가") == row.2, "\(row.0)")
        #expect(sound.particle("은", "는") == row.3, "\(row.0)")
        #expect(sound.particle("과", "와") == row.4, "\(row.0)")
        #expect(sound.particle("으로", "로") == row.5, "\(row.0)")
    }

    @Test(
        "Quotes, brackets and notes in parentheses after a text do not count",
        arguments: [
            ("'기생충'", "을"), ("'영화'", "를"), ("기생충 (20183782)", "을"), ("영화(1)", "를"),
            ("(3)", "을"), ("[2]", "를"), ("x.csv'", "를"), ("", "를"), ("…", "를"), ("()", "를"),
        ])
    func signs(text: String, particle: String) {
        #expect(FinalSound(of: text).particle("을", "를") == particle)
    }

    @Test(
        "What follows a pair stands where readers may differ in the last sound",
        arguments: [
            ("‘기생충’", "‘기생충’은"), ("‘영화’", "‘영화’는"), ("‘괴물!’", "‘괴물!’은"),
            ("‘F1’", "‘F1’,"), ("‘범죄도시2’", "‘범죄도시2’,"), ("‘괴물 (재개봉)’", "‘괴물 (재개봉)’,"),
            ("‘서울의…’", "‘서울의…’,"), ("‘하트♥’", "‘하트♥’,"), ("‘’", "‘’,"),
            ("‘\u{1112}\u{1161}\u{11AB}’", "‘\u{1112}\u{1161}\u{11AB}’,"),
        ])
    func unsure(title: String, text: String) {
        let message = Message("\(title) is", ko: "{1}{은/는/,}")
        #expect(message.text(in: Catalogue(["x": "y"])) == text)
    }
}
