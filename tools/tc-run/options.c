// The command line of tc-run.
#include "tc-run/tc-run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TC_ERROR_RUN_OPTION = 1700 };

void runPrintHelp(void) {
  puts(
      "tc-run MODEL.mlir|MODEL.so [options]: runs a model and prints a row of "
      "figures\n"
      "  --weights FILE.safetensors  weights by name (else made as the model "
      "says)\n"
      "  --repeat N      calls to time, after the first (default 10)\n"
      "  --threads N     default: one per CPU\n"
      "  --check         exit code 1 unless the results are as expected\n"
      "  --check=distinct  of launches with equal kernels only the first and "
      "the "
      "last are evaluated\n"
      "  --results       --check holds results alone to what is expected, "
      "not each launch\n"
      "  --plan FILE     of tc-compile --plan: --check holds each launch of "
      "MODEL.so to it\n"
      "  --bisect        names the first pass or launch that is wrong, and "
      "saves it\n"
      "  --save FILE     where --bisect saves it (default: "
      "MODEL.bisected.mlir)\n"
      "  --grad          forward and backward of the first result, against "
      "finite differences\n"
      "  --wrt LIST      gradients of --grad: all (default), weights, "
      "arguments, 0,@fc.weight\n"
      "  --steps N       train: N calls of the step (tc-compile --part=step)\n"
      "  --input NAME=F  of --steps: each call reads the next bytes of file F\n"
      "  --curve F       of --steps: exit code 1 unless the losses are near "
      "those in F\n"
      "  --size NAME=N   value of a symbolic size\n"
      "  --target T      for MODEL.mlir: host (default), x86-64-v3, cuda, "
      "rocm, ...\n"
      "  --list          print inputs, results and weights, run nothing\n"
      "  --profile       print what each kernel takes\n"
      "  --tasks N       print what each kernel would take on N threads, from "
      "the time of each task alone\n"
      "  --out FILE      write the elements of all results there, one after "
      "another\n"
      "  --graphs        calls on a GPU as graphs of its driver; prints how "
      "many were\n"
      "  --memory        print what a call was planned to take, and took; exit "
      "code 1 if that differs\n"
      "  --guard         every buffer against an unmapped page (slow)\n"
      "  --json          the row as one JSON object\n"
      "  --no-header     the row without its head");
}

static TcStatus badOption(const char *what, const char *argument) {
  return tcStatusMake(TC_ERROR_RUN_OPTION, "%s '%s'; see tc-run --help", what,
                      argument);
}

static bool parseNumber(const char *text, uint32_t *number) {
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  if (end == text || *end || *text == '-' || value > 1000000000)
    return false;
  *number = (uint32_t)value;
  return true;
}

/// Sets `*flag` if the argument is `name`.
static bool takeFlag(const char *argument, const char *name, bool *flag) {
  bool found = !strcmp(argument, name);
  *flag |= found;
  return found;
}

/// The value of option `name`, as "--name value" or "--name=value"; NULL if the
/// argument is another option, or has no value.
static const char *takeValue(char **argv, int *at, const char *name) {
  size_t length = strlen(name);
  if (strncmp(argv[*at], name, length))
    return NULL;
  if (argv[*at][length] == '=')
    return argv[*at] + length + 1;
  return argv[*at][length] ? NULL : argv[*at + 1] ? argv[++*at] : NULL;
}

/// "NAME=VALUE", one of several.
static TcStatus takePair(const char *text, const char **list, uint32_t *count,
                         uint32_t capacity) {
  if (*count == capacity || !strchr(text, '='))
    return badOption("not NAME=VALUE, or too many:", text);
  list[(*count)++] = text;
  return TC_OK;
}

static bool takeFlags(const char *argument, RunOptions *o, bool *help) {
  o->check |= !strcmp(argument, "--check=distinct");
  return takeFlag(argument, "--check=distinct", &o->distinct) ||
         takeFlag(argument, "--check", &o->check) ||
         takeFlag(argument, "--results", &o->resultsAlone) ||
         takeFlag(argument, "--list", &o->list) ||
         takeFlag(argument, "--grad", &o->grad) ||
         takeFlag(argument, "--profile", &o->profile) ||
         takeFlag(argument, "--memory", &o->memory) ||
         takeFlag(argument, "--graphs", &o->graphs) ||
         takeFlag(argument, "--guard", &o->guard) ||
         takeFlag(argument, "--bisect", &o->bisect) ||
         takeFlag(argument, "--json", &o->json) ||
         takeFlag(argument, "--no-header", &o->noHeader) ||
         takeFlag(argument, "--help", help);
}

static TcStatus takeOption(char **argv, int *at, RunOptions *o, bool *help) {
  const char *argument = argv[*at], *value;
  if (takeFlags(argument, o, help) ||
      (value = takeValue(argv, at, "--weights"),
       value && (o->weights = value)) ||
      (value = takeValue(argv, at, "--plan"), value && (o->plan = value)) ||
      (value = takeValue(argv, at, "--wrt"), value && (o->wrt = value)) ||
      (value = takeValue(argv, at, "--save"), value && (o->save = value)) ||
      (value = takeValue(argv, at, "--out"), value && (o->out = value)) ||
      (value = takeValue(argv, at, "--curve"), value && (o->curve = value)) ||
      (value = takeValue(argv, at, "--target"), value && (o->target = value)))
    return TC_OK;
  if ((value = takeValue(argv, at, "--repeat")))
    return parseNumber(value, &o->repeat) ? TC_OK
                                          : badOption("no number:", value);
  if ((value = takeValue(argv, at, "--threads")))
    return parseNumber(value, &o->threads) ? TC_OK
                                           : badOption("no number:", value);
  if ((value = takeValue(argv, at, "--tasks")))
    return parseNumber(value, &o->tasksOf) && o->tasksOf &&
                   o->tasksOf <= RUN_MAX_DEALT
               ? TC_OK
               : badOption("not 1 to 4096 threads:", value);
  if ((value = takeValue(argv, at, "--steps")))
    return parseNumber(value, &o->steps) && o->steps
               ? TC_OK
               : badOption("no number:", value);
  if ((value = takeValue(argv, at, "--size")))
    return takePair(value, o->sizes, &o->numSizes, RUN_MAX_SIZES);
  if ((value = takeValue(argv, at, "--input")))
    return takePair(value, o->inputs, &o->numInputs, RUN_MAX_INPUTS);
  return badOption("unknown option, or without its value:", argument);
}

TcStatus runOptionsParse(int argc, char **argv, RunOptions *options,
                         bool *help) {
  *options = (RunOptions){.repeat = 10, .target = "host", .wrt = "all"};
  *help = false;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '-' && argv[i][1])
      TC_RETURN_IF_ERROR(takeOption(argv, &i, options, help));
    else if (options->model)
      return badOption("a second model:", argv[i]);
    else
      options->model = argv[i];
  }
  if (!options->model && !*help)
    return badOption("no model", "");
  return TC_OK;
}
