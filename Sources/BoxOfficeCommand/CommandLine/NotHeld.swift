internal import BoxOffice

/// The figures that people ask for and that no source has, and where they are.
enum NotHeld {
    /// The figures that the council's site alone has.
    private static let siteWords = words(
        """
        예매율 예매 예매순위 예매관객수 좌석수 좌석 좌석판매율 좌석점유율 좌판율 스크린점유율 상영점유율 상영횟수점유율 극장 극장별 극장수 상영관 \
        영화관 presales presale reservation reservations bookings reservationrate seats seat seatcount \
        seatshare seatsales occupancy seatoccupancy screenshare showshare theater theaters theatre theatres cinema cinemas
        """)
    /// The shares of companies.
    private static let companyWords = words(
        "배급사점유율 배급점유율 배급사별 배급사별점유율 제작사점유율 distributorshare distributorshares")
    /// What is no box office as the council counts it.
    private static let otherWords = words(
        """
        관람료 티켓값 객단가 제작비 순제작비 손익분기점 시사회 예상 예측 예상관객수 예상관객 평점 별점 네티즌평점 리뷰 감상평 실시간 실시간순위 실시간박스오피스 \
        실시간예매율 내일 모레 tomorrow forecast forecasts prediction predictions estimate estimates score scores review \
        reviews live realtime budget budgets breakeven preview previews
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(separator: " ").map(String.init))
    }

    /// Returns the fault for a `word` that stands for something that no source has; nil for any
    /// other word.
    static func fault(for word: String) -> Fault? {
        let key = word.lowercased().filter { !" _-".contains($0) }
        if siteWords.contains(key) {
            return Fault(
                .usage, "only-on-site",
                "the Open API of \(Registry.serviceTitle) does not have '\(word)': it stands on the council's site (www.kobis.or.kr) alone",
                ko: "'{2}'{은/는} {1} 오픈API에 없고 영화진흥위원회 누리집(www.kobis.or.kr)에만 있습니다",
                hint: "what a chart has: 'bo-export columns'",
                hintKo: "박스오피스에 있는 열: 'bo-export columns'")
        }
        if companyWords.contains(key) {
            return Fault(
                .usage, "no-share-of-companies",
                "'\(word)' follows from no chart, because a chart has ten films of all; each film's companies can be added",
                ko: "박스오피스에는 10편만 있어 '{1}'{을/를} 계산할 수 없습니다. 영화별 배급사는 함께 볼 수 있습니다",
                hint: Message(
                    "film by film: bo-export --with details --columns title,distributors,audience_count",
                    ko: "영화별로 보기: bo-export --with details --columns 영화명,배급사,관객수"))
        }
        guard otherWords.contains(key) else { return nil }
        return Fault(
            .usage, "no-box-office",
            "'\(word)' is not box office as the council counts it: there are admissions, sales, screens and showings of days that are over",
            ko: "'{1}'{은/는} 영화진흥위원회가 집계하는 항목이 아닙니다. 집계하는 것은 지난 날짜의 관객수, 매출액, 스크린수, 상영횟수입니다",
            hint: "the last chart that is published: bo-export --date latest",
            hintKo: "공개된 마지막 박스오피스: bo-export --date 최근")
    }
}
