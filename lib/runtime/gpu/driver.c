//===- gpu/driver.c - Loading a driver ----------------------------*- C -*-===//
//
// Finds a vendor's library and the functions in it. See driver.h.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/driver.h"

#include <dlfcn.h>
#include <string.h>

static const TcGpuApi *findApi(const char *target) {
  static const TcGpuApi *const all[] = {&tcGpuCuda, &tcGpuHip};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    if (!strcmp(all[i]->target, target))
      return all[i];
  return NULL;
}

static TcStatus openLibrary(TcGpuDriver *d) {
  for (const char *const *name = d->api->libraries; *name && !d->library;)
    d->library = dlopen(*name++, RTLD_NOW | RTLD_LOCAL);
  if (d->library)
    return TC_OK;
  const char *why = dlerror();
  return tcStatusMake(TC_ERROR_GPU_NO_DRIVER,
                      "%s is not installed, which a program for %s needs (%s): "
                      "install it, or compile for the CPU",
                      d->api->what, d->api->target, why ? why : "not found");
}

static bool findNewer(const TcGpuDriver *d, const char *name, void *place) {
  void *address = dlsym(d->library, name);
  memcpy(place, &address, sizeof address);
  return address;
}

static TcStatus findFunction(const TcGpuDriver *d, const char *name,
                             void *place) {
  if (!findNewer(d, name, place))
    return tcStatusMake(TC_ERROR_GPU_OLD_DRIVER,
                        "%s has no function %s: it is too old, install a newer "
                        "one",
                        d->api->what, name);
  return TC_OK;
}

/// All of them, or none.
static void findGraphFunctions(TcGpuDriver *d) {
  char *calls = (char *)&d->graphs;
  bool all = true;
  for (size_t i = 0; i < sizeof d->graphs / sizeof(TcGpuFunction); ++i)
    all &=
        findNewer(d, d->api->graphNames[i], calls + i * sizeof(TcGpuFunction));
  if (!all)
    d->graphs = (TcGpuGraphCalls){0};
}

static TcStatus findFunctions(TcGpuDriver *d) {
  char *calls = (char *)&d->calls;
  for (size_t i = 0; i < sizeof d->calls / sizeof(TcGpuFunction); ++i)
    TC_RETURN_IF_ERROR(
        findFunction(d, d->api->names[i], calls + i * sizeof(TcGpuFunction)));
  size_t own = 0;
  for (; d->api->ownNames[own]; ++own)
    TC_RETURN_IF_ERROR(findFunction(d, d->api->ownNames[own], &d->own[own]));
  for (size_t i = 0; d->api->newerNames && d->api->newerNames[i]; ++i)
    findNewer(d, d->api->newerNames[i], &d->own[own + i]);
  findGraphFunctions(d);
  return TC_OK;
}

// A program that is linked statically has no loader: dlopen would crash.
extern char dynamicSection[] __asm__("_DYNAMIC") __attribute__((weak));

static TcStatus start(TcGpuDriver *d) {
  if (!dynamicSection)
    return tcStatusMake(TC_ERROR_GPU_STATIC,
                        "this tool is linked statically and can load no "
                        "driver: name the chip (tc-run finds it itself)");
  TC_RETURN_IF_ERROR(openLibrary(d));
  TC_RETURN_IF_ERROR(findFunctions(d));
  int code = d->calls.init(0);
  if (code == d->api->noDevice)
    return tcStatusMake(TC_ERROR_GPU_NO_DEVICE,
                        "%s finds no GPU: use a machine that has one, or "
                        "compile for the CPU",
                        d->api->what);
  return tcGpuCheck(d, code, "starting it");
}

TcStatus tcGpuDriverOpen(const char *target, TcGpuDriver *d) {
  *d = (TcGpuDriver){.api = findApi(target)};
  if (!d->api)
    return tcStatusMake(TC_ERROR_PROGRAM_MALFORMED,
                        "the program is for the target '%.40s', which this "
                        "runtime does not know",
                        target);
  TcStatus status = start(d);
  if (status)
    tcGpuDriverClose(d);
  return status;
}

void tcGpuDriverClose(TcGpuDriver *d) {
  if (d->library)
    dlclose(d->library);
  d->library = NULL;
}

TcStatus tcGpuDriverEnter(const TcGpuDriver *d, int device,
                          TcGpuThread *thread) {
  *thread = (TcGpuThread){.captureMode = TC_GPU_CAPTURE_RELAXED};
  TC_RETURN_IF_ERROR(
      tcGpuCheck(d, d->api->enter(d, device, &thread->state), "using the GPU"));
  int code = d->calls.exchangeCaptureMode(&thread->captureMode);
  if (code)
    d->api->leave(d, device, thread->state);
  return tcGpuCheck(d, code, "using the GPU");
}

void tcGpuDriverLeave(const TcGpuDriver *d, int device, TcGpuThread thread) {
  d->calls.exchangeCaptureMode(&thread.captureMode);
  d->api->leave(d, device, thread.state);
}

TcStatus tcGpuCheck(const TcGpuDriver *d, int code, const char *what) {
  if (!code)
    return TC_OK;
  int number = code == d->api->noMemory    ? TC_ERROR_GPU_NO_MEMORY
               : code == d->api->wrongChip ? TC_ERROR_GPU_WRONG_CHIP
                                           : TC_ERROR_GPU_DRIVER;
  const char *text = d->api->errorText(d, code);
  return tcStatusMake(number, "%s: %s failed: %s (%d)", d->api->what, what,
                      text ? text : "an unknown error", code);
}

TcStatus tcGpuStreamWait(const TcGpuDriver *d, void *stream) {
  int code = d->calls.streamSynchronize(stream);
  if (code)
    d->calls.streamSynchronize(stream);
  return tcGpuCheck(d, code, "waiting for the GPU");
}

TcStatus tcGpuDeviceFind(const TcGpuDriver *d, unsigned ordinal, int *device) {
  int count = 0;
  TC_RETURN_IF_ERROR(
      tcGpuCheck(d, d->calls.deviceCount(&count), "counting the GPUs"));
  if (ordinal >= (unsigned)count)
    return tcStatusMake(TC_ERROR_GPU_NO_DEVICE,
                        "there is no GPU %u: %s finds %d of them", ordinal,
                        d->api->what, count);
  return tcGpuCheck(d, d->calls.deviceGet(device, (int)ordinal),
                    "opening the GPU");
}
