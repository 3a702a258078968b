"""Help, lists and other output that needs no service."""

from case import case, cases_of

COMMANDS = ("daily", "weekly", "weekend", "weekdays", "trend", "movies", "movie", "people", "person",
            "companies", "company", "codes", "doctor", "quota", "cache", "columns", "plugins", "rows",
            "man")
DATASETS = ("chart", "trend", "movies", "movie", "people", "person", "companies", "company", "codes",
            "posters")

CASES = [
    case("help", "--help", "help", "-h", "--help --lang ko", "LC_ALL=ko_KR.UTF-8 --help", whole=True),
    case("help of daily in full", "help daily", "help daily --lang ko", whole=True),
    case("help of trend in full", "help trend", "trend --help --lang ko", whole=True),
    *(case(f"help {name}", f"help {name}", f"{name} --help --lang ko") for name in COMMANDS),
    case("help of plugins check", "plugins check --help", "help plugins check"),
    case("help behind options", "--top 3 --help", "weekly --nope -h", "주간 --help"),
    case("man", "man", whole=True),
    case("man in Korean", "man --lang ko", whole=True),
    *(case(f"columns {name}", f"columns {name}", f"columns {name} --lang ko") for name in DATASETS),
    case("columns", "columns", whole=True),
    *cases_of("", """
        version: --version
        version of a command: weekly --version
        classes of codes: codes
        classes of codes in Korean: codes --lang ko
        completion bash: --generate-completion-script bash
        completion zsh: --generate-completion-script zsh
        completion fish: --generate-completion-script fish
        completion nushell: --generate-completion-script nushell
        plugins csv: plugins csv
        plugins markdown: plugins markdown
        plugins kobis-json: plugins kobis-json
        plugins sample: plugins sample --lang ko
        plugins kakao-images: plugins kakao-images
        plugins xlsx as JSON: plugins xlsx --json
        columns codes as JSON: columns codes --format json
        columns movie as a schema: columns movie --format json-schema
        columns movies as SQL: columns movies --format sql
        columns of a source: columns kobis-xml
        columns as something else: columns --format yaml
        cache as JSON: cache --json
        cache cleared, as JSON: cache clear --json
        quota as JSON: quota --json
        doctor as JSON: doctor --json
    """),
    case("plugins", "plugins", "plugins --lang ko", whole=True),
    case("columns as JSON", "columns --format json", whole=True),
    case("columns as SQL", "columns --format sql", "columns chart --format json-schema", whole=True),
    case("plugins as JSON", "plugins --json", "plugins --json --lang ko", whole=True),
]
