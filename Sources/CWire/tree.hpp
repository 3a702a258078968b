// What the three readers share.

#ifndef BO_EXPORT_TREE_HPP
#define BO_EXPORT_TREE_HPP

#include "CWire.h"

#include <chrono>
#include <libxml/parser.h>
#include <memory>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <vector>

// Answers of KOBIS nest five deep and have some thousand nodes; what has more than this is none.
constexpr size_t maximum_depth = 32;
constexpr size_t maximum_nodes = 2'000'000;

// The time after which reading is given up.
struct bo_deadline {
    using clock = std::chrono::steady_clock;
    clock::time_point end = clock::time_point::max();

    bo_deadline() = default;

    // So many nanoseconds from now; never, where they are negative or more than a century.
    explicit bo_deadline(int64_t limit) {
        constexpr int64_t century = 100LL * 366 * 86'400 * 1'000'000'000;
        if (limit >= 0 && limit < century) end = clock::now() + std::chrono::nanoseconds(limit);
    }

    bool has_passed() const {
        return end != clock::time_point::max() && clock::now() >= end;
    }
};

// An element whose end has not come.
struct bo_open_element {
    uint32_t node;
    size_t text_start;
    bool has_text;
};

struct bo_tree {
    std::vector<bo_node> nodes;
    // Where fields were found.
    std::vector<uint32_t> found;
    bo_outcome outcome = bo_fine;
    bo_flaw flaw{};
    bo_deadline deadline;

    // JSON: the nodes point into these.
    std::vector<char> json;
    simdjson::dom::parser dom;
    simdjson::ondemand::parser on_demand;
    // Whether the last JSON had a number in it.
    bool has_numbers = false;

    // XML: names point into the dictionary of the context.
    xmlParserCtxtPtr xml = nullptr;
    void (*free_xml)(xmlParserCtxtPtr) = nullptr;
    std::vector<bo_open_element> open;
    // How many names, and how many names of namespaces, the document had so far.
    size_t xml_names = 0;
    size_t xml_namespaces = 0;
    // Whether bytes came that the document's encoding does not have.
    bool has_bad_bytes = false;

    // XML and YAML: texts, and the names of YAML, one behind the other.
    std::string texts;

    ~bo_tree() { forget_xml(); }

    void forget_xml() {
        if (xml != nullptr) free_xml(xml);
        xml = nullptr;
    }

    // Forgets the document and keeps the room it took.
    void clear() {
        nodes.clear();
        found.clear();
        texts.clear();
        open.clear();
        outcome = bo_fine;
        flaw = {};
        deadline = {};
        xml_names = 0;
        xml_namespaces = 0;
        has_bad_bytes = false;
    }

    // Adds a node; false where there are too many.
    [[gnu::always_inline]] bool add(bo_kind kind, std::string_view name = {},
                                    std::string_view text = {}) {
        if (nodes.size() >= maximum_nodes) return false;
        auto end = static_cast<uint32_t>(nodes.size() + 1);
        nodes.push_back({bytes(name), bytes(text), static_cast<uint32_t>(name.size()),
                         static_cast<uint32_t>(text.size()), end, kind});
        return true;
    }

    static const uint8_t *bytes(std::string_view text) {
        return reinterpret_cast<const uint8_t *>(text.data());
    }
};

// A tree to fill; NULL where memory is short. The one that the thread freed last is used again, for
// making parsers takes longer than an answer does.
bo_tree *bo_tree_new();

// What `read` comes to; no exception may leave for C or Swift.
template <typename Read> bo_outcome unless_memory_is_short(Read read) noexcept {
    try {
        return read();
    } catch (...) {
        return bo_no_memory;
    }
}

// A tree that is what `read` makes of it; NULL where memory is short.
template <typename Read> bo_tree *tree_by(Read read) {
    auto tree = bo_tree_new();
    if (tree != nullptr) tree->outcome = unless_memory_is_short([&] { return read(*tree); });
    return tree;
}

#endif
