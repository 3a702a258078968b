/// Where labels are put so that none covers another.
enum LabelPlacement {
    /// Moves labels in a column apart, each as little as possible, and keeps their order.
    ///
    /// - Parameters:
    ///   - wanted: where the centres should be, from the top down.
    ///   - height: the height of a label; all of them together fit into `room`.
    ///   - room: the top and the bottom of the column.
    static func spread(
        _ wanted: [Double], height: Double, in room: ClosedRange<Double>
    ) -> [Double] {
        // Labels that touch are a block, which is centred on where its labels should be.
        var blocks: [(sum: Double, count: Int)] = []
        for (index, centre) in wanted.enumerated() {
            var block = (sum: centre - Double(index) * height, count: 1)
            while let last = blocks.last,
                last.sum / Double(last.count) > block.sum / Double(block.count)
            {
                block = (last.sum + block.sum, last.count + block.count)
                blocks.removeLast()
            }
            blocks.append(block)
        }
        var centres: [Double] = []
        for block in blocks {
            for _ in 0..<block.count {
                centres.append(block.sum / Double(block.count) + Double(centres.count) * height)
            }
        }
        let top = room.lowerBound + height / 2
        let bottom = room.upperBound - height / 2
        let count = centres.count
        for index in centres.indices {
            let above = top + Double(index) * height
            let below = bottom - Double(count - 1 - index) * height
            centres[index] = max(above, min(centres[index], below))
        }
        return centres
    }

    /// The first of `labels` with the least cost that is inside `room` and overlaps none of
    /// `obstacles`; nil if there is none.
    ///
    /// - Parameter cost: the cost of a label, or nil if it must not be used; only called for labels
    ///   that overlap nothing.
    static func free(
        _ labels: [ChartLabel], in room: ChartBox, besides obstacles: [ChartBox],
        cost: (ChartLabel) -> Int?
    ) -> ChartLabel? {
        var best: (label: ChartLabel, cost: Int)?
        for label in labels {
            let box = label.box
            guard room.contains(box), !obstacles.contains(where: box.overlaps),
                let cost = cost(label), cost < best?.cost ?? .max
            else { continue }
            best = (label, cost)
            if cost == 0 { break }
        }
        return best?.label
    }
}
