/// The periods of which a run consists.
enum TrendStep: String, Choice {
    case day, week
}
