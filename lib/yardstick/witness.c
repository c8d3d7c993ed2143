// Uses choices of compiled code as witnesses; see witness.h.
#include "yardstick/witness.h"

#include <string.h>

//===- Reductions ---------------------------------------------------------===//

typedef struct Witness {
  TcAccumulators *a;
  intptr_t yield;    // the position among what is yielded
  int64_t position;  // that was chosen
  TcStrip *chosen;   // what is yielded there
  TcStrip *combined; // with another term
} Witness;

static intptr_t positionYield(const TcStageRun *run) {
  for (intptr_t i = 0; i < run->code->numYields; ++i) {
    const TcBounded *got =
        tcYardWitness(run->yard, mlirOperationGetResult(run->code->op, i));
    if (got && got->i && tcClassOf(got->dtype) == TC_CLASS_INT)
      return i;
  }
  return -1;
}

static bool isChosen(const Witness *w) {
  const TcStrip *at = tcStripYield(w->a->run, w->yield);
  return at->i[0] == w->position && tcStripError(at, 0) == 0;
}

static void takeYields(const TcStageRun *run, TcStrip *to) {
  for (intptr_t i = 0; i < run->code->numYields; ++i)
    to[i] = *tcStripYield(run, i);
}

static TcStatus findChosen(Witness *w, bool *found) {
  TcStageRun *run = w->a->run;
  *found = false;
  if (!tcSpaceBegin(&run->yard->frame, &run->code->over))
    return TC_OK;
  do {
    TC_RETURN_IF_ERROR(tcStageRunStrip(run, 1));
    if (isChosen(w)) {
      takeYields(run, w->chosen);
      *found = true;
    }
  } while (tcSpaceNext(&run->yard->frame, &run->code->over) && !*found);
  return TC_OK;
}

// The term at the frame's point against the chosen one, the earlier first.
static TcStatus keepsChosen(Witness *w, bool isEarlier, bool *keeps) {
  TcStageRun *run = w->a->run;
  size_t bytes = (size_t)w->a->n * sizeof(TcStrip);
  TcStrip *other = run->combineRegisters + w->a->n;
  if (isEarlier) {
    takeYields(run, w->combined);
    memcpy(other, w->chosen, bytes);
  } else {
    memcpy(w->combined, w->chosen, bytes);
    takeYields(run, other);
  }
  TC_RETURN_IF_ERROR(tcStripCombine(run, 1, w->combined, other));
  const TcStrip *at = &w->combined[w->yield];
  *keeps = tcStripError(at, 0) != 0 || at->i[0] == w->position;
  return TC_OK;
}

static TcStatus isRight(Witness *w, bool *right) {
  TcStageRun *run = w->a->run;
  bool isEarlier = true;
  TC_RETURN_IF_ERROR(findChosen(w, right));
  if (!*right || !tcSpaceBegin(&run->yard->frame, &run->code->over))
    return TC_OK;
  do {
    TC_RETURN_IF_ERROR(tcStageRunStrip(run, 1));
    if (isChosen(w))
      isEarlier = false;
    else
      TC_RETURN_IF_ERROR(keepsChosen(w, isEarlier, right));
  } while (*right && tcSpaceNext(&run->yard->frame, &run->code->over));
  (void)tcSpaceBegin(&run->yard->frame, &run->code->over);
  return TC_OK;
}

static void setLane(TcStrip *to, int k, const TcStrip *from) {
  to->v[k] = from->v[0];
  to->w[k] = from->w[0];
  to->i[k] = from->i[0];
  to->e[k] = tcStripError(from, 0);
}

static TcStatus decide(Witness *w, int k, TcStrip *out) {
  bool right;
  TC_RETURN_IF_ERROR(isRight(w, &right));
  for (intptr_t i = 0; i < w->a->n && right; ++i)
    setLane(&out[i], k, &w->chosen[i]);
  if (!right)
    out[w->yield].e[k] = 0;
  return TC_OK;
}

static TcStatus open(Witness *w) {
  void *memory;
  TC_RETURN_IF_ERROR(tcYardAlloc(
      w->a->run->yard->pool, 2 * (size_t)w->a->n * sizeof(TcStrip), &memory));
  w->chosen = memory;
  w->combined = w->chosen + w->a->n;
  return TC_OK;
}

TcStatus tcWitnessReduce(TcAccumulators *a, int n, TcStrip *out) {
  TcStageRun *run = a->run;
  Witness w = {.a = a, .yield = positionYield(run)};
  if (!run->code->combine || w.yield < 0 || out[w.yield].exact)
    return TC_OK;
  const TcBounded *got =
      tcYardWitness(run->yard, mlirOperationGetResult(run->code->op, w.yield));
  int64_t at, step, *point = &run->yard->frame.point[run->lane];
  int64_t first = *point;
  tcStripPlace(run, &at, &step);
  for (int k = 0; k < n; ++k) {
    if (out[w.yield].e[k] == 0)
      continue;
    if (!w.chosen)
      TC_RETURN_IF_ERROR(open(&w));
    w.position = got->i[at + k * step];
    *point = run->laneIsOwn ? first + k : first;
    TC_RETURN_IF_ERROR(decide(&w, k, out));
  }
  *point = first;
  return TC_OK;
}

//===- Sorts --------------------------------------------------------------===//

typedef struct Key {
  double low, high; // descending keys are negated
} Key;

static Key keyAt(const TcBounded *keys, bool descending, int64_t k) {
  double x = keys->v ? keys->v[k] : (double)keys->i[k];
  double e = keys->e ? keys->e[k] : 0;
  x = isnan(x) ? (double)INFINITY : x; // NaN is the greatest
  x = descending ? -x : x;
  return isnan(e) || isinf(e) ? (Key){-(double)INFINITY, (double)INFINITY}
                              : (Key){x - e, x + e};
}

static bool isTie(Key a, Key b) {
  return a.low == a.high && b.low == b.high && a.low == b.low;
}

bool tcWitnessIsSorted(const TcBounded *keys, bool descending, int64_t take,
                       const int64_t *order, bool *isTaken) {
  double least = -(double)INFINITY; // below which no later key may surely be
  memset(isTaken, 0, (size_t)keys->count * sizeof *isTaken);
  for (int64_t k = 0; k < take; ++k) {
    if (order[k] < 0 || order[k] >= keys->count || isTaken[order[k]])
      return false;
    isTaken[order[k]] = true;
    Key here = keyAt(keys, descending, order[k]);
    if (here.high < least ||
        (k > 0 && order[k - 1] > order[k] &&
         isTie(keyAt(keys, descending, order[k - 1]), here)))
      return false;
    least = fmax(least, here.low);
  }
  for (int64_t j = 0; j < keys->count && take > 0; ++j) {
    Key here = keyAt(keys, descending, j);
    if (!isTaken[j] &&
        (here.high < least ||
         (j < order[take - 1] &&
          isTie(keyAt(keys, descending, order[take - 1]), here))))
      return false;
  }
  return true;
}
