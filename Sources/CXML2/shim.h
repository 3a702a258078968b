// libxml2, for the flags to compile and link with it.

#include <libxml/parser.h>
