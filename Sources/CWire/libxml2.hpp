// The functions of libxml2 that are used.

#ifndef BO_EXPORT_LIBXML2_HPP
#define BO_EXPORT_LIBXML2_HPP

#include <dlfcn.h>
#include <libxml/parser.h>

// libxml2 is loaded when the first XML is read: loading it and its own libraries would take a tenth
// of the time of a command that reads none.
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
        // The version of the headers, because fields of its structures are accessed.
        static const auto handle = dlopen(
            LIBXML_VERSION < 21400 ? "libxml2.so.2" : "libxml2.so.16", RTLD_NOW | RTLD_LOCAL);
        return handle == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(handle, name));
    }
};

// Loaded and set up once, before a second thread can use it.
const bo_libxml2 &libxml2();

// What an error of libxml2 means, in words that quote nothing of the document.
const char *words_for(int code, bool has_bad_bytes);

#endif
