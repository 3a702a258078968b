#pragma once

#include <stddef.h>
#include <stdint.h>

/// Returns the CRC-32 of `bytes`, as used by gzip, PNG and Ethernet.
uint32_t bo_crc32(const uint8_t *bytes, size_t count);

/// Returns the same on a machine without zlib, which sends no requests either, so it need not be quick.
uint32_t bo_crc32_by_bits(const uint8_t *bytes, size_t count);
