#include "json_quick.hpp"
#include "tree.hpp"

#include <cstring>

namespace {

using namespace simdjson;

bo_outcome failed(error_code error) { return error == MEMALLOC ? bo_no_memory : bo_broken; }

bo_outcome added(bool is_added) { return is_added ? bo_fine : bo_too_many; }

// Whether `text` is a JSON number, of any size.
bool is_number(std::string_view text) {
    size_t index = 0;
    auto has = [&](char one, char other) {
        auto found = index < text.size() && (text[index] == one || text[index] == other);
        if (found) index++;
        return found;
    };
    auto digits = [&] {
        auto start = index;
        while (index < text.size() && text[index] >= '0' && text[index] <= '9') index++;
        return index - start;
    };
    has('-', '-');
    auto starts_with_zero = index < text.size() && text[index] == '0';
    auto count = digits();
    if (count == 0 || (starts_with_zero && count > 1)) return false;
    if (has('.', '.') && digits() == 0) return false;
    if (has('e', 'E')) {
        has('+', '-');
        if (digits() == 0) return false;
    }
    return index == text.size();
}

// Adds a number or null.
//
// On-Demand hands out numbers as they are written: one that no type holds is a fault only where it is
// read.
bo_outcome add_other(bo_tree &tree, std::string_view name, ondemand::value &value, bool is_null) {
    if (is_null) {
        if (auto error = value.is_null().get(is_null)) return failed(error);
        return is_null ? added(tree.add(bo_kind_null, name)) : bo_broken;
    }
    std::string_view text = value.raw_json_token();
    // The token includes the white space behind the number.
    while (!text.empty() && std::strchr(" \t\r\n", text.back()) && text.back() != 0) {
        text.remove_suffix(1);
    }
    if (!is_number(text)) return bo_broken;
    return added(tree.add(bo_kind_number, name, text));
}

error_code read(simdjson_result<ondemand::field> &each, std::string_view &name,
                ondemand::value &value) {
    ondemand::field field;
    if (auto error = std::move(each).get(field)) return error;
    value = field.value();
    return field.unescaped_key().get(name);
}

error_code read(simdjson_result<ondemand::value> &each, std::string_view &, ondemand::value &value) {
    return std::move(each).get(value);
}

template <typename Container>
bo_outcome add_all(bo_tree &tree, bo_kind kind, std::string_view name, Container container,
                   size_t depth);

// Adds `value`, which lies in `depth` objects and lists, under `name`, with all that is in it.
bo_outcome add(bo_tree &tree, std::string_view name, ondemand::value &value, size_t depth) {
    ondemand::json_type type;
    if (auto error = value.type().get(type)) return failed(error);
    switch (type) {
    case ondemand::json_type::string: {
        std::string_view text;
        if (auto error = value.get(text)) return failed(error);
        return added(tree.add(bo_kind_text, name, text));
    }
    case ondemand::json_type::boolean: {
        bool boolean;
        if (auto error = value.get(boolean)) return failed(error);
        return added(tree.add(boolean ? bo_kind_true : bo_kind_false, name));
    }
    case ondemand::json_type::object: {
        if (depth >= maximum_depth) return bo_too_deep;
        ondemand::object object;
        if (auto error = value.get(object)) return failed(error);
        return add_all(tree, bo_kind_object, name, object, depth);
    }
    case ondemand::json_type::array: {
        if (depth >= maximum_depth) return bo_too_deep;
        ondemand::array list;
        if (auto error = value.get(list)) return failed(error);
        return add_all(tree, bo_kind_list, name, list, depth);
    }
    default:
        return add_other(tree, name, value, type == ondemand::json_type::null);
    }
}

// Adds an object or a list under `name`, with all that is in `container`.
template <typename Container>
bo_outcome add_all(bo_tree &tree, bo_kind kind, std::string_view name, Container container,
                   size_t depth) {
    auto index = tree.nodes.size();
    if (!tree.add(kind, name)) return bo_too_many;
    if (tree.deadline.has_passed()) return bo_overdue;
    for (auto each : container) {
        std::string_view field;
        ondemand::value value;
        if (auto error = read(each, field, value)) return failed(error);
        if (auto outcome = add(tree, field, value, depth + 1)) return outcome;
    }
    tree.nodes[index].end = static_cast<uint32_t>(tree.nodes.size());
    return bo_fine;
}

bo_outcome read(bo_tree &tree, padded_string_view json) {
    ondemand::document document;
    if (auto error = tree.on_demand.iterate(json).get(document)) return failed(error);
    ondemand::object object;
    auto error = document.get_object().get(object);
    if (error == INCORRECT_TYPE) return bo_not_an_object;
    if (error) return failed(error);
    auto outcome = add_all(tree, bo_kind_object, {}, object, 0);
    if (outcome != bo_fine) return outcome;
    // If there is no current location, everything has been read.
    return document.current_location().error() == OUT_OF_BOUNDS ? bo_fine : bo_trailing;
}

// The longest JSON that is read quickly. The quick reader does not look at the time.
constexpr size_t longest_quick = 1 << 18;

bo_outcome read(bo_tree &tree, const uint8_t *bytes, size_t count) {
    if (count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF) {
        bytes += 3;
        count -= 3;
    }
    // Both readers read a little beyond the end.
    auto fill = [&] {
        tree.json.assign(bytes, bytes + count);
        tree.json.resize(count + SIMDJSON_PADDING, 0);
    };
    fill();
    if (count <= longest_quick) {
        if (read_json_quickly(tree, count)) return bo_fine;
        tree.nodes.clear();
        fill();  // Its escapes may have been decoded.
    }
    return read(tree, padded_string_view(tree.json.data(), count, tree.json.size()));
}

}  // namespace

bo_tree *bo_tree_of_json(const uint8_t *bytes, size_t count, int64_t limit) {
    return tree_by([&](bo_tree &tree) {
        tree.deadline = bo_deadline(limit);
        auto outcome = read(tree, bytes, count);
        return outcome == bo_fine && tree.deadline.has_passed() ? bo_overdue : outcome;
    });
}
