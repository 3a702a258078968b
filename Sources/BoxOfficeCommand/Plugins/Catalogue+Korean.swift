internal import BoxOffice
internal import Curl
internal import Engine
internal import Executables
internal import Storage
internal import Wire

extension Catalogue {
    /// The Korean wordings of the command line, including those of the built-in plugins.
    static let korean = Catalogue([
        { koreanEngine }, { koreanStorage }, { koreanTransfers }, { koreanLibcurl },
        { koreanExecutables },
        { koreanWire },
    ]).before(koreanLibrary.parts).before(Registry.manifests.map(\.korean))
}
