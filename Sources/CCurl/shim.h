// libcurl. Only its headers are needed to build: it is opened when a request is sent, so nothing is
// linked.

#pragma once

#include <curl/curl.h>
