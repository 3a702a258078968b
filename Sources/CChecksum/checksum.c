#include "CChecksum.h"

#if defined(__x86_64__)

#include <immintrin.h>

// After V. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction"
// (Intel, 2009): 16 bytes are moved behind others by multiplying each half by a power of x modulo the
// polynomial. The powers are those for 512 and 128 bits more, bit-reflected as the checksum is.
static const uint64_t by_512_bits[2] = {0x154442bd4, 0x1c6e41596};
static const uint64_t by_128_bits[2] = {0x1751997d0, 0x0ccaa009e};

enum { lane = 16, lanes = 4 };

__attribute__((target("pclmul"))) static __m128i moved(__m128i bytes, const uint64_t powers[2]) {
    __m128i factors = _mm_loadu_si128((const __m128i *)powers);
    return _mm_xor_si128(_mm_clmulepi64_si128(bytes, factors, 0x00),
                         _mm_clmulepi64_si128(bytes, factors, 0x11));
}

static __m128i loaded(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

__attribute__((target("pclmul"))) static size_t fold(const uint8_t *bytes, size_t count,
                                                     uint32_t state, uint8_t *folded) {
    // Several lanes, so that a multiplication need not wait for the one before.
    __m128i rest[lanes];
    for (int index = 0; index < lanes; index++) rest[index] = loaded(bytes + lane * index);
    rest[0] = _mm_xor_si128(rest[0], _mm_cvtsi32_si128((int)state));
    size_t done = lane * lanes;
    for (; count - done >= lane * lanes; done += lane * lanes) {
        for (int index = 0; index < lanes; index++) {
            rest[index] = _mm_xor_si128(moved(rest[index], by_512_bits),
                                        loaded(bytes + done + lane * index));
        }
    }
    __m128i last = rest[0];
    for (int index = 1; index < lanes; index++) {
        last = _mm_xor_si128(moved(last, by_128_bits), rest[index]);
    }
    for (; count - done >= lane; done += lane) {
        last = _mm_xor_si128(moved(last, by_128_bits), loaded(bytes + done));
    }
    _mm_storeu_si128((__m128i *)folded, last);
    return done;
}

size_t bo_crc32_fold(const uint8_t *bytes, size_t count, uint32_t state, uint8_t *folded) {
    if (count < lane * lanes || !__builtin_cpu_supports("pclmul")) return 0;
    return fold(bytes, count, state, folded);
}

#else

size_t bo_crc32_fold(const uint8_t *bytes, size_t count, uint32_t state, uint8_t *folded) {
    (void)bytes, (void)count, (void)state, (void)folded;
    return 0;
}

#endif
