// A reader of the XML that services write, which takes a fraction of the time of libxml2.

#ifndef BO_EXPORT_XML_QUICK_HPP
#define BO_EXPORT_XML_QUICK_HPP

#include "tree.hpp"

// Reads UTF-8 with elements, texts and the five predefined entities, and nothing else: no
// attribute, prefix, comment, CDATA section, instruction, character reference or carriage return.
//
// Returns true with the same tree that libxml2 would build, or false, which does not mean that the
// document is broken: libxml2 must then read it. `bytes` have passed `measure_xml`, and `tree` is
// empty.
bool read_xml_quickly(bo_tree &tree, const uint8_t *bytes, size_t count);

#endif
