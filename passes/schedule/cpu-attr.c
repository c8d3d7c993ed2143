// Writes CPU schedules as the attribute `loop.schedule`. See cpu.h.
#include "passes/lower/cpu/product.h"
#include "passes/lower/cpu/stage.h"
#include "passes/schedule/cpu.h"
#include "passes/schedule/difference.h"
#include "passes/schedule/text-entries.h"
#include "passes/schedule/text.h"

#include "lib/support/bits.h"

#include "ir/builder.h"
#include "ir/diag.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

static void addIter(TcTextEntries *e, const TcCpuKernel *k, const char *key,
                    int iter) {
  if (iter >= 0)
    tcWriteText(e, key, k->iters.data[iter].name);
}

static MlirAttribute stagesAttr(const TcCpuKernel *k, const TcCpuStages *s) {
  MlirAttribute *numbers = TC_ARENA_ARRAY(k->arena, MlirAttribute, s->size + 1);
  for (size_t i = 0; i < s->size; ++i)
    numbers[i] = tcAttrI64(k->ctx, (int64_t)s->data[i]->position);
  return mlirArrayAttrGet(k->ctx, (intptr_t)s->size, numbers);
}

// `all`: of nests all that can be said, not only where they are not plain.
static MlirAttribute phaseAttr(TcCpuKernel *k, const TcCpuPhase *p, bool all) {
  TcTextEntries e = {.ctx = k->ctx};
  const TcCpuStage *first = p->stages.data[0];
  TcCpuIters own = {0}, named = p->tasks;
  if (first->owners) {
    tcVecPush(k->arena, &own, first->owners - 1);
    named = tcCpuItersWithout(k->arena, &named, &own);
  }
  tcWriteEntry(&e, "stages", stagesAttr(k, &p->stages));
  if (p->unit)
    tcWriteText(&e, "unit", p->unit->name);
  if (p->product) {
    tcWriteEntry(&e, "product", tcCpuDivisionToAttr(k, &p->division, all));
    tcWriteInt(&e, "grain", p->grain);
    return tcWriteDict(&e);
  }
  tcWriteEntry(&e, "tasks", tcTextNames(k, &named));
  addIter(&e, k, "vector", p->vector);
  if (p->vector >= 0)
    tcWriteInt(&e, "lanes", p->lanes);
  if (p->strip)
    tcWriteInt(&e, "strip", p->strip);
  if (p->nontemporal)
    tcWriteInt(&e, "nontemporal", p->nontemporal);
  tcWriteFlag(&e, "keeps_row", p->keepsRow);
  addIter(&e, k, "chunk", p->chunk);
  if (p->chunk >= 0)
    tcWriteInt(&e, "chunk_size", p->chunkSize);
  addIter(&e, k, "split", p->split);
  if (p->split >= 0)
    tcWriteInt(&e, "split_parts", p->splitParts);
  if (p->splitOuter.size)
    tcWriteEntry(&e, "split_outer", tcTextNames(k, &p->splitOuter));
  int64_t owners;
  if (first->owners &&
      tcSizeIsConst(k->iters.data[first->owners - 1].extent, &owners))
    tcWriteInt(&e, "owners", owners);
  tcWriteInt(&e, "grain", p->grain);
  if (all || !tcNestsArePlain(k, p))
    tcWriteEntry(&e, "nests", tcNestsToAttr(k, p, all));
  return tcWriteDict(&e);
}

// What is changed of an iterator: split by groups, joined with others across an
// image's border. Null if nothing is.
static MlirAttribute iterAttr(const TcCpuKernel *k, int iter) {
  TcTextEntries e = {.ctx = k->ctx};
  TcCpuIters with = {0};
  for (size_t i = 0; i < k->changes.size; ++i) {
    const TcCpuIterChange *c = &k->changes.data[i];
    if (c->iter == iter && c->with < 0)
      tcWriteInt(&e, "group", c->group);
    else if (c->iter == iter)
      tcVecPush(k->arena, &with, c->with);
  }
  if (with.size)
    tcWriteEntry(&e, "with", tcTextNames(k, &with));
  return e.size ? tcWriteDict(&e) : tcNoAttr();
}

static MlirAttribute itersAttr(const TcCpuKernel *k) {
  intptr_t n = 0;
  MlirNamedAttribute *all =
      TC_ARENA_ARRAY(k->arena, MlirNamedAttribute, k->iters.size + 1);
  for (int i = 0; i < (int)k->iters.size; ++i) {
    MlirAttribute one = iterAttr(k, i);
    if (!mlirAttributeIsNull(one))
      all[n++] = mlirNamedAttributeGet(
          mlirIdentifierGet(k->ctx, tcStr(k->iters.data[i].name)), one);
  }
  return mlirDictionaryAttrGet(k->ctx, n, all);
}

MlirAttribute tcCpuScheduleToAttr(TcCpuKernel *k, const TcCpuPhases *phases,
                                  bool all) {
  MlirAttribute *list =
      TC_ARENA_ARRAY(k->arena, MlirAttribute, phases->size + 1);
  for (size_t i = 0; i < phases->size; ++i)
    list[i] = phaseAttr(k, &phases->data[i], all);
  TcTextEntries e = {.ctx = k->ctx};
  tcWriteEntry(&e, "phases",
               mlirArrayAttrGet(k->ctx, (intptr_t)phases->size, list));
  if (k->changes.size)
    tcWriteEntry(&e, "iters", itersAttr(k));
  return tcWriteDict(&e);
}
