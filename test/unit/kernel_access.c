// Where accesses of a kernel go: strides along iterators, constant and
// symbolic, of flat iterators, bounds and own points.
#include "passes/lower/cpu/kernel_access.h"
#include "check.h"
#include "tc/mlir.h"

#include <math.h>

// %x by rows of m elements, in an image of n rows and one of 16; %y by columns.
static const char text[] =
    "loop.kernel @k(%x: tensor<?x?x?xf32, #tc.dims<[b, n, m]>>,"
    "   %w: tensor<4x16x8xf32>, %r: tensor<1x?xf32, #tc.dims<[1, m]>>)"
    "   -> (tensor<?x?x?xf32, #tc.dims<[b, n, m]>>"
    "         {tc.layout = #tc.layout<order = [0, 2, 1]>},"
    "       tensor<4x16x8xf32>)"
    "   iters(i = b, j = n, k = m, p = 4, q = 16, r = 8, one = 1) {"
    "  %0 = loop.map (i, j, k) reads("
    "      %a = %x[i, j, m - 1 - k]"
    "        : tensor<?x?x?xf32, #tc.dims<[b, n, m]>>,"
    "      %c = %r[0, k] : tensor<1x?xf32, #tc.dims<[1, m]>>)"
    "      -> tensor<?x?x?xf32, #tc.dims<[b, n, m]>> {"
    "    %s = prim.add %a, %c : f32"
    "    loop.yield %s : f32"
    "  }"
    "  %1 = loop.map (p, q, r) reads("
    "      %a = %w[p, floordiv(q, 2), r] : tensor<4x16x8xf32>)"
    "      -> tensor<4x16x8xf32> {"
    "    loop.yield %a : f32"
    "  }"
    "  loop.yield %0, %1 : tensor<?x?x?xf32, #tc.dims<[b, n, m]>>,"
    "      tensor<4x16x8xf32>"
    "}";

enum { I, J, K, P, Q, R, ONE };

static TcArena arena;

static const char *textOf(const TcSize *size) {
  return tcSizeToText(&arena, size);
}

// The stride's text, or "none".
static const char *strideOf(const TcCpuKernel *k, const TcSize *offset,
                            int iter) {
  const TcSize *by, *rest;
  return tcCpuStride(k, offset, iter, &by, &rest) ? textOf(by) : "none";
}

static const char *flatStride(const TcCpuKernel *k, const TcSize *offset,
                              int first, int second, int third) {
  TcCpuIters iters = {0};
  tcVecPush(&arena, &iters, first);
  tcVecPush(&arena, &iters, second);
  tcVecPush(&arena, &iters, third);
  const TcSize *by, *rest;
  return tcCpuFlatStride(k, offset, &iters, &by, &rest)
             ? tcArenaPrintf(&arena, "%s, %s", textOf(by), textOf(rest))
             : "none";
}

static void checkStrides(const TcCpuKernel *k) {
  const TcCpuStage *s = k->stages.data[0];
  const TcSize *x = tcCpuReadOffset(k, &s->reads.data[0]);
  CHECK_TEXT(strideOf(k, x, I), "m*n");
  CHECK_TEXT(strideOf(k, x, J), "m");
  CHECK_TEXT(strideOf(k, x, K), "-1");
  CHECK_TEXT(strideOf(k, x, P), "0");
  int64_t n = 7;
  CHECK(tcCpuConstStride(k, x, K, &n) && n == -1);
  CHECK(tcCpuConstStride(k, x, P, &n) && n == 0);
  CHECK(!tcCpuConstStride(k, x, J, &n));
  CHECK(tcCpuHasStride(k, x, K, -1) && !tcCpuHasStride(k, x, K, 1));
}

// The same order of iterators, whether strides are constants or symbols, and
// whichever way they go.
static void checkDistances(const TcCpuKernel *k) {
  const TcCpuStage *s = k->stages.data[0];
  const TcSize *x = tcCpuReadOffset(k, &s->reads.data[0]);
  CHECK(tcCpuDistance(k, x, K) == 1 && tcCpuDistance(k, x, P) == 0);
  CHECK(tcCpuDistance(k, x, J) > 1);
  CHECK(tcCpuDistance(k, x, I) > tcCpuDistance(k, x, J));
  const TcSize *back = tcSizeMul(k->arena, x, tcSizeConst(k->arena, -1));
  CHECK(tcCpuDistance(k, back, I) == tcCpuDistance(k, x, I));
  CHECK(tcCpuWriteDistance(k, s, J) == 1);
  CHECK(tcCpuWriteDistance(k, s, K) > 1);
  const TcSize *w = tcCpuReadOffset(k, &k->stages.data[1]->reads.data[0]);
  CHECK_TEXT(strideOf(k, w, Q), "none");
  CHECK(isinf(tcCpuDistance(k, w, Q)));
  CHECK(tcCpuDistance(k, w, P) == 128);
}

static void checkFlat(const TcCpuKernel *k) {
  const TcCpuStage *first = k->stages.data[0], *second = k->stages.data[1];
  const TcSize *x = tcCpuReadOffset(k, &first->reads.data[0]);
  CHECK_TEXT(flatStride(k, x, ONE, I, J), "m, -k + m - 1");
  CHECK_TEXT(flatStride(k, x, J, ONE, I), "none");
  CHECK_TEXT(flatStride(k, x, ONE, J, K), "none");
  const TcSize *own =
      tcCpuBufferOffset(k, second->results.data[0]->dests.data[0].buffer,
                        tcCpuOwnIndex(k, second));
  CHECK_TEXT(flatStride(k, own, P, Q, R), "1, 0");
  CHECK_TEXT(flatStride(k, own, ONE, ONE, ONE), "0, 128*p + 8*q + r");
}

static void checkPoints(const TcCpuKernel *k) {
  const TcCpuRead *x = &k->stages.data[0]->reads.data[0];
  const TcCpuRead *r = &k->stages.data[0]->reads.data[1];
  CHECK(tcCpuReadUses(k, x, J) && !tcCpuReadUses(k, r, J));
  CHECK(tcCpuProvablyIn(k, x->index[2], x->value->sizes[2]));
  CHECK(tcCpuIsOwnIndex(k, x->index[1], J) &&
        !tcCpuIsOwnIndex(k, x->index[1], K));
  CHECK(tcCpuIsOwnIndex(k, tcSizeConst(k->arena, 0), ONE));
  CHECK(!tcCpuReadsOwnIndex(k, x)); // of an argument
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tcRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
  CHECK(!mlirModuleIsNull(module));
  if (mlirModuleIsNull(module))
    return checkReport();
  TcCpuKernel kernel;
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  CHECK(mlirLogicalResultIsSuccess(tcCpuKernelRead(&arena, op, &kernel)));
  checkStrides(&kernel);
  checkDistances(&kernel);
  checkFlat(&kernel);
  checkPoints(&kernel);
  tcArenaFree(&arena);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return checkReport();
}
