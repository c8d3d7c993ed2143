// Rows sorted by digits (least significant first): stable passes that count the
// elements of each value of a byte of the keys, then move each element to its
// place. Bytes in which all keys agree are left out.
//
// An element is one word, the key above its position, where both fit; else two.
//
// A row in parts takes two phases a byte: each part counts its own elements,
// then moves them to the places that the counts of all parts leave for them. So
// the order is that of one part.
#include "passes/lower/cpu/sort.h"

#include "tc/gen/ArithOps.h"

#include "mlir-c/BuiltinTypes.h"

enum {
  BITS = 8,
  VALUES = 1 << BITS, // of a digit: their places are as many cache lines
  // Words of a part: how many elements have each value, and where the next one
  // goes; the bits that are set in all keys, and in any.
  STARTS = VALUES,
  ALL = 2 * VALUES,
  ANY,
  PART_WORDS,
};

typedef struct Digits {
  TcSort *s;
  bool packed;           // positions are the low half of the words
  int width;             // bits of a key
  MlirValue part, parts; // the part, and how many there are
} Digits;

static int keyBits(const TcCpuStage *s) {
  MlirType element = s->results.data[0]->element;
  return tcTypeIsHalf(element) ? 32 : 8 * (int)tcCpuBytes(element);
}

static bool isPacked(const TcCpuKernel *k, const TcCpuStage *s) {
  int64_t n;
  return keyBits(s) <= 32 &&
         tcSizeIsConst(k->iters.data[s->over.data[0]].extent, &n) &&
         n <= (int64_t)1 << 32;
}

const TcSize *tcSortDigitBytes(TcArena *a, const TcCpuKernel *k,
                               const TcCpuStage *s, int64_t parts) {
  enum { WORD = 8 };
  const TcSize *n = k->iters.data[s->over.data[0]].extent;
  const TcSize *words = tcSizeMul(a, n, tcSizeConst(a, isPacked(k, s) ? 2 : 4));
  words = tcSizeAdd(a, words, tcSizeConst(a, parts * PART_WORDS));
  return tcSizeMul(a, words, tcSizeConst(a, WORD));
}

static Digits digitsOf(TcSort *s) {
  TcEmit *e = s->r->e;
  return (Digits){
      .s = s, .packed = isPacked(e->k, s->r->s), .width = keyBits(s->r->s)};
}

//===- Memory -------------------------------------------------------------===//

static MlirValue add(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithAddi(&e->b, x, y);
}

static MlirValue addConst(TcEmit *e, MlirValue x, int64_t y) {
  return add(e, x, tcEmitI64(e, y));
}

static MlirValue words(Digits *d, MlirValue first) {
  TcEmit *e = d->s->r->e;
  return tcSortAt(e, d->s->work, e->i64, first);
}

// Half number `which`, 0 or 1, of the words; of the positions beside them.
static MlirValue half(Digits *d, MlirValue which) {
  return words(d, tcArithMuli(&d->s->r->e->b, which, d->s->n));
}

static MlirValue positions(Digits *d, MlirValue which) {
  return half(d, addConst(d->s->r->e, which, 2));
}

static MlirValue ofPart(Digits *d, MlirValue part) {
  TcEmit *e = d->s->r->e;
  MlirValue arrays = tcEmitI64(e, d->packed ? 2 : 4);
  MlirValue first = tcArithMuli(&e->b, part, tcEmitI64(e, PART_WORDS));
  return words(d, add(e, first, tcArithMuli(&e->b, arrays, d->s->n)));
}

static MlirValue load(TcEmit *e, MlirValue base, MlirValue i) {
  return tcSortLoad(e, base, e->i64, i);
}

static void store(TcEmit *e, MlirValue base, MlirValue i, MlirValue x) {
  tcSortStore(e, base, e->i64, i, x);
}

static TcLoop loopTo(TcEmit *e, MlirValue end, size_t n, TcLane *carried) {
  return tcEmitFor(e, tcEmitI64(e, 0), end, 1, -1, n, carried);
}

//===- Keys ---------------------------------------------------------------===//

// As an unsigned number of `width` bits in a word.
static MlirValue unsignedKey(Digits *d, MlirValue position) {
  TcEmit *e = d->s->r->e;
  MlirType element = d->s->r->s->results.data[0]->element;
  MlirValue key = tcSortKey(d->s, position);
  if (!key.ptr)
    return key;
  if (!mlirTypeEqual(mlirValueGetType(key), e->i64))
    key = tcArithExtsi(&e->b, e->i64, key);
  if (!mlirTypeIsAInteger(element) || tcIsSigned(element))
    key = tcArithXori(&e->b, key,
                      tcEmitI64(e, (int64_t)((uint64_t)1 << (d->width - 1))));
  return d->width == 64
             ? key
             : tcArithAndi(&e->b, key,
                           tcEmitI64(e, ((int64_t)1 << d->width) - 1));
}

// Writes the words of the range, and which bits all or any of its keys have.
static bool makeWords(Digits *d) {
  TcSort *s = d->s;
  TcEmit *e = s->r->e;
  MlirValue zero = tcEmitI64(e, 0), to = half(d, zero);
  TcLane bits[] = {tcLaneScalar(tcEmitI64(e, -1)), tcLaneScalar(zero)};
  TcLoop loop = tcEmitFor(e, s->first, s->end, 1, -1, 2, bits);
  MlirValue i = tcSortIndex(&loop), key = unsignedKey(d, i);
  if (!key.ptr)
    return false;
  bits[0].v = tcArithAndi(&e->b, bits[0].v, key);
  bits[1].v = tcArithOri(&e->b, bits[1].v, key);
  if (d->packed)
    key = tcArithOri(&e->b, tcArithShli(&e->b, key, tcEmitI64(e, 32)), i);
  else
    store(e, positions(d, zero), i, i);
  store(e, to, i, key);
  tcEmitForEnd(e, &loop, 2, bits);
  MlirValue own = ofPart(d, d->part);
  store(e, own, tcEmitI64(e, ALL), bits[0].v);
  store(e, own, tcEmitI64(e, ANY), bits[1].v);
  return true;
}

// The bits in which keys of the row differ.
static MlirValue differing(Digits *d) {
  TcEmit *e = d->s->r->e;
  TcLane bits[] = {tcLaneScalar(tcEmitI64(e, -1)),
                   tcLaneScalar(tcEmitI64(e, 0))};
  TcLoop loop = loopTo(e, d->parts, 2, bits);
  MlirValue part = ofPart(d, tcSortIndex(&loop));
  bits[0].v = tcArithAndi(&e->b, bits[0].v, load(e, part, tcEmitI64(e, ALL)));
  bits[1].v = tcArithOri(&e->b, bits[1].v, load(e, part, tcEmitI64(e, ANY)));
  tcEmitForEnd(e, &loop, 2, bits);
  return tcArithXori(&e->b, bits[0].v, bits[1].v);
}

//===- A pass -------------------------------------------------------------===//

static MlirValue digitAt(TcEmit *e, MlirValue word, MlirValue shift) {
  return tcArithAndi(&e->b, tcArithShrui(&e->b, word, shift),
                     tcEmitI64(e, VALUES - 1));
}

static MlirValue shiftOf(Digits *d, MlirValue number) {
  TcEmit *e = d->s->r->e;
  MlirValue shift = tcArithMuli(&e->b, number, tcEmitI64(e, BITS));
  return d->packed ? addConst(e, shift, 32) : shift;
}

// i1: whether keys differ in that digit.
static MlirValue matters(Digits *d, MlirValue differ, MlirValue number) {
  TcEmit *e = d->s->r->e;
  MlirValue shift = tcArithMuli(&e->b, number, tcEmitI64(e, BITS));
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE,
                     digitAt(e, differ, shift), tcEmitI64(e, 0));
}

// Counts the values of a digit in the range, whose words are in half `from`.
static void countValues(Digits *d, MlirValue from, MlirValue shift) {
  TcSort *s = d->s;
  TcEmit *e = s->r->e;
  MlirValue counts = ofPart(d, d->part), words = half(d, from);
  TcLoop clear = loopTo(e, tcEmitI64(e, VALUES), 0, NULL);
  store(e, counts, tcSortIndex(&clear), tcEmitI64(e, 0));
  tcEmitForEnd(e, &clear, 0, NULL);
  TcLoop loop = tcEmitFor(e, s->first, s->end, 1, -1, 0, NULL);
  MlirValue digit = digitAt(e, load(e, words, tcSortIndex(&loop)), shift);
  store(e, counts, digit, addConst(e, load(e, counts, digit), 1));
  tcEmitForEnd(e, &loop, 0, NULL);
}

// Where this part's elements of each value go: behind all that are less, and
// those of the parts before.
static void findStarts(Digits *d) {
  TcEmit *e = d->s->r->e;
  MlirValue zero = tcEmitI64(e, 0), own = ofPart(d, d->part);
  TcLane base = tcLaneScalar(zero);
  TcLoop values = loopTo(e, tcEmitI64(e, VALUES), 1, &base);
  MlirValue value = tcSortIndex(&values);
  TcLane sums[] = {base, base}; // of the parts before this one, of all
  TcLoop loop = loopTo(e, d->parts, 2, sums);
  MlirValue part = tcSortIndex(&loop);
  MlirValue count = load(e, ofPart(d, part), value);
  MlirValue before =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, part, d->part);
  sums[0].v = add(e, sums[0].v, tcArithSelect(&e->b, before, count, zero));
  sums[1].v = add(e, sums[1].v, count);
  tcEmitForEnd(e, &loop, 2, sums);
  store(e, own, addConst(e, value, STARTS), sums[0].v);
  base = sums[1];
  tcEmitForEnd(e, &values, 1, &base);
}

// Moves the range from half `from` to the other.
static void moveWords(Digits *d, MlirValue from, MlirValue shift) {
  TcSort *s = d->s;
  TcEmit *e = s->r->e;
  MlirValue other = tcArithXori(&e->b, from, tcEmitI64(e, 1));
  MlirValue old = half(d, from), new = half(d, other), oldPositions,
            newPositions, own = ofPart(d, d->part);
  MlirValue starts = tcSortAt(e, own, e->i64, tcEmitI64(e, STARTS));
  if (!d->packed) {
    oldPositions = positions(d, from);
    newPositions = positions(d, other);
  }
  TcLoop loop = tcEmitFor(e, s->first, s->end, 1, -1, 0, NULL);
  MlirValue i = tcSortIndex(&loop), word = load(e, old, i);
  MlirValue digit = digitAt(e, word, shift), to = load(e, starts, digit);
  store(e, starts, digit, addConst(e, to, 1));
  store(e, new, to, word);
  if (!d->packed)
    store(e, newPositions, to, load(e, oldPositions, i));
  tcEmitForEnd(e, &loop, 0, NULL);
}

static bool finish(Digits *d, MlirValue in, MlirValue low, MlirValue high) {
  MlirValue from = d->packed ? half(d, in) : positions(d, in);
  return tcSortFinish(d->s, from, d->packed, low, high);
}

//===- One part -----------------------------------------------------------===//

bool tcSortDigits(TcSort *s) {
  TcEmit *e = s->r->e;
  Digits d = digitsOf(s);
  d.part = tcEmitI64(e, 0);
  d.parts = tcEmitI64(e, 1);
  if (!makeWords(&d))
    return false;
  MlirValue differ = differing(&d);
  TcLane in = tcLaneScalar(tcEmitI64(e, 0));
  TcLoop loop = loopTo(e, tcEmitI64(e, d.width / BITS), 1, &in);
  MlirValue number = tcSortIndex(&loop), shift = shiftOf(&d, number);
  MlirValue on = matters(&d, differ, number);
  TcLoop then = tcEmitIf(e, on);
  countValues(&d, in.v, shift);
  findStarts(&d);
  moveWords(&d, in.v, shift);
  tcEmitIfEnd(e, &then);
  in.v = tcArithXori(&e->b, in.v, tcArithExtui(&e->b, e->i64, on));
  tcEmitForEnd(e, &loop, 1, &in);
  return finish(&d, in.v, tcEmitI64(e, 0), s->take);
}

//===- Parts --------------------------------------------------------------===//

int tcSortDigitPhases(const TcCpuStage *s) { return 2 + 2 * keyBits(s) / BITS; }

// The half that words are in before digit `number`.
static MlirValue halfBefore(Digits *d, MlirValue differ, int number) {
  TcEmit *e = d->s->r->e;
  MlirValue in = tcEmitI64(e, 0);
  for (int i = 0; i < number; ++i) {
    MlirValue on = matters(d, differ, tcEmitI64(e, i));
    in = tcArithXori(&e->b, in, tcArithExtui(&e->b, e->i64, on));
  }
  return in;
}

static bool finishPart(Digits *d, MlirValue differ) {
  TcSort *s = d->s;
  TcEmit *e = s->r->e;
  return finish(d, halfBefore(d, differ, d->width / BITS),
                tcArithMinsi(&e->b, s->first, s->take),
                tcArithMinsi(&e->b, s->end, s->take));
}

bool tcSortDigitPhase(TcSort *s, int number, MlirValue part, int64_t parts) {
  TcEmit *e = s->r->e;
  Digits d = digitsOf(s);
  d.part = part;
  d.parts = tcEmitI64(e, parts);
  if (number == 1)
    return makeWords(&d);
  MlirValue differ = differing(&d);
  if (number == tcSortDigitPhases(s->r->s))
    return finishPart(&d, differ);
  int digit = (number - 2) / 2;
  MlirValue at = tcEmitI64(e, digit), in = halfBefore(&d, differ, digit);
  TcLoop then = tcEmitIf(e, matters(&d, differ, at));
  if (number % 2 == 0) {
    countValues(&d, in, shiftOf(&d, at));
  } else {
    findStarts(&d);
    moveWords(&d, in, shiftOf(&d, at));
  }
  tcEmitIfEnd(e, &then);
  return true;
}
