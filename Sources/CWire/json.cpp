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

// simdjson has two interfaces. The walk below is the same over both, and what differs between them
// is in `with_on_demand` and `with_dom`.

// On-Demand hands out numbers as they are written: one that no type holds is a fault only where it
// is read.
struct with_on_demand {
    using value = ondemand::value;
    using object = ondemand::object;
    using list = ondemand::array;
    using kind = ondemand::json_type;
    static constexpr auto text_kind = kind::string;
    static constexpr auto boolean_kind = kind::boolean;
    static constexpr auto object_kind = kind::object;
    static constexpr auto list_kind = kind::array;
    static constexpr bool is_quick = false;

    static error_code find_kind(kind &kind, value &value) { return value.type().get(kind); }

    static error_code read(simdjson_result<ondemand::field> &each, std::string_view &name,
                           value &item) {
        ondemand::field field;
        if (auto error = std::move(each).get(field)) return error;
        item = field.value();
        return field.unescaped_key().get(name);
    }

    static error_code read(simdjson_result<value> &each, std::string_view &, value &item) {
        return std::move(each).get(item);
    }

    // Adds a number or null.
    static bo_outcome add_other(bo_tree &tree, std::string_view name, value &item, kind kind) {
        if (kind == kind::null) {
            bool is_null = false;
            if (auto error = item.is_null().get(is_null)) return failed(error);
            return is_null ? added(tree.add(bo_kind_null, name)) : bo_broken;
        }
        std::string_view text = item.raw_json_token();
        // The token includes the white space behind the number.
        while (!text.empty() && std::strchr(" \t\r\n", text.back()) && text.back() != 0) {
            text.remove_suffix(1);
        }
        tree.has_numbers = true;
        if (!is_number(text)) return bo_broken;
        return added(tree.add(bo_kind_number, name, text));
    }
};

// The DOM takes less than half the time, but it has only a number's value, not how it is written.
// So a document with a number in it gives no tree.
struct with_dom {
    using value = dom::element;
    using object = dom::object;
    using list = dom::array;
    using kind = dom::element_type;
    static constexpr auto text_kind = kind::STRING;
    static constexpr auto boolean_kind = kind::BOOL;
    static constexpr auto object_kind = kind::OBJECT;
    static constexpr auto list_kind = kind::ARRAY;
    static constexpr bool is_quick = true;

    static error_code find_kind(kind &kind, value &value) {
        kind = value.type();
        return SUCCESS;
    }

    static error_code read(dom::key_value_pair &each, std::string_view &name, value &item) {
        name = each.key;
        item = each.value;
        return SUCCESS;
    }

    static error_code read(value &each, std::string_view &, value &item) {
        item = each;
        return SUCCESS;
    }

    static bo_outcome add_other(bo_tree &tree, std::string_view name, value &, kind kind) {
        return kind == kind::NULL_VALUE ? added(tree.add(bo_kind_null, name)) : bo_broken;
    }
};

template <typename Way, typename Container>
bo_outcome add_all(bo_tree &tree, bo_kind kind, std::string_view name, Container container,
                   size_t depth);

// Adds `value`, which lies in `depth` objects and lists, under `name`, with all that is in it.
//
// Inlined into the loop of `add_all`, which is a tenth quicker than a call for every value.
template <typename Way>
[[gnu::always_inline]] inline bo_outcome add(bo_tree &tree, std::string_view name,
                                             typename Way::value &value, size_t depth) {
    typename Way::kind kind;
    if (auto error = Way::find_kind(kind, value)) return failed(error);
    switch (kind) {
    case Way::text_kind: {
        std::string_view text;
        if (auto error = value.get(text)) return failed(error);
        return added(tree.add(bo_kind_text, name, text));
    }
    case Way::boolean_kind: {
        bool boolean;
        if (auto error = value.get(boolean)) return failed(error);
        return added(tree.add(boolean ? bo_kind_true : bo_kind_false, name));
    }
    case Way::object_kind: {
        if (depth >= maximum_depth) return bo_too_deep;
        typename Way::object object;
        if (auto error = value.get(object)) return failed(error);
        return add_all<Way>(tree, bo_kind_object, name, object, depth);
    }
    case Way::list_kind: {
        if (depth >= maximum_depth) return bo_too_deep;
        typename Way::list list;
        if (auto error = value.get(list)) return failed(error);
        return add_all<Way>(tree, bo_kind_list, name, list, depth);
    }
    default:
        return Way::add_other(tree, name, value, kind);
    }
}

// Adds an object or a list under `name`, with all that is in `container`.
template <typename Way, typename Container>
bo_outcome add_all(bo_tree &tree, bo_kind kind, std::string_view name, Container container,
                   size_t depth) {
    auto index = tree.nodes.size();
    if (!tree.add(kind, name)) return bo_too_many;
    if (!Way::is_quick && tree.deadline.has_passed()) return bo_overdue;
    for (auto each : container) {
        std::string_view field;
        typename Way::value item;
        if (auto error = Way::read(each, field, item)) return failed(error);
        if (auto outcome = add<Way>(tree, field, item, depth + 1)) return outcome;
    }
    tree.nodes[index].end = static_cast<uint32_t>(tree.nodes.size());
    return bo_fine;
}

bo_outcome read(bo_tree &tree, padded_string_view json) {
    tree.has_numbers = false;
    ondemand::document document;
    if (auto error = tree.on_demand.iterate(json).get(document)) return failed(error);
    ondemand::object object;
    auto error = document.get_object().get(object);
    if (error == INCORRECT_TYPE) return bo_not_an_object;
    if (error) return failed(error);
    auto outcome = add_all<with_on_demand>(tree, bo_kind_object, {}, object, 0);
    if (outcome != bo_fine) return outcome;
    // If there is no current location, everything has been read.
    return document.current_location().error() == OUT_OF_BOUNDS ? bo_fine : bo_trailing;
}

// Returns false if the document has a number in it, or if anything is wrong with it.
bool read_quickly(bo_tree &tree, padded_string_view json) {
    auto bytes = reinterpret_cast<const uint8_t *>(json.data());
    dom::object object;
    if (tree.dom.parse(bytes, json.size(), false).get(object)) return false;
    return add_all<with_dom>(tree, bo_kind_object, {}, object, 0) == bo_fine;
}

// The longest JSON that is read with the DOM, which takes 14 times as much memory.
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
    // If the last document had numbers, this one probably has some too.
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
