#include "tree.hpp"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <strings.h>

namespace {

// libxml2 is opened when there is the first XML to read: with the libraries that it opens itself it
// would take a tenth of the time of a command that reads none.
struct library {
#define FUNCTION(name) decltype(&::name) name = function<decltype(&::name)>(#name)
    FUNCTION(xmlInitParser);
    FUNCTION(xmlNewParserCtxt);
    FUNCTION(xmlFreeParserCtxt);
    FUNCTION(xmlCtxtReadMemory);
    FUNCTION(xmlStopParser);
    FUNCTION(xmlFreeDoc);
#undef FUNCTION
    bool is_open = xmlInitParser != nullptr && xmlNewParserCtxt != nullptr
        && xmlFreeParserCtxt != nullptr && xmlCtxtReadMemory != nullptr && xmlStopParser != nullptr
        && xmlFreeDoc != nullptr;

    template <typename Function> static Function function(const char *name) {
        // The one whose headers this is made with, for the fields of its structures are used.
        static const auto handle = dlopen(
            LIBXML_VERSION < 21400 ? "libxml2.so.2" : "libxml2.so.16", RTLD_NOW | RTLD_LOCAL);
        return handle == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(handle, name));
    }
};

// Opened, and set up, once, before a second thread could use it.
const library &libxml2() {
    static const library opened = [] {
        library library;
        if (library.is_open) library.xmlInitParser();
        return library;
    }();
    return opened;
}

// libxml2 calls these while it reads: the tree is built on the way, and no document in memory.

bo_tree &tree_of(void *context) {
    return *static_cast<bo_tree *>(static_cast<xmlParserCtxtPtr>(context)->_private);
}

// Ends the reading; the first reason counts.
void stop(void *context, bo_outcome reason) {
    auto &tree = tree_of(context);
    if (tree.outcome == bo_fine) tree.outcome = reason;
    libxml2().xmlStopParser(static_cast<xmlParserCtxtPtr>(context));
}

// Refuses encodings in which `<` and `>` need not be the bytes they are in ASCII, for tags are
// measured by them before.
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
        // What came before the first child is no text of a leaf.
        if (node.kind == bo_kind_text) tree.texts.resize(parent.text_start);
        node.kind = parent.has_text ? bo_kind_mixed : bo_kind_elements;
    }
    auto place = static_cast<uint32_t>(tree.nodes.size());
    auto called = reinterpret_cast<const char *>(name);
    if (!tree.add(bo_kind_text, called)) return stop(context, bo_too_many);
    tree.open.push_back({place, tree.texts.size(), false});
}

void on_end_element(void *context, const xmlChar *, const xmlChar *, const xmlChar *) {
    auto &tree = tree_of(context);
    if (tree.open.empty()) return;
    auto element = tree.open.back();
    tree.open.pop_back();
    auto &node = tree.nodes[element.node];
    node.end = static_cast<uint32_t>(tree.nodes.size());
    if (node.kind == bo_kind_text) {
        // Where it lies is known when all are there, for until then they may move.
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

// Does what may run out of memory, which must not be told by way of libxml2.
template <typename Work> void guarded(void *context, Work work) noexcept {
    auto outcome = unless_memory_is_short([&] {
        work();
        return bo_fine;
    });
    if (outcome != bo_fine) stop(context, outcome);
}

void on_start_element(void *context, const xmlChar *name, const xmlChar *, const xmlChar *, int,
                      const xmlChar **, int, int, const xmlChar **) {
    guarded(context, [&] { begin_element(context, name); });
}

void on_text(void *context, const xmlChar *bytes, int count) {
    guarded(context, [&] { add_text(context, bytes, count); });
}

void on_error(void *, xmlErrorPtr) {}

xmlParserCtxtPtr new_context(bo_tree &tree) {
    auto context = libxml2().xmlNewParserCtxt();
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
    handler.serror = on_error;
    context->_private = &tree;
    return context;
}

// How much a context may read: the dictionary may hold ten megabytes.
constexpr size_t dictionary_limit = 4 << 20;

bo_outcome read(bo_tree &tree, const uint8_t *bytes, size_t count) {
    auto &libxml2 = ::libxml2();
    if (!libxml2.is_open) return bo_no_library;
    if (count > INT32_MAX) return bo_too_many;
    if (tree.xml_bytes > dictionary_limit) tree.forget_xml();
    tree.xml_bytes += count;
    if (tree.xml == nullptr) {
        tree.xml = new_context(tree);
        tree.free_xml = libxml2.xmlFreeParserCtxt;
    }
    if (tree.xml == nullptr || !tree.add(bo_kind_object)) return bo_no_memory;
    auto text = reinterpret_cast<const char *>(bytes);
    // No document comes of it, for the handler makes none.
    libxml2.xmlFreeDoc(libxml2.xmlCtxtReadMemory(
        tree.xml, text, static_cast<int>(count), nullptr, nullptr, XML_PARSE_NONET));
    if (tree.outcome != bo_fine) return tree.outcome;
    if (!tree.xml->wellFormed) return bo_broken;
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

bo_tree *bo_tree_of_xml(const uint8_t *bytes, size_t count) {
    return tree_by([&](bo_tree &tree) { return read(tree, bytes, count); });
}
