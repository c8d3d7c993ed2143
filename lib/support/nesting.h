// A look at text before MLIR's parser, which recurses once a bracket and once
// an operator, and takes time by the square of a number's length: hostile input
// would end the process or never end.
#ifndef TC_SUPPORT_NESTING_H
#define TC_SUPPORT_NESTING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TC_MAX_NESTING = 256,    ///< Depth of brackets ( [ { <
  TC_MAX_OPERATORS = 4096, ///< Of one expression
  TC_MAX_NUMBER = 1024,    ///< Characters of a number, or of a shape
};

/// What makes MLIR text one that the parser does not survive, strings and
/// comments aside; `line` and `column`, from 1, tell where. Null if nothing.
/// Bytecode is not looked at.
const char *tcTextFault(const char *text, size_t size, size_t *line,
                        size_t *column);

#ifdef __cplusplus
}
#endif

#endif // TC_SUPPORT_NESTING_H
