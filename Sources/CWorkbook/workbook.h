// The types of the handles.

#pragma once

#include "CWorkbook.h"
#include "library.h"
#include "temporary.h"

struct bo_workbook {
    lxw_workbook *book;
    // The folder for the rows until the workbook is closed; freed with the workbook.
    char *folder;
    // The state of its temporary files.
    bo_files *files;
};

// The handles below are pointers of the library, which frees their targets with its workbook.
static inline lxw_worksheet *worksheet(bo_sheet *sheet) { return (lxw_worksheet *)sheet; }
static inline lxw_format *format_of(bo_format *format) { return (lxw_format *)format; }
static inline lxw_chart *chart_of(bo_chart *chart) { return (lxw_chart *)chart; }

// Returns the status for an error of the library.
bo_workbook_status bo_status(lxw_error error);

// The library also prints the errors that its functions return to standard error. These two silence
// it in between, even if several threads write workbooks at once.
void bo_begin_quiet(void);
void bo_end_quiet(void);
