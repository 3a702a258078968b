// libyaml, for the flags to compile and link with it.

#include <yaml.h>
