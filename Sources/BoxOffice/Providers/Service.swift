/// A web service that a source asks: its address and the key it needs.
///
/// The host looks up the base URL and the key by these names; a source never sees either.
public struct Service: Hashable, Sendable {
    /// The key that a service needs.
    public struct Key: Hashable, Sendable {
        /// The environment variable with the key, such as `KOBIS_API_KEY`.
        ///
        /// The same name with `_FILE` appended is the variable for the path of a file with the key.
        /// The same name in lower case is a file in `$CREDENTIALS_DIRECTORY` or in the user's
        /// configuration folder.
        public let variable: String
        /// The query parameter that the key is sent in, which makes every URL a secret; nil if it is
        /// sent in a header.
        public let parameter: String?
        /// The header that the key is sent in, or nil.
        public let header: String?
        /// The text before the key in the header.
        public let prefix: String
        /// The address where users get a key.
        public let issuedAt: String

        /// Makes a key that is sent as the query parameter of that name.
        public init(variable: String, inQuery parameter: String, issuedAt: String) {
            (self.variable, self.issuedAt) = (variable, issuedAt)
            (self.parameter, header, prefix) = (parameter, nil, "")
        }

        /// Makes a key that is sent, after `prefix`, in the header of that name.
        public init(
            variable: String, inHeader header: String, prefix: String = "", issuedAt: String
        ) {
            (self.variable, self.issuedAt) = (variable, issuedAt)
            (parameter, self.header, self.prefix) = (nil, header, prefix)
        }
    }

    /// A short name, such as `kobis`; recordings are kept under it.
    public let name: String
    /// The name that messages use, such as `KOBIS`.
    public let title: String
    /// The institution that publishes the figures, for readers of documents; nil if the title is enough.
    public let publisher: String?
    /// The address of the service, without a slash at the end.
    public let baseURL: String
    /// The environment variable that replaces the address, such as `KOBIS_BASE_URL`.
    public let baseURLVariable: String
    /// The key that the service needs, or nil.
    public let key: Key?
    /// The number of calls a day that the service allows with one key, from midnight to midnight in
    /// Seoul; nil if it has no limit.
    public let callsPerDay: Int?
    /// The domains from which pictures may be fetched over plain http, including all their
    /// subdomains: `koreafilm.or.kr` stands for `file.koreafilm.or.kr` too.
    public let plainPictureHosts: [String]

    /// Makes a service; without a `title`, messages use its name.
    public init(
        name: String, title: String? = nil, publisher: String? = nil, baseURL: String,
        baseURLVariable: String, key: Key?, callsPerDay: Int? = nil,
        plainPictureHosts: [String] = []
    ) {
        self.plainPictureHosts = plainPictureHosts
        self.name = name
        self.title = title ?? name
        self.publisher = publisher
        self.baseURL = baseURL
        self.baseURLVariable = baseURLVariable
        self.key = key
        self.callsPerDay = callsPerDay
    }
}

/// A text that must not be shown: it prints as `***` and is hidden from mirrors.
///
/// Only a transport reads the text, when it sends a request.
package struct Secret: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "***" }
    package var debugDescription: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
