//===- validate.c - Is this descriptor sound? ---------------------*- C -*-===//
//
// Run once, when a program is loaded: every index is in range, all size code is
// complete, and sizes that must be constants are. The rest of the runtime
// trusts a validated descriptor.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/program.h"
#include "runtime/program_impl.h"
#include "runtime/size_code.h"

/// Leaves the function with TC-1530 unless CONDITION holds.
#define REQUIRE(CONDITION, ...)                                                \
  do {                                                                         \
    if (!(CONDITION))                                                          \
      return tcStatusMake(TC_ERROR_PROGRAM_MALFORMED, __VA_ARGS__);            \
  } while (0)

static bool isSize(const TcProgramDescriptor *d, uint32_t size) {
  return size < d->numSizes;
}

static bool isConstantSize(const TcProgramDescriptor *d, uint32_t size) {
  return isSize(d, size) && !tcSizeInspect(d, size).symbolic;
}

static TcStatus checkTables(const TcProgramDescriptor *d) {
  const TcSection *s = d->sections;
  REQUIRE(d->name && (d->sizes || !d->numSizes) &&
              (d->sizeCode || !d->sizeCodeLength) &&
              (d->symbols || !d->numSymbols) && (d->guards || !d->numGuards) &&
              (d->inputs || !d->numInputs) && (d->results || !d->numResults) &&
              (d->weights || !d->numWeights) &&
              (d->buffers || !d->numBuffers) && (d->sites || !d->numSites) &&
              (d->expectedState || !d->numExpectedState) &&
              (d->images || !d->numImages) && (s[0].steps || !s[0].numSteps) &&
              (s[1].steps || !s[1].numSteps),
          "a table of the program is missing");
  return TC_OK;
}

static TcStatus checkSizes(const TcProgramDescriptor *d) {
  for (uint32_t i = 0; i < d->numSizes; ++i) {
    REQUIRE(d->sizes[i].text, "size %u has no text", i);
    REQUIRE(d->sizes[i].code < d->sizeCodeLength && tcSizeInspect(d, i).valid,
            "the code of size %u (%s) is broken", i, d->sizes[i].text);
  }
  for (uint32_t i = 0; i < d->numGuards; ++i)
    REQUIRE(isSize(d, d->guards[i].lhs) && isSize(d, d->guards[i].rhs) &&
                d->guards[i].relation <= TC_GUARD_LE,
            "guard %u is broken", i);
  return TC_OK;
}

static TcStatus checkSymbols(const TcProgramDescriptor *d) {
  for (uint32_t i = 0; i < d->numSymbols; ++i) {
    const TcSymbolInfo *symbol = &d->symbols[i];
    REQUIRE(symbol->name && symbol->source <= TC_SYMBOL_LATE,
            "symbol %u is broken", i);
    if (symbol->source == TC_SYMBOL_LATE)
      continue;
    REQUIRE(symbol->input < d->numInputs && symbol->scale > 0,
            "symbol %s has no source", symbol->name);
    const TcValueInfo *input = &d->inputs[symbol->input];
    REQUIRE(symbol->source == TC_SYMBOL_DIM
                ? symbol->dim < input->rank
                : input->rank == 0 && input->dtype == TC_DTYPE_I64,
            "symbol %s has a source that cannot give it", symbol->name);
  }
  return TC_OK;
}

static TcStatus checkValue(const TcProgramDescriptor *d,
                           const TcValueInfo *value, const char *kind) {
  REQUIRE(value->name, "an %s has no name", kind);
  REQUIRE(tcDTypeSize(value->dtype) && value->rank <= TC_MAX_RANK &&
              (value->dims || !value->rank) &&
              !(value->alignment & (value->alignment - 1)),
          "%s %s: bad dtype, rank or alignment", kind, value->name);
  for (unsigned i = 0; i < value->rank; ++i)
    REQUIRE(isSize(d, value->dims[i]) &&
                (!value->strides || isSize(d, value->strides[i])),
            "%s %s: bad size in dimension %u", kind, value->name, i);
  return TC_OK;
}

static TcStatus checkValues(const TcProgramDescriptor *d) {
  for (uint32_t i = 0; i < d->numInputs; ++i) {
    const TcValueInfo *input = &d->inputs[i];
    TC_RETURN_IF_ERROR(checkValue(d, input, "input"));
    REQUIRE(input->storageOffset == TC_NONE || isSize(d, input->storageOffset),
            "input %s: bad offset", input->name);
  }
  for (uint32_t i = 0; i < d->numResults; ++i) {
    const TcValueInfo *result = &d->results[i];
    TC_RETURN_IF_ERROR(checkValue(d, result, "result"));
    REQUIRE(result->tie == TC_NONE ||
                result->tie <
                    (result->tieIsWeight ? d->numWeights : d->numInputs),
            "result %s: bad tie", result->name);
  }
  for (uint32_t i = 0; i < d->numWeights; ++i) {
    const TcValueInfo *weight = &d->weights[i];
    TC_RETURN_IF_ERROR(checkValue(d, weight, "weight"));
    for (unsigned k = 0; k < weight->rank; ++k)
      REQUIRE(isConstantSize(d, weight->dims[k]) && !weight->strides,
              "weight %s: its sizes are not constants, or it has strides",
              weight->name);
  }
  return TC_OK;
}

static TcStatus checkBuffer(const TcProgramDescriptor *d, uint32_t index) {
  const TcBufferInfo *b = &d->buffers[index];
  bool good = false;
  switch (b->kind) {
  case TC_BUFFER_INPUT:
    good = b->index < d->numInputs;
    break;
  case TC_BUFFER_RESULT:
    good = b->index < d->numResults;
    break;
  case TC_BUFFER_WEIGHT:
    good = b->index < d->numWeights;
    break;
  case TC_BUFFER_CONSTANT:
    good = b->data != NULL && isConstantSize(d, b->bytes);
    break;
  case TC_BUFFER_PREPARED:
    good = isConstantSize(d, b->bytes);
    break;
  case TC_BUFFER_SCRATCH:
    good = b->index < TC_SECTION_COUNT && isSize(d, b->bytes) &&
           isSize(d, b->offset) && !tcSizeInspect(d, b->bytes).late;
    break;
  case TC_BUFFER_LATE:
    good = isSize(d, b->bytes);
    break;
  }
  REQUIRE(good, "buffer %u is broken", index);
  return TC_OK;
}

/// Preparation comes before any call: it sees neither arguments nor symbols,
/// and it is launches alone.
static bool mayUse(const TcProgramDescriptor *d, uint32_t section,
                   uint32_t buffer) {
  if (buffer >= d->numBuffers)
    return false;
  const TcBufferInfo *b = &d->buffers[buffer];
  if (b->kind == TC_BUFFER_SCRATCH)
    return b->index == section;
  return section == TC_SECTION_MAIN ||
         (b->kind != TC_BUFFER_INPUT && b->kind != TC_BUFFER_RESULT &&
          b->kind != TC_BUFFER_LATE);
}

static bool isStepSize(const TcProgramDescriptor *d, uint32_t section,
                       uint32_t size) {
  return section == TC_SECTION_MAIN ? isSize(d, size) : isConstantSize(d, size);
}

// Of images: channels, space, images.
static bool isGoodImage(const TcTensorMapInfo *m) {
  enum { LEAST_RANK = 3, MOST_PIXELS = 1024, MOST_STEP = 8 };
  if (!m->pixels)
    return true;
  if (m->rank < LEAST_RANK || m->pixels > MOST_PIXELS)
    return false;
  for (uint32_t i = 0; i < m->rank - 2; ++i)
    if (!m->step[i] || m->step[i] > MOST_STEP)
      return false;
  return true;
}

static bool isGoodMap(const TcProgramDescriptor *d, uint32_t section,
                      const TcStep *step, const TcTensorMapInfo *m) {
  enum { MOST_SIDE = 256, ROW_BYTES = 128 };
  if (m->buffer >= step->numBuffers || !isStepSize(d, section, m->offset) ||
      m->rank < 1 || m->rank > TC_TENSOR_RANK ||
      (m->each != 1 && m->each != 2 && m->each != 4) ||
      m->box[0] * m->each != ROW_BYTES || !isGoodImage(m))
    return false;
  for (uint32_t i = 0; i < m->rank; ++i)
    if (!isStepSize(d, section, m->extents[i]) ||
        !isStepSize(d, section, m->strides[i]) || !m->box[i] ||
        m->box[i] > MOST_SIDE)
      return false;
  return true;
}

static bool areGoodMaps(const TcProgramDescriptor *d, uint32_t section,
                        const TcStep *step) {
  bool good = step->numMaps <= TC_TENSOR_MAPS && (step->maps || !step->numMaps);
  for (uint32_t i = 0; good && i < step->numMaps; ++i)
    good = isGoodMap(d, section, step, &step->maps[i]);
  return good;
}

/// Whether a launch has code: a function, or a function of an image.
static bool isGoodCode(const TcProgramDescriptor *d, uint32_t section,
                       const TcStep *step) {
  enum { MAX_THREADS = 1024 };
  if (!tcIsGpuProgram(d))
    return step->phase;
  return step->image < d->numImages && step->threads &&
         step->threads <= MAX_THREADS && step->dependent <= 1 &&
         areGoodMaps(d, section, step) &&
         (step->sharedBytes == TC_NONE ||
          isStepSize(d, section, step->sharedBytes));
}

static bool isGoodLaunch(const TcProgramDescriptor *d, uint32_t section,
                         const TcStep *step) {
  if (!isGoodCode(d, section, step) || !step->name ||
      !isStepSize(d, section, step->numTasks))
    return false;
  if (step->scratchBytes != TC_NONE &&
      !isStepSize(d, section, step->scratchBytes))
    return false;
  for (uint32_t i = 0; i < step->numSizes; ++i)
    if (!isStepSize(d, section, step->sizes[i]))
      return false;
  return true;
}

static bool isGoodControl(const TcProgramDescriptor *d, uint32_t section,
                          const TcStep *step) {
  uint32_t numSteps = d->sections[section].numSteps;
  if (section != TC_SECTION_MAIN)
    return false;
  if (step->kind == TC_STEP_JUMP)
    return step->target <= numSteps;
  if (step->numBuffers != 1)
    return false;
  uint32_t kind = d->buffers[step->buffers[0]].kind;
  if (step->kind == TC_STEP_BRANCH)
    return step->target <= numSteps;
  if (step->kind == TC_STEP_SIZE)
    return step->target < d->numSymbols &&
           d->symbols[step->target].source == TC_SYMBOL_LATE;
  return step->kind == TC_STEP_ALLOCATE &&
         (kind == TC_BUFFER_LATE || kind == TC_BUFFER_RESULT);
}

static TcStatus checkSection(const TcProgramDescriptor *d, uint32_t section) {
  const TcSection *s = &d->sections[section];
  REQUIRE(s->arenaBytes == TC_NONE || isStepSize(d, section, s->arenaBytes),
          "section %u: bad arena", section);
  for (uint32_t i = 0; i < s->numSteps; ++i) {
    const TcStep *step = &s->steps[i];
    bool good = (step->buffers || !step->numBuffers) &&
                (step->sizes || !step->numSizes);
    for (uint32_t k = 0; good && k < step->numBuffers; ++k)
      good = mayUse(d, section, step->buffers[k]);
    good = good &&
           (step->kind == TC_STEP_LAUNCH ? isGoodLaunch(d, section, step)
                                         : isGoodControl(d, section, step));
    REQUIRE(good, "section %u: step %u (%s) is broken", section, i,
            step->name ? step->name : "unnamed");
  }
  return TC_OK;
}

TcStatus tcDescriptorCheckVersion(const TcProgramDescriptor *d) {
  REQUIRE(d && d->magic == TC_DESCRIPTOR_MAGIC, "not a program of tc-compile");
  if (d->version != TC_DESCRIPTOR_VERSION || d->structSize != sizeof *d)
    return tcStatusMake(TC_ERROR_PROGRAM_VERSION,
                        "the program has format %u, this runtime reads %u: "
                        "compile it again",
                        d->version, TC_DESCRIPTOR_VERSION);
  return TC_OK;
}

static TcStatus checkImages(const TcProgramDescriptor *d) {
  for (uint32_t i = 0; i < d->numImages; ++i)
    REQUIRE(d->images[i].data && d->images[i].bytes, "image %u is empty", i);
  return TC_OK;
}

static TcStatus checkExpected(const TcProgramDescriptor *d) {
  for (uint32_t i = 0; i < d->numExpectedState; ++i) {
    const TcExpectedState *state = &d->expectedState[i];
    REQUIRE(state->index < (state->isWeight ? d->numWeights : d->numInputs),
            "expected state %u is of nothing", i);
  }
  return TC_OK;
}

TcStatus tcDescriptorValidate(const TcProgramDescriptor *d) {
  TC_RETURN_IF_ERROR(tcDescriptorCheckVersion(d));
  TC_RETURN_IF_ERROR(checkTables(d));
  TC_RETURN_IF_ERROR(checkSizes(d));
  TC_RETURN_IF_ERROR(checkValues(d));
  TC_RETURN_IF_ERROR(checkSymbols(d));
  TC_RETURN_IF_ERROR(checkExpected(d));
  TC_RETURN_IF_ERROR(checkImages(d));
  for (uint32_t i = 0; i < d->numBuffers; ++i)
    TC_RETURN_IF_ERROR(checkBuffer(d, i));
  TC_RETURN_IF_ERROR(checkSection(d, TC_SECTION_PREPARE));
  return checkSection(d, TC_SECTION_MAIN);
}
