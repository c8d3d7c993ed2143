// Entries of a schedule's text, and what is said where they are wrong: for the
// readers of CPU's schedules (cpu-read.c), of GPU's (gpu-read.h) and of their
// versions (versions.c).
#ifndef TC_PASSES_SCHEDULE_TEXT_H
#define TC_PASSES_SCHEDULE_TEXT_H

#include "passes/lower/cpu/kernel_access.h"

#include "target/target.h"

enum {
  TC_TEXT_MALFORMED = 610,
  TC_TEXT_NOT_ALLOWED = 611,
  TC_TEXT_NO_CODE = 612
};

/// Where in the text of a kernel's schedule a reader is.
typedef struct TcReader {
  TcCpuKernel *k;
  const TcTarget *target;
  const char *part; // "launch", "phase" or "version"
  size_t number;    // its number
  const char *item; // within it: "nest", or NULL; and its number
  size_t itemNumber;
  bool failed;
} TcReader;

/// Emits the first failure at the kernel.
void tcReaderFail(TcReader *r, int number, const char *format, ...);

/// An entry of a dictionary; null where there is none, or no dictionary.
MlirAttribute tcTextEntry(MlirAttribute dict, const char *key);
bool tcTextHas(MlirAttribute dict, const char *key);
/// Whether the entry is this string.
bool tcTextIs(MlirAttribute dict, const char *key, const char *text);
/// The dictionary without the entry.
MlirAttribute tcTextWithout(MlirAttribute dict, const char *key);
/// An integer, or `otherwise`.
int64_t tcTextInt(MlirAttribute a, int64_t otherwise);
/// Elements of a list; 0 and null of anything else.
intptr_t tcTextCount(MlirAttribute list);
MlirAttribute tcTextElement(MlirAttribute list, intptr_t i);
/// The names of iterators, as a list.
MlirAttribute tcTextNames(const TcCpuKernel *k, const TcCpuIters *iters);
/// The integer of this key, which must be within the bounds.
int64_t tcReaderNumber(TcReader *r, MlirAttribute dict, const char *key,
                       int64_t least, int64_t most);
/// What a version's text takes each size symbol for, where code depends on how
/// large a size is (`size_hint`); of a text that is null 0, which leaves it to
/// the number that choosers use. The reader's fails if it is no such number.
enum { TC_SIZE_HINT = 256 }; // where none is said
#define TC_TEXT_SIZE_HINT "size_hint"
int64_t tcTextSizeHint(MlirAttribute version);
int64_t tcReaderSizeHint(TcReader *r, MlirAttribute version);
/// The iterator that an entry `key` names; -1 if the kernel has none such.
int tcReaderIter(TcReader *r, const char *key, MlirAttribute name);
/// The first key of the dictionary that is none of `keys`; of length 0 if there
/// is none.
MlirStringRef tcTextOtherKey(MlirAttribute dict, const char *const *keys,
                             size_t numKeys);

#endif // TC_PASSES_SCHEDULE_TEXT_H
