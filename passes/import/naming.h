// What tc-name-sizes is made of: fresh symbols, and ops of ours whose operands
// and results get them.
#ifndef TC_PASSES_IMPORT_NAMING_H
#define TC_PASSES_IMPORT_NAMING_H

#include "ir/builder.h"
#include "ir/pass.h"
#include "support/map.h"

/// The naming of one function.
typedef struct Naming {
  TcPass *pass;
  MlirContext ctx;
  TcArena arena;
  TcMap used;    // names of symbols
  TcMap renamed; // value -> the type it had
  unsigned next;
  int64_t named;
  bool failed;
  // In the body of a loop, sizes are made equal in what goes into it: then its
  // body is named again.
  MlirOperation loop; // innermost, or null
  bool again;
  MlirAttribute pattern, size; // what is to be equal in the loop's operands
} Naming;

/// Whether it is an op of fx, prim or loop, or a return.
bool tcNamingIsOurs(MlirOperation op);
/// Whether it is a tensor with a size that has no name.
bool tcNamingIsForeign(MlirType type);
/// The type with a fresh symbol for each size without a name.
MlirType tcNamingFresh(Naming *n, MlirType type);
/// Gives a value a type with names.
void tcNamingSetType(Naming *n, MlirValue value, MlirType type);
/// "[TC-0293] sizes without names WHAT; name them ...", at the op.
void tcNamingFail(Naming *n, MlirOperation op, const char *what);

/// Makes an operand one of this type, by prim.cast_sizes, which asserts that it
/// is. Nothing if it is of that type.
void tcNamingCastOperand(MlirOperation op, intptr_t operand, MlirType type);
/// Uses of `value` by ops of ours take a cast of `from` to this type instead,
/// with fresh symbols for sizes that it does not name.
void tcNamingCastUses(Naming *n, MlirValue value, MlirValue from,
                      MlirType type);
/// Makes two sizes of the operands of `op` equal, which may be: a symbol of one
/// is replaced in the operands, or in those of the loop around (`again`).
void tcNamingEqualSizes(Naming *n, MlirOperation op, MlirAttribute a,
                        MlirAttribute b);

/// The same for an operand's sizes and those of a shape.
void tcNamingEqualShapes(Naming *n, MlirOperation op, MlirType shape,
                         intptr_t operand);

/// Names the results of a prim without regions whose operands have names.
void tcNamingPrim(Naming *n, MlirOperation op);

/// Names an op of any kind, and what is in its regions.
void tcNamingOp(Naming *n, MlirOperation op);
/// All ops of a block, whose arguments have names.
void tcNamingBlock(Naming *n, MlirBlock block);
/// Names control flow of fx, and what is in its regions; false if `op` is none.
bool tcNamingControl(Naming *n, MlirOperation op);
/// Names prim.scan or prim.while, and what is in its body.
void tcNamingLoop(Naming *n, MlirOperation op);

#endif // TC_PASSES_IMPORT_NAMING_H
