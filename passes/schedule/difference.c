// See difference.h.
#include "passes/schedule/difference.h"

#include "passes/schedule/text.h"

#include "ir/builder.h"

#include "mlir-c/BuiltinAttributes.h"

#include <string.h>

typedef struct Differ {
  TcArena *arena;
  bool mayOmit;
  const char *why; // the first difference
} Differ;

static void append(MlirStringRef text, void *buffer) {
  char *out = buffer;
  size_t n = strlen(out), more = text.length;
  if (n + more > 160)
    more = 160 - n;
  memcpy(out + n, text.data, more);
  out[n + more] = 0;
}

static void compare(Differ *d, MlirAttribute given, MlirAttribute made,
                    const char *path);

static void compareLists(Differ *d, MlirAttribute given, MlirAttribute made,
                         const char *path) {
  for (intptr_t i = 0; i < tcTextCount(given); ++i)
    compare(d, tcTextElement(given, i), tcTextElement(made, i),
            tcArenaPrintf(d->arena, "%s[%d]", path, (int)i));
}

static void compareEntries(Differ *d, MlirAttribute given, MlirAttribute made,
                           const char *path) {
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(given); ++i) {
    MlirNamedAttribute e = mlirDictionaryAttrGetElement(given, i);
    MlirStringRef key = mlirIdentifierStr(e.name);
    MlirAttribute other = mlirDictionaryAttrGetElementByName(made, key);
    const char *deeper =
        tcArenaPrintf(d->arena, "%s%s%.*s", path, *path ? "." : "",
                      (int)key.length, key.data);
    if (!mlirAttributeIsNull(other))
      compare(d, e.attribute, other, deeper);
    else if (!d->why)
      d->why = tcArenaPrintf(
          d->arena, "%s: there is no code for this entry here", deeper);
  }
}

static void compare(Differ *d, MlirAttribute given, MlirAttribute made,
                    const char *path) {
  char a[176] = "", b[176] = "";
  if (d->why || mlirAttributeEqual(given, made))
    return;
  bool lists = tcTextCount(given) && tcTextCount(given) == tcTextCount(made);
  bool dicts =
      mlirAttributeIsADictionary(given) && mlirAttributeIsADictionary(made);
  if (lists)
    compareLists(d, given, made, path);
  else if (dicts)
    compareEntries(d, given, made, path);
  if (d->why || (d->mayOmit && (lists || dicts)))
    return;
  mlirAttributePrint(given, append, a);
  mlirAttributePrint(made, append, b);
  d->why = tcArenaPrintf(d->arena, "%s: there is no code for %s, but for %s",
                         path, a, b);
}

const char *tcScheduleDifference(TcArena *arena, MlirAttribute given,
                                 MlirAttribute made, bool mayOmit) {
  Differ d = {arena, mayOmit, NULL};
  compare(&d, given, made, "");
  return d.why;
}
