// Trees of JSON, XML and YAML documents, built with simdjson, libxml2 and libyaml, and a reader of
// long XML and of pages, for C and Swift.
//
// A tree is a list of nodes: every node comes before those inside it, and has the index of their
// end. It is the same for all formats, except that XML does not distinguish objects and lists.

#ifndef BO_EXPORT_CWIRE_H
#define BO_EXPORT_CWIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The kind of a node.
typedef enum bo_kind {
    bo_kind_null,
    bo_kind_true,
    bo_kind_false,
    bo_kind_number,
    bo_kind_text,
    bo_kind_list,
    bo_kind_object,
    /// An element with elements in it: an object or a list.
    bo_kind_elements,
    /// An element with elements and text in it, which no answer has.
    bo_kind_mixed,
} bo_kind;

/// One value of a document.
typedef struct bo_node {
    /// The name of the field or element, unescaped; NULL for items of a JSON list. Not terminated.
    const uint8_t *name;
    /// The text, unescaped, or the number as it is written. Not terminated.
    const uint8_t *text;
    uint32_t name_length;
    uint32_t text_length;
    /// The index after the last node inside this one.
    uint32_t end;
    bo_kind kind;
} bo_node;

/// The outcome of reading a document.
typedef enum bo_outcome {
    bo_fine,
    bo_no_memory,
    bo_broken,
    bo_too_deep,
    bo_too_many,
    bo_not_an_object,
    bo_trailing,
    bo_document_type,
    bo_entity,
    bo_encoding,
    bo_no_library,
    bo_alias,
    bo_tag,
    /// XML longer than any answer.
    bo_too_long,
    /// XML with more `=` between one `<` and the next than any answer has.
    bo_long_tag,
    /// XML with more different names than any answer.
    bo_too_many_names,
    /// Reading took longer than allowed.
    bo_overdue,
} bo_outcome;

/// The error in a broken document, and its place: the line and column, or the byte, each counted
/// from 1; 0 if unknown.
typedef struct bo_flaw {
    size_t line;
    size_t column;
    size_t byte;
    /// The error, in words that quote nothing of the document; NULL if unknown.
    const char *what;
} bo_flaw;

typedef struct bo_tree bo_tree;

/// Reads one JSON object, or one XML document as an object whose only field is its root element, in
/// at most `limit` nanoseconds; a negative number means no limit.
///
/// The caller frees the tree, once; it is NULL if memory is short. It has nodes only if the outcome
/// is `bo_fine`. They live as long as the tree, which no longer needs the bytes.
bo_tree *bo_tree_of_json(const uint8_t *bytes, size_t count, int64_t limit);
bo_tree *bo_tree_of_xml(const uint8_t *bytes, size_t count, int64_t limit);
/// Reads one YAML document: a mapping, or an empty document, which becomes an empty object.
bo_tree *bo_tree_of_yaml(const uint8_t *bytes, size_t count);
void bo_tree_free(bo_tree *tree);

/// Returns the index of a field `name` among the nodes from `start` to before `end`, which are an
/// object, or any of them if there are several; 0 if it is absent.
size_t bo_tree_field(bo_tree *tree, size_t start, size_t end, const uint8_t *name, size_t length);
/// Returns true if two of those fields may have the same name, and also if more than 64 nodes are
/// in the object, because searching them would take long.
bool bo_tree_may_have_twins(const bo_tree *tree, size_t start, size_t end);

bo_outcome bo_tree_outcome(const bo_tree *tree);
/// Returns the error in a document whose outcome is `bo_broken`; unknown for JSON that is not UTF-8.
bo_flaw bo_tree_flaw(const bo_tree *tree);
const bo_node *bo_tree_nodes(const bo_tree *tree, size_t *count);

/// A tag or a piece of text of a page or an XML document, valid during one call.
typedef struct bo_markup {
    /// `<` for a start tag, `/` for an end tag, `!` for the document type, and `t` for text.
    char kind;
    /// The name of an element, terminated, or a piece of text, not terminated; or NULL.
    const uint8_t *text;
    /// The number of bytes of a text; 0 for a name.
    size_t count;
    /// The names and values of a start tag, one after the other, each terminated, then NULL; NULL
    /// if there are none. A value may be NULL.
    const uint8_t *const *attributes;
    /// The number of bytes that the parser has read: up to the `>` of a start tag, or with it; with
    /// the `>` of an end tag, if the element has one.
    size_t offset;
} bo_markup;

/// Passes the parts of an XML document, or of a page in UTF-8, to `handler`, until it returns
/// false.
///
/// The outcome is `bo_long_tag` if a tag or text is too long, or there are too many names. XML is
/// read up to the first error. A page has none: what is wrong in it is repaired. No document type
/// and no entity is read; after its document type the handler should stop XML.
bo_outcome bo_markup_read(
    const char *bytes, size_t count, bool is_page, void *context,
    bool (*handler)(void *context, const bo_markup *part), bo_flaw *flaw);

#ifdef __cplusplus
}
#endif

#endif
