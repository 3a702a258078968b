// swift-tools-version: 6.2

import PackageDescription

// Your own program: bo-export with more sources, details and a format. If this package is not
// inside a checkout, name the repository instead of the path.
let package = Package(
    name: "my-export",
    dependencies: [.package(name: "bo-export", path: "../../..")],
    targets: [
        .target(
            name: "MyPlugins",
            dependencies: [
                .product(name: "BoxOffice", package: "bo-export"),
                .product(name: "Wire", package: "bo-export"),
            ]),
        .executableTarget(
            name: "my-export",
            dependencies: [
                "MyPlugins", .product(name: "BoxOfficeCommand", package: "bo-export"),
            ]),
        // Prints the rules of the contract that the plugins violate.
        .executableTarget(
            name: "conformance",
            dependencies: [
                "MyPlugins", .product(name: "BoxOffice", package: "bo-export"),
                .product(name: "BoxOfficeConformance", package: "bo-export"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
