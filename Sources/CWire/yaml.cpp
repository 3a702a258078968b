#include "tree.hpp"

#include <cstring>
#include <yaml.h>

namespace {

// A mapping or sequence that is still open.
struct open_container {
    uint32_t node;
    bool is_mapping;
    bool has_key;
    size_t key_length;
};

struct reader {
    bo_tree &tree;
    std::vector<open_container> open;

    // Adds a node; in a mapping, under the key that was read before it.
    void add(bo_kind kind) {
        size_t length = 0;
        if (!open.empty() && open.back().is_mapping) {
            length = open.back().key_length;
            open.back().has_key = false;
        }
        tree.add(kind);
        // The pointers are set at the end, because until then the names may move.
        tree.nodes.back().name_length = static_cast<uint32_t>(length);
    }

    void begin(bo_kind kind) {
        if (awaits_key()) throw bo_broken;
        if (open.size() >= maximum_depth) throw bo_too_deep;
        auto index = static_cast<uint32_t>(tree.nodes.size());
        add(kind);
        open.push_back({index, kind == bo_kind_object, false, 0});
    }

    void end() {
        tree.nodes[open.back().node].end = static_cast<uint32_t>(tree.nodes.size());
        open.pop_back();
    }

    bool awaits_key() const {
        return !open.empty() && open.back().is_mapping && !open.back().has_key;
    }

    void scalar(const yaml_event_t &event);
};

// Returns the kind of a plain scalar by the core schema of YAML 1.2, with the yes and no of 1.1.
// Numbers have no exponent.
bo_kind kind_of(const std::string &text) {
    for (auto null : {"", "~", "null", "Null", "NULL"}) {
        if (text == null) return bo_kind_null;
    }
    for (auto truth : {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"}) {
        if (text == truth) return bo_kind_true;
    }
    for (auto truth : {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"}) {
        if (text == truth) return bo_kind_false;
    }
    return is_number(text, false) ? bo_kind_number : bo_kind_text;
}

void reader::scalar(const yaml_event_t &event) {
    auto &scalar = event.data.scalar;
    std::string text(reinterpret_cast<const char *>(scalar.value), scalar.length);
    if (awaits_key()) {
        open.back().has_key = true;
        open.back().key_length = text.size();
        tree.texts += text;
        return;
    }
    auto kind = scalar.style == YAML_PLAIN_SCALAR_STYLE ? kind_of(text) : bo_kind_text;
    // A document that is null counts as empty.
    if (open.empty() && kind != bo_kind_null) throw bo_not_an_object;
    add(open.empty() ? bo_kind_object : kind);
    if (kind == bo_kind_text || kind == bo_kind_number) {
        tree.nodes.back().text_length = static_cast<uint32_t>(text.size());
        tree.texts += text;
    }
}

void take(reader &reader, const yaml_event_t &event) {
    switch (event.type) {
    case YAML_ALIAS_EVENT: throw bo_alias;
    case YAML_SCALAR_EVENT:
        if (event.data.scalar.tag != nullptr) throw bo_tag;
        return reader.scalar(event);
    case YAML_SEQUENCE_START_EVENT:
        if (event.data.sequence_start.tag != nullptr) throw bo_tag;
        if (reader.open.empty()) throw bo_not_an_object;
        return reader.begin(bo_kind_list);
    case YAML_MAPPING_START_EVENT:
        if (event.data.mapping_start.tag != nullptr) throw bo_tag;
        return reader.begin(bo_kind_object);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: return reader.end();
    case YAML_DOCUMENT_START_EVENT:
        if (!reader.tree.nodes.empty()) throw bo_trailing;
        return;
    default: return;
    }
}

// Records an error and its place.
void note(bo_tree &tree, const yaml_mark_t &mark, const char *what) {
    tree.flaw.line = mark.line + 1;
    tree.flaw.column = mark.column + 1;
    tree.flaw.what = what;
}

// Throws the error of libyaml; its words quote nothing of the document.
[[noreturn]] void fail(bo_tree &tree, const yaml_parser_t &parser) {
    if (parser.error == YAML_MEMORY_ERROR) throw bo_no_memory;
    if (parser.error == YAML_READER_ERROR) {
        tree.flaw.byte = parser.problem_offset + 1;
        tree.flaw.what = parser.problem;
    } else {
        note(tree, parser.problem_mark, parser.problem);
    }
    throw bo_broken;
}

void read(bo_tree &tree, yaml_parser_t &parser) {
    reader reader{tree, {}};
    bool is_over = false;
    while (!is_over) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) fail(tree, parser);
        is_over = event.type == YAML_STREAM_END_EVENT;
        auto outcome = outcome_of([&] { take(reader, event); });
        if (outcome == bo_broken) {
            note(tree, event.start_mark, "the name of a field must be a text");
        }
        yaml_event_delete(&event);
        if (outcome != bo_fine) throw outcome;
    }
    // An empty document is an object without fields.
    if (tree.nodes.empty()) tree.add(bo_kind_object);
    auto next = reinterpret_cast<const uint8_t *>(tree.texts.data());
    for (auto &node : tree.nodes) {
        node.name = next;
        next += node.name_length;
        node.text = next;
        next += node.text_length;
    }
}

}  // namespace

bo_tree *bo_tree_of_yaml(const uint8_t *bytes, size_t count) {
    return tree_by(-1, [&](bo_tree &tree) {
        yaml_parser_t parser;
        if (!yaml_parser_initialize(&parser)) throw bo_no_memory;
        yaml_parser_set_input_string(&parser, bytes, count);
        auto outcome = outcome_of([&] { read(tree, parser); });
        yaml_parser_delete(&parser);
        if (outcome != bo_fine) throw outcome;
    });
}
