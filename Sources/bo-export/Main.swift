internal import BoxOfficeCommand

/// The program with its built-in plugins.
@main
enum Main {
    static func main() { BoxOfficeProgram.main() }
}
