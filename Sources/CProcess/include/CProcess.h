#pragma once

/// How many arguments the process was started with, the program's own name among them.
int cprocess_argument_count(void);

/// The argument at `index`, or NULL if there is none. Owned by the process, and never freed.
const char *cprocess_argument(int index);
