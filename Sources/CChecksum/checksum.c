#include "CChecksum.h"

#include <CLibrary.h>
#include <dlfcn.h>
#include <pthread.h>

// The function of zlib, declared here so that its headers are not needed to build.
unsigned long crc32_z(unsigned long checksum, const unsigned char *bytes, size_t count);

#define BO_ZLIB_FUNCTIONS(X) X(crc32_z)
BO_DECLARE_LIBRARY(bo_zlib, bo_libz, BO_ZLIB_FUNCTIONS)
BO_DEFINE_LIBRARY(bo_zlib, bo_libz, BO_ZLIB_FUNCTIONS, "libz.so.1", NULL, RTLD_LAZY, {})

uint32_t bo_crc32(const uint8_t *bytes, size_t count) {
    const bo_zlib *zlib = bo_libz();
    if (zlib->shared.trouble != NULL) return bo_crc32_by_bits(bytes, count);
    return (uint32_t)zlib->crc32_z(0, bytes, count);
}

uint32_t bo_crc32_by_bits(const uint8_t *bytes, size_t count) {
    uint32_t checksum = ~0u;
    for (size_t index = 0; index < count; index++) {
        checksum ^= bytes[index];
        for (int bit = 0; bit < 8; bit++) checksum = checksum >> 1 ^ (checksum & 1 ? 0xEDB88320 : 0);
    }
    return ~checksum;
}
