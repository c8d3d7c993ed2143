// Forms of schedules that can be left out of what is chosen, by name
// (loop-schedule{disable=rows,splits}): to see what each gains, and that
// results do not depend on it. A schedule that is written may have all of them.
#ifndef TC_PASSES_SCHEDULE_FORMS_H
#define TC_PASSES_SCHEDULE_FORMS_H

#include "passes/lower/cpu/kernel_struct.h"

typedef enum TcScheduleForm {
  TC_FORM_ROWS,     ///< GPUs: a block's threads share a row.
  TC_FORM_COLUMNS,  ///< Rows of threads share columns; CPUs: tall columns are
                    ///< walked row by row.
  TC_FORM_OWNERS,   ///< Tasks, or blocks, own positions of a scatter.
  TC_FORM_TILES,    ///< GPUs: transposed accesses through shared memory.
  TC_FORM_PRODUCTS, ///< Products in tiles.
  TC_FORM_UNITS,    ///< Products on matrix units.
  TC_FORM_STREAMS,  ///< A streamed kernel as one phase.
  TC_FORM_SPLITS,   ///< Reductions, or sorts, in parts.
  TC_FORM_VERSIONS, ///< Several schedules by sizes.
  TC_FORM_THREADS,  ///< CPUs: one more for many threads.
  TC_FORM_BINS,     ///< GPUs: scatters are combined in shared memory.
  TC_FORM_WINDOWS,  ///< GPUs: a thread has several points of windows.
  TC_FORMS,
} TcScheduleForm;

/// Of a comma-separated list of their names; TC-1012 at `scope` if one is none.
MlirLogicalResult tcFormsRead(MlirOperation scope, MlirStringRef list,
                              TcScheduleForms *forms);

static inline bool tcFormsHave(TcScheduleForms forms, TcScheduleForm form) {
  return forms >> form & 1;
}

/// Whether the form is not to be chosen.
static inline bool tcFormIsOff(const TcCpuKernel *k, TcScheduleForm form) {
  return tcFormsHave(k->without, form);
}

#endif // TC_PASSES_SCHEDULE_FORMS_H
