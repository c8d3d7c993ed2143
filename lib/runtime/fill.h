// Tensors generated from a few numbers: weights and inputs of examples and
// tests, which need not be stored. capture/tc_fill.py generates the same bits.
//
// Element e of stream t is made of word e % 4 of Philox4x32-10 with counter
// {e/4 low, e/4 high, t low, t high} and key {seed, 0x7463}:
//   uniform  mean + std*sqrt(12)*(u - 0.5), u = (word >> 8) * 2^-24
//   randint  low + word % (high - low)
// Values are made in f64 or i64 and rounded once, to nearest even, to the
// element type; f64 to integer goes toward 0, to bool is "not 0".
#ifndef TC_RUNTIME_FILL_H
#define TC_RUNTIME_FILL_H

#include "runtime/descriptor.h"

/// Makes the elements [start, start + count), in row-major order, of a tensor
/// of these sizes, and writes them densely to `data`. Any thread may make any
/// part: the elements do not depend on how they are divided.
///
/// A complex element is two real ones. False if there is no such fill: an
/// unknown kind or dtype, a randint whose bounds are not integers with
/// low < high and high - low < 2^32, tril of less than two dimensions, dense of
/// too few bytes.
bool tcFill(const TcFillInfo *fill, TcDType dtype, const int64_t *sizes,
            unsigned rank, int64_t start, int64_t count, void *data);

#endif // TC_RUNTIME_FILL_H
