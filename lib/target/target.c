//===- target.c - Targets as text ----------------------------------*- C
//-*-===//
//
// Parses and prints targets; see target.h for the text.
//
//===----------------------------------------------------------------------===//

#include "target/target.h"
#include "target/cpu/cpu.h"
#include "target/gpu/vendor.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TcObjectOptions tcObjectOptionsDefault(void) {
  return (TcObjectOptions){.codegenLevel = 2};
}

TcStatus tcModuleToObject(MlirOperation module, const TcTarget *target,
                          const TcObjectOptions *options, TcBytes *object,
                          TcObjectStats *stats) {
  TcObjectOptions defaults = tcObjectOptionsDefault();
  TcObjectStats ignored = {0};
  *object = (TcBytes){0};
  return target->backend->moduleToObject(module, target,
                                         options ? options : &defaults, object,
                                         stats ? stats : &ignored);
}

//===----------------------------------------------------------------------===//
// Features
//===----------------------------------------------------------------------===//

/// Adds those of "a+b+c" that are not there.
static bool addFeatures(TcTarget *target, const char *names) {
  while (*names) {
    size_t length = strcspn(names, "+"), size = strlen(target->features);
    char name[48];
    if (!length || length >= sizeof name ||
        size + length + 3 > sizeof target->features)
      return false;
    snprintf(name, sizeof name, "%.*s", (int)length, names);
    if (!tcTargetHasFeature(target, name))
      snprintf(target->features + size, sizeof target->features - size, "%s+%s",
               size ? "," : "", name);
    names += length + (names[length] == '+');
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

#define FIELD(NAME, MEMBER) {NAME, offsetof(TcTarget, MEMBER)}
static const struct {
  const char *name;
  size_t offset;
} numbers[] = {FIELD("vector", vectorBits),
               FIELD("registers", vectorRegisters),
               FIELD("line", cacheLineBytes),
               FIELD("l1", l1Bytes),
               FIELD("l2", l2Bytes),
               FIELD("l3", l3Bytes),
               FIELD("l2-rate", l2Rate),
               FIELD("cores", cores),
               FIELD("wave", waveThreads),
               FIELD("shared", sharedBytes),
               FIELD("units", units),
               FIELD("dependent-launch", dependentLaunch),
               FIELD("tensor-maps", tensorMaps),
               FIELD("double-units", doubleUnits)};
enum { numNumbers = sizeof numbers / sizeof *numbers };

static bool setNumber(TcTarget *target, const char *key, const char *value) {
  char *end;
  unsigned long number = strtoul(value, &end, 10);
  if (end == value || *end || *value == '-' || number > UINT32_MAX)
    return false;
  uint32_t number32 = (uint32_t)number;
  for (size_t i = 0; i < numNumbers; ++i)
    if (!strcmp(key, numbers[i].name)) {
      memcpy((char *)target + numbers[i].offset, &number32, sizeof number32);
      return true;
    }
  return false;
}

static bool setField(TcTarget *target, const char *key, const char *value) {
  if (!strcmp(key, "features"))
    return addFeatures(target, value);
  if (!strcmp(key, "tune"))
    return snprintf(target->tune, sizeof target->tune, "%s", value) <
           (int)sizeof target->tune;
  if (!strcmp(key, "bf16-dot-rate")) {
    char *end;
    target->bf16DotRate = strtof(value, &end);
    return end != value && !*end && target->bf16DotRate >= 0;
  }
  return setNumber(target, key, value);
}

/// Sets the features, or all fields but the features.
static bool setFields(TcTarget *target, const char *fields, bool features) {
  for (const char *at = fields; *at;) {
    size_t length = strcspn(at, ",");
    char field[1280], *value;
    if (length >= sizeof field)
      return false;
    snprintf(field, sizeof field, "%.*s", (int)length, at);
    if (!(value = strchr(field, '=')))
      return false;
    *value++ = 0;
    if (!strcmp(field, "features") == features &&
        !setField(target, field, value))
      return false;
    at += length + (at[length] == ',');
  }
  return true;
}

static bool isSane(const TcTarget *t) {
  return t->vectorBits >= 64 && t->vectorBits <= 2048 &&
         !(t->vectorBits & (t->vectorBits - 1)) && t->vectorRegisters >= 8 &&
         t->vectorRegisters <= 256 && t->cacheLineBytes;
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

static TcStatus badFields(const char *text) {
  return tcStatusMake(TC_ERROR_TARGET_SYNTAX,
                      "'%.200s' is not a target: after the name come fields "
                      "such as features=avx512f+avx512bw, vector=256 or "
                      "tune=sm_90a",
                      text);
}

static bool isGpuSane(const TcTarget *t) {
  return (t->waveThreads == 32 || t->waveThreads == 64) &&
         t->dependentLaunch <= 1 && t->tensorMaps <= 1;
}

/// A GPU's chip comes first; the other fields may then override its facts.
static TcStatus parseGpu(const TcTargetBackend *backend, const char *text,
                         const char *fields, TcTarget *target) {
  if (!setFields(target, fields, false))
    return badFields(text);
  char chip[sizeof target->tune];
  memcpy(chip, target->tune, sizeof chip);
  *target = (TcTarget){.backend = backend};
  TC_RETURN_IF_ERROR(backend->gpu->emulated
                         ? tcEmulateTarget(target)
                         : tcGpuTargetByName(backend->gpu, chip, target));
  memcpy(chip, target->tune, sizeof chip); // by its name, if it was native
  bool good = setFields(target, fields, true) &&
              setFields(target, fields, false) && isGpuSane(target);
  memcpy(target->tune, chip, sizeof chip);
  return good ? TC_OK : badFields(text);
}

static const TcTargetBackend *gpuByName(const char *name) {
  const TcTargetBackend *const all[] = {&tcNvptxBackend, &tcAmdgpuBackend,
                                        &tcEmulateBackend};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    if (!strcmp(name, all[i]->name))
      return all[i];
  return NULL;
}

TcStatus tcTargetParse(const char *text, TcTarget *target) {
  size_t length = strcspn(text, ",");
  char name[48];
  *target = (TcTarget){0};
  snprintf(name, sizeof name, "%.*s", (int)(length < 100 ? length : 100), text);
  const char *fields = text + length + (text[length] == ',');
  const TcTargetBackend *gpu = gpuByName(name);
  if (gpu)
    return parseGpu(gpu, text, fields, target);
  TC_RETURN_IF_ERROR(tcCpuTargetByName(name, target));
  bool good = setFields(target, fields, true);
  tcCpuDeriveFacts(target); // which the other fields may then override
  if (good && setFields(target, fields, false) && isSane(target))
    return TC_OK;
  return badFields(text);
}

/// Counts all that is appended, and writes what fits.
static void append(char *text, size_t capacity, int *size, const char *format,
                   ...) TC_PRINTF(4, 5);
static void append(char *text, size_t capacity, int *size, const char *format,
                   ...) {
  size_t used = (size_t)*size < capacity ? (size_t)*size : capacity;
  va_list arguments;
  va_start(arguments, format);
  *size += vsnprintf(text + used, capacity - used, format, arguments);
  va_end(arguments);
}

/// The name with the fewest features of its own, then all fields.
int tcTargetPrint(const TcTarget *target, char *text, size_t capacity) {
  int size = 0;
  append(text, capacity, &size, "%s,tune=%s,features=",
         target->backend->gpu ? target->backend->name : "x86-64", target->tune);
  // "+a,+b" as "a+b"
  for (const char *at = target->features; *at; ++at)
    if (*at != ',' && at != target->features)
      append(text, capacity, &size, "%c", *at);
  for (size_t i = 0; i < numNumbers; ++i) {
    uint32_t number;
    memcpy(&number, (const char *)target + numbers[i].offset, sizeof number);
    if (!target->backend->gpu &&
        numbers[i].offset >= offsetof(TcTarget, waveThreads))
      continue;
    if (target->backend->gpu && numbers[i].offset == offsetof(TcTarget, l2Rate))
      continue;
    append(text, capacity, &size, ",%s=%u", numbers[i].name, number);
  }
  if (target->bf16DotRate > 0)
    append(text, capacity, &size, ",bf16-dot-rate=%g",
           (double)target->bf16DotRate);
  return size;
}

TcStatus tcTargetOfModule(MlirOperation module, const char *otherwise,
                          TcTarget *target) {
  char text[TC_TARGET_TEXT];
  MlirAttribute attr = mlirOperationGetDiscardableAttributeByName(
      module, mlirStringRefCreateFromCString("tc.target"));
  if (mlirAttributeIsNull(attr) || !mlirAttributeIsAString(attr))
    return tcTargetParse(otherwise, target);
  MlirStringRef given = mlirStringAttrGetValue(attr);
  snprintf(text, sizeof text, "%.*s", (int)given.length, given.data);
  return tcTargetParse(text, target);
}
