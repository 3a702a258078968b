#include "tree.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace {

using namespace simdjson;
using text = std::string_view;

constexpr auto ends_too_early = "it ends too early";
constexpr auto no_value = "a value is expected";

// Words for values in other languages. Only these are quoted, because anything else could be secret.
constexpr const char *foreign_words[] = {
    "NaN", "Infinity", "-Infinity", "None", "True", "False", "undefined", "nil", "NULL",
};

// Returns the code unit of the `\uXXXX` at `place`; a value above all code units if there is none.
unsigned code_unit(const char *place) {
    unsigned unit = 0;
    auto is_escape = place[0] == '\\' && place[1] == 'u'
        && std::from_chars(place + 2, place + 6, unit, 16).ptr == place + 6;
    return is_escape ? unit : UINT32_MAX;
}

// Returns the index of the first control character in a text of `json`, with texts separated as
// simdjson does; the end if there is none.
size_t first_control(text json) {
    bool is_in_text = false;
    for (size_t index = 0; index < json.size(); index++) {
        auto sign = static_cast<uint8_t>(json[index]);
        if (is_in_text && sign < 0x20) return index;
        if (sign == '"') is_in_text = !is_in_text;
        auto next = index + 1 < json.size() ? static_cast<uint8_t>(json[index + 1]) : 0;
        if (sign == '\\' && next >= 0x20) index++;
    }
    return json.size();
}

class reader {
public:
    // Prepares to read `json` with `ending` after it; an error after `json` is reported as
    // `at_end`, at its end.
    //
    // The document becomes the only item of a list: simdjson refuses a document without its last
    // bracket before it reads it, and then does not say where it is broken.
    reader(bo_tree &tree, text json, text ending, const char *at_end)
        : tree(tree), at_end(at_end), is_cut(!ending.empty()) {
        tree.nodes.clear();
        tree.texts.assign("[").append(json).append(ending).append("]");
        length = tree.texts.size();
        // simdjson reads a little beyond the end.
        tree.texts.append(SIMDJSON_PADDING, '\0');
        end = tree.texts.data() + 1 + json.size();
    }

    // Reads an object. If it is broken, the flaw of the tree has the place, unless simdjson does
    // not report it.
    bo_outcome read() {
        padded_string_view view(tree.texts.data(), length, tree.texts.size());
        ondemand::array list;
        if (auto error = tree.on_demand.iterate(view).get(document)) return failed(error);
        if (auto error = document.get_array().get(list)) return failed(error);
        for (auto each : list) {
            ondemand::value value;
            if (auto error = std::move(each).get(value)) return failed(error);
            text token = value.raw_json_token();
            auto outcome = add({}, value, 0);
            auto is_object = token.front() == '{';
            if (outcome != bo_fine) {
                return is_object || outcome == bo_broken ? outcome : bo_not_an_object;
            }
            // simdjson does not go past numbers by itself.
            auto next = place() == token.data() ? token.data() + token.size() : place();
            if (next < end) return flaw(next, after_value({}, 0));
            // If nothing is left, the document has used the end of the list as its own.
            if (is_cut || next == nowhere()) return flaw(end, at_end);
            return is_object ? bo_fine : bo_not_an_object;
        }
        return flaw(tree.texts.data() + tree.texts.find_first_not_of(" \t\r\n", 1), no_value);
    }

private:
    bo_tree &tree;
    const char *at_end;
    bool is_cut;
    const char *end;
    size_t length;
    // The number of objects and lists so far.
    size_t containers = 0;
    ondemand::document document;

    static bo_outcome failed(error_code error) {
        return error == MEMALLOC ? bo_no_memory : bo_broken;
    }

    static bo_outcome added(bool is_added) { return is_added ? bo_fine : bo_too_many; }

    const char *nowhere() const { return tree.texts.data() + tree.texts.size(); }

    // Returns the next token or, after an error of simdjson, the wrong one.
    const char *place() {
        const char *place;
        return document.current_location().get(place) ? nowhere() : place;
    }

    // Records the error `what` at `place`, which is before the end or is the end.
    bo_outcome flaw(const char *place, const char *what) {
        tree.flaw = {1, 1, 0, place < end ? what : at_end, nullptr};
        for (auto next = tree.texts.data() + 1; next < std::min(place, end); next++) {
            if (*next == '\n') {
                tree.flaw.line++;
                tree.flaw.column = 1;
            } else if ((*next & 0xC0) != 0x80) {
                tree.flaw.column++;
            }
        }
        return bo_broken;
    }

    // Returns the error for anything wrong after a value that is called `name` and lies in `depth`
    // objects and lists.
    static const char *after_value(text name, size_t depth) {
        if (depth == 0) return "something follows its end";
        return name.data() == nullptr ? "a comma or the end of the list is expected"
                                      : "a comma or the end of the object is expected";
    }

    // Records the error at `token`, which simdjson does not accept as a value.
    bo_outcome value_flaw(const char *token, const char *after) {
        text rest(token, static_cast<size_t>(nowhere() - token));
        auto word = rest.substr(0, rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                          "0123456789-+._"));
        if (is_number(word, true) || word == "true" || word == "false" || word == "null") {
            return flaw(token + word.size(), after);
        }
        for (auto known : foreign_words) {
            if (known != word) continue;
            auto outcome = flaw(token, no_value);
            tree.flaw.word = known;
            return outcome;
        }
        auto is_number = (*token >= '0' && *token <= '9')
            || (*token == '-' && rest.compare(0, 9, "-Infinity") != 0);
        return flaw(token, is_number ? "this is not a JSON number" : no_value);
    }

    // Records the first wrong escape in the text after `quote`; if there is none, the error `what`
    // at `place`.
    bo_outcome text_flaw(const char *quote, const char *place = nullptr,
                         const char *what = nullptr) {
        for (auto next = quote + 1; *next != '"' && *next != 0; next++) {
            if (*next != '\\') continue;
            auto unit = code_unit(next);
            if (unit >= 0xD800 && unit < 0xE000) {
                auto low = code_unit(next + 6);
                if (unit >= 0xDC00 || low < 0xDC00 || low > 0xDFFF) {
                    return flaw(next, "this is half of a surrogate pair");
                }
                next += 6;
            } else if (unit > 0xFFFF && text("\"\\/bfnrt").find(next[1]) == text::npos) {
                return flaw(next, "this escape is unknown");
            }
            next += unit > 0xFFFF ? 1 : 5;
        }
        return what == nullptr ? bo_broken : flaw(place, what);
    }

    // Adds `value`, which lies in `depth` objects and lists, under `name`, with everything in it.
    bo_outcome add(text name, ondemand::value &value, size_t depth) {
        ondemand::json_type type;
        auto token = value.raw_json_token();
        if (value.type().get(type)) return value_flaw(token.data(), after_value(name, depth));
        switch (type) {
        case ondemand::json_type::string: {
            text text;
            if (value.get(text)) return text_flaw(token.data());
            return added(tree.add(bo_kind_text, name, text));
        }
        case ondemand::json_type::object: {
            if (depth >= maximum_depth) return bo_too_deep;
            ondemand::object object;
            if (auto error = value.get(object)) return failed(error);
            return add_all(bo_kind_object, name, object, depth);
        }
        case ondemand::json_type::array: {
            if (depth >= maximum_depth) return bo_too_deep;
            ondemand::array list;
            if (auto error = value.get(list)) return failed(error);
            return add_all(bo_kind_list, name, list, depth);
        }
        default:
            return add_word(name, value, type, depth);
        }
    }

    // Adds a number, a boolean or null.
    //
    // Numbers are kept as they are written: one that no type can hold is an error only where it is
    // read.
    bo_outcome add_word(text name, ondemand::value &value, ondemand::json_type type, size_t depth) {
        text token = value.raw_json_token();
        bool is_true = false;
        if (type == ondemand::json_type::boolean) {
            if (!value.get(is_true)) {
                return added(tree.add(is_true ? bo_kind_true : bo_kind_false, name));
            }
        } else if (type == ondemand::json_type::null) {
            if (!value.is_null().get(is_true) && is_true) return added(tree.add(bo_kind_null, name));
        } else {
            // The token includes the white space after the number.
            auto number = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
            if (is_number(number, true)) return added(tree.add(bo_kind_number, name, number));
        }
        return value_flaw(token.data(), after_value(name, depth));
    }

    // Adds an object or a list under `name`, with everything in `container`.
    template <typename Container>
    bo_outcome add_all(bo_kind kind, text name, Container container, size_t depth) {
        auto index = tree.nodes.size();
        if (!tree.add(kind, name)) return bo_too_many;
        if (containers++ % 16 == 15 && tree.deadline.has_passed()) return bo_overdue;
        for (auto next = container.begin(), last = container.end(); next != last; ++next) {
            auto before = place();
            if (auto outcome = add(*next, before, depth + 1)) return outcome;
        }
        tree.nodes[index].end = static_cast<uint32_t>(tree.nodes.size());
        return bo_fine;
    }

    // Adds an item of a list.
    bo_outcome add(simdjson_result<ondemand::value> each, const char *, size_t depth) {
        ondemand::value value;
        if (std::move(each).get(value)) return flaw(place(), after_value({}, depth));
        return add({}, value, depth);
    }

    // Adds a field of an object. `before` is the place of its name.
    bo_outcome add(simdjson_result<ondemand::field> each, const char *before, size_t depth) {
        ondemand::field field;
        text name("");
        if (std::move(each).get(field)) {
            auto wrong = place();
            if (wrong < before) return flaw(wrong, after_value(name, depth));
            if (wrong > before) return text_flaw(before, wrong, "a colon is expected");
            return flaw(wrong, "the name of a field is expected, in double quotes");
        }
        if (field.unescaped_key().get(name)) return text_flaw(before);
        auto value = field.value();
        return add(name, value, depth);
    }
};

bo_outcome read(bo_tree &tree, text json) {
    if (json.substr(0, 3) == "\xEF\xBB\xBF") json.remove_prefix(3);
    auto outcome = reader(tree, json, "", ends_too_early).read();
    if (outcome != bo_broken || tree.flaw.what != nullptr) return outcome;
    // simdjson does not report the place of a text without an end or with a control character. So
    // the text is ended there, and read again for an error before it; the added letter keeps an
    // escape as right or wrong as it was.
    auto control = first_control(json);
    if (control == json.size()) return reader(tree, json, "n\"", ends_too_early).read();
    return reader(tree, json.substr(0, control), "x\"", "a control character must be escaped")
        .read();
}

}  // namespace

bo_tree *bo_tree_of_json(const uint8_t *bytes, size_t count, int64_t limit) {
    return tree_by([&](bo_tree &tree) {
        tree.deadline = bo_deadline(limit);
        auto outcome = read(tree, {reinterpret_cast<const char *>(bytes), count});
        return outcome == bo_fine && tree.deadline.has_passed() ? bo_overdue : outcome;
    });
}
