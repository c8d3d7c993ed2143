// Versions of the IR, as in `tc.version` and bytecode; the compiler's identity.
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

/// The message of TC-5002, for a version that is not read.
enum { TC_VERSION_TEXT = 160 };
void tcVersionRefusal(int major, int minor, char text[TC_VERSION_TEXT]);

/// Whether the library reads the `tc.version` of a text's first module (true if
/// there is none). Checked before parsing, since a newer version may have
/// syntax that does not parse. Else `major` and `minor` are the version, `line`
/// and `column`, from 1, its place. Bytecode has its own version field.
bool tcTextVersionIsRead(const char *text, size_t size, int *major, int *minor,
                         size_t *line, size_t *column);

/// "0.2, build 0123456789abcdef": the version, and a hash of the sources and of
/// LLVM's version. Compilers of one text generate the same code.
const char *tcBuildText(void);

#ifdef __cplusplus
}
#endif

#endif // TC_SUPPORT_VERSION_H
