// Checks of XML before it is read.

#ifndef BO_EXPORT_XML_MEASURE_HPP
#define BO_EXPORT_XML_MEASURE_HPP

#include "tree.hpp"

// The longest document; a list of a hundred films has about 100 kB.
constexpr size_t maximum_xml = 8 << 20;

// The longest document in UTF-16, where tags are not measured.
constexpr size_t maximum_wide_xml = 64 << 10;

// The longest tag; tags of answers have at most about forty bytes. The time of libxml2 grows with
// the square of the number of attributes in a tag.
constexpr size_t maximum_tag = 4 << 10;

// Refuses documents that are too long, have a NUL or a tag that is too long, or are in an encoding in
// which `<` and `>` are not the bytes of ASCII. Documents in UTF-16 are accepted if they are short.
//
// Comments, CDATA and processing instructions may have any length. XML that is not well-formed need
// not be measured correctly, because libxml2 stops at its first error.
bo_outcome measure_xml(bo_tree &tree, const uint8_t *bytes, size_t count);

#endif
