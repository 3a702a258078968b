// libxml2's pull reader, and a way to keep it quiet.

#ifndef BO_EXPORT_CXML2_SHIM_H
#define BO_EXPORT_CXML2_SHIM_H

#include <libxml/parser.h>
#include <libxml/xmlreader.h>

static inline void bo_xml_ignore(void *context, const char *message, xmlParserSeverities severity,
                                 xmlTextReaderLocatorPtr locator) {
    (void)context, (void)message, (void)severity, (void)locator;
}

/// Keeps `reader` from writing its complaints to standard error; its steps still report them.
static inline void bo_xml_keep_quiet(xmlTextReaderPtr reader) {
    xmlTextReaderSetErrorHandler(reader, bo_xml_ignore, NULL);
}

#endif
