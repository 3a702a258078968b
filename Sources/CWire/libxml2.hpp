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
        static const auto handle = open();
        return handle == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(handle, name));
    }

    // 2.9 to 2.13 have one name, and those behind them another. The fields of its structures that are
    // accessed are in the same places in both.
    static void *open() {
        auto handle = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
        return handle != nullptr ? handle : dlopen("libxml2.so.16", RTLD_NOW | RTLD_LOCAL);
    }
};

// Loaded and set up once, before a second thread can use it.
const bo_libxml2 &libxml2();

// What an error of libxml2 means, in words that quote nothing of the document.
const char *words_for(int code, bool has_bad_bytes);

#endif
