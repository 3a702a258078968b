#include "CSimdjson.h"

#include <new>
#include <simdjson.h>

namespace {

using namespace simdjson;

// Answers of KOBIS nest five deep; whatever nests deeper than this is none.
constexpr size_t maximum_depth = 32;

struct frame {
    ondemand::object_iterator field, field_end;
    ondemand::array_iterator item, item_end;
    bool is_object = false;
    bool has_begun = false;
};

bo_json_step failed(error_code error) {
    return error == MEMALLOC ? bo_json_no_memory : bo_json_malformed;
}

bo_json_step null(ondemand::value value) {
    bool is_null = false;
    auto error = value.is_null().get(is_null);
    return !error && is_null ? bo_json_null : bo_json_malformed;
}

bo_json_step skip(ondemand::value value, size_t depth) {
    if (depth >= maximum_depth) return bo_json_too_deep;
    ondemand::json_type type;
    if (auto error = value.type().get(type)) return failed(error);
    switch (type) {
    case ondemand::json_type::object: {
        ondemand::object object;
        if (auto error = value.get_object().get(object)) return failed(error);
        for (auto each : object) {
            ondemand::field field;
            if (auto error = std::move(each).get(field)) return failed(error);
            auto step = skip(field.value(), depth + 1);
            if (step < 0) return step;
        }
        return bo_json_ok;
    }
    case ondemand::json_type::array: {
        ondemand::array array;
        if (auto error = value.get_array().get(array)) return failed(error);
        for (auto each : array) {
            ondemand::value item;
            if (auto error = std::move(each).get(item)) return failed(error);
            auto step = skip(item, depth + 1);
            if (step < 0) return step;
        }
        return bo_json_ok;
    }
    case ondemand::json_type::string: {
        std::string_view text;
        auto error = value.get_string().get(text);
        return error ? failed(error) : bo_json_ok;
    }
    case ondemand::json_type::number: {
        ondemand::number number;
        auto error = value.get_number().get(number);
        return error && error != NUMBER_OUT_OF_RANGE ? failed(error) : bo_json_ok;
    }
    case ondemand::json_type::boolean: {
        bool boolean;
        auto error = value.get_bool().get(boolean);
        return error ? failed(error) : bo_json_ok;
    }
    default:
        return null(value);
    }
}

}  // namespace

struct bo_json {
    padded_string json;
    ondemand::parser parser;
    ondemand::document document;
    ondemand::value value;
    frame frames[maximum_depth];
    size_t depth = 0;
    error_code error = SUCCESS;
};

bo_json *bo_json_open(const uint8_t *bytes, size_t count) {
    auto cursor = new (std::nothrow) bo_json;
    if (cursor == nullptr) return nullptr;
    if (count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF) {
        bytes += 3;
        count -= 3;
    }
    cursor->json = padded_string(reinterpret_cast<const char *>(bytes), count);
    cursor->error = cursor->parser.iterate(cursor->json).get(cursor->document);
    return cursor;
}

void bo_json_close(bo_json *cursor) { delete cursor; }

bo_json_step bo_json_enter_object(bo_json *cursor) {
    if (cursor->error) return failed(cursor->error);
    if (cursor->depth >= maximum_depth) return bo_json_too_deep;
    ondemand::object object;
    error_code error;
    if (cursor->depth == 0) {
        error = cursor->document.get_object().get(object);
    } else {
        ondemand::json_type type;
        if ((error = cursor->value.type().get(type))) return failed(error);
        if (type == ondemand::json_type::null) {
            return null(cursor->value);
        }
        error = cursor->value.get_object().get(object);
    }
    if (error == INCORRECT_TYPE) return bo_json_not_an_object;
    if (error) return failed(error);
    auto &frame = cursor->frames[cursor->depth];
    frame.is_object = true;
    frame.has_begun = false;
    if ((error = object.begin().get(frame.field))) return failed(error);
    if ((error = object.end().get(frame.field_end))) return failed(error);
    cursor->depth++;
    return bo_json_ok;
}

bo_json_step bo_json_enter_list(bo_json *cursor) {
    if (cursor->error) return failed(cursor->error);
    if (cursor->depth == 0) return bo_json_not_an_object;
    if (cursor->depth >= maximum_depth) return bo_json_too_deep;
    ondemand::json_type type;
    if (auto error = cursor->value.type().get(type)) return failed(error);
    if (type == ondemand::json_type::null) {
        return null(cursor->value);
    }
    ondemand::array array;
    auto error = cursor->value.get_array().get(array);
    if (error == INCORRECT_TYPE) return bo_json_not_a_list;
    if (error) return failed(error);
    auto &frame = cursor->frames[cursor->depth];
    frame.is_object = false;
    frame.has_begun = false;
    if ((error = array.begin().get(frame.item))) return failed(error);
    if ((error = array.end().get(frame.item_end))) return failed(error);
    cursor->depth++;
    return bo_json_ok;
}

bo_json_step bo_json_next_field(bo_json *cursor, const char **name, size_t *length) {
    if (cursor->depth == 0) return bo_json_malformed;
    auto &frame = cursor->frames[cursor->depth - 1];
    if (!frame.is_object) return bo_json_not_an_object;
    if (frame.has_begun) ++frame.field;
    frame.has_begun = true;
    if (!(frame.field != frame.field_end)) {
        cursor->depth--;
        return bo_json_end;
    }
    ondemand::field field;
    if (auto error = (*frame.field).get(field)) return failed(error);
    std::string_view text;
    if (auto error = field.unescaped_key().get(text)) return failed(error);
    cursor->value = field.value();
    *name = text.data();
    *length = text.size();
    return bo_json_ok;
}

bo_json_step bo_json_next_item(bo_json *cursor) {
    if (cursor->depth == 0) return bo_json_malformed;
    auto &frame = cursor->frames[cursor->depth - 1];
    if (frame.is_object) return bo_json_not_a_list;
    if (frame.has_begun) ++frame.item;
    frame.has_begun = true;
    if (!(frame.item != frame.item_end)) {
        cursor->depth--;
        return bo_json_end;
    }
    auto error = (*frame.item).get(cursor->value);
    return error ? failed(error) : bo_json_ok;
}

bo_json_step bo_json_text(bo_json *cursor, const char **text, size_t *length) {
    if (cursor->depth == 0) return bo_json_not_an_object;
    ondemand::json_type type;
    if (auto error = cursor->value.type().get(type)) return failed(error);
    std::string_view view;
    switch (type) {
    case ondemand::json_type::string:
        if (auto error = cursor->value.get_string().get(view)) return failed(error);
        break;
    case ondemand::json_type::number: {
        view = cursor->value.raw_json_token();
        while (!view.empty() && static_cast<unsigned char>(view.back()) <= ' ') {
            view.remove_suffix(1);
        }
        auto step = skip(cursor->value, cursor->depth);
        if (step < 0) return step;
        break;
    }
    case ondemand::json_type::null:
        return null(cursor->value);
    default:
        return bo_json_not_text;
    }
    *text = view.data();
    *length = view.size();
    return bo_json_ok;
}

bo_json_kind bo_json_look(bo_json *cursor) {
    ondemand::json_type type;
    if (cursor->depth == 0 || cursor->value.type().get(type)) return bo_json_kind_none;
    switch (type) {
    case ondemand::json_type::null: return bo_json_kind_null;
    case ondemand::json_type::boolean: return bo_json_kind_boolean;
    case ondemand::json_type::number: return bo_json_kind_number;
    case ondemand::json_type::string: return bo_json_kind_text;
    case ondemand::json_type::array: return bo_json_kind_list;
    case ondemand::json_type::object: return bo_json_kind_object;
    default: return bo_json_kind_none;
    }
}

bo_json_step bo_json_boolean(bo_json *cursor) {
    bool boolean = false;
    if (cursor->depth == 0) return bo_json_malformed;
    if (auto error = cursor->value.get_bool().get(boolean)) return failed(error);
    return boolean ? bo_json_ok : bo_json_end;
}

bo_json_step bo_json_skip(bo_json *cursor) {
    return cursor->depth == 0 ? bo_json_malformed : skip(cursor->value, cursor->depth);
}

bo_json_step bo_json_finish(bo_json *cursor) {
    // The place behind the last token is no place: only there has everything been read.
    auto error = cursor->document.current_location().error();
    return error == OUT_OF_BOUNDS ? bo_json_ok : bo_json_malformed;
}
