import Foundation
import Loopback
import Testing

/// Full disks, special files, and folders of other users.
@Suite(.serialized) struct DiskCommandTests {
    /// True if programs can be run as another user than root here.
    static let canBeNobody =
        geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

    /// Runs a script in which `"$0"` is the program and `$DIR` its folder, and in which posters are
    /// found.
    private func shell(
        _ script: String, in folder: TemporaryFolder, kakao: LoopbackKakao = LoopbackKakao()
    ) async throws -> Program.Outcome {
        try await kakao.run { url in
            try await Program.shell(
                script,
                environment: [
                    "KAKAO_BASE_URL": url, "KAKAO_REST_API_KEY": "kakao-test",
                    "DIR": folder.url.path, "HOME": folder.url.path,
                    "POSTERS": "--source sample --with posters --columns poster_width",
                ])
        }
    }

    // MARK: - Posters

    @Test("A picture for which the disk has no room does not affect the row or the manifest")
    func fullManifest() async throws {
        let folder = try TemporaryFolder()
        let full = try await shell(
            """
            (ulimit -f 2; exec "$0" $POSTERS --date 2022-06-05 --posters-dir "$DIR/p")
            """, in: folder)
        #expect(full.status == 0 && full.rows.count == 10)
        #expect(full.rows.allSatisfy { $0 == "700" })
        #expect(full.errors.contains("manifest.jsonl' cannot be written: File too large"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("p/manifest.jsonl")))
        let again = try await shell(
            "\"$0\" $POSTERS --date 2022-06-05 --posters-dir \"$DIR/p\"", in: folder)
        #expect(again.status == 0 && again.errors == "")
        let lines = try folder.text("p/manifest.jsonl").split(separator: "\n")
        let files = try lines.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try #require(object?["file"] as? String)
        }
        #expect(files.count == 10 && Set(files).count == 10)
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("p"))
        #expect(kept.sorted() == (files + ["manifest.jsonl"]).sorted())
    }

    @Test(
        "A manifest that is a link elsewhere is refused before any request, and nothing is written",
        arguments: [
            ("ln -s ../victim $DIR/p/manifest.jsonl", "it is a link"),
            ("mkfifo $DIR/p/manifest.jsonl", "it is not a regular file"),
            ("mkdir $DIR/p/manifest.jsonl", "it is not a regular file"),
        ])
    func foreignManifest(make: String, reason: String) async throws {
        let folder = try TemporaryFolder()
        let kakao = LoopbackKakao()
        let outcome = try await shell(
            """
            mkdir $DIR/p && echo mine >$DIR/victim && \(make) || exit 1
            timeout 20 "$0" $POSTERS --top 2 --posters-dir $DIR/p
            """, in: folder, kakao: kakao)
        #expect(outcome.status == 73)
        #expect(outcome.errors.contains("manifest.jsonl' cannot be written: \(reason)"))
        #expect(kakao.queries.isEmpty)
        #expect(try folder.text("victim") == "mine\n")
    }

    // MARK: - Leftovers

    @Test("The next run removes what a killed run has left, and nothing else")
    func leftovers() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await shell(
            """
            cd "$DIR" && mkdir o r p || exit 1
            for d in o r p; do echo torn >$d/.bo-export.3w5e11264sgsf.tmp; done
            # What is somebody else's, is no file or is being written stays.
            echo x >o/.bo-export.notes.txt; echo x >o/.bo-export.a-b.tmp; echo x >o/bo-export.1.tmp
            ln -s .bo-export.notes.txt o/.bo-export.1.tmp; mkfifo o/.bo-export.2.tmp
            echo live >o/.bo-export.3.tmp
            exec 9>>o/.bo-export.3.tmp; flock 9 || exit 2
            "$0" $POSTERS --top 1 --posters-dir p -q -o o/x.csv --report r/r.json
            status=$?
            "$0" --source sample --from 2022-06-04 --to 2022-06-05 -q -o 'o/{date}.csv'
            ls -A o r p
            exit $status
            """, in: folder)
        #expect(outcome.status == 0)
        #expect(
            outcome.output.split(separator: "\n") == [
                "o:", ".bo-export.1.tmp", ".bo-export.2.tmp", ".bo-export.3.tmp",
                ".bo-export.a-b.tmp", ".bo-export.notes.txt", "2022-06-04.csv", "2022-06-05.csv",
                "bo-export.1.tmp", "x.csv", "p:", "20204548.jpg", "manifest.jsonl", "r:", "r.json",
            ])
    }

    // MARK: - Calls that a signal interrupts

    @Test(
        "A system call that a signal interrupts is repeated without a message",
        .enabled(if: Tool.isThere("strace"), "this needs strace"),
        arguments: [
            ("fsync", ""), ("fsync", "--report $DIR/r.json"),
            ("ftruncate", "--report $DIR/r.json"),
        ])
    func interrupted(call: String, options: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await shell(
            """
            exec strace -f -qqq -o /dev/null -e trace=\(call) \
                -e inject=\(call):error=EINTR:when=1 "$0" --source sample -o "$DIR/x.csv" \(options)
            """, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.text("x.csv").split(separator: "\n").count == 11)
    }

    @Test(
        "A document is synced to the disk before it gets its name, and then its folder",
        .enabled(if: Tool.isThere("strace"), "this needs strace"))
    func synced() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await shell(
            """
            strace -f -qqq -o "$DIR/calls" -e trace=fsync,/^rename "$0" \
                --source sample -o "$DIR/x.csv" || exit
            grep -oE '(fsync|rename)[a-z0-9]*\\(' "$DIR/calls" | tr -d '(0-9'
            """, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.replacing("renameat", with: "rename") == "fsync\nrename\nfsync\n")
    }

    // MARK: - File systems without inodes

    @Test(
        "If a file system has no inodes left, the status is 73 and the reason is the system's",
        .enabled(if: geteuid() == 0 && Tool.isThere("unshare"), "this needs root and unshare"),
        arguments: [
            ("-o $DIR/m/x.csv", "'$DIR/m/x.csv' cannot be created"),
            ("-o $DIR/m/{date}/x.csv", "the folder '$DIR/m/2022-06-05' cannot be created"),
            ("--report $DIR/m/r.json", "'$DIR/m/r.json' cannot be created"),
            ("--with posters --posters-dir $DIR/m/p", "the folder '$DIR/m/p' cannot be created"),
            ("-o $DIR/x.xlsx", "cannot create a temporary file in '$DIR/m'"),
            ("--format lines", "cannot create a temporary folder in '$DIR/m'"),
        ])
    func inodes(arguments: String, message: String) async throws {
        let folder = try TemporaryFolder()
        try folder.add(format: "lines", "exec cat")
        let outcome = try await shell(
            """
            unshare -m true 2>/dev/null || exit 99  # In a changed root, for example.
            exec unshare -m sh -c 'mkdir $DIR/m && mount -t tmpfs -o nr_inodes=1 none $DIR/m || exit 99
            TMPDIR=$DIR/m exec "$0" --source sample --plugin-dir $DIR \(arguments)' "$0"
            """, in: folder)
        if outcome.status == 99 { try Test.cancel("nothing can be mounted") }
        #expect(outcome.status == 73)
        let expected = message.replacing("$DIR", with: folder.url.path)
        #expect(
            outcome.errors.contains("\(expected): No space left on device\n"), "\(outcome.errors)")
    }

    // MARK: - Pipes

    @Test("A pipe in the place of a recording is not an answer, and is removed")
    func pipesInTheArchive() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let outcome = try await home.shell(
                """
                run() { timeout 20 "$0" --date 2022-05-01 "$@"; }
                run -q >"$DIR/1" || exit 1
                rec=$(find "$DIR/.cache" -name '*.rec')
                rm "$rec" && mkfifo "$rec" && run -q >"$DIR/2" && [ -f "$rec" ] || exit 2
                cp "$rec" "$DIR/rec"
                # A pipe that another process has open for writing returns nothing, not even an end.
                rm "$rec" && mkfifo "$rec" && exec 9<>"$rec"
                run -q >"$DIR/3" && [ -f "$rec" ] || exit 3
                cmp "$DIR/1" "$DIR/2" && cmp "$DIR/1" "$DIR/3" || exit 6
                mkfifo "$rec.rec"
                timeout 20 "$0" cache status | grep ' 1 damaged' || exit 7
                timeout 20 "$0" cache prune && [ ! -e "$rec.rec" ] && [ -e "$rec" ] || exit 8
                mkfifo "$rec.rec"
                timeout 20 "$0" cache clear && [ ! -e "$rec.rec" ] || exit 9
                run -q --record "$DIR/kept" >/dev/null || exit 10
                rec=$(find "$DIR/kept" -name '*.rec')
                rm "$rec" && mkfifo "$rec"
                run --replay "$DIR/kept"
                """, at: url)
            #expect(outcome.status == 65, "\(outcome.errors)")
            #expect(outcome.errors.contains("is not a regular file"), "\(outcome.errors)")
        }
    }

    @Test(
        "A socket in the place of a recording is not an answer either",
        .enabled(if: Tool.isThere("python3"), "this needs python3"))
    func socketInTheArchive() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let outcome = try await home.shell(
                """
                run() { timeout 20 "$0" --date 2022-05-01 -q; }
                run >"$DIR/1" || exit 1
                rec=$(find "$DIR/.cache" -name '*.rec')
                python3 -c 'import socket, sys, os
                os.chdir(os.path.dirname(sys.argv[1])); os.unlink(sys.argv[1])
                socket.socket(socket.AF_UNIX).bind(os.path.basename(sys.argv[1]))' "$rec" || exit 2
                run >"$DIR/2" && [ -f "$rec" ] && cmp "$DIR/1" "$DIR/2"
                """, at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }

    @Test("A pipe in the place of a file is refused, and one named on purpose is read")
    func pipes() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let configuration = try await home.shell(
                """
                mkdir -p "$DIR/.config/bo-export" && mkfifo "$DIR/.config/bo-export/config.json"
                timeout 20 "$0" --date 2022-05-01
                """, at: url)
            #expect(configuration.status == 78)
            #expect(configuration.errors.contains("it is not a regular file"))
            let credential = try await home.shell(
                """
                rm -r "$DIR/.config"; mkfifo "$DIR/kobis_api_key"
                unset KOBIS_API_KEY; export CREDENTIALS_DIRECTORY="$DIR"
                timeout 20 "$0" --date 2022-05-01
                """, at: url)
            #expect(credential.status == 78)
            #expect(credential.errors.contains("it is not a regular file"))
            let meant = try await home.shell(
                """
                unset KOBIS_API_KEY; mkfifo "$DIR/key" "$DIR/settings"
                { sleep 0.2; echo test; } >"$DIR/key" &
                { sleep 0.1; echo '{"top": 3}'; } >"$DIR/settings" &
                KOBIS_API_KEY_FILE="$DIR/key" timeout 20 "$0" --date 2022-05-01 \\
                    --config "$DIR/settings" || exit 1
                echo test | KOBIS_API_KEY_FILE=/dev/stdin timeout 20 "$0" --date 2022-05-01 \\
                    --refresh --top 3
                """, at: url)
            #expect(meant.status == 0, "\(meant.errors)")
            #expect(meant.output.split(separator: "\n").count == 8)
        }
    }

    @Test("The reader of a named pipe gets the whole document, whichever attempt writes it")
    func pipesOfDocuments() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        server.give(.emptyList, to: Household.yesterday.replacing("-", with: ""))
        server.add(code: "20220019", title: "어느 개봉작", openDate: "20220601")
        try await server.run { url in
            let outcome = try await home.shell(
                """
                cd "$DIR"; mkfifo pipe 2022-06-01.csv
                run() { timeout 20 "$0" "$@" -q || echo $?; }
                wc -l <pipe & run --date latest -o pipe; wait
                wc -l <pipe & run trend '어느 개봉작' --days 2 -o pipe; wait
                wc -l <2022-06-01.csv & run --from 2022-06-01 --to 2022-06-02 -o '{date}.csv'; wait
                """, at: url)
            #expect(outcome.output == "11\n3\n11\n", "\(outcome.errors)")
        }
    }

    @Test("An empty file in the configuration folder is no key")
    func emptyKey() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await shell(
            """
            mkdir -p "$HOME/.config/bo-export"; : >"$HOME/.config/bo-export/kmdb_api_key"
            "$0" $POSTERS --date 2022-06-05
            """, in: folder)
        #expect(outcome.status == 0 && outcome.rows.count == 10, "\(outcome.errors)")
    }

    // MARK: - Names and folders

    @Test(
        "What cannot be written or read is found before any request, and leaves no file",
        arguments: [
            ("--region 서울,부산 --date 2022-05-01 -o '{region}.csv'", 73, "error: "),
            ("--from 2022-05-31 --to 2022-06-01 --update -o '{year}-{month}.csv'", 73, "error: "),
            ("--date 2022-05-01 --record file", 73, "error: "),
            ("-o \(String(repeating: "n", count: 256))", 73, "created: File name too long"),
            ("-o \(String(repeating: "각", count: 86))", 73, "created: File name too long"),
            ("-o x.csv --columns date,rak", 64, "error: "), ("-o x.csv --top 11", 64, "error: "),
            ("-o x.csv --region 평양", 64, "error: "), ("-o x.csv -O x=1", 64, "error: "),
            ("-o '{dat}.csv'", 64, "error: "),
        ] as [(String, Int32, String)])
    func beforeRequests(arguments: String, status: Int32, reason: String) async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let outcome = try await home.shell(
                """
                cd "$DIR"; mkdir 부산시.csv 2022-06.csv; : >file
                "$0" \(arguments); status=$?; ls; exit $status
                """, at: url)
            #expect(outcome.status == status && server.seen.isEmpty, "\(outcome.errors)")
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
            #expect(outcome.output == "2022-06.csv\nfile\n부산시.csv\n")
        }
    }

    @Test(
        "So is another user's file in a folder where only its owner may replace it",
        .enabled(if: canBeNobody, "needs root and setpriv"))
    func sticky() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let outcome = try await home.shell(
                """
                mkdir "$DIR/s" && chmod 1777 "$DIR/s" && chmod 755 "$DIR"
                echo other >"$DIR/s/x.csv" && chmod 666 "$DIR/s/x.csv"
                nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
                nobody test -x "$0" || exit 99
                nobody "$0" --date 2022-05-01 -q -o "$DIR/s/new.csv" || exit 1
                nobody "$0" --date 2022-05-02 -o "$DIR/s/x.csv"
                """, at: url)
            if outcome.status == 99 { return }
            #expect(outcome.status == 73)
            #expect(outcome.errors.contains("cannot be created: Operation not permitted"))
            #expect(server.seen.count == 1)
            #expect(try home.folder.text("s/x.csv") == "other\n")
        }
    }

    @Test("Names that are not UTF-8 are never mistaken for others")
    func bytes() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await shell(
            """
            cd "$DIR" && odd=$(printf 'odd\\377') && repaired=$(printf 'odd\\357\\277\\275') || exit 1
            echo old >"$odd" && ln -s "$odd" link && mkdir home && mkdir "home$odd"
            "$0" --source sample --top 1 -q -o link || exit 2
            [ -L link ] && [ ! -e "$repaired" ] && grep -q 2022 "$odd" || exit 3
            for variable in HOME XDG_CACHE_HOME KOBIS_API_KEY_FILE BO_EXPORT_OUTPUT; do
                (export $variable="$DIR/home$odd"; "$0" --source sample --top 1)
                [ $? -eq 78 ] || exit 4
            done
            ODD="$odd" "$0" --source sample --top 1 -q >/dev/null || exit 5
            [ ! -e "home$repaired" ] && [ -z "$(ls -A "home$odd")" ]
            """, in: folder)
        #expect(outcome.status == 0)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 4 && lines.allSatisfy { $0.hasSuffix(" is not UTF-8") })
        #expect(lines.first == "bo-export: error: the value of HOME is not UTF-8")
    }
}
