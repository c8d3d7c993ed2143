// A cursor over untrusted JSON text: reads what is asked for or fails, never
// beyond the end, at a bounded depth. Supports only what .safetensors headers
// need.
#ifndef TC_RUNTIME_JSON_H
#define TC_RUNTIME_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TcJson {
  const char *begin, *at, *end;
  const char *error; ///< NULL until something fails; what was expected
} TcJson;

TcJson tcJsonMake(const char *text, size_t size);

/// Skips white space, then takes `c` if it is next. Not an error if it is not.
bool tcJsonTake(TcJson *json, char c);

/// The same, but an error, described by `what`, if it is not.
bool tcJsonExpect(TcJson *json, char c, const char *what);

/// Reads a string and decodes it into `text`, ended by a 0; `capacity` bytes
/// are always enough if there are as many as `json` has left, and one.
bool tcJsonString(TcJson *json, char *text, size_t capacity);

/// Reads an integer from 0 to INT64_MAX.
bool tcJsonInteger(TcJson *json, int64_t *value);

/// Skips one value of any kind.
bool tcJsonSkip(TcJson *json);

/// Whether only white space is left.
bool tcJsonAtEnd(TcJson *json);

/// Notes an error unless there is one; gives false.
bool tcJsonFail(TcJson *json, const char *what);

#endif // TC_RUNTIME_JSON_H
