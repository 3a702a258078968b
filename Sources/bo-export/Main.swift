internal import BoxOfficeCommand

/// The program with its built-in plugins, and no others but executables.
@main
enum Main {
    static func main() { BoxOfficeProgram.main() }
}
