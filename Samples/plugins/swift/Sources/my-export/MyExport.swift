import BoxOfficeCommand

/// bo-export with two plugins more.
@main
enum MyExport {
    static func main() {
        BoxOfficeProgram.main(sources: [Village()], formats: [Wiki.self])
    }
}
