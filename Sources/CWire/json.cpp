#include "tree.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace {

using namespace simdjson;
using text = std::string_view;

// Looks for the first error in JSON that simdjson has refused, because simdjson does not report the
// place of most errors.
class flaw_finder {
public:
    // `json` is followed by the padding of simdjson.
    flaw_finder(bo_tree &tree, text json)
        : tree(tree), start(json.data()), end(start + json.size()), next(start) {}

    // Throws the outcome, with the place of the flaw in the tree.
    [[noreturn]] void find() {
        auto is_object = peek() == '{';
        value(0);
        if (peek(); next < end) fail("something follows its end");
        throw is_object ? bo_broken : bo_not_an_object;
    }

private:
    bo_tree &tree;
    const char *start;
    const char *end;
    const char *next;

    // Records an error at the next sign.
    [[noreturn]] void fail(const char *what) {
        tree.flaw = {1, 1, 0, next < end ? what : "it ends too early"};
        for (auto sign = start; sign < next; sign++) {
            // The further bytes of a character are no columns.
            tree.flaw.column = *sign == '\n' ? 1 : tree.flaw.column + ((*sign & 0xC0) != 0x80);
            tree.flaw.line += *sign == '\n';
        }
        throw bo_broken;
    }

    // Skips white space and returns the next sign; at the end, a NUL.
    char peek() {
        while (text(" \t\r\n").find(*next) != text::npos) next++;
        return *next;
    }

    bool skip(char sign) {
        auto is_next = peek() == sign;
        if (is_next) next++;
        return is_next;
    }

    void value(size_t depth) {
        switch (peek()) {
        case '"': return string();
        case '{': return container(depth, '}', "a comma or the end of the object is expected");
        case '[': return container(depth, ']', "a comma or the end of the list is expected");
        }
        auto last = std::find_if_not(next, end, [](unsigned char sign) {
            return std::isalnum(sign) || sign == '-' || sign == '+' || sign == '.' || sign == '_';
        });
        text word(next, static_cast<size_t>(last - next));
        if (word != "true" && word != "false" && word != "null" && !is_number(word, true)) {
            fail("a value is expected");
        }
        next = last;
    }

    void container(size_t depth, char close, const char *what) {
        if (depth >= maximum_depth) throw bo_too_deep;
        next++;
        if (skip(close)) return;
        do {
            if (close == '}') {
                if (peek() != '"') fail("the name of a field is expected, in double quotes");
                string();
                if (!skip(':')) fail("a colon is expected");
            }
            value(depth + 1);
        } while (skip(','));
        if (!skip(close)) fail(what);
    }

    void string() {
        next++;
        while (*next != '"') {
            if (static_cast<uint8_t>(*next) < 0x20) fail("a control character must be escaped");
            next += *next == '\\' ? length_of_escape() : 1;
        }
        next++;
    }

    size_t length_of_escape() {
        if (next + 1 == end) return 1;
        if (text("\"\\/bfnrt").find(next[1]) != text::npos) return 2;
        auto unit = code_unit(next);
        if (unit < 0xD800 || (unit >= 0xE000 && unit <= 0xFFFF)) return 6;
        auto low = code_unit(next + 6);
        if (unit >= 0xDC00 || low < 0xDC00 || low >= 0xE000) fail("this escape is not valid");
        return 12;
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

class reader {
public:
    explicit reader(bo_tree &tree) : tree(tree) {}

    // Reads an object, and nothing after it.
    void read(padded_string_view json) {
        ondemand::document document = tree.on_demand.iterate(json);
        add_all(bo_kind_object, {}, document.get_object(), 0);
        if (!document.current_location().error()) throw simdjson_error(TRAILING_CONTENT);
    }

private:
    bo_tree &tree;
    // The number of objects and lists so far.
    size_t containers = 0;

    // Adds `value`, which lies in `depth` objects and lists, under `name`, with everything in it.
    //
    // Numbers are kept as they are written: one that no type can hold is an error only where it is
    // read. The value is not copied: it was just written in pieces, and a copy would have to wait
    // for the writes.
    void add(text name, ondemand::value &value, size_t depth) {
        switch (value.type()) {
        case ondemand::json_type::string:
            return tree.add(bo_kind_text, name, value.get_string());
        case ondemand::json_type::object:
            return add_all(bo_kind_object, name, value.get_object(), depth);
        case ondemand::json_type::array:
            return add_all(bo_kind_list, name, value.get_array(), depth);
        case ondemand::json_type::boolean:
            return tree.add(value.get_bool() ? bo_kind_true : bo_kind_false, name);
        case ondemand::json_type::null:
            if (!value.is_null()) throw simdjson_error(N_ATOM_ERROR);
            return tree.add(bo_kind_null, name);
        case ondemand::json_type::number: {
            // The token includes the white space after the number.
            text token = value.raw_json_token();
            auto number = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
            if (!is_number(number, true)) throw simdjson_error(NUMBER_ERROR);
            return tree.add(bo_kind_number, name, number);
        }
        }
    }

    // Adds an object or a list under `name`, with everything in `container`.
    template <typename Container>
    void add_all(bo_kind kind, text name, Container container, size_t depth) {
        if (depth >= maximum_depth) throw bo_too_deep;
        auto index = tree.nodes.size();
        tree.add(kind, name);
        if (containers++ % 16 == 15 && tree.deadline.has_passed()) throw bo_overdue;
        for (auto each : container) add(each, depth + 1);
        tree.nodes[index].end = static_cast<uint32_t>(tree.nodes.size());
    }

    void add(simdjson_result<ondemand::value> item, size_t depth) {
        add({}, item.value(), depth);
    }

    void add(simdjson_result<ondemand::field> each, size_t depth) {
        ondemand::field field = std::move(each);
        text name = field.unescaped_key();
        add(name, field.value(), depth);
    }
};

}  // namespace

bo_tree *bo_tree_of_json(const uint8_t *bytes, size_t count, int64_t limit) {
    return tree_by(limit, [&](bo_tree &tree) {
        text json(reinterpret_cast<const char *>(bytes), count);
        if (json.substr(0, 3) == "\xEF\xBB\xBF") json.remove_prefix(3);
        tree.texts.assign(json).append(SIMDJSON_PADDING, '\0');
        auto padded = tree.texts.data();
        try {
            reader(tree).read(padded_string_view(padded, json.size(), tree.texts.size()));
        } catch (const simdjson_error &error) {
            if (error.error() == MEMALLOC) throw bo_no_memory;
            if (error.error() == UTF8_ERROR) throw bo_broken;
            flaw_finder(tree, {padded, json.size()}).find();
        }
    });
}
