// What the handles are.

#pragma once

#include "CWorkbook.h"
#include "library.h"
#include "temporary.h"

struct bo_workbook {
    lxw_workbook *book;
    // Where rows go until the workbook is closed; freed with the workbook.
    char *folder;
    // What happened to its temporary files.
    bo_files *files;
};

// The handles below are pointers of the library, which frees what they point to with its workbook.
static inline lxw_worksheet *worksheet(bo_sheet *sheet) { return (lxw_worksheet *)sheet; }
static inline lxw_format *format_of(bo_format *format) { return (lxw_format *)format; }
static inline lxw_chart *chart_of(bo_chart *chart) { return (lxw_chart *)chart; }

// What an error of the library means.
bo_workbook_status bo_status(lxw_error error);

// The library says on the standard error stream what its return values say, too. These two keep it
// quiet in between, also where several threads write workbooks at once.
void bo_begin_quiet(void);
void bo_end_quiet(void);
