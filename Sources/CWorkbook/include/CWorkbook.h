#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A workbook that libxlsxwriter is writing; created by `bo_workbook_open`, and freed exactly once,
/// by `bo_workbook_close` or `bo_workbook_drop`.
typedef struct bo_workbook bo_workbook;

/// A sheet of a workbook, which owns it.
typedef struct bo_sheet bo_sheet;

/// The look of cells; owned by the workbook.
typedef struct bo_format bo_format;

/// A line chart on a sheet; owned by the workbook.
typedef struct bo_chart bo_chart;

/// The result of a call.
typedef enum {
    bo_workbook_ok = 0,
    /// There is no memory, or no descriptor for a temporary file.
    bo_workbook_out_of_resources,
    /// A temporary file cannot be created; the reason is in errno.
    bo_workbook_no_file,
    /// A temporary file cannot be written; the reason is in errno, or 0 if it is not known.
    bo_workbook_not_written,
    /// A temporary file cannot be read; the reason is in errno.
    bo_workbook_not_read,
    /// The sheet, the cell or the file is larger than the format allows.
    bo_workbook_too_large,
    /// The library refused a value that should have been made valid for it.
    bo_workbook_refused,
} bo_workbook_status;

/// Returns the reason why libxlsxwriter cannot be used, as reported by the loader, such as
/// `libxlsxwriter.so.4: file too short`; NULL if it can. The library is opened at the first call.
const char *bo_workbook_trouble(void);

/// Opens a file without a name in `folder`; returns a negative number, with the reason in errno, if
/// that fails.
int bo_temporary_file(const char *folder);

/// Begins a workbook, whose bytes go to the open file `output` when it is closed. Until then the rows
/// go to nameless files in `folder`. The texts are the properties of the workbook; they are copied.
///
/// Returns NULL if there is no memory or no library.
bo_workbook *bo_workbook_open(
    int output, const char *folder, const char *title, const char *subject, const char *comments);

/// Frees a workbook without finishing it, and its temporary files.
void bo_workbook_drop(bo_workbook *workbook);

/// Writes everything added to the output, and frees the workbook, whatever the result.
bo_workbook_status bo_workbook_close(bo_workbook *workbook);

/// The alignment of the cells of a format. A long text in a cell of `bo_align_within` does not run
/// on over the next cells.
typedef enum {
    bo_align_usual,
    /// On the left, with a gap, because the figure before it may end there.
    bo_align_indented,
    bo_align_centre,
    bo_align_within,
} bo_alignment;

/// The look of cells; a negative `colour` means none. Cells have light borders, because sheets have
/// no grid lines, and headings are on a grey ground.
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

/// Adds a format to the workbook; a `number_format` of NULL is the usual one. Returns NULL if there
/// is no memory.
bo_format *bo_workbook_format(bo_workbook *workbook, const char *number_format, bo_style style);

/// Returns the status of the temporary files of a workbook so far.
bo_workbook_status bo_workbook_state(const bo_workbook *workbook);

/// Returns true if the library has created the temporary files of the workbook with our function,
/// so that they have no names and no error about them is missed.
bool bo_workbook_has_our_files(const bo_workbook *workbook);

/// Adds a sheet; NULL if there is no memory or no temporary file, as the state of the workbook
/// shows, or if the name is not valid for a sheet.
///
/// The rows of a small sheet are held in memory. Charts of them then have copies of their values,
/// which are shown by programs that calculate nothing.
bo_sheet *bo_workbook_sheet(bo_workbook *workbook, const char *name, bool is_small);

/// Writes a cell. The rows of a sheet must be written in their order.
bo_workbook_status bo_sheet_number(
    bo_sheet *sheet, uint32_t row, uint16_t column, double number, bo_format *format);
bo_workbook_status bo_sheet_text(
    bo_sheet *sheet, uint32_t row, uint16_t column, const char *text, bo_format *format);
bo_workbook_status bo_sheet_boolean(
    bo_sheet *sheet, uint32_t row, uint16_t column, bool value, bo_format *format);

/// Writes a text that links to `address`.
bo_workbook_status bo_sheet_link(
    bo_sheet *sheet, uint32_t row, uint16_t column, const char *address, const char *text,
    bo_format *format);

/// Puts a picture into the upper left corner of a cell, shown `width` pixels wide and `height`
/// high. The bytes and texts are copied: `description` is for readers who cannot see it, and
/// `address` is the target of its link, unless it is empty.
bo_workbook_status bo_sheet_picture(
    bo_sheet *sheet, uint32_t row, uint16_t column, const uint8_t *bytes, size_t size,
    const char *description, const char *address, double width, double height);

/// A range of cells of a sheet, from the first to the last.
typedef struct {
    uint32_t first_row;
    uint16_t first_column;
    uint32_t last_row;
    uint16_t last_column;
} bo_cells;

/// Sets the width of a column in characters.
void bo_sheet_set_width(bo_sheet *sheet, uint16_t column, double width);
/// Sets the height, in points, of all rows that have none of their own.
void bo_sheet_set_row_height(bo_sheet *sheet, double height);
/// Sets the height of a row, in points, before the next row is begun.
void bo_sheet_set_height(bo_sheet *sheet, uint32_t row, double height);
/// Gives those cells that have no content, and so no border of their own, the border of the format.
/// The first column must be the first of the sheet.
void bo_sheet_set_borders(bo_sheet *sheet, bo_cells cells, bo_format *format);
/// Keeps the first row in view.
void bo_sheet_freeze_header(bo_sheet *sheet);
/// Repeats a row at the top of every later page.
void bo_sheet_repeat(bo_sheet *sheet, uint32_t row);
/// Lets readers filter the rows from the first to `last_row`.
void bo_sheet_set_filter(bo_sheet *sheet, uint32_t last_row, uint16_t last_column);
/// Prints the sheet in landscape, on A4, without grid lines, with all columns on the width of a
/// page, and with page numbers at the bottom. Each page has `header` at the top, in which `&L` and
/// `&R` begin the parts on the left and on the right.
void bo_sheet_set_pages(bo_sheet *sheet, const char *header);
/// Prints only the cells from the first one to that one.
void bo_sheet_set_print_area(bo_sheet *sheet, uint32_t last_row, uint16_t last_column);
/// Does not mark texts of digits as mistakes in `ranges`, such as `B2:B11 D2:D11`.
void bo_sheet_allow_digits(bo_sheet *sheet, const char *ranges);

/// A line of a chart: the cells of its name, of the labels of its places, and of its values; empty
/// cells are gaps.
///
/// It is thin and grey if `colour` is negative. Otherwise its name is shown at the value with the
/// index `named`, on its right, or above it if the line goes on; nowhere if no value has it.
typedef struct {
    bo_cells name;
    bo_cells labels;
    bo_cells values;
    int32_t colour;
    uint16_t named;
    bool goes_on;
} bo_line;

/// Adds a line chart to the workbook; NULL if there is no memory. The texts are copied: the titles
/// of the chart and of its axes, and the format of the values. Every `step`th place has a label.
///
/// If `ranks` is not 0, the values are ranks from 1 to `ranks`, with the first at the top.
bo_chart *bo_workbook_chart(
    bo_workbook *workbook, const char *title, const char *places, const char *values,
    const char *number_format, uint16_t step, uint32_t ranks);

/// Adds a line with the cells of `sheet`.
bo_workbook_status bo_chart_add(bo_chart *chart, const char *sheet, bo_line line);

/// Puts the chart into the upper left corner of a sheet, `width` pixels wide and `height` high.
bo_workbook_status bo_sheet_chart(bo_sheet *sheet, bo_chart *chart, double width, double height);
