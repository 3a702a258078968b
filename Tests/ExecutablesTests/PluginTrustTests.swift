import Executables
import Foundation
import Loopback
import Testing

/// The check that only the user can change a plugin: its file, its folder and all folders above.
@Suite(.timeLimit(.minutes(10))) struct PluginTrustTests {
    private static let isRoot = geteuid() == 0
    private static let stranger = uid_t(54_321)

    /// Makes the folder `top/middle/leaf` with a plugin in it, a link to the folder in `top/aside`,
    /// and a link to the plugin in `top/links`.
    private func place() throws -> Workshop {
        let shop = try Workshop()
        for name in ["top/middle/leaf", "top/aside", "top/links"] {
            try FileManager.default.createDirectory(
                atPath: shop.path(name), withIntermediateDirectories: true)
        }
        let plugin = shop.path("top/middle/leaf/bo-export-format-x")
        try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: plugin))
        for path in ["top", "top/middle", "top/middle/leaf", "top/aside", "top/links"] {
            try set(0o755, path, shop)
        }
        try set(0o755, "top/middle/leaf/bo-export-format-x", shop)
        try FileManager.default.createSymbolicLink(
            atPath: shop.path("top/aside/way"), withDestinationPath: "../middle/../middle/leaf")
        try FileManager.default.createSymbolicLink(
            atPath: shop.path("top/links/bo-export-format-x"),
            withDestinationPath: shop.path("top/aside/way/bo-export-format-x"))
        return shop
    }

    private func set(_ mode: mode_t, _ name: String, _ shop: Workshop) throws {
        try #require(unsafe chmod(shop.path(name), mode) == 0)
    }

    private func give(_ name: String, to owner: uid_t, _ shop: Workshop) throws {
        try #require(unsafe lchown(shop.path(name), owner, gid_t.max) == 0)
    }

    private static let straight = "top/middle/leaf/bo-export-format-x"
    private static let linked = "top/links/bo-export-format-x"

    /// Returns the reason for which the plugin is refused, or nil if it is accepted.
    private func refusal(_ name: String, _ shop: Workshop) -> String? {
        do throws(PluginRefusal) {
            _ = try PluginFile(at: shop.path(name))
            return nil
        } catch {
            return "\(error.reason)"
        }
    }

    @Test("A plugin that no other user can change is accepted, also through links")
    func good() throws {
        let shop = try place()
        #expect(refusal(Self.straight, shop) == nil)
        #expect(refusal(Self.linked, shop) == nil)
        #expect(refusal("top/aside/way/bo-export-format-x", shop) == nil)
    }

    @Test(
        "A plugin is refused if everybody may write to a folder above it, wherever links lead to it",
        arguments: [
            ("top", straight), ("top/middle", straight), ("top/middle/leaf", straight),
            ("top", linked), ("top/middle", linked), ("top/middle/leaf", linked),
        ])
    func open(folder: String, plugin: String) throws {
        let shop = try place()
        try set(0o757, folder, shop)
        let reason = try #require(refusal(plugin, shop), "\(folder)")
        #expect(reason.contains("everybody may write to"), "\(reason)")
        #expect(reason.contains("chmod o-w"), "\(reason)")
    }

    @Test("A folder above in which everybody may write but not rename, such as /tmp, is fine")
    func sticky() throws {
        let shop = try place()
        try set(0o1777, "top", shop)
        #expect(refusal(Self.straight, shop) == nil)
        #expect(refusal(Self.linked, shop) == nil)
        try set(0o1777, "top/middle/leaf", shop)
        #expect(refusal(Self.straight, shop)?.contains("everybody may write") == true)
    }

    @Test(
        "A plugin is refused if another user owns it or a folder above it",
        .enabled(if: isRoot, "only root can give files to others"),
        arguments: [
            (straight, straight), ("top/middle/leaf", straight), ("top", straight),
            ("top", linked), (straight, linked),
        ])
    func owned(by name: String, plugin: String) throws {
        let shop = try place()
        try give(name, to: Self.stranger, shop)
        let reason = try #require(refusal(plugin, shop), "\(name)")
        #expect(reason.contains("belongs to another user, 54321"), "\(reason)")
    }

    @Test(
        "An access list that lets another user write is refused, one that lets a group write is not",
        .enabled(if: hasAccessLists, "this needs setfacl, and a file system with access lists"),
        arguments: ["top/middle/leaf/bo-export-format-x", "top/middle/leaf"])
    func accessList(name: String) throws {
        let shop = try place()
        #expect(Self.setList("u:54321:rwx", shop.path(name)))
        let reason = try #require(refusal(Self.straight, shop))
        #expect(reason.contains("an access list lets another user, 54321, write to"), "\(reason)")
        // A mask takes away the right that the entry gives.
        #expect(Self.setList("m::rx", shop.path(name)))
        #expect(refusal(Self.straight, shop) == nil)
        #expect(Self.setList("u:54321:rx,g:54321:rwx,m::rwx", shop.path(name)))
        #expect(refusal(Self.straight, shop) == nil)
        #expect(Self.setList("u:\(geteuid()):rwx,u:0:rwx", shop.path(name)))
        #expect(refusal(Self.straight, shop) == nil)
    }

    private static let hasAccessLists: Bool = {
        guard let shop = try? Workshop() else { return false }
        return setList("u:54321:r", shop.folder.path)
    }()

    /// Changes the access list of the file at `path`; returns false if that is not possible here.
    private static func setList(_ entries: String, _ path: String) -> Bool {
        OtherProgram.succeeds("setfacl -m '\(entries)' '\(path)'")
    }

    @Test("A link that leads in a circle, or nowhere, is not a plugin")
    func circle() throws {
        let shop = try Workshop()
        for (name, target) in [
            ("bo-export-format-a", "bo-export-format-b"),
            ("bo-export-format-b", "bo-export-format-a"), ("bo-export-format-c", "nowhere/x"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: shop.path(name), withDestinationPath: target)
        }
        for name in ["bo-export-format-a", "bo-export-format-c"] {
            #expect(refusal(name, shop)?.contains("it cannot be found") == true)
        }
    }
}
