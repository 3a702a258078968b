#include "libxml2.hpp"
#include "tree.hpp"

#include <array>
#include <cstring>
#include <strings.h>

namespace {

using text = std::string_view;

// The longest document; a list of a hundred films has about 100 kB.
constexpr size_t maximum_xml = 8 << 20;

// The maximum number of `=` between one `<` and the next, and so of attributes in a tag; tags of
// answers have none. The time of libxml2 grows with the square of this number.
constexpr size_t maximum_attributes = 1000;

// The maximum number of names in a document: elements, attributes, namespaces and instructions. A
// list of a hundred films has about three thousand.
constexpr size_t maximum_xml_names = 250'000;

// The maximum number of namespaces it may declare; answers have none. Each one makes looking up a
// prefix slower.
constexpr size_t maximum_xml_namespaces = 64;

// Above this size the dictionary is replaced before the next document, which then has room for its
// own names.
constexpr size_t dictionary_to_keep = 24 << 10;

// MARK: - Before reading

bool begins(text bytes, text start) { return bytes.substr(0, start.size()) == start; }

// Returns true if a tag may have too many attributes.
bool has_many_attributes(text bytes) {
    size_t count = 0, last = 0;
    for (auto at = bytes.find('='); at != text::npos; at = bytes.find('=', at + 1)) {
        count = bytes.substr(last, at - last).find('<') == text::npos ? count + 1 : 1;
        if (count > maximum_attributes) return true;
        last = at;
    }
    return false;
}

[[noreturn]] void fail_at(bo_tree &tree, size_t index, const char *what) {
    tree.flaw.byte = index + 1;
    tree.flaw.what = what;
    throw bo_broken;
}

// Refuses documents that are too long, have a NUL or too many attributes, or are in an encoding in
// which `<` and `=` are not the bytes of ASCII, so that the key could not be found in them either.
void check(bo_tree &tree, text bytes) {
    if (bytes.size() > maximum_xml) throw bo_too_long;
    // UTF-16, UTF-32 and the EBCDIC that libxml2 reads.
    for (auto start : {text("\xFF\xFE"), text("\xFE\xFF"), text("<\0", 2), text("\0<", 2),
                       text("\0\0", 2), text("\x4C\x6F\xA7\x94", 4)}) {
        if (begins(bytes, start)) throw bo_encoding;
    }
    auto zero = bytes.find('\0');
    if (zero != text::npos) fail_at(tree, zero, "a NUL");
    if (has_many_attributes(bytes)) throw bo_long_tag;
}

// MARK: - Reading

bool is_blank(text part) { return part.find_first_not_of(" \t\r\n") == text::npos; }

// Builds a tree of what libxml2 reads, which builds no document itself.
struct xml_reader {
    bo_tree &tree;
    // The nodes of the document and of the elements that are open.
    std::array<uint32_t, maximum_depth + 1> open{};
    size_t depth = 0;
    size_t names = 0;
    size_t namespaces = 0;
    // The first reason to stop.
    bo_outcome outcome = bo_fine;
    // True if there were bytes that are not valid in the document's encoding.
    bool has_bad_bytes = false;

    void count_name(text name = {}) {
        if (begins(name, "xmlns")) ++namespaces;
        if (++names > maximum_xml_names || namespaces > maximum_xml_namespaces) throw bo_too_many;
        // The clock is read only now and then, because reading it is slower than counting.
        if ((names & 0xFF) == 0 && tree.deadline.has_passed()) throw bo_overdue;
    }

    void begin(text name) {
        if (depth == maximum_depth) throw bo_too_deep;
        auto &parent = tree.nodes[open[depth]];
        if (parent.kind == bo_kind_text) {
            // Text before the first child is not the text of a leaf.
            auto start = tree.texts.size() - parent.text_length;
            auto is_mixed = !is_blank(text(tree.texts).substr(start));
            parent.kind = is_mixed ? bo_kind_mixed : bo_kind_elements;
            parent.text_length = 0;
            tree.texts.resize(start);
        }
        open[++depth] = static_cast<uint32_t>(tree.nodes.size());
        // The name without a prefix.
        tree.add(bo_kind_text, name.substr(name.find(':') + 1));
    }

    void end() {
        tree.nodes[open[depth--]].end = static_cast<uint32_t>(tree.nodes.size());
    }

    void add(text part) {
        auto &node = tree.nodes[open[depth]];
        if (node.kind == bo_kind_text) {
            tree.texts.append(part);
            node.text_length += static_cast<uint32_t>(part.size());
        } else if (!is_blank(part)) {
            node.kind = bo_kind_mixed;
        }
    }
};

// Refuses encodings in which `<` and `=` may be other bytes than in ASCII.
void check_encoding(const xmlParserCtxt &parser) {
    static const char *const known[] = {
        "UTF-8", "UTF8", "US-ASCII", "ASCII", "ISO-8859-1", "EUC-KR", "EUCKR", "CP949", "UHC",
        "MS949", "KS_C_5601-1987",
    };
    auto name = parser.encoding;
    if (name == nullptr && parser.input != nullptr) name = parser.input->encoding;
    if (name == nullptr) return;
    for (auto each : known) {
        if (strcasecmp(reinterpret_cast<const char *>(name), each) == 0) return;
    }
    throw bo_encoding;
}

// Calls `work` for the document that a parser reads, and stops the parser if it throws: no
// exception may pass through libxml2.
template <typename Work> void on_event(void *context, Work work) noexcept {
    auto &reader = *static_cast<xml_reader *>(static_cast<xmlParserCtxtPtr>(context)->_private);
    auto outcome = outcome_of([&] { work(reader); });
    if (outcome == bo_fine) return;
    if (reader.outcome == bo_fine) reader.outcome = outcome;
    libxml2()->xmlStopParser(static_cast<xmlParserCtxtPtr>(context));
}

const char *chars(const xmlChar *bytes) { return reinterpret_cast<const char *>(bytes); }

void on_start_element(void *context, const xmlChar *name, const xmlChar **attributes) {
    on_event(context, [&](xml_reader &reader) {
        reader.count_name();
        for (; attributes != nullptr && *attributes != nullptr; attributes += 2) {
            reader.count_name(chars(*attributes));
        }
        reader.begin(chars(name));
    });
}

void on_text(void *context, const xmlChar *bytes, int count) {
    on_event(context, [&](xml_reader &reader) {
        reader.add({chars(bytes), static_cast<size_t>(count)});
    });
}

// Records the first error and stops reading: libxml2 would go on at full cost only to find more
// errors. It would print them on standard error otherwise; those without a parser are about bytes
// that cannot be decoded.
template <typename Error> void on_error(void *data, Error error) {
    if (data == nullptr || error->level < XML_ERR_ERROR) return;
    auto &reader = *static_cast<xml_reader *>(data);
    auto parser = static_cast<xmlParserCtxtPtr>(error->ctxt);
    if (parser == nullptr) reader.has_bad_bytes = true;
    if (parser == nullptr || error->level < XML_ERR_FATAL || reader.outcome != bo_fine) return;
    reader.outcome = error->code == XML_ERR_NO_MEMORY ? bo_no_memory : bo_broken;
    reader.tree.flaw = {static_cast<size_t>(error->line), static_cast<size_t>(error->int2), 0,
                        words_for(error->code)};
    if (may_stop_after_error()) return libxml2()->xmlStopParser(parser);
    parser->instate = XML_PARSER_EOF;
    parser->disableSAX = 1;
}

// Makes libxml2 report errors to `reader`. It is a setting of the thread, which is made for
// every document because any code of the process may change it.
void take_errors(xml_reader *reader) {
    libxml2()->xmlSetStructuredErrorFunc(reader, on_error);
    libxml2()->xmlSetGenericErrorFunc(nullptr, ignore_message);
}

xmlParserCtxtPtr new_context() {
    auto context = libxml2()->xmlNewParserCtxt();
    if (context == nullptr) throw bo_no_memory;
    // The handler is one of SAX 1: SAX 2 looks up namespaces, which answers do not have.
    auto &handler = *context->sax;
    std::memset(&handler, 0, sizeof handler);
    handler.startDocument = [](void *context) {
        auto &parser = *static_cast<xmlParserCtxtPtr>(context);
        on_event(context, [&](auto &) { check_encoding(parser); });
    };
    handler.internalSubset = [](void *context, auto...) {
        on_event(context, [](auto &) { throw bo_document_type; });
    };
    handler.reference = [](void *context, auto...) {
        on_event(context, [](auto &) { throw bo_entity; });
    };
    handler.startElement = on_start_element;
    handler.endElement = [](void *context, auto...) {
        on_event(context, [](auto &reader) { reader.end(); });
    };
    handler.characters = on_text;
    handler.ignorableWhitespace = on_text;
    handler.cdataBlock = on_text;
    handler.processingInstruction = [](void *context, auto...) {
        on_event(context, [](auto &reader) { reader.count_name(); });
    };
    libxml2()->xmlDictSetLimit(context->dict, dictionary_limit);
    return context;
}

void read(bo_tree &tree, text bytes) {
    check(tree, bytes);
    auto &libxml2 = *::libxml2();
    if (libxml2.shared.trouble != nullptr) throw bo_no_library;
    if (tree.xml != nullptr && libxml2.xmlDictGetUsage(tree.xml->dict) > dictionary_to_keep) {
        tree.forget_xml();
    }
    tree.free_xml = libxml2.xmlFreeParserCtxt;
    if (tree.xml == nullptr) tree.xml = new_context();
    tree.texts.reserve(bytes.size());
    tree.add(bo_kind_object);
    xml_reader reader{tree};
    tree.xml->_private = &reader;
    take_errors(&reader);
    // There is no document to free, because the handler creates none.
    libxml2.xmlFreeDoc(libxml2.xmlCtxtReadMemory(
        tree.xml, bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr,
        XML_PARSE_NONET));
    take_errors(nullptr);
    auto outcome = reader.outcome;
    if (outcome == bo_fine && (!tree.xml->wellFormed || reader.has_bad_bytes)) outcome = bo_broken;
    if (reader.has_bad_bytes) tree.flaw.what = words_for(XML_I18N_CONV_FAILED);
    // libxml2 reports a name that does not fit as an error or as a lack of memory.
    auto may_lack_room = outcome == bo_broken || outcome == bo_no_memory;
    if (may_lack_room && libxml2.xmlDictGetUsage(tree.xml->dict) > dictionary_limit) {
        throw bo_too_many_names;
    }
    if (outcome != bo_fine) throw outcome;
    tree.nodes[0].end = static_cast<uint32_t>(tree.nodes.size());
    auto next = reinterpret_cast<const uint8_t *>(tree.texts.data());
    for (auto &node : tree.nodes) {
        if (node.kind != bo_kind_text) continue;
        node.text = next;
        next += node.text_length;
    }
}

}  // namespace

bo_tree *bo_tree_of_xml(const uint8_t *bytes, size_t count, int64_t limit) {
    return tree_by(limit, [&](bo_tree &tree) {
        read(tree, {reinterpret_cast<const char *>(bytes), count});
    });
}
