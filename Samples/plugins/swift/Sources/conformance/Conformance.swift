import BoxOfficeConformance
import Glibc
import MyPlugins

/// The program that prints the rules that the plugins violate, and exits with status 1 if there are
/// any.
///
/// In Swift Testing, the test would be `#expect(Conformance.violations(of: Wiki()) == [])`.
@main
enum CheckedPlugins {
    static func main() {
        let violations =
            Conformance.violations(of: Village()) + Conformance.violations(of: Cinemas())
            + Conformance.violations(of: Wiki())
            + Conformance.violations(ofPosters: Noticeboard())
            + Conformance.violations(ofDetails: Almanac())
        for violation in violations { print(violation) }
        guard violations.isEmpty else { exit(1) }
        print("no violations")
    }
}
