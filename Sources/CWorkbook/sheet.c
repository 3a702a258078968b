#include "workbook.h"

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
        // It moves with its row where readers sort or filter.
        .object_position = LXW_OBJECT_MOVE_AND_SIZE,
        .description = (char *)description,
        .url = address[0] == '\0' ? NULL : (char *)address,
    };
    bo_begin_quiet();
    lxw_error error = bo_library()->worksheet_insert_image_buffer_opt(
        worksheet(sheet), row, column, bytes, size, &options);
    bo_end_quiet();
    if (error != LXW_NO_ERROR) return bo_status(error);
    // The library shows a picture in the size that its resolution gives.
    // The head of the list knows its last element by the address of that one's link.
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

void bo_sheet_set_header_height(bo_sheet *sheet, double height) {
    bo_library()->worksheet_set_row(worksheet(sheet), 0, height, NULL);
}

void bo_sheet_freeze_header(bo_sheet *sheet) {
    bo_library()->worksheet_freeze_panes(worksheet(sheet), 1, 0);
    bo_library()->worksheet_repeat_rows(worksheet(sheet), 0, 0);
}

void bo_sheet_set_filter(bo_sheet *sheet, uint32_t last_row, uint16_t last_column) {
    bo_library()->worksheet_autofilter(worksheet(sheet), 0, 0, last_row, last_column);
}

void bo_sheet_set_pages(bo_sheet *sheet, uint16_t most) {
    bo_library()->worksheet_set_landscape(worksheet(sheet));
    bo_library()->worksheet_set_paper(worksheet(sheet), 9);  // A4.
    bo_library()->worksheet_set_margins(worksheet(sheet), 0.4, 0.4, 0.4, 0.6);
    bo_library()->worksheet_set_footer(worksheet(sheet), "&C&A  &P / &N");
    bo_library()->worksheet_fit_to_pages(worksheet(sheet), 1, most);
}

void bo_sheet_allow_digits(bo_sheet *sheet, const char *ranges) {
    bo_library()->worksheet_ignore_errors(
        worksheet(sheet), LXW_IGNORE_NUMBER_STORED_AS_TEXT, ranges);
}

bo_workbook_status bo_chart_add(
    bo_chart *chart, const char *sheet, uint32_t header_row, uint32_t row, uint16_t last_column) {
    const bo_xlsxwriter *library = bo_library();
    lxw_chart_series *series = library->chart_add_series(chart_of(chart), NULL, NULL);
    if (series == NULL) return bo_workbook_out_of_resources;
    library->chart_series_set_name_range(series, sheet, row, 0);
    library->chart_series_set_categories(series, sheet, header_row, 1, header_row, last_column);
    library->chart_series_set_values(series, sheet, row, 1, row, last_column);
    library->chart_series_set_marker_type(series, LXW_CHART_MARKER_CIRCLE);
    return bo_workbook_ok;
}

bo_workbook_status bo_sheet_chart(
    bo_sheet *sheet, uint32_t row, uint16_t column, bo_chart *chart, double x_scale,
    double y_scale) {
    lxw_chart_options options = {.x_scale = x_scale, .y_scale = y_scale};
    return bo_status(bo_library()->worksheet_insert_chart_opt(
        worksheet(sheet), row, column, chart_of(chart), &options));
}
