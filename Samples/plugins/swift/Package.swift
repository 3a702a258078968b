// swift-tools-version: 6.2

import PackageDescription

// A program of your own: bo-export with sources, details and a format that it does not have. If this package is
// not inside a checkout, name the repository instead of the path.
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
        // Prints which rules of the contract the plugins violate.
        .executableTarget(
            name: "conformance",
            dependencies: [
                "MyPlugins", .product(name: "BoxOffice", package: "bo-export"),
                .product(name: "BoxOfficeConformance", package: "bo-export"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
