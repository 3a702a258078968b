package import BoxOffice

extension MarketQuery: Derivation {
    package static var datasets: [Dataset] { [MarketEntry.table.dataset] }

    package func check(_ source: any Source) throws(Fault) {
        guard source.policy.sharesAreOfAll else { throw .noShares(source.manifest.name) }
    }

    package func read(_ charts: ChartsOfPeriod) throws(Fault) -> Reading<MarketDay>? {
        guard charts.areWhole else {
            return Reading(MarketDay(ofPart: charts.pages, charts: charts.wanted))
        }
        let day = try MarketDay(charts.pages, charts.policy)
        var reading = Reading(day)
        // A chart that was cut may come complete now, and a kept answer preferred to a shorter new
        // one may not agree with the other charts.
        let mayHeal = charts.pages.contains {
            $0.isKept && (day.hasStray || day.isWhole && $0.note != nil)
        }
        if mayHeal, !day.isConsistent { reading.doubt = day.notes.first }
        reading.isProvisional = day.hasStray
        reading.remarks = day.notes
        return reading
    }

    package func sum(from source: any Source) -> MarketFigures {
        MarketFigures(of: self, from: source)
    }
}

extension Fault {
    fileprivate static func noShares(_ source: String) -> Fault {
        Fault(
            .usage, "no-shares",
            "the size of the market cannot be derived from the charts of \(source): it does not say that sales_share is a share of all sales",
            hint: "ask another source")
    }
}
