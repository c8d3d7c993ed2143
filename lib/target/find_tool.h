// Where the programs are that code generation runs: linkers, assemblers.
#ifndef TC_TARGET_FIND_TOOL_H
#define TC_TARGET_FIND_TOOL_H

#include <stdbool.h>

enum { TC_TOOL_PATH = 4096 };

/// Finds the program `name`: below the folder that the environment's `variable`
/// (or NULL) names, as bin/NAME; in this program, where that is a linker too;
/// beside it, where the self-contained tools keep theirs; then in `places`,
/// which end with NULL: paths, from this program's folder if they start with a
/// dot, or names in PATH. False if there is none.
bool tcFindTool(const char *name, const char *variable,
                const char *const *places, char path[TC_TOOL_PATH]);

#endif // TC_TARGET_FIND_TOOL_H
