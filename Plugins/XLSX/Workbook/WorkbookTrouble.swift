internal import BoxOffice
internal import CWorkbook
internal import Glibc

/// Why libxlsxwriter could not do something.
enum WorkbookTrouble {
    case outOfResources, tooLarge, refused
    /// What failed with which error of the system; 0 if it is not known.
    case noFile(Int32)
    case notWritten(Int32)
    case notRead(Int32)

    /// What a status other than success means, right after the call that gave it.
    init(_ status: bo_workbook_status) {
        switch status {
        case bo_workbook_out_of_resources: self = .outOfResources
        case bo_workbook_no_file: self = .noFile(errno)
        case bo_workbook_not_written: self = .notWritten(errno)
        case bo_workbook_not_read: self = .notRead(errno)
        case bo_workbook_too_large: self = .tooLarge
        default: self = .refused
        }
    }
}

extension Fault {
    /// A workbook cannot be written.
    static func workbook(_ trouble: WorkbookTrouble) -> Fault {
        switch trouble {
        case .outOfResources:
            Fault(
                .outOfResources, "workbook-resources",
                "the system lacks the memory or the descriptors that a workbook needs",
                hint: "each sheet takes a descriptor: 'ulimit -n' says how many there are")
        case .noFile(let error):
            Fault(
                .cannotCreate, "no-temporary-file",
                "no temporary file can be made in '\(TemporaryFile.folder)': \(error.reason)",
                hint: "TMPDIR names another folder for them")
        case .notRead(let error):
            Fault(
                .cannotWrite, "workbook-not-read",
                "a temporary file of the workbook in '\(TemporaryFile.folder)' cannot be read: \(error.reason)"
            )
        case .notWritten(let error) where ![0, ENOSPC, EDQUOT].contains(error):
            Fault(
                .cannotWrite, "workbook-not-written",
                "a temporary file of the workbook in '\(TemporaryFile.folder)' cannot be written: \(error.reason)"
            )
        case .notWritten:
            Fault(
                .cannotWrite, "workbook-room",
                "there is no room for the temporary files of a workbook in '\(TemporaryFile.folder)'",
                hint: "TMPDIR names another folder for them")
        case .tooLarge:
            Fault(.cannotWrite, "workbook-size", "that is more than a workbook can hold")
        case .refused: Fault(.bug, "workbook-refused", "libxlsxwriter refused a cell")
        }
    }
}

extension Int32 {
    /// What the system says of the error.
    fileprivate var reason: Message { Message(sentence: unsafe String(cString: strerror(self))) }
}
