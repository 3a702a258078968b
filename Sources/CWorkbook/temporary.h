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
    int references;
    struct bo_files *next;
} bo_files;

// Begins to watch the files that the library makes in the folder whose name is at that address;
// NULL if there is no memory.
bo_files *bo_files_watch(const char *folder);
// Ends that.
void bo_files_leave(bo_files *files);

// Has the library at `handle` make its temporary files by ours, which have no names and notice
// errors; false if it cannot be told to.
//
// Its own have a name until they are unlinked, so a run that is killed in between leaves one. Where
// its folder does not work, it goes on to others, the current one among them. And it does not look
// whether its writes succeed, so a full disk would cut its documents off. `lxw_tmpfile` is there to
// be replaced, but that needs a function that the whole process sees, and programs do not show
// theirs to libraries that are opened later. So the library is told the address of ours.
bool bo_use_our_files(void *handle);
