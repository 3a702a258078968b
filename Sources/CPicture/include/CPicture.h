// Pictures as PNG, drawn by librsvg and Cairo, which are opened when a picture is made.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The result of drawing a picture.
typedef enum {
    bo_picture_ok = 0,
    /// It would have more pixels than allowed, or a side that Cairo cannot draw.
    bo_picture_too_large,
    /// librsvg or Cairo cannot draw it, which they can if there is memory.
    bo_picture_failed,
} bo_picture_status;

/// A picture.
typedef struct {
    bo_picture_status status;
    /// The size in pixels.
    int width, height;
    /// The bytes of the file, whole only if the status is `bo_picture_ok`, or NULL. The caller frees
    /// them, once.
    char *bytes;
    size_t size;
} bo_picture;

/// Returns the reason why the libraries cannot be used, as reported by the loader, such as
/// `librsvg-2.so.2: file too short`; NULL if they can. They are opened at the first call.
const char *bo_picture_trouble(void);

/// Returns true if a font has the letters of Korean, as fontconfig knows; the libraries must be usable.
bool bo_picture_has_hangul(void);

/// Draws an SVG that covers all of its area, each of its pixels `scale` times as wide and high.
bo_picture bo_picture_draw(const uint8_t *svg, size_t size, int scale, double most_pixels);
