// loop-stream: kernels in which a product reads what others reduce over the
// same iterator run over blocks of it, so that what lies between is never held
// whole.
#include "passes/stream/stream.h"

#include "lib/ir/attrs.h"
#include "lib/ir/pass.h"
#include "lib/ir/sizes.h"

#include "mlir-c/BuiltinAttributes.h"

enum { BLOCK, ALL, EVEN };
enum { TILE = 32 };

// As many blocks as there would be of `most`, of equal length, but whole tiles
// of matrix units where there are several: the last one may be shorter.
static int64_t blockOf(MlirAttribute extent, int64_t most) {
  int64_t n;
  if (!tcSizeAttrIsConstant(extent, &n) || n <= 0)
    return most;
  int64_t blocks = (n + most - 1) / most;
  int64_t each = (n + blocks - 1) / blocks;
  bool tiles = blocks > 1 && most % TILE == 0;
  return tiles ? (each + TILE - 1) / TILE * TILE : each;
}

// A kernel with a schedule is as its author wants it.
static bool isOpen(MlirOperation op) {
  return tcIsA(op, "loop.kernel") &&
         mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             op, mlirStringRefCreateFromCString("loop.schedule")));
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  int64_t most = tcPassGetOptionInt(pass, BLOCK), count = 0;
  bool even = tcPassGetOptionBool(pass, EVEN);
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    TcArena arena = {0};
    TcStream s;
    if (isOpen(op) && tcStreamAnalyse(&arena, op, &s) &&
        (tcStreamHasProducts(&s) || tcPassGetOptionBool(pass, ALL))) {
      tcStreamBlocks(&s, even ? blockOf(tcExtentOf(op, s.iter), most) : most);
      ++count;
    }
    tcArenaFree(&arena);
  }
  tcPassAddStatistic(pass, 0, count);
  return mlirLogicalResultSuccess();
}

static const TcPassOption options[] = {
    {"block", TC_OPTION_INT, "64", "points of the iterator in a block at most"},
    {"all", TC_OPTION_BOOL, "false",
     "every kernel that allows it, not only those with two products"},
    {"even", TC_OPTION_BOOL, "true",
     "blocks of equal length, shorter than `block` where that is so"}};
static const TcPassStatistic statistics[] = {
    {"streamed", "kernels that run over blocks"}};
static const char *const dependents[] = {"loop", "prim", NULL};
const TcPassInfo tcPassLoopStream = {
    .argument = "loop-stream",
    .summary = "Cut reductions that depend on each other into carried blocks",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 3,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run};
