// Reads long XML and pages with the parsers of libxml2 that take a document in blocks: memory does
// not grow with the document, and a tag without an end is refused early.

#include "libxml2.hpp"

#include "CWire.h"

#include <algorithm>

namespace {

constexpr size_t block_size = 16 << 10;

// The longest tag or comment; the time that libxml2 needs for a tag grows with the square of its
// attributes.
constexpr size_t longest_tag = 64 << 10;

// The maximum number of bytes without a tag or a piece of text.
constexpr size_t longest_silence = 1 << 20;

struct markup_reader {
    void *context;
    bool (*handler)(void *context, const bo_markup *part);
    xmlParserCtxtPtr parser = nullptr;
    bo_outcome outcome = bo_fine;
    // Where the last tag or text ended.
    size_t offset = 0;
};

void pass(void *context, bo_markup_kind kind, const xmlChar *text, int count,
          const xmlChar **attributes = nullptr) {
    auto &reader = *static_cast<markup_reader *>(context);
    // The parser goes on to the end of the block.
    if (reader.outcome != bo_fine) return;
    const auto &input = *reader.parser->input;
    reader.offset = input.consumed + static_cast<size_t>(input.cur - input.base);
    bo_markup part{kind, text, static_cast<size_t>(count), attributes, reader.offset};
    if (!reader.handler(reader.context, &part)) reader.outcome = bo_stopped;
}

// Makes the handler of SAX 1, which builds no document.
xmlSAXHandler new_handler() {
    xmlSAXHandler handler{};
    handler.startElement = [](void *context, const xmlChar *name, const xmlChar **attributes) {
        pass(context, bo_markup_start, name, 0, attributes);
    };
    handler.endElement = [](void *context, const xmlChar *name) {
        pass(context, bo_markup_end, name, 0);
    };
    handler.characters = [](void *context, const xmlChar *text, int count) {
        pass(context, bo_markup_text, text, count);
    };
    handler.ignorableWhitespace = handler.cdataBlock = handler.characters;
    return handler;
}

}  // namespace

bo_outcome bo_markup_read(
    const uint8_t *bytes, size_t count, bool is_page, void *context,
    bool (*handler)(void *context, const bo_markup *part), bo_flaw *flaw) {
    auto &libxml2 = *::libxml2();
    if (libxml2.shared.trouble != nullptr) return bo_no_library;
    markup_reader reader{context, handler};
    auto sax = new_handler();
    if (!is_page) {
        sax.internalSubset = [](void *context, auto...) {
            static_cast<markup_reader *>(context)->outcome = bo_document_type;
        };
    }
    auto parser = is_page ? libxml2.htmlCreatePushParserCtxt(
                                &sax, &reader, nullptr, 0, nullptr, XML_CHAR_ENCODING_UTF8)
                          : libxml2.xmlCreatePushParserCtxt(&sax, &reader, nullptr, 0, nullptr);
    if (parser == nullptr) return bo_no_memory;
    reader.parser = parser;
    libxml2.xmlDictSetLimit(parser->dict, dictionary_limit);
    libxml2.xmlSetGenericErrorFunc(nullptr, ignore_message);
    if (is_page) libxml2.htmlCtxtUseOptions(parser, HTML_PARSE_RECOVER | HTML_PARSE_IGNORE_ENC);
    auto parse = is_page ? libxml2.htmlParseChunk : libxml2.xmlParseChunk;
    auto text = reinterpret_cast<const char *>(bytes);
    size_t at = 0;
    do {
        auto end = std::min(at + block_size, count);
        // Version 2.9 loses its place in a tag of a page that two blocks share.
        while (is_page && end < count && bytes[end - 1] != '>') ++end;
        auto size = static_cast<int>(end - at);
        auto is_long = end - at > block_size + longest_tag;
        auto code = is_long ? 0 : parse(parser, text + at, size, end == count);
        if (reader.outcome != bo_fine) break;
        const auto &input = *parser->input;
        auto rest = static_cast<size_t>(input.end - input.cur);
        auto read = input.consumed + static_cast<size_t>(input.end - input.base);
        is_long |= rest > longest_tag && *input.cur == '<';
        if (!is_page && code != XML_ERR_OK) {
            reader.outcome = bo_broken;
            *flaw = {static_cast<size_t>(input.line), static_cast<size_t>(input.col), 0,
                     words_for(code)};
        } else if (is_long || read > reader.offset + longest_silence) {
            reader.outcome = bo_long_tag;
        } else if (libxml2.xmlDictGetUsage(parser->dict) > dictionary_limit) {
            reader.outcome = bo_too_many_names;
        }
        at = end;
    } while (reader.outcome == bo_fine && at < count);
    // Only a document type makes the parser create a document.
    libxml2.xmlFreeDoc(parser->myDoc);
    libxml2.xmlFreeParserCtxt(parser);
    return reader.outcome;
}
