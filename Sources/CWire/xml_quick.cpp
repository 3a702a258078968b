#include "xml_quick.hpp"

#include <array>
#include <cstring>

namespace {

// The maximum number of bytes of the names in a document, counted each time they occur. That many
// fit into the dictionary of libxml2 even if all of them are different.
constexpr size_t maximum_names = 40 << 10;

// The kinds of text that a byte may be part of. NUL, which follows the document, is part of none,
// so that every loop ends there.
enum : uint8_t { a_name = 1, a_text = 2 };

constexpr auto parts = [] {
    std::array<uint8_t, 256> parts{};
    for (int sign = 0x20; sign < 0x100; sign++) parts[sign] = a_text;
    for (int sign : {'\t', '\n'}) parts[sign] = a_text;
    for (int sign : {'<', '&'}) parts[sign] = 0;
    for (int sign = 'a'; sign <= 'z'; sign++) parts[sign] |= a_name;
    for (int sign = 'A'; sign <= 'Z'; sign++) parts[sign] |= a_name;
    for (int sign = '0'; sign <= '9'; sign++) parts[sign] |= a_name;
    for (int sign : {'_', '-', '.'}) parts[sign] |= a_name;
    return parts;
}();

bool is_part(char sign, uint8_t part) { return (parts[static_cast<uint8_t>(sign)] & part) != 0; }

bool begins_name(char sign) { return (sign | 0x20) >= 'a' && (sign | 0x20) <= 'z'; }

bool is_blank(char sign) { return sign == ' ' || sign == '\t' || sign == '\n'; }

bool are_blanks(const char *text, const char *end) {
    while (text < end && is_blank(*text)) text++;
    return text == end;
}

// Reads the document in the texts of `tree`, to which the nodes then point. The functions return
// false for anything that they do not support.
class quick_reader {
public:
    explicit quick_reader(bo_tree &tree)
        : tree(tree), next(tree.texts.data()), last(next + tree.texts.size()) {}

    bool read() {
        skip_declaration();
        skip_blanks();
        if (!read_start()) return false;
        while (depth > 0) {
            auto text = next;
            auto end = read_text();
            if (*next != '<') return false;
            auto is_read = next[1] == '/' ? read_end(text, end)
                                          : are_blanks(text, end) && read_start();
            if (!is_read) return false;
        }
        skip_blanks();
        return next == last;
    }

private:
    bo_tree &tree;
    char *next;
    const char *last;
    size_t name_bytes = 0;
    // The nodes of the elements that are open.
    std::array<uint32_t, maximum_depth> open;
    size_t depth = 0;

    // Skips `text` if it comes next.
    bool skip(std::string_view text) {
        auto is_next = static_cast<size_t>(last - next) >= text.size()
            && std::memcmp(next, text.data(), text.size()) == 0;
        if (is_next) next += text.size();
        return is_next;
    }

    void skip_declaration() {
        static constexpr std::string_view known[] = {
            R"(<?xml version="1.0" encoding="utf-8" standalone="yes"?>)",
            R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>)",
            R"(<?xml version="1.0" encoding="UTF-8"?>)",
        };
        for (auto each : known) {
            if (skip(each)) return;
        }
    }

    void skip_blanks() {
        while (is_blank(*next)) next++;
    }

    // Reads `<name>` or `<name/>`.
    bool read_start() {
        if (*next != '<' || depth == maximum_depth) return false;
        auto name = ++next;
        if (!begins_name(*next)) return false;
        while (is_part(*next, a_name)) next++;
        auto length = static_cast<size_t>(next - name);
        name_bytes += length + 1;
        if (name_bytes > maximum_names) return false;
        if (depth > 0) tree.nodes[open[depth - 1]].kind = bo_kind_elements;
        auto index = static_cast<uint32_t>(tree.nodes.size());
        if (!tree.add(bo_kind_text, {name, length})) return false;
        if (*next == '/') {
            next++;
        } else {
            open[depth] = index;
            depth++;
        }
        return *next++ == '>';
    }

    // Reads `</name>` after the text of an element, or after the text that follows its last child.
    bool read_end(const char *text, const char *end) {
        depth--;
        auto &node = tree.nodes[open[depth]];
        if (node.kind == bo_kind_text) {
            node.text = reinterpret_cast<const uint8_t *>(text);
            node.text_length = static_cast<uint32_t>(end - text);
        } else if (!are_blanks(text, end)) {
            return false;
        }
        node.end = static_cast<uint32_t>(tree.nodes.size());
        next += 2;
        return skip({reinterpret_cast<const char *>(node.name), node.name_length})
            && *next++ == '>';
    }

    // Reads a text, decodes it in place, and returns its end.
    const char *read_text() {
        while (is_part(*next, a_text)) next++;
        auto end = next;
        while (auto sign = read_entity()) {
            *end++ = sign;
            while (is_part(*next, a_text)) *end++ = *next++;
        }
        return end;
    }

    // Reads an entity and returns its character; 0 if no known entity comes next.
    char read_entity() {
        static constexpr struct {
            std::string_view name;
            char sign;
        } known[] = {
            {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''},
        };
        if (*next != '&') return 0;
        for (auto &each : known) {
            if (skip(each.name)) return each.sign;
        }
        return 0;
    }
};

}  // namespace

bool read_xml_quickly(bo_tree &tree, const uint8_t *bytes, size_t count) {
    std::string_view document(reinterpret_cast<const char *>(bytes), count);
    // Parts that no text may have: U+FFFE and U+FFFF, here with the characters before them, and `]]>`.
    for (auto part : {"\xEF\xBF", "]]>"}) {
        if (document.find(part) != document.npos) return false;
    }
    if (!simdjson::validate_utf8(document)) return false;
    tree.texts.assign(document);
    if (!tree.add(bo_kind_object) || !quick_reader(tree).read()) return false;
    tree.nodes[0].end = static_cast<uint32_t>(tree.nodes.size());
    return true;
}
