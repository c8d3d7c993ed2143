// A check before MLIR's parser, which recurses once per bracket and would run
// out of stack on hostile input.
#ifndef TC_SUPPORT_NESTING_H
#define TC_SUPPORT_NESTING_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TC_MAX_NESTING = 256 };

/// Whether the brackets ( [ { < of MLIR text, outside of strings and comments,
/// nest at most TC_MAX_NESTING deep; else `line` and `column`, from 1, are
/// those of the first bracket that is too deep. Bytecode is not checked.
bool tcTextNestingIsFine(const char *text, size_t size, size_t *line,
                         size_t *column);

#ifdef __cplusplus
}
#endif

#endif // TC_SUPPORT_NESTING_H
