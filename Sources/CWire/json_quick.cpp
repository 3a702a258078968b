#include "json_quick.hpp"

#include <cstring>

namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first byte is the lowest of a word");

// A word of eight equal bytes.
constexpr uint64_t all(uint8_t byte) { return 0x0101'0101'0101'0101u * byte; }

// Marks each of eight bytes that is a quote, a backslash or a control character with its highest bit; 0 if
// there is none. Only the lowest mark is sure: bytes behind it may be marked wrongly.
uint64_t marks(uint64_t word) {
    auto quotes = word ^ all('"');
    auto backslashes = word ^ all('\\');
    return ((quotes - all(1)) | (backslashes - all(1)) | (word - all(0x20))) & ~word & all(0x80);
}

bool is_digit(char sign) { return sign >= '0' && sign <= '9'; }

// The number that the four hexadecimal digits of an escape are; more than 0xFFFF if one is no digit.
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

// Each function reads what stands at `next` and returns the place behind it, or null for what it does
// not know. Every loop ends at the padding, because a 0 is a part of nothing.
class quick_reader {
public:
    quick_reader(bo_tree &tree, size_t count) : tree(tree), last(tree.json.data() + count) {}

    bool read() {
        auto next = skip_blanks(tree.json.data());
        if (*next != '{') return false;
        next = read_object(next, {}, 0);
        return next != nullptr && skip_blanks(next) == last;
    }

private:
    bo_tree &tree;
    const char *last;

    static char *skip_blanks(char *next) {
        if (static_cast<uint8_t>(*next) > ' ') return next;  // Services send few.
        while (*next == ' ' || *next == '\n' || *next == '\r' || *next == '\t') next++;
        return next;
    }

    // Skips `sign` and the blanks around it.
    static char *skip(char sign, char *next) {
        next = skip_blanks(next);
        return *next == sign ? skip_blanks(next + 1) : nullptr;
    }

    // Reads a value that lies in `depth` objects and lists.
    [[gnu::always_inline]] char *read_value(char *next, std::string_view name, size_t depth) {
        if (*next == '"') {
            std::string_view text;
            next = read_text(next, text);
            return next != nullptr && tree.add(bo_kind_text, name, text) ? next : nullptr;
        }
        return read_other(next, name, depth);
    }

    // Reads a value that is no text.
    char *read_other(char *next, std::string_view name, size_t depth) {
        switch (*next) {
        case '{': return read_object(next, name, depth);
        case '[': return read_list(next, name, depth);
        case 't': return read_word(next, "true", bo_kind_true, name);
        case 'f': return read_word(next, "false", bo_kind_false, name);
        case 'n': return read_word(next, "null", bo_kind_null, name);
        default: return read_number(next, name);
        }
    }

    char *read_object(char *next, std::string_view name, size_t depth) {
        auto index = tree.nodes.size();
        if (depth >= maximum_depth || !tree.add(bo_kind_object, name)) return nullptr;
        next = skip_blanks(next + 1);
        if (*next == '}') return end(next, index);
        while (true) {
            std::string_view field;
            if (*next != '"' || (next = read_text(next, field)) == nullptr) return nullptr;
            if ((next = skip(':', next)) == nullptr) return nullptr;
            if ((next = read_value(next, field, depth + 1)) == nullptr) return nullptr;
            auto another = skip(',', next);
            if (another == nullptr) break;
            next = another;
        }
        next = skip_blanks(next);
        return *next == '}' ? end(next, index) : nullptr;
    }

    char *read_list(char *next, std::string_view name, size_t depth) {
        auto index = tree.nodes.size();
        if (depth >= maximum_depth || !tree.add(bo_kind_list, name)) return nullptr;
        next = skip_blanks(next + 1);
        if (*next == ']') return end(next, index);
        while (true) {
            if ((next = read_value(next, {}, depth + 1)) == nullptr) return nullptr;
            auto another = skip(',', next);
            if (another == nullptr) break;
            next = another;
        }
        next = skip_blanks(next);
        return *next == ']' ? end(next, index) : nullptr;
    }

    // Ends the object or list at `index`.
    char *end(char *next, size_t index) {
        tree.nodes[index].end = static_cast<uint32_t>(tree.nodes.size());
        return next + 1;
    }

    char *read_word(char *next, std::string_view word, bo_kind kind, std::string_view name) {
        auto is_next = static_cast<size_t>(last - next) >= word.size()
            && std::memcmp(next, word.data(), word.size()) == 0;
        return is_next && tree.add(kind, name) ? next + word.size() : nullptr;
    }

    // Reads a number of any size, and keeps it as it is written.
    char *read_number(char *next, std::string_view name) {
        auto start = next;
        auto digits = [&] {
            auto first = next;
            while (is_digit(*next)) next++;
            return next - first;
        };
        if (*next == '-') next++;
        auto starts_with_zero = *next == '0';
        auto count = digits();
        if (count == 0 || (starts_with_zero && count > 1)) return nullptr;
        if (*next == '.') {
            next++;
            if (digits() == 0) return nullptr;
        }
        if (*next == 'e' || *next == 'E') {
            next++;
            if (*next == '+' || *next == '-') next++;
            if (digits() == 0) return nullptr;
        }
        std::string_view text(start, static_cast<size_t>(next - start));
        return tree.add(bo_kind_number, name, text) ? next : nullptr;
    }

    // Reads a text from its quote on.
    [[gnu::always_inline]] static char *read_text(char *next, std::string_view &text) {
        auto start = next + 1;
        next = skip_plain(start);
        auto end = next;
        if (*next == '\\') next = decode(next, end);
        text = {start, static_cast<size_t>(end - start)};
        return *next == '"' ? next + 1 : nullptr;
    }

    // Skips what is no quote, backslash or control character.
    [[gnu::always_inline]] static char *skip_plain(char *next) {
        uint64_t word;
        std::memcpy(&word, next, sizeof(word));
        auto found = marks(word);
        while (found == 0) {
            next += sizeof(word);
            std::memcpy(&word, next, sizeof(word));
            found = marks(word);
        }
        return next + __builtin_ctzll(found) / 8;
    }

    // Decodes a text from its first escape on, and moves `end` behind it; the place returned is that of
    // its quote, or of what does not belong in a text.
    static char *decode(char *next, char *&end) {
        while (*next == '\\') {
            auto plain = decode_escape(next, end);
            if (plain == nullptr) return next;
            next = skip_plain(plain);
            auto count = static_cast<size_t>(next - plain);
            std::memmove(end, plain, count);
            end += count;
        }
        return next;
    }

    // Writes what an escape stands for to `end`.
    static char *decode_escape(char *next, char *&end) {
        static constexpr std::string_view signs = "\"\\/bfnrt";
        static constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        if (next[1] == 'u') return decode_unicode(next, end);
        auto index = signs.find(next[1]);
        if (index == signs.npos) return nullptr;
        *end++ = meanings[index];
        return next + 2;
    }

    // Decodes `\uXXXX`, or two of them that are one character together.
    static char *decode_unicode(char *next, char *&end) {
        auto scalar = unit(next + 2);
        if (scalar > 0xFFFF) return nullptr;
        next += 6;
        if (scalar >= 0xD800 && scalar < 0xE000) {
            auto low = next[0] == '\\' && next[1] == 'u' ? unit(next + 2) : 0;
            if (scalar >= 0xDC00 || low < 0xDC00 || low > 0xDFFF) return nullptr;
            scalar = 0x1'0000 + ((scalar - 0xD800) << 10 | (low - 0xDC00));
            next += 6;
        }
        end = write(scalar, end);
        return next;
    }
};

}  // namespace

bool read_json_quickly(bo_tree &tree, size_t count) {
    return simdjson::validate_utf8(tree.json.data(), count) && quick_reader(tree, count).read();
}
