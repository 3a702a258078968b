extension Unicode.Scalar {
    /// The character in its usual width, if it is a full-width form of ASCII; else itself.
    ///
    /// These forms are 0xFEE0 behind the usual ones (Unicode, block FF00–FFEF).
    package var inUsualWidth: Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(value) else { return self }
        return Unicode.Scalar(value - 0xFEE0) ?? self
    }
}
