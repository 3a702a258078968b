internal import BoxOffice
internal import Curl
internal import Engine
internal import Executables
internal import Storage
internal import Wire

extension Catalogue {
    /// Korean for a user at a command line, with what the built-in plugins bring.
    static let korean = Catalogue([
        { koreanEngine }, { koreanStorage }, { koreanTransfers }, { koreanLibcurl },
        { koreanExecutables },
        { koreanWire },
    ]).before(koreanLibrary.parts).before(Registry.manifests.map(\.korean))
}
