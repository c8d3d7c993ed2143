// tc-compile model.mlir -o model.so: compiles ahead of time to a shared object,
// or with --emit only the kernels, to the named form. Several models by one
// process: equal kernels of them are compiled once.
#include "tc/compile.h"
#include "tc/ext.h"

#include "driver/kernel_store.h"
#include "lib/cost/numbers.h"
#include "lib/ir/shim.h"
#include "lib/support/arena.h"
#include "lib/support/fault.h"
#include "lib/support/file.h"
#include "lib/support/version.h"
#include "lib/target/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char usage[] =
    "usage: tc-compile FILE.mlir... [-o FILE.so] [--target=NAME]... "
    "[--threads=N]\n"
    "                  [--target-cpu=CHIP,...] [--pipeline=PASSES] [--time]\n"
    "                  [--part=joint|forward|backward|step] [--wrt=LIST] "
    "[--wide]\n"
    "                  [--emit=ll|asm|ptx|obj|cubin|hsaco]\n"
    "                  [--plan=FILE.mlir] [--load-extension=FILE]...\n"
    "                  [--autotune=SECONDS] [--schedules=FOLDER] [--atomics]\n"
    "Several targets, or chips, make one file that runs the first of them that "
    "the\nmachine at hand can run.\n"
    "--plan writes the launches, for tc-run --check.\n"
    "Of several FILEs -o and --plan name folders, which get NAME.so of "
    "each,\nand NAME.mlir; equal kernels are compiled once.\n"
    "--emit writes texts of all kernels to -o FILE, images into the folder "
    "-o.\n"
    "tc-compile --numbers lists the numbers of heuristics, --units the matrix "
    "units,\n--units=TARGET those of a target, --version names the build.\n"
    "--autotune measures schedules of kernels on this machine, and keeps what "
    "is faster\nin the folder (else ~/.cache/tc/schedules), from where "
    "--schedules alone takes it.\n"
    "--atomics permits sums by atomic additions on GPUs, whose last bits "
    "differ "
    "from\ncall to call.\n"
    "'-' is standard input for FILE.mlir, and standard output for texts.\n";

typedef struct Options {
  const char **inputs; // at the front of argv
  size_t numInputs;
  const char *output, *plan;
  TcCompileOptions compile;
  const char *chips;
  char targets[8192]; // divided by semicolons, chips included
  bool time;
  TcStatus status;   // of what options did
  const char *wrong; // the option
} Options;

static const char *valueOf(const char *arg, const char *name) {
  size_t n = strlen(name);
  return strncmp(arg, name, n) ? NULL : arg + n;
}

static void addTarget(Options *o, const char *target) {
  size_t used = strlen(o->targets);
  int n = snprintf(o->targets + used, sizeof o->targets - used, "%s%s",
                   used ? ";" : "", target);
  if (n >= (int)(sizeof o->targets - used) && !o->status)
    o->status = tcStatusMake(1612, "the targets' texts are too long");
  o->compile.target = o->targets;
}

static TcStatus readSeconds(const char *text, double *seconds) {
  char *end;
  *seconds = strtod(text, &end);
  return *text && !*end && *seconds >= 0 && *seconds < 1e9
             ? TC_OK
             : tcStatusMake(1609, "'%.40s' is no number of seconds", text);
}

static bool parseArgs(int argc, char **argv, Options *o) {
  *o = (Options){.inputs = (const char **)argv,
                 .output = "a.so",
                 .wrong = "--load-extension",
                 .compile = {.structSize = sizeof(TcCompileOptions)}};
  for (int i = 1; i < argc; ++i) {
    const char *v;
    if (!strcmp(argv[i], "-o") && i + 1 < argc)
      o->output = argv[++i];
    else if ((v = valueOf(argv[i], "--target=")))
      addTarget(o, v);
    else if ((v = valueOf(argv[i], "--target-cpu=")))
      o->chips = v;
    else if ((v = valueOf(argv[i], "--emit=")))
      o->compile.emit = v;
    else if ((v = valueOf(argv[i], "--threads=")))
      o->compile.threads = (unsigned)strtoul(v, NULL, 10);
    else if ((v = valueOf(argv[i], "--part=")))
      o->compile.part = v;
    else if ((v = valueOf(argv[i], "--wrt=")))
      o->compile.wrt = v;
    else if ((v = valueOf(argv[i], "--plan=")))
      o->plan = v;
    else if (!strcmp(argv[i], "--atomics"))
      o->compile.atomics = true;
    else if (!strcmp(argv[i], "--wide"))
      o->compile.wide = true;
    else if ((v = valueOf(argv[i], "--pipeline=")))
      o->compile.pipeline = v;
    else if (!o->status && (v = valueOf(argv[i], "--autotune="))) {
      o->wrong = "--autotune";
      o->status = readSeconds(v, &o->compile.autotuneSeconds);
    } else if ((v = valueOf(argv[i], "--schedules=")))
      o->compile.schedules = v;
    else if ((v = valueOf(argv[i], "--load-extension=")))
      o->status = o->status ? o->status : tcExtLoad(v);
    else if (!strcmp(argv[i], "--time"))
      o->time = true;
    else if (argv[i][0] == '-' && argv[i][1])
      return false;
    else
      o->inputs[o->numInputs++] = argv[i];
  }
  return o->numInputs > 0;
}

// "cuda" and "sm_80,sm_90a" as "cuda,tune=sm_80;cuda,tune=sm_90a".
static void joinChips(Options *o) {
  char target[512];
  if (!o->chips)
    return;
  snprintf(target, sizeof target, "%s",
           o->compile.target ? o->compile.target : "host");
  o->targets[0] = 0;
  for (const char *at = o->chips;; ++at) {
    char one[1024];
    size_t length = strcspn(at, ",");
    snprintf(one, sizeof one, "%s,tune=%.*s", target, (int)length, at);
    addTarget(o, one);
    at += length;
    if (!*at)
      break;
  }
}

// Standard output takes texts alone: a shared object has a header beside it,
// images are a folder.
static TcStatus checkOutput(const Options *o) {
  const char *emit = o->compile.emit ? o->compile.emit : "";
  bool isText =
      !strcmp(emit, "ll") || !strcmp(emit, "asm") || !strcmp(emit, "ptx");
  if (strcmp(o->output, "-") || (isText && o->numInputs == 1))
    return TC_OK;
  return tcStatusMake(TC_ERROR_FILE_WRITE,
                      "standard output takes texts alone, of one file: "
                      "--emit=ll, --emit=asm or --emit=ptx");
}

static char *readFile(const char *path, size_t *size) {
  FILE *f = strcmp(path, "-") ? fopen(path, "rb") : stdin;
  if (!f)
    return NULL;
  char *data = NULL;
  *size = 0;
  for (size_t capacity = 1 << 20, n = 1; n; capacity *= 2) {
    char *more = realloc(data, capacity);
    if (!more)
      break;
    data = more;
    n = fread(data + *size, 1, capacity - *size, f);
    *size += n;
    if (*size < capacity)
      break;
  }
  fclose(f);
  return data;
}

static void printTimes(const TcCompiled *compiled) {
  TcCompileStats s = tcCompiledStats(compiled);
  printf("%zu kernels, %zu different: %.0f ms (passes %.0f, kernels %.0f; of "
         "all threads translate %.0f, optimize %.0f, codegen %.0f)\n",
         s.numKernels, s.numDifferent, s.total * 1e3, s.passes * 1e3,
         s.kernels * 1e3, s.translate * 1e3, s.optimize * 1e3, s.codegen * 1e3);
}

static void printSearch(const TcCompiled *compiled, const Options *o) {
  TcCompileStats s = tcCompiledStats(compiled);
  if (s.schedulesBroken)
    fprintf(stderr,
            "tc-compile: warning: [TC-1610] %zu files of schedules are broken, "
            "or hold what is not allowed, and are ignored\n",
            s.schedulesBroken);
  if (s.schedulesWrong)
    fprintf(stderr,
            "tc-compile: warning: [TC-1613] %zu schedules gave wrong results "
            "and are not used: programs wrong-*.mlir beside the finds repeat "
            "it\n",
            s.schedulesWrong);
  if (o->compile.autotuneSeconds > 0 || o->compile.schedules)
    printf("schedules: %zu kept, %zu kernels measured in %.1f s, %zu of them "
           "faster than chosen\n",
           s.schedulesFound, s.schedulesSearched, s.search, s.schedulesBetter);
}

static int fail(const char *file, TcStatus status) {
  char text[4096];
  tcStatusPrint(status, text, sizeof text);
  fprintf(stderr, "tc-compile: error: %s: %s\n", file, text);
  tcStatusFree(status);
  return 1;
}

/// model.h beside model.so.
static TcStatus writeHeader(TcCompiled *compiled, const char *output) {
  size_t n = strlen(output);
  char *path = malloc(n + 3);
  if (!path)
    return tcStatusMake(6001, "out of memory");
  strcpy(path, output);
  if (n > 3 && !strcmp(path + n - 3, ".so"))
    path[n - 3] = 0;
  strcat(path, ".h");
  TcStatus status = tcCompiledWriteHeader(compiled, path);
  free(path);
  return status;
}

static void printLine(void *self, const char *text) {
  (void)self;
  puts(text);
}

static int printUnits(const char *name) {
  TcTarget target;
  TcStatus status = *name ? tcTargetParse(name, &target) : TC_OK;
  if (status)
    return fail(name, status);
  tcUnitsPrint(*name ? &target : NULL, printLine, NULL);
  return 0;
}

static int compileFile(const Options *o, const char *input, const char *output,
                       const char *plan) {
  size_t size;
  char *text = readFile(input, &size);
  if (!text) {
    fprintf(stderr, "tc-compile: error: [TC-7702] cannot read '%s'\n", input);
    return 1;
  }
  TcCompiled *compiled;
  TcStatus status = tcCompile(text, size, &o->compile, &compiled);
  free(text);
  if (status)
    return fail(input, status);
  status = o->compile.emit ? tcCompiledWriteKernels(compiled, output)
                           : tcCompiledWrite(compiled, output);
  if (!status && !o->compile.emit)
    status = writeHeader(compiled, output);
  if (!status && plan)
    status = tcCompiledWritePlan(compiled, plan);
  if (!status && o->time)
    printTimes(compiled);
  if (!status && strcmp(output, "-"))
    printSearch(compiled, o);
  tcCompiledFree(compiled);
  return status ? fail(output, status) : 0;
}

/// FOLDER/NAME.so of SOMEWHERE/NAME.mlir.
static const char *pathIn(TcArena *arena, const char *folder, const char *input,
                          const char *ending) {
  const char *slash = strrchr(input, '/');
  const char *name = slash ? slash + 1 : input;
  const char *dot = strrchr(name, '.');
  size_t length = dot ? (size_t)(dot - name) : strlen(name);
  return tcArenaPrintf(arena, "%s/%.*s%s", folder, (int)length, name, ending);
}

static bool isSameFile(const char *a, const char *b) {
  struct stat of, with;
  return !stat(a, &of) && !stat(b, &with) && of.st_dev == with.st_dev &&
         of.st_ino == with.st_ino;
}

// What is written for the input is written for no other one, and no input.
static TcStatus checkPath(const Options *o, size_t input, TcArena *arena,
                          const char *folder, const char *ending) {
  const char *path = pathIn(arena, folder, o->inputs[input], ending);
  bool lost = !strcmp(o->inputs[input], "-");
  for (size_t i = 0; i < o->numInputs; ++i) {
    const char *other = pathIn(arena, folder, o->inputs[i], ending);
    lost |=
        isSameFile(path, o->inputs[i]) || (i < input && !strcmp(path, other));
  }
  return lost ? tcStatusMake(TC_ERROR_FILE_WRITE,
                             "'%s' would be written over another file: of "
                             "several, each has a name of its own, and -o and "
                             "--plan name other folders",
                             path)
              : TC_OK;
}

static TcStatus checkPaths(const Options *o, TcArena *arena) {
  TcStatus status = TC_OK;
  for (size_t i = 0; !status && i < o->numInputs; ++i) {
    status = checkPath(o, i, arena, o->output, ".so");
    if (!status && o->plan)
      status = checkPath(o, i, arena, o->plan, ".mlir");
  }
  return status;
}

static int compileAll(const Options *o) {
  TcArena arena = {0};
  TcStatus wrong = checkPaths(o, &arena);
  int code = wrong ? fail("-o", wrong) : 0;
  tcKernelStoreLimit((size_t)1 << 30);
  for (size_t i = 0; !code && i < o->numInputs; ++i) {
    const char *input = o->inputs[i];
    const char *output =
        pathIn(&arena, o->output, input, o->compile.emit ? "" : ".so");
    const char *plan = o->plan ? pathIn(&arena, o->plan, input, ".mlir") : NULL;
    TcStatus status = tcArenaStatus(&arena);
    code = status ? fail(input, status) : compileFile(o, input, output, plan);
  }
  tcArenaFree(&arena);
  return code;
}

int main(int argc, char **argv) {
  Options o;
  tcReportCrashes("tc-compile");
  tcSetNoMemoryHandler(tcEndWithoutMemory);
  tcInjectFaults();
  TcStatus numbers = tcNumbersFromEnvironment();
  if (numbers)
    return fail("TC_NUMBERS", numbers);
  if (argc == 2 && !strcmp(argv[1], "--numbers")) {
    tcNumbersPrint(printLine, NULL);
    return 0;
  }
  if (argc == 2 && !strcmp(argv[1], "--version")) {
    printf("tc %s\n", tcBuildText());
    return 0;
  }
  const char *units = argc == 2 ? valueOf(argv[1], "--units") : NULL;
  if (units && (!*units || *units == '='))
    return printUnits(*units ? units + 1 : units);
  if (!parseArgs(argc, argv, &o)) {
    fputs(usage, stderr);
    return 1;
  }
  if (o.status)
    return fail(o.wrong, o.status);
  if ((o.status = checkOutput(&o)))
    return fail("-o -", o.status);
  joinChips(&o);
  return o.numInputs > 1 ? compileAll(&o)
                         : compileFile(&o, o.inputs[0], o.output, o.plan);
}
