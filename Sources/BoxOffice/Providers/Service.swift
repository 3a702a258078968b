/// A web service that a source asks: where it is, and the key it wants.
///
/// Hosts find the base URL and the key by these names; a source never sees either.
public struct Service: Hashable, Sendable {
    /// How the key travels.
    public enum KeyPlacement: Hashable, Sendable {
        /// As a query parameter of that name, which makes every URL a secret.
        case query(String)
        /// In the header of that name, behind that prefix.
        case header(String, prefix: String)
    }

    /// The key a service wants.
    public struct Key: Hashable, Sendable {
        /// The environment variable that holds it, such as `KOBIS_API_KEY`.
        ///
        /// The same name with `_FILE` names a file, and in lower case a file in
        /// `$CREDENTIALS_DIRECTORY`.
        public let variable: String
        /// How it travels.
        public let placement: KeyPlacement
        /// Where a user gets one.
        public let issuedAt: String

        /// Describes a key.
        public init(variable: String, placement: KeyPlacement, issuedAt: String) {
            self.variable = variable
            self.placement = placement
            self.issuedAt = issuedAt
        }
    }

    /// A short name, such as `kobis`, under which recordings are kept.
    public let name: String
    /// The name that messages use, such as `KOBIS`.
    public let title: String
    /// Where the service is, without a slash at the end.
    public let baseURL: String
    /// The environment variable that puts it elsewhere, such as `KOBIS_BASE_URL`.
    public let baseURLVariable: String
    /// The key it wants, or nil.
    public let key: Key?
    /// How many calls a day it takes with one key, from midnight to midnight in Seoul; nil where it
    /// does not count.
    public let callsPerDay: Int?

    /// Describes a service; without a `title`, messages use its name.
    public init(
        name: String, title: String? = nil, baseURL: String, baseURLVariable: String, key: Key?,
        callsPerDay: Int? = nil
    ) {
        self.name = name
        self.title = title ?? name
        self.baseURL = baseURL
        self.baseURLVariable = baseURLVariable
        self.key = key
        self.callsPerDay = callsPerDay
    }
}
