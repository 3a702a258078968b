// libxml2, as far as it is used.

#ifndef BO_EXPORT_LIBXML2_HPP
#define BO_EXPORT_LIBXML2_HPP

#include <dlfcn.h>
#include <libxml/parser.h>

// libxml2 is opened when there is the first XML to read: with the libraries that it opens itself it
// would take a tenth of the time of a command that reads none.
struct bo_libxml2 {
#define FUNCTION(name) decltype(&::name) name = function<decltype(&::name)>(#name)
    FUNCTION(xmlInitParser);
    FUNCTION(xmlNewParserCtxt);
    FUNCTION(xmlFreeParserCtxt);
    FUNCTION(xmlCtxtReadMemory);
    FUNCTION(xmlStopParser);
    FUNCTION(xmlFreeDoc);
    FUNCTION(xmlDictSetLimit);
    FUNCTION(xmlDictGetUsage);
    FUNCTION(xmlSetGenericErrorFunc);
    FUNCTION(xmlSetStructuredErrorFunc);
#undef FUNCTION
    bool is_open = xmlInitParser != nullptr && xmlNewParserCtxt != nullptr
        && xmlFreeParserCtxt != nullptr && xmlCtxtReadMemory != nullptr && xmlStopParser != nullptr
        && xmlFreeDoc != nullptr && xmlDictSetLimit != nullptr && xmlDictGetUsage != nullptr
        && xmlSetGenericErrorFunc != nullptr && xmlSetStructuredErrorFunc != nullptr;

    template <typename Function> static Function function(const char *name) {
        // The one whose headers this is made with, for the fields of its structures are used.
        static const auto handle = dlopen(
            LIBXML_VERSION < 21400 ? "libxml2.so.2" : "libxml2.so.16", RTLD_NOW | RTLD_LOCAL);
        return handle == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(handle, name));
    }
};

// Opened, and set up, once, before a second thread could use it.
const bo_libxml2 &libxml2();

// What an error of libxml2 means, in words in which nothing of the document is.
const char *words_for(int code, bool has_bad_bytes);

#endif
