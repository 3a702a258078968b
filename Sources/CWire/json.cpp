#include "tree.hpp"

#include <cstring>

namespace {

using namespace simdjson;

bo_outcome failed(error_code error) { return error == MEMALLOC ? bo_no_memory : bo_broken; }

bo_outcome added(bool is_added) { return is_added ? bo_fine : bo_too_many; }

bo_outcome add(bo_tree &tree, std::string_view name, ondemand::value value, size_t depth);

bo_outcome add_object(bo_tree &tree, std::string_view name, ondemand::object object,
                      size_t depth) {
    auto place = tree.nodes.size();
    if (!tree.add(bo_kind_object, name)) return bo_too_many;
    if (tree.deadline.has_passed()) return bo_overdue;
    for (auto each : object) {
        ondemand::field field;
        if (auto error = std::move(each).get(field)) return failed(error);
        std::string_view key;
        if (auto error = field.unescaped_key().get(key)) return failed(error);
        if (auto outcome = add(tree, key, field.value(), depth)) return outcome;
    }
    tree.nodes[place].end = static_cast<uint32_t>(tree.nodes.size());
    return bo_fine;
}

bo_outcome add_list(bo_tree &tree, std::string_view name, ondemand::array array, size_t depth) {
    auto place = tree.nodes.size();
    if (!tree.add(bo_kind_list, name)) return bo_too_many;
    for (auto each : array) {
        ondemand::value item;
        if (auto error = std::move(each).get(item)) return failed(error);
        if (auto outcome = add(tree, {}, item, depth)) return outcome;
    }
    tree.nodes[place].end = static_cast<uint32_t>(tree.nodes.size());
    return bo_fine;
}

// Whether `text` is a number as JSON has it, of any size.
bool is_number(std::string_view text) {
    size_t place = 0;
    auto has = [&](char one, char other) {
        auto found = place < text.size() && (text[place] == one || text[place] == other);
        if (found) place++;
        return found;
    };
    auto digits = [&] {
        auto start = place;
        while (place < text.size() && text[place] >= '0' && text[place] <= '9') place++;
        return place - start;
    };
    has('-', '-');
    auto starts_with_zero = place < text.size() && text[place] == '0';
    auto count = digits();
    if (count == 0 || (starts_with_zero && count > 1)) return false;
    if (has('.', '.') && digits() == 0) return false;
    if (has('e', 'E')) {
        has('+', '-');
        if (digits() == 0) return false;
    }
    return place == text.size();
}

// Numbers are taken as they are written: one that no type holds is a fault only where it is read.
bo_outcome add_number(bo_tree &tree, std::string_view name, ondemand::value value) {
    std::string_view text = value.raw_json_token();
    // Only white space may stand behind a number.
    while (!text.empty() && std::strchr(" \t\r\n", text.back()) && text.back() != 0) {
        text.remove_suffix(1);
    }
    tree.has_numbers = true;
    if (!is_number(text)) return bo_broken;
    return added(tree.add(bo_kind_number, name, text));
}

// Adds `value` under `name`, with all that is in it.
bo_outcome add(bo_tree &tree, std::string_view name, ondemand::value value, size_t depth) {
    ondemand::json_type type;
    if (auto error = value.type().get(type)) return failed(error);
    switch (type) {
    case ondemand::json_type::string: {
        std::string_view text;
        if (auto error = value.get_string().get(text)) return failed(error);
        return added(tree.add(bo_kind_text, name, text));
    }
    case ondemand::json_type::number:
        return add_number(tree, name, value);
    case ondemand::json_type::boolean: {
        bool boolean;
        if (auto error = value.get_bool().get(boolean)) return failed(error);
        return added(tree.add(boolean ? bo_kind_true : bo_kind_false, name));
    }
    case ondemand::json_type::object: {
        if (depth >= maximum_depth) return bo_too_deep;
        ondemand::object object;
        if (auto error = value.get_object().get(object)) return failed(error);
        return add_object(tree, name, object, depth + 1);
    }
    case ondemand::json_type::array: {
        if (depth >= maximum_depth) return bo_too_deep;
        ondemand::array array;
        if (auto error = value.get_array().get(array)) return failed(error);
        return add_list(tree, name, array, depth + 1);
    }
    default: {
        bool is_null = false;
        if (auto error = value.is_null().get(is_null)) return failed(error);
        return is_null ? added(tree.add(bo_kind_null, name)) : bo_broken;
    }
    }
}

bo_outcome read(bo_tree &tree, padded_string_view json) {
    tree.has_numbers = false;
    ondemand::document document;
    if (auto error = tree.on_demand.iterate(json).get(document)) return failed(error);
    ondemand::object object;
    auto error = document.get_object().get(object);
    if (error == INCORRECT_TYPE) return bo_not_an_object;
    if (error) return failed(error);
    if (auto outcome = add_object(tree, {}, object, 1)) return outcome;
    // The place behind the last token is no place: only there has everything been read.
    return document.current_location().error() == OUT_OF_BOUNDS ? bo_fine : bo_trailing;
}

// The same for JSON without numbers, in less than half the time: the DOM of simdjson knows numbers
// only as what they come to, and not as they are written. Where it has one, or anything is wrong,
// there is no tree.

bool add(bo_tree &tree, std::string_view name, dom::element value, size_t depth);

bool add(bo_tree &tree, std::string_view name, dom::object object, size_t depth) {
    auto place = tree.nodes.size();
    if (depth >= maximum_depth || !tree.add(bo_kind_object, name)) return false;
    for (auto field : object) {
        if (!add(tree, field.key, field.value, depth + 1)) return false;
    }
    tree.nodes[place].end = static_cast<uint32_t>(tree.nodes.size());
    return true;
}

bool add(bo_tree &tree, std::string_view name, dom::array array, size_t depth) {
    auto place = tree.nodes.size();
    if (depth >= maximum_depth || !tree.add(bo_kind_list, name)) return false;
    for (auto item : array) {
        if (!add(tree, {}, item, depth + 1)) return false;
    }
    tree.nodes[place].end = static_cast<uint32_t>(tree.nodes.size());
    return true;
}

bool add(bo_tree &tree, std::string_view name, dom::element value, size_t depth) {
    switch (value.type()) {
    case dom::element_type::STRING: {
        std::string_view text;
        return !value.get(text) && tree.add(bo_kind_text, name, text);
    }
    case dom::element_type::BOOL: {
        bool boolean;
        return !value.get(boolean) && tree.add(boolean ? bo_kind_true : bo_kind_false, name);
    }
    case dom::element_type::OBJECT: {
        dom::object object;
        return !value.get(object) && add(tree, name, object, depth);
    }
    case dom::element_type::ARRAY: {
        dom::array array;
        return !value.get(array) && add(tree, name, array, depth);
    }
    case dom::element_type::NULL_VALUE:
        return tree.add(bo_kind_null, name);
    default:
        return false;
    }
}

bool read_quickly(bo_tree &tree, padded_string_view json) {
    auto bytes = reinterpret_cast<const uint8_t *>(json.data());
    dom::object object;
    return !tree.dom.parse(bytes, json.size(), false).get(object) && add(tree, {}, object, 0);
}

// The longest JSON for which the DOM is made, which takes 14 times as much memory.
constexpr size_t longest_quick = 1 << 18;

bo_outcome read(bo_tree &tree, const uint8_t *bytes, size_t count) {
    if (count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF) {
        bytes += 3;
        count -= 3;
    }
    // simdjson reads a little beyond the end.
    tree.json.assign(bytes, bytes + count);
    tree.json.resize(count + SIMDJSON_PADDING, 0);
    padded_string_view json(tree.json.data(), count, tree.json.size());
    // Where there was a number there is mostly another.
    if (!tree.has_numbers && count <= longest_quick) {
        if (read_quickly(tree, json)) return bo_fine;
        tree.nodes.clear();
    }
    return read(tree, json);
}

}  // namespace

bo_tree *bo_tree_of_json(const uint8_t *bytes, size_t count, int64_t limit) {
    return tree_by([&](bo_tree &tree) {
        tree.deadline = bo_deadline(limit);
        auto outcome = read(tree, bytes, count);
        return outcome == bo_fine && tree.deadline.has_passed() ? bo_overdue : outcome;
    });
}
