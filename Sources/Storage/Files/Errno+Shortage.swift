internal import BoxOffice
package import SystemPackage

extension Errno {
    /// Whether the system lacks something that the file has nothing to do with.
    package var isShortage: Bool {
        switch self {
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory: true
        default: false
        }
    }

    /// The kind of a fault that this error causes: `kind`, or that the system lacks something.
    func kind(or kind: Fault.Kind) -> Fault.Kind { isShortage ? .outOfResources : kind }
}
