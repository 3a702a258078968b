// What only the processor's own instructions do quickly of a CRC-32.

#ifndef BO_EXPORT_CCHECKSUM_H
#define BO_EXPORT_CCHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/// Replaces the beginning of `bytes`, which come when the checksum is in the state `state`, by 16 bytes
/// that lead from the state 0 to the same one.
///
/// Returns how many bytes these stand for: at most `count`, and 0 if there are too few or if the
/// processor cannot multiply without carries (PCLMULQDQ).
size_t bo_crc32_fold(const uint8_t *bytes, size_t count, uint32_t state, uint8_t *folded);

#endif
