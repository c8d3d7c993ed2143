// Enum attributes of upstream dialects. Some are integers; the others have no C
// API of their own and go through their text, which every one has.
#include "ir/access.h"

#include "ir/builder.h"

#include <stdio.h>
#include <string.h>

typedef struct Text {
  char data[512];
  size_t size;
  bool full;
} Text;

static void append(MlirStringRef piece, void *context) {
  Text *text = context;
  if (piece.length >= sizeof(text->data) - text->size) {
    text->full = true;
    return;
  }
  memcpy(text->data + text->size, piece.data, piece.length);
  text->size += piece.length;
  text->data[text->size] = 0;
}

static const char *exactCase(const TcEnumInfo *info, int64_t value) {
  for (int i = 0; i < info->numCases; ++i)
    if (info->cases[i].value == value)
      return info->cases[i].name;
  return NULL;
}

// A value that is no case of a bit set is spelled as its single bits.
static void appendCases(Text *text, const TcEnumInfo *info, int64_t value) {
  const char *exact = exactCase(info, value);
  if (exact)
    append(tcStr(exact), text);
  if (exact || !info->separator)
    return;
  const char *between = "";
  for (int i = 0; i < info->numCases; ++i) {
    int64_t bit = info->cases[i].value;
    if (!(bit & value) || (bit & (bit - 1)))
      continue;
    append(tcStr(between), text);
    append(tcStr(info->cases[i].name), text);
    between = info->separator;
  }
}

MlirAttribute tcEnumToAttr(MlirContext ctx, const TcEnumInfo *info,
                           int64_t value) {
  if (info->width)
    return mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, (unsigned)info->width),
                              value);
  Text text = {.size = 0};
  append(tcStr(info->open), &text);
  appendCases(&text, info, value);
  append(tcStr(info->close), &text);
  return mlirAttributeParseGet(ctx, mlirStringRefCreate(text.data, text.size));
}

static bool addCase(const TcEnumInfo *info, const char *word, size_t length,
                    int64_t *value) {
  for (int i = 0; i < info->numCases; ++i) {
    const char *name = info->cases[i].name;
    if (strlen(name) == length && !memcmp(name, word, length)) {
      *value |= info->cases[i].value;
      return true;
    }
  }
  return false;
}

// Cases are in the innermost brackets: `#vector.kind<add>`, `#gpu<dim x>`,
// `#arith.fastmath<nnan,ninf>`.
static bool parseCases(const TcEnumInfo *info, const char *text,
                       int64_t *value) {
  const char *start = strrchr(text, '<');
  if (!start)
    return false;
  bool named = info->open[strlen(info->open) - 1] == ' ';
  start += named ? 1 + strcspn(start + 1, " ") : 1;
  *value = 0;
  while (*(start += strspn(start, " ,|\"")) != '>') {
    size_t length = strcspn(start, " ,|\">");
    if (!length || !addCase(info, start, length, value))
      return false;
    start += length;
  }
  return true;
}

// `#arith<fastmath<` and the printed `#arith.fastmath<` differ in one place.
static bool isOfEnum(const TcEnumInfo *info, const char *text) {
  size_t dialect = strcspn(info->open, "<");
  if (strncmp(text, info->open, dialect) || !strchr(".<", text[dialect]))
    return false;
  const char *mnemonic = info->open + dialect + 1;
  const char *actual = text + dialect + 1;
  size_t size = strcspn(mnemonic, "< ");
  return text[dialect] && !strncmp(actual, mnemonic, size) &&
         (actual[size] == '<' || actual[size] == ' ');
}

bool tcEnumFromAttr(MlirAttribute attr, const TcEnumInfo *info,
                    int64_t *value) {
  if (mlirAttributeIsNull(attr))
    return false;
  if (info->width) {
    *value = tcAttrAsInt(attr, 0);
    return mlirAttributeIsAInteger(attr);
  }
  Text text = {.size = 0};
  mlirAttributePrint(attr, append, &text);
  return !text.full && isOfEnum(info, text.data) &&
         parseCases(info, text.data, value);
}
