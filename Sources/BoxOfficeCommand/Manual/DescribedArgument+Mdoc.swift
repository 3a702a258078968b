extension DescribedArgument {
    /// The option in mdoc, such as `Fl o , Fl \-output Ar path`.
    var mdoc: String {
        let names = names.map { "Fl \(MdocPage.escaped(String($0.dropFirst())))" }
        return names.joined(separator: " , ") + (value.map { " Ar \(MdocPage.escaped($0))" } ?? "")
    }

    /// The argument in mdoc, such as `Ar code ...`.
    var mdocArgument: String {
        "\(isOptional ? "Op " : "")Ar \(MdocPage.escaped(value ?? ""))\(isRepeating ? " ..." : "")"
    }
}
