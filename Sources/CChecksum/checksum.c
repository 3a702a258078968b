#include "CChecksum.h"

#include <CLibrary.h>
#include <dlfcn.h>
#include <pthread.h>

// The function of zlib, declared here so that its headers are not needed to build.
unsigned long crc32_z(unsigned long checksum, const unsigned char *bytes, size_t count);

#define BO_ZLIB_FUNCTIONS(X) X(crc32_z)
BO_DECLARE_LIBRARY(bo_zlib, bo_libz, BO_ZLIB_FUNCTIONS)
BO_DEFINE_LIBRARY(bo_zlib, bo_libz, BO_ZLIB_FUNCTIONS, "libz.so.1", NULL, RTLD_LAZY, {})

// Returns the state of a checksum after `bytes`, one bit at a time.
static uint32_t state_by_bits(uint32_t state, const uint8_t *bytes, size_t count) {
    for (size_t index = 0; index < count; index++) {
        state ^= bytes[index];
        for (int bit = 0; bit < 8; bit++) state = state >> 1 ^ (state & 1 ? 0xEDB88320 : 0);
    }
    return state;
}

uint32_t bo_crc32_by_bits(const uint8_t *bytes, size_t count) {
    return ~state_by_bits(~0u, bytes, count);
}

#if defined(__x86_64__)

#include <immintrin.h>

enum { lane = 16, lanes = 4 };

// After V. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction"
// (Intel, 2009): 16 bytes are moved behind others by multiplying each half by a power of x modulo
// the polynomial. The powers are those for 512 and 128 bits more, bit-reflected as the checksum is.
static const uint64_t by_512_bits[2] = {0x154442bd4, 0x1c6e41596};
static const uint64_t by_128_bits[2] = {0x1751997d0, 0x0ccaa009e};

static __m128i loaded(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

// Returns `next` with the bytes before it, which are `powers` ahead.
__attribute__((target("pclmul"))) static __m128i joined(
    __m128i bytes, const uint64_t powers[2], __m128i next) {
    __m128i factors = _mm_loadu_si128((const __m128i *)powers);
    __m128i low = _mm_clmulepi64_si128(bytes, factors, 0x00);
    return _mm_xor_si128(_mm_xor_si128(low, _mm_clmulepi64_si128(bytes, factors, 0x11)), next);
}

// Returns the checksum of at least 64 bytes: they are folded to 16, and those go bit by bit.
__attribute__((target("pclmul"))) static uint32_t by_folding(const uint8_t *bytes, size_t count) {
    const uint8_t *end = bytes + count;
    // Several lanes, so that a multiplication need not wait for the one before.
    __m128i rest[lanes];
    for (int index = 0; index < lanes; index++) rest[index] = loaded(bytes + lane * index);
    rest[0] = _mm_xor_si128(rest[0], _mm_cvtsi32_si128(-1));
    for (bytes += lane * lanes; end - bytes >= lane * lanes; bytes += lane * lanes) {
        for (int index = 0; index < lanes; index++) {
            rest[index] = joined(rest[index], by_512_bits, loaded(bytes + lane * index));
        }
    }
    __m128i last = rest[0];
    for (int index = 1; index < lanes; index++) last = joined(last, by_128_bits, rest[index]);
    for (; end - bytes >= lane; bytes += lane) last = joined(last, by_128_bits, loaded(bytes));
    uint8_t folded[lane];
    _mm_storeu_si128((__m128i *)folded, last);
    return ~state_by_bits(state_by_bits(0, folded, lane), bytes, (size_t)(end - bytes));
}

#endif

uint32_t bo_crc32(const uint8_t *bytes, size_t count) {
#if defined(__x86_64__)
    // Without opening zlib, which takes longer than a checksum.
    if (count >= lane * lanes && __builtin_cpu_supports("pclmul")) return by_folding(bytes, count);
#endif
    const bo_zlib *zlib = bo_libz();
    if (zlib->shared.trouble != NULL) return bo_crc32_by_bits(bytes, count);
    return (uint32_t)zlib->crc32_z(0, bytes, count);
}
