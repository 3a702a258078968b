// SHA-256 of OpenSSL.

#ifndef BO_EXPORT_CCRYPTO_SHIM_H
#define BO_EXPORT_CCRYPTO_SHIM_H

#include <openssl/evp.h>
#include <openssl/sha.h>

#endif
