import BoxOfficeCommand
import MyPlugins

/// The program: bo-export with five more plugins.
@main
enum MyExport {
    static func main() {
        BoxOfficeProgram.main(
            sources: [Village(), Cinemas()], formats: [Wiki()], posters: [Noticeboard()],
            details: [Almanac()])
    }
}
