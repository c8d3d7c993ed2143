//===- json.c - Reading untrusted JSON ----------------------------*- C -*-===//
//
// See json.h.
//
//===----------------------------------------------------------------------===//

#include "runtime/json.h"

#include <string.h>

enum { maxDepth = 64 };

TcJson tcJsonMake(const char *text, size_t size) {
  return (TcJson){text, text, text + size, NULL};
}

bool tcJsonFail(TcJson *json, const char *what) {
  if (!json->error)
    json->error = what;
  return false;
}

static void skipSpace(TcJson *json) {
  while (json->at < json->end && (*json->at == ' ' || *json->at == '\n' ||
                                  *json->at == '\t' || *json->at == '\r'))
    ++json->at;
}

bool tcJsonTake(TcJson *json, char c) {
  if (json->error)
    return false;
  skipSpace(json);
  if (json->at == json->end || *json->at != c)
    return false;
  ++json->at;
  return true;
}

bool tcJsonExpect(TcJson *json, char c, const char *what) {
  return tcJsonTake(json, c) || tcJsonFail(json, what);
}

bool tcJsonAtEnd(TcJson *json) {
  skipSpace(json);
  return !json->error && json->at == json->end;
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

static bool readHex(TcJson *json, uint32_t *value) {
  if (json->end - json->at < 4)
    return tcJsonFail(json, "four hexadecimal digits");
  *value = 0;
  for (int i = 0; i < 4; ++i) {
    char c = *json->at++;
    uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                     : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                     : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                            : 16;
    if (digit == 16)
      return tcJsonFail(json, "a hexadecimal digit");
    *value = *value * 16 + digit;
  }
  return true;
}

/// The code point after `\u`, of one or, where it needs two, two escapes.
static bool readCodePoint(TcJson *json, uint32_t *point) {
  if (!readHex(json, point))
    return false;
  if (*point - 0xD800 >= 0x800) // not a surrogate
    return *point || tcJsonFail(json, "no zero inside a string");
  uint32_t low;
  if (*point >= 0xDC00 || json->end - json->at < 2 || json->at[0] != '\\' ||
      json->at[1] != 'u')
    return tcJsonFail(json, "a pair of surrogates");
  json->at += 2;
  if (!readHex(json, &low) || low - 0xDC00 >= 0x400)
    return tcJsonFail(json, "a pair of surrogates");
  *point = 0x10000 + ((*point - 0xD800) << 10) + (low - 0xDC00);
  return true;
}

static size_t encodeUtf8(uint32_t point, char *out) {
  if (point < 0x80) {
    out[0] = (char)point;
    return 1;
  }
  size_t extra = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  static const unsigned char heads[] = {0, 0xC0, 0xE0, 0xF0};
  out[0] = (char)(heads[extra] | point >> (6 * extra));
  for (size_t i = 1; i <= extra; ++i)
    out[i] = (char)(0x80 | ((point >> (6 * (extra - i))) & 0x3F));
  return extra + 1;
}

static bool readEscape(TcJson *json, uint32_t *point) {
  if (json->at == json->end)
    return tcJsonFail(json, "the end of a string");
  char c = *json->at++;
  if (c == 'u')
    return readCodePoint(json, point);
  const char *from = "\"\\/bfnrt", *to = "\"\\/\b\f\n\r\t";
  const char *found = c ? strchr(from, c) : NULL;
  if (!found)
    return tcJsonFail(json, "an escape");
  *point = (unsigned char)to[found - from];
  return true;
}

bool tcJsonString(TcJson *json, char *text, size_t capacity) {
  size_t size = 0;
  if (!tcJsonExpect(json, '"', "a string"))
    return false;
  for (;;) {
    if (json->at == json->end || (unsigned char)*json->at < 0x20)
      return tcJsonFail(json, "the end of a string");
    char c = *json->at++, coded[4] = {c};
    size_t count = 1;
    uint32_t point;
    if (c == '"')
      break;
    if (c == '\\') {
      if (!readEscape(json, &point))
        return false;
      count = encodeUtf8(point, coded);
    }
    if (size + count >= capacity)
      return tcJsonFail(json, "a shorter string");
    memcpy(text + size, coded, count);
    size += count;
  }
  text[size] = 0;
  return true;
}

//===----------------------------------------------------------------------===//
// Other values
//===----------------------------------------------------------------------===//

static bool isDigit(const TcJson *json) {
  return json->at < json->end && *json->at >= '0' && *json->at <= '9';
}

bool tcJsonInteger(TcJson *json, int64_t *value) {
  skipSpace(json);
  if (json->error || !isDigit(json))
    return tcJsonFail(json, "a number, not negative");
  *value = 0;
  while (isDigit(json))
    if (__builtin_mul_overflow(*value, 10, value) ||
        __builtin_add_overflow(*value, *json->at++ - '0', value))
      return tcJsonFail(json, "a number below 2^63");
  return true;
}

static bool skipString(TcJson *json) {
  if (!tcJsonExpect(json, '"', "a string"))
    return false;
  while (json->at < json->end && *json->at != '"')
    json->at += *json->at == '\\' && json->end - json->at > 1 ? 2 : 1;
  return tcJsonExpect(json, '"', "the end of a string");
}

/// A number, true, false or null: checked for its letters only.
static bool skipWord(TcJson *json) {
  skipSpace(json);
  const char *start = json->at;
  while (json->at < json->end && *json->at &&
         strchr("+-.0123456789Eaeflnrstu", *json->at))
    ++json->at;
  return json->at > start || tcJsonFail(json, "a value");
}

static bool skipValue(TcJson *json, unsigned depth);

static bool skipMembers(TcJson *json, char close, unsigned depth) {
  if (depth > maxDepth)
    return tcJsonFail(json, "less nesting");
  if (tcJsonTake(json, close))
    return true;
  do {
    if (close == '}' &&
        (!skipString(json) || !tcJsonExpect(json, ':', "a ':'")))
      return false;
    if (!skipValue(json, depth))
      return false;
  } while (tcJsonTake(json, ','));
  return tcJsonExpect(json, close, "a ',' or the closing bracket");
}

static bool skipValue(TcJson *json, unsigned depth) {
  if (tcJsonTake(json, '{'))
    return skipMembers(json, '}', depth + 1);
  if (tcJsonTake(json, '['))
    return skipMembers(json, ']', depth + 1);
  skipSpace(json);
  if (json->at < json->end && *json->at == '"')
    return skipString(json);
  return skipWord(json);
}

bool tcJsonSkip(TcJson *json) { return skipValue(json, 0); }
