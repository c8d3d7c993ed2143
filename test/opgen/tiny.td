// What opgen writes for each kind of thing that a row can hold.
// RUN: rm -rf %t && mkdir -p %t
// RUN: llvm-tblgen --dump-json -I%mlir_include %s -o %t/tiny.json
// RUN: opgen --dialect=tiny --out=%t --docs=%t --rows %t/tiny.json
// RUN: FileCheck %s --check-prefix=HEADER < %t/TinyOps.h
// RUN: FileCheck %s --check-prefix=SOURCE < %t/TinyOps.c
// RUN: FileCheck %s --check-prefix=HOOKS < %t/TinyHooks.h
// RUN: FileCheck %s --check-prefix=ROWS < %t/TinyInterp.inc
// RUN: FileCheck %s --check-prefix=INFO < %t/TinyInfo.c
// RUN: FileCheck %s --check-prefix=SCALAR < %t/TinyScalar.c
// RUN: FileCheck %s --check-prefix=DOCS < %t/tiny.md
// Files whose text stays the same are left alone.
// RUN: touch -d 2001-01-01 %t/TinyOps.h %t/TinyInfo.c && echo > %t/TinyOps.c
// RUN: opgen --dialect=tiny --out=%t --docs=%t --rows %t/tiny.json
// RUN: find %t -newermt 2002-01-01 | FileCheck %s --check-prefix=TOUCHED
// TOUCHED-NOT: TinyOps.h
// TOUCHED-NOT: TinyInfo.c
// TOUCHED: TinyOps.c
// Bad calls and bad files.
// RUN: not opgen --dialect=other --out=%t %t/tiny.json 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: opgen: {{.*}}tiny.json: no dialect is named 'other'
// RUN: head -c 1000 %t/tiny.json > %t/cut.json
// RUN: not opgen --dialect=tiny --out=%t %t/cut.json 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: opgen: {{.*}}cut.json:{{[0-9]+}}:
// RUN: not opgen %t/tiny.json 2>&1 | FileCheck %s --check-prefix=USAGE
// USAGE: usage: opgen
// RUN: not opgen --dialect=tiny --out=%t/none %t/tiny.json 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: none/TinyOps.h: No such file or directory

include "mlir/IR/OpBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def Tiny_Dialect : Dialect {
  let name = "tiny";
  let cppNamespace = "::tiny";
  let summary = "a dialect for this test";
}

class Tiny_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tiny_Dialect, mnemonic, traits> {
  string cVerify = "";
  string interp = "";
  string scalarF = "";
  string scalarI = "";
  string maxUlp = "0.5";
  string unheardOf = "fields that opgen doesn't know do no harm";
}

// Kinds are in the order of names.
// HEADER:      typedef enum TcTinyOpKind {
// HEADER-NEXT:   TC_TINY_NONE,
// HEADER-NEXT:   TC_TINY_ADD,
// HEADER-NEXT:   TC_TINY_BRANCH,
// HEADER-NEXT:   TC_TINY_EVERY_ATTR,
// HEADER-NEXT:   TC_TINY_SEGMENTS,
// HEADER-NEXT:   TC_TINY_SUB_LOOP,
// HEADER-NEXT:   TC_TINY_COUNT
// HEADER-NEXT: } TcTinyOpKind;
// HEADER:      TcTinyOpKind tcTinyOpKind(MlirOperation op);

// SOURCE: static const TcOpTable opTable = {"tiny.", 5, tcTinyOpNames, opSlots, 15};

def Tiny_Kind : I32EnumAttr<"FirstKind", "kinds", [
    I32EnumAttrCase<"Plain", 0, "plain">, I32EnumAttrCase<"Odd", 5, "odd">]> {
  let cppNamespace = "::tiny";
}
def Tiny_Bits : I32BitEnum<"Bits", "bits", [
    I32BitEnumCaseBit<"A", 0, "a">, I32BitEnumCaseBit<"B", 1, "b">]> {
  let cppNamespace = "::tiny";
  let separator = ",";
}
def Tiny_BitsAttr : EnumAttr<Tiny_Dialect, Tiny_Bits, "bits"> {
  let assemblyFormat = "`<` $value `>`";
}
// HEADER:      typedef enum TcTinyFirstKind {
// HEADER-NEXT:   TC_TINY_FIRST_KIND_PLAIN = 0,
// HEADER-NEXT:   TC_TINY_FIRST_KIND_ODD = 5,
// HEADER-NEXT: } TcTinyFirstKind;
// SOURCE:      {5, "odd"},
// SOURCE:      TinyFirstKindInfo = {TinyFirstKindCases, 2, 32, NULL, NULL, NULL};
// SOURCE:      TinyBitsInfo = {TinyBitsCases, 2, 0, "#tiny<bits<", ">>", ","};

// Result types that ODS can infer are no parameters; the short builder returns
// the only result.
def Tiny_AddOp : Tiny_Op<"add", [SameOperandsAndResultType]> {
  let summary = "x + y";
  let description = [{
    Adds | sums.
      Indented.
  }];
  let arguments = (ins F32:$b, F32:$default);
  let results = (outs F32:$result);
  let cVerify = "tcTinyVerify";
  let interp = "tcInterpTiny";
  let scalarF = "x + y";
  let scalarI = "(int64_t)((uint64_t)x + (uint64_t)y)";
  let maxUlp = "2";
}
// HEADER:      // tiny.add: x + y
// HEADER-NEXT: MlirOperation tcTinyAddCreate(TcBuilder *b, MlirValue b_, MlirValue default_);
// HEADER-NEXT: MlirValue tcTinyAdd(TcBuilder *b, MlirValue b_, MlirValue default_);
// HEADER-NEXT: MlirValue tcTinyAddGetB(MlirOperation op);
// SOURCE-LABEL: MlirOperation tcTinyAddCreate(
// SOURCE:        tcOpAddOperand(&s, "b", b_);
// SOURCE:        tcOpInferResults(&s);
// HOOKS:       TcVerifyFn tcTinyVerify;
// HOOKS-NOT:   tcTinyVerify
// ROWS:        TC_TINY_INTERP(TC_TINY_ADD, tcInterpTiny)
// ROWS-NOT:    TC_TINY_INTERP
// INFO:        [TC_TINY_ADD] = {.name = "tiny.add",
// INFO:        .summary = "x + y",
// INFO:        .maxUlp = 2},
// SCALAR:      static double scalarAdd_f(double x, double y, double z) {
// SCALAR:        return x + y;
// SCALAR:      [TC_TINY_ADD] = {.operands = 2, .f = scalarAdd_f, .i = scalarAdd_i},
// DOCS:        # Dialect `tiny`
// DOCS:        ## `tiny.add`
// DOCS:        {{^}}Adds | sums.
// DOCS-NEXT:   {{^  }}Indented.
// DOCS:        | `default` | 32-bit float |  |
// DOCS:        - float: `x + y`
// DOCS:        - error bound (ulp): 2

// Successors with their operands: two variadic groups need segment sizes.
def Tiny_BranchOp : Tiny_Op<"branch", [AttrSizedOperandSegments]> {
  let arguments = (ins Variadic<AnyType>:$left_args, Optional<AnyType>:$right);
  let successors = (successor AnySuccessor:$to, VariadicSuccessor<AnySuccessor>:$others);
}
// HEADER:      // tiny.branch
// HEADER-NEXT: MlirOperation tcTinyBranchCreate(TcBuilder *b,
// HEADER-NEXT:   intptr_t nLeftArgs, const MlirValue *leftArgs, MlirValue right,
// HEADER-NEXT:   MlirBlock to, intptr_t nOthers, const MlirBlock *others);
// HEADER-NEXT: MlirOperation tcTinyBranch(TcBuilder *b,
// HEADER-NEXT:   intptr_t nLeftArgs, const MlirValue *leftArgs, MlirBlock to,
// HEADER-NEXT:   intptr_t nOthers, const MlirBlock *others);
// HEADER:      MlirBlock tcTinyBranchGetOthers(MlirOperation op, intptr_t i);
// SOURCE-LABEL: MlirOperation tcTinyBranchCreate(
// SOURCE:        operandSegmentSizes[] = {(int32_t)nLeftArgs, right.ptr != NULL};
// SOURCE-LABEL: MlirValue tcTinyBranchGetRight(MlirOperation op) {
// SOURCE-NEXT:   return tcOpOperand(op, "tiny.branch", &(TcGroup){0, 1, 0, 2, true, true}, 0);

// Attributes of every kind. What may be left out is an MlirAttribute.
def Tiny_EveryAttrOp : Tiny_Op<"every_attr"> {
  let arguments = (ins AnyAttr:$raw, I64Attr:$i, SI32Attr:$si, IndexAttr:$x,
      F64Attr:$f, BoolAttr:$flag, UnitAttr:$unit, StrAttr:$s,
      FlatSymbolRefAttr:$callee, TypeAttr:$type, DenseI64ArrayAttr:$dims,
      DenseI32ArrayAttr:$small, I64ArrayAttr:$list, Tiny_Kind:$kind,
      Tiny_BitsAttr:$bits, OptionalAttr<I64Attr>:$perhaps,
      DefaultValuedAttr<I64Attr, "1">:$usual,
      ConfinedAttr<I64Attr, [IntPositive]>:$positive);
}
// SOURCE-LABEL: MlirOperation tcTinyEveryAttrCreate(
// SOURCE:      tcOpAddAttr(&s, "raw", raw);
// SOURCE-NEXT: tcOpAddInt(&s, "i", mlirIntegerTypeGet(s.ctx, 64), i);
// SOURCE-NEXT: tcOpAddInt(&s, "si", mlirIntegerTypeSignedGet(s.ctx, 32), si);
// SOURCE-NEXT: tcOpAddInt(&s, "x", mlirIndexTypeGet(s.ctx), x);
// SOURCE-NEXT: tcOpAddFloat(&s, "f", mlirF64TypeGet(s.ctx), f);
// SOURCE-NEXT: tcOpAddBool(&s, "flag", flag);
// SOURCE-NEXT: tcOpAddUnit(&s, "unit", unit);
// SOURCE-NEXT: tcOpAddString(&s, "s", s_);
// SOURCE-NEXT: tcOpAddSymbol(&s, "callee", callee);
// SOURCE-NEXT: tcOpAddType(&s, "type", type);
// SOURCE-NEXT: tcOpAddI64s(&s, "dims", nDims, dims);
// SOURCE-NEXT: tcOpAddI32s(&s, "small", nSmall, small);
// SOURCE-NEXT: tcOpAddI64List(&s, "list", nList, list);
// SOURCE-NEXT: tcOpAddAttr(&s, "kind", tcTinyFirstKindAttr(s.ctx, kind));
// SOURCE-NEXT: tcOpAddAttr(&s, "bits", tcTinyBitsAttr(s.ctx, bits));
// SOURCE-NEXT: tcOpAddOptionalAttr(&s, "perhaps", perhaps);
// SOURCE-NEXT: tcOpAddOptionalAttr(&s, "usual", usual);
// SOURCE-NEXT: tcOpAddInt(&s, "positive", mlirIntegerTypeGet(s.ctx, 64), positive);
// SOURCE-LABEL: MlirOperation tcTinyEveryAttr(
// SOURCE:        flag, false, s_
// SOURCE:        bits, tcNoAttr(),
// SOURCE-NEXT:   tcNoAttr(), positive);
// SOURCE:      int64_t tcTinyEveryAttrGetDimsAt(MlirOperation op, intptr_t i) {
// SOURCE:      MlirAttribute tcTinyEveryAttrGetPerhaps(MlirOperation op) {
// SOURCE:      int64_t tcTinyEveryAttrGetUsual(MlirOperation op) {

// A variadic group between fixed ones; results that must be given.
def Tiny_SegmentsOp : Tiny_Op<"segments"> {
  let arguments = (ins AnyType:$first, Variadic<AnyType>:$middle, AnyType:$last);
  let results = (outs AnyType:$head, Variadic<AnyType>:$rest);
}
// HEADER:      MlirOperation tcTinySegments(TcBuilder *b, MlirType headType,
// HEADER-NEXT:   intptr_t nRest, const MlirType *restTypes, MlirValue first,
// SOURCE-LABEL: MlirValue tcTinySegmentsGetLast(MlirOperation op) {
// SOURCE-NEXT:   return tcOpOperand(op, "tiny.segments", &(TcGroup){1, 1, 2, 1, false, false}, 0);

// Regions are made empty; a variadic list of them by number.
def Tiny_SubLoopOp : Tiny_Op<"sub.loop"> {
  let regions = (region AnyRegion:$body, VariadicRegion<AnyRegion>:$others);
}
// HEADER:      MlirOperation tcTinySubLoopCreate(TcBuilder *b, intptr_t numOthers);
// HEADER:      MlirRegion tcTinySubLoopGetBody(MlirOperation op);
// SOURCE-LABEL: MlirOperation tcTinySubLoopCreate(
// SOURCE:        tcOpAddRegions(&s, 1);
// SOURCE-NEXT:   tcOpAddRegions(&s, numOthers);
