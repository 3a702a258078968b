import BoxOffice
import Testing

/// The links from documents to files on this machine.
@Suite struct LinkBaseTests {
    @Test(
        "A link is relative to the document's folder, even if a path is absolute",
        arguments: [
            ("", "p/1.jpg", "p/1.jpg"), ("out/", "p/1.jpg", "../p/1.jpg"),
            ("out/a/", "out/p/1.jpg", "../p/1.jpg"), ("/home/me/", "p/1.jpg", "p/1.jpg"),
            ("/home/me/out", "/home/me/p/1.jpg", "../p/1.jpg"), (".", "./p//1.jpg", "p/1.jpg"),
            ("", "/srv/p/1.jpg", "../../srv/p/1.jpg"), ("../you/", "p/1.jpg", "../me/p/1.jpg"),
            ("dt={date}/", "p/1.jpg", "../p/1.jpg"), ("out", "out/1.jpg", "1.jpg"),
            ("", "포스터 (1)/a|b.jpg", "%ED%8F%AC%EC%8A%A4%ED%84%B0%20%281%29/a%7Cb.jpg"),
        ])
    func links(folder: String, file: String, link: String) {
        #expect(LinkBase(folder: folder, workingFolder: "/home/me").link(to: file) == link)
    }
}
