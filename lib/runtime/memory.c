//===- memory.c - The memory of a program's device ----------------*- C -*-===//
//
// What embedders ask of the device that a program is for (tc/program.h): its
// name, memory, copies, waiting. What a call says where there is no memory.
//
//===----------------------------------------------------------------------===//

#include "runtime/device.h"

TcStatus tcNoMemory(size_t bytes, const char *what) {
  return tcStatusMake(TC_ERROR_RUNTIME_NO_MEMORY,
                      "no memory for %zu bytes of %s", bytes, what);
}

const char *tcProgramTarget(const TcProgram *p) {
  return tcIsGpuProgram(p->d) ? p->d->target : "cpu";
}

const char *tcProgramChip(const TcProgram *p) {
  return p->d->chip ? p->d->chip : "";
}

TcStatus tcProgramDeviceAllocator(TcProgram *p, const TcAllocator **allocator) {
  return p->device->allocator(p, allocator);
}

TcStatus tcProgramCopyIn(TcProgram *p, void *device, const void *host,
                         size_t bytes, void *stream) {
  return p->device->copyIn(p, device, host, bytes, stream);
}

TcStatus tcProgramCopyOut(TcProgram *p, void *host, const void *device,
                          size_t bytes, void *stream) {
  return p->device->copyOut(p, host, device, bytes, stream);
}

TcStatus tcProgramReadWeight(TcProgram *p, size_t index, void *to) {
  void *data =
      index < p->d->numWeights ? p->device->weight(p, (uint32_t)index) : NULL;
  if (!data)
    return tcStatusMake(TC_ERROR_PROGRAM_NO_VALUE,
                        "%s holds no weight number %zu", p->d->name, index);
  return p->device->copyOut(
      p, to, data, (size_t)tcTensorDenseBytes(&p->weights[index]), NULL);
}

TcStatus tcProgramSynchronize(TcProgram *p, void *stream) {
  return p->device->synchronize(p, stream);
}
