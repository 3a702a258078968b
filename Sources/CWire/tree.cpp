#include "tree.hpp"

#include <new>

namespace {

// What a tree may have room for and still be kept for the next document.
constexpr size_t room_to_keep = 1 << 20;

thread_local std::unique_ptr<bo_tree> spare;

}  // namespace

bo_tree *bo_tree_new() {
    auto tree = spare ? spare.release() : new (std::nothrow) bo_tree;
    if (tree != nullptr) tree->clear();
    return tree;
}

void bo_tree_free(bo_tree *tree) {
    std::unique_ptr<bo_tree> last(tree);
    auto room = tree->nodes.capacity() * sizeof(bo_node) + tree->json.capacity()
        + tree->texts.capacity();
    if (!spare && room <= room_to_keep) spare = std::move(last);
}

bo_outcome bo_tree_outcome(const bo_tree *tree) { return tree->outcome; }

const bo_node *bo_tree_nodes(const bo_tree *tree, size_t *count) {
    *count = tree->outcome == bo_fine ? tree->nodes.size() : 0;
    return tree->nodes.data();
}
