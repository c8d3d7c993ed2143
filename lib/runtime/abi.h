//===- abi.h - What generated code may rely on -------------------*- C -*-===//
//
// The contract between the code generator and the runtime on a CPU.
//
// Generated code is kernel phases and nothing else: functions of type
// TcPhaseFn (tc/runtime.h),
//
//   void NAME(void *const *buffers, const int64_t *sizes, void *scratch,
//             int64_t lo, int64_t hi)
//
// that run the tasks [lo, hi) of one parallel launch. A kernel has one phase,
// or several where all of one must be done before any of the next begins. The
// kernel defines what a task is. Which phases run, on which buffers, in what
// order and in how many tasks is data: the steps (commands) of the program's
// descriptor (runtime/descriptor.h), which the runtime executes. There is no
// generated `main`.
//
//   buffers  one pointer per entry of the step's buffer list, in its order (by
//            convention inputs, then results), to the first element; after
//            them, at [number of entries], the error word.
//   sizes    one value per entry of the step's size list: the kernel's size
//            symbols, in its order. NULL if there are none.
//   scratch  `scratchBytes` of the step, 64-byte aligned, private to the
//            thread while the phase runs, contents undefined.
//   lo, hi   0 <= lo < hi <= number of tasks. A single-task phase is called
//            with 0, 1.
//
// Phases follow the platform's C calling convention, are pure functions of
// their buffers, are called from any thread, several at once on disjoint
// tasks, never throw, never call anything but each other and, for blocks of
// memory, memcpy, memmove and memset.
//
// Alignment. Inputs, weights and results: what the descriptor asks of the
// caller, else the element's own. Memory of the runtime (scratch buffers,
// prepared weights, allocated results): 64 bytes.
//
// Overlap. Buffers of one step overlap only if they are the same entry of the
// buffer table: two entries may share memory of the arena, but their contents
// never live at the same time, and the contents of one never pass to the other.
// In-place use is one entry, named twice. (Tests give every entry memory of its
// own, against an unmapped page.)
//
// Errors. A phase that finds one (an index out of range) stores a TC_ERROR_WORD
// to the error word and continues without the access. Any thread may store, and
// one of the stored words is reported: a plain aligned 64-bit store is enough.
// Later steps do not run.
//
//===----------------------------------------------------------------------===//

#ifndef TC_RUNTIME_ABI_H
#define TC_RUNTIME_ABI_H

#include "runtime/errors.h"
#include "tc/runtime.h"

/// An error found by generated code: its number and the index of the
/// descriptor's site (what and where, as text). Never 0.
#define TC_ERROR_WORD(NUMBER, SITE)                                            \
  ((uint64_t)(uint32_t)(NUMBER) | (uint64_t)(uint32_t)(SITE) << 32)

enum {
  /// The alignment of everything that the runtime allocates.
  TC_BUFFER_ALIGNMENT = 64
};

#endif // TC_RUNTIME_ABI_H
