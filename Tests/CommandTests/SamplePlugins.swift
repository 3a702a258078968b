import Foundation
import Loopback

/// The plugins of the samples, in a folder as a user might have it.
enum SamplePlugins {
    /// A copy in a folder that no other user may write to, whatever the repository's permissions.
    static let folder: String = {
        let origin = ChartFixtures.repository.appending(path: "Samples/plugins")
        guard let folder = try? TemporaryFolder(),
            let names = try? FileManager.default.contentsOfDirectory(atPath: origin.path)
        else { return origin.path }
        for name in names {
            let file = origin.appending(path: name)
            guard let data = try? Data(contentsOf: file) else { continue }
            let copy = folder.url.appending(path: name)
            try? data.write(to: copy)
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: copy.path)
        }
        return folder.url.path
    }()
}
