#include "tree.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <simdjson.h>

namespace {

using text = std::string_view;

// Returns the place of the first quote, backslash or control character from `next` on, of which
// there must be one. Eight signs are looked at at a time, so as many are read behind it.
char *special(char *next) {
    constexpr uint64_t each = ~uint64_t(0) / 0xFF;
    auto below = [](uint64_t word, uint64_t limit) {
        return (word - each * limit) & ~word & each << 7;
    };
    while (true) {
        uint64_t word;
        std::memcpy(&word, next, sizeof word);
        // The lowest bit is the first such sign; higher ones may be mistaken.
        auto found = below(word, 0x20) | below(word ^ each * '"', 1) | below(word ^ each * '\\', 1);
        if (found != 0) return next + __builtin_ctzll(found) / 8;
        next += sizeof word;
    }
}

// Reads JSON in one walk, and knows the place of the first error. simdjson's On-Demand, which takes
// twice as many instructions for short strings, does not report the place of most errors.
class reader {
public:
    // The JSON lies in the texts of the tree, with a NUL after it; `original` has the same bytes.
    reader(bo_tree &tree, text original)
        : tree(tree), original(original), end(tree.texts.data() + original.size()),
          next(tree.texts.data()) {}

    // Reads an object, and nothing after it.
    void read() {
        auto is_object = peek() == '{';
        value({}, 0);
        if (peek(); next < end) fail("something follows its end");
        if (!is_object) throw bo_not_an_object;
    }

private:
    bo_tree &tree;
    text original;
    char *end;
    char *next;
    // The number of objects and lists so far.
    size_t containers = 0;

    // Records an error at the next sign.
    [[noreturn]] void fail(const char *what) {
        tree.flaw = {1, 1, 0, next < end ? what : "it ends too early"};
        for (auto sign : original.substr(0, original.size() - static_cast<size_t>(end - next))) {
            // The further bytes of a character are no columns.
            tree.flaw.column = sign == '\n' ? 1 : tree.flaw.column + ((sign & 0xC0) != 0x80);
            tree.flaw.line += sign == '\n';
        }
        throw bo_broken;
    }

    // Skips white space and returns the next sign; at the end, a NUL.
    char peek() {
        if (*next > ' ') return *next;
        while (*next == ' ' || *next == '\t' || *next == '\r' || *next == '\n') next++;
        return *next;
    }

    bool skip(char sign) {
        auto is_next = peek() == sign;
        if (is_next) next++;
        return is_next;
    }

    // Adds the value that comes next, which lies in `depth` objects and lists, under `name`, with
    // everything in it. Most are strings, for which a call would take as long as reading them.
    [[gnu::always_inline]] void value(text name, size_t depth) {
        if (peek() == '"') return tree.add(bo_kind_text, name, string());
        other_value(name, depth);
    }

    // Numbers are kept as they are written: one that no type can hold is an error only where it is
    // read.
    void other_value(text name, size_t depth) {
        switch (*next) {
        case '{':
            return container(bo_kind_object, name, depth,
                             "a comma or the end of the object is expected");
        case '[':
            return container(bo_kind_list, name, depth,
                             "a comma or the end of the list is expected");
        }
        auto last = std::find_if_not(next, end, [](unsigned char sign) {
            return std::isalnum(sign) || sign == '-' || sign == '+' || sign == '.' || sign == '_';
        });
        text word(next, static_cast<size_t>(last - next));
        if (word == "true") {
            tree.add(bo_kind_true, name);
        } else if (word == "false") {
            tree.add(bo_kind_false, name);
        } else if (word == "null") {
            tree.add(bo_kind_null, name);
        } else if (is_number(word, true)) {
            tree.add(bo_kind_number, name, word);
        } else {
            fail("a value is expected");
        }
        next = last;
    }

    [[gnu::noinline]] void container(bo_kind kind, text name, size_t depth, const char *what) {
        if (depth >= maximum_depth) throw bo_too_deep;
        if (containers++ % 16 == 15 && tree.deadline.has_passed()) throw bo_overdue;
        auto index = tree.nodes.size();
        tree.add(kind, name);
        auto close = *next++ == '{' ? '}' : ']';
        if (!skip(close)) {
            do item(kind, depth + 1);
            while (skip(','));
            if (!skip(close)) fail(what);
        }
        tree.nodes[index].end = static_cast<uint32_t>(tree.nodes.size());
    }

    // Adds the next field of an object or item of a list.
    void item(bo_kind kind, size_t depth) {
        if (kind == bo_kind_list) return value({}, depth);
        if (peek() != '"') fail("the name of a field is expected, in double quotes");
        auto name = string();
        if (!skip(':')) fail("a colon is expected");
        value(name, depth);
    }

    [[gnu::always_inline]] text string() {
        auto first = next + 1;
        next = special(first);
        auto last = *next == '"' ? next : unescaped();
        next++;
        return {first, static_cast<size_t>(last - first)};
    }

    // Reads the rest of a string up to its quote, and returns its end without escapes. They are
    // replaced in place: what they stand for is never longer.
    [[gnu::noinline]] char *unescaped() {
        auto to = next;
        while (*next != '"') {
            if (*next != '\\') fail("a control character must be escaped");
            to = unescape(to);
            auto plain = next;
            next = special(next);
            to = std::copy(plain, next, to);
        }
        return to;
    }

    // Writes what the next escape stands for to `to`, and returns the place after it.
    char *unescape(char *to) {
        static constexpr text signs = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
        if (next + 1 == end) return next++, to;
        if (auto which = signs.find(next[1]); which != text::npos) {
            *to = meant[which];
            next += 2;
            return to + 1;
        }
        auto unit = code_unit(next);
        if (unit < 0xD800 || (unit >= 0xE000 && unit <= 0xFFFF)) {
            next += 6;
            return encode(unit, to);
        }
        auto low = code_unit(next + 6);
        if (unit >= 0xDC00 || low < 0xDC00 || low >= 0xE000) fail("this escape is not valid");
        next += 12;
        return encode(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), to);
    }

    // Writes a character in UTF-8 to `to`, and returns the place after it.
    static char *encode(unsigned character, char *to) {
        static constexpr unsigned marks[] = {0, 0xC0, 0xE0, 0xF0};
        auto rest = (character >= 0x80) + (character >= 0x800) + (character >= 0x10000);
        *to++ = static_cast<char>(marks[rest] | character >> 6 * rest);
        while (rest-- > 0) *to++ = static_cast<char>(0x80 | (character >> 6 * rest & 0x3F));
        return to;
    }

    // Returns the code unit of the `\uXXXX` at `place`; a value above all code units if there is
    // none.
    static unsigned code_unit(const char *place) {
        unsigned unit = 0;
        auto is_escape = place[0] == '\\' && place[1] == 'u'
            && std::from_chars(place + 2, place + 6, unit, 16).ptr == place + 6;
        return is_escape ? unit : UINT32_MAX;
    }
};

}  // namespace

bo_tree *bo_tree_of_json(const uint8_t *bytes, size_t count, int64_t limit) {
    return tree_by(limit, [&](bo_tree &tree) {
        text json(reinterpret_cast<const char *>(bytes), count);
        if (json.substr(0, 3) == "\xEF\xBB\xBF") json.remove_prefix(3);
        if (!simdjson::validate_utf8(json)) throw bo_broken;
        // An escape at the end is looked at as a whole.
        tree.texts.assign(json).append(16, '\0');
        reader(tree, json).read();
    });
}
