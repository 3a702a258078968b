internal import BoxOffice
internal import Curl
internal import Engine
internal import Executables
internal import Storage

extension Catalogue {
    /// Korean for a user at a command line, with what the built-in plugins bring.
    static let korean = koreanLibrary.behind(
        [
            { koreanRunning }, { koreanCommandLine }, { koreanOptions }, { koreanSettings },
            { koreanReports }, { koreanHelp }, { koreanEngine }, { koreanStorage },
            { koreanTransfers }, { koreanExecutables },
        ],
        sentences: [{ koreanParserSentences }, { koreanTransfers }]
    ).before(Registry.manifests)

    /// This catalogue, and behind it what `plugins` bring.
    func before(_ plugins: [Manifest]) -> Catalogue { before(plugins.map(\.korean)) }
}
