import BoxOfficeCommand
import MyPlugins

/// bo-export with five plugins more.
@main
enum MyExport {
    static func main() {
        BoxOfficeProgram.main(
            sources: [Village(), Cinemas()], formats: [Wiki()], posters: [Noticeboard()],
            details: [Almanac()])
    }
}
