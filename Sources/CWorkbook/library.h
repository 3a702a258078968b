// The functions of libxlsxwriter that are used.

#pragma once

#include <CLibrary.h>
#include <xlsxwriter.h>

// Does `X` for each function.
#define BO_XLSXWRITER_FUNCTIONS(X) \
    X(lxw_version_id) \
    X(workbook_new_opt) \
    X(workbook_close) \
    X(lxw_workbook_free) \
    X(workbook_set_properties) \
    X(workbook_add_format) \
    X(workbook_add_worksheet) \
    X(workbook_validate_sheet_name) \
    X(workbook_add_chart) \
    X(format_set_num_format) \
    X(format_set_font_color) \
    X(format_set_bold) \
    X(format_set_underline) \
    X(format_set_align) \
    X(format_set_indent) \
    X(format_set_text_wrap) \
    X(format_set_bg_color) \
    X(format_set_border) \
    X(format_set_border_color) \
    X(format_set_bottom_color) \
    X(worksheet_write_number) \
    X(worksheet_write_string) \
    X(worksheet_write_boolean) \
    X(worksheet_write_url_opt) \
    X(worksheet_insert_image_buffer_opt) \
    X(worksheet_insert_chart_opt) \
    X(worksheet_set_column) \
    X(worksheet_set_row) \
    X(worksheet_set_default_row) \
    X(worksheet_freeze_panes) \
    X(worksheet_repeat_rows) \
    X(worksheet_autofilter) \
    X(worksheet_set_landscape) \
    X(worksheet_set_paper) \
    X(worksheet_fit_to_pages) \
    X(worksheet_print_area) \
    X(worksheet_set_margins) \
    X(worksheet_set_header) \
    X(worksheet_set_footer) \
    X(worksheet_gridlines) \
    X(worksheet_conditional_format_range) \
    X(worksheet_ignore_errors) \
    X(lxw_worksheet_write_single_row) \
    X(chart_add_series) \
    X(chart_series_set_name_range) \
    X(chart_series_set_categories) \
    X(chart_series_set_values) \
    X(chart_series_set_line) \
    X(chart_series_set_marker_type) \
    X(chart_series_set_marker_size) \
    X(chart_series_set_marker_line) \
    X(chart_series_set_marker_fill) \
    X(chart_series_set_labels) \
    X(chart_series_set_labels_options) \
    X(chart_series_set_labels_position) \
    X(chart_series_set_labels_font) \
    X(chart_series_set_labels_custom) \
    X(chart_chartarea_set_line) \
    X(chart_title_set_name) \
    X(chart_title_set_name_font) \
    X(chart_axis_set_name) \
    X(chart_axis_set_name_font) \
    X(chart_axis_set_num_font) \
    X(chart_axis_set_num_format) \
    X(chart_axis_set_interval_unit) \
    X(chart_axis_set_major_tick_mark) \
    X(chart_axis_set_line) \
    X(chart_axis_major_gridlines_set_line) \
    X(chart_axis_set_reverse) \
    X(chart_axis_set_crossing_max) \
    X(chart_axis_set_min) \
    X(chart_axis_set_max) \
    X(chart_axis_set_major_unit) \
    X(chart_legend_set_position) \
    X(chart_show_blanks_as)

// Opened once, before a second thread can use it.
BO_DECLARE_LIBRARY(bo_xlsxwriter, bo_library, BO_XLSXWRITER_FUNCTIONS)
