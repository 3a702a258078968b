internal import BoxOffice
internal import CWorkbook

/// Why libxlsxwriter could not do something.
enum WorkbookTrouble {
    case outOfResources, noRoom, tooLarge, refused

    /// What a status other than success means.
    init(_ status: bo_workbook_status) {
        switch status {
        case bo_workbook_out_of_resources: self = .outOfResources
        case bo_workbook_no_room: self = .noRoom
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
        case .noRoom:
            Fault(
                .cannotWrite, "workbook-room",
                "there is no room for the temporary files of a workbook in '\(TemporaryFile.folder)'",
                hint: "TMPDIR names another folder for them")
        case .tooLarge:
            Fault(.cannotWrite, "workbook-size", "that is more than a workbook can hold")
        case .refused: Fault(.bug, "workbook-refused", "libxlsxwriter refused a cell")
        }
    }

    /// No temporary file can be made.
    static func noTemporaryFile(in folder: String, _ reason: String) -> Fault {
        Fault(
            .cannotCreate, "no-temporary-file",
            "no temporary file can be made in '\(folder)': \(reason)",
            hint: "TMPDIR names another folder for them")
    }
}
