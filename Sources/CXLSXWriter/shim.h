// libxlsxwriter. Only its headers are needed to build: it is opened when a workbook is written, so
// nothing is linked.

#pragma once

#include <xlsxwriter.h>
