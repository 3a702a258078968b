import BoxOffice
import Testing

@testable import BoxOfficeCommand

/// The one path from arguments and settings to a command.
@Suite struct InvocationTests {
    private func invocation(
        _ arguments: [String], _ variables: [String: String] = [:]
    ) throws -> Invocation {
        let services = Registry.services(AddedPlugins())
        let environment = Environment(
            variables.merging(["HOME": "/nonexistent"]) { $1 }, services: services)
        let settings = Settings.read(GivenOptions(arguments), environment)
        return try Invocation(
            GivenArguments(arguments), settings, Console(environment: environment))
    }

    @Test("What is set stands behind what is given")
    func order() throws {
        let variables = ["BO_EXPORT_JOBS": "7", "BO_EXPORT_TOP": "2"]
        let daily = try #require(
            invocation(["--jobs", "3"], variables).command as? Daily)
        #expect(daily.options.origin.jobs == 3 && daily.options.films.top == 2)
        let standard = try #require(invocation([]).command as? Daily)
        #expect(standard.options.origin.jobs == 4 && standard.options.films.top == nil)
    }

    @Test("The console knows what the settings say of quotas")
    func environment() throws {
        let variables = ["BO_EXPORT_KOBIS_QUOTA": "7"]
        let console = try invocation(["quota"], variables).console
        #expect(console.environment["BO_EXPORT_KOBIS_QUOTA"] == "7")
    }

    @Test(
        "Of several options of a group the one that is given counts",
        arguments: [
            (["--last", "2"], "BO_EXPORT_DATE"), (["--last", "2"], "BO_EXPORT_MONTH"),
            (["--month", "2024-05"], "BO_EXPORT_YEAR"), (["--year", "2024"], "BO_EXPORT_FROM"),
            (["--date", "-3d"], "BO_EXPORT_YEAR"), (["-v"], "BO_EXPORT_QUIET"),
            (["--refresh"], "BO_EXPORT_OFFLINE"), (["-o", "x"], "BO_EXPORT_OUTPUT"),
            (["--output", "x"], "BO_EXPORT_OUTPUT"), (["-O", "a=b"], "BO_EXPORT_OPTION"),
            (["--format", "jsonl"], "BO_EXPORT_PROFILE"),
            (["--output=x.jsonl"], "BO_EXPORT_PROFILE"), (["-o", "x.md"], "BO_EXPORT_OPTION"),
        ])
    func rivals(arguments: [String], variable: String) throws {
        let value = ["BO_EXPORT_QUIET", "BO_EXPORT_OFFLINE"].contains(variable) ? "true" : "excel"
        let with = try #require(invocation(arguments, [variable: value]).command as? Daily)
        let without = try #require(invocation(arguments).command as? Daily)
        #expect("\(with)" == "\(without)")
        let alone = try #require(invocation([], [variable: value]).command as? Daily)
        #expect("\(alone)" != "\(try #require(invocation([]).command as? Daily))")
    }

    @Test(
        "Given options are found as the parser finds them",
        arguments: [
            (["--config", "a"], "a"), (["--config=a"], "a"), (["--config=", "a"], "a"),
            (["--config", "a", "--config=b"], "b"), (["daily", "--config=a=b"], "a=b"),
            (["--date", "--config", "a"], nil), (["--", "--config", "a"], nil),
            (["--configure", "a"], nil), (["--config", "--jobs"], nil), (["--config", ""], ""),
        ] as [([String], String?)])
    func given(arguments: [String], value: String?) {
        #expect(GivenArguments(arguments).value(of: RunningOptions.config.setting) == value)
    }

    @Test("Short options and commands are found, and no others taken for them")
    func short() {
        let output = OutputOptions.output.setting
        #expect(GivenArguments(["-o", "x.csv"]).value(of: output) == "x.csv")
        #expect(!GivenArguments(["-O", "o=x", "--only"]).has(output))
        #expect(GivenArguments(["movies", "-q"]).command is Movies.Type)
        #expect(GivenArguments(["-q", "movies"]).command is Daily.Type)
    }
}
