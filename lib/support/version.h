// Versions of the IR, as `tc.version` and bytecode say them.
#ifndef TC_SUPPORT_VERSION_H
#define TC_SUPPORT_VERSION_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// "0.1" as two numbers; false for anything else.
bool tcVersionParse(const char *text, size_t size, int *major, int *minor);

/// Whether this library reads IR of that version: older minor ones and its own.
bool tcVersionIsRead(int major, int minor);

/// What is said of a version that is not read, as TC-5002.
enum { TC_VERSION_TEXT = 160 };
void tcVersionRefusal(int major, int minor, char text[TC_VERSION_TEXT]);

/// Whether the `tc.version` of the first module of MLIR text, if it has one, is
/// read: asked before the text is parsed, since a newer one has words that do
/// not parse. Else `major` and `minor` are the version, `line` and `column`,
/// from 1, its place. Bytecode says its version itself.
bool tcTextVersionIsRead(const char *text, size_t size, int *major, int *minor,
                         size_t *line, size_t *column);

#ifdef __cplusplus
}
#endif

#endif // TC_SUPPORT_VERSION_H
