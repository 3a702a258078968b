#include "libxml2.hpp"
#include "tree.hpp"
#include "xml_measure.hpp"
#include "xml_quick.hpp"

#include <algorithm>
#include <cstring>
#include <strings.h>

namespace {

// libxml2 calls these while it reads: they build the tree, and libxml2 builds no document.

bo_tree &tree_of(void *context) {
    return *static_cast<bo_tree *>(static_cast<xmlParserCtxtPtr>(context)->_private);
}

// Stops reading; the first reason is kept.
void stop(void *context, bo_outcome reason) {
    auto &tree = tree_of(context);
    if (tree.outcome == bo_fine) tree.outcome = reason;
    libxml2()->xmlStopParser(static_cast<xmlParserCtxtPtr>(context));
}

// The maximum number of names in a document: elements, attributes, namespaces and instructions. A
// list of a hundred films has about three thousand.
constexpr size_t maximum_xml_names = 250'000;

// The maximum number of namespaces it may declare; answers have none. Each one makes looking up a
// prefix slower.
constexpr size_t maximum_xml_namespaces = 64;

// The maximum number of bytes of different names that libxml2 may know, from one document or
// several; an answer has about 200 names, with 3 kB in all. Its dictionary never shrinks, and has
// at most about a thousand buckets, which are searched linearly.
constexpr size_t dictionary_limit = 64 << 10;

// Above this size the dictionary is replaced before the next document, which then has room for its
// own names.
constexpr size_t dictionary_to_keep = 24 << 10;

// Counts more names; returns false if reading ends because of them.
bool count_names(void *context, size_t names, size_t namespaces = 0) {
    auto &tree = tree_of(context);
    tree.xml_names += names;
    tree.xml_namespaces += namespaces;
    if (tree.xml_names > maximum_xml_names || tree.xml_namespaces > maximum_xml_namespaces) {
        stop(context, bo_too_many);
        return false;
    }
    // The clock is read only now and then, because reading it is slower than counting.
    if ((tree.xml_names & 0xFF) == 0 && tree.deadline.has_passed()) {
        stop(context, bo_overdue);
        return false;
    }
    return true;
}

// Refuses encodings in which `<` and `>` may be other bytes than in ASCII, because tags are
// measured beforehand by these bytes.
void on_start(void *context) {
    static const char *const known[] = {
        "UTF-8", "UTF8", "US-ASCII", "ASCII", "ISO-8859-1", "EUC-KR", "EUCKR", "CP949", "UHC",
        "MS949", "KS_C_5601-1987", "UTF-16", "UTF-16LE", "UTF-16BE",
    };
    auto parser = static_cast<xmlParserCtxtPtr>(context);
    auto name = parser->encoding;
    if (name == nullptr && parser->input != nullptr) name = parser->input->encoding;
    if (name == nullptr) return;
    for (auto each : known) {
        if (strcasecmp(reinterpret_cast<const char *>(name), each) == 0) return;
    }
    stop(context, bo_encoding);
}

void on_document_type(void *context, const xmlChar *, const xmlChar *, const xmlChar *) {
    stop(context, bo_document_type);
}

void on_reference(void *context, const xmlChar *) { stop(context, bo_entity); }

bool is_blank(const char *text, size_t count) {
    return std::all_of(text, text + count, [](char sign) {
        return sign == ' ' || sign == '\t' || sign == '\r' || sign == '\n';
    });
}

void begin_element(void *context, const xmlChar *name) {
    auto &tree = tree_of(context);
    if (tree.open.size() >= maximum_depth) return stop(context, bo_too_deep);
    if (!tree.open.empty()) {
        auto &parent = tree.open.back();
        auto &node = tree.nodes[parent.node];
        // Text before the first child is not the text of a leaf.
        if (node.kind == bo_kind_text) tree.texts.resize(parent.text_start);
        node.kind = parent.has_text ? bo_kind_mixed : bo_kind_elements;
    }
    auto index = static_cast<uint32_t>(tree.nodes.size());
    auto called = reinterpret_cast<const char *>(name);
    if (!tree.add(bo_kind_text, called)) return stop(context, bo_too_many);
    tree.open.push_back({index, tree.texts.size(), false});
}

void on_end_element(void *context, const xmlChar *, const xmlChar *, const xmlChar *) {
    auto &tree = tree_of(context);
    if (tree.open.empty()) return;
    auto element = tree.open.back();
    tree.open.pop_back();
    auto &node = tree.nodes[element.node];
    node.end = static_cast<uint32_t>(tree.nodes.size());
    if (node.kind == bo_kind_text) {
        // The pointer is set at the end, because until then the texts may move.
        node.text_length = static_cast<uint32_t>(tree.texts.size() - element.text_start);
    }
}

void add_text(void *context, const xmlChar *bytes, int count) {
    auto &tree = tree_of(context);
    if (tree.open.empty() || count <= 0) return;
    auto text = reinterpret_cast<const char *>(bytes);
    auto length = static_cast<size_t>(count);
    auto &element = tree.open.back();
    auto &node = tree.nodes[element.node];
    if (!element.has_text) element.has_text = !is_blank(text, length);
    if (node.kind == bo_kind_text) {
        tree.texts.append(text, length);
    } else if (element.has_text) {
        node.kind = bo_kind_mixed;
    }
}

// Runs code that may run out of memory; no exception may pass through libxml2.
template <typename Work> void guarded(void *context, Work work) noexcept {
    auto outcome = unless_memory_is_short([&] {
        work();
        return bo_fine;
    });
    if (outcome != bo_fine) stop(context, outcome);
}

void on_start_element(void *context, const xmlChar *name, const xmlChar *, const xmlChar *,
                      int namespaces, const xmlChar **, int attributes, int, const xmlChar **) {
    auto spaces = static_cast<size_t>(std::max(namespaces, 0));
    auto others = static_cast<size_t>(std::max(attributes, 0));
    if (!count_names(context, 1 + spaces + others, spaces)) return;
    guarded(context, [&] { begin_element(context, name); });
}

void on_instruction(void *context, const xmlChar *, const xmlChar *) { count_names(context, 1); }

void on_text(void *context, const xmlChar *bytes, int count) {
    guarded(context, [&] { add_text(context, bytes, count); });
}

// Records the first error and stops reading: libxml2 would go on at full cost only to find more errors.
template <typename Error> void on_error(void *context, Error error) {
    auto parser = static_cast<xmlParserCtxtPtr>(context);
    auto &tree = tree_of(context);
    if (error == nullptr || error->level < XML_ERR_FATAL || tree.outcome != bo_fine) return;
    tree.outcome = error->code == XML_ERR_NO_MEMORY ? bo_no_memory : bo_broken;
    if (parser->input != nullptr) {
        tree.flaw.line = static_cast<size_t>(std::max(parser->input->line, 0));
        tree.flaw.column = static_cast<size_t>(std::max(parser->input->col, 0));
    }
    tree.flaw.what = words_for(error->code, tree.has_bad_bytes);
    if (may_stop_after_error()) return libxml2()->xmlStopParser(parser);
    parser->instate = XML_PARSER_EOF;
    parser->disableSAX = 1;
}

// Receives errors that libxml2 reports without a document, such as bytes that cannot be decoded.
// Otherwise it would print them on standard error.
template <typename Error> void on_stray_error(void *tree, Error error) {
    if (tree == nullptr || error == nullptr || error->level < XML_ERR_ERROR) return;
    static_cast<bo_tree *>(tree)->has_bad_bytes = true;
}

void on_message(void *, const char *, ...) {}

// Makes libxml2 report such errors to `tree`. It is a setting of the thread, which is made for
// every document because any code of the process may change it.
class errors_of_thread {
public:
    explicit errors_of_thread(bo_tree &tree) { report(&tree); }
    ~errors_of_thread() { report(nullptr); }
    errors_of_thread(const errors_of_thread &) = delete;
    errors_of_thread &operator=(const errors_of_thread &) = delete;

private:
    static void report(bo_tree *tree) {
        libxml2()->xmlSetStructuredErrorFunc(tree, on_stray_error);
        libxml2()->xmlSetGenericErrorFunc(nullptr, on_message);
    }
};

xmlParserCtxtPtr new_context(bo_tree &tree) {
    auto context = libxml2()->xmlNewParserCtxt();
    if (context == nullptr) return nullptr;
    auto &handler = *context->sax;
    std::memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startDocument = on_start;
    handler.internalSubset = on_document_type;
    handler.reference = on_reference;
    handler.startElementNs = on_start_element;
    handler.endElementNs = on_end_element;
    handler.characters = on_text;
    handler.ignorableWhitespace = on_text;
    handler.cdataBlock = on_text;
    handler.processingInstruction = on_instruction;
    handler.serror = on_error;
    context->_private = &tree;
    libxml2()->xmlDictSetLimit(context->dict, dictionary_limit);
    return context;
}

// Returns true if libxml2 would refuse another name.
bool is_dictionary_full(const bo_tree &tree) {
    return libxml2()->xmlDictGetUsage(tree.xml->dict) > dictionary_limit;
}

bo_outcome read(bo_tree &tree, const uint8_t *bytes, size_t count) {
    if (auto outcome = measure_xml(tree, bytes, count)) return outcome;
    auto &libxml2 = *::libxml2();
    // Checked first, because without libxml2 some answers could be read, and others not.
    if (libxml2.shared.trouble != nullptr) return bo_no_library;
    if (read_xml_quickly(tree, bytes, count)) {
        return tree.deadline.has_passed() ? bo_overdue : bo_fine;
    }
    // XML that the quick reader does not support is read by libxml2 from the beginning: the bytes
    // are unchanged.
    tree.nodes.clear();
    tree.texts.clear();
    if (tree.xml != nullptr && libxml2.xmlDictGetUsage(tree.xml->dict) > dictionary_to_keep) {
        tree.forget_xml();
    }
    if (tree.xml == nullptr) {
        tree.xml = new_context(tree);
        tree.free_xml = libxml2.xmlFreeParserCtxt;
    }
    if (tree.xml == nullptr || !tree.add(bo_kind_object)) return bo_no_memory;
    auto text = reinterpret_cast<const char *>(bytes);
    {
        errors_of_thread errors(tree);
        // There is no document to free, because the handler creates none.
        libxml2.xmlFreeDoc(libxml2.xmlCtxtReadMemory(
            tree.xml, text, static_cast<int>(count), nullptr, nullptr, XML_PARSE_NONET));
    }
    if (tree.outcome == bo_fine && tree.deadline.has_passed()) return bo_overdue;
    auto is_fine = tree.outcome == bo_fine && tree.xml->wellFormed && !tree.has_bad_bytes;
    // libxml2 reports a name that does not fit as an error or as a lack of memory.
    auto may_lack_room = tree.outcome == bo_fine || tree.outcome == bo_broken
        || tree.outcome == bo_no_memory;
    if (!is_fine && may_lack_room && is_dictionary_full(tree)) return bo_too_many_names;
    if (tree.outcome != bo_fine) return tree.outcome;
    if (!is_fine) {
        if (tree.has_bad_bytes) tree.flaw.what = words_for(XML_I18N_CONV_FAILED, true);
        return bo_broken;
    }
    tree.nodes[0].end = static_cast<uint32_t>(tree.nodes.size());
    auto next = reinterpret_cast<const uint8_t *>(tree.texts.data());
    for (auto &node : tree.nodes) {
        if (node.kind != bo_kind_text) continue;
        node.text = next;
        next += node.text_length;
    }
    return bo_fine;
}

}  // namespace

bo_tree *bo_tree_of_xml(const uint8_t *bytes, size_t count, int64_t limit) {
    return tree_by([&](bo_tree &tree) {
        tree.deadline = bo_deadline(limit);
        return read(tree, bytes, count);
    });
}
