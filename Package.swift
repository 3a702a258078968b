// swift-tools-version: 6.2

import PackageDescription

/// The built-in plugins: one folder each.
///
/// `BoxOfficeCommand/Plugins/Registry.swift` lists them; the command and the tests of plugins depend on
/// all of them.
let plugins: [Target] = [
    .target(name: "KOBIS", dependencies: ["BoxOffice", "Wire"], path: "Plugins/KOBIS"),
    .target(
        name: "Sample", dependencies: ["BoxOffice"], path: "Plugins/Sample",
        resources: [.embedInCode("Recordings")]
    ),
    .target(
        name: "KakaoImages", dependencies: ["BoxOffice", "Wire"], path: "Plugins/KakaoImages"
    ),
    .target(name: "KMDb", dependencies: ["BoxOffice", "Wire"], path: "Plugins/KMDb"),
    .target(name: "Tables", dependencies: ["BoxOffice", "Wire"], path: "Plugins/Tables"),
    .target(name: "CSV", dependencies: ["BoxOffice"], path: "Plugins/CSV"),
    .target(name: "JSONLines", dependencies: ["BoxOffice", "Wire"], path: "Plugins/JSONLines"),
    .target(name: "Markdown", dependencies: ["BoxOffice"], path: "Plugins/Markdown"),
    .target(name: "HTML", dependencies: ["BoxOffice", "SVG"], path: "Plugins/HTML"),
    .target(name: "SVG", dependencies: ["BoxOffice"], path: "Plugins/SVG"),
    .target(name: "PNG", dependencies: ["BoxOffice", "CPicture", "SVG"], path: "Plugins/PNG"),
    .target(name: "Singer", dependencies: ["BoxOffice", "Wire"], path: "Plugins/Singer"),
    .target(name: "Text", dependencies: ["BoxOffice"], path: "Plugins/Text"),
    .target(name: "XLSX", dependencies: ["BoxOffice", "CWorkbook"], path: "Plugins/XLSX"),
    .target(name: "SQLite", dependencies: ["BoxOffice", "CDatabase"], path: "Plugins/SQLite"),
]
let pluginNames = plugins.map { Target.Dependency.byName(name: $0.name) }

let package = Package(
    name: "bo-export",
    products: [
        .executable(name: "bo-export", targets: ["bo-export"]),
        // For plugins of others: the plugin API, and the command line to put them into.
        .library(name: "BoxOffice", targets: ["BoxOffice"]),
        .library(name: "BoxOfficeCommand", targets: ["BoxOfficeCommand"]),
        // Readers of JSON and XML, and the contract of plugins as functions for tests.
        .library(name: "Wire", targets: ["Wire"]),
        .library(name: "BoxOfficeConformance", targets: ["BoxOfficeConformance"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        // For the tests alone.
        .package(
            url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: plugins + [
        // What plugins see: the model and the plugin API. No Foundation, no I/O.
        .target(name: "BoxOffice"),
        // What a run does. The only C is for checksums, which zlib has.
        .target(name: "Engine", dependencies: ["BoxOffice", "CChecksum"]),
        .target(name: "CChecksum", dependencies: ["CLibrary"]),

        // What touches the world, each behind one small type.
        .target(name: "Blocking"),
        .target(name: "Curl", dependencies: ["BoxOffice", "CTransfer", "Engine"]),
        .target(name: "Wire", dependencies: ["BoxOffice", "CLibrary", "CWire"]),
        .target(
            name: "Storage",
            dependencies: [
                "BoxOffice", "CAttributes", "CCrypto", "Engine", "Wire",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .systemLibrary(name: "CAttributes"),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "CTransfer", dependencies: ["CCurl", "CLibrary"]),
        .systemLibrary(
            name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]
        ),
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]
        ),
        .systemLibrary(name: "CXLSXWriter", providers: [.apt(["libxlsxwriter-dev"])]),
        .target(
            name: "CWorkbook", dependencies: ["CLibrary", "CXLSXWriter"],
            linkerSettings: [
                // So that libxlsxwriter finds our function in the program: temporary.c.
                .unsafeFlags(["-Xlinker", "--export-dynamic-symbol=lxw_tmpfile"])
            ]
        ),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CDatabase", dependencies: ["CLibrary", "CSQLite"]),
        .target(name: "CPicture", dependencies: ["CLibrary"]),
        // Opens the libraries that only some commands need.
        .target(name: "CLibrary"),
        .target(
            name: "CWire", dependencies: ["CLibrary", "CXML2", "CYAML"],
            cxxSettings: [
                // Without it simdjson checks its caller at every step.
                .define("NDEBUG", .when(configuration: .release))
            ],
            linkerSettings: [.linkedLibrary("simdjson")]
        ),

        // What plugins are checked with: by `plugins check`, in our tests and in those of others.
        .target(
            name: "BoxOfficeConformance", dependencies: ["BoxOffice"], path: "Sources/Conformance"
        ),

        // The host of the plugins that others write, in any language.
        .target(
            name: "Executables",
            dependencies: [
                "Blocking", "BoxOffice", "BoxOfficeConformance", "CProcess", "Engine", "Storage",
                "Wire",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),

        // What only C can do: the arguments of the process, threads that are made later, and a process
        // between this one and a plugin.
        .target(name: "CProcess"),

        // What an assistant asks, over the Model Context Protocol.
        .target(name: "Assistant", dependencies: ["Blocking", "BoxOffice", "Markdown", "Wire"]),

        // The command.
        .executableTarget(name: "bo-export", dependencies: ["BoxOfficeCommand"]),
        .target(
            name: "BoxOfficeCommand",
            dependencies: pluginNames + [
                "Assistant", "BoxOffice", "BoxOfficeConformance", "CProcess", "Curl", "Engine",
                "Executables", "Storage", "Wire",
            ]
        ),

        // The tests, and the KOBIS on this machine that they ask.
        .target(
            name: "Loopback",
            dependencies: [
                "BoxOffice", "Engine", .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tests/Loopback", exclude: ["Fixtures"]
        ),
        .executableTarget(
            name: "loopback-kobis", dependencies: ["Loopback"], path: "Tests/LoopbackServer"
        ),
        .target(name: "SlowLane", path: "Tests/SlowLane"),
        .testTarget(
            name: "BoxOfficeTests", dependencies: ["BoxOffice", "CChecksum", "Engine", "SlowLane"]),
        .testTarget(name: "WireTests", dependencies: ["BoxOffice", "SlowLane", "Wire"]),
        .testTarget(name: "BlockingTests", dependencies: ["Blocking"]),
        .testTarget(name: "CurlTests", dependencies: ["BoxOffice", "Curl", "Engine", "Loopback"]),
        .testTarget(
            name: "StorageTests",
            dependencies: ["BoxOffice", "Engine", "Loopback", "SlowLane", "Storage"]),
        .testTarget(
            name: "ExecutablesTests",
            dependencies: [
                "BoxOffice", "BoxOfficeConformance", "Engine", "Executables", "JSONLines",
                "Loopback", "SlowLane", "Wire",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .testTarget(
            name: "PluginTests",
            dependencies: pluginNames + [
                "BoxOffice", "BoxOfficeCommand", "BoxOfficeConformance", "bo-export", "Curl",
                "Engine", "Loopback", "SlowLane", "Wire",
            ],
            exclude: ["Pictures"]
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "BoxOffice", "bo-export", "Engine", "Loopback", "SlowLane",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// The documentation of the API, which only its authors build: nobody else downloads the plugin.
if Context.environment["BO_EXPORT_DOCS"] != nil {
    package.dependencies.append(
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// The fuzzers, which libFuzzer gives a main function: Tests/Fuzz/run.py builds and runs them.
if Context.environment["BO_EXPORT_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "BoxOffice", "BoxOfficeCommand", "CSV", "Engine", "Executables", "HTML",
                "JSONLines", "KMDb", "KOBIS", "KakaoImages", "Markdown", "Singer", "Tables", "Wire",
            ],
            path: "Tests/Fuzz", exclude: ["README.md", "run.py", "seeds.py", "talks.py"]
        ))
}

// Under ThreadSanitizer no plugin can be started: .ci/threads runs the other tests, and the program.
if Context.environment["BO_EXPORT_THREADS"] != nil {
    let others = ["CommandTests", "ExecutablesTests", "PluginTests"]
    package.targets.removeAll { others.contains($0.name) }
}

for target in package.targets where [.executable, .test, .regular].contains(target.type) {
    let ofC = ["CDatabase", "CLibrary", "CPicture", "CProcess", "CTransfer", "CWire", "CWorkbook"]
    guard !ofC.contains(target.name) else { continue }
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
    ]
}
