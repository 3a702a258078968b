import BoxOffice
import Testing

@Suite struct TypedOptionTests {
    private enum Frame: String, CaseIterable {
        case light
        case veryHeavy = "very-heavy"
    }

    private let bold = TypedOption.boolean("bold", default: true, help: "h")
    private let size = TypedOption.integer("size", in: 1...20, default: 5, help: "h")
    private let name = TypedOption.text("name", default: "a=b", help: "h")
    private let frame = TypedOption.choice("frame", of: Frame.self, default: .light, help: "h")

    private var manifest: Manifest {
        Manifest(
            name: "m", summary: "s",
            options: [
                bold.declaration, size.declaration, name.declaration, frame.declaration,
            ])
    }

    @Test("A typed option is declared like an untyped one")
    func declarations() {
        #expect(
            manifest.options == [
                PluginOption("bold", .boolean, default: "true", help: "h"),
                PluginOption("size", .integer(1...20), default: "5", help: "h"),
                PluginOption("name", .text, default: "a=b", help: "h"),
                PluginOption(
                    "frame", .choice(["light", "very-heavy"]), default: "light", help: "h"),
            ])
    }

    @Test("A missing option has its default, or the one that another option sets")
    func defaults() throws {
        let options = try PluginOptions(for: manifest)
        #expect(options[bold] && options[size] == 5 && options[name] == "a=b")
        #expect(options[frame] == .light)
        #expect(!options[bold, default: false])
        #expect(options[frame, default: .veryHeavy] == .veryHeavy)
    }

    @Test("A given option counts, even over a default set by another option")
    func given() throws {
        let options = try PluginOptions(
            ["bold=false", "size=20", "name=", "frame=very-heavy"], for: manifest)
        #expect(!options[bold] && options[size] == 20 && options[name] == "")
        #expect(options[frame] == .veryHeavy)
        #expect(!options[bold, default: true])
    }

    @Test("An invalid value is refused", arguments: ["bold=yes", "size=21", "frame=x"])
    func refused(assignment: String) {
        #expect(throws: Fault.self) { try PluginOptions([assignment], for: manifest) }
    }
}
