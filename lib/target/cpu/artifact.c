//===- artifact.c - A descriptor as constant data -----------------*- C -*-===//
//
// Copies a descriptor and everything it points to into one image, records where
// pointers are, and emits the image as one constant: runs of bytes, and between
// them addresses within the constant or of kernel phases.
//
//===----------------------------------------------------------------------===//

#include "target/cpu/artifact.h"
#include "runtime/size_code.h"
#include "support/strbuf.h"
#include "support/vec.h"
#include "target/codegen.h"
#include "target/cpu/machine.h"

#include <llvm-c/Core.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A place in the image that holds an address.
typedef struct Pointer {
  size_t at;
  size_t to;          // in the image
  const char *symbol; // or, if not NULL, of this function or descriptor
} Pointer;

typedef struct Image {
  TcArena arena;
  TcStrBuf bytes;
  TC_VEC(Pointer) pointers;
} Image;

//===----------------------------------------------------------------------===//
// The image
//===----------------------------------------------------------------------===//

static size_t place(Image *image, const void *data, size_t size,
                    size_t alignment) {
  while (image->bytes.size % alignment && !image->bytes.failed)
    tcStrBufAppendChar(&image->bytes, 0);
  size_t at = image->bytes.size;
  tcStrBufAppendN(&image->bytes, data, size);
  return at;
}

static void addPointer(Image *image, Pointer pointer) {
  // Clears the pointer's value in this process, which must not get into the
  // artifact.
  if (pointer.at + sizeof(void *) <= image->bytes.size)
    memset(image->bytes.data + pointer.at, 0, sizeof(void *));
  if (!tcVecPush(&image->arena, &image->pointers, pointer))
    image->bytes.failed = true;
}

static void erase(Image *image, size_t at) {
  if (at + sizeof(void *) <= image->bytes.size)
    memset(image->bytes.data + at, 0, sizeof(void *));
}

/// Copies the data that the pointer at `at` points to; NULL stays NULL. Returns
/// the copy's offset.
static size_t placeAligned(Image *image, size_t at, const void *data,
                           size_t size, size_t alignment) {
  if (!data) {
    erase(image, at);
    return 0;
  }
  size_t to = place(image, data, size, alignment);
  addPointer(image, (Pointer){at, to, NULL});
  return to;
}

static size_t placeTarget(Image *image, size_t at, const void *data,
                          size_t size) {
  return placeAligned(image, at, data, size, size >= 64 ? 64 : 8);
}

static void placeText(Image *image, size_t at, const char *text) {
  placeTarget(image, at, text, text ? strlen(text) + 1 : 0);
}

/// The place of MEMBER in element I of an array of T that was placed at BASE.
#define AT(BASE, I, T, MEMBER)                                                 \
  ((BASE) + (size_t)(I) * sizeof(T) + offsetof(T, MEMBER))

//===----------------------------------------------------------------------===//
// The descriptor's tables
//===----------------------------------------------------------------------===//

static void placeValues(Image *image, size_t at, const TcValueInfo *values,
                        uint32_t count) {
  size_t base = placeTarget(image, at, values, count * sizeof *values);
  for (uint32_t i = 0; i < count; ++i) {
    const TcValueInfo *v = &values[i];
    placeText(image, AT(base, i, TcValueInfo, name), v->name);
    placeTarget(image, AT(base, i, TcValueInfo, dims), v->dims,
                v->rank * sizeof *v->dims);
    placeTarget(image, AT(base, i, TcValueInfo, strides), v->strides,
                v->rank * sizeof *v->strides);
    placeTarget(image, AT(base, i, TcValueInfo, fill.data), v->fill.data,
                v->fill.dataBytes);
  }
}

static void placeSizes(Image *image, const TcProgramDescriptor *d) {
  placeTarget(image, AT(0, 0, TcProgramDescriptor, sizeCode), d->sizeCode,
              d->sizeCodeLength * sizeof *d->sizeCode);
  size_t sizes = placeTarget(image, AT(0, 0, TcProgramDescriptor, sizes),
                             d->sizes, d->numSizes * sizeof *d->sizes);
  for (uint32_t i = 0; i < d->numSizes; ++i)
    placeText(image, AT(sizes, i, TcSizeInfo, text), d->sizes[i].text);
  size_t symbols = placeTarget(image, AT(0, 0, TcProgramDescriptor, symbols),
                               d->symbols, d->numSymbols * sizeof *d->symbols);
  for (uint32_t i = 0; i < d->numSymbols; ++i)
    placeText(image, AT(symbols, i, TcSymbolInfo, name), d->symbols[i].name);
  placeTarget(image, AT(0, 0, TcProgramDescriptor, guards), d->guards,
              d->numGuards * sizeof *d->guards);
}

static void placeSamples(Image *image, size_t at, const TcExpectedInfo *e) {
  placeTarget(image, at + offsetof(TcExpectedInfo, samples), e->samples,
              e->numSamples * sizeof *e->samples);
  if (e->bounds)
    placeTarget(image, at + offsetof(TcExpectedInfo, bounds), e->bounds,
                e->numSamples * sizeof *e->bounds);
}

static void placeExpected(Image *image, const TcProgramDescriptor *d) {
  size_t base = placeTarget(image, AT(0, 0, TcProgramDescriptor, expected),
                            d->expected, d->numResults * sizeof *d->expected);
  for (uint32_t i = 0; d->expected && i < d->numResults; ++i)
    placeSamples(image, base + i * sizeof *d->expected, &d->expected[i]);
  base = placeTarget(image, AT(0, 0, TcProgramDescriptor, expectedState),
                     d->expectedState,
                     d->numExpectedState * sizeof *d->expectedState);
  for (uint32_t i = 0; i < d->numExpectedState; ++i)
    placeSamples(image, AT(base, i, TcExpectedState, expected),
                 &d->expectedState[i].expected);
}

static size_t constantBytes(const TcProgramDescriptor *d,
                            const TcBufferInfo *buffer) {
  return buffer->kind == TC_BUFFER_CONSTANT
             ? (size_t)tcSizeEvaluate(d, buffer->bytes, NULL)
             : 0;
}

static void placeBuffers(Image *image, const TcProgramDescriptor *d) {
  size_t base = placeTarget(image, AT(0, 0, TcProgramDescriptor, buffers),
                            d->buffers, d->numBuffers * sizeof *d->buffers);
  for (uint32_t i = 0; i < d->numBuffers; ++i) // as all memory of the runtime
    placeAligned(image, AT(base, i, TcBufferInfo, data), d->buffers[i].data,
                 constantBytes(d, &d->buffers[i]), TC_BUFFER_ALIGNMENT);
}

static void placeSites(Image *image, const TcProgramDescriptor *d) {
  size_t base = placeTarget(image, AT(0, 0, TcProgramDescriptor, sites),
                            d->sites, d->numSites * sizeof *d->sites);
  for (uint32_t i = 0; i < d->numSites; ++i)
    placeText(image, base + i * sizeof *d->sites, d->sites[i]);
}

static void placeImages(Image *image, const TcProgramDescriptor *d) {
  size_t base = placeTarget(image, AT(0, 0, TcProgramDescriptor, images),
                            d->images, d->numImages * sizeof *d->images);
  for (uint32_t i = 0; i < d->numImages; ++i)
    placeTarget(image, AT(base, i, TcImageInfo, data), d->images[i].data,
                d->images[i].bytes);
}

static void placeSection(Image *image, const TcProgramDescriptor *d,
                         unsigned index) {
  const TcSection *section = &d->sections[index];
  size_t at = AT(0, 0, TcProgramDescriptor, sections);
  size_t base =
      placeTarget(image, AT(at, index, TcSection, steps), section->steps,
                  section->numSteps * sizeof *section->steps);
  for (uint32_t i = 0; i < section->numSteps; ++i) {
    const TcStep *step = &section->steps[i];
    placeText(image, AT(base, i, TcStep, name), step->name);
    placeTarget(image, AT(base, i, TcStep, buffers), step->buffers,
                step->numBuffers * sizeof *step->buffers);
    placeTarget(image, AT(base, i, TcStep, sizes), step->sizes,
                step->numSizes * sizeof *step->sizes);
    placeTarget(image, AT(base, i, TcStep, maps), step->maps,
                step->numMaps * sizeof *step->maps);
    if (step->kind == TC_STEP_LAUNCH && !tcIsGpuProgram(d))
      addPointer(image, (Pointer){AT(base, i, TcStep, phase), 0, step->name});
    else
      erase(image, AT(base, i, TcStep, phase));
  }
}

static void placeDescriptor(Image *image, const TcProgramDescriptor *d,
                            const char *other) {
  place(image, d, sizeof *d, 64);
  if (other)
    addPointer(image,
               (Pointer){AT(0, 0, TcProgramDescriptor, other), 0, other});
  else
    erase(image, AT(0, 0, TcProgramDescriptor, other));
  placeText(image, AT(0, 0, TcProgramDescriptor, name), d->name);
  placeText(image, AT(0, 0, TcProgramDescriptor, features), d->features);
  placeText(image, AT(0, 0, TcProgramDescriptor, compiler), d->compiler);
  placeText(image, AT(0, 0, TcProgramDescriptor, target), d->target);
  placeText(image, AT(0, 0, TcProgramDescriptor, chip), d->chip);
  placeSizes(image, d);
  placeValues(image, AT(0, 0, TcProgramDescriptor, inputs), d->inputs,
              d->numInputs);
  placeValues(image, AT(0, 0, TcProgramDescriptor, results), d->results,
              d->numResults);
  placeValues(image, AT(0, 0, TcProgramDescriptor, weights), d->weights,
              d->numWeights);
  placeExpected(image, d);
  placeBuffers(image, d);
  placeSites(image, d);
  placeImages(image, d);
  for (unsigned i = 0; i < TC_SECTION_COUNT; ++i)
    placeSection(image, d, i);
}

//===----------------------------------------------------------------------===//
// The image as LLVM IR
//===----------------------------------------------------------------------===//

typedef struct Emitter {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMValueRef global;
  const Image *image;
  const char *symbol;
} Emitter;

static int comparePointers(const void *a, const void *b) {
  const Pointer *x = a, *y = b;
  return (x->at > y->at) - (x->at < y->at);
}

static LLVMTypeRef bytesType(const Emitter *e, size_t size) {
  return LLVMArrayType2(LLVMInt8TypeInContext(e->context), size);
}

static LLVMValueRef phase(const Emitter *e, const char *name) {
  LLVMValueRef found = LLVMGetNamedFunction(e->module, name);
  if (found)
    return found;
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(e->context), NULL, 0, false);
  return LLVMAddFunction(e->module, name, type);
}

static LLVMValueRef address(const Emitter *e, const Pointer *pointer) {
  if (pointer->symbol)
    return phase(e, pointer->symbol);
  LLVMValueRef offset =
      LLVMConstInt(LLVMInt64TypeInContext(e->context), pointer->to, false);
  return LLVMConstGEP2(LLVMInt8TypeInContext(e->context), e->global, &offset,
                       1);
}

/// Calls `run` for each run of bytes and `pointer` for each pointer, in order;
/// writes what they give to `out`.
static size_t forEachPart(const Emitter *e, void **out,
                          void *(*run)(const Emitter *, size_t, size_t),
                          void *(*pointer)(const Emitter *, const Pointer *)) {
  size_t at = 0, count = 0;
  for (size_t i = 0; i < e->image->pointers.size; ++i) {
    const Pointer *p = &e->image->pointers.data[i];
    out[count++] = run(e, at, p->at - at);
    out[count++] = pointer(e, p);
    at = p->at + sizeof(void *);
  }
  out[count++] = run(e, at, e->image->bytes.size - at);
  return count;
}

static void *runType(const Emitter *e, size_t at, size_t size) {
  (void)at;
  return bytesType(e, size);
}
static void *pointerType(const Emitter *e, const Pointer *pointer) {
  (void)pointer;
  return LLVMPointerTypeInContext(e->context, 0);
}
static void *runValue(const Emitter *e, size_t at, size_t size) {
  return LLVMConstStringInContext2(e->context, e->image->bytes.data + at, size,
                                   true);
}
static void *pointerValue(const Emitter *e, const Pointer *pointer) {
  return address(e, pointer);
}

static TcStatus buildModule(Emitter *e) {
  size_t most = 2 * e->image->pointers.size + 1;
  void **parts = malloc(most * sizeof *parts);
  if (!parts)
    return tcStatusMake(TC_ERROR_TARGET_NO_MEMORY, "no memory for an artifact");
  size_t count = forEachPart(e, parts, runType, pointerType);
  LLVMTypeRef type = LLVMStructTypeInContext(e->context, (LLVMTypeRef *)parts,
                                             (unsigned)count, true);
  e->global = LLVMAddGlobal(e->module, type, e->symbol);
  forEachPart(e, parts, runValue, pointerValue);
  LLVMSetInitializer(e->global,
                     LLVMConstStructInContext(e->context, (LLVMValueRef *)parts,
                                              (unsigned)count, true));
  LLVMSetGlobalConstant(e->global, true);
  LLVMSetAlignment(e->global, 64);
  free(parts);
  return TC_OK;
}

static TcStatus emitImage(const Image *image, const TcTarget *target,
                          const char *symbol, TcBytes *object) {
  LLVMTargetMachineRef machine;
  TC_RETURN_IF_ERROR(tcCpuMakeMachine(target, 1, &machine));
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module =
      LLVMModuleCreateWithNameInContext("descriptor", context);
  LLVMSetTarget(module, target->triple);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  LLVMSetModuleDataLayout(module, layout);
  LLVMDisposeTargetData(layout);
  Emitter emitter = {context, module, NULL, image, symbol};
  TcStatus status = buildModule(&emitter);
  if (!status)
    status = tcCodegenEmit(machine, module, LLVMObjectFile, object);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  LLVMDisposeTargetMachine(machine);
  return status;
}

TcStatus tcDescriptorToObject(const TcProgramDescriptor *descriptor,
                              const TcTarget *target, const char *symbol,
                              const char *other, TcBytes *object) {
  *object = (TcBytes){0};
  Image image = {0};
  placeDescriptor(&image, descriptor, other);
  TcStatus status = tcStrBufStatus(&image.bytes);
  if (image.pointers.size)
    qsort(image.pointers.data, image.pointers.size, sizeof(Pointer),
          comparePointers);
  if (!status)
    status = emitImage(&image, target, symbol, object);
  tcStrBufFree(&image.bytes);
  tcArenaFree(&image.arena);
  return status;
}

void tcTargetRuntimeFeatures(const TcTarget *target, char *text,
                             size_t capacity) {
  size_t used = 0;
  *text = 0;
  for (const char *const *f = tcCpuKnownFeatures; *f; ++f)
    if (tcTargetHasFeature(target, *f) && used < capacity)
      used += (size_t)snprintf(text + used, capacity - used, "%s%s",
                               used ? "," : "", *f);
}
