#include "CProcess.h"

static char **argument_vector;

// glibc passes the arguments of main to every constructor. Swift's own CommandLine.arguments looks
// for them in /proc/self/cmdline, or walks back from environ: it finds nothing if /proc is not
// mounted and a preloaded library has called setenv, which moves environ. A constructor works for
// everybody who calls BoxOfficeProgram.main, whatever their own main looks like.
__attribute__((constructor)) static void keep_arguments(int count, char **vector) {
    (void)count;
    argument_vector = vector;
}

char *const *cprocess_arguments(void) { return argument_vector; }
