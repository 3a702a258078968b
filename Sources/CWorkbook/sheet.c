#include "workbook.h"

#include <stdio.h>
#include <stdlib.h>

bo_workbook_status bo_sheet_number(
    bo_sheet *sheet, uint32_t row, uint16_t column, double number, bo_format *format) {
    return bo_status(bo_library()->worksheet_write_number(
        worksheet(sheet), row, column, number, format_of(format)));
}

bo_workbook_status bo_sheet_text(
    bo_sheet *sheet, uint32_t row, uint16_t column, const char *text, bo_format *format) {
    return bo_status(bo_library()->worksheet_write_string(
        worksheet(sheet), row, column, text, format_of(format)));
}

bo_workbook_status bo_sheet_boolean(
    bo_sheet *sheet, uint32_t row, uint16_t column, bool value, bo_format *format) {
    return bo_status(bo_library()->worksheet_write_boolean(
        worksheet(sheet), row, column, value, format_of(format)));
}

bo_workbook_status bo_sheet_link(
    bo_sheet *sheet, uint32_t row, uint16_t column, const char *address, const char *text,
    bo_format *format) {
    bo_begin_quiet();
    lxw_error error = bo_library()->worksheet_write_url_opt(
        worksheet(sheet), row, column, address, format_of(format), text, NULL);
    bo_end_quiet();
    return bo_status(error);
}

bo_workbook_status bo_sheet_picture(
    bo_sheet *sheet, uint32_t row, uint16_t column, const uint8_t *bytes, size_t size,
    const char *description, const char *address, double width, double height) {
    lxw_image_options options = {
        .x_offset = 6,
        .y_offset = 2,
        // It moves with its row if readers sort or filter.
        .object_position = LXW_OBJECT_MOVE_AND_SIZE,
        .description = (char *)description,
        .url = address[0] == '\0' ? NULL : (char *)address,
    };
    bo_begin_quiet();
    lxw_error error = bo_library()->worksheet_insert_image_buffer_opt(
        worksheet(sheet), row, column, bytes, size, &options);
    bo_end_quiet();
    if (error != LXW_NO_ERROR) return bo_status(error);
    // The library shows a picture in the size that its resolution implies.
    // The head of the list points to the link of its last element, which gives the address of that
    // element.
    char *link = (char *)worksheet(sheet)->image_props->stqh_last;
    lxw_object_properties *added =
        (lxw_object_properties *)(link - offsetof(lxw_object_properties, list_pointers.stqe_next));
    added->x_scale = width / (added->width * 96.0 / added->x_dpi);
    added->y_scale = height / (added->height * 96.0 / added->y_dpi);
    return bo_workbook_ok;
}

void bo_sheet_set_width(bo_sheet *sheet, uint16_t column, double width) {
    bo_library()->worksheet_set_column(worksheet(sheet), column, column, width, NULL);
}

void bo_sheet_set_row_height(bo_sheet *sheet, double height) {
    bo_library()->worksheet_set_default_row(worksheet(sheet), height, LXW_FALSE);
}

void bo_sheet_set_height(bo_sheet *sheet, uint32_t row, double height) {
    bo_library()->worksheet_set_row(worksheet(sheet), row, height, NULL);
}

void bo_sheet_set_borders(bo_sheet *sheet, bo_cells cells, bo_format *format) {
    // Writing an empty cell would make it a 0 in the copies of values that charts have.
    // The library's own condition for blank cells tests the wrong column (1.1.4).
    char condition[32];
    snprintf(condition, sizeof condition, "=ISBLANK(A%u)", (unsigned)cells.first_row + 1);
    lxw_conditional_format empty = {
        .type = LXW_CONDITIONAL_TYPE_FORMULA, .value_string = condition,
        .format = format_of(format)};
    bo_library()->worksheet_conditional_format_range(
        worksheet(sheet), cells.first_row, cells.first_column, cells.last_row, cells.last_column,
        &empty);
}

void bo_sheet_freeze_header(bo_sheet *sheet) {
    bo_library()->worksheet_freeze_panes(worksheet(sheet), 1, 0);
}

void bo_sheet_repeat(bo_sheet *sheet, uint32_t row) {
    bo_library()->worksheet_repeat_rows(worksheet(sheet), row, row);
}

void bo_sheet_set_filter(bo_sheet *sheet, uint32_t last_row, uint16_t last_column) {
    bo_library()->worksheet_autofilter(worksheet(sheet), 0, 0, last_row, last_column);
}

void bo_sheet_set_pages(bo_sheet *sheet, const char *header) {
    const bo_xlsxwriter *library = bo_library();
    library->worksheet_set_landscape(worksheet(sheet));
    library->worksheet_set_paper(worksheet(sheet), 9);  // A4.
    library->worksheet_set_margins(worksheet(sheet), 0.4, 0.4, 0.6, 0.6);
    bo_begin_quiet();  // The library ignores a header that is too long.
    library->worksheet_set_header(worksheet(sheet), header);
    bo_end_quiet();
    library->worksheet_set_footer(worksheet(sheet), "&C&A  &P / &N");
    library->worksheet_fit_to_pages(worksheet(sheet), 1, 0);
    library->worksheet_gridlines(worksheet(sheet), LXW_HIDE_ALL_GRIDLINES);
}

void bo_sheet_set_print_area(bo_sheet *sheet, uint32_t last_row, uint16_t last_column) {
    bo_library()->worksheet_print_area(worksheet(sheet), 0, 0, last_row, last_column);
}

void bo_sheet_allow_digits(bo_sheet *sheet, const char *ranges) {
    bo_library()->worksheet_ignore_errors(
        worksheet(sheet), LXW_IGNORE_NUMBER_STORED_AS_TEXT, ranges);
}

static void set_cells(
    void (*set)(lxw_chart_series *, const char *, lxw_row_t, lxw_col_t, lxw_row_t, lxw_col_t),
    lxw_chart_series *series, const char *sheet, bo_cells cells) {
    set(series, sheet, cells.first_row, cells.first_column, cells.last_row, cells.last_column);
}

// Shows the name of the line at one of its values.
static bo_workbook_status name_line(lxw_chart_series *series, bo_line line) {
    const bo_xlsxwriter *library = bo_library();
    // The library copies them. Values after the named one have no label if nothing comes after it.
    lxw_chart_data_label hidden = {.hide = LXW_TRUE};
    lxw_chart_data_label usual = {.hide = LXW_FALSE};
    size_t count = (size_t)(line.values.last_row - line.values.first_row) +
                   (size_t)(line.values.last_column - line.values.first_column) + 1;
    lxw_chart_data_label **labels = calloc(count + 1, sizeof *labels);
    if (labels == NULL) return bo_workbook_out_of_resources;
    for (size_t index = 0; index < count; index++) {
        labels[index] = index == line.named ? &usual : &hidden;
    }
    lxw_chart_font font = {.size = 11, .bold = LXW_TRUE, .color = (uint32_t)line.colour};
    library->chart_series_set_labels(series);
    library->chart_series_set_labels_position(
        series, line.goes_on ? LXW_CHART_LABEL_POSITION_ABOVE : LXW_CHART_LABEL_POSITION_RIGHT);
    library->chart_series_set_labels_font(series, &font);
    bo_workbook_status status =
        bo_status(library->chart_series_set_labels_custom(series, labels));
    // It comes last: the others show values, too.
    library->chart_series_set_labels_options(series, LXW_TRUE, LXW_FALSE, LXW_FALSE);
    free(labels);
    return status;
}

bo_workbook_status bo_chart_add(bo_chart *chart, const char *sheet, bo_line line) {
    const bo_xlsxwriter *library = bo_library();
    lxw_chart_series *series = library->chart_add_series(chart_of(chart), NULL, NULL);
    if (series == NULL) return bo_workbook_out_of_resources;
    library->chart_series_set_name_range(
        series, sheet, line.name.first_row, line.name.first_column);
    set_cells(library->chart_series_set_categories, series, sheet, line.labels);
    set_cells(library->chart_series_set_values, series, sheet, line.values);
    bool is_grey = line.colour < 0;
    lxw_color_t colour = is_grey ? 0xC3C8D0 : (lxw_color_t)line.colour;
    lxw_chart_line stroke = {.color = colour, .width = is_grey ? 1 : 2.25F};
    lxw_chart_fill fill = {.color = colour};
    library->chart_series_set_line(series, &stroke);
    library->chart_series_set_marker_type(series, LXW_CHART_MARKER_CIRCLE);
    library->chart_series_set_marker_size(series, is_grey ? 3 : 5);
    library->chart_series_set_marker_line(series, &stroke);
    library->chart_series_set_marker_fill(series, &fill);
    return is_grey ? bo_workbook_ok : name_line(series, line);
}

bo_workbook_status bo_sheet_chart(bo_sheet *sheet, bo_chart *chart, double width, double height) {
    // The library has charts of 480 times 288 pixels.
    lxw_chart_options options = {.x_scale = width / 480, .y_scale = height / 288};
    return bo_status(bo_library()->worksheet_insert_chart_opt(
        worksheet(sheet), 0, 0, chart_of(chart), &options));
}
