#include "CProcess.h"

#include <stddef.h>

static int argument_count;
static char **argument_vector;

// glibc passes the arguments of main to every constructor. Swift's own CommandLine.arguments looks
// for them in /proc/self/cmdline, or walks back from environ: it finds nothing if /proc is not
// mounted and a preloaded library has called setenv, which moves environ. A constructor works for
// everybody who calls BoxOfficeProgram.main, whatever their own main looks like.
__attribute__((constructor)) static void keep_arguments(int count, char **vector) {
    argument_count = count;
    argument_vector = vector;
}

int cprocess_argument_count(void) { return argument_count; }

const char *cprocess_argument(int index) {
    if (index < 0 || index >= argument_count) return NULL;
    return argument_vector[index];
}
