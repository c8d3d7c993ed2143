// The output of tc-run.
#include "tc-run/tc-run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// --list
//===----------------------------------------------------------------------===//

static void printFeatures(const TcValue *v) {
  if (v->tie >= 0)
    printf("  is %s %d", v->tieIsWeight ? "weight" : "input", v->tie);
  if (v->mutated)
    printf("  written");
  if (!v->dense)
    printf("  strided");
  if (v->alignment > 8)
    printf("  aligned to %u", v->alignment);
}

static void printValue(const char *kind, size_t index, const TcValue *v,
                       const char *const *sizes) {
  printf("%s %zu: %s %s[", kind, index, v->name, tcDTypeName(v->dtype));
  for (unsigned i = 0; i < v->rank; ++i)
    printf("%s%s", i ? ", " : "", sizes[i]);
  printf("]");
  printFeatures(v);
  printf("\n");
}

void runPrintList(const TcProgram *p) {
  const char *sizes[TC_MAX_RANK];
  char texts[TC_MAX_RANK][24];
  printf("program %s\n", tcProgramName(p));
  const TcProgramDescriptor *d = tcProgramGetDescriptor(p);
  printf("target %s %s\n", tcProgramTarget(p),
         tcIsGpuProgram(d) ? d->chip : d->features);
  for (size_t i = 0; i < tcProgramNumSymbols(p); ++i)
    printf("size %s\n", tcProgramSymbol(p, i));
  for (size_t i = 0; i < tcProgramNumInputs(p); ++i) {
    TcValue v = tcProgramInput(p, i);
    for (unsigned k = 0; k < v.rank; ++k)
      sizes[k] = tcProgramInputSize(p, i, k);
    printValue("input", i, &v, sizes);
  }
  for (size_t i = 0; i < tcProgramNumResults(p); ++i) {
    TcValue v = tcProgramResult(p, i);
    for (unsigned k = 0; k < v.rank; ++k)
      sizes[k] = tcProgramResultSize(p, i, k);
    printValue("result", i, &v, sizes);
  }
  for (size_t i = 0; i < tcProgramNumWeights(p); ++i) {
    TcValue v = tcProgramWeight(p, i);
    for (unsigned k = 0; k < v.rank; ++k) {
      snprintf(texts[k], sizeof texts[k], "%lld",
               (long long)tcProgramWeightSize(p, i, k));
      sizes[k] = texts[k];
    }
    printValue("weight", i, &v, sizes);
  }
}

//===----------------------------------------------------------------------===//
// The row
//===----------------------------------------------------------------------===//

static int compareDoubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

typedef struct Row {
  const char *name;
  double compile, prepare, min, median; // ms
  double gflops, peak;                  // GFLOP/s; 0: not known
  double memory;                        // MB
  uint32_t threads;
  const RunError *error;
} Row;

static void printJson(const Row *r) {
  printf("{\"model\": \"%s\", \"threads\": %u, \"compile_ms\": %.3f, "
         "\"prepare_ms\": %.3f, \"min_ms\": %.4f, \"median_ms\": %.4f, "
         "\"gflops\": %.2f, \"peak_gflops\": %.2f, \"memory_mb\": %.1f",
         r->name, r->threads, r->compile, r->prepare, r->min, r->median,
         r->gflops, r->peak, r->memory);
  if (r->error->known)
    printf(", \"error\": %.4g, \"bound\": %.4g, \"right\": %s",
           r->error->error < 1e300 ? r->error->error : 1e300, r->error->bound,
           r->error->right ? "true" : "false");
  if (r->error->launches)
    printf(", \"launches\": %lld, \"evaluated\": %lld", r->error->launches,
           r->error->evaluated);
  printf("}\n");
}

// How many launches were evaluated, if not all were.
static void printEvaluated(const RunError *error) {
  if (error->evaluated < error->launches)
    printf(" (%lld of %lld launches evaluated)", error->evaluated,
           error->launches);
}

static void printHead(void) {
  printf("%-16s %7s %10s %10s %9s %9s %8s %6s %9s %9s %9s\n", "model",
         "threads", "compile ms", "prepare ms", "min ms", "median", "GFLOP/s",
         "of peak", "memory MB", "error", "bound");
}

static void printText(const Row *r) {
  char compile[16] = "-", gflops[16] = "-", peak[16] = "-";
  if (r->compile > 0)
    snprintf(compile, sizeof compile, "%.0f", r->compile);
  if (r->gflops > 0)
    snprintf(gflops, sizeof gflops, "%.1f", r->gflops);
  if (r->peak > 0)
    snprintf(peak, sizeof peak, "%.0f%%", 100 * r->gflops / r->peak);
  printf("%-16s %7u %10s %10.1f %9.3f %9.3f %8s %7s %9.0f ", r->name,
         r->threads, compile, r->prepare, r->min, r->median, gflops, peak,
         r->memory);
  if (!r->error->known)
    printf("%9s %9s", "-", "-");
  else
    printf("%9.2g %9.2g  %s%s", r->error->error, r->error->bound,
           r->error->right ? "ok" : "WRONG: ",
           r->error->right ? "" : r->error->worst);
  printEvaluated(r->error);
  printf("\n");
}

void runPrintRow(const RunModel *m, RunTimes *times, const RunError *error,
                 double memory) {
  double *t = times->seconds;
  qsort(t, times->count, sizeof *t, compareDoubles);
  Row row = {.name = tcProgramName(m->program),
             .compile = 1e3 * m->compileSeconds,
             .prepare = 1e3 * m->prepareSeconds,
             .min = 1e3 * t[0],
             .median = 1e3 * t[times->count / 2],
             .gflops = runFlops(m) / t[0] * 1e-9,
             .memory = memory / 1e6,
             .threads = tcPoolNumThreads(m->pool),
             .error = error};
  // The peak that is measured here is that of the CPU; it takes 20 ms of all
  // threads. One timed call says little of the share that is reached.
  if (row.gflops > 0 && m->options->repeat > 1 && !tcIsGpuProgram(m->d))
    row.peak = runPeakFlops(m->pool) * 1e-9;
  if (m->options->json) {
    printJson(&row);
    return;
  }
  if (!m->options->noHeader)
    printHead();
  printText(&row);
}

//===----------------------------------------------------------------------===//
// --out
//===----------------------------------------------------------------------===//

enum { TC_ERROR_RUN_OUT = 1709 };

static bool writeElements(FILE *file, const TcTensor *t) {
  size_t size = tcDTypeSize((TcDType)t->dtype);
  int64_t count = tcTensorElementCount(t);
  bool good = true;
  for (int64_t i = 0; i < count && good; ++i) {
    int64_t at = t->strides ? 0 : i, rest = i;
    for (unsigned d = t->rank; d-- > 0 && t->strides; rest /= t->sizes[d])
      at += rest % t->sizes[d] * t->strides[d];
    const char *element = (const char *)t->data + at * (int64_t)size;
    good = fwrite(element, 1, size, file) == size;
  }
  return good;
}

TcStatus runWriteResults(const RunModel *m) {
  FILE *file = fopen(m->options->out, "wb");
  bool good = file;
  for (uint32_t i = 0; i < m->d->numResults && good; ++i)
    good = writeElements(file, &m->results[i]);
  if (file && fclose(file))
    good = false;
  return good ? TC_OK
              : tcStatusMake(TC_ERROR_RUN_OUT, "cannot write the results to %s",
                             m->options->out);
}
