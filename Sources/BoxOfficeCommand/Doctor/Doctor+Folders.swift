internal import BoxOffice
internal import Glibc
internal import Storage

extension Environment {
    /// The path of a folder of the program, and whether it can be used.
    func state(of folder: Folder) -> Message {
        guard let path = self.folder(folder) else {
            return Message(
                "none: neither \(folder.rawValue) nor HOME is set",
                ko: "없음. {1}도 HOME도 설정되어 있지 않습니다")
        }
        let isThere = SmallFile.isThere(path)
        let isUsable = unsafe access(Self.ancestor(of: path), W_OK | X_OK) == 0
        let state =
            switch (isThere, isUsable) {
            case (true, true): Message("writable", ko: "쓰기 가능")
            case (false, true): Message("not there yet; made when needed", ko: "아직 없음, 필요할 때 만듦")
            case (true, false): Message("not writable", ko: "쓰기 불가")
            case (false, false): Message("not there, and cannot be made", ko: "없고 만들 수도 없음")
            }
        let result =
            switch folder {
            case .cache where !isUsable:
                Message(": answers are not kept for other runs", ko: ": 다음 실행을 위해 응답을 보관하지 않습니다")
            case .state where !isUsable:
                Message(": calls are not counted across runs", ko: ": 여러 실행의 호출을 함께 세지 않습니다")
            default: "" as Message
            }
        return "\(path)  (\(state)\(result))"
    }

    /// The deepest folder of `path` that is there.
    private static func ancestor(of path: String) -> String {
        var path = path
        while path != "/", !SmallFile.isThere(path), let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }
}

extension Environment.Folder {
    /// What the folder is for.
    var title: Message {
        switch self {
        case .configuration: Message("configuration", ko: "설정")
        case .cache: Message("cache", ko: "캐시")
        case .state: Message("state", ko: "상태")
        case .data: Message("data", ko: "데이터")
        }
    }
}
