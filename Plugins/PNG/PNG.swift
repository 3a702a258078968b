public import BoxOffice
internal import CPicture
internal import Glibc
internal import SVG

/// The PNG format: the picture of ``SVG`` in pixels, for programs that take no SVG.
///
/// librsvg and Cairo draw it. They are loaded when a picture is asked for; the bytes depend on their
/// versions and on the fonts of the machine.
public struct PNG: Format {
    static let scale = TypedOption.integer(
        "scale", in: 1...10, default: 2,
        help: "the pixels of the picture for each pixel of its width; at most 40 million in all")

    /// The name `png` and the options of the format: those of SVG, and the scale.
    public let manifest = Manifest(
        name: "png", summary: "the chart alone as a picture in pixels",
        options: SVG().manifest.options + [scale.declaration],
        korean: SVG.korean.filter { $0.key.hasPrefix("option.") }.merging(Self.korean) { $1 })

    /// Bytes that come at the end.
    public let traits = FormatTraits(
        mediaType: "image/png", fileEndings: ["png"], isBinary: true, isStreaming: false,
        tellsCurrency: true, writesColumns: false)

    /// Creates the format.
    public init() {}

    /// Returns the names of the columns that the plots are drawn from.
    public func unwrittenColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        SVG().unwrittenColumns(of: usual, options)
    }

    /// Refuses any picture if librsvg or a font with Hangul is missing, and what SVG refuses.
    public func check(_ layout: Layout) throws(Fault) {
        if let trouble = unsafe bo_picture_trouble() {
            throw .library(unsafe String(cString: trouble))  // It stays where it is.
        }
        guard bo_picture_has_hangul() else { throw .noFont }
        try SVG().check(layout)
    }

    /// Prepares a picture; its texts are Korean if no language is chosen.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        let scale = Int32(layout.options[Self.scale])
        return SVG().document(layout) { picture, output throws(Fault) in
            try Self.draw(picture, scale: scale, into: &output)
        }
    }

    /// Draws `svg` in pixels.
    private static func draw(
        _ svg: String, scale: Int32, into output: inout ByteBuffer
    ) throws(Fault) {
        let picture = unsafe bo_picture_draw(svg, svg.utf8.count, scale, 40_000_000)
        defer { unsafe free(picture.bytes) }  // Once.
        guard unsafe picture.status == bo_picture_ok else { throw unsafe .picture(picture) }
        let bytes = unsafe UnsafeRawBufferPointer(start: picture.bytes, count: picture.size)
        output.append(unsafe bytes.bindMemory(to: UInt8.self).span)
    }
}

extension Fault {
    /// - Parameter trouble: the error of the dynamic loader.
    fileprivate static func library(_ trouble: String) -> Fault {
        let isMissing = trouble.hasPrefix("librsvg-2.so.2: cannot open")
        var fault =
            isMissing
            ? Fault(
                .cannotCreate, "no-picture-library", "librsvg, which draws pictures, is not there")
            : Fault(
                .cannotCreate, "broken-picture-library",
                "librsvg, which draws pictures, cannot be used: \(trouble)")
        fault.advice = Message(
            "picture-library.hint",
            "on Debian and Ubuntu: apt-get install librsvg2-2 fonts-nanum; -o FILE.svg needs neither"
        )
        return fault
    }

    fileprivate static let noFont = Fault(
        .cannotCreate, "no-hangul-font", "no font with Hangul is installed",
        hint: "on Debian and Ubuntu: apt-get install fonts-nanum; -o FILE.svg needs none")

    /// Returns the fault of a picture that was not drawn.
    fileprivate static func picture(_ picture: bo_picture) -> Fault {
        guard unsafe picture.status == bo_picture_too_large else {
            return Fault(
                .outOfResources, "picture-failed",
                "librsvg cannot draw the picture; there may not be enough memory")
        }
        let (width, height) = unsafe (Int(picture.width), Int(picture.height))
        return Fault(
            .usage, "picture-too-large",
            "a picture has at most 40 million pixels, not \(width) x \(height)",
            hint: "choose a smaller -O scale= or -O width=")
    }
}
