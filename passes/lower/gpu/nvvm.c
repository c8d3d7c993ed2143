// NVIDIA's instructions of matrix units, as ops of the nvvm dialect; emulate.c
// emulates each of them.
#include "passes/lower/gpu/emit.h"
#include "passes/lower/gpu/nvvm_text.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

#include <stdio.h>
#include <string.h>

static MlirAttribute parsed(TcEmit *e, const char *text) {
  return mlirAttributeParseGet(e->ctx, tcStr(text));
}

void tcNvvmCopyAsync(TcEmit *e, MlirValue to, MlirValue from, int64_t bytes,
                     MlirValue size) {
  TcOpState s;
  tcOpBegin(&s, &e->b, "nvvm.cp.async.shared.global");
  tcOpAddOperand(&s, "dst", to);
  tcOpAddOperand(&s, "src", from);
  tcOpAddOperand(&s, "cpSize", size);
  tcOpAddInt(&s, "size", e->i32, bytes);
  tcOpAddAttr(&s, "modifier",
              parsed(e, bytes == 16 ? "#nvvm<load_cache_modifier cg>"
                                    : "#nvvm<load_cache_modifier ca>"));
  tcOpEnd(&s);
}

void tcNvvmCommit(TcEmit *e) {
  TcOpState s;
  tcOpBegin(&s, &e->b, "nvvm.cp.async.commit.group");
  tcOpEnd(&s);
}

void tcNvvmWaitForLaunches(TcEmit *e) {
  TcOpState s;
  tcOpBegin(&s, &e->b, "nvvm.griddepcontrol");
  tcOpAddAttr(&s, "kind", parsed(e, "#nvvm<grid_dep_action wait>"));
  tcOpEnd(&s);
}

void tcNvvmWait(TcEmit *e, int64_t pending) {
  TcOpState s;
  tcOpBegin(&s, &e->b, "nvvm.cp.async.wait.group");
  tcOpAddInt(&s, "n", e->i32, pending);
  tcOpEnd(&s);
}

static void unpackStruct(TcEmit *e, MlirOperation op, MlirType type,
                         MlirValue out[4]) {
  MlirValue all = tcOpOnlyResult(op);
  for (int64_t i = 0; i < 4; ++i)
    out[i] = tcLlvmExtractvalue(&e->b, type, all, 1, &i);
}

void tcNvvmLoadMatrix(TcEmit *e, MlirValue at, bool transposed,
                      MlirValue out[4]) {
  TcOpState s;
  tcOpBegin(&s, &e->b, "nvvm.ldmatrix");
  tcOpAddOperand(&s, "ptr", at);
  tcOpAddInt(&s, "num", e->i32, 4);
  tcOpAddAttr(&s, "layout",
              parsed(e, transposed ? "#nvvm.mma_layout<col>"
                                   : "#nvvm.mma_layout<row>"));
  tcOpAddAttr(&s, "shape", parsed(e, "#nvvm.ld_st_matrix_shape<m = 8, n = 8>"));
  tcOpAddAttr(&s, "eltType", parsed(e, "#nvvm.ld_st_matrix_elt_type<b16>"));
  tcOpAddResult(
      &s, "res",
      mlirTypeParseGet(e->ctx, tcStr("!llvm.struct<(i32, i32, i32, i32)>")));
  unpackStruct(e, tcOpEnd(&s), e->i32, out);
}

MlirValue tcNvvmToTf32(TcEmit *e, MlirValue bits) {
  TcOpState s;
  tcOpBegin(&s, &e->b, "nvvm.convert.float.to.tf32");
  tcOpAddOperand(&s, "src", tcLlvmBitcast(&e->b, e->f32, bits));
  tcOpAddAttr(&s, "rnd", parsed(e, "#nvvm.fp_rnd_mode<rna>"));
  tcOpAddResult(&s, "res", e->i32);
  return tcOpOnlyResult(tcOpEnd(&s));
}

static bool ofBytes(const TcUnit *unit) { return tcUnitBytes(unit) == 1; }

// What the unit's operand is called, number 0 or 1.
static const char *multiplied(const TcUnit *unit, const bool *isUnsigned,
                              int operand) {
  if (ofBytes(unit))
    return isUnsigned[operand] ? "u8" : "s8";
  return strcmp(unit->operand, "f32") ? unit->operand : "tf32";
}

static MlirAttribute operandType(TcEmit *e, const char *attribute,
                                 const TcUnit *unit, const bool *isUnsigned,
                                 int operand) {
  char text[64];
  snprintf(text, sizeof text, "#nvvm.%s<%s>", attribute,
           multiplied(unit, isUnsigned, operand));
  return parsed(e, text);
}

static MlirType sumType(TcEmit *e, const TcUnit *unit) {
  return ofBytes(unit) ? e->i32 : e->f32;
}

// A fragment's register in the type that the op takes: a pair of f16; else the
// i32 itself.
static MlirValue fragment(TcEmit *e, const char *type, MlirValue bits) {
  const int64_t two = 2;
  MlirType pair = mlirVectorTypeGet(1, &two, mlirF16TypeGet(e->ctx));
  return strcmp(type, "f16") ? bits : tcLlvmBitcast(&e->b, pair, bits);
}

void tcNvvmMultiply(TcEmit *e, const TcUnit *unit, const bool *isUnsigned,
                    const MlirValue a[4], const MlirValue b[2],
                    MlirValue acc[4]) {
  const int32_t segments[] = {4, 2, 4};
  const char *name = unit->operand;
  char shape[64];
  snprintf(shape, sizeof shape, "#nvvm.shape<m = 16, n = 8, k = %d>",
           (int)unit->k);
  MlirValue operands[10];
  for (int i = 0; i < 4; ++i) {
    operands[i] = fragment(e, name, a[i]);
    operands[6 + i] = acc[i];
  }
  for (int i = 0; i < 2; ++i)
    operands[4 + i] = fragment(e, name, b[i]);
  TcOpState s;
  tcOpBegin(&s, &e->b, "nvvm.mma.sync");
  tcOpAddOperands(&s, "operands", 10, operands);
  tcOpAddI32s(&s, "operandSegmentSizes", 3, segments);
  tcOpAddAttr(&s, "shape", parsed(e, shape));
  tcOpAddAttr(&s, "layoutA", parsed(e, "#nvvm.mma_layout<row>"));
  tcOpAddAttr(&s, "layoutB", parsed(e, "#nvvm.mma_layout<col>"));
  if (ofBytes(unit))
    tcOpAddAttr(&s, "intOverflowBehavior",
                parsed(e, "#nvvm.mma_int_overflow<wrapped>"));
  tcOpAddAttr(&s, "multiplicandAPtxType",
              operandType(e, "mma_type", unit, isUnsigned, 0));
  tcOpAddAttr(&s, "multiplicandBPtxType",
              operandType(e, "mma_type", unit, isUnsigned, 1));
  MlirType sum = sumType(e, unit), sums[] = {sum, sum, sum, sum};
  tcOpAddResult(&s, "res",
                mlirLLVMStructTypeLiteralGet(e->ctx, 4, sums, false));
  unpackStruct(e, tcOpEnd(&s), sum, acc);
}

// One of the unit's instructions: its first rows' and steps' halves are these.
static void multiplyDoubles(TcEmit *e, const TcUnit *unit, int64_t row,
                            int64_t step, const MlirValue *a,
                            const MlirValue *b, MlirValue *acc) {
  enum { ROWS = 8, STEPS = 4, MOST = 10 };
  int64_t rows = unit->m / ROWS, steps = unit->k / STEPS;
  MlirType f64 = mlirF64TypeGet(e->ctx), sums[] = {f64, f64, f64, f64};
  MlirValue operands[MOST];
  intptr_t n = 0;
  for (int64_t s = step; s < step + steps; ++s)
    for (int64_t r = row; r < row + rows; ++r)
      operands[n++] = a[r + 2 * s];
  for (int64_t s = step; s < step + steps; ++s)
    operands[n++] = b[s];
  for (int64_t i = 2 * row; i < 2 * (row + rows); ++i)
    operands[n++] = acc[i];
  MlirValue all = tcEmitIntrinsic(
      e, unit->intrinsic,
      mlirLLVMStructTypeLiteralGet(e->ctx, 2 * rows, sums, false), n, operands);
  for (int64_t i = 0; i < 2 * rows; ++i)
    acc[2 * row + i] = tcLlvmExtractvalue(&e->b, f64, all, 1, &i);
}

void tcNvvmMultiplyDoubles(TcEmit *e, const TcUnit *unit, const MlirValue a[4],
                           const MlirValue b[2], MlirValue acc[4]) {
  enum { ROWS = 8, STEPS = 4, HALVES = 2 };
  for (int64_t step = 0; step < HALVES; step += unit->k / STEPS)
    for (int64_t row = 0; row < HALVES; row += unit->m / ROWS)
      multiplyDoubles(e, unit, row, step, a, b, acc);
}

//===- Warp groups --------------------------------------------------------===//

static void plainOp(TcEmit *e, const char *name) {
  TcOpState s;
  tcOpBegin(&s, &e->b, name);
  tcOpEnd(&s);
}

void tcNvvmFenceProxy(TcEmit *e) {
  TcOpState s;
  tcOpBegin(&s, &e->b, "nvvm.fence.proxy");
  tcOpAddAttr(&s, "kind", parsed(e, "#nvvm.proxy_kind<async.shared>"));
  tcOpAddAttr(&s, "space", parsed(e, "#nvvm.shared_space<cta>"));
  tcOpEnd(&s);
}

void tcNvvmWarpBarrier(TcEmit *e) {
  TcOpState s;
  tcOpBegin(&s, &e->b, "nvvm.bar.warp.sync");
  tcOpAddOperand(&s, "mask", tcEmitInt(e, e->i32, -1));
  tcOpEnd(&s);
}

MlirValue tcNvvmMatch(TcEmit *e, MlirValue word) {
  const MlirValue operands[] = {tcEmitInt(e, e->i32, -1), word};
  return tcEmitIntrinsic(e, "llvm.nvvm.match.any.sync.i32", e->i32, 2,
                         operands);
}

MlirValue tcNvvmMost(TcEmit *e, MlirValue word) {
  const MlirValue operands[] = {word, tcEmitInt(e, e->i32, -1)};
  return tcEmitIntrinsic(e, "llvm.nvvm.redux.sync.umax", e->i32, 2, operands);
}

static MlirType groupSums(TcEmit *e, int64_t n, MlirType sum) {
  MlirType types[128];
  for (int64_t i = 0; i < n / 2; ++i)
    types[i] = sum;
  return mlirLLVMStructTypeLiteralGet(e->ctx, (intptr_t)(n / 2), types, false);
}

MlirValue tcNvvmGroupZero(TcEmit *e, int64_t n, MlirType sum) {
  return tcLlvmMlirZero(&e->b, groupSums(e, n, sum));
}

MlirValue tcNvvmGroupAny(TcEmit *e, int64_t n) {
  return tcLlvmMlirUndef(&e->b, groupSums(e, n, e->f32));
}

void tcNvvmGroupFence(TcEmit *e) { plainOp(e, "nvvm.wgmma.fence.aligned"); }

void tcNvvmGroupCommit(TcEmit *e) {
  plainOp(e, "nvvm.wgmma.commit.group.sync.aligned");
}

void tcNvvmGroupWait(TcEmit *e, int64_t pending) {
  TcOpState s;
  tcOpBegin(&s, &e->b, "nvvm.wgmma.wait.group.sync.aligned");
  tcOpAddInt(&s, "group", e->i64, pending);
  tcOpEnd(&s);
}

MlirValue tcNvvmGroupMultiply(TcEmit *e, const TcUnit *unit,
                              const bool *isUnsigned, int64_t n, MlirValue a,
                              bool aTransposed, MlirValue b, bool bTransposed,
                              bool fresh, MlirValue acc) {
  char shape[64];
  snprintf(shape, sizeof shape, "#nvvm.shape<m = 64, n = %d, k = %d>", (int)n,
           (int)unit->k);
  MlirAttribute row = parsed(e, "#nvvm.mma_layout<row>");
  MlirAttribute col = parsed(e, "#nvvm.mma_layout<col>");
  MlirAttribute one = parsed(e, "#nvvm.wgmma_scale_in<one>");
  TcOpState s;
  tcOpBegin(&s, &e->b, "nvvm.wgmma.mma_async");
  tcOpAddOperand(&s, "inouts", acc);
  tcOpAddOperand(&s, "descriptorA", a);
  tcOpAddOperand(&s, "descriptorB", b);
  tcOpAddAttr(&s, "shape", parsed(e, shape));
  tcOpAddAttr(&s, "typeA", operandType(e, "wgmma_type", unit, isUnsigned, 0));
  tcOpAddAttr(&s, "typeB", operandType(e, "wgmma_type", unit, isUnsigned, 1));
  tcOpAddAttr(&s, "typeD",
              parsed(e, ofBytes(unit) ? "#nvvm.wgmma_type<s32>"
                                      : "#nvvm.wgmma_type<f32>"));
  tcOpAddAttr(&s, "scaleD",
              parsed(e, fresh ? "#nvvm.wgmma_scale_out<zero>"
                              : "#nvvm.wgmma_scale_out<one>"));
  tcOpAddAttr(&s, "scaleA", one);
  tcOpAddAttr(&s, "scaleB", one);
  tcOpAddAttr(&s, "layoutA", aTransposed ? col : row);
  tcOpAddAttr(&s, "layoutB", bTransposed ? row : col);
  tcOpAddResult(&s, "results", mlirValueGetType(acc));
  return tcOpOnlyResult(tcOpEnd(&s));
}

//===- Roles --------------------------------------------------------------===//

// Assembly without results that orders accesses to memory.
static void effect(TcEmit *e, const char *text, const char *constraints,
                   const char *role, intptr_t n, const MlirValue *operands) {
  MlirAttribute no = tcNoAttr();
  MlirOperation op =
      tcLlvmInlineAsmCreate(&e->b, (MlirType){NULL}, n, operands, tcStr(text),
                            tcStr(constraints), true, false, no, no, no);
  mlirOperationSetDiscardableAttributeByName(op, tcStr("tc.unit"),
                                             tcAttrString(e->ctx, role));
}

void tcNvvmBarrierInit(TcEmit *e, MlirValue at, int64_t arrivals) {
  const MlirValue operands[] = {at, tcEmitInt(e, e->i32, arrivals)};
  effect(e, "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}", "init",
         2, operands);
}

void tcNvvmBarrierArrive(TcEmit *e, MlirValue at, MlirValue one) {
  const MlirValue operands[] = {at, one};
  effect(e,
         "{\n.reg .pred p;\nsetp.ne.b32 p, $1, 0;\n"
         "@p mbarrier.arrive.shared::cta.b64 _, [$0];\n}",
         "r,r,~{memory}", "arrive", 2, operands);
}

void tcNvvmBarrierCopied(TcEmit *e, MlirValue at) {
  effect(e, "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [$0];",
         "r,~{memory}", "copied", 1, &at);
}

void tcNvvmBarrierAwait(TcEmit *e, MlirValue at, MlirValue parity) {
  const MlirValue operands[] = {at, parity};
  effect(e,
         "{\n.reg .pred p;\nwait:\n"
         "mbarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;\n"
         "@p bra done;\nbra wait;\ndone:\n}",
         "r,r,~{memory}", "await", 2, operands);
}

void tcNvvmBarrierExpect(TcEmit *e, MlirValue at, int64_t bytes) {
  const MlirValue operands[] = {at, tcEmitInt(e, e->i32, bytes)};
  effect(e, "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;",
         "r,r,~{memory}", "expect", 2, operands);
}

// A copy of a box, or of pixels with offsets of their window in `space`
// dimensions.
static void tensorCopy(TcEmit *e, const char *mode, const char *role,
                       MlirValue to, MlirValue map, MlirValue barrier, int rank,
                       const MlirValue *coordinates, int space,
                       const MlirValue *offsets) {
  enum { OTHERS = 3 };
  MlirValue operands[OTHERS + TC_TENSOR_RANK + TC_TENSOR_SPACE] = {to, map,
                                                                   barrier};
  TcStrBuf text = {0}, constraints = {0};
  tcStrBufPrintf(&text,
                 "cp.async.bulk.tensor.%dd.shared::cluster.global%s"
                 ".mbarrier::complete_tx::bytes [$0], [$1, {",
                 rank, mode);
  tcAsmNames(&text, "$", (size_t)rank, OTHERS);
  tcStrBufPrintf(&text, "}], [$2]");
  if (space) {
    tcStrBufPrintf(&text, ", {");
    tcAsmNames(&text, "$", (size_t)space, (size_t)(OTHERS + rank));
    tcStrBufPrintf(&text, "}");
  }
  tcStrBufPrintf(&text, ";");
  tcStrBufPrintf(&constraints, "r,l,r");
  tcAsmRepeat(&constraints, "r", (size_t)rank);
  tcAsmRepeat(&constraints, "h", (size_t)space);
  tcStrBufPrintf(&constraints, ",~{memory}");
  for (int i = 0; i < rank; ++i)
    operands[OTHERS + i] = coordinates[i];
  for (int i = 0; i < space; ++i)
    operands[OTHERS + rank + i] = offsets[i];
  effect(e, tcStrBufText(&text), tcStrBufText(&constraints), role,
         OTHERS + rank + space, operands);
  tcStrBufFree(&text);
  tcStrBufFree(&constraints);
}

void tcNvvmTensorCopy(TcEmit *e, MlirValue to, MlirValue map, MlirValue barrier,
                      int rank, const MlirValue *coordinates) {
  tensorCopy(e, "", "tensor", to, map, barrier, rank, coordinates, 0, NULL);
}

void tcNvvmImageCopy(TcEmit *e, MlirValue to, MlirValue map, MlirValue barrier,
                     int rank, const MlirValue *coordinates,
                     const MlirValue *offsets) {
  tensorCopy(e, ".im2col", "image", to, map, barrier, rank, coordinates,
             rank - 2, offsets);
}

void tcNvvmAddFour(TcEmit *e, MlirValue is, MlirValue to, const MlirValue *f) {
  enum { FOUR = 4 };
  MlirValue operands[1 + FOUR + 1] = {
      tcLlvmAddrspacecast(&e->b, mlirLLVMPointerTypeGet(e->ctx, 1), to)};
  for (int i = 0; i < FOUR; ++i)
    operands[1 + i] = f[i];
  operands[1 + FOUR] = tcArithExtui(&e->b, e->i32, is);
  effect(e,
         "{\n.reg .pred p;\nsetp.ne.b32 p, $5, 0;\n"
         "@p red.global.add.v4.f32 [$0], {$1, $2, $3, $4};\n}",
         "l,f,f,f,f,r,~{memory}", "add", 1 + FOUR + 1, operands);
}

void tcNvvmRegisters(TcEmit *e, int64_t registers, bool more) {
  char text[64];
  snprintf(text, sizeof text, "setmaxnreg.%s.sync.aligned.u32 %d;",
           more ? "inc" : "dec", (int)registers);
  effect(e, text, "", "registers", 0, NULL);
}
