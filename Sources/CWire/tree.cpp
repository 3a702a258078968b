#include "tree.hpp"

#include <cstring>
#include <new>

namespace {

// The maximum memory of a tree that is kept for the next document.
constexpr size_t room_to_keep = 1 << 20;

thread_local std::unique_ptr<bo_tree> spare;

inline bool is_called(const bo_node &node, const uint8_t *name, size_t length) {
    if (node.name_length != length) return false;
    if (length < 4 || length > 16) return std::memcmp(node.name, name, length) == 0;
    // Comparing both ends, which may overlap, in place is faster than a call for so short a name.
    auto same = [&](size_t at, size_t size) { return !std::memcmp(node.name + at, name + at, size); };
    return length > 8 ? same(0, 8) && same(length - 8, 8) : same(0, 4) && same(length - 4, 4);
}

// Returns the index of the first field `name` among the nodes from `start` to before `end`; 0 if it
// is absent.
size_t search(const bo_tree &tree, size_t start, size_t end, const uint8_t *name, size_t length) {
    for (auto index = start; index < end; index = tree.nodes[index].end) {
        if (is_called(tree.nodes[index], name, length)) return index;
    }
    return 0;
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

bo_tree *bo_tree_new() { return spare ? spare.release() : new (std::nothrow) bo_tree; }

void bo_tree_free(bo_tree *tree) {
    std::unique_ptr<bo_tree> last(tree);
    auto room = tree->nodes.capacity() * sizeof(bo_node) + tree->texts.capacity();
    if (spare || tree->outcome != bo_fine || room > room_to_keep) return;
    tree->clear();
    spare = std::move(last);
}

size_t bo_tree_field(bo_tree *tree, size_t start, size_t end, const uint8_t *name, size_t length) {
    // Services keep the order of fields, so the one after the last found is tried first.
    auto guess = tree->object == start ? tree->next_field : start;
    auto found = guess < end && is_called(tree->nodes[guess], name, length)
        ? guess
        : search(*tree, start, end, name, length);
    tree->object = start;
    tree->next_field = tree->nodes[found].end;
    return found;
}

bool bo_tree_may_have_twins(const bo_tree *tree, size_t start, size_t end) {
    if (end - start > 64) return true;
    // A bit for each sum of the length, the second and the last letter of a name so far; the names
    // in the rows of a chart each have a different bit.
    uint64_t seen = 0;
    for (auto index = start; index < end; index = tree->nodes[index].end) {
        auto &node = tree->nodes[index];
        auto length = node.name_length;
        auto letters = length < 2 ? 0u : node.name[1] + node.name[length - 1] * 49u;
        auto bit = uint64_t(1) << ((length + letters) % 64);
        if ((seen & bit) != 0 && search(*tree, start, index, node.name, length) != 0) return true;
        seen |= bit;
    }
    return false;
}

bool bo_tree_are_alike(const bo_tree *tree, size_t one, size_t other, size_t count) {
    for (size_t index = 0; index < count; index++) {
        auto &node = tree->nodes[one + index];
        auto &like = tree->nodes[other + index];
        auto ends_alike = node.end - one == like.end - other;
        if (!ends_alike || !is_called(node, like.name, like.name_length)) return false;
    }
    return true;
}

bo_outcome bo_tree_outcome(const bo_tree *tree) { return tree->outcome; }

bo_flaw bo_tree_flaw(const bo_tree *tree) { return tree->flaw; }

const bo_node *bo_tree_nodes(const bo_tree *tree, size_t *count) {
    *count = tree->outcome == bo_fine ? tree->nodes.size() : 0;
    return tree->nodes.data();
}
