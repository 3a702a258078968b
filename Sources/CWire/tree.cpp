#include "tree.hpp"

#include <cstring>
#include <new>

namespace {

// How much memory a tree may hold and still be kept for the next document.
constexpr size_t room_to_keep = 1 << 20;

thread_local std::unique_ptr<bo_tree> spare;

// Whether the first and the last word of both are the same. Together they cover all bytes if there
// are no more than two words.
template <typename Word>
bool have_same_ends(const uint8_t *one, const uint8_t *other, size_t count) {
    Word words[4];
    std::memcpy(&words[0], one, sizeof(Word));
    std::memcpy(&words[1], other, sizeof(Word));
    std::memcpy(&words[2], one + count - sizeof(Word), sizeof(Word));
    std::memcpy(&words[3], other + count - sizeof(Word), sizeof(Word));
    return words[0] == words[1] && words[2] == words[3];
}

// Whether both are the same. Names are short, so that calling `memcmp` would take longer.
bool are_same(const uint8_t *one, const uint8_t *other, size_t count) {
    if (count >= 4 && count <= 8) return have_same_ends<uint32_t>(one, other, count);
    if (count > 8 && count <= 16) return have_same_ends<uint64_t>(one, other, count);
    return std::memcmp(one, other, count) == 0;
}

bool is_called(const bo_node &node, const bo_name &name) {
    return node.name_length == name.length && are_same(node.name, name.bytes, name.length);
}

// The index of the name of `node` among `names`; their count if it is none of them.
[[gnu::noinline]] size_t search(const bo_node &node, bo_names names) {
    size_t index = 0;
    while (index < names.count && !is_called(node, names.first[index])) index++;
    return index;
}

}  // namespace

bool is_number(std::string_view text, bool is_json) {
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
    if (count == 0 || (is_json && starts_with_zero && count > 1)) return false;
    if (has('.', '.') && digits() == 0) return false;
    if (is_json && has('e', 'E')) {
        has('+', '-');
        if (digits() == 0) return false;
    }
    return index == text.size();
}

bo_tree *bo_tree_new() {
    auto tree = spare ? spare.release() : new (std::nothrow) bo_tree;
    if (tree != nullptr) tree->clear();
    return tree;
}

void bo_tree_free(bo_tree *tree) {
    std::unique_ptr<bo_tree> last(tree);
    auto room = tree->nodes.capacity() * sizeof(bo_node) + tree->texts.capacity()
        + tree->found.capacity() * sizeof(uint32_t) + 6 * tree->on_demand.capacity();
    if (!spare && tree->outcome == bo_fine && room <= room_to_keep) spare = std::move(last);
}

bo_finding bo_tree_find(bo_tree *tree, size_t index, bo_names names, size_t *start,
                        size_t *count) {
    *start = tree->found.size();
    auto outcome = unless_memory_is_short([&] {
        tree->found.resize(*start + names.count, 0);
        return bo_fine;
    });
    if (outcome != bo_fine) return bo_found_no_memory;
    auto slots = tree->found.data() + *start;
    size_t found = 0;
    size_t guess = 0;
    auto end = tree->nodes[index].end;
    for (auto child = index + 1; child < end; child = tree->nodes[child].end) {
        // Services keep the order of fields, so the name after the last one found is tried first.
        auto &node = tree->nodes[child];
        auto name = guess;
        if (name >= names.count || !is_called(node, names.first[name])) {
            name = search(node, names);
            if (name == names.count) continue;
        }
        *count = child;
        if (slots[name] != 0) return bo_found_twice;
        auto is_text = node.kind == bo_kind_text || node.kind == bo_kind_number
            || node.kind == bo_kind_null;
        if (!is_text) return bo_found_no_text;
        slots[name] = static_cast<uint32_t>(child);
        guess = name + 1;
        found++;
    }
    *count = found;
    return bo_found;
}

size_t bo_tree_found(const bo_tree *tree, size_t index) {
    return index < tree->found.size() ? tree->found[index] : 0;
}

bo_outcome bo_tree_outcome(const bo_tree *tree) { return tree->outcome; }

bo_flaw bo_tree_flaw(const bo_tree *tree) { return tree->flaw; }

const bo_node *bo_tree_nodes(const bo_tree *tree, size_t *count) {
    *count = tree->outcome == bo_fine ? tree->nodes.size() : 0;
    return tree->nodes.data();
}
