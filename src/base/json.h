// SPDX-License-Identifier: MIT
//
// Writing JSON into a Text, one object per line.  Commas are placed by looking at what was
// written last, so callers only say what they mean:
//
//     json_open(t, '{');  json_key(t, "nodes");  json_int(t, n);  json_close(t, '}');
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "roek/base/text.h"

void json_open(Text *out, char bracket);
void json_close(Text *out, char bracket);
void json_key(Text *out, const char *key);
void json_string(Text *out, const char *value);
void json_int(Text *out, int64_t value);
void json_real(Text *out, double value);
void json_bool(Text *out, bool value);
void json_null(Text *out);

/* Key and value at once. */
void json_put_string(Text *out, const char *key, const char *value);
void json_put_int(Text *out, const char *key, int64_t value);
void json_put_real(Text *out, const char *key, double value);
void json_put_bool(Text *out, const char *key, bool value);

#endif
