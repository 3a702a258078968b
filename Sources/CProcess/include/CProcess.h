#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Returns the arguments that the process was started with, the program's own name first and NULL
/// last. They belong to the process and are never freed.
char *const *cprocess_arguments(void);

/// Creates the threads of Dispatch that could not be created before. Returns false if some still
/// cannot be created, and no other thread does their work.
bool cprocess_make_owed_threads(void);

/// Makes all threads allocate from one arena, instead of one with 64 MB of addresses for each.
void cprocess_share_memory(void);

/// The kinds of reports of a keeper.
typedef enum {
    /// Never reported: the keeper was killed, and its program with it.
    CPROCESS_LOST = 0,
    /// The program never began; the value is an error number.
    CPROCESS_NOT_STARTED,
    /// It ended by itself; the value is its status.
    CPROCESS_EXITED,
    /// A signal ended it; the value is its number.
    CPROCESS_SIGNALLED,
    /// It left processes running; the value is their number.
    CPROCESS_LEFT,
} cprocess_kind;

/// A report of a keeper about its program.
typedef struct {
    cprocess_kind kind;
    int value;
    /// The beginning of the command line of one process that was left running, padded with zeros.
    char words[64];
} cprocess_report;

/// A keeper that was started, and the caller's ends of the pipes to it, which never block.
typedef struct {
    /// The process of the keeper, a child of the caller, who must reap it.
    pid_t process;
    /// The program's standard input.
    int input;
    /// The program's standard output.
    int output;
    /// The program's standard error.
    int errors;
    /// Everything ends when something is written to it, or when its last copy is closed.
    int control;
    /// The reports are read from it. It ends when no process is left.
    int report;
} cprocess_keeper;

/// Starts the program at `path` under a keeper, a separate process that adopts every descendant of
/// the program whose parent has ended, and that ends when none of them is left.
///
/// A tenth of a second after the program has ended, or when `control` requests it, all descendants
/// get TERM, and KILL after `grace` milliseconds. Those whose parents still run get either signal when
/// the parents have ended, unless they are in the group of a process that got it. The keeper gives up
/// on processes that still run five seconds after KILL.
///
/// When no process is left, `folder` is removed if it is empty, even if the caller has ended.
///
/// Returns 0 or an error number.
int cprocess_start(
    const char *path, char *const *environment, const char *folder, int grace,
    cprocess_keeper *keeper);
