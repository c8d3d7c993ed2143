// Helpers for checks of MLIR text that run before MLIR's parser.
#ifndef TC_SUPPORT_TEXT_H
#define TC_SUPPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

bool tcTextIsBytecode(const char *text, size_t size);

/// The index after the string or comment that starts at text[i]; i if none
/// does.
size_t tcTextSkip(const char *text, size_t size, size_t i);

/// The first index from i on that is not inside a string or comment; `size` at
/// the end.
size_t tcTextNext(const char *text, size_t size, size_t i);

/// The line and column of text[i], from 1.
void tcTextLocate(const char *text, size_t i, size_t *line, size_t *column);

#endif // TC_SUPPORT_TEXT_H
