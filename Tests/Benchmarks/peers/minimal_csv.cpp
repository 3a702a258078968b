// JSON to CSV as fast as it gets without care: minimal_csv FILE... > FILE
//
// It takes the files in the order in which they are named, and the fields in the order in which KOBIS
// sends them. It checks nothing: no request, no day, no type, no checksum. It orders nothing, cleans no
// text, keeps what it read nowhere, and has one thread. So it is what the machine and simdjson allow.

#include <fcntl.h>
#include <simdjson.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr const char *header =
    "date,rank,rankInten,rankOldAndNew,movieCd,movieNm,openDt,salesAmt,salesShare,salesInten,"
    "salesChange,salesAcc,audiCnt,audiInten,audiChange,audiAcc,scrnCnt,showCnt\n";
constexpr const char *fields[] = {
    "rank",      "rankInten",  "rankOldAndNew", "movieCd", "movieNm", "openDt",
    "salesAmt",  "salesShare", "salesInten",    "salesChange", "salesAcc", "audiCnt",
    "audiInten", "audiChange", "audiAcc",       "scrnCnt", "showCnt"};

void append(std::string &output, std::string_view cell) {
    if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
        output += cell;
        return;
    }
    output += '"';
    for (char character : cell) {
        if (character == '"') output += '"';
        output += character;
    }
    output += '"';
}

bool flush(std::string &output) {
    size_t written = 0;
    while (written < output.size()) {
        ssize_t count = write(STDOUT_FILENO, output.data() + written, output.size() - written);
        if (count < 0) return false;
        written += size_t(count);
    }
    output.clear();
    return true;
}

}  // namespace

int main(int count, char **names) {
    simdjson::ondemand::parser parser;
    std::vector<char> bytes(1 << 20);
    std::string output = header;
    for (int index = 1; index < count; index++) {
        int file = open(names[index], O_RDONLY | O_CLOEXEC);
        ssize_t length = read(file, bytes.data(), bytes.size() - simdjson::SIMDJSON_PADDING);
        close(file);
        if (length < 0) {
            perror(names[index]);
            return 1;
        }
        auto document = parser.iterate(bytes.data(), size_t(length), bytes.size());
        auto result = document["boxOfficeResult"];
        std::string_view range = result["showRange"];
        std::string_view day = range.substr(0, 8);
        for (auto row : result["dailyBoxOfficeList"]) {
            output += day;
            auto object = row.get_object();
            for (const char *field : fields) {
                output += ',';
                append(output, std::string_view(object.find_field(field)));
            }
            output += '\n';
        }
        if (output.size() >= 64 << 10 && !flush(output)) return 1;
    }
    return flush(output) ? 0 : 1;
}
