// Reads long XML and pages with the parsers of libxml2 that take a document in blocks: memory does
// not grow with the document, and a tag without an end is refused early.

#include "libxml2.hpp"

#include "CWire.h"

#include <algorithm>

namespace {

constexpr size_t block_size = 16 << 10;

// The longest tag or comment; the time that libxml2 needs for a tag grows with the square of its
// attributes.
constexpr ptrdiff_t longest_tag = 64 << 10;

// The maximum number of bytes without a tag or a piece of text.
constexpr size_t longest_silence = 1 << 20;

struct markup_reader {
    void *context;
    // NULL after it has returned false: the parser goes on to the end of the block.
    bool (*handler)(void *context, const bo_markup *part);
    xmlParserCtxtPtr parser = nullptr;
    // Where the last tag or text ended.
    size_t offset = 0;
};

void pass(void *context, char kind, const xmlChar *text, int count,
          const xmlChar **attributes = nullptr) {
    auto &reader = *static_cast<markup_reader *>(context);
    if (reader.handler == nullptr) return;
    const auto &input = *reader.parser->input;
    reader.offset = input.consumed + (input.cur - input.base);
    bo_markup part{kind, text, static_cast<size_t>(count), attributes, reader.offset};
    if (!reader.handler(reader.context, &part)) reader.handler = nullptr;
}

// Makes the handler of SAX 1, which builds no document.
xmlSAXHandler new_handler() {
    xmlSAXHandler handler{};
    handler.startElement = [](void *context, const xmlChar *name, const xmlChar **attributes) {
        pass(context, '<', name, 0, attributes);
    };
    handler.endElement = [](void *context, const xmlChar *name) {
        pass(context, '/', name, 0);
    };
    handler.characters = [](void *context, const xmlChar *text, int count) {
        pass(context, 't', text, count);
    };
    handler.ignorableWhitespace = handler.cdataBlock = handler.characters;
    handler.internalSubset = [](void *context, auto...) { pass(context, '!', nullptr, 0); };
    return handler;
}

}  // namespace

bo_outcome bo_markup_read(
    const char *bytes, size_t count, bool is_page, void *context,
    bool (*handler)(void *context, const bo_markup *part), bo_flaw *flaw) {
    auto &libxml2 = *::libxml2();
    if (libxml2.shared.trouble != nullptr) return bo_no_library;
    markup_reader reader{context, handler};
    auto sax = new_handler();
    auto parser = is_page ? libxml2.htmlCreatePushParserCtxt(
                                &sax, &reader, nullptr, 0, nullptr, XML_CHAR_ENCODING_UTF8)
                          : libxml2.xmlCreatePushParserCtxt(&sax, &reader, nullptr, 0, nullptr);
    if (parser == nullptr) return bo_no_memory;
    reader.parser = parser;
    libxml2.xmlDictSetLimit(parser->dict, dictionary_limit);
    libxml2.xmlSetGenericErrorFunc(nullptr, ignore_message);
    if (is_page) libxml2.htmlCtxtUseOptions(parser, HTML_PARSE_RECOVER | HTML_PARSE_IGNORE_ENC);
    auto parse = is_page ? libxml2.htmlParseChunk : libxml2.xmlParseChunk;
    auto outcome = bo_fine;
    size_t at = 0;
    do {
        auto end = std::min(at + block_size, count);
        // Version 2.9 loses its place in a tag of a page that two blocks share.
        auto last = is_page ? std::min(at + longest_tag, count) : end;
        while (end < last && bytes[end - 1] != '>') ++end;
        auto code = parse(parser, bytes + at, static_cast<int>(end - at), end == count);
        const auto &input = *parser->input;
        auto is_long = input.end - input.cur > longest_tag && *input.cur == '<';
        auto silence = input.consumed + (input.end - input.base) - reader.offset;
        auto names = libxml2.xmlDictGetUsage(parser->dict);
        if (!is_page && code != XML_ERR_OK) {
            outcome = bo_broken;
            *flaw = {static_cast<size_t>(input.line), static_cast<size_t>(input.col), 0,
                     words_for(code)};
        } else if (is_long || silence > longest_silence || names > dictionary_limit) {
            outcome = bo_long_tag;
        }
        at = end;
    } while (reader.handler != nullptr && outcome == bo_fine && at < count);
    // Only a document type makes the parser create a document.
    libxml2.xmlFreeDoc(parser->myDoc);
    libxml2.xmlFreeParserCtxt(parser);
    return outcome;
}
