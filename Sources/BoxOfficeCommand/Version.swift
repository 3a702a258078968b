/// The version of the program.
let version = "0.1.0"

/// The day of that version, as manual pages have it.
let versionDate = "November 22, 2026"
