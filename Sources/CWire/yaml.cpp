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
    bool add(bo_kind kind) {
        size_t length = 0;
        if (!open.empty() && open.back().is_mapping) {
            length = open.back().key_length;
            open.back().has_key = false;
        }
        if (!tree.add(kind)) return false;
        // The pointers are set at the end, because until then the names may move.
        tree.nodes.back().name_length = static_cast<uint32_t>(length);
        return true;
    }

    bo_outcome begin(bo_kind kind) {
        if (awaits_key()) return bo_broken;
        if (open.size() >= maximum_depth) return bo_too_deep;
        auto index = static_cast<uint32_t>(tree.nodes.size());
        if (!add(kind)) return bo_too_many;
        open.push_back({index, kind == bo_kind_object, false, 0});
        return bo_fine;
    }

    void end() {
        tree.nodes[open.back().node].end = static_cast<uint32_t>(tree.nodes.size());
        open.pop_back();
    }

    bool awaits_key() const {
        return !open.empty() && open.back().is_mapping && !open.back().has_key;
    }

    bo_outcome scalar(const yaml_event_t &event);

    // Reads a document that is one scalar, which may only be null and counts as empty.
    bo_outcome only_scalar(const yaml_event_t &event);
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

bo_outcome reader::scalar(const yaml_event_t &event) {
    auto &scalar = event.data.scalar;
    std::string text(reinterpret_cast<const char *>(scalar.value), scalar.length);
    if (awaits_key()) {
        open.back().has_key = true;
        open.back().key_length = text.size();
        tree.texts += text;
        return bo_fine;
    }
    auto kind = scalar.style == YAML_PLAIN_SCALAR_STYLE ? kind_of(text) : bo_kind_text;
    if (!add(kind)) return bo_too_many;
    if (kind == bo_kind_text || kind == bo_kind_number) {
        tree.nodes.back().text_length = static_cast<uint32_t>(text.size());
        tree.texts += text;
    }
    return bo_fine;
}

bo_outcome reader::only_scalar(const yaml_event_t &event) {
    auto &scalar = event.data.scalar;
    std::string text(reinterpret_cast<const char *>(scalar.value), scalar.length);
    if (scalar.style != YAML_PLAIN_SCALAR_STYLE || kind_of(text) != bo_kind_null) {
        return bo_not_an_object;
    }
    return add(bo_kind_object) ? bo_fine : bo_too_many;
}

bo_outcome take(reader &reader, const yaml_event_t &event) {
    switch (event.type) {
    case YAML_ALIAS_EVENT:
        return bo_alias;
    case YAML_SCALAR_EVENT:
        if (event.data.scalar.tag != nullptr) return bo_tag;
        return reader.open.empty() ? reader.only_scalar(event) : reader.scalar(event);
    case YAML_SEQUENCE_START_EVENT:
        if (event.data.sequence_start.tag != nullptr) return bo_tag;
        return reader.open.empty() ? bo_not_an_object : reader.begin(bo_kind_list);
    case YAML_MAPPING_START_EVENT:
        if (event.data.mapping_start.tag != nullptr) return bo_tag;
        return reader.begin(bo_kind_object);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        reader.end();
        return bo_fine;
    case YAML_DOCUMENT_START_EVENT:
        return reader.tree.nodes.empty() ? bo_fine : bo_trailing;
    default:
        return bo_fine;
    }
}

// Records an error and its place.
void note(bo_tree &tree, const yaml_mark_t &mark, const char *what) {
    tree.flaw.line = mark.line + 1;
    tree.flaw.column = mark.column + 1;
    tree.flaw.what = what;
}

// Records the error of libyaml; its words quote nothing of the document.
bo_outcome failure(bo_tree &tree, const yaml_parser_t &parser) {
    if (parser.error == YAML_MEMORY_ERROR) return bo_no_memory;
    if (parser.error == YAML_READER_ERROR) {
        tree.flaw.byte = parser.problem_offset + 1;
        tree.flaw.what = parser.problem;
    } else {
        note(tree, parser.problem_mark, parser.problem);
    }
    return bo_broken;
}

bo_outcome read(bo_tree &tree, yaml_parser_t &parser) {
    reader reader{tree, {}};
    bool is_over = false;
    while (!is_over) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            return failure(tree, parser);
        }
        is_over = event.type == YAML_STREAM_END_EVENT;
        auto outcome = unless_memory_is_short([&] { return take(reader, event); });
        if (outcome == bo_broken) {
            note(tree, event.start_mark, "the name of a field must be a text");
        }
        yaml_event_delete(&event);
        if (outcome != bo_fine) return outcome;
    }
    // An empty document is an object without fields.
    if (tree.nodes.empty() && !tree.add(bo_kind_object)) return bo_too_many;
    auto next = reinterpret_cast<const uint8_t *>(tree.texts.data());
    for (auto &node : tree.nodes) {
        node.name = next;
        next += node.name_length;
        node.text = next;
        next += node.text_length;
    }
    return bo_fine;
}

}  // namespace

bo_tree *bo_tree_of_yaml(const uint8_t *bytes, size_t count) {
    return tree_by([&](bo_tree &tree) {
        yaml_parser_t parser;
        if (!yaml_parser_initialize(&parser)) return bo_no_memory;
        yaml_parser_set_input_string(&parser, bytes, count);
        auto outcome = unless_memory_is_short([&] { return read(tree, parser); });
        yaml_parser_delete(&parser);
        return outcome;
    });
}
