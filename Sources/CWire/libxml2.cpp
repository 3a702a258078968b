#include "libxml2.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>

// Versions 2.9 to 2.13 have one name, and later ones another. The fields of its structures that are
// accessed are in the same places in both.
BO_DEFINE_LIBRARY(
    bo_libxml2, libxml2, BO_XML_FUNCTIONS, "libxml2.so.2", "libxml2.so.16", RTLD_NOW,
    found.xmlInitParser())

bool may_stop_after_error() {
    // The variable has a text such as "20914", with more after it in some builds.
    auto version = static_cast<const char **>(dlsym(libxml2()->shared.handle, "xmlParserVersion"));
    return version != nullptr && std::atoi(*version) >= 21300;
}

const char *words_for(int code) {
    switch (code) {
    case XML_ERR_INVALID_ENCODING:
    case XML_I18N_CONV_FAILED: return "bytes that its encoding does not have";
    case XML_ERR_UNSUPPORTED_ENCODING:
    case XML_ERR_UNKNOWN_ENCODING:
    case XML_ERR_ENCODING_NAME: return "an encoding that no answer has";
    case XML_ERR_INVALID_CHAR:
    case XML_ERR_INVALID_CHARREF: return "a character that XML does not allow";
    case XML_ERR_TAG_NAME_MISMATCH: return "an end tag does not match its start tag";
    case XML_ERR_TAG_NOT_FINISHED:
    case XML_ERR_DOCUMENT_EMPTY:
    case XML_ERR_COMMENT_NOT_FINISHED:
    case XML_ERR_CDATA_NOT_FINISHED:
    case XML_ERR_PI_NOT_FINISHED: return "it ends too early";
    case XML_ERR_DOCUMENT_END: return "something follows its end";
    case XML_ERR_ATTRIBUTE_NOT_STARTED:
    case XML_ERR_ATTRIBUTE_WITHOUT_VALUE:
        return "the value of an attribute is expected, in quotes";
    case XML_ERR_ATTRIBUTE_REDEFINED: return "an attribute is there twice";
    case XML_ERR_GT_REQUIRED: return "the end of a tag is expected";
    case XML_ERR_NAME_REQUIRED: return "a name is expected";
    case XML_ERR_UNDECLARED_ENTITY: return "an entity that is not known";
    default: return "this is not valid XML";
    }
}

void ignore_message(void *, const char *, ...) {}
