#include "tree.hpp"

namespace {

using namespace simdjson;
using text = std::string_view;

class reader {
public:
    explicit reader(bo_tree &tree) : tree(tree) {}

    // Reads an object, and nothing after it.
    void read(padded_string_view json) {
        // Errors that the parser finds before it reads anything have no place but the end.
        auto place = json.data() + json.size();
        try {
            ondemand::document document = tree.on_demand.iterate(json);
            try {
                if (document.type() != ondemand::json_type::object) throw bo_not_an_object;
                add_all(bo_kind_object, {}, document.get_object(), 0);
                if (!document.current_location().error()) throw bo_trailing;
            } catch (const simdjson_error &error) {
                // What is not closed is broken where it ends.
                auto is_open = error.error() == INCOMPLETE_ARRAY_OR_OBJECT;
                auto found = document.current_location();
                if (!is_open && !found.error()) place = found.value_unsafe();
                throw;
            }
        } catch (const simdjson_error &error) {
            if (error.error() == MEMALLOC) throw bo_no_memory;
            fail(error.error(), json, place);
        }
    }

private:
    bo_tree &tree;
    // The number of objects and lists so far.
    size_t containers = 0;

    // Records an error at `place`; that of bytes that are not UTF-8 is found elsewhere, and that of
    // a control character in a text is not known.
    [[noreturn]] void fail(error_code error, text json, const char *place) {
        if (error == UTF8_ERROR) throw bo_broken;
        if (error == UNESCAPED_CHARS) {
            tree.flaw.what = "a control character must be escaped";
            throw bo_broken;
        }
        tree.flaw = {1, 1, 0, nullptr};
        for (auto sign : json.substr(0, static_cast<size_t>(place - json.data()))) {
            // The further bytes of a character are no columns.
            tree.flaw.column = sign == '\n' ? 1 : tree.flaw.column + ((sign & 0xC0) != 0x80);
            tree.flaw.line += sign == '\n';
        }
        throw bo_broken;
    }

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
        reader(tree).read(padded_string_view(padded, json.size(), tree.texts.size()));
    });
}
