#define _GNU_SOURCE

#include "workbook.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The version of the headers, because fields of its structures are accessed.
BO_DEFINE_LIBRARY(
    bo_xlsxwriter, bo_library, BO_XLSXWRITER_FUNCTIONS, "libxlsxwriter.so." LXW_SOVERSION, NULL,
    RTLD_NOW,
    if (found.lxw_version_id() != LXW_VERSION_ID)
        bo_shared_library_refuse(&found.shared, "its version is not " LXW_VERSION))

const char *bo_workbook_trouble(void) { return bo_library()->shared.trouble; }

static pthread_mutex_t quiet_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned quiet_calls = 0;
static FILE *usual_stderr = NULL;

void bo_begin_quiet(void) {
    pthread_mutex_lock(&quiet_lock);
    if (quiet_calls++ == 0) {
        usual_stderr = stderr;
        FILE *nowhere = fopen("/dev/null", "we");
        if (nowhere != NULL) stderr = nowhere;
    }
    pthread_mutex_unlock(&quiet_lock);
}

void bo_end_quiet(void) {
    pthread_mutex_lock(&quiet_lock);
    if (--quiet_calls == 0 && stderr != usual_stderr) {
        FILE *nowhere = stderr;
        stderr = usual_stderr;
        fclose(nowhere);
    }
    pthread_mutex_unlock(&quiet_lock);
}

// Returns the status for a failure with a system error, which stays in errno.
static bo_workbook_status status_of(bo_workbook_status failure, int error) {
    errno = error;
    bool is_shortage = error == EMFILE || error == ENFILE || error == ENOMEM;
    return is_shortage ? bo_workbook_out_of_resources : failure;
}

bo_workbook_status bo_status(lxw_error error) {
    switch (error) {
    case LXW_NO_ERROR: return bo_workbook_ok;
    case LXW_ERROR_MEMORY_MALLOC_FAILED: return bo_workbook_out_of_resources;
    case LXW_ERROR_CREATING_TMPFILE:
        return status_of(bo_workbook_no_file, errno);
    case LXW_ERROR_CREATING_XLSX_FILE:
    case LXW_ERROR_READING_TMPFILE:
    case LXW_ERROR_ZIP_FILE_OPERATION:
    case LXW_ERROR_ZIP_FILE_ADD:
    case LXW_ERROR_ZIP_CLOSE: return status_of(bo_workbook_not_written, errno);
    case LXW_ERROR_ZIP_BAD_ZIP_FILE:
    case LXW_ERROR_ZIP_INTERNAL_ERROR:
    case LXW_ERROR_WORKSHEET_INDEX_OUT_OF_RANGE:
    case LXW_ERROR_WORKSHEET_MAX_NUMBER_URLS_EXCEEDED:
    case LXW_ERROR_WORKSHEET_MAX_URL_LENGTH_EXCEEDED: return bo_workbook_too_large;
    default: return bo_workbook_refused;
    }
}

bo_workbook *bo_workbook_open(
    int output, const char *folder, const char *title, const char *subject, const char *comments) {
    const bo_xlsxwriter *library = bo_library();
    if (library->shared.trouble != NULL) return NULL;
    bo_workbook *workbook = calloc(1, sizeof *workbook);
    if (workbook == NULL) return NULL;
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", output);
    workbook->folder = strdup(folder);
    lxw_workbook_options options = {.constant_memory = LXW_TRUE, .tmpdir = workbook->folder};
    if (workbook->folder != NULL) workbook->book = library->workbook_new_opt(path, &options);
    // The library has a copy of the folder's name, and passes on its address.
    if (workbook->book != NULL) workbook->files = bo_files_watch(workbook->book->options.tmpdir);
    if (workbook->files == NULL) {
        if (workbook->book != NULL) library->lxw_workbook_free(workbook->book);
        free(workbook->folder);
        free(workbook);
        return NULL;
    }
    lxw_doc_properties own = {
        .title = (char *)title,
        .subject = (char *)subject,
        .comments = (char *)comments,
        // 1980-01-01, the time of the files in the archive: the same rows give the same bytes.
        .created = 315532800,
    };
    library->workbook_set_properties(workbook->book, &own);
    return workbook;
}

// Closes the temporary files of the rows, which the library closes only after it has read them.
static void close_rows(lxw_workbook *book) {
    lxw_sheet *sheet;
    STAILQ_FOREACH(sheet, book->sheets, list_pointers) {
        if (sheet->is_chartsheet || sheet->u.worksheet->optimize_tmpfile == NULL) continue;
        fclose(sheet->u.worksheet->optimize_tmpfile);
        sheet->u.worksheet->optimize_tmpfile = NULL;
    }
}

void bo_workbook_drop(bo_workbook *workbook) {
    close_rows(workbook->book);
    bo_library()->lxw_workbook_free(workbook->book);
    bo_files_leave(workbook->files);
    free(workbook->folder);
    free(workbook);
}

bo_workbook_status bo_workbook_state(const bo_workbook *workbook) {
    errno = workbook->files->error;
    return errno == 0 ? bo_workbook_ok : status_of(workbook->files->failure, errno);
}

bool bo_workbook_has_our_files(const bo_workbook *workbook) { return workbook->files->are_ours; }

// Checks that the temporary folder has room for what the library will write there.
//
// If it uses its own files, it does not notice that a disk is full. Then room for the most that
// they will take in addition is reserved and released before it writes them.
static bo_workbook_status room(const bo_workbook *workbook) {
    int64_t all = 1 << 20;
    int64_t largest = 0;
    lxw_sheet *sheet;
    STAILQ_FOREACH(sheet, workbook->book->sheets, list_pointers) {
        int64_t bytes = 0;
        FILE *rows = sheet->u.worksheet->optimize_tmpfile;
        if (rows != NULL) {
            bo_library()->lxw_worksheet_write_single_row(sheet->u.worksheet);
            if (fflush(rows) != 0 || ferror(rows)) return status_of(bo_workbook_not_written, errno);
            bytes = ftello(rows);
        }
        all += bytes / 2;
        if (bytes > largest) largest = bytes;
        lxw_object_properties *picture;
        STAILQ_FOREACH(picture, sheet->u.worksheet->image_props, list_pointers) {
            all += (int64_t)picture->image_buffer_size;
        }
    }
    int file = bo_temporary_file(workbook->folder);
    if (file < 0) return status_of(bo_workbook_no_file, errno);
    bool has_room =
        fallocate(file, 0, 0, all + largest) == 0 || errno == EOPNOTSUPP || errno == ENOSYS;
    int error = errno;
    close(file);
    return has_room ? bo_workbook_ok : status_of(bo_workbook_not_written, error);
}

bo_workbook_status bo_workbook_close(bo_workbook *workbook) {
    bo_workbook_status status = bo_workbook_state(workbook);
    if (status == bo_workbook_ok && !bo_workbook_has_our_files(workbook)) status = room(workbook);
    int error = errno;
    if (status != bo_workbook_ok) {
        bo_workbook_drop(workbook);
        errno = error;
        return status;
    }
    bo_begin_quiet();
    errno = 0;
    status = bo_status(bo_library()->workbook_close(workbook->book));
    bo_end_quiet();
    // The library checks few of its errors.
    error = errno;
    bo_workbook_status state = bo_workbook_state(workbook);
    if (state != bo_workbook_ok) {
        status = state;
        error = errno;
    }
    bo_files_leave(workbook->files);
    free(workbook->folder);
    free(workbook);
    errno = error;
    return status;
}

bo_format *bo_workbook_format(bo_workbook *workbook, const char *number_format, bo_style style) {
    const bo_xlsxwriter *library = bo_library();
    lxw_format *format = library->workbook_add_format(workbook->book);
    if (format == NULL) return NULL;
    if (number_format != NULL) library->format_set_num_format(format, number_format);
    if (style.colour >= 0) {
        // The library treats black as no colour.
        library->format_set_font_color(format, style.colour == 0 ? 1 : (uint32_t)style.colour);
    }
    if (style.is_bold) library->format_set_bold(format);
    if (style.is_underlined) library->format_set_underline(format, LXW_UNDERLINE_SINGLE);
    if (style.is_wrapped) library->format_set_text_wrap(format);
    if (style.has_border) {
        library->format_set_border(format, LXW_BORDER_THIN);
        library->format_set_border_color(format, 0xD0D5DD);
    }
    if (style.is_heading) {
        library->format_set_bg_color(format, 0xE7E9EE);
        library->format_set_bottom_color(format, 0x7B8494);
    }
    library->format_set_align(
        format, style.is_on_top ? LXW_ALIGN_VERTICAL_TOP : LXW_ALIGN_VERTICAL_CENTER);
    switch (style.alignment) {
    case bo_align_usual: break;
    case bo_align_indented: library->format_set_indent(format, 1); break;
    case bo_align_centre: library->format_set_align(format, LXW_ALIGN_CENTER); break;
    case bo_align_within: library->format_set_align(format, LXW_ALIGN_FILL); break;
    }
    return (bo_format *)format;
}

bo_sheet *bo_workbook_sheet(bo_workbook *workbook, const char *name, bool is_small) {
    const bo_xlsxwriter *library = bo_library();
    bo_begin_quiet();
    lxw_worksheet *sheet = NULL;
    if (library->workbook_validate_sheet_name(workbook->book, name) == LXW_NO_ERROR) {
        workbook->book->options.constant_memory = is_small ? LXW_FALSE : LXW_TRUE;
        sheet = library->workbook_add_worksheet(workbook->book, name);
    }
    bo_end_quiet();
    return (bo_sheet *)sheet;
}

bo_chart *bo_workbook_chart(
    bo_workbook *workbook, const char *title, const char *places, const char *values,
    const char *number_format, uint16_t step, uint32_t ranks) {
    const bo_xlsxwriter *library = bo_library();
    lxw_chart *chart = library->workbook_add_chart(workbook->book, LXW_CHART_LINE);
    if (chart == NULL) return NULL;
    lxw_chart_font large = {.size = 14, .bold = LXW_TRUE}, small = {.size = 11};
    lxw_chart_line light = {.color = 0xE3E6EB, .width = 0.75F}, none = {.none = LXW_TRUE};
    library->chart_title_set_name(chart, title);
    library->chart_title_set_name_font(chart, &large);
    library->chart_axis_set_name(chart->x_axis, places);
    library->chart_axis_set_name(chart->y_axis, values);
    library->chart_axis_set_num_format(chart->y_axis, number_format);
    lxw_chart_axis *axes[] = {chart->x_axis, chart->y_axis};
    for (int index = 0; index < 2; index++) {
        library->chart_axis_set_name_font(axes[index], &small);
        library->chart_axis_set_num_font(axes[index], &small);
    }
    library->chart_axis_set_interval_unit(chart->x_axis, step);
    library->chart_axis_set_major_tick_mark(chart->x_axis, LXW_CHART_AXIS_TICK_MARK_NONE);
    library->chart_axis_set_line(chart->y_axis, &none);
    library->chart_axis_major_gridlines_set_line(chart->y_axis, &light);
    library->chart_chartarea_set_line(chart, &none);
    library->chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
    library->chart_show_blanks_as(chart, LXW_CHART_BLANKS_AS_GAP);
    if (ranks > 0) {
        // This keeps the labels below the lines.
        library->chart_axis_set_reverse(chart->y_axis);
        library->chart_axis_set_crossing_max(chart->y_axis);
        library->chart_axis_set_min(chart->y_axis, 1);
        // This keeps the names of films on the last rank off the axis.
        library->chart_axis_set_max(chart->y_axis, ranks + 0.5);
        // A grid line for each rank, unless there are too many to be drawn.
        if (ranks <= 50) library->chart_axis_set_major_unit(chart->y_axis, 1);
    }
    return (bo_chart *)chart;
}
