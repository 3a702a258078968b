// SHA-256 of OpenSSL.

#ifndef BO_EXPORT_CCRYPTO_SHIM_H
#define BO_EXPORT_CCRYPTO_SHIM_H

// OpenSSL calls these functions deprecated. They are used because the newer ones load a provider,
// which takes longer than everything else before the first request.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/sha.h>

#endif
