// The functions of libxml2 that are used.

#ifndef BO_EXPORT_LIBXML2_HPP
#define BO_EXPORT_LIBXML2_HPP

#include <CLibrary.h>
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>

#define BO_XML_FUNCTIONS(X) \
    X(xmlInitParser) \
    X(xmlNewParserCtxt) \
    X(xmlFreeParserCtxt) \
    X(xmlCtxtReadMemory) \
    X(xmlCreatePushParserCtxt) \
    X(xmlParseChunk) \
    X(htmlCreatePushParserCtxt) \
    X(htmlCtxtUseOptions) \
    X(htmlParseChunk) \
    X(xmlStopParser) \
    X(xmlFreeDoc) \
    X(xmlDictSetLimit) \
    X(xmlDictGetUsage) \
    X(xmlSetGenericErrorFunc) \
    X(xmlSetStructuredErrorFunc)

// libxml2 is opened when the first XML or page is read: loading it and its own libraries would take
// a tenth of the time of a command that reads none.
BO_DECLARE_LIBRARY(bo_libxml2, libxml2, BO_XML_FUNCTIONS)

// The maximum number of bytes of different names that libxml2 may know, from one document or
// several; an answer has about 200 names, with 3 kB in all. Its dictionary never shrinks, and has
// at most about a thousand buckets, which are searched linearly.
constexpr size_t dictionary_limit = 64 << 10;

// Returns true if `xmlStopParser` may be called after an error: before 2.13 it freed memory that
// libxml2 may still use then. This depends on the opened library, not on the headers.
bool may_stop_after_error();

// Describes an error of libxml2, in words that quote nothing of the document.
const char *words_for(int code);

// Takes messages that libxml2 would print, and ignores them.
void ignore_message(void *, const char *, ...);

#endif
