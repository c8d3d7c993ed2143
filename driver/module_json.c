// See module_json.h. Values and blocks are numbered in the order in which they
// are met, so that an operand may stand before its definition.
#include "driver/module_json.h"

#include "support/map.h"

typedef struct Printer {
  TcStrBuf *out;
  TcArena arena;
  TcMap values, blocks;
} Printer;

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void appendEscaped(MlirStringRef text, void *context) {
  TcStrBuf *out = context;
  for (size_t i = 0; i < text.length; ++i) {
    unsigned char c = (unsigned char)text.data[i];
    if (c == '"' || c == '\\')
      tcStrBufPrintf(out, "\\%c", c);
    else if (c < 0x20 || c >= 0x7f) // bytes of no text, too
      tcStrBufPrintf(out, "\\u%04x", c);
    else
      tcStrBufAppendChar(out, (char)c);
  }
}

static void printText(TcStrBuf *out, MlirStringRef text) {
  tcStrBufAppendChar(out, '"');
  appendEscaped(text, out);
  tcStrBufAppendChar(out, '"');
}

static void printKey(TcStrBuf *out, const char *key) {
  tcStrBufPrintf(out, ",\"%s\":", key);
}

static void comma(TcStrBuf *out, intptr_t index) {
  if (index)
    tcStrBufAppendChar(out, ',');
}

static void number(TcMap *map, const void *key, TcStrBuf *out) {
  size_t n = (size_t)(uintptr_t)tcMapGet(map, key);
  if (!n) {
    n = map->size + 1;
    if (!tcMapSet(map, key, (void *)(uintptr_t)n))
      out->failed = true;
  }
  tcStrBufPrintf(out, "%zu", n - 1);
}

//===----------------------------------------------------------------------===//
// Parts of an op
//===----------------------------------------------------------------------===//

static void printValue(Printer *p, MlirValue value, intptr_t index) {
  comma(p->out, index);
  tcStrBufAppendChar(p->out, '[');
  number(&p->values, value.ptr, p->out);
  tcStrBufAppend(p->out, ",\"");
  mlirTypePrint(mlirValueGetType(value), appendEscaped, p->out);
  tcStrBufAppend(p->out, "\"]");
}

static void printOperands(Printer *p, MlirOperation op) {
  printKey(p->out, "operands");
  tcStrBufAppendChar(p->out, '[');
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    comma(p->out, i);
    number(&p->values, mlirOperationGetOperand(op, i).ptr, p->out);
  }
  tcStrBufAppendChar(p->out, ']');
}

static void printResults(Printer *p, MlirOperation op) {
  printKey(p->out, "results");
  tcStrBufAppendChar(p->out, '[');
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    printValue(p, mlirOperationGetResult(op, i), i);
  tcStrBufAppendChar(p->out, ']');
}

static void printAttributes(Printer *p, MlirOperation op) {
  printKey(p->out, "attributes");
  tcStrBufAppendChar(p->out, '{');
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i) {
    MlirNamedAttribute named = mlirOperationGetAttribute(op, i);
    comma(p->out, i);
    printText(p->out, mlirIdentifierStr(named.name));
    tcStrBufAppend(p->out, ":\"");
    mlirAttributePrint(named.attribute, appendEscaped, p->out);
    tcStrBufAppendChar(p->out, '"');
  }
  tcStrBufAppendChar(p->out, '}');
}

static void printSuccessors(Printer *p, MlirOperation op) {
  printKey(p->out, "successors");
  tcStrBufAppendChar(p->out, '[');
  for (intptr_t i = 0; i < mlirOperationGetNumSuccessors(op); ++i) {
    comma(p->out, i);
    number(&p->blocks, mlirOperationGetSuccessor(op, i).ptr, p->out);
  }
  tcStrBufAppendChar(p->out, ']');
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

static void printOp(Printer *p, MlirOperation op);

static void printBlock(Printer *p, MlirBlock block) {
  tcStrBufAppend(p->out, "{\"number\":");
  number(&p->blocks, block.ptr, p->out);
  printKey(p->out, "arguments");
  tcStrBufAppendChar(p->out, '[');
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
    printValue(p, mlirBlockGetArgument(block, i), i);
  tcStrBufAppendChar(p->out, ']');
  printKey(p->out, "ops");
  tcStrBufAppendChar(p->out, '[');
  intptr_t index = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    comma(p->out, index++);
    printOp(p, op);
  }
  tcStrBufAppend(p->out, "]}");
}

static void printRegion(Printer *p, MlirRegion region) {
  intptr_t index = 0;
  tcStrBufAppendChar(p->out, '[');
  for (MlirBlock block = mlirRegionGetFirstBlock(region);
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
    comma(p->out, index++);
    printBlock(p, block);
  }
  tcStrBufAppendChar(p->out, ']');
}

static void printOp(Printer *p, MlirOperation op) {
  tcStrBufAppend(p->out, "{\"name\":");
  printText(p->out, mlirIdentifierStr(mlirOperationGetName(op)));
  printKey(p->out, "location");
  tcStrBufAppendChar(p->out, '"');
  mlirLocationPrint(mlirOperationGetLocation(op), appendEscaped, p->out);
  tcStrBufAppendChar(p->out, '"');
  printOperands(p, op);
  printResults(p, op);
  printAttributes(p, op);
  printSuccessors(p, op);
  printKey(p->out, "regions");
  tcStrBufAppendChar(p->out, '[');
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i) {
    comma(p->out, i);
    printRegion(p, mlirOperationGetRegion(op, i));
  }
  tcStrBufAppend(p->out, "]}");
}

void tcModulePrintJson(MlirOperation op, TcStrBuf *out) {
  Printer p = {.out = out};
  p.values.arena = p.blocks.arena = &p.arena;
  printOp(&p, op);
  tcArenaFree(&p.arena);
}
