#include "xml_measure.hpp"

#include <algorithm>
#include <cstring>

namespace {

using text = std::string_view;

bool has(text bytes, text part, size_t start) {
    return bytes.compare(start, part.size(), part) == 0;
}

// Returns the index after the comment, CDATA section or instruction that begins at `start`; the end
// of the document if it is not closed, and `start` if something else begins there.
size_t end_of_unmeasured(text bytes, size_t start) {
    // The opening must not count as the end too: `<!-->` is only the beginning of a comment.
    static constexpr struct {
        text begin, end;
    } kinds[] = {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}};
    for (auto &kind : kinds) {
        if (!has(bytes, kind.begin, start)) continue;
        auto end = bytes.find(kind.end, start + kind.begin.size());
        return end == text::npos ? bytes.size() : end + kind.end.size();
    }
    return start;
}

// Returns the index after the tag that begins at `start`; a `>` in quotes does not end it. npos if
// it is too long.
size_t end_of_tag(text bytes, size_t start) {
    auto limit = std::min(bytes.size(), start + maximum_tag);
    char quote = 0;
    for (auto index = start + 1; index < limit; index++) {
        auto sign = bytes[index];
        if (quote != 0) {
            if (sign == quote) quote = 0;
        } else if (sign == '"' || sign == '\'') {
            quote = sign;
        } else if (sign == '>') {
            return index + 1;
        }
    }
    return limit == bytes.size() ? limit : text::npos;
}

bo_outcome measure_tags(text bytes) {
    // The shortest attribute is `a=""`. If there are few in the document, no tag has many.
    size_t attributes = 0;
    auto sign = bytes.find('=');
    while (sign != text::npos && attributes <= maximum_tag / 4) {
        attributes++;
        sign = bytes.find('=', sign + 1);
    }
    if (attributes <= maximum_tag / 4) return bo_fine;
    size_t index = 0;
    while ((index = bytes.find('<', index)) != text::npos) {
        auto end = end_of_unmeasured(bytes, index);
        if (end == index) end = end_of_tag(bytes, index);
        if (end == text::npos) return bo_long_tag;
        index = end;
    }
    return bo_fine;
}

bo_outcome nul(bo_tree &tree, size_t index) {
    tree.flaw.byte = index + 1;
    tree.flaw.what = "a NUL";
    return bo_broken;
}

bo_outcome measure_wide(bo_tree &tree, text bytes) {
    if (bytes.size() > maximum_wide_xml) return bo_too_wide;
    for (size_t index = 0; index + 1 < bytes.size(); index += 2) {
        if (bytes[index] == 0 && bytes[index + 1] == 0) return nul(tree, index);
    }
    // libxml2 ignores half a code unit at the end.
    if (bytes.size() % 2 == 0) return bo_fine;
    tree.flaw.byte = bytes.size();
    tree.flaw.what = "half a code unit of UTF-16";
    return bo_broken;
}

}  // namespace

bo_outcome measure_xml(bo_tree &tree, const uint8_t *start, size_t count) {
    text bytes(reinterpret_cast<const char *>(start), count);
    if (count > maximum_xml) return bo_too_long;
    // UTF-32, whose byte order mark may begin like that of UTF-16, and the EBCDIC that libxml2 reads.
    for (auto begin : {text("\0\0", 2), text("\xFF\xFE\0\0", 4), text("<\0\0\0", 4),
                       text("\x4C\x6F\xA7\x94", 4)}) {
        if (has(bytes, begin, 0)) return bo_encoding;
    }
    for (auto begin : {text("\xFF\xFE"), text("\xFE\xFF"), text("<\0", 2), text("\0<", 2)}) {
        if (has(bytes, begin, 0)) return measure_wide(tree, bytes);
    }
    auto zero = bytes.find('\0');
    if (zero != text::npos) return nul(tree, zero);
    return measure_tags(bytes);
}
