// tc-run: runs a model, checks its results and prints a row of figures.
// Contains only the runtime; an .mlir is compiled by the tc-compile beside it.
#include "tc-run/tc-run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static TcStatus timeCpu(RunModel *model, RunTimes *times) {
  for (uint32_t i = 0; i < times->count; ++i) {
    double start = runSeconds();
    TC_RETURN_IF_ERROR(runModelCall(model));
    times->seconds[i] = runSeconds() - start;
  }
  return TC_OK;
}

static TcStatus timeDeviceCalls(RunModel *model, RunDevice *device,
                                RunTimes *times) {
  for (uint32_t i = 0; i < times->count; ++i) {
    double start = runSeconds();
    TC_RETURN_IF_ERROR(runDeviceCall(model, device));
    times->seconds[i] = runSeconds() - start;
  }
  return TC_OK;
}

static TcStatus timeGpu(RunModel *model, RunTimes *times) {
  RunDevice device;
  TcStatus status = runDeviceOpen(model, &device);
  if (!status)
    status = timeDeviceCalls(model, &device, times);
  runDeviceClose(&device);
  return status;
}

/// The first call is checked, the others are timed.
static TcStatus timeCalls(RunModel *model, RunTimes *times, RunError *error,
                          double *memory) {
  bool isCpu = !strcmp(tcProgramTarget(model->program), "cpu");
  TC_RETURN_IF_ERROR(runModelCall(model));
  if (model->options->out)
    TC_RETURN_IF_ERROR(runWriteResults(model));
  runCheck(model, error);
  TC_RETURN_IF_ERROR(runJudgeClose(model, error));
  TC_RETURN_IF_ERROR(isCpu ? timeCpu(model, times) : timeGpu(model, times));
  *memory = runPeakMemory();
  return TC_OK;
}

static TcStatus run(RunModel *model, RunError *error) {
  uint32_t count = model->options->repeat ? model->options->repeat : 1;
  RunTimes times = {calloc(count, sizeof *times.seconds), count};
  double memory = 0;
  if (!times.seconds)
    return tcStatusMake(6700, "no memory for %u times", count);
  TcStatus status = timeCalls(model, &times, error, &memory);
  if (!status)
    runPrintRow(model, &times, error, memory);
  if (!status && model->options->graphs)
    runPrintGraphs(model);
  free(times.seconds);
  if (!status && model->options->profile)
    status = runProfile(model);
  if (!status && model->options->tasksOf)
    status = runTasks(model);
  if (!status && model->options->memory)
    status = runMemory(model);
  return status;
}

static TcStatus runAll(const RunOptions *options, RunError *error) {
  RunModel model;
  if (options->grad)
    return runGradients(options);
  if (options->steps)
    return runTraining(options);
  TcStatus status = runModelOpen(options, &model);
  if (!status && options->list)
    runPrintList(model.program);
  else if (!status)
    status = run(&model, error);
  runModelClose(&model);
  return status;
}

static int report(TcStatus status) {
  if (!status)
    return 0;
  char text[4096];
  tcStatusPrint(status, text, sizeof text);
  fprintf(stderr, "tc-run: error: %s\n", text);
  tcStatusFree(status);
  return 1;
}

int main(int argc, char **argv) {
  RunOptions options;
  RunError error = {0};
  char bisected[4096];
  bool help;
  TcStatus status = runOptionsParse(argc, argv, &options, &help);
  if (!status && help) {
    runPrintHelp();
    return 0;
  }
  if (!status && options.bisect)
    status = runBisect(&options, bisected, sizeof bisected);
  if (!status)
    status = runAll(&options, &error);
  if (report(status))
    return 1;
  if (options.bisect)
    runBisectReport(&options, &error);
  if (!options.check || options.list || options.grad || options.steps ||
      (error.known && error.right))
    return 0;
  if (error.known)
    fprintf(stderr, "tc-run: error: [TC-1703] the results are wrong: %s\n",
            error.worst);
  else
    fprintf(stderr, "tc-run: error: [TC-1704] there are no expected results "
                    "for these sizes\n");
  return 1;
}
