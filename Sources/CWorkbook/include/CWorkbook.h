#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A workbook that is being written by libxlsxwriter; made by `bo_workbook_open`, and freed exactly
/// once, by `bo_workbook_close` or `bo_workbook_drop`.
typedef struct bo_workbook bo_workbook;

/// A sheet of a workbook, which owns it.
typedef struct bo_sheet bo_sheet;

/// How cells look; owned by the workbook.
typedef struct bo_format bo_format;

/// A chart of lines on a sheet; owned by the workbook.
typedef struct bo_chart bo_chart;

/// What came of a call.
typedef enum {
    bo_workbook_ok = 0,
    /// There is no memory, or no descriptor for a temporary file.
    bo_workbook_out_of_resources,
    /// A temporary file cannot be made; the reason is in errno.
    bo_workbook_no_file,
    /// A temporary file cannot be written; the reason is in errno, or 0 if it is not known.
    bo_workbook_not_written,
    /// A temporary file cannot be read; the reason is in errno.
    bo_workbook_not_read,
    /// The sheet, the cell or the file is outside of what the format can hold.
    bo_workbook_too_large,
    /// The library refused a value that should have been made fit for it.
    bo_workbook_refused,
} bo_workbook_status;

/// Why libxlsxwriter cannot be used, as the loader of libraries says it, such as
/// `libxlsxwriter.so.4: file too short`; NULL if it can. It is opened at the first call.
const char *bo_workbook_trouble(void);

/// Opens a file without a name in `folder`; negative, and the reason in errno, if it cannot.
int bo_temporary_file(const char *folder);

/// Begins a workbook, whose bytes go to the open file `output` when it is closed. The rows go to
/// nameless files in `folder` meanwhile. The texts are what it says of itself; they are copied.
///
/// NULL if there is no memory or no library.
bo_workbook *bo_workbook_open(
    int output, const char *folder, const char *title, const char *subject, const char *comments);

/// Frees a workbook that is not to be finished, and its temporary files.
void bo_workbook_drop(bo_workbook *workbook);

/// Writes what was added to the output, and frees the workbook, whatever comes of it.
bo_workbook_status bo_workbook_close(bo_workbook *workbook);

/// How the cells of a format are aligned. A long text in a cell of `bo_align_within` does not run on
/// over the next cells.
typedef enum {
    bo_align_usual,
    /// On the left, with a gap, because the figure before may end there.
    bo_align_indented,
    bo_align_centre,
    bo_align_within,
} bo_alignment;

/// How cells look; a negative `colour` is none. Cells have light borders, because sheets have no grid
/// lines, and headings are on a grey ground.
typedef struct {
    int32_t colour;
    bo_alignment alignment;
    bool is_bold;
    bool is_underlined;
    bool is_wrapped;
    bool is_on_top;
    bool is_heading;
    bool has_border;
} bo_style;

/// A format of the workbook, in which a `number_format` of NULL is the usual one; NULL if there is no
/// memory.
bo_format *bo_workbook_format(bo_workbook *workbook, const char *number_format, bo_style style);

/// What happened to the temporary files of a workbook so far.
bo_workbook_status bo_workbook_state(const bo_workbook *workbook);

/// Whether the library has made temporary files of the workbook by our function, so that they have no
/// names and no error about them is overlooked.
bool bo_workbook_has_our_files(const bo_workbook *workbook);

/// Adds a sheet; NULL if there is no memory or no temporary file, which the state of the workbook
/// says, or the name is none for a sheet.
///
/// The rows of a small sheet are held in memory. Charts of them then have copies of their values,
/// which programs show that calculate nothing.
bo_sheet *bo_workbook_sheet(bo_workbook *workbook, const char *name, bool is_small);

/// Writes a cell. The rows of a sheet must be written in their order.
bo_workbook_status bo_sheet_number(
    bo_sheet *sheet, uint32_t row, uint16_t column, double number, bo_format *format);
bo_workbook_status bo_sheet_text(
    bo_sheet *sheet, uint32_t row, uint16_t column, const char *text, bo_format *format);
bo_workbook_status bo_sheet_boolean(
    bo_sheet *sheet, uint32_t row, uint16_t column, bool value, bo_format *format);

/// Writes a text that leads to `address`.
bo_workbook_status bo_sheet_link(
    bo_sheet *sheet, uint32_t row, uint16_t column, const char *address, const char *text,
    bo_format *format);

/// Puts a picture into the upper left corner of a cell, shown `width` pixels wide and `height` high.
/// The bytes and texts are copied: `description` is for readers who do not see it, and `address`, if
/// it is not empty, where it leads.
bo_workbook_status bo_sheet_picture(
    bo_sheet *sheet, uint32_t row, uint16_t column, const uint8_t *bytes, size_t size,
    const char *description, const char *address, double width, double height);

/// Cells of a sheet, from the first to the last.
typedef struct {
    uint32_t first_row;
    uint16_t first_column;
    uint32_t last_row;
    uint16_t last_column;
} bo_cells;

/// Sets the width of a column in characters.
void bo_sheet_set_width(bo_sheet *sheet, uint16_t column, double width);
/// Sets the height of all rows without one of their own, in points.
void bo_sheet_set_row_height(bo_sheet *sheet, double height);
/// Gives a row a height of its own, in points, before the next row is begun.
void bo_sheet_set_height(bo_sheet *sheet, uint32_t row, double height);
/// Gives those cells the border of the format that have no content, and so none of their own. The
/// first column must be that of the sheet.
void bo_sheet_set_borders(bo_sheet *sheet, bo_cells cells, bo_format *format);
/// Keeps the first row in view.
void bo_sheet_freeze_header(bo_sheet *sheet);
/// Prints a row on every page below those that it is on.
void bo_sheet_repeat(bo_sheet *sheet, uint32_t row);
/// Lets readers filter the rows from the first to `last_row`.
void bo_sheet_set_filter(bo_sheet *sheet, uint32_t last_row, uint16_t last_column);
/// Prints the sheet across, on A4, without grid lines, with all columns on the width of a page, and the
/// numbers of the pages below. Each has `header` on top, in which `&L` and `&R` begin what stands on
/// the left and on the right.
void bo_sheet_set_pages(bo_sheet *sheet, const char *header);
/// Prints all rows of the sheet on one page, too.
void bo_sheet_set_one_page(bo_sheet *sheet);
/// Prints nothing but the cells from the first one to that one.
void bo_sheet_set_print_area(bo_sheet *sheet, uint32_t last_row, uint16_t last_column);
/// Does not mark texts of digits as mistakes in `ranges`, such as `B2:B11 D2:D11`.
void bo_sheet_allow_digits(bo_sheet *sheet, const char *ranges);

/// A line of a chart: the cells of its name, of the labels of its places, and of its values; empty
/// ones are gaps.
///
/// It is thin and grey if `colour` is negative. Otherwise its name stands beside the value that
/// `named` values come before, or above it if the line goes on.
typedef struct {
    bo_cells name;
    bo_cells labels;
    bo_cells values;
    int32_t colour;
    uint16_t named;
    bool goes_on;
} bo_line;

/// Adds a chart of lines to the workbook; NULL if there is no memory. The texts are copied: the titles
/// of the chart and of its axes, and the format of the values. One of `step` places has a label.
///
/// If `ranks` is not 0, the values are ranks from 1 to that, of which the first is on top.
bo_chart *bo_workbook_chart(
    bo_workbook *workbook, const char *title, const char *places, const char *values,
    const char *number_format, uint16_t step, uint32_t ranks);

/// Adds a line with the cells of `sheet`.
bo_workbook_status bo_chart_add(bo_chart *chart, const char *sheet, bo_line line);

/// Puts the chart into the upper left corner of a sheet, `width` pixels wide and `height` high.
bo_workbook_status bo_sheet_chart(bo_sheet *sheet, bo_chart *chart, double width, double height);

/// How many bytes the rows of the sheet have so far in its temporary file, 0 if it is small; negative
/// if they could not be written there.
int64_t bo_sheet_bytes(bo_sheet *sheet);
