import Foundation
import Testing

@testable import SVG

extension Box {
    /// Returns true if the boxes share some area.
    func overlaps(_ other: Box) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    /// Returns true if `other` lies inside the box.
    func contains(_ other: Box) -> Bool {
        left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
    }
}

extension Drawing {
    /// Expects that no label covers another, and that nothing is outside.
    func expectOrder(_ comment: Comment? = nil) {
        let page = Box(left: 0, top: 0, right: width, bottom: height)
        let boxes = labels.map(\.box)
        for (index, label) in labels.enumerated() {
            #expect(page.contains(boxes[index]), "\(label) \(comment ?? "")")
            for other in labels.indices.dropFirst(index + 1)
            where boxes[index].overlaps(boxes[other]) {
                Issue.record("\(label.text) and \(labels[other].text) overlap \(comment ?? "")")
            }
        }
        let radius = columns?.radius ?? 0
        let points = lines.flatMap { ($0.parts + $0.upperParts).flatMap(\.self) }
        #expect(
            points.allSatisfy { area.contains(Box.square(around: $0, radius: radius)) }, comment)
        #expect(bars.map(\.box).allSatisfy { $0.left < $0.right && area.contains($0) }, comment)
    }

    /// Expects the picture that `Pictures/NAME.svg` has, which somebody has looked at.
    ///
    /// After a change to drawings, run the tests with `BO_EXPORT_RECORD=1` and look at the pictures
    /// that differ.
    func expectPicture(_ name: String) throws {
        let size = size.split(separator: " ")
        let picture = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size[0])" height="\(size[1])" fill="none" \
            font-family="Noto Sans KR, NanumGothic, sans-serif">
            <rect width="\(size[0])" height="\(size[1])" fill="\(Palette.light.paper)"/>
            \(elements(in: .light))</svg>

            """
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Pictures/\(name).svg")
        if ProcessInfo.processInfo.environment["BO_EXPORT_RECORD"] == "1" {
            try Data(picture.utf8).write(to: file)
        }
        #expect(picture == (try String(contentsOf: file, encoding: .utf8)), "\(name)")
    }
}
