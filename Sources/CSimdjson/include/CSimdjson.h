// A forward cursor over one JSON document, on simdjson's On-Demand parser, for C and Swift.
//
// The cursor stands on a value. `enter` steps into an object or a list; `next_field` and
// `next_item` step to its next value and, at its end, back out. A value that is not read is
// skipped, and looked at closely enough to know that it is well formed.

#ifndef BO_EXPORT_CSIMDJSON_H
#define BO_EXPORT_CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bo_json bo_json;

/// What a step came to; what is below zero says why it failed.
typedef enum bo_json_step {
    bo_json_end = 0,
    bo_json_ok = 1,
    bo_json_null = 2,
    bo_json_malformed = -1,
    bo_json_too_deep = -2,
    bo_json_not_an_object = -3,
    bo_json_not_a_list = -4,
    bo_json_not_text = -5,
    bo_json_no_memory = -6,
} bo_json_step;

/// Copies the bytes and makes a cursor on their outermost value; NULL where memory is short.
/// The caller closes it, once.
bo_json *bo_json_open(const uint8_t *bytes, size_t count);
void bo_json_close(bo_json *cursor);

/// Steps into the object that the cursor stands on; `bo_json_null` where it stands on null.
bo_json_step bo_json_enter_object(bo_json *cursor);
/// Steps into the list that the cursor stands on; `bo_json_null` where it stands on null.
bo_json_step bo_json_enter_list(bo_json *cursor);
/// Steps to the next field of the object entered last and lends its name until the next step.
bo_json_step bo_json_next_field(bo_json *cursor, const char **name, size_t *length);
/// Steps to the next item of the list entered last.
bo_json_step bo_json_next_item(bo_json *cursor);
/// Lends the text of the string or number that the cursor stands on, until it is closed.
bo_json_step bo_json_text(bo_json *cursor, const char **text, size_t *length);
/// What stands in a document, as far as JSON tells values apart.
typedef enum bo_json_kind {
    bo_json_kind_none = 0,
    bo_json_kind_null = 1,
    bo_json_kind_boolean = 2,
    bo_json_kind_number = 3,
    bo_json_kind_text = 4,
    bo_json_kind_list = 5,
    bo_json_kind_object = 6,
} bo_json_kind;

/// What the cursor stands on inside the outermost object; `none` where that cannot be told.
bo_json_kind bo_json_look(bo_json *cursor);
/// Whether the cursor stands on `true` (`bo_json_ok`) or on `false` (`bo_json_end`).
bo_json_step bo_json_boolean(bo_json *cursor);
/// Passes over the value that the cursor stands on.
bo_json_step bo_json_skip(bo_json *cursor);
/// Whether nothing but white space is left.
bo_json_step bo_json_finish(bo_json *cursor);

#ifdef __cplusplus
}
#endif

#endif
