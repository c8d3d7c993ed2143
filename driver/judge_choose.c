// Chooses the launches that are evaluated; see judge_choose.h.
#include "driver/judge_choose.h"

#include "driver/kernels.h"
#include "tc/gen/LoopOps.h"

typedef struct Group {
  MlirOperation last; // null if there is only one
} Group;

static TcStatus addLaunch(MlirOperation op, const TcMap *symbols, TcMap *groups,
                          TcMap *left) {
  TcArena *arena = groups->arena;
  MlirStringRef name = tcLoopLaunchGetKernel(op);
  MlirOperation kernel = {tcMapGetTextN(symbols, name.data, name.length)};
  if (mlirOperationIsNull(kernel))
    return TC_OK;
  const char *text = tcKernelText(arena, kernel);
  TC_RETURN_IF_ERROR(tcArenaStatus(arena));
  Group *group = tcMapGetText(groups, text);
  if (!group) {
    group = TC_ARENA_NEW(arena, Group);
    return group && tcMapSetText(groups, text, group) ? TC_OK
                                                      : tcArenaStatus(arena);
  }
  if (!mlirOperationIsNull(group->last) &&
      !tcMapSet(left, group->last.ptr, op.ptr))
    return tcArenaStatus(left->arena);
  group->last = op;
  return TC_OK;
}

TcStatus tcChooseLaunches(const MlirOperation *funcs, size_t n,
                          const TcMap *symbols, TcMap *left) {
  TcArena arena = {0};
  TcMap groups = {.arena = &arena};
  TcStatus status = TC_OK;
  for (size_t i = 0; i < n && !status; ++i) {
    if (mlirOperationIsNull(funcs[i]))
      continue;
    MlirBlock body =
        mlirRegionGetFirstBlock(mlirOperationGetRegion(funcs[i], 0));
    MlirOperation op = mlirBlockGetFirstOperation(body);
    for (; !mlirOperationIsNull(op) && !status;
         op = mlirOperationGetNextInBlock(op))
      if (tcLoopOpKind(op) == TC_LOOP_LAUNCH)
        status = addLaunch(op, symbols, &groups, left);
  }
  tcArenaFree(&arena);
  return status;
}
