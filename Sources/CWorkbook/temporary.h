#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "CWorkbook.h"

// What happened to the temporary files of a workbook. It outlives the workbook as long as one of
// its files is open, because the process may flush that when it ends.
typedef struct bo_files {
    // Known by the address of the folder's name, which the library passes on.
    const char *folder;
    // What the first call that failed was for, and its error; 0 if none has.
    bo_workbook_status failure;
    int error;
    // Whether the library has asked our function for one.
    bool are_ours;
    int references;
    struct bo_files *next;
} bo_files;

// Begins to watch the files that the library makes in the folder whose name is at that address;
// NULL if there is no memory.
bo_files *bo_files_watch(const char *folder);
// Ends that.
void bo_files_leave(bo_files *files);
