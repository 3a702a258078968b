#pragma once

#include <stddef.h>
#include <stdint.h>

/// The CRC-32 of gzip, PNG and Ethernet of `bytes`.
uint32_t bo_crc32(const uint8_t *bytes, size_t count);

/// The same on a machine without zlib, which sends no requests either: it need not be quick.
uint32_t bo_crc32_by_bits(const uint8_t *bytes, size_t count);
