// What clients say to the language server, with the documents' text checked
// before upstream's server parses it: MLIR's parser recurses, and would end the
// process at deep nesting (support/nesting.h).
#ifndef TC_SHIM_LSP_INPUT_H
#define TC_SHIM_LSP_INPUT_H

#include <cstdio>

namespace tc {
/// A stream of the messages of `from`. In place of a text that the parser does
/// not survive it has an empty one, and the client gets a diagnostic, on the
/// standard output, after those of the server. `delimited` messages end in
/// "// -----" (--lit-test). Null without memory.
FILE *openLspInput(FILE *from, bool delimited);
} // namespace tc

#endif // TC_SHIM_LSP_INPUT_H
