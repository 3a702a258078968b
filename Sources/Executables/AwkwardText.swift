/// Texts that formats and programs stumble over.
enum AwkwardText {
    /// Empty and long ones, quotes and delimiters, line ends, markup, control characters, emoji.
    static let all = [
        "", " ", "a,b", "a\"b", "a|b\\|c", "a\nb", "a\r\nb", "\ta", "1~2부", "=1+1", "<b>&amp;",
        "</table>", "\u{2028}", "👩‍👩‍👧", "\0", "\u{1B}[31m", "'", "\\", "\\n", "{\"end\":{}}",
        String(repeating: "긴", count: 10_000),
    ]
}
