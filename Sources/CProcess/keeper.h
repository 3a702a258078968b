#pragma once

#include <sys/types.h>

/// Sends `signal` to every descendant of the calling process. Without /proc only the group of
/// `program` can be reached.
///
/// Like everything that a keeper does, it calls nothing that could wait for a lock of a thread that
/// the keeper does not have.
void keeper_signal_descendants(int signal, pid_t program);
