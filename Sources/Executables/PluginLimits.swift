/// What one run of a plugin may take.
package struct PluginLimits: Hashable, Sendable {
    /// How long the host waits for a plugin that neither reads nor writes.
    package var silence = Duration.seconds(30)
    /// How long the host waits for a plugin in all; time spent on others is not counted.
    package var whole = Duration.seconds(3600)
    /// How long a plugin that is asked to end may take before it is ended.
    package var grace = Duration.milliseconds(500)
    /// How long the last line on standard error waits for the plugin's end, whose reason it may be.
    package var hold = Duration.seconds(1)
    /// How many bytes a line of JSON may have, the manifest's aside.
    package var line = 1 << 20
    /// How many bytes a manifest may have.
    package var manifest = 48 << 10
    /// How many bytes of rows a source may give to one request for a chart.
    package var answer = 16 << 20
    /// How many posters a source of posters may give for one film.
    package var posters = 100
    /// How many bytes a plugin may write in all.
    package var output = 4 << 30
    /// How many lines a plugin may say on standard error; what follows is dropped.
    package var logLines = 100
    /// How many rows of a source are read together.
    package var rows = 500
    /// After how many bytes rows are read though they are fewer.
    package var chunk = 256 << 10

    /// The usual limits.
    package init() {}
}
