// Which versions of the IR this library reads, the version in a text, and the
// compiler's identity.
#include "support/version.h"
#include "support/text.h"
#include "tc/gen/Identity.h"
#include "tc/version.h"

#include <stdio.h>
#include <string.h>

bool tcVersionParse(const char *text, size_t size, int *major, int *minor) {
  char copy[32], end;
  if (size >= sizeof copy)
    return false;
  snprintf(copy, sizeof copy, "%.*s", (int)size, text);
  return sscanf(copy, "%9d.%9d%c", major, minor, &end) == 2 && *major >= 0 &&
         *minor >= 0;
}

bool tcVersionIsRead(int major, int minor) {
  return major == TC_VERSION_MAJOR && minor <= TC_VERSION_MINOR;
}

void tcVersionRefusal(int major, int minor, char text[TC_VERSION_TEXT]) {
  snprintf(text, TC_VERSION_TEXT,
           "is of tc's version %d.%d, this is %d.%d: use a tc of that version",
           major, minor, TC_VERSION_MAJOR, TC_VERSION_MINOR);
}

// The string behind `tc.version =` at text[i]: its size, 0 if there is none.
static size_t versionAt(const char *text, size_t size, size_t i,
                        const char **version) {
  static const char name[] = "tc.version";
  if (size - i < sizeof name - 1 || memcmp(text + i, name, sizeof name - 1))
    return 0;
  i += sizeof name - 1;
  while (i < size && (text[i] == ' ' || text[i] == '='))
    ++i;
  if (i == size || text[i] != '"')
    return 0;
  *version = text + i + 1;
  const char *end = memchr(*version, '"', size - i - 1);
  return end ? (size_t)(end - *version) : 0;
}

bool tcTextVersionIsRead(const char *text, size_t size, int *major, int *minor,
                         size_t *line, size_t *column) {
  if (tcTextIsBytecode(text, size))
    return true;
  size_t depth = 0;
  for (size_t i = tcTextNext(text, size, 0); i < size;
       i = tcTextNext(text, size, i + 1)) {
    depth += text[i] == '{';
    // The module's attributes are the first braces.
    if (text[i] == '}' && depth && !--depth)
      return true;
    const char *version;
    size_t length = versionAt(text, size, i, &version);
    if (!length || !tcVersionParse(version, length, major, minor))
      continue;
    if (tcVersionIsRead(*major, *minor))
      return true;
    tcTextLocate(text, i, line, column);
    return false;
  }
  return true;
}

const char *tcBuildText(void) {
#define TEXT(x) #x
#define NUMBER(x) TEXT(x)
  return NUMBER(TC_VERSION_MAJOR) "." NUMBER(
      TC_VERSION_MINOR) ", build " TC_IDENTITY;
#undef NUMBER
#undef TEXT
}
