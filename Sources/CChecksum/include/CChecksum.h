// What only the processor's own instructions do quickly of a CRC-32.

#ifndef BO_EXPORT_CCHECKSUM_H
#define BO_EXPORT_CCHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/// Writes to `folded` 16 bytes that lead from the state 0 to the state to which the first n of `bytes`
/// lead from `state`, and returns n.
///
/// That is at most `count`; it is 0, and nothing is written, if there are fewer than 64 bytes or if the
/// processor cannot multiply without carries (PCLMULQDQ).
size_t bo_crc32_fold(const uint8_t *bytes, size_t count, uint32_t state, uint8_t *folded);

#endif
