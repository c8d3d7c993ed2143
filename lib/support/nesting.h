// A look at text before MLIR's parser, which recurses once a bracket and would
// run out of stack on hostile input.
#ifndef TC_SUPPORT_NESTING_H
#define TC_SUPPORT_NESTING_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TC_MAX_NESTING = 256 };

/// Whether brackets ( [ { < of MLIR text nest at most TC_MAX_NESTING deep,
/// strings and comments aside; else `line` and `column`, from 1, tell the
/// first one that is too deep. Bytecode is not looked at.
bool tcTextNestingIsFine(const char *text, size_t size, size_t *line,
                         size_t *column);

#ifdef __cplusplus
}
#endif

#endif // TC_SUPPORT_NESTING_H
