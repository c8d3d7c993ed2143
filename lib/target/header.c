//===- header.c - The C header of an artifact ----------------------*- C
//-*-===//
//
// For a program `net` with input x: f32[n, 16] and result y: f32[n, 10]:
//
//   enum { NET_NUM_INPUTS = 1, ... };
//   static inline TcStatus net_call(TcProgram *program, int64_t n,
//                                   const float *x, float *y,
//                                   TcParallelFor parallelFor, void *context);
//
// Tensors that are not dense, or whose sizes the program finds out, are passed
// as TcTensor. The header needs tc/program.h, and links with libtcrt.
//
//===----------------------------------------------------------------------===//

#include "target/header.h"
#include "runtime/size_code.h"
#include "support/map.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

enum { nameLength = 64 };

static bool isKeyword(const char *text) {
  static const char *const keywords[] = {
      "auto",     "bool",      "break",      "case",        "char",
      "const",    "continue",  "default",    "do",          "double",
      "else",     "enum",      "extern",     "float",       "for",
      "goto",     "if",        "inline",     "int",         "long",
      "register", "restrict",  "return",     "short",       "signed",
      "sizeof",   "static",    "struct",     "switch",      "typedef",
      "union",    "unsigned",  "void",       "volatile",    "while",
      "class",    "delete",    "new",        "private",     "public",
      "this",     "template",  "operator",   "program",     "frame",
      "sizes",    "symbols",   "inputs",     "results",     "status",
      "context",  "namespace", "inputSizes", "resultSizes", "parallelFor",
      "true",     "false",     "errno",      "linux",       "unix"};
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; ++i)
    if (!strcmp(text, keywords[i]))
      return true;
  return false;
}

/// An identifier made of any text. `unique`, if it is not TC_NONE, is appended.
static const char *identifier(const char *text, uint32_t unique,
                              char out[nameLength]) {
  size_t size = 0;
  if (!isalpha((unsigned char)*text))
    out[size++] = 'v';
  for (; *text && size < nameLength - 16; ++text)
    out[size++] = isalnum((unsigned char)*text) ? *text : '_';
  out[size] = 0;
  if (unique != TC_NONE)
    snprintf(out + size, 16, "_%u", unique);
  else if (isKeyword(out))
    strcpy(out + size, "_");
  return out;
}

typedef struct Header {
  const TcProgramDescriptor *d;
  TcStrBuf *out;
  char name[nameLength], upper[nameLength];
  TcMap first; // name -> the first argument that has it
} Header;

/// Argument `index` counts symbols, then inputs, then results.
static const char *argumentText(const Header *h, uint32_t index) {
  const TcProgramDescriptor *d = h->d;
  if (index < d->numSymbols)
    return d->symbols[index].name;
  index -= d->numSymbols;
  return index < d->numInputs ? d->inputs[index].name
                              : d->results[index - d->numInputs].name;
}

/// Notes which argument is the first of its name; false without memory.
static bool noteNames(Header *h) {
  const TcProgramDescriptor *d = h->d;
  char name[nameLength];
  for (uint32_t i = 0; i < d->numSymbols + d->numInputs + d->numResults; ++i) {
    identifier(argumentText(h, i), TC_NONE, name);
    if (!tcMapGetText(&h->first, name) &&
        !tcMapSetText(&h->first, name, (void *)((uintptr_t)i + 1)))
      return false;
  }
  return true;
}

/// The parameter's name; the index is appended where an earlier one has it.
static const char *argumentName(const Header *h, uint32_t index,
                                char out[nameLength]) {
  const char *text = argumentText(h, index);
  identifier(text, TC_NONE, out);
  if ((uintptr_t)tcMapGetText(&h->first, out) != (uintptr_t)index + 1)
    identifier(text, index, out);
  return out;
}

static const char *inputName(const Header *h, uint32_t index,
                             char out[nameLength]) {
  return argumentName(h, h->d->numSymbols + index, out);
}

static const char *resultName(const Header *h, uint32_t index,
                              char out[nameLength]) {
  return argumentName(h, h->d->numSymbols + h->d->numInputs + index, out);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// ORDER: TcDType. Types that C does not have are integers of their size.
static const char *const elementTypes[TC_DTYPE_COUNT] = {
    "void",    "float",   "double", "uint16_t", "uint16_t", "int64_t",
    "int32_t", "int16_t", "int8_t", "uint8_t",  "uint8_t",  "uint8_t",
    "uint8_t", "float",   "double", "uint16_t", "uint32_t", "uint64_t"};

static bool isLate(const TcProgramDescriptor *d, const TcValueInfo *value) {
  for (unsigned i = 0; i < value->rank; ++i)
    if (tcSizeInspect(d, value->dims[i]).late)
      return true;
  return false;
}

/// Whether the caller passes the elements alone.
static bool isPlain(const TcProgramDescriptor *d, const TcValueInfo *value) {
  return !value->strides && !isLate(d, value);
}

/// Text for a comment of one line.
static void comment(Header *h, const char *text) {
  for (; *text; ++text)
    tcStrBufAppendChar(h->out, (unsigned char)*text < ' ' ? ' ' : *text);
}

static void describeValue(Header *h, const char *kind, uint32_t index,
                          const TcValueInfo *value) {
  tcStrBufPrintf(h->out, "// %-6s %u: ", kind, index);
  comment(h, value->name);
  tcStrBufPrintf(h->out, " %s[", tcDTypeName(value->dtype));
  for (unsigned i = 0; i < value->rank; ++i) {
    tcStrBufAppend(h->out, i ? ", " : "");
    comment(h, h->d->sizes[value->dims[i]].text);
  }
  tcStrBufPrintf(h->out, "]%s%s%s\n", value->mutated ? ", written" : "",
                 value->strides ? ", strided" : "",
                 isLate(h->d, value) ? ", of a size found by the call" : "");
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

static void writeHead(Header *h) {
  const TcProgramDescriptor *d = h->d;
  tcStrBufAppend(h->out, "// The program ");
  comment(h, d->name);
  tcStrBufPrintf(h->out, ", compiled by %s. Do not edit.\n//\n",
                 d->compiler ? d->compiler : "tc");
  for (uint32_t i = 0; i < d->numInputs; ++i)
    describeValue(h, "input", i, &d->inputs[i]);
  for (uint32_t i = 0; i < d->numResults; ++i)
    describeValue(h, "result", i, &d->results[i]);
  for (uint32_t i = 0; i < d->numWeights; ++i)
    describeValue(h, "weight", i, &d->weights[i]);
  tcStrBufPrintf(
      h->out,
      "#ifndef TC_PROGRAM_%s_H\n#define TC_PROGRAM_%s_H\n\n"
      "#include \"tc/program.h\"\n\n#include <string.h>\n\n#ifdef __cplusplus\n"
      "extern \"C\" {\n#endif\n\n",
      h->upper, h->upper);
  tcStrBufPrintf(h->out,
                 "enum {\n  %s_NUM_INPUTS = %u,\n  %s_NUM_RESULTS = %u,\n"
                 "  %s_NUM_WEIGHTS = %u,\n  %s_NUM_SYMBOLS = %u\n};\n\n",
                 h->upper, d->numInputs, h->upper, d->numResults, h->upper,
                 d->numWeights, h->upper, d->numSymbols);
}

static void writeParameter(Header *h, const TcValueInfo *value,
                           const char *name, bool isResult) {
  const char *qualifier = isResult || value->mutated ? "" : "const ";
  if (!isPlain(h->d, value))
    tcStrBufPrintf(h->out, ",\n    %sTcTensor *%s", isResult ? "" : "const ",
                   name);
  else
    tcStrBufPrintf(h->out, ",\n    %s%s *%s", qualifier,
                   elementTypes[value->dtype], name);
}

static bool isParameter(const TcSymbolInfo *symbol) {
  return symbol->source == TC_SYMBOL_DIM;
}

static void writeSignature(Header *h) {
  const TcProgramDescriptor *d = h->d;
  char name[nameLength];
  tcStrBufPrintf(h->out,
                 "/// Runs the program, once prepared. Arrays are dense, in "
                 "row-major order.\n/// `parallelFor` may be NULL.\n"
                 "static inline TcStatus %s_call(\n    TcProgram *program",
                 h->name);
  for (uint32_t i = 0; i < d->numSymbols; ++i)
    if (isParameter(&d->symbols[i]))
      tcStrBufPrintf(h->out, ", int64_t %s", argumentName(h, i, name));
  for (uint32_t i = 0; i < d->numInputs; ++i)
    writeParameter(h, &d->inputs[i], inputName(h, i, name), false);
  for (uint32_t i = 0; i < d->numResults; ++i)
    writeParameter(h, &d->results[i], resultName(h, i, name), true);
  tcStrBufAppend(h->out,
                 ",\n    TcParallelFor parallelFor, void *context) {\n");
}

/// The values of the symbols, for the sizes that follow from them.
static void writeSymbols(Header *h) {
  const TcProgramDescriptor *d = h->d;
  char name[nameLength];
  tcStrBufPrintf(h->out, "  const int64_t symbols[%u] = {", d->numSymbols + 1);
  for (uint32_t i = 0; i < d->numSymbols; ++i) {
    const TcSymbolInfo *symbol = &d->symbols[i];
    if (isParameter(symbol))
      tcStrBufPrintf(h->out, "%s, ", argumentName(h, i, name));
    else if (symbol->source == TC_SYMBOL_VALUE)
      tcStrBufPrintf(h->out, "*%s, ", inputName(h, symbol->input, name));
    else
      tcStrBufAppend(h->out, "0, "); // not known before the call
  }
  tcStrBufAppend(h->out, "0};\n");
}

static void writeTensor(Header *h, const char *kind, uint32_t index,
                        const TcValueInfo *value, const char *name) {
  bool isInput = !strcmp(kind, "input");
  if (!isPlain(h->d, value)) {
    tcStrBufPrintf(h->out, "  %ss[%u] = *%s;\n", kind, index, name);
    return;
  }
  tcStrBufPrintf(h->out,
                 "  status = tcProgram%sSizes(program, %u, symbols, "
                 "%sSizes[%u]);\n  if (status)\n    return status;\n",
                 isInput ? "Input" : "Result", index, kind, index);
  tcStrBufPrintf(h->out,
                 "  %ss[%u].data = (void *)(uintptr_t)%s;\n"
                 "  %ss[%u].sizes = %sSizes[%u];\n"
                 "  %ss[%u].dtype = %u;\n  %ss[%u].rank = %u;\n",
                 kind, index, name, kind, index, kind, index, kind, index,
                 value->dtype, kind, index, value->rank);
}

static void writeBody(Header *h) {
  const TcProgramDescriptor *d = h->d;
  char name[nameLength];
  writeSymbols(h);
  tcStrBufPrintf(h->out,
                 "  int64_t inputSizes[%u][TC_MAX_RANK];\n"
                 "  int64_t resultSizes[%u][TC_MAX_RANK];\n"
                 "  TcTensor inputs[%u], results[%u];\n"
                 "  TcCallFrame frame;\n  TcStatus status;\n"
                 "  memset(inputs, 0, sizeof inputs);\n"
                 "  memset(results, 0, sizeof results);\n"
                 "  memset(&frame, 0, sizeof frame);\n",
                 d->numInputs + 1, d->numResults + 1, d->numInputs + 1,
                 d->numResults + 1);
  for (uint32_t i = 0; i < d->numInputs; ++i)
    writeTensor(h, "input", i, &d->inputs[i], inputName(h, i, name));
  for (uint32_t i = 0; i < d->numResults; ++i)
    writeTensor(h, "result", i, &d->results[i], resultName(h, i, name));
  tcStrBufPrintf(h->out,
                 "  frame.structSize = sizeof frame;\n"
                 "  frame.inputs = inputs;\n  frame.results = results;\n"
                 "  frame.numInputs = %u;\n  frame.numResults = %u;\n"
                 "  frame.parallelFor = parallelFor;\n"
                 "  frame.parallelContext = context;\n"
                 "  status = tcProgramCall(program, &frame);\n",
                 d->numInputs, d->numResults);
  for (uint32_t i = 0; i < d->numResults; ++i)
    if (!isPlain(d, &d->results[i]))
      tcStrBufPrintf(h->out, "  *%s = results[%u];\n", resultName(h, i, name),
                     i);
  tcStrBufAppend(h->out, "  (void)symbols, (void)inputSizes, "
                         "(void)resultSizes;\n  return status;\n}\n\n");
}

TcStatus tcDescriptorWriteHeader(const TcProgramDescriptor *d, TcStrBuf *out) {
  TcArena arena = {0};
  Header h = {.d = d, .out = out, .first.arena = &arena};
  identifier(d->name, TC_NONE, h.name);
  for (size_t i = 0; i < sizeof h.name; ++i)
    h.upper[i] = (char)toupper((unsigned char)h.name[i]);
  if (!noteNames(&h)) {
    TcStatus status = tcArenaStatus(&arena);
    tcArenaFree(&arena);
    return status;
  }
  writeHead(&h);
  writeSignature(&h);
  writeBody(&h);
  tcStrBufPrintf(out,
                 "#ifdef __cplusplus\n}\n#endif\n#endif // TC_PROGRAM_%s_H\n",
                 h.upper);
  tcArenaFree(&arena);
  return tcStrBufStatus(out);
}
