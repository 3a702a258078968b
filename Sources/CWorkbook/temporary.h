#pragma once

#include <stdbool.h>
#include <stdint.h>

// Has the library at `handle` make its temporary files without names.
//
// Its own have a name until they are unlinked, so a run that is killed in between leaves one. And
// where its folder does not work, it goes on to others, the current one among them. `lxw_tmpfile`
// is there to be replaced, but that needs a function that the whole process sees, and programs do
// not show theirs to libraries that are opened later. So the library is told the address of another
// one. Where that fails, as with a library that calls its own function directly, all else works.
void bo_use_nameless_files(void *handle);
