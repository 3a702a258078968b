/// A database with the charts of two days, from a version whose rows did not have a country.
enum FormerDatabase {
    /// The statements that make it.
    static let statements = """
        PRAGMA user_version = 2;
        CREATE TABLE columns (
          table_name TEXT NOT NULL,
          position INTEGER NOT NULL,
          column_name TEXT NOT NULL,
          korean TEXT NOT NULL,
          type TEXT NOT NULL,
          unit TEXT,
          origin TEXT,
          note TEXT,
          PRIMARY KEY (table_name, position)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE about (
          table_name TEXT NOT NULL,
          source TEXT NOT NULL,
          line INTEGER NOT NULL,
          label TEXT NOT NULL,
          text TEXT NOT NULL,
          PRIMARY KEY (table_name, source, line)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE missing (
          table_name TEXT NOT NULL,
          source TEXT NOT NULL,
          chart TEXT NOT NULL,
          "from" TEXT NOT NULL,
          "to" TEXT NOT NULL,
          region TEXT NOT NULL,
          nation TEXT NOT NULL,
          kind TEXT NOT NULL,
          movie_code TEXT NOT NULL,
          reason TEXT NOT NULL,
          PRIMARY KEY (
            table_name, source, chart, "from", region, nation, kind, movie_code)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE "charts" (
          "source" TEXT NOT NULL,
          "chart" TEXT NOT NULL,
          "year_week" TEXT,
          "from" TEXT NOT NULL CHECK (length("from") = 10),
          "to" TEXT CHECK (length("to") = 10),
          "region" TEXT NOT NULL,
          "nation" TEXT NOT NULL,
          "kind" TEXT NOT NULL,
          "movie_code" TEXT NOT NULL,
          "date" TEXT CHECK (length("date") = 10),
          "rank" INTEGER,
          "rank_change" INTEGER,
          "is_new" INTEGER CHECK ("is_new" IN (0, 1)),
          "sales_amount" INTEGER,
          "sales_share" REAL,
          "sales_change" INTEGER,
          "sales_change_rate" REAL,
          "sales_total" INTEGER,
          "audience_count" INTEGER,
          "audience_change" INTEGER,
          "audience_change_rate" REAL,
          "audience_total" INTEGER,
          "screen_count" INTEGER,
          "show_count" INTEGER,
          "rank_marker" TEXT,
          "release_day" INTEGER,
          "ticket_price" INTEGER,
          "audience_per_show" REAL,
          "audience_per_screen" REAL,
          "currency" TEXT,
          "decimals" INTEGER,
          PRIMARY KEY ("source", "chart", "from", "region", "nation", "kind", "movie_code"),
          FOREIGN KEY (source, "movie_code") REFERENCES films (source, "movie_code")
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE "films" (
          "source" TEXT NOT NULL,
          "movie_code" TEXT NOT NULL,
          "title" TEXT,
          "open_date" TEXT CHECK (length("open_date") = 10),
          PRIMARY KEY ("source", "movie_code")
        ) STRICT;
        CREATE INDEX "charts_by_film" ON "charts" ("movie_code", "chart", "from", "region", "nation", "kind");
        CREATE INDEX "films_by_title" ON "films" ("title");
        CREATE VIEW "box_office" AS
        SELECT r."date",
          r."year_week",
          r."from",
          r."to",
          r."region",
          r."rank",
          r."rank_change",
          r."is_new",
          r."movie_code",
          f."title",
          f."open_date",
          r."sales_amount",
          r."sales_share",
          r."sales_change",
          r."sales_change_rate",
          r."sales_total",
          r."audience_count",
          r."audience_change",
          r."audience_change_rate",
          r."audience_total",
          r."screen_count",
          r."show_count",
          r."rank_marker",
          r."chart",
          r."nation",
          r."kind",
          r."source",
          r."release_day",
          r."ticket_price",
          r."audience_per_show",
          r."audience_per_screen",
          r."currency",
          r."decimals"
        FROM "charts" AS r LEFT JOIN films AS f ON f.source = r.source AND f.movie_code = r.movie_code
        ORDER BY r."source", r."chart", r."from", r."region", r."nation", r."kind", r."rank";
        INSERT INTO columns VALUES ('charts', 14, 'sales_amount', '매출액', 'whole number', 'won', 'salesAmt', NULL);
        INSERT INTO columns VALUES ('charts', 30, 'currency', '통화', 'text', NULL, NULL, NULL);
        INSERT INTO columns VALUES ('charts', 31, 'decimals', '소수자릿수', 'whole number', NULL, NULL, NULL);
        INSERT INTO columns VALUES ('films', 1, 'source', '출처', 'text', NULL, NULL, NULL);
        INSERT INTO about VALUES ('charts', 'test', 1, 'source', 'test');
        INSERT INTO films VALUES ('test', 'A', 'film A', '2022-05-18');
        INSERT INTO charts (source, chart, year_week, "from", "to", region, nation, kind, movie_code, date, rank, sales_amount, currency, decimals)
          VALUES ('test', 'daily', '202222', '2022-06-01', '2022-06-01', 'all', 'all', 'all', 'A',
            '2022-06-01', 1, 5809904520, 'KRW', 0);
        INSERT INTO charts (source, chart, year_week, "from", "to", region, nation, kind, movie_code, date, rank, sales_amount, currency, decimals)
          VALUES ('test', 'daily', '202222', '2022-06-02', '2022-06-02', 'all', 'all', 'all', 'A',
            '2022-06-02', 2, 5809904520, 'KRW', 0);
        """
}
