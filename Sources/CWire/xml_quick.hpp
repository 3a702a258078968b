// A reader of the XML that services write, which takes a fraction of the time of libxml2.

#ifndef BO_EXPORT_XML_QUICK_HPP
#define BO_EXPORT_XML_QUICK_HPP

#include "tree.hpp"

// Reads UTF-8 with elements, texts and the five predefined entities in it, and nothing else: no
// attribute, prefix, comment, CDATA section, instruction, character reference or carriage return.
//
// Gives the tree that libxml2 would give, or returns false, which is no verdict on the document:
// libxml2 must read it to say what it is. `bytes` have passed `measure_xml`, and `tree` is empty.
bool read_xml_quickly(bo_tree &tree, const uint8_t *bytes, size_t count);

#endif
