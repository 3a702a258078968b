#pragma once

#include <stddef.h>
#include <stdint.h>

/// The CRC-32 of gzip, PNG and Ethernet of `bytes`.
uint32_t bo_crc32(const uint8_t *bytes, size_t count);
