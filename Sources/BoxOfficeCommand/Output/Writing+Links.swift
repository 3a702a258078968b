internal import BoxOffice

extension Writing {
    /// What links to kept pictures start from; nil if none are kept.
    ///
    /// The folders of a template have the same number of names whatever is filled in.
    var linkBase: LinkBase? {
        guard keepsPictures else { return nil }
        let folder = output.output.lastIndex(of: "/").map { String(output.output[...$0]) } ?? ""
        return LinkBase(folder: folder, workingFolder: CurrentProcess.workingFolder)
    }
}
