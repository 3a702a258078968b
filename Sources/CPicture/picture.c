#define _GNU_SOURCE

#include "CPicture.h"

#include <CLibrary.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The functions that are used of librsvg and of the libraries that it brings along, with their types:
// headers of them are not needed to build. Objects are opaque, a rectangle is four numbers, and a set
// of fonts begins with their number.
#define FUNCTIONS(X) \
    X(void *, rsvg_handle_new_from_data, const uint8_t *bytes, size_t size, void **error) \
    X(int, rsvg_handle_get_intrinsic_size_in_pixels, void *handle, double *width, double *height) \
    X(int, rsvg_handle_render_document, void *handle, void *cairo, const double *area, void **error) \
    X(void, g_object_unref, void *object) \
    X(void *, cairo_image_surface_create, int format, int width, int height) \
    X(void, cairo_surface_destroy, void *surface) \
    X(void *, cairo_create, void *surface) \
    X(void, cairo_destroy, void *cairo) \
    X(int, cairo_surface_write_to_png_stream, void *surface, \
      int (*write)(void *context, const unsigned char *bytes, unsigned size), void *context) \
    X(void *, FcNameParse, const char *name) \
    X(int *, FcFontList, void *configuration, void *pattern, void *objects) \
    X(void, FcFontSetDestroy, int *fonts) \
    X(void, FcPatternDestroy, void *pattern)

#undef BO_MEMBER
#define BO_MEMBER(result, name, ...) result (*name)(__VA_ARGS__);
#undef BO_FIND
#define BO_FIND(result, name, ...) \
    found.name = (result (*)(__VA_ARGS__))bo_shared_library_find(&found.shared, #name);

BO_DECLARE_LIBRARY(bo_rsvg, bo_librsvg, FUNCTIONS)
// A search in librsvg goes on in the libraries that it is linked with, so all fit each other.
BO_DEFINE_LIBRARY(bo_rsvg, bo_librsvg, FUNCTIONS, "librsvg-2.so.2", NULL, RTLD_LAZY, {})

// Of Cairo: the format of 24 bits of colour, an error while writing, and the longest side.
enum { rgb24 = 1, write_error = 11, longest_side = 32767 };

const char *bo_picture_trouble(void) { return bo_librsvg()->shared.trouble; }

bool bo_picture_has_hangul(void) {
    const bo_rsvg *library = bo_librsvg();
    void *korean = library->FcNameParse(":lang=ko");
    int *fonts = library->FcFontList(NULL, korean, NULL);
    bool has_any = fonts != NULL && *fonts > 0;
    if (fonts != NULL) library->FcFontSetDestroy(fonts);
    library->FcPatternDestroy(korean);
    return has_any;
}

static int write_bytes(void *file, const unsigned char *bytes, unsigned size) {
    return fwrite(bytes, 1, size, file) == size ? 0 : write_error;
}

bo_picture bo_picture_draw(const uint8_t *svg, size_t size, int scale, double most_pixels) {
    const bo_rsvg *library = bo_librsvg();
    bo_picture picture = {.status = bo_picture_failed};
    void *handle = library->rsvg_handle_new_from_data(svg, size, NULL);
    if (handle == NULL) return picture;
    double width = 0, height = 0;
    library->rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height);
    double area[4] = {0, 0, width * scale, height * scale};
    // A fraction of a pixel at the edges is left out, because it would not be covered.
    picture.width = (int)area[2];
    picture.height = (int)area[3];
    FILE *file = NULL;
    if (area[2] * area[3] > most_pixels || area[2] > longest_side || area[3] > longest_side) {
        picture.status = bo_picture_too_large;
    } else if ((file = open_memstream(&picture.bytes, &picture.size)) != NULL) {
        void *surface = library->cairo_image_surface_create(rgb24, picture.width, picture.height);
        void *cairo = library->cairo_create(surface);
        bool is_whole =
            library->rsvg_handle_render_document(handle, cairo, area, NULL)
            && library->cairo_surface_write_to_png_stream(surface, write_bytes, file) == 0;
        library->cairo_destroy(cairo);
        library->cairo_surface_destroy(surface);
        if (fclose(file) == 0 && is_whole) picture.status = bo_picture_ok;
    }
    library->g_object_unref(handle);
    return picture;
}
