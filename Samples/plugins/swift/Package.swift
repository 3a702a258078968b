// swift-tools-version: 6.2

import PackageDescription

// A program of your own: bo-export with a source and a format that it has not. Where this package does
// not lie inside a checkout, name the repository instead of the path.
let package = Package(
    name: "my-export",
    dependencies: [.package(name: "bo-export", path: "../../..")],
    targets: [
        .executableTarget(
            name: "my-export",
            dependencies: [
                .product(name: "BoxOffice", package: "bo-export"),
                .product(name: "BoxOfficeCommand", package: "bo-export"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
