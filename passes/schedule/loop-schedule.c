// loop-schedule: writes the schedule that code generation would choose for a
// target into each kernel, as `loop.schedule`, where it can be seen and edited
// (docs/ir/schedule.md). A kernel that has one keeps it, if it is legal; a
// chosen one is checked by the same rules.
#include "ir/pass.h"
#include "passes/lower/gpu/kernel_gpu.h"
#include "passes/schedule/alternatives.h"
#include "passes/schedule/cpu.h"
#include "passes/schedule/forms.h"
#include "passes/schedule/kernel_schedule.h"
#include "passes/schedule/pass_target.h"

#include "ir/builder.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

enum {
  OPTION_TARGET,
  OPTION_REPLACE,
  OPTION_ALTERNATIVE,
  OPTION_DISABLE,
  MOST = 64
};

static MlirLogicalResult readKernel(TcArena *arena, MlirOperation kernel,
                                    const TcTarget *target, TcCpuKernel *k) {
  return target->backend->gpu ? tcGpuKernelRead(arena, kernel, tcNoAttr(), k)
                              : tcCpuKernelReadToChoose(arena, kernel, k);
}

// Chooses one where none is given, and writes it. The kernel is read anew to
// check it, since choosing may add stages.
static MlirLogicalResult schedule(TcArena *arena, MlirOperation kernel,
                                  const TcTarget *target, bool replace,
                                  TcScheduleForms without) {
  TcCpuKernel k;
  MlirStringRef name = tcStr("loop.schedule");
  MlirAttribute text = mlirAttributeGetNull();
  if (mlirLogicalResultIsFailure(readKernel(arena, kernel, target, &k)))
    return mlirLogicalResultFailure();
  if (!replace)
    text = tcScheduleWritten(kernel, target->backend->gpu);
  if (mlirAttributeIsNull(text)) {
    text = tcScheduleChoose(arena, kernel, target, without);
    if (mlirAttributeIsNull(text))
      return mlirLogicalResultSuccess();
    mlirOperationSetDiscardableAttributeByName(kernel, name, text);
  }
  return tcScheduleCheck(arena, kernel, text, target);
}

// Writes a schedule that a search would measure; none if it has not as many.
static MlirLogicalResult scheduleAs(TcArena *arena, MlirOperation kernel,
                                    const TcTarget *target, size_t number) {
  MlirAttribute all[MOST];
  MlirStringRef name = tcStr("loop.schedule");
  mlirOperationRemoveDiscardableAttributeByName(kernel, name);
  if (number < MOST &&
      number < tcScheduleAlternatives(arena, kernel, target, number + 1, all))
    mlirOperationSetDiscardableAttributeByName(kernel, name, all[number]);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcTarget target;
  TcScheduleForms without;
  if (mlirLogicalResultIsFailure(tcPassReadTarget(pass, module, OPTION_TARGET,
                                                  OPTION_TARGET, &target)) ||
      mlirLogicalResultIsFailure(tcFormsRead(
          module, tcPassGetOptionString(pass, OPTION_DISABLE), &without)))
    return mlirLogicalResultFailure();
  bool replace = tcPassGetOptionBool(pass, OPTION_REPLACE), ok = true;
  int64_t other = tcPassGetOptionInt(pass, OPTION_ALTERNATIVE);
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcLoopOpKind(op) != TC_LOOP_KERNEL)
      continue;
    TcArena arena = {0};
    ok &= mlirLogicalResultIsSuccess(
        other ? scheduleAs(&arena, op, &target, (size_t)other)
              : schedule(&arena, op, &target, replace, without));
    tcArenaFree(&arena);
  }
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static const TcPassOption options[] = {
    {"target", TC_OPTION_STRING, "host", "the machine, as tc-compile names it"},
    {"replace", TC_OPTION_BOOL, "false", "also where there is a schedule"},
    {"alternative", TC_OPTION_INT, "0",
     "of those that a search measures the one with this number, where there "
     "are "
     "as many; 0: what is chosen"},
    {"disable", TC_OPTION_STRING, "",
     "forms that are not to be chosen, comma-separated"}};
const TcPassInfo tcPassLoopSchedule = {
    .argument = "loop-schedule",
    .summary =
        "Write down how each kernel is to run on a target; check what is "
        "written",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof *options,
    .run = run};
