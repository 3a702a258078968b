// Extended attributes of files, which the module of the C library leaves out.

#ifndef BO_EXPORT_CATTRIBUTES_SHIM_H
#define BO_EXPORT_CATTRIBUTES_SHIM_H

#include <sys/xattr.h>

#endif
