// What must be known of XML before libxml2 reads it.

#ifndef BO_EXPORT_XML_MEASURE_HPP
#define BO_EXPORT_XML_MEASURE_HPP

#include "tree.hpp"

// The longest document; the longest list of KOBIS, a hundred films, has some 100 kB.
constexpr size_t maximum_xml = 8 << 20;

// The longest document in UTF-16, in which tags are not measured.
constexpr size_t maximum_wide_xml = 64 << 10;

// The longest tag; those of KOBIS have at most some forty bytes. The time of libxml2 grows with the
// square of the number of attributes in a tag.
constexpr size_t maximum_tag = 4 << 10;

// Refuses documents that are too long, have a tag that is too long or a NUL, or are in an encoding in
// which `<` and `>` are not the bytes that they are in ASCII; UTF-16 apart, which must be short.
//
// Comments, CDATA and processing instructions may be of any length. What is no well-formed XML need
// not be measured as libxml2 would take it, because it reads no further than to the first error.
bo_outcome measure_xml(bo_tree &tree, const uint8_t *bytes, size_t count);

#endif
