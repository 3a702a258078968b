// Declarations shared by the readers of JSON, XML and YAML.

#ifndef BO_EXPORT_TREE_HPP
#define BO_EXPORT_TREE_HPP

#include "CWire.h"

#include <chrono>
#include <libxml/parser.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Answers nest about five deep and have a few thousand nodes; documents beyond this are refused.
constexpr size_t maximum_depth = 32;
constexpr size_t maximum_nodes = 2'000'000;

// The time at which reading is given up.
struct bo_deadline {
    using clock = std::chrono::steady_clock;
    clock::time_point end = clock::time_point::max();

    bo_deadline() = default;

    // Sets the end to `limit` nanoseconds from now; to never, if that is negative or more than a
    // century.
    explicit bo_deadline(int64_t limit) {
        constexpr int64_t century = 100LL * 366 * 86'400 * 1'000'000'000;
        if (limit >= 0 && limit < century) end = clock::now() + std::chrono::nanoseconds(limit);
    }

    bool has_passed() const {
        return end != clock::time_point::max() && clock::now() >= end;
    }
};

struct bo_tree {
    std::vector<bo_node> nodes;
    // The first node of the object in which a field was found last, and the node after that field.
    size_t object = 0;
    size_t next_field = 0;
    bo_outcome outcome = bo_fine;
    bo_flaw flaw{};
    bo_deadline deadline;

    // XML: names point into the dictionary of the context.
    xmlParserCtxtPtr xml = nullptr;
    void (*free_xml)(xmlParserCtxtPtr) = nullptr;

    // XML and YAML: the texts, and the names of YAML, one after the other. JSON is here as a whole,
    // and names and texts point into it.
    std::string texts;

    ~bo_tree() { forget_xml(); }

    void forget_xml() {
        if (xml != nullptr) free_xml(xml);
        xml = nullptr;
    }

    // Removes a document that was read without an error, and keeps the memory.
    void clear() {
        nodes.clear();
        object = 0;
        texts.clear();
    }

    // Adds a node; throws `bo_too_many` if there are too many.
    [[gnu::always_inline]] void add(bo_kind kind, std::string_view name = {},
                                    std::string_view text = {}) {
        if (nodes.size() >= maximum_nodes) throw bo_too_many;
        // Filled in place: a copy of a node that was just written in pieces would have to wait for
        // the writes.
        auto &node = nodes.emplace_back();
        node.name = bytes(name);
        node.text = bytes(text);
        node.name_length = static_cast<uint32_t>(name.size());
        node.text_length = static_cast<uint32_t>(text.size());
        node.end = static_cast<uint32_t>(nodes.size());
        node.kind = kind;
    }

    static const uint8_t *bytes(std::string_view text) {
        return reinterpret_cast<const uint8_t *>(text.data());
    }
};

// Returns true if `text` is a number, of any size. In YAML it may begin with zeros, and has no
// exponent.
bool is_number(std::string_view text, bool is_json);

// Returns a tree to fill; NULL if memory is short. A tree that this thread has freed is used again,
// because making the parser of XML takes longer than reading an answer.
bo_tree *bo_tree_new();

// Calls `read` and returns the outcome that it throws, or `bo_fine`; no exception may reach C or
// Swift.
template <typename Read> bo_outcome outcome_of(Read read) noexcept {
    try {
        read();
        return bo_fine;
    } catch (bo_outcome outcome) {
        return outcome;
    } catch (...) {
        return bo_no_memory;
    }
}

// Returns a tree that `read` fills in at most `limit` nanoseconds; NULL if memory is short.
template <typename Read> bo_tree *tree_by(int64_t limit, Read read) {
    auto tree = bo_tree_new();
    if (tree == nullptr) return nullptr;
    tree->deadline = bo_deadline(limit);
    tree->outcome = outcome_of([&] { read(*tree); });
    if (tree->outcome == bo_fine && tree->deadline.has_passed()) tree->outcome = bo_overdue;
    return tree;
}

#endif
