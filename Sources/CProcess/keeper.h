#pragma once

#include <stddef.h>
#include <sys/types.h>

/// Sends `signal` to every descendant of the calling process. Without /proc only the group of
/// `program` can be reached. Returns how many there are, and puts the beginning of the command line
/// of one of them into the `size` bytes of `words`.
///
/// Like everything that a keeper does, it calls nothing that could wait for a lock of a thread that
/// the keeper does not have.
int keeper_signal_descendants(int signal, pid_t program, char *words, size_t size);
