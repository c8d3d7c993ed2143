// Products of which one factor is data and the other a weight, as loop-layout
// tells them apart, and the dimensions that matter for how they lie.
#ifndef TC_PASSES_LAYOUT_DATA_PRODUCTS_H
#define TC_PASSES_LAYOUT_DATA_PRODUCTS_H

#include "mlir-c/IR.h"

/// A kernel that starts with a product of a weight and something else, both
/// arguments of the kernel. Of two values that are no weights the one that is
/// read through a window is the something: a convolution's input.
typedef struct TcLayoutProduct {
  MlirOperation kernel, contract;
  intptr_t data, weight;           // which operands of the launch they are
  intptr_t dataInput, weightInput; // which inputs of the stage
} TcLayoutProduct;

bool tcLayoutMatchProduct(MlirOperation launch, MlirOperation kernel,
                          TcLayoutProduct *out);
/// The dimension of the data that a long reduced iterator goes along, alone;
/// -1 if there is none, or more.
intptr_t tcLayoutReducedDim(const TcLayoutProduct *p);
/// The dimension of the data along which the product's result, which `last`
/// makes, is contiguous, where the weight has the same iterator: channels of a
/// depthwise convolution into channels last; else -1.
intptr_t tcLayoutSharedDim(const TcLayoutProduct *p, MlirOperation last);
/// The dimension of a stage's results along which only the weight goes; -1 if
/// there is none, or more.
intptr_t tcLayoutWeightDim(const TcLayoutProduct *p, MlirOperation stage);
/// The dimension of the weight along which the data's dimension goes; -1 if
/// there is none.
intptr_t tcLayoutSameDim(const TcLayoutProduct *p, intptr_t dim);
/// Whether the data is read in windows, of more than a few points, along no
/// channels or few (an image): they are copied into the order of the reduction
/// (passes/lower/cpu/product_rows.c), so that the data's own does not matter.
bool tcLayoutReadsSmallWindows(const TcLayoutProduct *p);

/// The launch's operand that input i of a stage reads, or -1.
intptr_t tcLayoutOperandOf(MlirOperation stage, intptr_t i);
/// Whether the position is that iterator alone.
bool tcLayoutIsIter(MlirAttribute expr, MlirAttribute iter);

#endif // TC_PASSES_LAYOUT_DATA_PRODUCTS_H
