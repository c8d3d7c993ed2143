//===- tc/safetensors.h - Reading .safetensors files --------------*- C -*-===//
//
// Maps a file of weights and gives its tensors by name, without copying. The
// file is not trusted: lengths, offsets, shapes and text are checked when it is
// opened.
//
//===----------------------------------------------------------------------===//

#ifndef TC_SAFETENSORS_H
#define TC_SAFETENSORS_H

#include "tc/program.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TcSafetensors TcSafetensors;

/// Opens and checks the file at `path`. TC-2540 if it cannot be read, TC-154x
/// if it is malformed; then *file is NULL.
TcStatus tcSafetensorsOpen(const char *path, TcSafetensors **file) TC_MUST_USE;

/// The same of `size` bytes that stay the caller's and outlive the object.
TcStatus tcSafetensorsFromMemory(const void *data, size_t size,
                                 TcSafetensors **file) TC_MUST_USE;

/// Unmaps the file: all data pointers are invalid after. NULL is fine.
void tcSafetensorsFree(TcSafetensors *file);

size_t tcSafetensorsCount(const TcSafetensors *file);

/// Tensor `index`, in order of name, and its name; a tensor of all zeros and
/// NULL if there is none. `data` points into the mapped file and may be
/// unaligned.
TcTensor tcSafetensorsTensor(const TcSafetensors *file, size_t index);
const char *tcSafetensorsName(const TcSafetensors *file, size_t index);

/// The tensor called `name` in *tensor; false if there is none.
bool tcSafetensorsFind(const TcSafetensors *file, const char *name,
                       TcTensor *tensor);

/// The file as a source of weights. What a program writes to a mutable weight
/// stays in this process. The memory of released weights is returned to the
/// system. Unaligned weights are copied. One thread may use it at a time.
TcWeightSource tcSafetensorsSource(TcSafetensors *file);

#ifdef __cplusplus
}
#endif

#endif // TC_SAFETENSORS_H
