// SHA-256 of OpenSSL.

#ifndef BO_EXPORT_CCRYPTO_SHIM_H
#define BO_EXPORT_CCRYPTO_SHIM_H

// The functions below are those of OpenSSL that need no provider: to load one takes longer than all
// else that happens before the first request.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/evp.h>
#include <openssl/sha.h>

/// The SHA-256 of a few bytes, into the 32 bytes at `digest`.
static inline void bo_sha256(const unsigned char *bytes, size_t count, unsigned char *digest) {
    SHA256_CTX context;
    SHA256_Init(&context);
    SHA256_Update(&context, bytes, count);
    SHA256_Final(digest, &context);
}

#endif
