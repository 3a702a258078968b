internal import ArgumentParser

extension Option where Value: ExpressibleByArgument & Sendable {
    /// Makes the option that `declaration` describes.
    init(_ declaration: OptionDeclaration<Value>) {
        self.init(
            wrappedValue: declaration.standard, name: declaration.names, help: declaration.help,
            completion: declaration.completion)
    }
}

extension Option {
    /// Makes the option that `declaration` describes, whose value need not be there.
    init<Wrapped: ExpressibleByArgument>(_ declaration: OptionDeclaration<Wrapped?>)
    where Value == Wrapped? {
        self.init(
            name: declaration.names,
            parsing: declaration.setting.takesHyphens ? .unconditional : .next,
            help: declaration.help,
            completion: declaration.completion)
    }

    /// Makes the option that `declaration` describes, which may be given several times.
    init<Element: ExpressibleByArgument>(_ declaration: OptionDeclaration<[Element]>)
    where Value == [Element] {
        self.init(
            wrappedValue: declaration.standard, name: declaration.names, help: declaration.help,
            completion: declaration.completion)
    }
}

extension Flag where Value == Bool {
    /// Makes the flag that `declaration` describes.
    init(_ declaration: OptionDeclaration<Bool>) {
        self.init(
            wrappedValue: declaration.standard, name: declaration.names, help: declaration.help)
    }
}

extension Flag where Value == Int {
    /// Makes the flag that `declaration` describes, which is counted.
    init(_ declaration: OptionDeclaration<Int>) {
        self.init(name: declaration.names, help: declaration.help)
    }
}
