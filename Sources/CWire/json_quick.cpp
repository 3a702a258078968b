#include "json_quick.hpp"

#include <cstring>

namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first byte is the lowest of a word");

// A word of eight equal bytes.
constexpr uint64_t all(uint8_t byte) { return 0x0101'0101'0101'0101 * byte; }

// A word whose lowest bit that is set is in the first of eight bytes that is a quote, a backslash or a
// control character; 0 if none is.
uint64_t marks(uint64_t word) {
    auto quotes = word ^ all('"');
    auto backslashes = word ^ all('\\');
    return ((quotes - all(1)) | (backslashes - all(1)) | (word - all(0x20))) & ~word & all(0x80);
}

bool is_digit(char sign) { return sign >= '0' && sign <= '9'; }

// What the four hexadecimal digits of an escape stand for; more than any if they are none.
uint32_t unit(const char *digits) {
    uint32_t unit = 0;
    for (auto digit = digits; digit < digits + 4; digit++) {
        auto letter = static_cast<char>(*digit | 0x20);
        if (is_digit(*digit)) {
            unit = unit << 4 | static_cast<uint32_t>(*digit - '0');
        } else if (letter >= 'a' && letter <= 'f') {
            unit = unit << 4 | static_cast<uint32_t>(letter - 'a' + 10);
        } else {
            return UINT32_MAX;
        }
    }
    return unit;
}

// Writes a character as UTF-8, and returns the place behind it.
char *write(uint32_t scalar, char *place) {
    auto put = [&](uint32_t byte) { *place++ = static_cast<char>(byte); };
    if (scalar < 0x80) {
        put(scalar);
        return place;
    }
    if (scalar < 0x800) {
        put(0xC0 | scalar >> 6);
    } else {
        if (scalar < 0x1'0000) {
            put(0xE0 | scalar >> 12);
        } else {
            put(0xF0 | scalar >> 18);
            put(0x80 | (scalar >> 12 & 0x3F));
        }
        put(0x80 | (scalar >> 6 & 0x3F));
    }
    put(0x80 | (scalar & 0x3F));
    return place;
}

// The functions return false for what they do not know. Every loop ends at the padding, because a 0
// is a part of nothing.
class quick_reader {
public:
    quick_reader(bo_tree &tree, size_t count)
        : tree(tree), next(tree.json.data()), last(next + count) {}

    bool read() {
        skip_blanks();
        if (*next != '{' || !read_object({}, 0)) return false;
        skip_blanks();
        return next == last;
    }

private:
    bo_tree &tree;
    char *next;
    const char *last;

    void skip_blanks() {
        if (static_cast<uint8_t>(*next) > ' ') return;  // Services send few.
        while (*next == ' ' || *next == '\n' || *next == '\r' || *next == '\t') next++;
    }

    // Skips `sign` and the blanks around it if it comes next.
    bool skip(char sign) {
        skip_blanks();
        if (*next != sign) return false;
        next++;
        skip_blanks();
        return true;
    }

    // Reads a value that lies in `depth` objects and lists.
    bool read_value(std::string_view name, size_t depth) {
        switch (*next) {
        case '"': {
            std::string_view text;
            return read_text(text) && tree.add(bo_kind_text, name, text);
        }
        case '{': return read_object(name, depth);
        case '[': return read_list(name, depth);
        case 't': return read_word("true", bo_kind_true, name);
        case 'f': return read_word("false", bo_kind_false, name);
        case 'n': return read_word("null", bo_kind_null, name);
        default: return read_number(name);
        }
    }

    bool read_object(std::string_view name, size_t depth) {
        if (depth >= maximum_depth) return false;
        auto index = tree.nodes.size();
        if (!tree.add(bo_kind_object, name) || !skip('{')) return false;
        if (*next != '}') {
            do {
                std::string_view field;
                if (*next != '"' || !read_text(field) || !skip(':')) return false;
                if (!read_value(field, depth + 1)) return false;
            } while (skip(','));
        }
        return read_end(index, '}');
    }

    bool read_list(std::string_view name, size_t depth) {
        if (depth >= maximum_depth) return false;
        auto index = tree.nodes.size();
        if (!tree.add(bo_kind_list, name) || !skip('[')) return false;
        if (*next != ']') {
            do {
                if (!read_value({}, depth + 1)) return false;
            } while (skip(','));
        }
        return read_end(index, ']');
    }

    // Reads the end of the object or list at `index`.
    bool read_end(size_t index, char sign) {
        if (*next++ != sign) return false;
        tree.nodes[index].end = static_cast<uint32_t>(tree.nodes.size());
        return true;
    }

    bool read_word(std::string_view word, bo_kind kind, std::string_view name) {
        auto is_next = static_cast<size_t>(last - next) >= word.size()
            && std::memcmp(next, word.data(), word.size()) == 0;
        next += is_next ? word.size() : 0;
        return is_next && tree.add(kind, name);
    }

    // Reads a number of any size, and keeps it as it is written.
    bool read_number(std::string_view name) {
        auto start = next;
        if (*next == '-') next++;
        auto starts_with_zero = *next == '0';
        auto count = skip_digits();
        if (count == 0 || (starts_with_zero && count > 1)) return false;
        if (*next == '.') {
            next++;
            if (skip_digits() == 0) return false;
        }
        if (*next == 'e' || *next == 'E') {
            next++;
            if (*next == '+' || *next == '-') next++;
            if (skip_digits() == 0) return false;
        }
        return tree.add(bo_kind_number, name, {start, static_cast<size_t>(next - start)});
    }

    size_t skip_digits() {
        auto start = next;
        while (is_digit(*next)) next++;
        return static_cast<size_t>(next - start);
    }

    // Reads a text from its quote on.
    bool read_text(std::string_view &text) {
        auto start = ++next;
        skip_plain();
        auto end = next;
        while (*next == '\\') {
            if (!read_escape(end)) return false;
            auto plain = next;
            skip_plain();
            auto count = static_cast<size_t>(next - plain);
            std::memmove(end, plain, count);
            end += count;
        }
        text = {start, static_cast<size_t>(end - start)};
        return *next++ == '"';
    }

    // Skips what is no quote, backslash or control character.
    void skip_plain() {
        uint64_t word;
        std::memcpy(&word, next, sizeof(word));
        auto found = marks(word);
        while (found == 0) {
            next += sizeof(word);
            std::memcpy(&word, next, sizeof(word));
            found = marks(word);
        }
        next += __builtin_ctzll(found) / 8;
    }

    // Reads an escape, and writes what it stands for to `end`.
    bool read_escape(char *&end) {
        static constexpr std::string_view signs = "\"\\/bfnrt";
        static constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        if (next[1] == 'u') return read_unicode(end);
        auto index = signs.find(next[1]);
        if (index == signs.npos) return false;
        *end++ = meanings[index];
        next += 2;
        return true;
    }

    // Reads `\uXXXX`, or two of them that are one character together.
    bool read_unicode(char *&end) {
        auto scalar = unit(next + 2);
        if (scalar > 0xFFFF) return false;
        next += 6;
        if (scalar >= 0xD800 && scalar < 0xE000) {
            auto low = next[0] == '\\' && next[1] == 'u' ? unit(next + 2) : 0;
            if (scalar >= 0xDC00 || low < 0xDC00 || low > 0xDFFF) return false;
            scalar = 0x1'0000 + ((scalar - 0xD800) << 10 | (low - 0xDC00));
            next += 6;
        }
        end = write(scalar, end);
        return true;
    }
};

}  // namespace

bool read_json_quickly(bo_tree &tree, size_t count) {
    return simdjson::validate_utf8(tree.json.data(), count) && quick_reader(tree, count).read();
}
