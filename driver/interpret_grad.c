// Compares gradients with finite differences, in the interpreter: prim-autodiff
// makes the joint graph of a function; for each gradient g of it and random
// directions u, <g, u> is compared with (f(x + h u) - f(x - h u)) / 2h, within
// the bound of such differences (runtime/slope.h), where f is the function
// itself, its results weighted by the cotangents. Again with the joint graph as
// the function for the second derivative.
#include "driver/interpret.h"

#include "driver/session.h"
#include "interp/interp.h"
#include "ir/attrs.h"
#include "ir/scalar.h"
#include "ir/types.h"
#include "runtime/compare.h"
#include "runtime/slope.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { NUM_DIRECTIONS = 3 };

typedef struct Check {
  MlirModule module;
  MlirOperation func, joint;
  const char *name, *jointName;
  TcInputs inputs;     // of the joint graph
  size_t numArguments; // of the function
  double epsilon, step;
  // What is moved: an argument, or a weight by name, along a direction.
  intptr_t argument;
  const char *weight;
  unsigned direction;
  double distance;
  bool bySize; // each element by a part of its own size, for the noise
} Check;

//===- Directions ---------------------------------------------------------===//

// A number in [-1, 1) for part `part` of an element.
static double component(unsigned direction, int64_t index, unsigned part) {
  uint64_t x = (uint64_t)index * 2 + part + ((uint64_t)direction << 40);
  uint64_t hash = tcHashBytes(&x, sizeof x, 7);
  return (double)(hash >> 11) * 0x1p-52 - 1;
}

static TcScalar along(const TcTensor *t, unsigned direction, int64_t i) {
  TcScalar u = {0};
  if (tcClassOf((TcDType)t->dtype) == TC_CLASS_COMPLEX)
    u.c = component(direction, i, 0) + component(direction, i, 1) * I;
  else
    u.f = component(direction, i, 0);
  return u;
}

// The moved element, rounded to its type. For the estimate of noise each
// element is moved by units of its own last place, so that rounding shows
// however small its part of the direction is.
static double shifted(const Check *c, double x, double u) {
  return x + c->distance * (c->bySize ? copysign(fmax(1, fabs(x)), u) : u);
}

static void move(const Check *c, const TcTensor *t) {
  TcDType dtype = (TcDType)t->dtype;
  for (int64_t i = 0, n = tcTensorElementCount(t); i < n; ++i) {
    TcScalar x = tcElementLoad(dtype, t->data, i);
    TcScalar u = along(t, c->direction, i);
    if (tcClassOf(dtype) == TC_CLASS_COMPLEX)
      x.c = tcScalarComplex(shifted(c, creal(x.c), creal(u.c)),
                            shifted(c, cimag(x.c), cimag(u.c)));
    else
      x.f = shifted(c, x.f, u.f);
    tcElementStore(dtype, t->data, i, x);
  }
}

// The real inner product of an element with another.
static double product(TcDType dtype, TcScalar x, TcScalar y) {
  if (tcClassOf(dtype) == TC_CLASS_COMPLEX)
    return creal(x.c) * creal(y.c) + cimag(x.c) * cimag(y.c);
  return x.f * y.f;
}

static double alongDirection(const TcTensor *t, unsigned direction) {
  double sum = 0;
  TcDType dtype = (TcDType)t->dtype;
  for (int64_t i = 0, n = tcTensorElementCount(t); i < n; ++i) {
    TcScalar x = tcElementLoad(dtype, t->data, i);
    sum += product(dtype, x, along(t, direction, i));
  }
  return sum;
}

//===- Running ------------------------------------------------------------===//

static TcStatus getWeight(void *self, const char *name, TcTensor *out) {
  Check *c = self;
  TC_RETURN_IF_ERROR(tcInputsGetWeight(&c->inputs, name, out));
  if (c->weight && !strcmp(c->weight, name))
    move(c, out);
  return TC_OK;
}

static void freeResults(TcTensor *results, size_t n) {
  for (size_t i = 0; i < n; ++i)
    tcAllocatorSystem()->free(tcAllocatorSystem()->self, results[i].data);
}

// Runs a function of the module; the results are the caller's to free.
static TcStatus call(Check *c, const char *name, size_t numInputs, size_t n,
                     TcTensor *results) {
  TcWeightSource weights = {getWeight, c};
  MlirOperation module = mlirModuleGetOperation(c->module);
  for (size_t i = 0; i < n; ++i)
    results[i].sizes = TC_ARENA_ARRAY(&c->inputs.arena, int64_t, TC_MAX_RANK);
  TC_RETURN_IF_ERROR(tcArenaStatus(&c->inputs.arena));
  return tcInterpret(module, name, &weights, numInputs, c->inputs.tensors, n,
                     results, NULL);
}

static bool isSmooth(const TcTensor *t) {
  TcClass class = tcClassOf((TcDType)t->dtype);
  return class == TC_CLASS_FLOAT || class == TC_CLASS_COMPLEX;
}

// Adds without the errors of the sum, which are not the function's: they would
// be of the size of partial sums, unseen in what is left of them (A. Neumaier).
static void addTo(double sum[2], double x) {
  double whole = sum[0] + x;
  sum[1] += fabs(sum[0]) >= fabs(x) ? sum[0] - whole + x : x - whole + sum[0];
  sum[0] = whole;
}

// The cotangents are the last arguments of the joint graph, in order; a scalar
// that is alone has none.
static double weigh(const Check *c, const TcTensor *results, size_t n) {
  double sum[2] = {0, 0};
  size_t at = c->numArguments;
  for (size_t r = 0; r < n; ++r) {
    const TcTensor *t = &results[r];
    if (!isSmooth(t))
      continue;
    const TcTensor *cotangent = NULL;
    if (at < c->inputs.n)
      cotangent = &c->inputs.tensors[at++];
    TcDType dtype = (TcDType)t->dtype;
    for (int64_t i = 0, k = tcTensorElementCount(t); i < k; ++i) {
      TcScalar y = tcElementLoad(dtype, t->data, i);
      addTo(sum, cotangent ? product(dtype, y,
                                     tcElementLoad(dtype, cotangent->data, i))
                           : y.f);
    }
  }
  return isfinite(sum[1]) ? sum[0] + sum[1] : sum[0];
}

// f at `distance` along the direction.
static TcStatus evaluate(Check *c, double distance, double *value) {
  size_t n = tcInterpretNumResults(mlirModuleGetOperation(c->module), c->name);
  TcTensor *results = TC_ARENA_ARRAY(&c->inputs.arena, TcTensor, n + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&c->inputs.arena));
  TcTensor *moved = c->argument < 0 ? NULL : &c->inputs.tensors[c->argument];
  void *kept = moved ? moved->data : NULL;
  if (moved) {
    size_t bytes = (size_t)tcTensorDenseBytes(moved);
    moved->data = tcArenaAlloc(&c->inputs.arena, bytes + 1, 64);
    TC_RETURN_IF_ERROR(tcArenaStatus(&c->inputs.arena));
    memcpy(moved->data, kept, bytes);
  }
  c->distance = distance;
  if (moved)
    move(c, moved);
  TcStatus status = call(c, c->name, c->numArguments, n, results);
  if (moved)
    moved->data = kept;
  if (status)
    return status;
  *value = weigh(c, results, n);
  freeResults(results, n);
  return TC_OK;
}

//===- Comparing ----------------------------------------------------------===//

static TcStatus evaluateAt(void *self, double distance, double *value) {
  return evaluate(self, distance, value);
}

// The error of the gradient `ours` against the slope, relative to its bound;
// with a shorter step if the function is too curved for the first one.
static TcStatus compareAlong(Check *c, double ours, double *part) {
  double noise, step = c->step;
  TcSlope slope;
  TcAnswer answer = TC_WRONG;
  c->bySize = true;
  TcStatus status = tcSlopeNoise(evaluateAt, c, c->epsilon / 2, &noise);
  c->bySize = false;
  if (status)
    return status;
  for (int turn = 0; turn < 2 && answer != TC_RIGHT; ++turn, step /= 16) {
    TC_RETURN_IF_ERROR(
        tcSlopeFind(evaluateAt, c, c->epsilon / 2, step, noise, &slope));
    answer = tcCompareReal(slope.value, slope.bound, ours, part);
  }
  if (answer == TC_UNDECIDED || isnan(*part))
    *part = (double)INFINITY;
  return TC_OK;
}

static TcStatus compare(Check *c, const TcTensor *gradient, double *worst) {
  *worst = 0;
  for (c->direction = 0; c->direction < NUM_DIRECTIONS; ++c->direction) {
    double part, ours = alongDirection(gradient, c->direction);
    TC_RETURN_IF_ERROR(compareAlong(c, ours, &part));
    *worst = fmax(*worst, part);
  }
  return TC_OK;
}

static MlirAttribute sourceOf(const Check *c, size_t result) {
  MlirAttribute all = mlirOperationGetInherentAttributeByName(
      c->joint, mlirStringRefCreateFromCString("res_attrs"));
  return mlirAttributeIsNull(all)
             ? all
             : tcDictGet(mlirArrayAttrGetElement(all, (intptr_t)result),
                         "tc.gradient");
}

static TcStatus compareResult(Check *c, size_t result, const TcTensor *t,
                              const TcInterpretOptions *options) {
  MlirAttribute source = sourceOf(c, result);
  if (mlirAttributeIsNull(source))
    return TC_OK;
  bool isWeight = !mlirAttributeIsAInteger(source);
  c->weight =
      isWeight
          ? tcArenaPrintf(&c->inputs.arena, "%.*s",
                          (int)mlirFlatSymbolRefAttrGetValue(source).length,
                          mlirFlatSymbolRefAttrGetValue(source).data)
          : NULL;
  c->argument = isWeight ? -1 : (intptr_t)mlirIntegerAttrGetValueInt(source);
  double worst;
  TC_RETURN_IF_ERROR(compare(c, t, &worst));
  bool right = worst <= 1;
  const char *of = isWeight ? c->weight
                            : tcArenaPrintf(&c->inputs.arena, "argument %d",
                                            (int)c->argument);
  const char *line = tcArenaPrintf(
      &c->inputs.arena, "@%s: gradient of %s %s: error %.2g of its bound",
      c->jointName, of, right ? "right" : "WRONG", worst);
  if (options->line && line)
    options->line(options->self, line);
  return right ? TC_OK : tcStatusMake(TC_ERROR_GRADIENT_DIFFERS, "%s", line);
}

static TcStatus compareAll(Check *c, const TcInterpretOptions *options) {
  size_t n =
      tcInterpretNumResults(mlirModuleGetOperation(c->module), c->jointName);
  TcTensor *results = TC_ARENA_ARRAY(&c->inputs.arena, TcTensor, n + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&c->inputs.arena));
  c->weight = NULL; // nothing is moved any more
  TC_RETURN_IF_ERROR(call(c, c->jointName, c->inputs.n, n, results));
  TcStatus status = TC_OK;
  for (size_t i = 0; i < n && !status; ++i)
    status = compareResult(c, i, &results[i], options);
  freeResults(results, n);
  return status;
}

//===- The whole ----------------------------------------------------------===//

// The step by the narrowest float among arguments and results: the
// error of a central difference is least near the cube root of its rounding.
static TcStatus chooseStep(Check *c, MlirBlock body) {
  MlirOperation end = mlirBlockGetTerminator(body);
  double epsilon = DBL_EPSILON;
  intptr_t n = mlirBlockGetNumArguments(body);
  for (intptr_t i = 0; i < n + mlirOperationGetNumOperands(end); ++i) {
    MlirValue v = i < n ? mlirBlockGetArgument(body, i)
                        : mlirOperationGetOperand(end, i - n);
    MlirType element = tcTypeGetReal(mlirValueGetType(v));
    if (mlirTypeIsAF32(tcTypeGetElement(element)))
      epsilon = FLT_EPSILON;
    else if (tcTypeIsFloat(element) &&
             !mlirTypeIsAF64(tcTypeGetElement(element)))
      return tcStatusMake(
          TC_ERROR_GRADIENT_DTYPE,
          "finite differences of f16 and bf16 are too coarse; use f32 or f64");
  }
  c->epsilon = epsilon;
  c->step = cbrt(epsilon);
  return TC_OK;
}

// "0,2,3": all results of floats.
static const char *smoothResults(TcArena *arena, MlirBlock body) {
  MlirOperation end = mlirBlockGetTerminator(body);
  const char *list = "";
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(end, i));
    if (tcTypeIsFloat(type) || tcTypeIsComplex(type))
      list = tcArenaPrintf(arena, "%s%s%d", list, *list ? "," : "", (int)i);
  }
  return list;
}

static TcStatus checkOrder(Check *c, const TcInterpretOptions *options,
                           TcArena *arena) {
  MlirOperation module = mlirModuleGetOperation(c->module);
  c->func = tcInterpretFind(module, c->name);
  if (mlirOperationIsNull(c->func))
    return tcStatusMake(TC_ERROR_NO_FUNCTION, "no func.func is called @%s",
                        c->name);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(c->func, 0));
  c->numArguments = (size_t)mlirBlockGetNumArguments(body);
  TC_RETURN_IF_ERROR(chooseStep(c, body));
  TC_RETURN_IF_ERROR(tcSessionRun(
      c->module, tcArenaPrintf(arena, "prim-autodiff{entry=%s results=%s}",
                               c->name, smoothResults(arena, body))));
  c->jointName = tcArenaPrintf(arena, "%s.joint", c->name);
  c->joint = tcInterpretFind(module, c->jointName);
  TcStatus status =
      tcInputsMake(&c->inputs, module, c->joint, /*allowAny=*/true);
  if (!status)
    status = compareAll(c, options);
  tcArenaFree(&c->inputs.arena);
  return status;
}

TcStatus tcCheckGradients(MlirModule module, const char *entry,
                          const TcInterpretOptions *options) {
  TcArena arena = {0};
  Check c = {.module = module, .name = entry};
  TcStatus status = TC_OK;
  for (unsigned i = 0; i < options->gradients && !status; ++i) {
    status = checkOrder(&c, options, &arena);
    c.name = c.jointName;
  }
  tcArenaFree(&arena);
  return status;
}
