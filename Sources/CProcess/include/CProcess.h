#pragma once

#include <stdbool.h>
#include <stddef.h>

/// How many arguments the process was started with, the program's own name among them.
int cprocess_argument_count(void);

/// The argument at `index`, or NULL if there is none. Owned by the process, and never freed.
const char *cprocess_argument(int index);

/// How many threads can be made, all of them running at the same time, up to `wanted`; they have
/// ended when this returns. In `has_memory` whether there were `bytes` of memory beside them.
int cprocess_try_threads(int wanted, size_t bytes, bool *has_memory);

/// Makes all threads allocate from one place, instead of 64 MB of addresses for each of them.
void cprocess_share_memory(void);
