internal import BoxOffice
package import SystemPackage

extension Errno {
    /// Whether the system is short of memory or descriptors, so that the file is not to blame.
    package var isShortage: Bool {
        switch self {
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory: true
        default: false
        }
    }

    /// The kind of fault for this error: `outOfResources` if it is a shortage, otherwise `kind`.
    func kind(or kind: Fault.Kind) -> Fault.Kind { isShortage ? .outOfResources : kind }
}
