#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "CWorkbook.h"

// The state of the temporary files of a workbook. It outlives the workbook while one of its files
// is open, because the process may flush that file when it ends.
typedef struct bo_files {
    // The address of the folder's name, which the library passes on, identifies the workbook.
    const char *folder;
    // The kind of the first call that failed, and its error; 0 if none has failed.
    bo_workbook_status failure;
    int error;
    // True if the library has called our function for one of them.
    bool are_ours;
    int references;
    struct bo_files *next;
} bo_files;

// Starts to watch the files that the library creates in the folder whose name is at that address;
// returns NULL if there is no memory.
bo_files *bo_files_watch(const char *folder);
// Stops watching them.
void bo_files_leave(bo_files *files);
